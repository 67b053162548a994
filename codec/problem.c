/* problem.c
 * What can be wrong with a value, and how bad it is.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "problem.h"
#include "text.h"

static const struct {
    const char *name;
    tf_severity severity;
} kinds[] = {
    [TF_PROBLEM_TRUNCATED] = {"truncated", TF_SEVERITY_ERROR},
    [TF_PROBLEM_MALFORMED] = {"malformed", TF_SEVERITY_ERROR},
    [TF_PROBLEM_TOO_DEEP] = {"too-deep", TF_SEVERITY_ERROR},
    [TF_PROBLEM_BAD_TYPE] = {"bad-type", TF_SEVERITY_ERROR},
    [TF_PROBLEM_WRONG_TYPE] = {"wrong-type", TF_SEVERITY_WARNING},
    [TF_PROBLEM_MISSING_ATTRIBUTE] = {"missing-attribute", TF_SEVERITY_WARNING},
    [TF_PROBLEM_EXTRA_ATTRIBUTE] = {"extra-attribute", TF_SEVERITY_WARNING},
    [TF_PROBLEM_DUPLICATE_KEY] = {"duplicate-key", TF_SEVERITY_WARNING},
    [TF_PROBLEM_WRONG_LENGTH] = {"wrong-length", TF_SEVERITY_WARNING},
    [TF_PROBLEM_BAD_KEY] = {"bad-key", TF_SEVERITY_WARNING},
    [TF_PROBLEM_BAD_NUMBER] = {"bad-number", TF_SEVERITY_WARNING},
    [TF_PROBLEM_NAN] = {"nan", TF_SEVERITY_WARNING},
    [TF_PROBLEM_BAD_EXTENSION] = {"bad-extension", TF_SEVERITY_WARNING},
    [TF_PROBLEM_BAD_REFINEMENT] = {"bad-refinement", TF_SEVERITY_WARNING},
    [TF_PROBLEM_EMPTY_OBJECT] = {"empty-object", TF_SEVERITY_NOTE},
    [TF_PROBLEM_NULL_REFINEMENT] = {"null-refinement", TF_SEVERITY_NOTE},
    [TF_PROBLEM_TRAILING_BYTES] = {"trailing-bytes", TF_SEVERITY_NOTE},
    [TF_PROBLEM_BAD_UTF8] = {"bad-utf8", TF_SEVERITY_NOTE},
    [TF_PROBLEM_SDK_REFUSES] = {"sdk-refuses", TF_SEVERITY_NOTE},
    [TF_PROBLEM_TOO_MANY] = {"too-many", TF_SEVERITY_NOTE},
};

tf_severity
tf_problem_severity(tf_problem_code code)
{
    return kinds[code].severity;
}

const char *
tf_problem_name(tf_problem_code code)
{
    return kinds[code].name;
}

bool
tf_problem_wanted(const tf_decoded *decoded, tf_problem_code code)
{
    return decoded->n_problems < TF_MAX_PROBLEMS || tf_problem_severity(code) == TF_SEVERITY_ERROR;
}

/** Formats a detail. Where it is too long it is cut before a character; @p text has room for the
 * dots. */
static void
format_detail(char text[TF_MAX_PROBLEM_DETAIL + 4], const char *format, va_list arguments)
{
    int length = g_vsnprintf(text, TF_MAX_PROBLEM_DETAIL + 4, format, arguments);
    size_t end = TF_MAX_PROBLEM_DETAIL;
    if (length <= TF_MAX_PROBLEM_DETAIL)
        return;
    while ((text[end] & 0xC0) == 0x80)
        end--;
    memcpy(text + end, "...", 4);
}

void
tf_problem_add_at(wmem_allocator_t *pool, tf_decoded *decoded, tf_problem_code code,
                  const tf_value *where, uint32_t offset, uint32_t length, const char *detail)
{
    if (!tf_problem_wanted(decoded, code))
        return;
    if (!decoded->problems)
        decoded->problems = wmem_alloc_array(pool, tf_problem, TF_MAX_PROBLEMS);
    if (decoded->n_problems == TF_MAX_PROBLEMS)
        decoded->n_problems--;
    decoded->problems[decoded->n_problems++] = (tf_problem){
        .code = code, .offset = offset, .length = length, .where = where, .detail = detail};
}

void
tf_problem_add(wmem_allocator_t *pool, tf_decoded *decoded, tf_problem_code code,
               const tf_value *where, const char *format, ...)
{
    if (!tf_problem_wanted(decoded, code))
        return;
    char detail[TF_MAX_PROBLEM_DETAIL + 4];
    va_list arguments;
    va_start(arguments, format);
    format_detail(detail, format, arguments);
    va_end(arguments);
    tf_problem_add_at(pool, decoded, code, where, where->offset, where->length,
                      wmem_strdup(pool, detail));
}
