/* expert.h
 * What expert info this dissector gives.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_EXPERT_H
#define TF_PLUGIN_EXPERT_H

#include "compat.h"

#include <epan/expert.h>

/* id, group, severity, filter name, text where none is given at the place. */
#define TF_EXPERTS(X)                                                                              \
    X(VALUE_ERROR, PI_MALFORMED, PI_ERROR, "value.error", "A value cannot be read")                \
    X(VALUE_MISMATCH, PI_PROTOCOL, PI_WARN, "value.mismatch",                                      \
      "A value does not fit its schema, or a core refuses it")                                     \
    X(VALUE_NOTE, PI_PROTOCOL, PI_NOTE, "value.note", "A value that not every reader accepts")     \
    X(NO_SCHEMA, PI_UNDECODED, PI_NOTE, "no_schema",                                               \
      "No schema is known for this value: decoded by its own shape")                               \
    X(STORED_VERSION, PI_PROTOCOL, PI_NOTE, "stored_version",                                      \
      "Stored with another version of the schema: decoded by its own shape")                       \
    X(BOTH_ENCODINGS, PI_PROTOCOL, PI_WARN, "both_encodings",                                      \
      "Both MessagePack and JSON are set: core takes MessagePack, SDKs take JSON")                 \
    X(NO_ENCODING, PI_PROTOCOL, PI_NOTE, "no_encoding",                                            \
      "Neither MessagePack nor JSON is set: null for core, an error for SDKs")                     \
    X(IMPORTED_TYPE, PI_PROTOCOL, PI_NOTE, "imported_type",                                        \
      "Imported as another type than asked for: core decodes it as the type asked for")            \
    X(DIAGNOSTIC_ERROR, PI_RESPONSE_CODE, PI_ERROR, "diagnostic.error",                            \
      "The provider says: error")                                                                  \
    X(DIAGNOSTIC_WARNING, PI_RESPONSE_CODE, PI_WARN, "diagnostic.warning",                         \
      "The provider says: warning")                                                                \
    X(STATUS, PI_RESPONSE_CODE, PI_WARN, "status.error", "The call failed")                        \
    X(UNIMPLEMENTED, PI_RESPONSE_CODE, PI_NOTE, "status.unimplemented",                            \
      "The provider does not have this call")                                                      \
    X(RESET, PI_SEQUENCE, PI_NOTE, "reset", "The call was cut off")                                \
    X(NO_REQUEST, PI_SEQUENCE, PI_NOTE, "no_request",                                              \
      "The request of this response is not in the file")                                           \
    X(PACKAGE_GUESSED, PI_ASSUMPTION, PI_NOTE, "package_guessed",                                  \
      "Unknown package: protocol version guessed (see preference tfplugin.packages)")              \
    X(SCHEMA_AGAIN, PI_SEQUENCE, PI_NOTE, "schema_again",                                          \
      "A schema that the file already had was fetched again")                                      \
    X(LARGE_MESSAGE, PI_PROTOCOL, PI_NOTE, "large_message",                                        \
      "Larger than what some receivers accept")                                                    \
    X(HOLE, PI_UNDECODED, PI_WARN, "hole",                                                         \
      "Bytes are missing from the file while this message was under way, and it does not hold "    \
      "together: not decoded")                                                                     \
    X(COMPRESSED, PI_UNDECODED, PI_WARN, "compressed",                                             \
      "Compressed in a way that Wireshark cannot undo")                                            \
    X(MESSAGE_MALFORMED, PI_MALFORMED, PI_ERROR, "message.error", "The message cannot be read")    \
    X(UNKNOWN_FIELD, PI_UNDECODED, PI_NOTE, "unknown_field.note",                                  \
      "A field that is not in our protocol definition")                                            \
    X(CONFORMANCE_ERROR, PI_PROTOCOL, PI_ERROR, "conformance.error",                               \
      "The provider breaks a rule: core refuses this")                                             \
    X(CONFORMANCE_WARNING, PI_PROTOCOL, PI_WARN, "conformance.warning",                            \
      "The call breaks a rule that core does not check")                                           \
    X(CONFORMANCE_NOTE, PI_PROTOCOL, PI_NOTE, "conformance.note",                                  \
      "The provider breaks a rule that core does not hold it to")                                  \
    X(COMPARE_LIMIT, PI_UNDECODED, PI_NOTE, "compare_limit",                                       \
      "Too much to compare: there may be more differences")                                        \
    X(PLAN_AMBIGUOUS, PI_ASSUMPTION, PI_NOTE, "address.ambiguous",                                 \
      "Several resources of the plan file fit this call")                                          \
    X(PLAN_NO_MATCH, PI_ASSUMPTION, PI_NOTE, "address.none",                                       \
      "The plan file has no resource that fits this call: it may belong to another run")           \
    X(TRUNCATED, PI_UNDECODED, PI_NOTE, "truncated",                                               \
      "More than the preferences allow to show: the rest is left out")

enum tf_expert_id {
#define X(id, group, severity, name, text) TF_EI_##id,
    TF_EXPERTS(X)
#undef X
        TF_EI_COUNT
};

/** Indexed by tf_expert_id; ready when registered. */
extern expert_field tf_ei[TF_EI_COUNT];

/** Registers all of them. @param proto ours */
void tf_experts_register(int proto);

/** Does somebody collect expert info, so that it must be given even where no tree is shown? */
bool tf_experts_collected(void);

#endif
