/* judge.h
 * What the files that hold responses against the rules share.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_JUDGE_H
#define TF_PLUGIN_JUDGE_H

#include "change.h"
#include "conformance.h"

/** The judging of one response. */
typedef struct tf_judge {
    tf_exchange *exchange;
    tf_findings findings;
    wmem_array_t *verdicts;
    uint32_t taken; /**< findings that are verdicts already */
    uint32_t core;  /**< verdicts of core that are not tolerated */
} tf_judge;

/** What the next findings are about. */
typedef struct tf_about {
    const char *context, *wanted, *found;
    bool tolerated, secret;
    uint32_t frame;
} tf_about;

/** What findings in this context are about as a rule: nothing tolerated, held
 * against the request. */
tf_about tf_judge_about(const tf_judge *judge, const char *context);

/** Makes verdicts of what was found since the last time. @return whether core would stop here */
bool tf_judge_conclude(tf_judge *judge, const tf_about *about);

/** The value in a field of the request; NULL where it is missing or cannot be judged. */
const tf_value *tf_judge_request(tf_judge *judge, const char *field);

/** The same of the response. */
const tf_value *tf_judge_response(tf_judge *judge, const char *field);

/** The schema of a value in the response; NULL where it is not known. */
const tf_block *tf_judge_block(tf_judge *judge, const char *field);

/** Did the provider report an error? */
bool tf_judge_failed(const tf_judge *judge);

/** Did the provider defer the change? */
bool tf_judge_deferred(const tf_judge *judge);

/* Rules for any response. Each returns whether core goes on to look at the rest; @p context is the
 * rule's name up to the dot, such as `result`. */

/** A value must be of the type that its schema implies. */
bool tf_judge_fit(tf_judge *judge, const char *field, const char *context);

/** Write-only attributes must be null in what is returned. */
bool tf_judge_write_only(tf_judge *judge, const tf_value *value, const char *context);

/** Nothing may be unknown. */
bool tf_judge_known(tf_judge *judge, const tf_value *value, const char *context);

/** Private data is the provider's own: to lose it is allowed, but seldom meant. */
void tf_judge_private(tf_judge *judge, const char *sent, const char *returned);

/** What core does not look at: the numbers of blocks. */
void tf_judge_blocks(tf_judge *judge, const char *field, const char *context);

/** An identity against the one that the request had. */
void tf_judge_identity(tf_judge *judge, const char *sent, const char *returned, bool may_change);

/* The rules of each call, in the order of core; conformance.md has them and where they are from. */
void tf_judge_plan(tf_judge *judge);
void tf_judge_apply(tf_judge *judge);
void tf_judge_read(tf_judge *judge);

/** A state that is refreshed, upgraded or moved must come back known. @p field: where it is */
void tf_judge_state(tf_judge *judge, const char *field, const char *context);
void tf_judge_data(tf_judge *judge);
void tf_judge_ephemeral(tf_judge *judge);
void tf_judge_import(tf_judge *judge);
void tf_judge_function(tf_judge *judge);

#endif
