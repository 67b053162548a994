/* fuzz.h
 * What the fuzz targets share.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_TESTS_FUZZ_H
#define TF_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "codec/decode.h"

/** libFuzzer's entry points: a target has the first and may have the other. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/**
 * The pool of an input, empty. What one input makes us allocate is bounded by its size: see
 * fuzz_pool_end().
 */
wmem_allocator_t *fuzz_pool_begin(void);

/**
 * Empties the pool. Aborts if more is allocated now than a base and a multiple of @p size since
 * fuzz_pool_begin().
 */
void fuzz_pool_end(size_t size);

/** Aborts with a message: a property that should hold of every input does not. */
#define fuzz_assert(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);          \
            abort(); /* libFuzzer keeps the input of SIGABRT, not that of g_error() */             \
        }                                                                                          \
    } while (0)

/** Checks what holds of every tree and prints all of it: ranges, parents, counts, lines. */
void fuzz_check_decoded(const tf_decoded *decoded, uint32_t length);

/**
 * Splits an input into a line with a type in JSON and what follows.
 * @param rest left at the line's end if there is none
 * @return the type; NULL, for decoding by own shape, if the line is no type
 */
const tf_type *fuzz_split(wmem_allocator_t *pool, const uint8_t *data, size_t size,
                          const uint8_t **rest, uint32_t *rest_length);

#endif
