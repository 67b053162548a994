/* schema_json_test.c
 * Schema files: real ones are read and written again byte for byte; what is not of the format is
 * refused at the right place.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "codec/schema_json.h"

static wmem_allocator_t *pool;

static const uint8_t *
bytes(const char *text)
{
    return (const uint8_t *)text;
}

static char *
written(tf_schema_section section, const uint8_t *json, uint32_t length)
{
    wmem_strbuf_t *out = wmem_strbuf_new(pool, "");
    if (section == TF_SECTION_FUNCTION) {
        const tf_function *function = tf_schema_json_read_function(pool, json, length, NULL);
        g_assert_nonnull(function);
        tf_schema_json_append_function(out, function);
    } else {
        const tf_schema *schema = tf_schema_json_read(pool, json, length, NULL);
        g_assert_nonnull(schema);
        tf_schema_json_append(out, section, schema);
    }
    return wmem_strbuf_finalize(out);
}

/* --- Real files ------------------------------------------------------------------------------ */

typedef struct counts {
    unsigned sections[TF_SECTION_COUNT];
    bool opentofu; /**< of the file at hand */
} counts;

/** OpenTofu writes parameters in another order and empty descriptions too: what it wrote must then
 * be what we write of what we wrote. */
static void
check_written(char *text, tf_schema_section section, const char *expected, bool opentofu)
{
    if (opentofu && section == TF_SECTION_FUNCTION)
        g_assert_cmpstr(written(section, bytes(text), (uint32_t)strlen(text)), ==, text);
    else
        g_assert_cmpstr(text, ==, expected);
}

static void
check_piece(const char *provider, tf_schema_section section, const char *name, const uint8_t *json,
            uint32_t length, void *user)
{
    g_assert_nonnull(strchr(provider, '/'));
    g_assert_true((name[0] == '\0') == (section == TF_SECTION_PROVIDER));
    counts *seen = (counts *)user;
    seen->sections[section]++;
    char *expected = wmem_strndup(pool, (const char *)json, length);
    check_written(written(section, json, length), section, expected, seen->opentofu);
    wmem_free_all(pool);
}

static void
check_file(const char *path, counts *seen)
{
    gchar *data;
    gsize length;
    tf_schema_json_error error = {0, ""};
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    bool good = tf_schema_json_index(bytes(data), (uint32_t)length, check_piece, seen, &error);
    g_assert_cmpstr(error.message, ==, "");
    g_assert_true(good);
    g_free(data);
}

/** Every schema of every file beside the captures, which have all sections between them. */
static void
real_files(void)
{
    counts seen = {{0}, false};
    GDir *folder = g_dir_open(TEST_CAPTURES, 0, NULL);
    g_assert_nonnull(folder);
    for (const char *name; (name = g_dir_read_name(folder));) {
        if (!g_str_has_suffix(name, ".schema.json"))
            continue;
        char *path = g_build_filename(TEST_CAPTURES, name, NULL);
        seen.opentofu = g_str_has_prefix(name, "tofu");
        check_file(path, &seen);
        g_free(path);
    }
    g_dir_close(folder);
    for (int i = 0; i < TF_SECTION_COUNT; i++)
        if (i != TF_SECTION_STATE_STORE && i != TF_SECTION_IDENTITY)
            g_assert_cmpuint(seen.sections[i], >, 0);
}

/* --- Index ----------------------------------------------------------------------------------- */

static void
list_piece(const char *provider, tf_schema_section section, const char *name, const uint8_t *json,
           uint32_t length, void *user)
{
    g_string_append_printf((GString *)user, "%s %s %s %.*s\n", provider,
                           tf_schema_section_name(section), name, (int)length, (const char *)json);
}

static bool
index_text(const char *text, GString *pieces, tf_schema_json_error *error)
{
    size_t length = strlen(text);
    uint8_t *copy = (uint8_t *)g_memdup2(text, length ? length : 1);
    bool good = tf_schema_json_index(copy, (uint32_t)length, list_piece, pieces, error);
    g_free(copy);
    return good;
}

static void
finds_sections(void)
{
    GString *pieces = g_string_new("");
    g_assert_true(index_text(
        " { \"provider_schemas\" : { \"a/b\" : { \"provider\" : {\"version\":0} ,\n"
        "\"resource_schemas\":{\"x\\u0041\":{\"}\":[\"]\\\"\"]},\"y\":{}},\"new\":[1,{}]},"
        "\"c/d\":{\"functions\":{},\"data_source_schemas\":null}},\"format_version\":\"1.9\","
        "\"later\":-1.5e3}\n",
        pieces, NULL));
    g_assert_cmpstr(pieces->str, ==,
                    "a/b provider  {\"version\":0}\n"
                    "a/b resource_schemas xA {\"}\":[\"]\\\"\"]}\n"
                    "a/b resource_schemas y {}\n");
    g_string_free(pieces, TRUE);
}

typedef struct refusal {
    const char *text;
    uint32_t offset;
    const char *message;
} refusal;

static void
refuses(void)
{
    static const refusal cases[] = {
        {"", 0, "expected an object"},
        {"[]", 0, "expected an object"},
        {"{}", 2, "no format_version: not the output of `providers schema -json`"},
        {"{\"format_version\":\"2.0\"}", 23, "only format_version 1.x is known"},
        {"{\"format_version\":\"10.0\"}", 24, "only format_version 1.x is known"},
        {"{\"format_version\":1}", 18, "expected a string"},
        {"{\"format_version\":\"1.0\"", 23, "expected `,` or `}`"},
        {"{\"format_version\":\"1.0\"} x", 25, "unexpected data behind the JSON object"},
        {"{\"format_version\" \"1.0\"}", 18, "expected `:`"},
        {"{\"a\":}", 5, "expected a value"},
        {"{\"a\":[1,{}", 10, "the file ends inside a value"},
        {"{\"a\":\"b", 7, "the file ends inside a string"},
        {"{\"provider_schemas\":[]}", 20, "expected an object"},
        {"{\"provider_schemas\":{\"p\":{\"functions\":{\"f\":[}}}}", 48, "expected `,` or `}`"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        GString *pieces = g_string_new("");
        tf_schema_json_error error = {0, ""};
        g_assert_false(index_text(cases[i].text, pieces, &error));
        g_assert_cmpstr(error.message, ==, cases[i].message);
        g_assert_cmpuint(error.offset, ==, cases[i].offset);
        g_string_free(pieces, TRUE);
    }
}

/** Every beginning of a file is refused, wherever it breaks off. */
static void
truncation(void)
{
    static const char text[] =
        "{\"format_version\":\"1.0\",\"provider_schemas\":{\"p\":{\"provider\":"
        "{\"version\":1,\"block\":{\"attributes\":{\"a\":{\"type\":[\"list\","
        "\"string\"]}}}}}}}";
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        GString *pieces = g_string_new("");
        char *part = g_strndup(text, i);
        g_assert_false(index_text(part, pieces, NULL));
        tf_schema_json_read(pool, bytes(part), (uint32_t)i, NULL);
        g_free(part);
        g_string_free(pieces, TRUE);
    }
    wmem_free_all(pool);
}

static void
deep_input(void)
{
    const uint32_t n = 1000000;
    char *text = (char *)g_malloc(n + 6);
    memcpy(text, "{\"a\":", 5);
    memset(text + 5, '[', n);
    text[n + 5] = '\0';
    tf_schema_json_error error = {0, ""};
    g_assert_false(tf_schema_json_index(bytes(text), n + 5, list_piece, NULL, &error));
    g_assert_cmpstr(error.message, ==, "the file ends inside a value");
    g_assert_null(tf_schema_json_read(pool, bytes(text), n + 5, &error));
    g_free(text);
    wmem_free_all(pool);
}

static void
read_piece(const char *provider G_GNUC_UNUSED, tf_schema_section section,
           const char *name G_GNUC_UNUSED, const uint8_t *json, uint32_t length, void *user)
{
    (*(unsigned *)user)++;
    if (section == TF_SECTION_FUNCTION)
        tf_schema_json_read_function(pool, json, length, NULL);
    else
        tf_schema_json_read(pool, json, length, NULL);
}

/** A real file with bytes changed at random: it must be read or refused, not more. */
static void
mutations(void)
{
    gchar *data;
    gsize length;
    unsigned pieces = 0;
    char *path = g_build_filename(TEST_CAPTURES, "terraform_legacy.schema.json", NULL);
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    for (unsigned i = 0; i < 500; i++) {
        uint8_t *copy = (uint8_t *)g_memdup2(data, length);
        for (int n = g_test_rand_int_range(1, 5); n > 0; n--)
            copy[g_test_rand_int_range(0, (gint32)length)] =
                (uint8_t) "{}[]\",:\\0ux \xFF"[g_test_rand_int_range(0, 14)];
        tf_schema_json_index(copy, (uint32_t)length, read_piece, &pieces, NULL);
        g_free(copy);
        wmem_free_all(pool);
    }
    g_assert_cmpuint(pieces, >, 500);
    g_free(data);
    g_free(path);
}

/* --- Schemas --------------------------------------------------------------------------------- */

static const tf_schema *
schema_of(const char *text)
{
    tf_schema_json_error error = {0, ""};
    const tf_schema *schema =
        tf_schema_json_read(pool, bytes(text), (uint32_t)strlen(text), &error);
    g_assert_cmpstr(error.message, ==, "");
    g_assert_nonnull(schema);
    return schema;
}

static void
lenient(void)
{
    const tf_schema *schema =
        schema_of("{\"new\":{\"a\":[1]},\"version\":\"one\",\"block\":{\"attributes\":{"
                  "\"a\":{\"type\":\"wrong\",\"computed\":1,\"sensitive\":true},\"b\":null,\"c\":{"
                  "\"nested_type\":"
                  "{\"nesting_mode\":\"map\",\"attributes\":{\"d\":{\"type\":\"bool\"}}}}},"
                  "\"block_types\":{\"e\":{\"nesting_mode\":\"sideways\"},\"f\":{\"nesting_mode\":"
                  "\"group\"}}}}");
    wmem_strbuf_t *out = wmem_strbuf_new(pool, "");
    g_assert_cmpint(schema->version, ==, 0);
    g_assert_cmpuint(schema->block->n_attributes, ==, 3);
    g_assert_true(schema->block->attributes[0].bad_type);
    g_assert_false(schema->block->attributes[0].computed);
    g_assert_true(schema->block->attributes[0].sensitive);
    tf_type_append(out, schema->block->type);
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==,
                    "object({ a = any, b = any, c = map(object({ d = bool })), f = object({}) })");
    wmem_free_all(pool);
}

static void
no_block(void)
{
    g_assert_cmpuint(schema_of("{}")->block->type->count, ==, 0);
    g_assert_cmpuint(schema_of("{\"block\":[]}")->block->type->count, ==, 0);
    wmem_free_all(pool);
}

static void
identity(void)
{
    static const char text[] =
        "{\"version\":7,\"attributes\":{\"id\":{\"type\":\"string\",\"description\":\"d\","
        "\"required_for_import\":true},\"n\":{\"type\":\"number\",\"optional_for_import\":true}}}";
    const tf_schema *schema = schema_of(text);
    g_assert_cmpint(schema->version, ==, 7);
    g_assert_true(schema->block->attributes[0].required_for_import);
    g_assert_cmpstr(written(TF_SECTION_IDENTITY, bytes(text), sizeof text - 1), ==, text);
    wmem_free_all(pool);
}

static void
texts(void)
{
    wmem_strbuf_t *out = wmem_strbuf_new(pool, "");
    tf_schema_json_append_text(out, "<a&b>\n\"\\\xC3\xA9\xE2\x80\xA8\xE2\x80\xA9\xE2\x82\xAC");
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==,
                    "\"\\u003ca\\u0026b\\u003e\\n\\\"\\\\\xC3\xA9\\u2028\\u2029\xE2\x82\xAC\"");
    wmem_free_all(pool);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    g_test_add_func("/schema_json/real_files", real_files);
    g_test_add_func("/schema_json/finds_sections", finds_sections);
    g_test_add_func("/schema_json/refuses", refuses);
    g_test_add_func("/schema_json/truncation", truncation);
    g_test_add_func("/schema_json/deep_input", deep_input);
    g_test_add_func("/schema_json/mutations", mutations);
    g_test_add_func("/schema_json/lenient", lenient);
    g_test_add_func("/schema_json/no_block", no_block);
    g_test_add_func("/schema_json/identity", identity);
    g_test_add_func("/schema_json/texts", texts);
    int result = g_test_run();
    wmem_destroy_allocator(pool);
    return result;
}
