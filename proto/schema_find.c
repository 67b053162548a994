/* schema_find.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_find.h"

#include <string.h>

#include "wire.h"

/* Fields of an entry of a map, as protobuf makes them. */
enum { ENTRY_KEY = 1, ENTRY_VALUE = 2 };

/* Which field of which response holds schemas of which kind. In a map the entry holds name and
 * schema, else the field is the schema itself. */
static const struct {
    tf_rpc_id id;
    const char *field;
    tf_schema_kind kind;
    bool map;
} schema_fields[] = {
    {TF_RPC_GET_SCHEMA, "provider", TF_SCHEMA_PROVIDER, false},
    {TF_RPC_GET_SCHEMA, "provider_meta", TF_SCHEMA_PROVIDER_META, false},
    {TF_RPC_GET_SCHEMA, "resource_schemas", TF_SCHEMA_RESOURCE, true},
    {TF_RPC_GET_SCHEMA, "data_source_schemas", TF_SCHEMA_DATA_SOURCE, true},
    {TF_RPC_GET_SCHEMA, "ephemeral_resource_schemas", TF_SCHEMA_EPHEMERAL, true},
    {TF_RPC_GET_SCHEMA, "list_resource_schemas", TF_SCHEMA_LIST, true},
    {TF_RPC_GET_SCHEMA, "state_store_schemas", TF_SCHEMA_STATE_STORE, true},
    {TF_RPC_GET_SCHEMA, "action_schemas", TF_SCHEMA_ACTION, true},
    {TF_RPC_GET_SCHEMA, "functions", TF_SCHEMA_FUNCTION, true},
    {TF_RPC_GET_FUNCTIONS, "functions", TF_SCHEMA_FUNCTION, true},
    {TF_RPC_GET_RESOURCE_IDENTITY_SCHEMAS, "identity_schemas", TF_SCHEMA_IDENTITY, true},
    {TF_RPC_PROVISIONER_GET_SCHEMA, "provisioner", TF_SCHEMA_PROVISIONER, false},
};

bool
tf_rpc_has_schemas(tf_rpc_id id)
{
    for (size_t i = 0; i < G_N_ELEMENTS(schema_fields); i++)
        if (schema_fields[i].id == id)
            return true;
    return false;
}

static void
find_map_entry(tf_schema_kind kind, const uint8_t *data, const tf_wire_field *at,
               tf_schema_found found, void *user)
{
    tf_wire_reader reader;
    tf_wire_field field;
    tf_span name = {"", 0};
    const uint8_t *value = data + at->value_offset;
    uint32_t value_length = 0;

    tf_wire_enter(&reader, data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == ENTRY_KEY) {
            name.data = (const char *)data + field.value_offset;
            name.length = field.value_length;
        } else if (field.number == ENTRY_VALUE) {
            value = data + field.value_offset;
            value_length = field.value_length;
        }
    }
    found(kind, name, value, value_length, user);
}

static void
find_in_field(const tf_rpc *rpc, const uint8_t *data, const tf_wire_field *field,
              tf_schema_found found, void *user)
{
    const ProtobufCFieldDescriptor *descriptor =
        protobuf_c_message_descriptor_get_field(rpc->response, field->number);

    for (size_t i = 0; descriptor && i < G_N_ELEMENTS(schema_fields); i++) {
        if (schema_fields[i].id != rpc->id || strcmp(schema_fields[i].field, descriptor->name) != 0)
            continue;
        if (schema_fields[i].map)
            find_map_entry(schema_fields[i].kind, data, field, found, user);
        else
            found(schema_fields[i].kind, (tf_span){"", 0}, data + field->value_offset,
                  field->value_length, user);
    }
}

void
tf_schemas_find(const tf_rpc *rpc, const uint8_t *data, uint32_t length, tf_schema_found found,
                void *user)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, data, 0, length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        find_in_field(rpc, data, &field, found, user);
}
