/* hpack.h
 * How the header fields of an HTTP/2 frame are written.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_HPACK_H
#define TF_PLUGIN_HPACK_H

#include "compat.h"

/**
 * Is a header field of a HEADERS frame written with its value, not as an index into HPACK's table
 * (RFC 7541, 6)?
 *
 * @param tvb   bytes with the frame in them
 * @param start where the frame begins; may be out of range
 * @param index of the field in the frame, from 0
 * @return false also where that cannot be told: the frame is no HEADERS frame or is cut off
 */
bool tf_hpack_is_literal(tvbuff_t *tvb, int start, unsigned index);

#endif
