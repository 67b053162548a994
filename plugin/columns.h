/* columns.h
 * The packet list: one short line for each frame.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_COLUMNS_H
#define TF_PLUGIN_COLUMNS_H

#include "frame.h"

/** Sets the Protocol and Info columns from what a frame holds. */
void tf_columns_set(packet_info *pinfo, const tf_frame *frame);

#endif
