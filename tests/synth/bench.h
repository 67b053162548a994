/* bench.h
 * One long session for measuring: a schema of any size, calls in any number.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_BENCH_H
#define SYNTH_BENCH_H

#include "session.h"

typedef struct synth_bench_options {
    double schema_megabytes; /**< size of GetProviderSchema.Response, in 10^6 bytes, about */
    unsigned types;          /**< resource types in it */
    unsigned used;           /**< of these, how many the calls are about; at least 1 */
    unsigned calls;          /**< PlanResourceChange calls, from type to type */
} synth_bench_options;

/** Writes the session. @return false if the file cannot be written */
bool synth_bench_write(const synth_bench_options *options, const char *path);

#endif
