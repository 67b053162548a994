/* refinement_test.c
 * Unknown values: every extension is one; code 12 may say more.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static void
unrefined(void)
{
    static const test_case cases[] = {
        {"d40000", "\"string\"", "= (unknown)", NULL},
        {"d40000", "[\"object\",{\"a\":\"string\"}]", "= (unknown)", NULL},
        /* Up to one byte of payload any type code will do, also 12. */
        {"c70000", "\"string\"", "= (unknown)", NULL},
        {"c70005", "\"string\"", "= (unknown)", NULL},
        {"c7000c", "\"string\"", "= (unknown)", NULL},
        {"c7010c 80", "\"string\"", "= (unknown)", NULL},
        {"d40c 80", "\"string\"", "= (unknown)", NULL},
        {"d47f 00", "\"string\"", "= (unknown)", NULL},
        {"d4ff 00", "\"string\"", "= (unknown)", NULL},
        {"c8000000", "\"number\"", "= (unknown)", NULL},
        {"c900000000 00", "\"number\"", "= (unknown)", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** With more payload core refuses any code but 12. */
static void
other_extensions(void)
{
    static const test_case cases[] = {
        {"d500 0000", "\"string\"", "= (unknown)", "bad-extension 0+4"},
        {"d600 00000000", "\"string\"", "= (unknown)", "bad-extension 0+6"},
        {"d700 0000000000000000", "\"string\"", "= (unknown)", "bad-extension 0+10"},
        {"d800 00000000000000000000000000000000", "\"string\"", "= (unknown)",
         "bad-extension 0+18"},
        {"c70205 0000", "\"string\"", "= (unknown)", "bad-extension 0+5"},
        {"c8000205 0000", "\"string\"", "= (unknown)", "bad-extension 0+6"},
        {"c90000000205 0000", "\"string\"", "= (unknown)", "bad-extension 0+8"},
        {"d6ff 00000000", NULL, "= (unknown)", "bad-extension 0+6"},
        {"92 d500 0000 a1'x'", "[\"list\",\"string\"]", "[0] = (unknown)\n[1] = \"x\"",
         "bad-extension 1+4"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
every_key(void)
{
    static const test_case cases[] = {
        {"c7030c 8101c2", "\"string\"", "= (unknown: not null)", NULL},
        {"c800030c 8101c2", "\"bool\"", "= (unknown: not null)", NULL},
        {"c9000000030c 8101c2", "[\"tuple\",[]]", "= (unknown: not null)", NULL},
        {"c7030c 8101c3", "\"string\"", "= (unknown: null)", "null-refinement 0+6"},
        {"c70d0c 8201c202a868747470733a2f2f", "\"string\"",
         "= (unknown: not null, prefix \"https://\")", NULL},
        {"c70b0c 8102a861 62636465666768", "\"string\"", "= (unknown: prefix \"abcdefgh\")", NULL},
        {"c70d0c 82039200c30492a431302e31c2", "\"number\"", "= (unknown: >= 0, < 10.1)", NULL},
        {"c7050c 810392fec2", "\"number\"", "= (unknown: > -2)", NULL},
        {"c70d0c 8104 92 cb4024000000000000 c3", "\"number\"", "= (unknown: <= 10)", NULL},
        {"c7050c 8201c20501", "[\"list\",\"string\"]", "= (unknown: not null, length >= 1)", NULL},
        {"c7050c 8205010603", "[\"set\",\"string\"]", "= (unknown: length >= 1, length <= 3)",
         NULL},
        {"c7030c 810603", "[\"map\",\"string\"]", "= (unknown: length <= 3)", NULL},
        /* In any order, as any integer, with a prefix as bin. */
        {"c70a0c 82 02 c404'ab\"c' 01 c2", "\"string\"",
         "= (unknown: not null, prefix \"ab\\\"c\")", NULL},
        {"c7060c 81 cd0001 c2 c1", "\"string\"", "= (unknown: not null)", NULL},
        {"c7050c 81 d001 c2 00", "\"string\"", "= (unknown: not null)", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** Known already to core; on the wire it is still written as unknown. */
static void
not_collapsed(void)
{
    static const test_case cases[] = {
        {"c70b0c 83 01c2 03 92 05 c3 04 92 05 c3", "\"number\"",
         "= (unknown: not null, >= 5, <= 5)", NULL},
        {"c7070c 83 01c2 05 02 06 02", "[\"list\",\"string\"]",
         "= (unknown: not null, length >= 2, length <= 2)", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** Without a type everything applies; of an unknown type cty knows nothing. */
static void
untyped(void)
{
    static const test_case cases[] = {
        {"c7060c 82 02a1'x' 0501", NULL, "= (unknown: prefix \"x\", length >= 1)", NULL},
        {"c7030c 8101c2", "\"dynamic\"", "= (unknown)", NULL},
        {"c7020c 0102", "\"dynamic\"", "= (unknown)", "bad-refinement 0+5"},
        {"92 c408'\"string\"' c7030c 8101c2", "\"dynamic\"", "= (unknown: not null)", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** Keys to come are ignored; core stumbles over the value unless the key is the last. */
static void
unknown_keys(void)
{
    static const test_case cases[] = {
        {"c7030c 810701", "\"string\"", "= (unknown)", NULL},
        {"c7040c 8107a1'x'", "\"string\"", "= (unknown)", NULL},
        {"c7060c 8201c207a1'x'", "\"string\"", "= (unknown: not null)", NULL},
        {"c7060c 8207a1'x' 01c2", "\"string\"", "= (unknown: not null)", "bad-refinement 0+9"},
        {"c7050c 82070101c2", "\"string\"", "= (unknown: not null)", "bad-refinement 0+8"},
        {"c70a0c 82 07 92 81 01 02 a1'x' 01 c2", "\"string\"", "= (unknown: not null)",
         "bad-refinement 0+13"},
        {"c7050c 820001 01c2", "\"string\"", "= (unknown: not null)", "bad-refinement 0+8"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
not_applicable(void)
{
    static const test_case cases[] = {
        {"c7040c 8102a1'x'", "\"number\"", "= (unknown)", "bad-refinement 0+7"},
        {"c7060c 8201c202a1'x'", "\"bool\"", "= (unknown: not null)", "bad-refinement 0+9"},
        {"c7050c 81039200c3", "\"string\"", "= (unknown)", "bad-refinement 0+8"},
        {"c7050c 81049200c3", "[\"list\",\"number\"]", "= (unknown)", "bad-refinement 0+8"},
        {"c7030c 810501", "\"string\"", "= (unknown)", "bad-refinement 0+6"},
        {"c7030c 810501", "[\"tuple\",[]]", "= (unknown)", "bad-refinement 0+6"},
        {"c7030c 810601", "[\"object\",{}]", "= (unknown)", "bad-refinement 0+6"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** What is no valid refinement is still unknown. */
static void
invalid(void)
{
    static const test_case cases[] = {
        {"c7020c 0000", "\"string\"", "= (unknown)", "bad-refinement 0+5"},
        {"c7020c c1c1", "\"string\"", "= (unknown)", "bad-refinement 0+5"},
        {"c7020c 92 01", "\"string\"", "= (unknown)", "bad-refinement 0+5"},
        {"c7030c 810101", "\"string\"", "= (unknown)", "bad-refinement 0+6"},
        {"c7030c 8102c0", "\"string\"", "= (unknown)", "bad-refinement 0+6"},
        {"c7040c 8102 a1ff", "\"string\"", "= (unknown: prefix \"\xEF\xBF\xBD\")",
         "bad-refinement 0+7"},
        {"c7030c 810301", "\"number\"", "= (unknown)", "bad-refinement 0+6"},
        {"c7040c 81039101", "\"number\"", "= (unknown)", "bad-refinement 0+7"},
        {"c7050c 8103920101", "\"number\"", "= (unknown)", "bad-refinement 0+8"},
        {"c7060c 810392a1'x' c3", "\"number\"", "= (unknown)", "bad-refinement 0+9"},
        {"c7060c 8103930100c3", "\"number\"", "= (unknown)", "bad-refinement 0+9"},
        {"c7030c 8105c0", "[\"list\",\"bool\"]", "= (unknown)", "bad-refinement 0+6"},
        {"c7040c 81a1'x' c2", "\"string\"", "= (unknown)", "bad-refinement 0+7"},
        /* Cut short. */
        {"c7020c 8101", "\"string\"", "= (unknown)", "bad-refinement 0+5"},
        {"c7040c 8201c202", "\"string\"", "= (unknown: not null)", "bad-refinement 0+7"},
        {"c7030c 8201c2", "\"string\"", "= (unknown: not null)", "bad-refinement 0+6"},
        {"c7050c 8101c2 dfff", "\"string\"", "= (unknown: not null)", NULL},
        {"c7070c dfffffffff 01c2", "\"string\"", "= (unknown: not null)", "bad-refinement 0+10"},
        /* Bounds that nothing is between make core panic. */
        {"c7090c 8203 9205c3 04 9204c3", "\"number\"", "= (unknown: >= 5, <= 4)",
         "bad-refinement 0+12"},
        {"c7090c 8203 9205c3 04 9205c2", "\"number\"", "= (unknown: >= 5, < 5)",
         "bad-refinement 0+12"},
        {"c7050c 8205030602", "[\"list\",\"bool\"]", "= (unknown: length >= 3, length <= 2)",
         "bad-refinement 0+8"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** Trailing bytes in the payload are room for the future. */
static void
padding(void)
{
    static const test_case cases[] = {
        {"c7060c 8101c2 000000", "\"string\"", "= (unknown: not null)", NULL},
        {"c7020c 80c1", "\"string\"", "= (unknown)", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** A payload of so many bytes: a prefix of 'a', and not null. */
static decoded *
sized(uint32_t payload)
{
    GByteArray *bytes = g_byte_array_new();
    uint32_t prefix = payload - 7;
    const guint8 head[] = {
        0xc8, (guint8)(payload >> 8), (guint8)payload, 0x0c, 0x82, 0x01, 0xc2, 0x02,
        0xda, (guint8)(prefix >> 8),  (guint8)prefix};
    g_byte_array_append(bytes, head, sizeof head);
    g_byte_array_set_size(bytes, 4 + payload);
    memset(bytes->data + sizeof head, 'a', prefix);
    decoded *d = test_decode(bytes->data, bytes->len, &tf_type_string);
    g_byte_array_free(bytes, TRUE);
    return d;
}

static void
oversize(void)
{
    decoded *d = sized(1024);
    assert_problems(d, "");
    g_assert_cmpuint(d->result->root->refinement->prefix.length, ==, 1017);
    d = sized(1025);
    assert_problems(d, "bad-refinement 0+1029");
    g_assert_cmpuint(d->result->root->refinement->prefix.length, ==, 1018);
    test_release();
}

static void
counted(void)
{
    decoded *d = test_msgpack("94 d40000 c7030c8101c2 c0 91 d40000", NULL);
    g_assert_cmpuint(d->result->n_unknown, ==, 3);
    g_assert_cmpuint(d->result->n_values, ==, 6);
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/refinement/unrefined", unrefined);
    g_test_add_func("/refinement/other_extensions", other_extensions);
    g_test_add_func("/refinement/every_key", every_key);
    g_test_add_func("/refinement/not_collapsed", not_collapsed);
    g_test_add_func("/refinement/untyped", untyped);
    g_test_add_func("/refinement/unknown_keys", unknown_keys);
    g_test_add_func("/refinement/not_applicable", not_applicable);
    g_test_add_func("/refinement/invalid", invalid);
    g_test_add_func("/refinement/padding", padding);
    g_test_add_func("/refinement/oversize", oversize);
    g_test_add_func("/refinement/counted", counted);
    return g_test_run();
}
