/* attr_guess.h
 * The type of a field that a filter asks for before any schema is known.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_ATTR_GUESS_H
#define TF_PLUGIN_ATTR_GUESS_H

#include "compat.h"

/**
 * Guesses from what a filter does with a field: `NAME > 16` wants numbers, `NAME == "a"` text,
 * `NAME == true` bools.
 * @param filter any text, also one that does not contain the name
 * @param name   of the field
 * @return FT_DOUBLE, FT_STRING or FT_BOOLEAN; FT_STRING also if the text does not tell; FT_NONE if
 *         it does not contain the name
 */
enum ftenum tf_attr_guess_from(const char *filter, const char *name);

/**
 * Guesses from the command line of this program, which is where tshark's filters stand: Wireshark
 * itself tells only the name.
 * @return FT_NONE if the name is not on the command line: the filter has come from somewhere else;
 *         FT_STRING, which takes every value, if it is there but for nothing that tells its type,
 * as with `-e`; FT_DOUBLE if there is no way to read the command line: comparing a field with text
 * then fails instead of going wrong
 */
enum ftenum tf_attr_guess(const char *name);

#endif
