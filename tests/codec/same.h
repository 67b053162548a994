/* same.h
 * Comparing two decodes of the same bytes.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_TESTS_CODEC_SAME_H
#define TF_TESTS_CODEC_SAME_H

#include "codec/decode.h"

/**
 * Compares results: values with their places, types and annotations, problems, counts. Both must
 * be of one block of bytes and one type.
 * @return NULL if they are the same, otherwise what is not
 */
const char *test_difference(const tf_decoded *a, const tf_decoded *b);

#endif
