/* rules.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules.h"

#include <string.h>

static const struct {
    const char *name;
    bool core;
    const char *text;
} rules[] = {
#define X(id, name, core, text) {name, core, text},
    TF_RULES(X)
#undef X
};

const char *
tf_rule_name(tf_rule rule)
{
    return rules[rule].name;
}

const char *
tf_rule_text(tf_rule rule)
{
    return rules[rule].text;
}

bool
tf_rule_is_core(tf_rule rule)
{
    return rules[rule].core;
}

void
tf_findings_init(tf_findings *findings, wmem_allocator_t *pool)
{
    *findings = (tf_findings){.path = wmem_strbuf_new(pool, ""),
                              .list = wmem_array_new(pool, sizeof(tf_finding *))};
    tf_compare_init(&findings->compare, pool);
}

uint32_t
tf_findings_count(const tf_findings *findings)
{
    return wmem_array_get_count(findings->list);
}

const tf_finding *
tf_findings_get(const tf_findings *findings, uint32_t i)
{
    return *(tf_finding **)wmem_array_index(findings->list, i);
}

static void
add(tf_findings *findings, tf_finding finding)
{
    tf_finding *kept;

    if (findings->compare.exhausted)
        return;
    findings->found++;
    if (findings->trying || tf_findings_count(findings) >= TF_MAX_FINDINGS)
        return;
    kept = wmem_new(findings->compare.pool, tf_finding);
    *kept = finding;
    kept->path = wmem_strdup(findings->compare.pool, finding.path);
    wmem_array_append_one(findings->list, kept);
}

void
tf_findings_add(tf_findings *findings, tf_rule rule, const tf_value *wanted, const tf_value *found,
                const char *detail)
{
    add(findings, (tf_finding){rule, wmem_strbuf_get_str(findings->path), wanted, found, detail});
}

void
tf_findings_add_at(tf_findings *findings, tf_rule rule, const char *path, const tf_value *wanted,
                   const tf_value *found)
{
    add(findings, (tf_finding){rule, path, wanted, found, NULL});
}

bool
tf_value_is_sensitive(const tf_value *value)
{
    for (; value; value = value->parent) {
        const tf_attribute *attribute = value->member ? value->member->attribute : NULL;
        if (attribute && (attribute->sensitive || attribute->write_only))
            return true;
    }
    return false;
}
