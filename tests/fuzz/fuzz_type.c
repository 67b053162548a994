/* fuzz_type.c
 * The type JSON of schemas and dynamic values.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

/* What is written is read again as the same. */
static void
check_type(wmem_allocator_t *pool, const tf_type *type)
{
    wmem_strbuf_t *text = wmem_strbuf_new(pool, "");
    const tf_type *again;

    tf_type_append_json(text, type);
    again = tf_type_parse(pool, (const uint8_t *)wmem_strbuf_get_str(text),
                          wmem_strbuf_get_len(text), NULL);
    fuzz_assert(again && tf_type_equal(type, again));
    wmem_strbuf_truncate(text, 0);
    tf_type_append(text, type);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wmem_allocator_t *pool = fuzz_pool_begin();
    tf_type_error error = {0, NULL};
    const tf_type *type = tf_type_parse(pool, data, size, &error);

    if (type)
        check_type(pool, type);
    else
        fuzz_assert(error.message && error.offset <= size);
    fuzz_pool_end(size);
    return 0;
}
