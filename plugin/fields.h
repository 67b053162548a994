/* fields.h
 * All filter fields: those with a meaning of their own (the table below), and one for each field of
 * the protocol's messages, made from the descriptors.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_FIELDS_H
#define TF_PLUGIN_FIELDS_H

#include "compat.h"

#include <protobuf-c/protobuf-c.h>

/* id, name in the tree, filter name, type, display, strings, description. The filter names are a
 * promise to users. */
#define TF_FIELDS(X)                                                                               \
    X(VERSION, "Protocol version", "version", FT_UINT8, BASE_DEC, NULL,                            \
      "Major version of the provider protocol: 5 or 6")                                            \
    X(SERVICE, "Service", "service", FT_STRING, BASE_NONE, NULL, "Provider or Provisioner")        \
    X(METHOD, "Method", "method", FT_STRING, BASE_NONE, NULL, "Name of the remote procedure")      \
    X(MESSAGE, "Message", "message", FT_STRING, BASE_NONE, NULL,                                   \
      "Method and direction, one for each message of a call")                                      \
    X(REQUEST, "Request", "request", FT_BOOLEAN, BASE_NONE, NULL, "From core to provider")         \
    X(RESPONSE, "Response", "response", FT_BOOLEAN, BASE_NONE, NULL, "From provider to core")      \
    X(STATUS, "Status", "status", FT_UINT32, BASE_DEC, VALS(tf_status_names),                      \
      "The call's grpc-status, where it is not 0")                                                 \
    X(STATUS_MESSAGE, "Status message", "status.message", FT_STRING, BASE_NONE, NULL,              \
      "The call's grpc-message")                                                                   \
    X(REQUEST_IN, "Request in", "request_in", FT_FRAMENUM, BASE_NONE,                              \
      FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), "The request of this call is in this frame")             \
    X(RESPONSE_IN, "Response in", "response_in", FT_FRAMENUM, BASE_NONE,                           \
      FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), "The response of this call begins in this frame")       \
    X(TIME, "Time since request", "time", FT_RELATIVE_TIME, BASE_NONE, NULL,                       \
      "Time between the request and this response")                                                \
    X(SESSION, "Session", "session", FT_UINT32, BASE_DEC, NULL,                                    \
      "Number of the provider session (connection) in the file")                                   \
    X(STREAM, "Stream", "stream", FT_UINT32, BASE_DEC, NULL, "HTTP/2 stream of the call")          \
    X(RESOURCE, "Resource", "resource", FT_UINT32, BASE_DEC, NULL,                                 \
      "Number of the resource in the file: calls of one resource have the same")                   \
    X(PACKAGE, "Package", "package", FT_STRING, BASE_NONE, NULL,                                   \
      "Protobuf package, where it is none of the usual ones")                                      \
    X(PROVIDER, "Provider", "provider", FT_STRING, BASE_NONE, NULL,                                \
      "Provider address, where it is known")                                                       \
    X(SCHEMA_IN, "Schema in", "schema_in", FT_FRAMENUM, BASE_NONE, NULL,                           \
      "The schema in use came from this frame")                                                    \
    X(SCHEMA_VERSION, "Schema version", "schema_version", FT_INT64, BASE_DEC, NULL,                \
      "Version of the schema in use")                                                              \
    X(TYPE_NAME, "Type", "type_name", FT_STRING, BASE_NONE, NULL,                                  \
      "Resource, data source, ephemeral, list, action, function or state store type")              \
    X(ADDRESS, "Address", "address", FT_STRING, BASE_NONE, NULL,                                   \
      "Address of the resource, from a plan or state file (preference tfplugin.plan_file)")        \
    X(ADDRESS_PREVIOUS, "Previous address", "address.previous", FT_STRING, BASE_NONE, NULL,        \
      "Address that the resource had before it was moved")                                         \
    X(ADDRESS_INDEX, "Index", "address.index", FT_STRING, BASE_NONE, NULL,                         \
      "Instance key of count or for_each, as JSON")                                                \
    X(ADDRESS_DEPOSED, "Deposed key", "address.deposed", FT_STRING, BASE_NONE, NULL,               \
      "Key of a deposed object")                                                                   \
    X(ADDRESS_CANDIDATE, "Candidate", "address.candidate", FT_STRING, BASE_NONE, NULL,             \
      "Address of one of several resources that fit the call")                                     \
    X(MODULE, "Module", "module", FT_STRING, BASE_NONE, NULL, "Module that the resource is in")    \
    X(ACTION_REASON, "Action reason", "action_reason", FT_STRING, BASE_NONE, NULL,                 \
      "Why core chose the action, from a plan file")                                               \
    X(PLAN_FILE, "Plan file", "plan.file", FT_STRING, BASE_NONE, NULL,                             \
      "File that knows the resource")                                                              \
    X(PLAN_ACTIONS, "Planned actions", "plan.actions", FT_STRING, BASE_NONE, NULL,                 \
      "Actions in the order in which the plan file has them")                                      \
    X(PLAN_DEFERRED, "Deferred", "plan.deferred", FT_STRING, BASE_NONE, NULL,                      \
      "Why the change is deferred")                                                                \
    X(PLAN_EXPRESSION, "Configuration", "plan.expression", FT_STRING, BASE_NONE, NULL,             \
      "An argument and its constant value or what it refers to")                                   \
    X(PLAN_VARIABLE, "Variable", "plan.variable", FT_STRING, BASE_NONE, NULL,                      \
      "Input variable that the resource refers to")                                                \
    X(PLAN_RELEVANT, "Relevant attribute", "plan.relevant_attribute", FT_STRING, BASE_NONE, NULL,  \
      "Attribute that other changes of the plan come from")                                        \
    X(PLAN_DRIFT, "Drift", "plan.drift", FT_STRING, BASE_NONE, NULL,                               \
      "What had changed outside of the core")                                                      \
    X(PLAN_CHECK, "Check", "plan.check", FT_STRING, BASE_NONE, NULL,                               \
      "Result of the checks of the resource, with its problems")                                   \
    X(PLAN_OUTPUT, "Output change", "plan.output_change", FT_STRING, BASE_NONE, NULL,              \
      "Output value that refers to the resource")                                                  \
    X(FIELD, "Field", "field", FT_STRING, BASE_NONE, NULL, "Message field that holds a value")     \
    X(PATH, "Path", "path", FT_STRING, BASE_NONE, NULL, "Path of a value")                         \
    X(VALUE, "Value", "value", FT_STRING, BASE_NONE, NULL, "Path and value in one line")           \
    X(STRING, "String", "string", FT_STRING, BASE_NONE, NULL, "A string value")                    \
    X(NUMBER, "Number", "number", FT_DOUBLE, BASE_NONE, NULL, "A number value")                    \
    X(NUMBER_TEXT, "Exact number", "number.text", FT_STRING, BASE_NONE, NULL,                      \
      "Exact decimal text of a number that a double cannot hold")                                  \
    X(BOOL, "Bool", "bool", FT_BOOLEAN, BASE_NONE, NULL, "A bool value")                           \
    X(NULL, "Null", "null", FT_BOOLEAN, BASE_NONE, NULL, "The value is null")                      \
    X(UNKNOWN, "Unknown", "unknown", FT_BOOLEAN, BASE_NONE, NULL, "The value is not known yet")    \
    X(NOT_NULL, "Not null", "refinement.not_null", FT_BOOLEAN, BASE_NONE, NULL,                    \
      "The unknown value will not be null")                                                        \
    X(PREFIX, "Prefix", "refinement.prefix", FT_STRING, BASE_NONE, NULL,                           \
      "What the unknown string begins with")                                                       \
    X(LOWER, "Lower bound", "refinement.lower", FT_DOUBLE, BASE_NONE, NULL,                        \
      "Lower bound of the unknown number")                                                         \
    X(UPPER, "Upper bound", "refinement.upper", FT_DOUBLE, BASE_NONE, NULL,                        \
      "Upper bound of the unknown number")                                                         \
    X(LOWER_INCLUSIVE, "Lower bound inclusive", "refinement.lower_inclusive", FT_BOOLEAN,          \
      BASE_NONE, NULL, "May the unknown number be equal to its lower bound")                       \
    X(UPPER_INCLUSIVE, "Upper bound inclusive", "refinement.upper_inclusive", FT_BOOLEAN,          \
      BASE_NONE, NULL, "May the unknown number be equal to its upper bound")                       \
    X(LENGTH_LOWER, "Least length", "refinement.length_lower", FT_INT64, BASE_DEC, NULL,           \
      "Least number of elements of the unknown collection")                                        \
    X(LENGTH_UPPER, "Greatest length", "refinement.length_upper", FT_INT64, BASE_DEC, NULL,        \
      "Greatest number of elements of the unknown collection")                                     \
    X(SENSITIVE, "Sensitive", "sensitive", FT_BOOLEAN, BASE_NONE, NULL,                            \
      "The schema calls this value sensitive")                                                     \
    X(WRITE_ONLY, "Write-only", "write_only", FT_BOOLEAN, BASE_NONE, NULL,                         \
      "The schema calls this value write-only")                                                    \
    X(COMPUTED, "Computed", "computed", FT_BOOLEAN, BASE_NONE, NULL,                               \
      "The provider may choose this value")                                                        \
    X(DEPRECATED, "Deprecated", "deprecated", FT_BOOLEAN, BASE_NONE, NULL,                         \
      "The schema calls this value deprecated")                                                    \
    X(CHANGE_ACTION, "Action", "change.action", FT_STRING, BASE_NONE, NULL,                        \
      "What becomes of the object: create, read, update, delete, replace, no-op")                  \
    X(CHANGE_PATH, "Path", "change.path", FT_STRING, BASE_NONE, NULL, "What changes")              \
    X(CHANGE_BEFORE, "Before", "change.before", FT_STRING, BASE_NONE, NULL,                        \
      "What it was; (absent) if it was not there")                                                 \
    X(CHANGE_AFTER, "After", "change.after", FT_STRING, BASE_NONE, NULL,                           \
      "What it becomes; (absent) if it will not be there")                                         \
    X(CHANGE_AFTER_UNKNOWN, "Known after apply", "change.after_unknown", FT_STRING, BASE_NONE,     \
      NULL, "What is wholly or partly known only after apply")                                     \
    X(CHANGE_REQUIRES_REPLACE, "Forces replacement", "change.requires_replace", FT_STRING,         \
      BASE_NONE, NULL, "A changed place for which the object must be replaced")                    \
    X(CHANGE_FIRST_PLAN, "First plan of the replacement in", "change.first_plan_in", FT_FRAMENUM,  \
      BASE_NONE, NULL, "The object that is replaced was planned in this frame")                    \
    X(CHANGE_SECOND_PLAN, "Second plan of the replacement in", "change.second_plan_in",            \
      FT_FRAMENUM, BASE_NONE, NULL, "The object that replaces it was planned in this frame")       \
    X(CHANGE_PLANNED_IN, "Planned in", "change.planned_in", FT_FRAMENUM, BASE_NONE, NULL,          \
      "What is planned again or applied here was planned in this frame")                           \
    X(CHANGE_PLANNED_AGAIN_IN, "Planned again in", "change.planned_again_in", FT_FRAMENUM,         \
      BASE_NONE, NULL, "The same was planned again, to be applied, in this frame")                 \
    X(CHANGE_APPLIED_IN, "Applied in", "change.applied_in", FT_FRAMENUM, BASE_NONE, NULL,          \
      "The plan was applied in this frame")                                                        \
    X(CHANGE_CONFIG, "Config", "change.config", FT_STRING, BASE_NONE, NULL,                        \
      "What the configuration says there")                                                         \
    X(CHANGE_PRIOR, "Prior", "change.prior", FT_STRING, BASE_NONE, NULL,                           \
      "What the state had there, of a replacement that of the object that is replaced")            \
    X(CHANGE_PROPOSED, "Proposed", "change.proposed", FT_STRING, BASE_NONE, NULL,                  \
      "What core proposed there: the configuration, and the prior state where it says nothing")    \
    X(CHANGE_PLANNED, "Planned", "change.planned", FT_STRING, BASE_NONE, NULL,                     \
      "What the provider planned there")                                                           \
    X(CHANGE_PLANNED_AGAIN, "Planned again", "change.planned_again", FT_STRING, BASE_NONE, NULL,   \
      "What the provider planned there when it planned again, to apply it")                        \
    X(CHANGE_APPLIED, "Applied", "change.applied", FT_STRING, BASE_NONE, NULL,                     \
      "What the new state has there")                                                              \
    X(CHANGE_STAGE_IN, "In", "change.stage_in", FT_FRAMENUM, BASE_NONE, NULL,                      \
      "This frame says so")                                                                        \
    X(CHANGE_DIFFERING_PATH, "Differing path", "change.differing_path", FT_STRING, BASE_NONE,      \
      NULL, "What does not change, but where one stage says something else than one before it")    \
    X(CONFORMANCE_RULE, "Rule", "conformance.rule", FT_STRING, BASE_NONE, NULL,                    \
      "The rule that is broken")                                                                   \
    X(CONFORMANCE_PATH, "Path", "conformance.path", FT_STRING, BASE_NONE, NULL,                    \
      "Where the rule is broken")                                                                  \
    X(CONFORMANCE_SOURCE, "Source", "conformance.source", FT_STRING, BASE_NONE, NULL,              \
      "core where core checks the rule at run time, lint where only we do")                        \
    X(CONFORMANCE_TOLERATED, "Tolerated", "conformance.tolerated", FT_BOOLEAN, BASE_NONE, NULL,    \
      "Core lets it pass, for the provider asks for leniency with old SDKs")                       \
    X(CONFORMANCE_COMPARED_IN, "Compared with", "conformance.compared_in", FT_FRAMENUM, BASE_NONE, \
      NULL, "What it was held against is in this frame")                                           \
    X(BYTES, "Bytes", "undecoded", FT_BYTES, BASE_NONE, NULL, "Bytes that could not be decoded")   \
    X(UNKNOWN_FIELD, "Unknown field", "unknown_field", FT_UINT32, BASE_DEC, NULL,                  \
      "Number of a message field that is not in our protocol definition")                          \
    X(UNKNOWN_SCALAR, "Value", "unknown_field.scalar", FT_UINT64, BASE_DEC_HEX, NULL,              \
      "Value of an unknown field")                                                                 \
    X(UNKNOWN_BYTES, "Value", "unknown_field.bytes", FT_BYTES, BASE_NONE, NULL,                    \
      "Value of an unknown field")                                                                 \
    X(MAP_KEY, "Key", "map_key", FT_STRING, BASE_NONE, NULL, "Key of a map in a message")          \
    X(PRIVATE_FORMAT, "Format", "private.format", FT_STRING, BASE_NONE, NULL,                      \
      "What wrote the private data, as far as it can be recognised")                               \
    X(PRIVATE_VALUE, "Private value", "private.value", FT_STRING, BASE_NONE, NULL,                 \
      "One value of private data, as path = literal")

enum tf_field_id {
#define X(id, name, abbrev, type, display, strings, blurb) TF_HF_##id,
    TF_FIELDS(X)
#undef X
        TF_HF_COUNT
};

/** Registered ids of the fields of the table. */
extern int tf_hf[TF_HF_COUNT];

/** Names of the grpc-status codes. */
extern const value_string tf_status_names[];

/** Registers the table and a field for each field of each message of the protocol. */
void tf_fields_register(int proto);

/** The filter field of a message field; -1 for what has none (values have tfplugin.field). */
int tf_fields_of(const ProtobufCFieldDescriptor *field);

/** Is it a bytes field that holds text: a type as JSON, or what a provider printed? */
bool tf_field_is_text(const ProtobufCFieldDescriptor *field);

#endif
