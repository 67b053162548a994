/* count.h
 * What can be told of a value without decoding it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_COUNT_H
#define TF_CODEC_COUNT_H

#include <stdint.h>

/**
 * How many values in MessagePack are unknown: extensions, whatever the type. The same number as in
 * `n_unknown` of tf_decode_msgpack() without a type or a limit, at a tenth of the cost.
 *
 * @param data   any bytes; what cannot be read ends the count
 * @param length their number
 */
uint32_t tf_count_unknown(const uint8_t *data, uint32_t length);

#endif
