/* governs.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "governs.h"

#include <glib.h>

#include "tfplugin5.pb-c.h"
#include "tfplugin6.pb-c.h"

typedef struct governs_line {
    const ProtobufCMessageDescriptor *message;
    const char *field;
    tf_governor governor;
} governs_line;

#define V5(MESSAGE, FIELD, KIND, KEY)                                                              \
    {                                                                                              \
        &tfplugin5__##MESSAGE##__descriptor, FIELD,                                                \
        {                                                                                          \
            TF_SCHEMA_##KIND, TF_KEY_##KEY                                                         \
        }                                                                                          \
    }
#define V6(MESSAGE, FIELD, KIND, KEY)                                                              \
    {                                                                                              \
        &tfplugin6__##MESSAGE##__descriptor, FIELD,                                                \
        {                                                                                          \
            TF_SCHEMA_##KIND, TF_KEY_##KEY                                                         \
        }                                                                                          \
    }
#define BOTH(MESSAGE, FIELD, KIND, KEY) V5(MESSAGE, FIELD, KIND, KEY), V6(MESSAGE, FIELD, KIND, KEY)

/* clang-format off */
/* To add a field: a line here. */
static const governs_line lines[] = {
    /* The provider itself. */
    V5(prepare_provider_config__request, "config", PROVIDER, NONE),
    V5(prepare_provider_config__response, "prepared_config", PROVIDER, NONE),
    V6(validate_provider_config__request, "config", PROVIDER, NONE),
    V5(configure__request, "config", PROVIDER, NONE),
    V6(configure_provider__request, "config", PROVIDER, NONE),

    /* Managed resources. */
    V5(validate_resource_type_config__request, "config", RESOURCE, CALL),
    V6(validate_resource_config__request, "config", RESOURCE, CALL),
    BOTH(upgrade_resource_state__request, "raw_state", RESOURCE, VERSIONED),
    BOTH(upgrade_resource_state__response, "upgraded_state", RESOURCE, CALL),
    BOTH(read_resource__request, "current_state", RESOURCE, CALL),
    BOTH(read_resource__request, "provider_meta", PROVIDER_META, NONE),
    BOTH(read_resource__request, "current_identity", IDENTITY, CALL),
    BOTH(read_resource__response, "new_state", RESOURCE, CALL),
    BOTH(read_resource__response, "new_identity", IDENTITY, CALL),
    BOTH(plan_resource_change__request, "prior_state", RESOURCE, CALL),
    BOTH(plan_resource_change__request, "proposed_new_state", RESOURCE, CALL),
    BOTH(plan_resource_change__request, "config", RESOURCE, CALL),
    BOTH(plan_resource_change__request, "provider_meta", PROVIDER_META, NONE),
    BOTH(plan_resource_change__request, "prior_identity", IDENTITY, CALL),
    BOTH(plan_resource_change__response, "planned_state", RESOURCE, CALL),
    BOTH(plan_resource_change__response, "planned_identity", IDENTITY, CALL),
    BOTH(apply_resource_change__request, "prior_state", RESOURCE, CALL),
    BOTH(apply_resource_change__request, "planned_state", RESOURCE, CALL),
    BOTH(apply_resource_change__request, "config", RESOURCE, CALL),
    BOTH(apply_resource_change__request, "provider_meta", PROVIDER_META, NONE),
    BOTH(apply_resource_change__request, "planned_identity", IDENTITY, CALL),
    BOTH(apply_resource_change__response, "new_state", RESOURCE, CALL),
    BOTH(apply_resource_change__response, "new_identity", IDENTITY, CALL),
    BOTH(import_resource_state__request, "identity", IDENTITY, CALL),
    BOTH(import_resource_state__imported_resource, "state", RESOURCE, SAME_MESSAGE),
    BOTH(import_resource_state__imported_resource, "identity", IDENTITY, SAME_MESSAGE),
    BOTH(move_resource_state__request, "source_state", FOREIGN, NONE),
    BOTH(move_resource_state__request, "source_identity", FOREIGN, NONE),
    BOTH(move_resource_state__response, "target_state", RESOURCE, CALL),
    BOTH(move_resource_state__response, "target_identity", IDENTITY, CALL),
    BOTH(generate_resource_config__request, "state", RESOURCE, CALL),
    BOTH(generate_resource_config__response, "config", RESOURCE, CALL),
    BOTH(upgrade_resource_identity__request, "raw_identity", IDENTITY, VERSIONED),
    BOTH(upgrade_resource_identity__response, "upgraded_identity", IDENTITY, CALL),
    BOTH(resource_identity_data, "identity_data", IDENTITY, HOLDER),

    /* Data sources. */
    V5(validate_data_source_config__request, "config", DATA_SOURCE, CALL),
    V6(validate_data_resource_config__request, "config", DATA_SOURCE, CALL),
    BOTH(read_data_source__request, "config", DATA_SOURCE, CALL),
    BOTH(read_data_source__request, "provider_meta", PROVIDER_META, NONE),
    BOTH(read_data_source__response, "state", DATA_SOURCE, CALL),

    /* Ephemeral resources. */
    BOTH(validate_ephemeral_resource_config__request, "config", EPHEMERAL, CALL),
    BOTH(open_ephemeral_resource__request, "config", EPHEMERAL, CALL),
    BOTH(open_ephemeral_resource__response, "result", EPHEMERAL, CALL),

    /* Listing. What is listed are managed resources of the same name. */
    BOTH(validate_list_resource_config__request, "config", LIST, CALL),
    BOTH(validate_list_resource_config__request, "include_resource_object", FIXED_BOOL, NONE),
    BOTH(validate_list_resource_config__request, "limit", FIXED_NUMBER, NONE),
    BOTH(list_resource__request, "config", LIST, CALL),
    BOTH(list_resource__event, "identity", IDENTITY, CALL),
    BOTH(list_resource__event, "resource_object", RESOURCE, CALL),

    /* Functions. */
    BOTH(call_function__request, "arguments", FUNCTION_ARGUMENT, CALL),
    BOTH(call_function__response, "result", FUNCTION_RESULT, CALL),

    /* Actions. */
    BOTH(validate_action_config__request, "config", ACTION, CALL),
    BOTH(plan_action__request, "config", ACTION, CALL),
    BOTH(invoke_action__request, "config", ACTION, CALL),

    /* State stores. */
    V6(validate_state_store__request, "config", STATE_STORE, CALL),
    V6(configure_state_store__request, "config", STATE_STORE, CALL),

    /* Provisioners. */
    V5(validate_provisioner_config__request, "config", PROVISIONER, NONE),
    V5(provision_resource__request, "config", PROVISIONER, NONE),
    V5(provision_resource__request, "connection", FIXED_STRING_MAP, NONE),
};

/* To add a call that is about a type: a line here. */
static const struct {
    tf_schema_kind kind;
    const char *key_field;
} call_types[TF_RPC_N_IDS] = {
    [TF_RPC_VALIDATE_RESOURCE_CONFIG] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_UPGRADE_RESOURCE_STATE] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_READ_RESOURCE] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_PLAN_RESOURCE_CHANGE] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_APPLY_RESOURCE_CHANGE] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_IMPORT_RESOURCE_STATE] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_MOVE_RESOURCE_STATE] = {TF_SCHEMA_RESOURCE, "target_type_name"},
    [TF_RPC_GENERATE_RESOURCE_CONFIG] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_UPGRADE_RESOURCE_IDENTITY] = {TF_SCHEMA_RESOURCE, "type_name"},
    [TF_RPC_VALIDATE_DATA_RESOURCE_CONFIG] = {TF_SCHEMA_DATA_SOURCE, "type_name"},
    [TF_RPC_READ_DATA_SOURCE] = {TF_SCHEMA_DATA_SOURCE, "type_name"},
    [TF_RPC_VALIDATE_EPHEMERAL_RESOURCE_CONFIG] = {TF_SCHEMA_EPHEMERAL, "type_name"},
    [TF_RPC_OPEN_EPHEMERAL_RESOURCE] = {TF_SCHEMA_EPHEMERAL, "type_name"},
    [TF_RPC_RENEW_EPHEMERAL_RESOURCE] = {TF_SCHEMA_EPHEMERAL, "type_name"},
    [TF_RPC_CLOSE_EPHEMERAL_RESOURCE] = {TF_SCHEMA_EPHEMERAL, "type_name"},
    [TF_RPC_VALIDATE_LIST_RESOURCE_CONFIG] = {TF_SCHEMA_LIST, "type_name"},
    [TF_RPC_LIST_RESOURCE] = {TF_SCHEMA_LIST, "type_name"},
    [TF_RPC_CALL_FUNCTION] = {TF_SCHEMA_FUNCTION, "name"},
    [TF_RPC_VALIDATE_ACTION_CONFIG] = {TF_SCHEMA_ACTION, "type_name"},
    [TF_RPC_PLAN_ACTION] = {TF_SCHEMA_ACTION, "action_type"},
    [TF_RPC_INVOKE_ACTION] = {TF_SCHEMA_ACTION, "action_type"},
    [TF_RPC_VALIDATE_STATE_STORE_CONFIG] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_CONFIGURE_STATE_STORE] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_READ_STATE_BYTES] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_WRITE_STATE_BYTES] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_LOCK_STATE] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_UNLOCK_STATE] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_GET_STATES] = {TF_SCHEMA_STATE_STORE, "type_name"},
    [TF_RPC_DELETE_STATE] = {TF_SCHEMA_STATE_STORE, "type_name"},
};
/* clang-format on */

static GHashTable *
index_lines(void)
{
    GHashTable *index = g_hash_table_new(NULL, NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        const ProtobufCFieldDescriptor *field =
            protobuf_c_message_descriptor_get_field_by_name(lines[i].message, lines[i].field);
        /* A slip in the table above, which the first test to run meets. */
        if (!field)
            g_error("%s has no field %s", lines[i].message->name, lines[i].field);
        g_hash_table_insert(index, (gpointer)field, (gpointer)&lines[i].governor);
    }
    return index;
}

const tf_governor *
tf_governor_of(const ProtobufCFieldDescriptor *field)
{
    static GHashTable *index;

    if (!index)
        index = index_lines();
    return g_hash_table_lookup(index, field);
}

const ProtobufCFieldDescriptor *
tf_rpc_key_field(const tf_rpc *rpc)
{
    if (!rpc || !call_types[rpc->id].key_field)
        return NULL;
    const ProtobufCMessageDescriptor *message = rpc->id == TF_RPC_WRITE_STATE_BYTES
                                                    ? &tfplugin6__request_chunk_meta__descriptor
                                                    : rpc->request;
    return protobuf_c_message_descriptor_get_field_by_name(message, call_types[rpc->id].key_field);
}

tf_schema_kind
tf_rpc_type_kind(tf_rpc_id id)
{
    return id < TF_RPC_N_IDS ? call_types[id].kind : TF_SCHEMA_NONE;
}
