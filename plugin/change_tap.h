/* change_tap.h
 * `-z tfplugin,changes`: what the calls of a file change, in the manner of `terraform plan`.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CHANGE_TAP_H
#define TF_PLUGIN_CHANGE_TAP_H

/**
 * Registers the statistic. `-z tfplugin,changes,FILTER` takes the frames of a display filter.
 *
 * Each change is printed once: as it was planned first, of a replacement by its second plan; where
 * no plan is in the file, as it was applied. What a call cannot say (tf_change_of()) is left out.
 */
void tf_change_tap_register(void);

#endif
