/* number_json.c
 * Numbers as JSON has them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "number.h"
#include "value_json.h"

/** Decimal text taken apart: sign, digits, fraction, exponent; any of them may be empty. */
typedef struct decimal {
    bool negative;
    tf_span whole, fraction, exponent; /**< exponent with its sign */
} decimal;

static tf_span
take_digits(tf_span *rest)
{
    tf_span digits = {rest->data, 0};
    while (digits.length < rest->length && g_ascii_isdigit(digits.data[digits.length]))
        digits.length++;
    rest->data += digits.length;
    rest->length -= digits.length;
    return digits;
}

static bool
take(tf_span *rest, const char *any_of)
{
    if (rest->length == 0 || !rest->data[0] || !strchr(any_of, rest->data[0]))
        return false;
    rest->data++;
    rest->length--;
    return true;
}

/** @return false if it is no plain decimal: what go-cty takes beyond these is not finite or has a
 * binary exponent */
static bool
split(tf_span text, decimal *parts)
{
    *parts = (decimal){.negative = text.length && text.data[0] == '-'};
    take(&text, "+-");
    parts->whole = take_digits(&text);
    if (take(&text, "."))
        parts->fraction = take_digits(&text);
    if (parts->whole.length + parts->fraction.length == 0)
        return false;
    if (take(&text, "eE")) {
        const char *begin = text.data;
        take(&text, "+-");
        if (take_digits(&text).length == 0)
            return false;
        parts->exponent = (tf_span){begin, (uint32_t)(text.data - begin)};
    }
    return text.length == 0;
}

static void
append_decimal(wmem_strbuf_t *out, decimal parts)
{
    while (parts.whole.length > 1 && parts.whole.data[0] == '0')
        parts.whole = (tf_span){parts.whole.data + 1, parts.whole.length - 1};
    if (parts.negative)
        wmem_strbuf_append_c(out, '-');
    if (parts.whole.length)
        wmem_strbuf_append_len(out, parts.whole.data, parts.whole.length);
    else
        wmem_strbuf_append_c(out, '0');
    if (parts.fraction.length) {
        wmem_strbuf_append_c(out, '.');
        wmem_strbuf_append_len(out, parts.fraction.data, parts.fraction.length);
    }
    if (parts.exponent.length) {
        wmem_strbuf_append_c(out, 'e');
        wmem_strbuf_append_len(out, parts.exponent.data, parts.exponent.length);
    }
}

static void
append_float(wmem_strbuf_t *out, double d)
{
    if (isnan(d))
        wmem_strbuf_append(out, "\"NaN\"");
    else if (isinf(d))
        wmem_strbuf_append(out, d < 0 ? "\"-Inf\"" : "\"Inf\"");
    else
        tf_number_append(out, &(tf_number){.form = TF_NUMBER_FLOAT, .d = d});
}

void
tf_number_append_json(wmem_strbuf_t *out, const tf_number *number)
{
    decimal parts;

    if (number->form == TF_NUMBER_FLOAT)
        append_float(out, number->d);
    else if (number->form != TF_NUMBER_TEXT)
        tf_number_append(out, number);
    else if (split(tf_number_text(number), &parts))
        append_decimal(out, parts);
    else
        append_float(out, tf_number_to_double(number));
}
