/* statistics.h
 * What a session spends its time and bytes on: service response times and a tree of counts.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_STATISTICS_H
#define TF_PLUGIN_STATISTICS_H

/** Registers `-z tfplugin,srt` and the table in the menu. @param proto the protocol */
void tf_srt_register(int proto);

/** Registers `-z tfplugin,tree` and the entry in the menu. */
void tf_stats_tree_register(void);

/** Registers `-z tfplugin,calls[,json][,FILTER]`. */
void tf_calls_tap_register(void);

#endif
