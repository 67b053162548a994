/* fuzz_msgpack.c
 * A DynamicValue in MessagePack, by its own shape.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "codec/count.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wmem_allocator_t *pool = fuzz_pool_begin();
    uint32_t length = (uint32_t)size;
    const tf_decoded *decoded = tf_decode_msgpack(pool, data, length, NULL, 0);

    fuzz_check_decoded(decoded, length);
    fuzz_assert(tf_count_unknown(data, length) == decoded->n_unknown);
    fuzz_check_decoded(tf_decode_msgpack(pool, data, length, NULL, 5), length);
    fuzz_pool_end(size);
    return 0;
}
