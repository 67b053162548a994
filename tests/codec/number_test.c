/* number_test.c
 * Numbers: exact text, exact comparison.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include "codec/number.h"

#include <float.h>
#include <math.h>

static tf_span
span(const char *string)
{
    return (tf_span){string, (uint32_t)strlen(string)};
}

static tf_number
text(const char *string)
{
    return tf_number_of_text(span(string));
}

static tf_number
real(double d)
{
    return (tf_number){.d = d, .form = TF_NUMBER_FLOAT};
}

static tf_number
integer(int64_t i)
{
    return (tf_number){.i = i, .form = TF_NUMBER_INT};
}

static tf_number
natural(uint64_t u)
{
    return (tf_number){.u = u, .form = TF_NUMBER_UINT};
}

static void
assert_text(tf_number number, const char *expected)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    tf_number_append(out, &number);
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==, expected);
    wmem_strbuf_destroy(out);
}

static void
integers(void)
{
    assert_text(integer(0), "0");
    assert_text(integer(INT64_MIN), "-9223372036854775808");
    assert_text(integer(INT64_MAX), "9223372036854775807");
    assert_text(natural(G_GUINT64_CONSTANT(9223372036854775808)), "9223372036854775808");
    assert_text(natural(UINT64_MAX), "18446744073709551615");
}

static void
floats(void)
{
    static const struct {
        double d;
        const char *expected;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "-0"},
        {0.1, "0.1"},
        {0.5, "0.5"},
        {-1.5, "-1.5"},
        {10, "10"},
        {1e6, "1000000"},
        {1e20, "100000000000000000000"},
        {1e21, "1000000000000000000000"},
        {123456789.125, "123456789.125"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {100.0 / 3, "33.333333333333336"},
        {9007199254740992.0, "9007199254740992"},
        /* The shortest digits, then zeros. */
        {9223372036854775808.0, "9223372036854776000"},
        {1e-7, "0.0000001"},
        {3.4028234663852886e38, "340282346638528860000000000000000000000"},
        /* 2^-44: the nearest 16 digits, ...801, read back as another double. */
        {5.684341886080802e-14, "0.00000000000005684341886080802"},
        {(double)0.1f, "0.10000000149011612"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_text(real(cases[i].d), cases[i].expected);
}

/** The ends of the range: many zeros, no exponent. */
static void
extreme_floats(void)
{
    char *zeros = g_strnfill(330, '0'), *expected;
    expected = g_strdup_printf("1%.300s", zeros);
    assert_text(real(1e300), expected);
    g_free(expected);
    expected = g_strdup_printf("0.%.323s5", zeros);
    assert_text(real(5e-324), expected);
    g_free(expected);
    expected = g_strdup_printf("17976931348623157%.292s", zeros);
    assert_text(real(1.7976931348623157e308), expected);
    g_free(expected);
    expected = g_strdup_printf("0.%.307s22250738585072014", zeros);
    assert_text(real(2.2250738585072014e-308), expected);
    g_free(expected);
    g_free(zeros);
}

/** Every float reads back as itself. */
static void
floats_read_back(void)
{
    GRand *random = g_rand_new_with_seed(20261121);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = (uint64_t)g_rand_int(random) << 32 | g_rand_int(random);
        double d;
        if (i < 4000) /* powers of two */
            bits = (uint64_t)(i % 2047) << 52;
        memcpy(&d, &bits, sizeof d);
        if (!isfinite(d))
            continue;
        wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
        tf_number number = real(d);
        tf_number_append(out, &number);
        g_assert_true(g_ascii_strtod(wmem_strbuf_get_str(out), NULL) == d);
        wmem_strbuf_destroy(out);
    }
    g_rand_free(random);
}

static void
text_as_it_came(void)
{
    assert_text(text("1e3"), "1e3");
    assert_text(text("0.10"), "0.10");
    assert_text(text("12345678901234567890123456789"), "12345678901234567890123456789");
}

static void
valid_text(void)
{
    static const char *const valid[] = {"0",    "1",    "-1",   "+1",   "007",
                                        "1.",   ".5",   "-.5",  "1.50", "1e3",
                                        "1E+3", "1e-3", "1p4",  "1P-4", ".5e2",
                                        "Inf",  "-Inf", "+Inf", "inf",  "100000000000000000000"};
    static const char *const invalid[] = {"",    "-",     ".",   "-.",  " 1",  "1 ",    "0x10",
                                          "1e",  "1e+",   "e3",  "1_0", "abc", "INF",   "Infinity",
                                          "NaN", "1.2.3", "--1", "1p",  "1,5", "1e3.5", "I"};
    for (size_t i = 0; i < G_N_ELEMENTS(valid); i++)
        g_assert_true(tf_number_text_valid(span(valid[i])));
    for (size_t i = 0; i < G_N_ELEMENTS(invalid); i++)
        g_assert_false(tf_number_text_valid(span(invalid[i])));
    g_assert_false(tf_number_text_valid((tf_span){"1\0", 2}));
    g_assert_false(tf_number_text_valid((tf_span){"1e3\0", 4}));
}

/* 2^1024 - 2^971 */
#define DBL_MAX_TEXT                                                                               \
    "17976931348623157081452742373170435679807056752584499659891747680315726078002853876058"       \
    "95586327668781715404589535143824642343213268894641827684675467035375169860499105765512"       \
    "82076245490090389328944075868508455133942304583236903222948165808559332123348274797826"       \
    "204144723168738177180919299881250404026184124858368"

static bool
is_double(const tf_number *number)
{
    return tf_number_is_double(number, tf_number_to_double(number));
}

static void
doubles(void)
{
    static const struct {
        const char *text;
        double d;
        bool exact;
    } cases[] = {
        {"1", 1, true},
        {"0.5", 0.5, true},
        {"0.1", 0.1, false},
        {"1e3", 1000, true},
        {"1p4", 16, true},
        {"3p-1", 1.5, true},
        {"9007199254740993", 9007199254740992.0, false},
        {"100000000000000000000", 1e20, true},
        {"12345678901234567890123456789", 12345678901234567890123456789.0, false},
        {"1e400", INFINITY, false},
        {"-1e400", -INFINITY, false},
        {"1e-400", 0, false},
        {"Inf", INFINITY, true},
        {"-Inf", -INFINITY, true},
        {"0e99999999999999999999", 0, true},
        {"-0", 0, true},
        {"999999999999999999", 1e18, false},
        {"-9007199254740994", -9007199254740994.0, true},
        {"2.50", 2.5, true},
        {"100.000", 100, true},
        {"0.5000000000000000000001", 0.5, false},
        {"12345678901234567890.5", 12345678901234567890.0, false},
        {"1267650600228229401496703205376", 0x1p100, true},
        {"1267650600228229401496703205377", 0x1p100, false},
        {"0.0009765625", 0x1p-10, true},
        {"5e-1", 0.5, true},
        {"0009007199254740993", 9007199254740992.0, false},
        {"18446744073709551616.0", 0x1p64, true},
        {"-18446744073709551617", -0x1p64, false},
        {DBL_MAX_TEXT, DBL_MAX, true},
        {DBL_MAX_TEXT "0", INFINITY, false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        tf_number number = text(cases[i].text);
        g_assert_true(tf_number_to_double(&number) == cases[i].d);
        g_assert_cmpint(is_double(&number), ==, cases[i].exact);
    }
    tf_number big = integer((G_GINT64_CONSTANT(1) << 53) + 1), max = natural(UINT64_MAX);
    g_assert_false(is_double(&big));
    g_assert_false(is_double(&max));
    tf_number exact = integer(G_GINT64_CONSTANT(1) << 53), least = integer(INT64_MIN);
    g_assert_true(is_double(&exact));
    g_assert_true(is_double(&least));
    tf_number nan = real(NAN), tenth = real(0.1);
    g_assert_true(is_double(&nan));
    g_assert_true(is_double(&tenth));
}

static int
sign(int order)
{
    return (order > 0) - (order < 0);
}

static void
compare(void)
{
    /* In ascending order, each greater than all before it. */
    const tf_number ascending[] = {
        real(-INFINITY),
        text("-1e99999999999999999999"),
        text("-1e400"),
        real(-9223372036854777856.0),
        integer(INT64_MIN),
        integer(INT64_MIN + 1),
        real(-9223372036854774784.0),
        real(-2.5),
        integer(-2),
        text("-1.5"),
        real(-1.25),
        integer(-1),
        real(-0.5),
        text("-1e-400"),
        integer(0),
        text("1p-5000"),
        text("1e-400"),
        real(5e-324),
        text("0.1"),
        real(0.1),
        text("0.11"),
        integer(1),
        real(1.0000000000000002),
        text("1.00000000000000022205"),
        integer(9),
        integer(10),
        real(10.5),
        integer(9007199254740991),
        real(9007199254740992.0),
        text("9007199254740992.5"),
        integer(9007199254740993),
        real(9007199254740994.0),
        integer(INT64_MAX),
        real(9223372036854775808.0),
        natural(G_GUINT64_CONSTANT(9223372036854775809)),
        natural(UINT64_MAX),
        text("18446744073709551616"),
        text("12345678901234567890123456789"),
        text("12345678901234567890123456789.5"),
        real(1e300),
        text("1p1024"),
        text("1e400"),
        text("1p5000"),
        text("1e99999999999999999999"),
        real(INFINITY),
        real(NAN),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(ascending); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(ascending); j++)
            g_assert_cmpint(sign(tf_number_compare(&ascending[i], &ascending[j])), ==,
                            (i > j) - (i < j));
}

static void
equal_forms(void)
{
    const tf_number equal[][2] = {
        {text("1"), integer(1)},
        {text("1.0"), real(1)},
        {text("+1"), text("01")},
        {text("1e3"), text("1000")},
        {text("1E-3"), text(".001")},
        {text("1p4"), integer(16)},
        {text("3p-2"), real(0.75)},
        {text("0.1p1"), text("0.2")},
        {text("1p1000"), real(0x1p1000)},
        {text("1p-1074"), real(5e-324)},
        {text("-0"), integer(0)},
        {real(-0.0), integer(0)},
        {text("0e5"), text("-0.000")},
        {real(1e20), text("100000000000000000000")},
        {text("Inf"), real(INFINITY)},
        {text("-inf"), real(-INFINITY)},
        {natural(G_GUINT64_CONSTANT(9223372036854775808)), real(9223372036854775808.0)},
        {real(0.1), text("0.1000000000000000055511151231257827021181583404541015625")},
        {real(NAN), real(NAN)},
        {integer(INT64_MIN), real(-9223372036854775808.0)},
        {integer(9007199254740992), real(9007199254740992.0)},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(equal); i++) {
        g_assert_cmpint(tf_number_compare(&equal[i][0], &equal[i][1]), ==, 0);
        g_assert_cmpint(tf_number_compare(&equal[i][1], &equal[i][0]), ==, 0);
    }
}

/** Input of any size costs time in proportion: none of these may take long. */
static void
hostile_text(void)
{
    GString *digits = g_string_new(NULL);
    for (int i = 0; i < 1000000; i++)
        g_string_append_c(digits, '7');
    tf_number plain = text(digits->str);
    g_assert_cmpint(tf_number_compare(&plain, &plain), ==, 0);
    g_string_append(digits, "p2048");
    tf_number binary = text(digits->str);
    g_assert_cmpint(tf_number_compare(&plain, &binary), <, 0);
    tf_number exponent = text("1e9999999999999999999999999999999999");
    g_assert_cmpint(tf_number_compare(&exponent, &binary), >, 0);
    g_string_free(digits, TRUE);
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/number/integers", integers);
    g_test_add_func("/number/floats", floats);
    g_test_add_func("/number/extreme_floats", extreme_floats);
    g_test_add_func("/number/floats_read_back", floats_read_back);
    g_test_add_func("/number/text_as_it_came", text_as_it_came);
    g_test_add_func("/number/valid_text", valid_text);
    g_test_add_func("/number/doubles", doubles);
    g_test_add_func("/number/compare", compare);
    g_test_add_func("/number/equal_forms", equal_forms);
    g_test_add_func("/number/hostile_text", hostile_text);
    return g_test_run();
}
