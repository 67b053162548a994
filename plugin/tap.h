/* tap.h
 * Every message, for whoever listens: statistics, exports, documents.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_TAP_H
#define TF_PLUGIN_TAP_H

#include "session.h"

/** What listeners of the tap `tfplugin` are given. */
typedef struct tf_tapped {
    tf_message *message;
    const uint8_t *data; /**< its bytes, valid during the call of the listener; NULL if it is empty
                              or cannot be decoded */
} tf_tapped;

/** Registers the tap. */
void tf_tap_register(void);

/** Tells the listeners of a message; in each dissection of its frame. */
void tf_tap_message(packet_info *pinfo, tf_message *message, const uint8_t *data);

#endif
