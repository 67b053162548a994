/* schema_json_index.c
 * Where the schemas of a schema file are. The file is not made into tokens as a whole: they would
 * take several times its size.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json.h"
#include "schema_json.h"
#include "text.h"

static const char *const section_names[TF_SECTION_COUNT] = {
    [TF_SECTION_PROVIDER] = "provider",
    [TF_SECTION_RESOURCE] = "resource_schemas",
    [TF_SECTION_DATA_SOURCE] = "data_source_schemas",
    [TF_SECTION_EPHEMERAL] = "ephemeral_resource_schemas",
    [TF_SECTION_LIST] = "list_resource_schemas",
    [TF_SECTION_FUNCTION] = "functions",
    [TF_SECTION_IDENTITY] = "resource_identity_schemas",
    [TF_SECTION_ACTION] = "action_schemas",
    [TF_SECTION_STATE_STORE] = "state_store_schemas",
};

const char *
tf_schema_section_name(tf_schema_section section)
{
    return section_names[section];
}

/** A walk over the file. The first failure ends it. */
typedef struct index {
    const uint8_t *data;
    uint32_t at, length;
    tf_schema_json_found found;
    void *user;
    const char *provider;
    tf_schema_section section;
    bool has_version;
    tf_schema_json_error error;
} index_t;

/** Called for each member of an object, standing at its value; must pass over it. */
typedef bool (*member_func)(index_t *index, const char *name);

static bool
fail(index_t *index, const char *message)
{
    index->error = (tf_schema_json_error){.offset = index->at, .message = message};
    return false;
}

static bool
is_space(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/** Can a number, true, false or null have this byte? */
static bool
is_word(uint8_t c)
{
    return g_ascii_isalnum(c) || c == '+' || c == '-' || c == '.';
}

/** The next byte that is no white space; 0 at the end. */
static uint8_t
peek(index_t *index)
{
    while (index->at < index->length && is_space(index->data[index->at]))
        index->at++;
    return index->at < index->length ? index->data[index->at] : 0;
}

static bool
skip_string(index_t *index)
{
    tf_json_string string = tf_json_string_scan(index->data, index->length, index->at);
    if (!string.closed) {
        index->at = string.end;
        return fail(index, string.message ? string.message : "the file ends inside a string");
    }
    index->at = string.end;
    return true;
}

/** Passes over an object or array. */
static bool
skip_container(index_t *index)
{
    uint64_t depth = 0;
    do {
        if (index->at >= index->length)
            return fail(index, "the file ends inside a value");
        uint8_t c = index->data[index->at];
        if (c == '"') {
            if (!skip_string(index))
                return false;
            continue;
        }
        if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        index->at++;
    } while (depth);
    return true;
}

static bool
skip_value(index_t *index)
{
    uint8_t c = peek(index);
    if (c == '{' || c == '[')
        return skip_container(index);
    if (c == '"')
        return skip_string(index);
    uint32_t begin = index->at;
    while (index->at < index->length && is_word(index->data[index->at]))
        index->at++;
    return index->at > begin || fail(index, "expected a value");
}

/** Reads a string as valid UTF-8 in @p pool. @return NULL if there is none */
static const char *
read_string(index_t *index, wmem_allocator_t *pool)
{
    if (peek(index) != '"') {
        fail(index, "expected a string");
        return NULL;
    }
    uint32_t begin = index->at + 1;
    if (!skip_string(index))
        return NULL;
    tf_span raw = {(const char *)index->data + begin, index->at - begin - 1};
    return tf_text_copy(pool, tf_json_string_decode(pool, raw));
}

static bool
walk_member(index_t *index, wmem_allocator_t *pool, member_func func)
{
    const char *name = read_string(index, pool);
    if (!name)
        return false;
    if (peek(index) != ':')
        return fail(index, "expected `:`");
    index->at++;
    peek(index);
    return func(index, name);
}

static bool
walk_object(index_t *index, member_func func)
{
    if (peek(index) != '{')
        return fail(index, "expected an object");
    index->at++;
    if (peek(index) == '}') {
        index->at++;
        return true;
    }
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    bool good;
    uint8_t c;
    do {
        good = walk_member(index, pool, func);
        c = good ? peek(index) : 0;
        index->at += c == ',' || c == '}';
    } while (c == ',');
    wmem_destroy_allocator(pool);
    return c == '}' || (good && fail(index, "expected `,` or `}`"));
}

static bool
report(index_t *index, const char *name)
{
    uint32_t begin = index->at;
    if (!skip_value(index))
        return false;
    index->found(index->provider, index->section, name, index->data + begin, index->at - begin,
                 index->user);
    return true;
}

static bool
see_section(index_t *index, const char *name)
{
    for (int i = 0; i < TF_SECTION_COUNT; i++) {
        if (strcmp(name, section_names[i]) != 0)
            continue;
        index->section = (tf_schema_section)i;
        if (peek(index) == 'n')
            break;
        return i == TF_SECTION_PROVIDER ? report(index, "") : walk_object(index, report);
    }
    return skip_value(index);
}

static bool
see_provider(index_t *index, const char *name)
{
    index->provider = name;
    return walk_object(index, see_section);
}

/** 1.0, and whatever 1.x adds: it may not change what is there. */
static bool
see_format_version(index_t *index)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    const char *version = read_string(index, pool);
    index->has_version = version && (strcmp(version, "1") == 0 || g_str_has_prefix(version, "1."));
    bool good = !version || index->has_version || fail(index, "only format_version 1.x is known");
    wmem_destroy_allocator(pool);
    return good && version;
}

static bool
see_top(index_t *index, const char *name)
{
    if (strcmp(name, "format_version") == 0)
        return see_format_version(index);
    if (strcmp(name, "provider_schemas") == 0 && peek(index) != 'n')
        return walk_object(index, see_provider);
    return skip_value(index);
}

bool
tf_schema_json_index(const uint8_t *data, uint32_t length, tf_schema_json_found found, void *user,
                     tf_schema_json_error *error)
{
    index_t index = {.data = data, .length = length, .found = found, .user = user};
    bool good = walk_object(&index, see_top);
    if (good && peek(&index) != 0)
        good = fail(&index, "unexpected data behind the JSON object");
    if (good && !index.has_version)
        good = fail(&index, "no format_version: not the output of `providers schema -json`");
    if (!good && error)
        *error = index.error;
    return good;
}
