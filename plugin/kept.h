/* kept.h
 * Messages that are kept for as long as the file is open.
 *
 * Much of a file is said several times: a configuration is validated and planned, a state is read,
 * planned and stored, and every run begins with them again. So a message is kept in parts, and the
 * bytes of a large field are kept once for the whole file, whichever messages have them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_KEPT_H
#define TF_PLUGIN_KEPT_H

#include "compat.h"

#include "proto/wire.h"

/** A message that is kept. In file scope. */
typedef struct tf_kept tf_kept;

/** Forgets everything; called when a file is opened or closed. */
void tf_kept_reset(void);

/** Keeps a message, whether it is sound or not. */
const tf_kept *tf_kept_copy(const uint8_t *data, uint32_t length);

/** Its bytes, put together again. @return in @p pool */
const uint8_t *tf_kept_bytes(wmem_allocator_t *pool, const tf_kept *kept);

/** Called with a field. @param data what the offsets of @p at count from; in file scope */
typedef void (*tf_kept_func)(const uint8_t *data, const tf_wire_field *at, void *user);

/** Visits the fields at the top of the message in wire order, as far as they can be read. Of the
 * range of a field only the value is told. */
void tf_kept_foreach(const tf_kept *kept, tf_kept_func func, void *user);

#endif
