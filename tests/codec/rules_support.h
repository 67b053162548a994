/* rules_support.h
 * A schema with something of everything, and values of it written as JSON.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_TESTS_CODEC_RULES_SUPPORT_H
#define TF_TESTS_CODEC_RULES_SUPPORT_H

#include "codec/rules.h"

#include "support.h"

/**
 * name (required), size, flag, comp (computed), oc (optional and computed), tags (set), labels
 * (map), list, secret (sensitive), wo (write-only), any (dynamic), nested (list of objects with a
 * and computed out), nset (set of objects with a); blocks: blk (list: port, out), bset (set: k, c),
 * single (port, out), bmap (map: port, out). blk takes 1 to 2 blocks.
 */
const tf_block *rules_block(void);

/**
 * A value of the type that the block implies, or of another type: JSON in which the string `?`
 * stands for unknown, in any place. NULL gives NULL.
 */
const tf_value *rules_value(const char *json, const tf_type *type);

/** What was found: `rule path`, joined by newlines. */
char *rules_found(const tf_findings *findings);

#define assert_found(findings_, expected)                                                          \
    do {                                                                                           \
        char *found_ = rules_found(findings_);                                                     \
        g_assert_cmpstr(found_, ==, expected);                                                     \
        g_free(found_);                                                                            \
    } while (0)

#endif
