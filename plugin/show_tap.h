/* show_tap.h
 * `-z tfplugin,show-json[,state][,filter]`.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_TAP_H
#define TF_PLUGIN_SHOW_TAP_H

/** Registers the statistic. */
void tf_show_register(void);

#endif
