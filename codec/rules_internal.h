/* rules_internal.h
 * What the files of rules share.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_RULES_INTERNAL_H
#define TF_CODEC_RULES_INTERNAL_H

#include <string.h>

#include "rules.h"

/* Each adds a step to the current path; @return what tf_leave() needs to take it away again. */

static inline size_t
tf_enter_attribute(tf_findings *findings, tf_span name)
{
    size_t here = wmem_strbuf_get_len(findings->path);

    tf_place_append_attribute(findings->path, name);
    return here;
}

static inline size_t
tf_enter_key(tf_findings *findings, tf_span key)
{
    size_t here = wmem_strbuf_get_len(findings->path);

    tf_place_append_key(findings->path, key);
    return here;
}

static inline size_t
tf_enter_index(tf_findings *findings, uint32_t index)
{
    size_t here = wmem_strbuf_get_len(findings->path);

    tf_place_append_index(findings->path, index);
    return here;
}

static inline size_t
tf_enter_child(tf_findings *findings, const tf_value *child)
{
    size_t here = wmem_strbuf_get_len(findings->path);

    tf_place_append_child(findings->path, child);
    return here;
}

static inline void
tf_leave(tf_findings *findings, size_t here)
{
    wmem_strbuf_truncate(findings->path, here);
}

static inline tf_span
tf_member_name(const tf_member *member)
{
    return (tf_span){member->name, (uint32_t)strlen(member->name)};
}

/** The rules of a plan for the attributes of an object, whichever of the three may be null. */
void tf_plan_attributes(tf_findings *findings, const tf_type *object, const tf_value *prior,
                        const tf_value *config, const tf_value *planned);

/** Begins to look only whether there are findings; @return what tf_try_end() needs. */
static inline uint32_t
tf_try_begin(tf_findings *findings)
{
    findings->trying++;
    return findings->found;
}

/** @return whether there were any */
static inline bool
tf_try_end(tf_findings *findings, uint32_t before)
{
    bool any = findings->found != before;

    findings->trying--;
    findings->found = before;
    return any;
}

/** Can a planned element have become this actual one? Leaves no findings. */
typedef bool (*tf_agree)(tf_findings *findings, const void *user, const tf_value *planned,
                         const tf_value *actual);

/** The rules for two sets, whose elements can only be told by what they are. */
void tf_rules_sets(tf_findings *findings, const tf_value *planned, const tf_value *actual,
                   tf_agree agree, const void *user);

#endif
