/* schema_json_write.c
 * Schemas and functions in the form of a schema file: properties in the order of cores' own code,
 * names sorted bytewise, what is empty or false left out.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_json.h"
#include "text.h"

/* --- Pieces ---------------------------------------------------------------------------------- */

void
tf_schema_json_append_text(wmem_strbuf_t *out, const char *text)
{
    size_t begin = wmem_strbuf_get_len(out);
    tf_append_json_string(out, (tf_span){text, (uint32_t)strlen(text)});
    if (!strpbrk(wmem_strbuf_get_str(out) + begin, "<>&\xE2"))
        return;
    char *plain = g_strdup(wmem_strbuf_get_str(out) + begin);
    wmem_strbuf_truncate(out, begin);
    for (const char *p = plain; *p; p++) {
        if (*p == '<' || *p == '>' || *p == '&') {
            wmem_strbuf_append_printf(out, "\\u%04x", *p);
        } else if (g_str_has_prefix(p, "\xE2\x80\xA8") || g_str_has_prefix(p, "\xE2\x80\xA9")) {
            wmem_strbuf_append_printf(out, "\\u20%02x", (unsigned char)p[2] - 0x80);
            p += 2;
        } else {
            wmem_strbuf_append_c(out, *p);
        }
    }
    g_free(plain);
}

/** Appends `"name":`, with the comma before it that anything but the first needs. */
static void
append_name(wmem_strbuf_t *out, const char *name)
{
    const char *text = wmem_strbuf_get_str(out);
    if (text[wmem_strbuf_get_len(out) - 1] != '{')
        wmem_strbuf_append_c(out, ',');
    tf_schema_json_append_text(out, name);
    wmem_strbuf_append_c(out, ':');
}

static void
append_optional_text(wmem_strbuf_t *out, const char *name, const char *text)
{
    if (!text)
        return;
    append_name(out, name);
    tf_schema_json_append_text(out, text);
}

static void
append_flag(wmem_strbuf_t *out, const char *name, bool set)
{
    if (!set)
        return;
    append_name(out, name);
    wmem_strbuf_append(out, "true");
}

static void
append_integer(wmem_strbuf_t *out, const char *name, int64_t value)
{
    append_name(out, name);
    wmem_strbuf_append_printf(out, "%" PRId64, value);
}

static void
append_optional_integer(wmem_strbuf_t *out, const char *name, int64_t value)
{
    if (value)
        append_integer(out, name, value);
}

static void
append_kind(wmem_strbuf_t *out, bool markdown)
{
    append_name(out, "description_kind");
    wmem_strbuf_append(out, markdown ? "\"markdown\"" : "\"plain\"");
}

static void
append_type(wmem_strbuf_t *out, const char *name, const tf_type *type)
{
    append_name(out, name);
    tf_type_append_json(out, type);
}

static void
append_nesting(wmem_strbuf_t *out, tf_nesting nesting)
{
    static const char *const names[] = {"invalid", "single", "list", "set", "map", "group"};
    append_optional_text(out, "nesting_mode",
                         names[nesting < G_N_ELEMENTS(names) ? nesting : TF_NESTING_INVALID]);
}

/* --- Maps by name ---------------------------------------------------------------------------- */

typedef struct named {
    const char *name;
    const void *item;
} named;

static int
compare_named(const void *a, const void *b)
{
    const named *left = (const named *)a, *right = (const named *)b;
    int order = strcmp(left->name, right->name);
    if (order)
        return order;
    return left->item < right->item ? -1 : left->item > right->item;
}

/** Appends a list of items as a map by name, sorted; of two with one name the last counts. */
static void
append_map(wmem_strbuf_t *out, const char *name, named *items, uint32_t count,
           void (*append)(wmem_strbuf_t *out, const void *item))
{
    if (count == 0)
        return;
    append_name(out, name);
    qsort(items, count, sizeof *items, compare_named);
    wmem_strbuf_append_c(out, '{');
    for (uint32_t i = 0; i < count; i++) {
        if (i + 1 < count && strcmp(items[i].name, items[i + 1].name) == 0)
            continue;
        append_name(out, items[i].name);
        append(out, items[i].item);
    }
    wmem_strbuf_append_c(out, '}');
}

static void
append_attributes(wmem_strbuf_t *out, const tf_attribute *attributes, uint32_t count,
                  void (*append)(wmem_strbuf_t *out, const void *item))
{
    named *items = g_new(named, count);
    for (uint32_t i = 0; i < count; i++)
        items[i] = (named){attributes[i].name, &attributes[i]};
    append_map(out, "attributes", items, count, append);
    g_free(items);
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static void append_attribute(wmem_strbuf_t *out, const void *item);

static void
append_nested_type(wmem_strbuf_t *out, const tf_nested_type *nested)
{
    append_name(out, "nested_type");
    wmem_strbuf_append_c(out, '{');
    append_attributes(out, nested->attributes, nested->n_attributes, append_attribute);
    append_nesting(out, nested->nesting);
    wmem_strbuf_append_c(out, '}');
}

static void
append_attribute(wmem_strbuf_t *out, const void *item)
{
    const tf_attribute *attribute = (const tf_attribute *)item;
    wmem_strbuf_append_c(out, '{');
    if (attribute->nested)
        append_nested_type(out, attribute->nested);
    else if (!attribute->bad_type)
        append_type(out, "type", attribute->type);
    append_optional_text(out, "description", attribute->description);
    append_kind(out, attribute->markdown);
    append_flag(out, "deprecated", attribute->deprecated);
    append_optional_text(out, "deprecation_message", attribute->deprecation_message);
    append_flag(out, "required", attribute->required);
    append_flag(out, "optional", attribute->optional);
    append_flag(out, "computed", attribute->computed);
    append_flag(out, "sensitive", attribute->sensitive);
    append_flag(out, "write_only", attribute->write_only);
    wmem_strbuf_append_c(out, '}');
}

static void append_block(wmem_strbuf_t *out, const tf_block *block);

static void
append_block_type(wmem_strbuf_t *out, const void *item)
{
    const tf_block_type *block_type = (const tf_block_type *)item;
    wmem_strbuf_append_c(out, '{');
    append_nesting(out, block_type->nesting);
    append_block(out, block_type->block);
    append_optional_integer(out, "min_items", block_type->min_items);
    append_optional_integer(out, "max_items", block_type->max_items);
    wmem_strbuf_append_c(out, '}');
}

static void
append_block_types(wmem_strbuf_t *out, const tf_block *block)
{
    named *items = g_new(named, block->n_block_types);
    for (uint32_t i = 0; i < block->n_block_types; i++)
        items[i] = (named){block->block_types[i].name, &block->block_types[i]};
    append_map(out, "block_types", items, block->n_block_types, append_block_type);
    g_free(items);
}

static void
append_block(wmem_strbuf_t *out, const tf_block *block)
{
    append_name(out, "block");
    wmem_strbuf_append_c(out, '{');
    append_attributes(out, block->attributes, block->n_attributes, append_attribute);
    append_block_types(out, block);
    append_optional_text(out, "description", block->description);
    append_kind(out, block->markdown);
    append_flag(out, "deprecated", block->deprecated);
    append_optional_text(out, "deprecation_message", block->deprecation_message);
    wmem_strbuf_append_c(out, '}');
}

static void
append_identity_attribute(wmem_strbuf_t *out, const void *item)
{
    const tf_attribute *attribute = (const tf_attribute *)item;
    wmem_strbuf_append_c(out, '{');
    if (!attribute->bad_type)
        append_type(out, "type", attribute->type);
    append_optional_text(out, "description", attribute->description);
    append_flag(out, "required_for_import", attribute->required_for_import);
    append_flag(out, "optional_for_import", attribute->optional_for_import);
    wmem_strbuf_append_c(out, '}');
}

void
tf_schema_json_append(wmem_strbuf_t *out, tf_schema_section section, const tf_schema *schema)
{
    const tf_block *block = schema->block;
    wmem_strbuf_append_c(out, '{');
    if (section != TF_SECTION_ACTION)
        append_integer(out, "version", schema->version);
    if (section == TF_SECTION_IDENTITY)
        append_attributes(out, block->attributes, block->n_attributes, append_identity_attribute);
    else
        append_block(out, block);
    wmem_strbuf_append_c(out, '}');
}

/* --- Functions ------------------------------------------------------------------------------- */

static void
append_parameter(wmem_strbuf_t *out, const tf_parameter *parameter)
{
    wmem_strbuf_append_c(out, '{');
    append_optional_text(out, "name", parameter->name[0] ? parameter->name : NULL);
    append_optional_text(out, "description", parameter->description);
    append_flag(out, "is_nullable", parameter->allow_null_value);
    append_type(out, "type", parameter->type);
    wmem_strbuf_append_c(out, '}');
}

static void
append_parameters(wmem_strbuf_t *out, const tf_function *function)
{
    if (function->n_parameters == 0)
        return;
    append_name(out, "parameters");
    wmem_strbuf_append_c(out, '[');
    for (uint32_t i = 0; i < function->n_parameters; i++) {
        if (i)
            wmem_strbuf_append_c(out, ',');
        append_parameter(out, &function->parameters[i]);
    }
    wmem_strbuf_append_c(out, ']');
}

void
tf_schema_json_append_function(wmem_strbuf_t *out, const tf_function *function)
{
    wmem_strbuf_append_c(out, '{');
    append_optional_text(out, "description", function->description);
    append_optional_text(out, "summary", function->summary);
    append_optional_text(out, "deprecation_message", function->deprecation_message);
    append_type(out, "return_type", function->return_type);
    append_parameters(out, function);
    if (function->variadic) {
        append_name(out, "variadic_parameter");
        append_parameter(out, function->variadic);
    }
    wmem_strbuf_append_c(out, '}');
}
