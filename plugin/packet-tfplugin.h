/* packet-tfplugin.h
 * Registration of the dissector.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PACKET_TFPLUGIN_H
#define TF_PLUGIN_PACKET_TFPLUGIN_H

/** Registers protocol, fields, preferences and taps; Wireshark calls it once, at start. */
void proto_register_tfplugin(void);

/** Ties the dissector to those below it, once all are registered. */
void proto_reg_handoff_tfplugin(void);

#endif
