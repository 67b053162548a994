/* plan_three.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_rules.h"

bool
tf_three_unknown(const tf_value *value)
{
    return value && value->kind == TF_VALUE_UNKNOWN;
}

static tf_index
index_of(tf_findings *findings, const tf_value *value)
{
    return tf_index_keys(&findings->compare, value ? value : &tf_value_null);
}

tf_three_index
tf_three_index_of(tf_findings *findings, tf_three at)
{
    return (tf_three_index){at, index_of(findings, at.prior), index_of(findings, at.config),
                            index_of(findings, at.planned)};
}

/* Whatever is in an unknown value is unknown. */
static const tf_value *
child_of(const tf_value *value, const tf_index *index, tf_span key)
{
    return tf_three_unknown(value) ? value : tf_index_get(index, key.data, key.length);
}

tf_three
tf_three_at(const tf_three_index *index, tf_span key)
{
    return (tf_three){child_of(index->of.prior, &index->prior, key),
                      child_of(index->of.config, &index->config, key),
                      child_of(index->of.planned, &index->planned, key)};
}

const tf_value *
tf_three_element(const tf_value *value, uint32_t i)
{
    return tf_value_has_elements(value) && i < value->n_children ? &value->children[i] : NULL;
}

uint32_t
tf_three_length(const tf_value *value)
{
    return value && tf_value_is_container(value) ? value->n_children : 0;
}
