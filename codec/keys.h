/* keys.h
 * Are the keys of a map or object all different?
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_KEYS_H
#define TF_CODEC_KEYS_H

#include "value.h"

/** Is no key of a map or object there twice? O(n). */
bool tf_keys_unique(const tf_value *value);

#endif
