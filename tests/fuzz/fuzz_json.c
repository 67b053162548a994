/* fuzz_json.c
 * A DynamicValue or a raw state in JSON, by a type: the first line of the input.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wmem_allocator_t *pool = fuzz_pool_begin();
    const uint8_t *value;
    uint32_t length;
    const tf_type *type = fuzz_split(pool, data, size, &value, &length);

    fuzz_check_decoded(tf_decode_json(pool, value, length, type, 0, false), length);
    fuzz_check_decoded(tf_decode_json(pool, value, length, type, 0, true), length);
    fuzz_check_decoded(tf_decode_json(pool, value, length, NULL, 7, true), length);
    fuzz_pool_end(size);
    return 0;
}
