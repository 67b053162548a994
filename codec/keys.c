/* keys.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "keys.h"
#include "text.h"

/** Up to here comparing all with all is faster than hashing. */
#define FEW 8

static bool
few_unique(const tf_value *children, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (tf_text_equal(children[i].key, children[j].key))
                return false;
    return true;
}

bool
tf_keys_unique(const tf_value *value)
{
    const tf_value *children = value->children;
    uint32_t n = value->n_children, mask = 15;
    bool unique = true;

    if (n <= FEW)
        return few_unique(children, n);
    while (mask < 2 * (uint64_t)n)
        mask = mask * 2 + 1;
    /* Open addressing; 0 is a free place. wmem's hash is seeded: nobody can make keys collide. */
    uint32_t *table = g_new0(uint32_t, (size_t)mask + 1);
    for (uint32_t i = 0; i < n && unique; i++) {
        tf_span key = children[i].key;
        uint32_t at = wmem_strong_hash((const uint8_t *)key.data, key.length) & mask;
        for (; table[at] && unique; at = (at + 1) & mask)
            unique = !tf_text_equal(children[table[at] - 1].key, key);
        table[at] = i + 1;
    }
    g_free(table);
    return unique;
}
