/* test_governs.c
 * Which schema governs which field.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "proto/governs.h"

#include <glib.h>
#include <string.h>

#include "tfplugin6.pb-c.h"

static const ProtobufCMessageDescriptor *
message_of(const ProtobufCFieldDescriptor *field)
{
    return field->type == PROTOBUF_C_TYPE_MESSAGE ? field->descriptor : NULL;
}

static bool
holds_a_value(const ProtobufCFieldDescriptor *field)
{
    const ProtobufCMessageDescriptor *message = message_of(field);

    return message && (strcmp(message->short_name, "DynamicValue") == 0 ||
                       strcmp(message->short_name, "RawState") == 0 ||
                       strcmp(message->short_name, "ResourceIdentityData") == 0);
}

/* Checks the message and all that are within it; `seen` ends the recursion of nested blocks. */
static void
check_message(const ProtobufCMessageDescriptor *message, GHashTable *seen)
{
    if (!g_hash_table_add(seen, (gpointer)message))
        return;
    for (unsigned i = 0; i < message->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->fields[i];
        g_test_message("%s.%s", message->name, field->name);
        g_assert_cmpint(tf_governor_of(field) != NULL, ==, holds_a_value(field));
        if (message_of(field))
            check_message(message_of(field), seen);
    }
}

static void
test_every_value_is_governed(void)
{
    GHashTable *seen = g_hash_table_new(NULL, NULL);

    for (size_t i = 0; i < tf_rpc_count(); i++) {
        check_message(tf_rpc_at(i)->request, seen);
        check_message(tf_rpc_at(i)->response, seen);
    }
    g_assert_cmpuint(g_hash_table_size(seen), >, 150);
    g_hash_table_destroy(seen);
    g_assert_null(tf_governor_of(NULL));
}

static void
assert_governor(const ProtobufCMessageDescriptor *message, const char *name, tf_schema_kind kind,
                tf_key_source key)
{
    const tf_governor *governor =
        tf_governor_of(protobuf_c_message_descriptor_get_field_by_name(message, name));

    g_test_message("%s.%s", message->name, name);
    g_assert_nonnull(governor);
    g_assert_cmpint(governor->kind, ==, kind);
    g_assert_cmpint(governor->key, ==, key);
}

static void
test_rules_of_both_versions(void)
{
    for (unsigned version = 5; version <= 6; version++) {
        const tf_rpc *plan = tf_rpc_find(version, "Provider", "PlanResourceChange");
        assert_governor(plan->request, "config", TF_SCHEMA_RESOURCE, TF_KEY_CALL);
        assert_governor(plan->request, "provider_meta", TF_SCHEMA_PROVIDER_META, TF_KEY_NONE);
        assert_governor(plan->request, "prior_identity", TF_SCHEMA_IDENTITY, TF_KEY_CALL);
        const tf_rpc *upgrade = tf_rpc_find(version, "Provider", "UpgradeResourceState");
        assert_governor(upgrade->request, "raw_state", TF_SCHEMA_RESOURCE, TF_KEY_VERSIONED);
        assert_governor(upgrade->response, "upgraded_state", TF_SCHEMA_RESOURCE, TF_KEY_CALL);
        const tf_rpc *move = tf_rpc_find(version, "Provider", "MoveResourceState");
        assert_governor(move->request, "source_state", TF_SCHEMA_FOREIGN, TF_KEY_NONE);
        assert_governor(move->response, "target_state", TF_SCHEMA_RESOURCE, TF_KEY_CALL);
        const tf_rpc *list = tf_rpc_find(version, "Provider", "ListResource");
        assert_governor(list->request, "config", TF_SCHEMA_LIST, TF_KEY_CALL);
        assert_governor(list->response, "resource_object", TF_SCHEMA_RESOURCE, TF_KEY_CALL);
        assert_governor(list->response, "identity", TF_SCHEMA_IDENTITY, TF_KEY_CALL);
        const tf_rpc *call = tf_rpc_find(version, "Provider", "CallFunction");
        assert_governor(call->request, "arguments", TF_SCHEMA_FUNCTION_ARGUMENT, TF_KEY_CALL);
        assert_governor(call->response, "result", TF_SCHEMA_FUNCTION_RESULT, TF_KEY_CALL);
    }
}

static void
test_rules_of_one_version(void)
{
    const tf_rpc *prepare = tf_rpc_find(5, "Provider", "PrepareProviderConfig");
    const tf_rpc *provision = tf_rpc_find(5, "Provisioner", "ProvisionResource");
    const tf_rpc *store = tf_rpc_find(6, "Provider", "ConfigureStateStore");

    assert_governor(prepare->response, "prepared_config", TF_SCHEMA_PROVIDER, TF_KEY_NONE);
    assert_governor(provision->request, "config", TF_SCHEMA_PROVISIONER, TF_KEY_NONE);
    assert_governor(provision->request, "connection", TF_SCHEMA_FIXED_STRING_MAP, TF_KEY_NONE);
    assert_governor(store->request, "config", TF_SCHEMA_STATE_STORE, TF_KEY_CALL);
}

static void
test_nested_messages(void)
{
    assert_governor(&tfplugin6__import_resource_state__imported_resource__descriptor, "state",
                    TF_SCHEMA_RESOURCE, TF_KEY_SAME_MESSAGE);
    assert_governor(&tfplugin6__resource_identity_data__descriptor, "identity_data",
                    TF_SCHEMA_IDENTITY, TF_KEY_HOLDER);
}

static void
assert_key(unsigned version, const char *method, const char *name, tf_schema_kind kind)
{
    const tf_rpc *rpc = tf_rpc_find(version, "Provider", method);
    const ProtobufCFieldDescriptor *field = tf_rpc_key_field(rpc);

    g_test_message("%s", method);
    g_assert_cmpstr(field ? field->name : NULL, ==, name);
    g_assert_cmpint(tf_rpc_type_kind(rpc->id), ==, kind);
}

static void
test_keys(void)
{
    assert_key(5, "ValidateResourceTypeConfig", "type_name", TF_SCHEMA_RESOURCE);
    assert_key(6, "ReadDataSource", "type_name", TF_SCHEMA_DATA_SOURCE);
    assert_key(6, "CloseEphemeralResource", "type_name", TF_SCHEMA_EPHEMERAL);
    assert_key(5, "ListResource", "type_name", TF_SCHEMA_LIST);
    assert_key(5, "ValidateActionConfig", "type_name", TF_SCHEMA_ACTION);
    assert_key(5, "PlanAction", "action_type", TF_SCHEMA_ACTION);
    assert_key(6, "CallFunction", "name", TF_SCHEMA_FUNCTION);
    assert_key(6, "MoveResourceState", "target_type_name", TF_SCHEMA_RESOURCE);
    assert_key(6, "GetStates", "type_name", TF_SCHEMA_STATE_STORE);
    assert_key(6, "GetProviderSchema", NULL, TF_SCHEMA_NONE);
    assert_key(6, "ConfigureProvider", NULL, TF_SCHEMA_NONE);
}

static void
test_key_of_a_stream_of_chunks(void)
{
    const ProtobufCFieldDescriptor *field =
        tf_rpc_key_field(tf_rpc_find(6, "Provider", "WriteStateBytes"));

    g_assert_true(field == protobuf_c_message_descriptor_get_field_by_name(
                               &tfplugin6__request_chunk_meta__descriptor, "type_name"));
}

/* A call has a kind if and only if it has a key; and the key is a string of its request. */
static void
test_keys_and_kinds_agree(void)
{
    for (size_t i = 0; i < tf_rpc_count(); i++) {
        const tf_rpc *rpc = tf_rpc_at(i);
        const ProtobufCFieldDescriptor *field = tf_rpc_key_field(rpc);
        g_assert_cmpint(field != NULL, ==, tf_rpc_type_kind(rpc->id) != TF_SCHEMA_NONE);
        if (field)
            g_assert_cmpint(field->type, ==, PROTOBUF_C_TYPE_STRING);
    }
    g_assert_null(tf_rpc_key_field(NULL));
    g_assert_cmpint(tf_rpc_type_kind(TF_RPC_N_IDS), ==, TF_SCHEMA_NONE);
}

/* Every request that names a type has it as its key: none was forgotten. */
static void
test_no_key_is_forgotten(void)
{
    static const char *const names[] = {"type_name", "action_type", "target_type_name"};

    for (size_t i = 0; i < tf_rpc_count(); i++)
        for (size_t n = 0; n < G_N_ELEMENTS(names); n++) {
            const tf_rpc *rpc = tf_rpc_at(i);
            const ProtobufCFieldDescriptor *field =
                protobuf_c_message_descriptor_get_field_by_name(rpc->request, names[n]);
            if (field)
                g_assert_true(tf_rpc_key_field(rpc) == field);
        }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/governs/every-value-is-governed", test_every_value_is_governed);
    g_test_add_func("/governs/rules-of-both-versions", test_rules_of_both_versions);
    g_test_add_func("/governs/rules-of-one-version", test_rules_of_one_version);
    g_test_add_func("/governs/nested-messages", test_nested_messages);
    g_test_add_func("/governs/keys", test_keys);
    g_test_add_func("/governs/key-of-a-stream-of-chunks", test_key_of_a_stream_of_chunks);
    g_test_add_func("/governs/keys-and-kinds-agree", test_keys_and_kinds_agree);
    g_test_add_func("/governs/no-key-is-forgotten", test_no_key_is_forgotten);
    return g_test_run();
}
