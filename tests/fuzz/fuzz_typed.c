/* fuzz_typed.c
 * A DynamicValue in MessagePack by a type: the first line of the input.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "codec/straight.h"
#include "tests/codec/same.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wmem_allocator_t *pool = fuzz_pool_begin();
    const uint8_t *value;
    uint32_t length;
    const tf_type *type = fuzz_split(pool, data, size, &value, &length);
    static const uint32_t limits[] = {0, 7};

    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        tf_decoded *decoded = tf_decode_msgpack(pool, value, length, type, limits[i]);
        fuzz_check_decoded(decoded, length);
        fuzz_assert(!test_difference(
            decoded, tf_decode_msgpack_walked(pool, value, length, type, limits[i])));
    }
    fuzz_pool_end(size);
    return 0;
}
