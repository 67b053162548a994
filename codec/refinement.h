/* refinement.h
 * What the payload of an extension says of an unknown value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_REFINEMENT_H
#define TF_CODEC_REFINEMENT_H

#include "token.h"

/** The one extension code whose payload means something. */
#define TF_REFINEMENT_EXTENSION 12

/**
 * Reads refinements as far as they can be read.
 * @param payload   the bytes behind the type code
 * @param type      type of the unknown value; NULL: not known, every refinement applies
 * @param complaint set to constant text if core would refuse or panic, else left alone
 * @return NULL if nothing is known of the value
 */
const tf_refinement *tf_refinement_read(wmem_allocator_t *pool, tf_span payload,
                                        const tf_type *type, const char **complaint);

#endif
