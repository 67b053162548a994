/* attr_guess.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "attr_guess.h"

#include <string.h>

static bool
is_name_char(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '-' || c == '.';
}

static const char *
skip_space(const char *p)
{
    while (g_ascii_isspace(*p))
        p++;
    return p;
}

/* Is the whole word, up to what cannot be in a literal, a decimal number? */
static bool
is_number(const char *word)
{
    char *end;

    if (!g_ascii_isdigit(word[*word == '-' || *word == '+' || *word == '.']))
        return false;
    g_ascii_strtod(word, &end);
    if (end[0] == '.' && end[-1] == '.') /* the range `1..10` */
        return true;
    return !is_name_char(*end) && *end != ':' && *end != '/';
}

static bool
is_bool(const char *word)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

    return (length == 4 && g_ascii_strncasecmp(word, "true", 4) == 0) ||
           (length == 5 && g_ascii_strncasecmp(word, "false", 5) == 0);
}

static enum ftenum
type_of_literal(const char *literal)
{
    if (is_number(literal))
        return FT_DOUBLE;
    return is_bool(literal) ? FT_BOOLEAN : FT_STRING;
}

/* Passes a comparison in signs or words. @return NULL if there is none */
static const char *
skip_comparison(const char *p)
{
    static const char *const words[] = {"eq",     "ne",     "gt",     "ge",     "lt", "le",
                                        "any_eq", "all_eq", "any_ne", "all_ne", "in", "not in"};
    size_t signs = strspn(p, "=!<>");

    if (signs)
        return p + signs;
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        size_t length = strlen(words[i]);
        if (strncmp(p, words[i], length) == 0 && !is_name_char(p[length]))
            return p + length;
    }
    return NULL;
}

/* `NAME > 16`, `NAME in {1, 2}`, `NAME contains "a"`, `NAME + 1 > 2`, `NAME[0:2] == "ab"` */
static enum ftenum
type_behind(const char *p)
{
    const char *operand;

    p = skip_space(p);
    if (*p == '[' || *p == '~' || g_str_has_prefix(p, "contains") || g_str_has_prefix(p, "matches"))
        return FT_STRING;
    if (*p && strchr("+-*/%", *p))
        return FT_DOUBLE;
    operand = skip_comparison(p);
    if (!operand)
        return FT_NONE;
    operand = skip_space(operand);
    if (g_str_has_prefix(operand, "tfplugin.")) /* another field: order is for numbers */
        return strchr("<>gl", *p) ? FT_DOUBLE : FT_STRING;
    if (*operand == '{')
        operand = skip_space(operand + 1);
    return *operand ? type_of_literal(operand) : FT_NONE;
}

/* `lower(NAME)`, `max(NAME)`; in capitals of `-z io,stat` */
static enum ftenum
type_before(const char *filter, const char *name)
{
    static const struct {
        const char *opening;
        enum ftenum type;
    } functions[] = {
        {"lower(", FT_STRING}, {"upper(", FT_STRING}, {"len(", FT_STRING}, {"max(", FT_DOUBLE},
        {"min(", FT_DOUBLE},   {"abs(", FT_DOUBLE},   {"MAX(", FT_DOUBLE}, {"MIN(", FT_DOUBLE},
        {"SUM(", FT_DOUBLE},   {"AVG(", FT_DOUBLE},
    };
    const char *p = name;

    while (p > filter && g_ascii_isspace(p[-1]))
        p--;
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++) {
        size_t length = strlen(functions[i].opening);
        if ((size_t)(p - filter) >= length &&
            strncmp(p - length, functions[i].opening, length) == 0)
            return functions[i].type;
    }
    return FT_NONE;
}

enum ftenum
tf_attr_guess_from(const char *filter, const char *name)
{
    size_t length = strlen(name);
    enum ftenum found = FT_NONE;

    for (const char *at = filter; (at = strstr(at, name)); at += length) {
        enum ftenum type;
        if ((at > filter && is_name_char(at[-1])) || is_name_char(at[length]))
            continue;
        type = type_before(filter, at);
        if (type == FT_NONE)
            type = type_behind(at + length);
        if (type != FT_NONE)
            return type;
        found = FT_STRING;
    }
    return found;
}

enum ftenum
tf_attr_guess(const char *name)
{
    enum ftenum type = FT_NONE;
    gchar *words;
    gsize length;

    if (!g_file_get_contents("/proc/self/cmdline", &words, &length, NULL))
        return FT_DOUBLE;
    for (gsize at = 0; at < length; at += strlen(words + at) + 1) {
        enum ftenum told = tf_attr_guess_from(words + at, name);
        if (type == FT_NONE || type == FT_STRING) /* -e does not tell, a filter may */
            type = told == FT_NONE ? type : told;
    }
    g_free(words);
    return type;
}
