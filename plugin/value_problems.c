/* value_problems.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_lines.h"

#include "expert.h"
#include "value_text.h"

/* Bytes of a path that the text of a problem begins with: Wireshark cuts lines of 240 bytes, and
 * what is wrong comes behind. */
#define MAX_PROBLEM_PATH 120

typedef struct tf_problem_at {
    const tf_problem *problem;
    struct tf_problem_at *next;
} tf_problem_at;

static const int problem_experts[] = {
    [TF_SEVERITY_NOTE] = TF_EI_VALUE_NOTE,
    [TF_SEVERITY_WARNING] = TF_EI_VALUE_MISMATCH,
    [TF_SEVERITY_ERROR] = TF_EI_VALUE_ERROR,
};

static void
append_problem_path(wmem_strbuf_t *out, const tf_value *value)
{
    wmem_strbuf_t *path = wmem_strbuf_new(NULL, "");
    const char *text, *end;

    tf_value_append_path(path, value);
    text = wmem_strbuf_get_str(path);
    end = text + strlen(text);
    if (end - text > MAX_PROBLEM_PATH) {
        end = g_utf8_find_prev_char(text, text + MAX_PROBLEM_PATH);
        wmem_strbuf_append_len(out, text, (gsize)(end - text));
        wmem_strbuf_append(out, "...");
    } else {
        wmem_strbuf_append(out, text);
    }
    wmem_strbuf_destroy(path);
}

static void
add_problem(const tf_lines *lines, proto_item *item, const tf_problem *problem)
{
    wmem_strbuf_t *text = wmem_strbuf_new(lines->drawing->pinfo->pool, lines->value->field);
    bool masked = tf_value_is_masked(lines->value, problem->where);

    if (problem->where->parent) {
        wmem_strbuf_append_c(text, ' ');
        append_problem_path(text, problem->where);
    }
    wmem_strbuf_append_printf(text, ": %s (byte %u)",
                              masked ? tf_problem_name(problem->code) : problem->detail,
                              lines->value->offset + problem->offset);
    expert_add_info_format(lines->drawing->pinfo, item,
                           &tf_ei[problem_experts[tf_problem_severity(problem->code)]], "%s",
                           wmem_strbuf_get_str(text));
}

void
tf_problems_index(tf_lines *lines)
{
    const tf_decoded *decoded = lines->value->decoded;
    wmem_allocator_t *pool = lines->drawing->pinfo->pool;

    if (decoded->n_problems == 0)
        return;
    lines->problems = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    for (uint32_t i = decoded->n_problems; i > 0; i--) {
        tf_problem_at *at = wmem_new(pool, tf_problem_at);
        at->problem = &decoded->problems[i - 1];
        at->next = (tf_problem_at *)wmem_map_lookup(lines->problems, at->problem->where);
        wmem_map_insert(lines->problems, at->problem->where, at);
    }
}

void
tf_problems_add(const tf_lines *lines, proto_item *item, const tf_value *value)
{
    const tf_problem_at *at =
        lines->problems ? (const tf_problem_at *)wmem_map_lookup(lines->problems, value) : NULL;

    for (; at; at = at->next)
        add_problem(lines, item, at->problem);
}
