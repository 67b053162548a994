/* fuzz_plan_file.c
 * The output of `show -json`.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "codec/plan_file.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = (char *)g_malloc(size + 1), *error = NULL;
    tf_plan_file *file;

    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    fuzz_pool_begin();
    file = tf_plan_file_parse("input", text, size, &error);
    fuzz_assert(file || error);
    fuzz_pool_end(size);
    tf_plan_file_free(file);
    g_free(error);
    return 0;
}
