/* rules.h
 * What core holds providers to, as far as values show it. Which rule comes from where is written
 * down in plugin/conformance.md.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All of this is pure: values and schemas in, findings out. Values must have been decoded by the
 * schema that is given, without a problem; what does not fit its schema is refused by core before
 * any of these rules, and judging it here would only repeat that.
 */
#ifndef TF_CODEC_RULES_H
#define TF_CODEC_RULES_H

#include "compare.h"
#include "decode.h"
#include "place.h"

/* id, name, does core check it too, what is wrong. */
#define TF_RULES(X)                                                                                \
    /* A planned object against configuration and prior state. */                                  \
    X(ABSENT, "absent", true, "nothing there, where the configuration has something")              \
    X(PRESENT, "present", true, "something there, where the configuration has nothing")            \
    X(NOT_COMPUTED, "not-computed", true, "a value for what is neither configured nor computed")   \
    X(NOT_CONFIG, "not-config", true, "not what the configuration says")                           \
    X(NOT_CONFIG_NOR_PRIOR, "neither-config-nor-prior", true,                                      \
      "neither what the configuration says nor what was there before")                             \
    X(BLOCK_NULL, "block-null", true, "null, where no blocks must be an empty collection")         \
    X(BLOCK_UNKNOWN, "block-unknown", true, "a block that is unknown as a whole")                  \
    X(BLOCK_OF_UNKNOWN, "block-of-unknown", true,                                                  \
      "blocks planned, where the configuration does not know them yet")                            \
    X(COUNT, "count", true, "not as many elements as in the configuration")                        \
    X(EXTRA_KEY, "extra-key", true, "a key that the configuration does not have")                  \
    X(MISSING_KEY, "missing-key", true, "without a key that the configuration has")                \
    X(UNKNOWN_CONFIGURED, "unknown-configured", true,                                              \
      "unknown, where the configuration says what")                                                \
    /* An object against what was planned. */                                                      \
    X(APPEARED, "appeared", true, "there, where nothing was planned")                              \
    X(VANISHED, "vanished", true, "not there, where something was planned")                        \
    X(CHANGED, "changed", true, "not the planned value")                                           \
    X(NOW_NULL, "now-null", true, "null, where a value was planned")                               \
    X(WAS_NULL, "was-null", true, "a value, where null was planned")                               \
    X(NOW_UNKNOWN, "now-unknown", true, "unknown, where a value was planned")                      \
    X(TYPE_CHANGED, "type", true, "of another type than planned")                                  \
    X(REFINEMENT, "refinement", true, "outside of what was promised of the unknown value")         \
    X(ELEMENT_GONE, "element-gone", true, "a planned element is not there")                        \
    X(ELEMENT_NEW, "element-new", true, "an element that was not planned")                         \
    X(SET_ELEMENT_GONE, "set-element-gone", true, "a planned element has no counterpart")          \
    X(SET_ELEMENT_NEW, "set-element-new", true, "an element without a planned counterpart")        \
    X(SET_GREW, "set-grew", true, "more elements than planned")                                    \
    X(BLOCK_COUNT, "block-count", true, "not as many blocks as planned")                           \
    X(SENSITIVE, "sensitive", true, "not the planned value of a sensitive attribute")              \
    X(ACTION, "action", true, "another action than planned")                                       \
    /* A single value. */                                                                          \
    X(UNKNOWN, "unknown", true, "unknown, where everything must be known")                         \
    X(WRITE_ONLY, "write-only", true, "a value for a write-only attribute")                        \
    X(NULL_OBJECT, "null", true, "null, where an object is due")                                   \
    X(NOT_NULL_OBJECT, "not-null", true, "an object, where null is due")                           \
    X(MISFIT, "type-mismatch", true, "does not fit the schema")                                    \
    X(REPLACE_PATH, "replace-path", true, "requires_replace names a place that does not exist")    \
    X(NOTHING, "nothing", true, "no resource and no error")                                        \
    X(NO_TYPE, "no-type", true, "imported without a type name")                                    \
    X(DEFERRED, "deferred", true, "deferred, which the request does not allow")                    \
    /* What core does not check. */                                                                \
    X(MIN_ITEMS, "min-items", false, "fewer blocks than the schema asks for")                      \
    X(MAX_ITEMS, "max-items", false, "more blocks than the schema allows")                         \
    X(NULL_BLOCK, "null-block", false, "null, where no blocks should be an empty collection")      \
    X(BOTH_ENCODINGS, "both-encodings", false, "both MessagePack and JSON")                        \
    X(NO_ENCODING, "no-encoding", false, "neither MessagePack nor JSON")                           \
    X(SENSITIVE_TEXT, "sensitive-text", false, "a sensitive value in the text of a diagnostic")    \
    X(IDENTITY_CHANGED, "identity-changed", false, "not the identity that it had")                 \
    X(NO_RESULT, "no-result", false, "no result and no error: null for core")                      \
    X(UNKNOWN_RESULT, "unknown-result", false, "unknown, although all arguments are known")        \
    X(PRIVATE_LOST, "private-lost", false, "private data came back empty")                         \
    X(PRIVATE_CHANGED, "private-changed", false, "not the private data of the plan")               \
    X(UNASKED, "unasked", false, "a change that the configuration does not ask for")               \
    X(NOT_CONFIGURED, "not-configured", false, "called before the provider was configured")        \
    X(NOT_PLANNED, "not-planned", false, "applied without a plan on the same connection")

typedef enum tf_rule {
#define X(id, name, core, text) TF_RULE_##id,
    TF_RULES(X)
#undef X
        TF_N_RULES
} tf_rule;

/** Name of a rule, `block-count`; constant. */
const char *tf_rule_name(tf_rule rule);

/** What is wrong, for a person; constant. */
const char *tf_rule_text(tf_rule rule);

/** Does core check this at run time? */
bool tf_rule_is_core(tf_rule rule);

/** Something that breaks a rule. */
typedef struct tf_finding {
    tf_rule rule;
    const char *path;               /**< in the pool of the comparison */
    const tf_value *wanted, *found; /**< what is compared; either may be NULL */
    const char *detail;             /**< more in words, or NULL */
} tf_finding;

/** Findings kept of one message; there may be as many as values. */
#define TF_MAX_FINDINGS 1000

/** What the rules work with, and what they have found. */
typedef struct tf_findings {
    tf_compare compare;
    wmem_strbuf_t *path; /**< of the value at hand */
    wmem_array_t *list;  /**< of tf_finding *: each stays where it is as the list grows */
    uint32_t found;      /**< how many there were, kept or not */
    unsigned trying;     /**< > 0: only whether there are findings counts, none is kept */
} tf_findings;

/** Makes an empty list of findings. @param pool what they are allocated in; must not be NULL */
void tf_findings_init(tf_findings *findings, wmem_allocator_t *pool);

/** How many findings are kept. */
uint32_t tf_findings_count(const tf_findings *findings);

/** A finding, in the order of being found. @param i below the count @return valid as long as the
 * pool, whatever is added later */
const tf_finding *tf_findings_get(const tf_findings *findings, uint32_t i);

/** Notes a finding at the current path. @p wanted, @p found and @p detail may be NULL. */
void tf_findings_add(tf_findings *findings, tf_rule rule, const tf_value *wanted,
                     const tf_value *found, const char *detail);

/** Notes a finding at another path, which is copied. */
void tf_findings_add_at(tf_findings *findings, tf_rule rule, const char *path,
                        const tf_value *wanted, const tf_value *found);

/**
 * Is a planned state a way from prior state to configuration? Providers may choose only what is
 * computed and not configured, and may keep what was there before in place of what is configured.
 *
 * @param prior, config, planned of the type that the block implies; null ones may be NULL
 */
void tf_rules_plan(tf_findings *findings, const tf_block *block, const tf_value *prior,
                   const tf_value *config, const tf_value *planned);

/**
 * Is an object what was planned, with only what was unknown filled in? For the result of an apply
 * and for a plan that is made again.
 */
void tf_rules_result(tf_findings *findings, const tf_block *block, const tf_value *planned,
                     const tf_value *actual);

/** The same for one value; the current path is taken for its own. */
void tf_rules_value(tf_findings *findings, const tf_value *planned, const tf_value *actual);

/** A finding for each unknown value. */
void tf_rules_known(tf_findings *findings, const tf_value *value);

/** A finding for each write-only attribute that is not null. @return whether there were any */
bool tf_rules_write_only(tf_findings *findings, const tf_value *value);

/** A finding for each problem of decoding that makes core refuse a value. @return whether there
 * were any */
bool tf_rules_fits(tf_findings *findings, const tf_decoded *decoded);

/** min_items and max_items, and null where there are no blocks; not counted while elements are
 * unknown. */
void tf_rules_blocks(tf_findings *findings, const tf_block *block, const tf_value *value);

/**
 * Findings for sensitive strings that stand in a text. Strings of fewer than 6 bytes are not looked
 * for: they stand in any text.
 */
void tf_rules_sensitive_text(tf_findings *findings, const tf_value *value, const char *text);

/** Does the value contradict what is known of an unknown one? */
bool tf_refinement_excludes(const tf_refinement *refinement, const tf_value *value);

/** Is the value, or one that holds it, sensitive or write-only by its schema? */
bool tf_value_is_sensitive(const tf_value *value);

#endif
