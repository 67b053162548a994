/* number.h
 * cty numbers: exact text, exact comparison.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_NUMBER_H
#define TF_CODEC_NUMBER_H

#include "value.h"

/**
 * Appends a number in the machine form: the shortest exact decimal, never with an exponent; text as
 * it came; a float as the shortest decimal that reads back as the same float; `inf`, `-inf`, `nan`.
 */
void tf_number_append(wmem_strbuf_t *out, const tf_number *number);

/** Text as a number. */
static inline tf_number
tf_number_of_text(tf_span text)
{
    return (tf_number){.text = text.data, .length = text.length, .form = TF_NUMBER_TEXT};
}

/** The text of a number that came as text. */
static inline tf_span
tf_number_text(const tf_number *number)
{
    return (tf_span){number->text, number->length};
}

/** The nearest double; for text of any length too. Infinities for what is too large. */
double tf_number_to_double(const tf_number *number);

/** Does a double hold the number exactly? @param nearest its tf_number_to_double() */
bool tf_number_is_double(const tf_number *number, double nearest);

/**
 * Would go-cty take this text as a number: base 10, optional sign, fraction, exponent (`1e3`, also
 * a binary one, `1p4`), `Inf`; no white space, no `0x`?
 */
bool tf_number_text_valid(tf_span text);

/** Reads text that is a plain integer of at most 18 digits, as most is. @return false if it is not */
bool tf_number_text_integer(tf_span text, int64_t *integer);

/**
 * Compares two numbers by value, whatever their forms.
 * @return <0, 0 or >0; a NaN is greater than everything and equal to itself. Text with a binary
 *         exponent is compared by magnitude only where that is beyond +-2048, and by its first
 *         1000 digits.
 */
int tf_number_compare(const tf_number *a, const tf_number *b);

#endif
