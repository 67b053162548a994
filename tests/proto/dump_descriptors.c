/* dump_descriptors.c
 * Prints the calls and messages that are built in, as JSON, for check_union.py.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every name comes from a .proto file of our own, so none needs escaping.
 */
#include "proto/rpc.h"

#include <glib.h>
#include <stdio.h>

#include "tfplugin5.pb-c.h"
#include "tfplugin6.pb-c.h"

/* Descriptors don't name the oneof that a field belongs to, but the struct behind them does: it
 * says here which member at which place is whose. */
static const struct {
    const ProtobufCMessageDescriptor *message;
    unsigned offset;
    const char *name;
} oneofs[] = {
    {&tfplugin5__attribute_path__step__descriptor,
     offsetof(Tfplugin5__AttributePath__Step, selector_case), "selector"},
    {&tfplugin6__attribute_path__step__descriptor,
     offsetof(Tfplugin6__AttributePath__Step, selector_case), "selector"},
    {&tfplugin5__invoke_action__event__descriptor,
     offsetof(Tfplugin5__InvokeAction__Event, type_case), "type"},
    {&tfplugin6__invoke_action__event__descriptor,
     offsetof(Tfplugin6__InvokeAction__Event, type_case), "type"},
};

static const char *
oneof_name(const ProtobufCMessageDescriptor *message, const ProtobufCFieldDescriptor *field)
{
    if (!(field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF))
        return "";
    for (size_t i = 0; i < G_N_ELEMENTS(oneofs); i++)
        if (oneofs[i].message == message && oneofs[i].offset == field->quantifier_offset)
            return oneofs[i].name;
    return "?";
}

static const char *
type_name(const ProtobufCFieldDescriptor *field)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_MESSAGE:
        return ((const ProtobufCMessageDescriptor *)field->descriptor)->name;
    case PROTOBUF_C_TYPE_ENUM:
        return ((const ProtobufCEnumDescriptor *)field->descriptor)->name;
    case PROTOBUF_C_TYPE_INT32:
        return "int32";
    case PROTOBUF_C_TYPE_INT64:
        return "int64";
    case PROTOBUF_C_TYPE_UINT32:
        return "uint32";
    case PROTOBUF_C_TYPE_BOOL:
        return "bool";
    case PROTOBUF_C_TYPE_STRING:
        return "string";
    case PROTOBUF_C_TYPE_BYTES:
        return "bytes";
    default:
        return "?";
    }
}

static void
print_enum(const ProtobufCEnumDescriptor *type)
{
    for (unsigned i = 0; i < type->n_values; i++)
        printf("{\"enum\": \"%s\", \"number\": %d, \"name\": \"%s\"},\n", type->name,
               type->values[i].value, type->values[i].name);
}

static void
print_field(const ProtobufCMessageDescriptor *message, const ProtobufCFieldDescriptor *field)
{
    printf("{\"message\": \"%s\", \"number\": %u, \"name\": \"%s\", \"type\": \"%s\", "
           "\"repeated\": %s, \"oneof\": \"%s\"},\n",
           message->name, field->id, field->name, type_name(field),
           field->label == PROTOBUF_C_LABEL_REPEATED ? "true" : "false",
           oneof_name(message, field));
}

static void
print_message(const ProtobufCMessageDescriptor *message, GHashTable *seen)
{
    if (!g_hash_table_add(seen, (gpointer)message))
        return;
    printf("{\"message\": \"%s\"},\n", message->name);
    for (unsigned i = 0; i < message->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->fields[i];
        print_field(message, field);
        if (field->type == PROTOBUF_C_TYPE_MESSAGE)
            print_message(field->descriptor, seen);
        else if (field->type == PROTOBUF_C_TYPE_ENUM &&
                 g_hash_table_add(seen, (gpointer)field->descriptor))
            print_enum(field->descriptor);
    }
}

static void
print_rpc(const tf_rpc *rpc)
{
    printf("{\"rpc\": \"/%s.%s/%s\", \"request\": \"%s\", \"response\": \"%s\", "
           "\"client_stream\": %s, \"server_stream\": %s},\n",
           rpc->package, rpc->service, rpc->method, rpc->request->name, rpc->response->name,
           rpc->client_stream ? "true" : "false", rpc->server_stream ? "true" : "false");
}

int
main(void)
{
    GHashTable *seen = g_hash_table_new(NULL, NULL);

    puts("[");
    for (size_t i = 0; i < tf_rpc_count(); i++) {
        const tf_rpc *rpc = tf_rpc_at(i);
        print_rpc(rpc);
        print_message(rpc->request, seen);
        print_message(rpc->response, seen);
    }
    puts("null]");
    g_hash_table_destroy(seen);
    return 0;
}
