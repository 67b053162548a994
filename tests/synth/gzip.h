/* gzip.h
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_GZIP_H
#define SYNTH_GZIP_H

#include <stdint.h>

#include <glib.h>

/** The bytes as a gzip stream, in an array that the caller releases. */
GByteArray *synth_gzip(const uint8_t *bytes, size_t length);

#endif
