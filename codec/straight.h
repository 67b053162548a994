/* straight.h
 * Decoding what is just as its type says, in one pass.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_STRAIGHT_H
#define TF_CODEC_STRAIGHT_H

#include "walk.h"

/**
 * Decodes MessagePack that is written as cores and SDKs write it: attributes complete and in order,
 * every value of its type, nothing to complain about. The walk finds the same in it.
 * @param walk with an empty tape over the input and a root; its result is filled in
 * @param type NULL is never straight
 * @return false if there is anything else in the value, which then is to be walked: the result is
 *         as it was
 */
bool tf_straight(tf_walk *walk, const tf_type *type);

/** tf_decode_msgpack() by the walk alone: what tf_straight() finds is compared with it. */
tf_decoded *tf_decode_msgpack_walked(wmem_allocator_t *pool, const uint8_t *data, uint32_t length,
                                     const tf_type *type, uint32_t max_values);

#endif
