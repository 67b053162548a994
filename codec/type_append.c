/* type_append.c
 * cty types as text: as HCL and as type JSON.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "text.h"

static const char *const hcl_names[] = {
    [TF_TYPE_DYNAMIC] = "any", [TF_TYPE_STRING] = "string", [TF_TYPE_NUMBER] = "number",
    [TF_TYPE_BOOL] = "bool",   [TF_TYPE_LIST] = "list",     [TF_TYPE_SET] = "set",
    [TF_TYPE_MAP] = "map",     [TF_TYPE_TUPLE] = "tuple",   [TF_TYPE_OBJECT] = "object",
};

static tf_span
name_span(const tf_member *member)
{
    return (tf_span){member->name, (uint32_t)strlen(member->name)};
}

static void append_hcl(wmem_strbuf_t *out, const tf_type *type, size_t limit);

static void
append_hcl_member(wmem_strbuf_t *out, const tf_member *member, size_t limit)
{
    if (tf_is_identifier(name_span(member)))
        wmem_strbuf_append(out, member->name);
    else
        tf_append_json_string(out, name_span(member));
    wmem_strbuf_append(out, member->optional ? " = optional(" : " = ");
    append_hcl(out, member->type, limit);
    if (member->optional)
        wmem_strbuf_append_c(out, ')');
}

static void
append_hcl_object(wmem_strbuf_t *out, const tf_type *type, size_t limit)
{
    wmem_strbuf_append(out, "({");
    for (uint32_t i = 0; i < type->count && wmem_strbuf_get_len(out) < limit; i++) {
        wmem_strbuf_append(out, i ? ", " : " ");
        append_hcl_member(out, &type->members[i], limit);
    }
    wmem_strbuf_append(out, type->count ? " })" : "})");
}

static void
append_hcl_tuple(wmem_strbuf_t *out, const tf_type *type, size_t limit)
{
    wmem_strbuf_append(out, "([");
    for (uint32_t i = 0; i < type->count && wmem_strbuf_get_len(out) < limit; i++) {
        if (i)
            wmem_strbuf_append(out, ", ");
        append_hcl(out, type->elements[i], limit);
    }
    wmem_strbuf_append(out, "])");
}

/** @param limit length of @p out beyond which no more members are appended */
static void
append_hcl(wmem_strbuf_t *out, const tf_type *type, size_t limit)
{
    wmem_strbuf_append(out, hcl_names[type->kind]);
    if (type->kind == TF_TYPE_OBJECT) {
        append_hcl_object(out, type, limit);
    } else if (type->kind == TF_TYPE_TUPLE) {
        append_hcl_tuple(out, type, limit);
    } else if (type->element) {
        wmem_strbuf_append_c(out, '(');
        append_hcl(out, type->element, limit);
        wmem_strbuf_append_c(out, ')');
    }
}

void
tf_type_append(wmem_strbuf_t *out, const tf_type *type)
{
    append_hcl(out, type, SIZE_MAX);
}

void
tf_type_append_start(wmem_strbuf_t *out, const tf_type *type, size_t length)
{
    append_hcl(out, type, wmem_strbuf_get_len(out) + length);
}

/** The bytes at @p p that Go's JSON encoder escapes beyond what JSON asks for, so that the text can
 * stand in HTML and JavaScript. @return their number, or 0 */
static size_t
go_escape(const char *p, char escape[8])
{
    unsigned c = 0;
    if (*p == '<' || *p == '>' || *p == '&')
        c = (unsigned)*p;
    else if (strncmp(p, "\xE2\x80\xA8", 3) == 0 || strncmp(p, "\xE2\x80\xA9", 3) == 0)
        c = 0x2000 + (uint8_t)p[2] - 0x80;
    if (c)
        g_snprintf(escape, 8, "\\u%04x", c);
    return c == 0 ? 0 : c < 0x80 ? 1 : 3;
}

/** Appends a name as Go's JSON encoder writes it. */
static void
append_go_string(wmem_strbuf_t *out, const tf_member *member)
{
    wmem_strbuf_t *plain = wmem_strbuf_new(NULL, "");
    tf_append_json_string(plain, name_span(member));
    const char *p = wmem_strbuf_get_str(plain);
    while (*p) {
        char escape[8];
        size_t n = go_escape(p, escape);
        if (n)
            wmem_strbuf_append(out, escape);
        else
            wmem_strbuf_append_c(out, *p);
        p += n ? n : 1;
    }
    wmem_strbuf_destroy(plain);
}

static void
append_json_object(wmem_strbuf_t *out, const tf_type *type)
{
    wmem_strbuf_append_c(out, '{');
    for (uint32_t i = 0; i < type->count; i++) {
        if (i)
            wmem_strbuf_append_c(out, ',');
        append_go_string(out, &type->members[i]);
        wmem_strbuf_append_c(out, ':');
        tf_type_append_json(out, type->members[i].type);
    }
    wmem_strbuf_append_c(out, '}');
    const char *separator = ",[";
    for (uint32_t i = 0; i < type->count; i++) {
        if (!type->members[i].optional)
            continue;
        wmem_strbuf_append(out, separator);
        append_go_string(out, &type->members[i]);
        separator = ",";
    }
    if (separator[1] == '\0')
        wmem_strbuf_append_c(out, ']');
}

static void
append_json_tuple(wmem_strbuf_t *out, const tf_type *type)
{
    wmem_strbuf_append_c(out, '[');
    for (uint32_t i = 0; i < type->count; i++) {
        if (i)
            wmem_strbuf_append_c(out, ',');
        tf_type_append_json(out, type->elements[i]);
    }
    wmem_strbuf_append_c(out, ']');
}

void
tf_type_append_json(wmem_strbuf_t *out, const tf_type *type)
{
    if (type->kind == TF_TYPE_DYNAMIC) {
        wmem_strbuf_append(out, "\"dynamic\"");
        return;
    }
    bool simple =
        type->kind == TF_TYPE_STRING || type->kind == TF_TYPE_NUMBER || type->kind == TF_TYPE_BOOL;
    wmem_strbuf_append_printf(out, simple ? "\"%s\"" : "[\"%s\",", hcl_names[type->kind]);
    if (simple)
        return;
    if (type->kind == TF_TYPE_OBJECT)
        append_json_object(out, type);
    else if (type->kind == TF_TYPE_TUPLE)
        append_json_tuple(out, type);
    else
        tf_type_append_json(out, type->element);
    wmem_strbuf_append_c(out, ']');
}
