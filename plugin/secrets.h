/* secrets.h
 * Values that were hidden once, and must be hidden wherever they are passed on.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The result of an ephemeral resource goes into the configuration of a provider, a sensitive output
 * of one resource into a plain attribute of another, either into the text of a diagnostic. No
 * schema marks them there. With tfplugin.mask_sensitive the texts that schemas mark are therefore
 * kept, for the open capture, and looked for in all others.
 */
#ifndef TF_PLUGIN_SECRETS_H
#define TF_PLUGIN_SECRETS_H

#include "content.h"

/** A text of fewer bytes is no secret: too many others are equal to it by chance. */
#define TF_SECRET_MIN_LENGTH 4

/** Only a secret of so many bytes is looked for inside of longer texts, and only so many of them.
 */
#define TF_SECRET_MIN_INSIDE 8
#define TF_SECRET_MAX_INSIDE 1000

/** Registers the routine that forgets secrets when a capture is opened. */
void tf_secrets_register(void);

/** Keeps the secrets of a message; in its first dissection, and only with masking on. */
void tf_secrets_learn(tf_message *message, const uint8_t *data);

/** Is a text a secret, or does it contain one? */
bool tf_secrets_in(tf_span text);

#endif
