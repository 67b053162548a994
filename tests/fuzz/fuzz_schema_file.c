/* fuzz_schema_file.c
 * A schema file: `terraform providers schema -json`.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "codec/schema_json.h"

static void
found(const char *provider, tf_schema_section section, const char *name, const uint8_t *json,
      uint32_t length, void *user)
{
    wmem_allocator_t *pool = (wmem_allocator_t *)user;
    wmem_strbuf_t *text = wmem_strbuf_new(pool, "");
    tf_schema *schema;
    tf_function *function;

    fuzz_assert(provider && name && tf_schema_section_name(section));
    if (section == TF_SECTION_FUNCTION) {
        function = tf_schema_json_read_function(pool, json, length, NULL);
        if (function)
            tf_schema_json_append_function(text, function);
        return;
    }
    schema = tf_schema_json_read(pool, json, length, NULL);
    if (schema)
        tf_schema_json_append(text, section, schema);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wmem_allocator_t *pool = fuzz_pool_begin();
    tf_schema_json_error error = {0, NULL};

    if (!tf_schema_json_index(data, (uint32_t)size, found, pool, &error))
        fuzz_assert(error.message && error.offset <= size);
    fuzz_pool_end(size);
    return 0;
}
