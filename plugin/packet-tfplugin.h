/* packet-tfplugin.h
 * Registration of the dissector.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PACKET_TFPLUGIN_H
#define TF_PLUGIN_PACKET_TFPLUGIN_H

void proto_register_tfplugin(void);
void proto_reg_handoff_tfplugin(void);

#endif
