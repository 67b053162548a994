/* broken_test.c
 * Input that cannot be read: cut off, too deep, with counts that nothing follows.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static void
malformed(void)
{
    static const test_case cases[] = {
        {"", NULL, "= (0 bytes)", "malformed 0+0"},
        {"", "\"string\"", "= (0 bytes)", "malformed 0+0"},
        {"c1", NULL, "= (1 bytes)", "malformed 0+1"},
        {"82 a1'a' 01 a1'b' c1 02", NULL, "a = 1\nb = (2 bytes)", "malformed 6+2"},
        {"93 01 c1 02", "[\"list\",\"number\"]", "[0] = 1\n[1] = (2 bytes)", "malformed 2+2"},
        {"82 a1'a' 01 c1 c1", NULL, "a = 1\n[\"\"] = (2 bytes)", "malformed 4+2"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
truncated(void)
{
    static const char object[] = "[\"object\",{\"a\":\"number\",\"b\":[\"list\",\"number\"]}]";
    static const test_case cases[] = {
        {"a3'ab'", "\"string\"", "= (3 bytes)", "truncated 0+3"},
        {"d9", NULL, "= (1 bytes)", "truncated 0+1"},
        {"da00", NULL, "= (2 bytes)", "truncated 0+2"},
        {"cb3ff00000", NULL, "= (5 bytes)", "truncated 0+5"},
        {"93", NULL, "= []", "truncated 1+0"},
        {"dc00", NULL, "= (2 bytes)", "truncated 0+2"},
        {"93 01", NULL, "[0] = 1", "truncated 2+0"},
        {"82 a1'a' 01 a1'b' 93 01", object, "a = 1\nb[0] = 1", "truncated 8+0"},
        {"82 a1'a' 01 a1'b' 93 01 cd00", object, "a = 1\nb[0] = 1\nb[1] = (2 bytes)",
         "truncated 8+2"},
        {"82 a1'a' 01 a1'b'", object, "a = 1\nb = (0 bytes)", "truncated 6+0"},
        {"82 a1'a' 01 a1", object, "a = 1\n[\"\"] = (1 bytes)", "truncated 4+1"},
        /* A key that is cut off inside. */
        {"82 a1'a' 01 92 05", NULL, "a = 1\n[\"\"] = (0 bytes)", "bad-key 4+0\ntruncated 6+0"},
        /* What is missing at the end is not missing from the object. */
        {"82 a1'a' 01", object, "a = 1", "truncated 4+0"},
        /* Dynamic values. */
        {"92", "\"dynamic\"", "= []", "truncated 1+0"},
        {"92 c408'\"num'", "\"dynamic\"", "[0] = (6 bytes)", "truncated 1+6"},
        {"92 c408'\"number\"'", "\"dynamic\"", "= (0 bytes)", "truncated 11+0"},
        {"92 c408'\"number\"' cd", "\"dynamic\"", "= (1 bytes)", "truncated 11+1"},
        /* Extensions. */
        {"d4", NULL, "= (1 bytes)", "truncated 0+1"},
        {"c7030c8101", "\"string\"", "= (5 bytes)", "truncated 0+5"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** A count is only what somebody says. */
static void
declared_counts(void)
{
    static const test_case cases[] = {
        {"ddffffffff", NULL, "= []", "truncated 5+0"},
        {"ddffffffff 01", "[\"list\",\"number\"]", "[0] = 1", "truncated 6+0"},
        {"dfffffffff", NULL, "= {}", "truncated 5+0"},
        {"dfffffffff a1'a' 01", "[\"object\",{\"a\":\"number\",\"b\":\"number\"}]", "a = 1",
         "truncated 8+0"},
        {"ddffffffff ddffffffff dfffffffff a1'a' ddffffffff 01", NULL, "[0][0].a[0] = 1",
         "truncated 23+0"},
        {"dbffffffff'abc'", NULL, "= (8 bytes)", "truncated 0+8"},
        {"c6ffffffff", "\"string\"", "= (5 bytes)", "truncated 0+5"},
        /* With the type code this is 2^32 bytes, which 32 bits count as none. */
        {"c9ffffffff", NULL, "= (5 bytes)", "truncated 0+5"},
        {"c9ffffffff0c", "\"string\"", "= (6 bytes)", "truncated 0+6"},
        {"93 01 c9ffffffff0c 8101c2 c0", NULL, "[0] = 1\n[1] = (10 bytes)", "truncated 2+10"},
        {"c9fffffffe0c8101c2", "\"string\"", "= (9 bytes)", "truncated 0+9"},
        {"c7070c dfffffffff 01c2", "[\"list\",\"string\"]", "= (unknown: not null)",
         "bad-refinement 0+10"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** Arrays, so many inside each other, the innermost empty. */
static decoded *
arrays(unsigned levels, const tf_type *type)
{
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_set_size(bytes, levels);
    memset(bytes->data, 0x91, levels);
    bytes->data[levels - 1] = 0x90;
    decoded *d = test_decode(bytes->data, levels, type);
    g_byte_array_free(bytes, TRUE);
    return d;
}

static void
depth(void)
{
    decoded *d = arrays(511, NULL);
    assert_problems(d, "");
    g_assert_cmpuint(d->result->n_values, ==, 511);
    d = arrays(512, NULL);
    assert_problems(d, "");
    g_assert_cmpuint(d->result->n_values, ==, 512);
    d = arrays(513, NULL);
    assert_problems(d, "too-deep 512+1");
    g_assert_cmpuint(d->result->n_values, ==, 513);
    g_assert_cmpint(d->result->problems[0].where->kind, ==, TF_VALUE_BYTES);
    test_release();
    d = arrays(1000000, NULL);
    assert_problems(d, "too-deep 512+999488");
    g_assert_cmpuint(d->result->n_values, ==, 513);
    test_release();
}

/** Depth counts containers: a scalar in the 512th is one level no more. */
static void
depth_of_maps(void)
{
    GByteArray *bytes = g_byte_array_new();
    for (int i = 0; i < 512; i++)
        g_byte_array_append(bytes, (const guint8 *)"\x81\xa1k", 3);
    g_byte_array_append(bytes, (const guint8 *)"\x01", 1);
    assert_problems(test_decode(bytes->data, bytes->len, NULL), "");
    g_byte_array_prepend(bytes, (const guint8 *)"\x92\x05", 2);
    decoded *d = test_decode(bytes->data, bytes->len, NULL);
    assert_problems(d, "too-deep 1535+4");
    g_assert_cmpint(test_find(d->result, "[0]")->number.i, ==, 5);
    g_byte_array_free(bytes, TRUE);
    test_release();
}

/** Pairs in pairs: the type of each is dynamic. */
static void
depth_of_dynamic(void)
{
    GByteArray *bytes = g_byte_array_new();
    for (int i = 0; i < 512; i++)
        g_byte_array_append(bytes, (const guint8 *)"\x92\xc4\x09\"dynamic\"", 12);
    g_byte_array_append(bytes, (const guint8 *)"\xc0", 1);
    decoded *d = test_decode(bytes->data, bytes->len, &tf_type_dynamic);
    assert_problems(d, "");
    assert_lines(d, "= null");
    assert_place(d->result->root, 0, 0, 512 * 12 + 1);
    g_byte_array_free(bytes, TRUE);
    test_release();
}

static void
keys_too_deep(void)
{
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)"\x82\xa1k\x01", 4);
    for (int i = 0; i < 600; i++)
        g_byte_array_append(bytes, (const guint8 *)"\x91", 1);
    decoded *d = test_decode(bytes->data, bytes->len, NULL);
    assert_lines(d, "k = 1\n[\"\"] = (89 bytes)");
    assert_problems(d, "bad-key 4+0\ntoo-deep 515+89");
    g_byte_array_free(bytes, TRUE);
    test_release();
}

/** Values as providers have them. */
static const struct {
    const char *bytes, *type;
} real_values[] = {
    {"86 a2'id' d40000 a6'length' 10 a6'result' c7030c8101c2 a7'special' c3"
     "a4'tags' 82 a4'Name' a3'web' a3'env' a4'prod' a6'weight' cb3fe0000000000000",
     "[\"object\",{\"id\":\"string\",\"length\":\"number\",\"result\":\"string\","
     "\"special\":\"bool\",\"tags\":[\"map\",\"string\"],\"weight\":\"number\"}]"},
    {"83 a3'any' 92 c412'[\"list\",\"dynamic\"]' 92 92 c408'\"number\"' cd012c 92 c408'\"string\"' "
     "c0"
     "a7'ingress' 92 82 a4'cidr' 91 ab'10.0.0.0/16' a4'port' cd1f90 82 a4'cidr' c0 a4'port' d40000"
     "a5'tuple' 93 c2 a3'1e3' c70d0c82039200c30492a431302e31c2",
     "[\"object\",{\"any\":\"dynamic\",\"ingress\":[\"set\",[\"object\",{\"cidr\":[\"list\","
     "\"string\"],\"port\":\"number\"}]],\"tuple\":[\"tuple\",[\"bool\",\"number\",\"number\"]]}]"},
    {"de0002 d904'blob' db0000000a'0123456789' da0005'count' dd00000003 ce00010000 "
     "d3fffffffffffffff0"
     "ca3fc00000",
     "[\"object\",{\"blob\":\"string\",\"count\":[\"list\",\"number\"]}]"},
};

/** Every prefix of a value ends in a tree, one error and no read beyond the block. */
static void
prefixes(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(real_values); i++) {
        uint32_t length;
        uint8_t *bytes = test_bytes(real_values[i].bytes, &length);
        for (uint32_t n = 0; n < length; n++) {
            decoded *d = test_decode(bytes, n, test_type(real_values[i].type));
            g_assert_cmpuint(d->result->n_problems, ==, 1);
            g_assert_cmpint(d->result->problems[0].code, ==,
                            n ? TF_PROBLEM_TRUNCATED : TF_PROBLEM_MALFORMED);
            d = test_decode(bytes, n, NULL);
            g_assert_cmpuint(d->result->n_problems, ==, 1);
            test_release();
        }
        decoded *d = test_decode(bytes, length, test_type(real_values[i].type));
        assert_problems(d, "");
        g_free(bytes);
        test_release();
    }
}

/** A prefix shows what the whole shows, up to where it ends. */
static void
prefixes_agree(void)
{
    uint32_t length;
    uint8_t *bytes = test_bytes(real_values[0].bytes, &length);
    const tf_type *type = test_type(real_values[0].type);
    char *whole = test_lines(test_decode(bytes, length, type)->result);
    g_assert_cmpstr(whole, ==,
                    "id = (unknown)\nlength = 16\nresult = (unknown: not null)\nspecial = true\n"
                    "tags[\"Name\"] = \"web\"\ntags[\"env\"] = \"prod\"\nweight = 0.5");
    for (uint32_t n = 7; n < length; n++) {
        const tf_decoded *part = test_decode(bytes, n, type)->result;
        const tf_value *where = part->problems[0].where;
        char *lines = test_lines(part);
        if (where->kind == TF_VALUE_BYTES || tf_value_is_leaf(where)) {
            char *last = strrchr(lines, '\n');
            if (last)
                *last = '\0';
            else
                *lines = '\0';
        }
        g_assert_true(g_str_has_prefix(whole, lines));
        g_free(lines);
    }
    g_free(whole);
    g_free(bytes);
    test_release();
}

/** Bytes changed at random: any tree will do, as long as there is one. */
static void
mutations(void)
{
    GRand *random = g_rand_new_with_seed(20261121);
    for (int round = 0; round < 30000; round++) {
        size_t i = (size_t)round % G_N_ELEMENTS(real_values);
        uint32_t length;
        uint8_t *bytes = test_bytes(real_values[i].bytes, &length);
        for (int changes = g_rand_int_range(random, 1, 4); changes > 0; changes--)
            bytes[g_rand_int_range(random, 0, (gint32)length)] =
                (uint8_t)g_rand_int_range(random, 0, 256);
        const tf_type *type = round & 1 ? NULL : test_type(real_values[i].type);
        g_free(test_lines(test_decode(bytes, length, type)->result));
        g_free(bytes);
        test_release();
    }
    g_rand_free(random);
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/broken/malformed", malformed);
    g_test_add_func("/broken/truncated", truncated);
    g_test_add_func("/broken/declared_counts", declared_counts);
    g_test_add_func("/broken/depth", depth);
    g_test_add_func("/broken/depth_of_maps", depth_of_maps);
    g_test_add_func("/broken/depth_of_dynamic", depth_of_dynamic);
    g_test_add_func("/broken/keys_too_deep", keys_too_deep);
    g_test_add_func("/broken/prefixes", prefixes);
    g_test_add_func("/broken/prefixes_agree", prefixes_agree);
    g_test_add_func("/broken/mutations", mutations);
    return g_test_run();
}
