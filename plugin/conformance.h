/* conformance.h
 * Holds a response against the rules for providers: which rules, in which order and with which
 * tolerance is core's way (conformance.md).
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CONFORMANCE_H
#define TF_PLUGIN_CONFORMANCE_H

#include "codec/rules.h"

#include "exchange.h"

/** A finding, and what it means. */
typedef struct tf_verdict {
    const tf_finding *finding;
    const char *context;        /**< what was judged: the first part of the rule's full name */
    const char *wanted, *found; /**< what the two values of the finding are; constant */
    bool core;                  /**< core itself checks it at run time */
    bool tolerated; /**< core lets it pass, for the provider has the legacy type system */
    bool secret;    /**< all of what is compared is: the result of an ephemeral resource */
    bool serious;   /**< of what core does not check: worth more than a note */
    uint32_t frame; /**< what it was held against is in this frame */
} tf_verdict;

typedef struct tf_verdicts {
    tf_verdict *list;
    uint32_t count;
    bool exhausted; /**< too much to compare: there may be more */
} tf_verdicts;

/**
 * Judges a response.
 * @param exchange its response must be at hand
 * @return what was found, in the pool of the exchange; nothing where bytes or schemas are missing
 */
tf_verdicts tf_conformance_check(tf_exchange *exchange);

#endif
