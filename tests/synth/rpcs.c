/* rpcs.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rpcs.h"

#include "msgpack_value.h"
#include "pb.h"
#include "provider.h"

#define DEFERRED_ABSENT_PREREQ 3
#define OPAQUE "{\".private\":\"e30=\"}"

/* --- Parts that many messages have ----------------------------------------------------------- */

static void
add_diagnostics(synth_message *message, unsigned field)
{
    synth_add_diagnostics(message->bytes, field);
}

static void
add_type(synth_message *message)
{
    synth_pb_string(message->bytes, 1, SYNTH_TYPE);
}

static void
add_private(synth_message *message, unsigned field)
{
    synth_pb_string(message->bytes, field, OPAQUE);
}

static void
add_client_capabilities(synth_message *message, unsigned field, unsigned version)
{
    GByteArray *capabilities = g_byte_array_new();
    for (unsigned i = 1; i <= (version == 6 ? 4 : 2); i++)
        synth_pb_varint(capabilities, i, 1);
    synth_pb_message(message->bytes, field, capabilities);
}

static void
add_deferred(synth_message *message, unsigned field)
{
    GByteArray *deferred = g_byte_array_new();
    synth_pb_varint(deferred, 1, DEFERRED_ABSENT_PREREQ);
    synth_pb_message(message->bytes, field, deferred);
}

static void
add_identity(synth_message *message, unsigned field, const char *name)
{
    synth_add_identity(message, message->bytes, field, name);
}

/* A time: 2026-01-02T03:04:05.000000006Z. */
static void
add_time(synth_message *message, unsigned field)
{
    GByteArray *timestamp = g_byte_array_new();
    synth_pb_varint(timestamp, 1, 1767323045);
    synth_pb_varint(timestamp, 2, 6);
    synth_pb_message(message->bytes, field, timestamp);
}

/* RawState with the sample of a kind as JSON. A raw value that no schema of the session governs
 * reads by its own shape. */
static void
add_raw(synth_message *message, unsigned field, const char *name, const char *attribute,
        bool by_schema)
{
    GByteArray *raw = g_byte_array_new();
    char *json = g_strdup_printf("{\"%s\":\"%s\",\"tags\":{\"Name\":\"synth\"}}", attribute, name);
    char *lines = g_strdup_printf("%s = \"%s\"\n%s = \"synth\"", attribute, name,
                                  by_schema ? "tags[\"Name\"]" : "tags.Name");
    synth_pb_string(raw, 1, json);
    synth_pb_message(message->bytes, field, raw);
    synth_message_expect_field(message, name);
    synth_message_expect_lines(message, lines);
    g_free(json);
    g_free(lines);
}

static void
empty(synth_message *message, unsigned version)
{
    (void)message, (void)version;
}

static void
diagnostics_in_1(synth_message *message, unsigned version)
{
    (void)version;
    add_diagnostics(message, 1);
}

/* --- The provider as a whole ----------------------------------------------------------------- */

static void
add_metadata(synth_message *message, unsigned field, const char *type)
{
    GByteArray *metadata = g_byte_array_new();
    synth_pb_string(metadata, 1, type);
    synth_pb_message(message->bytes, field, metadata);
}

static void
metadata_response(synth_message *message, unsigned version)
{
    synth_pb_message(message->bytes, 1, synth_server_capabilities());
    add_diagnostics(message, 2);
    add_metadata(message, 3, SYNTH_TYPE);
    add_metadata(message, 4, SYNTH_TYPE);
    add_metadata(message, 5, SYNTH_FUNCTION);
    add_metadata(message, 6, SYNTH_TYPE);
    add_metadata(message, 7, SYNTH_TYPE);
    add_metadata(message, 8, version == 6 ? SYNTH_STORE_TYPE : SYNTH_ACTION_TYPE);
    if (version == 6)
        add_metadata(message, 9, SYNTH_ACTION_TYPE);
}

/* Takes over what a builder of its own has made. */
static void
take_bytes(synth_message *message, synth_message *from)
{
    g_byte_array_append(message->bytes, from->bytes->data, from->bytes->len);
    synth_message_free(from);
}

static void
schema_response(synth_message *message, unsigned version)
{
    take_bytes(message, synth_schema_response(version));
}

static void
identity_schemas_response(synth_message *message, unsigned version)
{
    (void)version;
    take_bytes(message, synth_identity_schemas_response());
}

static void
functions_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_functions(message->bytes, 1);
    add_diagnostics(message, 2);
}

static void
validate_provider_request(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "config", SYNTH_PROVIDER);
}

static void
validate_provider_response(synth_message *message, unsigned version)
{
    if (version == 5)
        synth_add_sample(message, 1, "prepared_config", SYNTH_PROVIDER);
    add_diagnostics(message, 2);
}

static void
configure_request(synth_message *message, unsigned version)
{
    synth_pb_string(message->bytes, 1, "1.17.0-dev");
    synth_add_sample(message, 2, "config", SYNTH_PROVIDER);
    add_client_capabilities(message, 3, version);
}

static void
stop_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, "cannot stop now");
}

/* --- Resources ------------------------------------------------------------------------------- */

static void
validate_resource_request(synth_message *message, unsigned version)
{
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_RESOURCE);
    add_client_capabilities(message, 3, version);
}

static void
upgrade_state_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_pb_varint(message->bytes, 2, SYNTH_RESOURCE_VERSION);
    add_raw(message, 3, "raw_state", "id", true);
}

static void
upgrade_state_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "upgraded_state", SYNTH_RESOURCE);
    add_diagnostics(message, 2);
}

static void
upgrade_identity_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_pb_varint(message->bytes, 2, SYNTH_IDENTITY_VERSION);
    add_raw(message, 3, "raw_identity", "arn", true);
}

static void
upgrade_identity_response(synth_message *message, unsigned version)
{
    (void)version;
    add_identity(message, 1, "upgraded_identity");
    add_diagnostics(message, 2);
}

static void
read_request(synth_message *message, unsigned version)
{
    add_type(message);
    synth_add_sample(message, 2, "current_state", SYNTH_RESOURCE);
    add_private(message, 3);
    synth_add_sample(message, 4, "provider_meta", SYNTH_PROVIDER_META);
    add_client_capabilities(message, 5, version);
    add_identity(message, 6, "current_identity");
}

static void
read_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "new_state", SYNTH_RESOURCE);
    add_diagnostics(message, 2);
    add_private(message, 3);
    add_deferred(message, 4);
    add_identity(message, 5, "new_identity");
}

static void
plan_request(synth_message *message, unsigned version)
{
    add_type(message);
    synth_add_sample(message, 2, "prior_state", SYNTH_RESOURCE);
    synth_add_sample(message, 3, "proposed_new_state", SYNTH_RESOURCE);
    synth_add_sample(message, 4, "config", SYNTH_RESOURCE);
    add_private(message, 5);
    synth_add_sample(message, 6, "provider_meta", SYNTH_PROVIDER_META);
    add_client_capabilities(message, 7, version);
    add_identity(message, 8, "prior_identity");
    if (version == 6)
        add_private(message, 9);
}

/* AttributePath of one step. */
static GByteArray *
path_to(const char *attribute)
{
    GByteArray *path = g_byte_array_new(), *step = g_byte_array_new();
    synth_pb_string(step, 1, attribute);
    synth_pb_message(path, 1, step);
    return path;
}

static void
plan_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "planned_state", SYNTH_RESOURCE);
    synth_pb_message(message->bytes, 2, path_to("id"));
    synth_pb_message(message->bytes, 2, path_to("tags"));
    add_private(message, 3);
    add_diagnostics(message, 4);
    synth_pb_varint(message->bytes, 5, 1);
    add_deferred(message, 6);
    add_identity(message, 7, "planned_identity");
}

static void
apply_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_add_sample(message, 2, "prior_state", SYNTH_RESOURCE);
    synth_add_sample(message, 3, "planned_state", SYNTH_RESOURCE);
    synth_add_sample(message, 4, "config", SYNTH_RESOURCE);
    add_private(message, 5);
    synth_add_sample(message, 6, "provider_meta", SYNTH_PROVIDER_META);
    add_identity(message, 7, "planned_identity");
}

static void
apply_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "new_state", SYNTH_RESOURCE);
    add_private(message, 2);
    add_diagnostics(message, 3);
    synth_pb_varint(message->bytes, 4, 1);
    add_identity(message, 5, "new_identity");
}

static void
import_request(synth_message *message, unsigned version)
{
    add_type(message);
    synth_pb_string(message->bytes, 2, "thing-1");
    add_client_capabilities(message, 3, version);
    add_identity(message, 4, "identity");
}

static void
add_imported(synth_message *message, unsigned index)
{
    GByteArray *imported = g_byte_array_new();
    char *state = g_strdup_printf("imported_resources[%u].state", index);
    char *identity = g_strdup_printf("imported_resources[%u].identity", index);
    synth_pb_string(imported, 1, SYNTH_TYPE);
    synth_add_sample_to(message, imported, 2, state, SYNTH_RESOURCE);
    synth_pb_string(imported, 3, OPAQUE);
    synth_add_identity(message, imported, 4, identity);
    synth_pb_message(message->bytes, 1, imported);
    g_free(state);
    g_free(identity);
}

static void
import_response(synth_message *message, unsigned version)
{
    (void)version;
    add_imported(message, 0);
    add_imported(message, 1);
    add_diagnostics(message, 2);
    add_deferred(message, 3);
}

static void
move_request(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, "registry.example.com/acme/other");
    synth_pb_string(message->bytes, 2, "other_thing");
    synth_pb_varint(message->bytes, 3, 2);
    add_raw(message, 4, "source_state", "name", false);
    synth_pb_string(message->bytes, 5, SYNTH_TYPE);
    add_private(message, 6);
    add_raw(message, 7, "source_identity", "serial", false);
    synth_pb_varint(message->bytes, 8, 4);
}

static void
move_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "target_state", SYNTH_RESOURCE);
    add_diagnostics(message, 2);
    add_private(message, 3);
    add_identity(message, 4, "target_identity");
}

static void
generate_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_add_sample(message, 2, "state", SYNTH_RESOURCE);
}

static void
generate_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "config", SYNTH_RESOURCE);
    add_diagnostics(message, 2);
}

/* --- Data sources, ephemeral resources, lists ------------------------------------------------ */

static void
validate_data_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_DATA_SOURCE);
}

static void
read_data_request(synth_message *message, unsigned version)
{
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_DATA_SOURCE);
    synth_add_sample(message, 3, "provider_meta", SYNTH_PROVIDER_META);
    add_client_capabilities(message, 4, version);
}

static void
read_data_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "state", SYNTH_DATA_SOURCE);
    add_diagnostics(message, 2);
    add_deferred(message, 3);
}

static void
validate_ephemeral_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_EPHEMERAL);
}

static void
open_request(synth_message *message, unsigned version)
{
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_EPHEMERAL);
    add_client_capabilities(message, 3, version);
}

static void
open_response(synth_message *message, unsigned version)
{
    (void)version;
    add_diagnostics(message, 1);
    add_time(message, 2);
    synth_add_sample(message, 3, "result", SYNTH_EPHEMERAL);
    add_private(message, 4);
    add_deferred(message, 5);
}

static void
type_and_private_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    add_private(message, 2);
}

static void
renew_response(synth_message *message, unsigned version)
{
    (void)version;
    add_diagnostics(message, 1);
    add_time(message, 2);
    add_private(message, 3);
}

static void
validate_list_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_LIST);
    synth_message_add_msgpack(message, 3, "include_resource_object", synth_bytes("c3"), "= true");
    synth_message_add_msgpack(message, 4, "limit", synth_bytes("cd012c"), "= 300");
}

static void
list_request(synth_message *message, unsigned version)
{
    (void)version;
    add_type(message);
    synth_add_sample(message, 2, "config", SYNTH_LIST);
    synth_pb_varint(message->bytes, 3, 1);
    synth_pb_varint(message->bytes, 4, 300);
}

static void
list_event(synth_message *message, unsigned version)
{
    (void)version;
    add_identity(message, 1, "identity");
    synth_pb_string(message->bytes, 2, "a thing");
    synth_add_sample(message, 3, "resource_object", SYNTH_RESOURCE);
    add_diagnostics(message, 4);
}

/* --- Functions and actions ------------------------------------------------------------------- */

static void
call_function_request(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, SYNTH_FUNCTION);
    synth_message_add_msgpack(message, 2, "arguments[0]", synth_bytes("a1'a'"), "= \"a\"");
    synth_message_add_msgpack(message, 2, "arguments[1]", synth_bytes("07"), "= 7");
    synth_message_add_msgpack(message, 2, "arguments[2]", synth_bytes("c3"), "= true");
    synth_message_add_msgpack(message, 2, "arguments[3]", synth_bytes("c2"), "= false");
}

static void
call_function_response(synth_message *message, unsigned version)
{
    GByteArray *error = g_byte_array_new();
    (void)version;
    synth_message_add_msgpack(message, 1, "result", synth_msgpack_object("k", "v", NULL),
                              "[\"k\"] = \"v\"");
    synth_pb_string(error, 1, "not a good argument");
    synth_pb_varint(error, 2, 1);
    synth_pb_message(message->bytes, 2, error);
}

static void
validate_action_request(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, SYNTH_ACTION_TYPE);
    synth_add_sample(message, 2, "config", SYNTH_ACTION);
}

static void
action_request(synth_message *message, unsigned version)
{
    validate_action_request(message, version);
    add_client_capabilities(message, 3, version);
}

static void
plan_action_response(synth_message *message, unsigned version)
{
    (void)version;
    add_diagnostics(message, 1);
    add_deferred(message, 2);
}

static void
invoke_event(synth_message *message, unsigned version)
{
    GByteArray *progress = g_byte_array_new(), *completed = g_byte_array_new();
    (void)version;
    synth_pb_string(progress, 1, "working");
    synth_add_diagnostics(completed, 1);
    synth_pb_message(message->bytes, 1, progress);
    synth_pb_message(message->bytes, 2, completed);
}

/* --- State stores ---------------------------------------------------------------------------- */

static void
add_store(synth_message *message)
{
    synth_pb_string(message->bytes, 1, SYNTH_STORE_TYPE);
}

static void
validate_store_request(synth_message *message, unsigned version)
{
    (void)version;
    add_store(message);
    synth_add_sample(message, 2, "config", SYNTH_STATE_STORE);
}

static GByteArray *
chunk_size(void)
{
    GByteArray *capabilities = g_byte_array_new();
    synth_pb_varint(capabilities, 1, 8 << 20);
    return capabilities;
}

static void
configure_store_request(synth_message *message, unsigned version)
{
    validate_store_request(message, version);
    synth_pb_message(message->bytes, 3, chunk_size());
}

static void
configure_store_response(synth_message *message, unsigned version)
{
    (void)version;
    add_diagnostics(message, 1);
    synth_pb_message(message->bytes, 2, chunk_size());
}

static void
state_id_request(synth_message *message, unsigned version)
{
    (void)version;
    add_store(message);
    synth_pb_string(message->bytes, 2, "default");
}

/* Bytes, total length and range, from a field on; the same slice each time. */
static void
add_slice(synth_message *message, unsigned field)
{
    GByteArray *range = g_byte_array_new();
    synth_pb_varint(range, 1, 10);
    synth_pb_varint(range, 2, 24);
    synth_pb_string(message->bytes, field, "\"serial\": 1234");
    synth_pb_varint(message->bytes, field + 1, 300);
    synth_pb_message(message->bytes, field + 2, range);
}

static void
read_state_response(synth_message *message, unsigned version)
{
    (void)version;
    add_slice(message, 1);
    add_diagnostics(message, 4);
}

static void
write_state_request(synth_message *message, unsigned version)
{
    GByteArray *meta = g_byte_array_new();
    (void)version;
    synth_pb_string(meta, 1, SYNTH_STORE_TYPE);
    synth_pb_string(meta, 2, "default");
    synth_pb_message(message->bytes, 1, meta);
    add_slice(message, 2);
}

static void
lock_request(synth_message *message, unsigned version)
{
    state_id_request(message, version);
    synth_pb_string(message->bytes, 3, "apply");
}

static void
lock_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, "lock-1");
    add_diagnostics(message, 2);
}

static void
unlock_request(synth_message *message, unsigned version)
{
    state_id_request(message, version);
    synth_pb_string(message->bytes, 3, "lock-1");
}

static void
states_request(synth_message *message, unsigned version)
{
    (void)version;
    add_store(message);
}

static void
states_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, "default");
    synth_pb_string(message->bytes, 1, "staging");
    add_diagnostics(message, 2);
}

/* --- Provisioners ---------------------------------------------------------------------------- */

static void
provisioner_schema_response(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_message(message->bytes, 1, synth_sample_schema(SYNTH_PROVISIONER));
    add_diagnostics(message, 2);
}

static void
validate_provisioner_request(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "config", SYNTH_PROVISIONER);
}

static void
provision_request(synth_message *message, unsigned version)
{
    (void)version;
    synth_add_sample(message, 1, "config", SYNTH_PROVISIONER);
    synth_message_add_msgpack(message, 2, "connection",
                              synth_msgpack_object("host", "192.0.2.9", "type", "ssh", NULL),
                              "[\"host\"] = \"192.0.2.9\"\n[\"type\"] = \"ssh\"");
}

static void
provision_event(synth_message *message, unsigned version)
{
    (void)version;
    synth_pb_string(message->bytes, 1, "Connecting to remote host via SSH...\n");
    add_diagnostics(message, 2);
}

/* --- Tables ---------------------------------------------------------------------------------- */

const synth_rpc synth_rpcs[] = {
    {"GetMetadata", "GetMetadata", empty, metadata_response, 0, 0},
    {"GetSchema", "GetProviderSchema", empty, schema_response, 0, 0},
    {"GetResourceIdentitySchemas", "GetResourceIdentitySchemas", empty, identity_schemas_response,
     0, 0},
    {"GetFunctions", "GetFunctions", empty, functions_response, 0, 0},
    {"PrepareProviderConfig", "ValidateProviderConfig", validate_provider_request,
     validate_provider_response, 0, 0},
    {"Configure", "ConfigureProvider", configure_request, diagnostics_in_1, 0, 0},
    {"ValidateResourceTypeConfig", "ValidateResourceConfig", validate_resource_request,
     diagnostics_in_1, 0, 0},
    {"ValidateDataSourceConfig", "ValidateDataResourceConfig", validate_data_request,
     diagnostics_in_1, 0, 0},
    {"UpgradeResourceState", "UpgradeResourceState", upgrade_state_request, upgrade_state_response,
     0, 0},
    {"UpgradeResourceIdentity", "UpgradeResourceIdentity", upgrade_identity_request,
     upgrade_identity_response, 0, 0},
    {"ReadResource", "ReadResource", read_request, read_response, 0, 0},
    {"PlanResourceChange", "PlanResourceChange", plan_request, plan_response, 0, 0},
    {"ApplyResourceChange", "ApplyResourceChange", apply_request, apply_response, 0, 0},
    {"ImportResourceState", "ImportResourceState", import_request, import_response, 0, 0},
    {"MoveResourceState", "MoveResourceState", move_request, move_response, 0, 0},
    {"GenerateResourceConfig", "GenerateResourceConfig", generate_request, generate_response, 0, 0},
    {"ReadDataSource", "ReadDataSource", read_data_request, read_data_response, 0, 0},
    {"ValidateEphemeralResourceConfig", "ValidateEphemeralResourceConfig",
     validate_ephemeral_request, diagnostics_in_1, 0, 0},
    {"OpenEphemeralResource", "OpenEphemeralResource", open_request, open_response, 0, 0},
    {"RenewEphemeralResource", "RenewEphemeralResource", type_and_private_request, renew_response,
     0, 0},
    {"CloseEphemeralResource", "CloseEphemeralResource", type_and_private_request, diagnostics_in_1,
     0, 0},
    {"ValidateListResourceConfig", "ValidateListResourceConfig", validate_list_request,
     diagnostics_in_1, 0, 0},
    {"ListResource", "ListResource", list_request, list_event, 0, 3},
    {"CallFunction", "CallFunction", call_function_request, call_function_response, 0, 0},
    {"ValidateActionConfig", "ValidateActionConfig", validate_action_request, diagnostics_in_1, 0,
     0},
    {"PlanAction", "PlanAction", action_request, plan_action_response, 0, 0},
    {"InvokeAction", "InvokeAction", action_request, invoke_event, 0, 3},
    {NULL, "ValidateStateStoreConfig", validate_store_request, diagnostics_in_1, 0, 0},
    {NULL, "ConfigureStateStore", configure_store_request, configure_store_response, 0, 0},
    {NULL, "ReadStateBytes", state_id_request, read_state_response, 0, 3},
    {NULL, "WriteStateBytes", write_state_request, diagnostics_in_1, 3, 0},
    {NULL, "LockState", lock_request, lock_response, 0, 0},
    {NULL, "UnlockState", unlock_request, diagnostics_in_1, 0, 0},
    {NULL, "GetStates", states_request, states_response, 0, 0},
    {NULL, "DeleteState", state_id_request, diagnostics_in_1, 0, 0},
    {"Stop", "StopProvider", empty, stop_response, 0, 0},
    {NULL, NULL, NULL, NULL, 0, 0},
};

const synth_rpc synth_provisioner_rpcs[] = {
    {"GetSchema", NULL, empty, provisioner_schema_response, 0, 0},
    {"ValidateProvisionerConfig", NULL, validate_provisioner_request, diagnostics_in_1, 0, 0},
    {"ProvisionResource", NULL, provision_request, provision_event, 0, 3},
    {"Stop", NULL, empty, stop_response, 0, 0},
    {NULL, NULL, NULL, NULL, 0, 0},
};
