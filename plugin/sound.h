/* sound.h
 * Does a message hold together? Asked where bytes may be missing in it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SOUND_H
#define TF_PLUGIN_SOUND_H

#include "session.h"

/**
 * Are all fields of a message known and whole, all its values and types readable?
 * @param data its bytes, `message->length` of them
 */
bool tf_message_is_sound(tf_message *message, const uint8_t *data);

#endif
