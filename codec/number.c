/* number.c
 * cty numbers: their text and their nearest double.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "number.h"
#include "text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Significant digits that any double needs to be read back the same. */
#define MAX_DIGITS 17

/** Digits that any int64_t has room for. */
#define INTEGER_DIGITS 18

/** A decimal as digits and exponent: 0.DIGITS times ten to the exponent. */
typedef struct short_decimal {
    char digits[MAX_DIGITS + 1];
    int exponent;
} short_decimal;

/** Writes @p d, positive and finite, with so many digits. */
static void
round_to(double d, int digits, short_decimal *out)
{
    char text[40], format[8];
    g_snprintf(format, sizeof format, "%%.%de", digits - 1);
    g_ascii_formatd(text, sizeof text, format, d);
    char *e = strchr(text, 'e');
    out->exponent = atoi(e + 1) + 1;
    out->digits[0] = text[0];
    memcpy(out->digits + 1, text + 2, (size_t)(digits - 1));
    out->digits[digits] = '\0';
}

static bool
reads_back(const short_decimal *decimal, double d)
{
    char text[MAX_DIGITS + 16];
    g_snprintf(text, sizeof text, ".%se%d", decimal->digits, decimal->exponent);
    return g_ascii_strtod(text, NULL) == d;
}

/**
 * The decimal one up in the last digit. A double that is a power of two has a neighbour below at
 * half the distance of that above, so the nearest decimal may miss it where the next one does not.
 */
static short_decimal
one_up(short_decimal decimal)
{
    size_t last = strlen(decimal.digits) - 1;
    if (decimal.digits[last] < '9')
        decimal.digits[last]++;
    return decimal;
}

/** The shortest decimal that reads back as @p d, positive and finite. */
static short_decimal
shortest(double d)
{
    /* A normal double that has a decimal of 15 digits is found by rounding to 15. */
    short_decimal decimal;
    for (int digits = d < DBL_MIN ? 1 : DBL_DIG; digits < MAX_DIGITS; digits++) {
        round_to(d, digits, &decimal);
        if (reads_back(&decimal, d))
            return decimal;
        decimal = one_up(decimal);
        if (reads_back(&decimal, d))
            return decimal;
    }
    round_to(d, MAX_DIGITS, &decimal);
    return decimal;
}

static void
append_zeros(wmem_strbuf_t *out, int count)
{
    for (; count > 0; count--)
        wmem_strbuf_append_c(out, '0');
}

static void
append_decimal(wmem_strbuf_t *out, short_decimal decimal)
{
    int n = (int)strlen(decimal.digits), e = decimal.exponent;
    while (n > 1 && decimal.digits[n - 1] == '0')
        n--;
    int whole = CLAMP(e, 0, n);
    if (e <= 0)
        wmem_strbuf_append_c(out, '0');
    else
        wmem_strbuf_append_len(out, decimal.digits, (gsize)whole);
    append_zeros(out, e - n);
    if (whole == n)
        return;
    wmem_strbuf_append_c(out, '.');
    append_zeros(out, -e);
    wmem_strbuf_append_len(out, decimal.digits + whole, (gsize)(n - whole));
}

static void
append_double(wmem_strbuf_t *out, double d)
{
    if (isnan(d)) {
        wmem_strbuf_append(out, "nan");
        return;
    }
    if (signbit(d))
        wmem_strbuf_append_c(out, '-');
    if (isinf(d))
        wmem_strbuf_append(out, "inf");
    else if (d == 0)
        wmem_strbuf_append_c(out, '0');
    else
        append_decimal(out, shortest(fabs(d)));
}

void
tf_number_append(wmem_strbuf_t *out, const tf_number *number)
{
    switch (number->form) {
    case TF_NUMBER_INT:
        tf_append_integer(out, number->i);
        break;
    case TF_NUMBER_UINT:
        wmem_strbuf_append_printf(out, "%" PRIu64, number->u);
        break;
    case TF_NUMBER_FLOAT:
        append_double(out, number->d);
        break;
    case TF_NUMBER_TEXT:
        wmem_strbuf_append_len(out, number->text, number->length);
        break;
    }
}

bool
tf_number_text_integer(tf_span text, int64_t *integer)
{
    uint32_t begin = text.length > 0 && text.data[0] == '-';
    int64_t value = 0;

    if (text.length == begin || text.length - begin > INTEGER_DIGITS)
        return false;
    for (uint32_t i = begin; i < text.length; i++) {
        if (!g_ascii_isdigit(text.data[i]))
            return false;
        value = value * 10 + (text.data[i] - '0');
    }
    *integer = begin ? -value : value;
    return true;
}

/** Reads text as a double; a binary exponent by hand, as strtod() knows it after `0x` only. */
static double
text_to_double(tf_span text)
{
    int64_t integer;
    if (tf_number_text_integer(text, &integer))
        return (double)integer;
    char *copy = g_strndup(text.data, text.length);
    char *binary = strpbrk(copy, "pP");
    if (binary)
        *binary = '\0';
    double d = g_ascii_strtod(copy, NULL);
    if (binary)
        d = ldexp(d, (int)CLAMP(g_ascii_strtoll(binary + 1, NULL, 10), -100000, 100000));
    g_free(copy);
    return d;
}

double
tf_number_to_double(const tf_number *number)
{
    switch (number->form) {
    case TF_NUMBER_INT:
        return (double)number->i;
    case TF_NUMBER_UINT:
        return (double)number->u;
    case TF_NUMBER_FLOAT:
        return number->d;
    default:
        return text_to_double(tf_number_text(number));
    }
}

/** Decimals behind the point that write @p d, finite, exactly: as many as it has binary ones. */
static int
decimals_of(double d)
{
    int exponent;
    uint64_t digits = (uint64_t)ldexp(frexp(fabs(d), &exponent), DBL_MANT_DIG);
    exponent -= DBL_MANT_DIG;
    for (; digits && !(digits & 1); digits >>= 1)
        exponent++;
    return digits ? MAX(-exponent, 0) : 0;
}

/** The same of text without zeros at its end; -1 if it has an exponent or is infinite. */
static int
decimals_of_text(tf_span text)
{
    int n = 0, kept = 0;
    bool point = false;
    for (uint32_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (g_ascii_isalpha(c))
            return -1;
        n += point;
        point = point || c == '.';
        if (point && c >= '1')
            kept = n;
    }
    return kept;
}

/** An integer of less than DBL_MAX_EXP bits, in words from the low end. */
typedef struct big_integer {
    uint32_t words[DBL_MAX_EXP / 32];
    uint32_t n;
} big_integer;

static void
append_digit(big_integer *integer, char digit)
{
    uint64_t carry = (uint64_t)(digit - '0');
    for (uint32_t i = 0; i < integer->n; i++) {
        carry += (uint64_t)integer->words[i] * 10;
        integer->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        integer->words[integer->n++] = (uint32_t)carry;
}

/** Has text of an integer, which is finite as a double, no more binary digits than that? Zeros at
 * the end do not count. */
static bool
integer_is_double(tf_span text)
{
    big_integer integer = {.n = 0};
    uint32_t low = 0;
    for (uint32_t i = 0; i < text.length && text.data[i] != '.'; i++)
        if (g_ascii_isdigit(text.data[i]))
            append_digit(&integer, text.data[i]);
    if (integer.n == 0)
        return true;
    while (integer.words[low] == 0)
        low++;
    uint32_t zeros = low * 32 + (uint32_t)g_bit_nth_lsf(integer.words[low], -1);
    return (integer.n - 1) * 32 + g_bit_storage(integer.words[integer.n - 1]) - zeros <=
           DBL_MANT_DIG;
}

bool
tf_number_is_double(const tf_number *number, double nearest)
{
    tf_number other = {.d = nearest, .form = TF_NUMBER_FLOAT};
    /* Writing a double in full, to compare it, is left to the few that may be the same. */
    int decimals = number->form == TF_NUMBER_TEXT ? decimals_of_text(tf_number_text(number)) : -1;
    if (decimals >= 0 && (isinf(nearest) || decimals != decimals_of(nearest)))
        return false;
    if (decimals == 0)
        return integer_is_double(tf_number_text(number));
    return tf_number_compare(number, &other) == 0;
}

/** Are all eight bytes of a word digits? */
static bool
eight_digits(uint64_t word)
{
    const uint64_t high = G_GUINT64_CONSTANT(0xF0F0F0F0F0F0F0F0);
    const uint64_t zeros = G_GUINT64_CONSTANT(0x3030303030303030);

    return (word & high) == zeros &&
           ((word + G_GUINT64_CONSTANT(0x0606060606060606)) & high) == zeros;
}

static uint32_t
digits(tf_span text, uint32_t at)
{
    while (at + 8 <= text.length && eight_digits(tf_text_word(text.data + at)))
        at += 8;
    while (at < text.length && g_ascii_isdigit(text.data[at]))
        at++;
    return at;
}

static uint32_t
sign(tf_span text, uint32_t at)
{
    return at < text.length && (text.data[at] == '+' || text.data[at] == '-') ? at + 1 : at;
}

bool
tf_number_text_valid(tf_span text)
{
    uint32_t begin = sign(text, 0), at;
    tf_span unsigned_text = {text.data + begin, text.length - begin};
    if (tf_text_is(unsigned_text, "Inf") || tf_text_is(unsigned_text, "inf"))
        return true;
    at = digits(text, begin);
    uint32_t n = at - begin;
    if (at < text.length && text.data[at] == '.') {
        begin = at + 1;
        at = digits(text, begin);
        n += at - begin;
    }
    if (n == 0)
        return false;
    if (at < text.length && strchr("eEpP", text.data[at]) && text.data[at]) {
        begin = sign(text, at + 1);
        at = digits(text, begin);
        if (at == begin)
            return false;
    }
    return at == text.length;
}
