/* number_compare.c
 * Comparing cty numbers exactly, whatever their forms.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "number.h"
#include "text.h"

#include <float.h>
#include <math.h>

/** What text with a binary exponent may have to be compared exactly. Nothing writes such text, and
 * no double and no number of go-cty's needs more. */
#define MAX_BINARY_EXPONENT 2048
#define MAX_BINARY_DIGITS 1000

/** No double has more digits than (2^53 - 1) times 2^-1074. */
#define MAX_DOUBLE_DIGITS 767

/** A number as 0.DIGITS times ten to the exponent, without zeros at either end of the digits. */
typedef struct decimal {
    int sign; /**< -1, 0 or 1 */
    bool infinite;
    GString *digits;
    int64_t exponent;
} decimal;

static void
trim(decimal *d)
{
    gsize zeros = strspn(d->digits->str, "0"), n;
    g_string_erase(d->digits, 0, (gssize)zeros);
    d->exponent -= (int64_t)zeros;
    for (n = d->digits->len; n > 0 && d->digits->str[n - 1] == '0'; n--)
        ;
    g_string_truncate(d->digits, n);
    if (n == 0)
        d->sign = 0;
}

/** Multiplies the digits by a factor of at most 2^56. */
static void
multiply(decimal *d, uint64_t factor)
{
    uint64_t carry = 0;
    for (gsize i = d->digits->len; i-- > 0;) {
        uint64_t product = (uint64_t)(d->digits->str[i] - '0') * factor + carry;
        d->digits->str[i] = (char)('0' + product % 10);
        carry = product / 10;
    }
    if (carry) {
        char text[24];
        d->exponent += g_snprintf(text, sizeof text, "%" PRIu64, carry);
        g_string_prepend(d->digits, text);
    }
}

/** Multiplies by a power of two: of a negative one, by a power of five and a shift of the point. */
static void
scale_binary(decimal *d, int64_t exponent)
{
    uint64_t base = exponent < 0 ? 5 : 2, factor = 1;
    if (exponent < -MAX_BINARY_EXPONENT || exponent > MAX_BINARY_EXPONENT) {
        d->exponent += (int64_t)((double)exponent * M_LN2 / M_LN10);
        return;
    }
    g_string_truncate(d->digits, MIN(d->digits->len, MAX_BINARY_DIGITS));
    for (int64_t times = ABS(exponent); times > 0; times--) {
        factor *= base;
        if (factor >> 53 || times == 1) {
            multiply(d, factor);
            factor = 1;
        }
    }
    d->exponent += MIN(exponent, 0);
}

/** Reads the exponent of text; far beyond what can matter it stays where it is. */
static int64_t
read_exponent(const char *p, const char *end)
{
    bool negative = *p == '-';
    int64_t value = 0;
    for (p += *p == '-' || *p == '+'; p < end; p++)
        if (value < G_GINT64_CONSTANT(1) << 40)
            value = value * 10 + (*p - '0');
    return negative ? -value : value;
}

static void
read_text(tf_span text, decimal *d)
{
    const char *p = text.data, *end = p + text.length;
    bool point = false;
    d->sign = *p == '-' ? -1 : 1;
    p += *p == '-' || *p == '+';
    d->infinite = p < end && (*p | 0x20) == 'i';
    for (; p < end && (g_ascii_isdigit(*p) || *p == '.'); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        g_string_append_c(d->digits, *p);
        d->exponent += !point;
    }
    if (p < end && (*p | 0x20) == 'e')
        d->exponent += read_exponent(p + 1, end);
    else if (p < end && (*p | 0x20) == 'p')
        scale_binary(d, read_exponent(p + 1, end));
}

/** Digits that write a finite double exactly, one or a few more: writing 767 for each is slow. */
static int
exact_digits(double d)
{
    int exponent;

    /* An integer below 2^53, times a power of two; a negative power is one of five, and a point. */
    frexp(d, &exponent);
    exponent -= DBL_MANT_DIG;
    return 18 + (int)(exponent < 0 ? -exponent * (1 - M_LN2 / M_LN10) : exponent * M_LN2 / M_LN10);
}

static void
write_double(char *text, int size, double d)
{
    char format[16];

    g_snprintf(format, sizeof format, "%%.%de", MIN(exact_digits(d), MAX_DOUBLE_DIGITS) - 1);
    g_ascii_formatd(text, size, format, d);
}

static void
read_number(const tf_number *number, decimal *d)
{
    char text[MAX_DOUBLE_DIGITS + 32];
    *d = (decimal){.digits = g_string_new(NULL)};
    if (number->form == TF_NUMBER_TEXT) {
        read_text(tf_number_text(number), d);
    } else {
        if (number->form == TF_NUMBER_FLOAT)
            write_double(text, sizeof text, number->d);
        else if (number->form == TF_NUMBER_INT)
            g_snprintf(text, sizeof text, "%" PRId64, number->i);
        else
            g_snprintf(text, sizeof text, "%" PRIu64, number->u);
        read_text((tf_span){text, (uint32_t)strlen(text)}, d);
    }
    if (!d->infinite)
        trim(d);
}

/** Compares two of the same sign by magnitude. */
static int
compare_magnitude(const decimal *a, const decimal *b)
{
    if (a->infinite || b->infinite)
        return a->infinite - b->infinite;
    if (a->exponent != b->exponent)
        return a->exponent < b->exponent ? -1 : 1;
    return strcmp(a->digits->str, b->digits->str);
}

static int
compare_decimals(const tf_number *a, const tf_number *b)
{
    decimal left, right;
    read_number(a, &left);
    read_number(b, &right);
    int order = left.sign - right.sign;
    if (order == 0 && left.sign != 0)
        order = left.sign * compare_magnitude(&left, &right);
    g_string_free(left.digits, TRUE);
    g_string_free(right.digits, TRUE);
    return order;
}

static bool
is_nan(const tf_number *number)
{
    return number->form == TF_NUMBER_FLOAT && isnan(number->d);
}

/* Exactly: a cast of the integer would round. @p d is no NaN. */
static int
compare_int_double(int64_t i, double d)
{
    int64_t whole;

    if (d >= 9223372036854775808.0 || d < -9223372036854775808.0)
        return d > 0 ? -1 : 1;
    whole = (int64_t)d;
    if (i != whole)
        return i < whole ? -1 : 1;
    return (double)whole < d ? -1 : (double)whole > d;
}

/* Integers are compared as such, whatever they came as. */
static tf_number
as_integer(const tf_number *number)
{
    tf_number integer = {.form = TF_NUMBER_INT};

    return number->form == TF_NUMBER_TEXT &&
                   tf_number_text_integer(tf_number_text(number), &integer.i)
               ? integer
               : *number;
}

static int
compare_forms(const tf_number *a, const tf_number *b)
{
    if (is_nan(a) || is_nan(b))
        return is_nan(a) - is_nan(b);
    if (a->form == TF_NUMBER_INT && b->form == TF_NUMBER_INT)
        return a->i < b->i ? -1 : a->i > b->i;
    if (a->form == TF_NUMBER_FLOAT && b->form == TF_NUMBER_FLOAT)
        return a->d < b->d ? -1 : a->d > b->d;
    if (a->form == TF_NUMBER_INT && b->form == TF_NUMBER_FLOAT)
        return compare_int_double(a->i, b->d);
    if (a->form == TF_NUMBER_FLOAT && b->form == TF_NUMBER_INT)
        return -compare_int_double(b->i, a->d);
    return compare_decimals(a, b);
}

int
tf_number_compare(const tf_number *a, const tf_number *b)
{
    tf_number one, other;

    if (a->form == TF_NUMBER_TEXT && b->form == TF_NUMBER_TEXT &&
        tf_text_equal(tf_number_text(a), tf_number_text(b)))
        return 0;
    one = as_integer(a);
    other = as_integer(b);
    return compare_forms(&one, &other);
}
