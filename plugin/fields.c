/* fields.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fields.h"

#include <string.h>

#include "proto/governs.h"
#include "proto/rpc.h"

int tf_hf[TF_HF_COUNT];

const value_string tf_status_names[] = {
    {0, "OK"},
    {1, "CANCELLED"},
    {2, "UNKNOWN"},
    {3, "INVALID_ARGUMENT"},
    {4, "DEADLINE_EXCEEDED"},
    {5, "NOT_FOUND"},
    {6, "ALREADY_EXISTS"},
    {7, "PERMISSION_DENIED"},
    {8, "RESOURCE_EXHAUSTED"},
    {9, "FAILED_PRECONDITION"},
    {10, "ABORTED"},
    {11, "OUT_OF_RANGE"},
    {12, "UNIMPLEMENTED"},
    {13, "INTERNAL"},
    {14, "UNAVAILABLE"},
    {15, "DATA_LOSS"},
    {16, "UNAUTHENTICATED"},
    {0, NULL},
};

static void
register_table(int proto)
{
    static hf_register_info hf[] = {
#define X(id, name, abbrev, type, display, strings, blurb)                                         \
    {&tf_hf[TF_HF_##id], {name, "tfplugin." abbrev, type, display, strings, 0x0, blurb, HFILL}},
        TF_FIELDS(X)
#undef X
    };

    for (size_t i = 0; i < TF_HF_COUNT; i++)
        tf_hf[i] = -1;
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
}

/* --- Fields made from the descriptors -------------------------------------------------------- */

/* A message field's filter name is its protobuf name, below the name of its subject where the bare
 * name would say too little or belong to something else. */
static const struct {
    const char *message, *subject;
} subjects[] = {
    {"Diagnostic", "diagnostic"},
    {"FunctionError", "error"},
    {"Schema", "schema"},
    {"Schema.Block", "schema"},
    {"Schema.Attribute", "schema"},
    {"Schema.NestedBlock", "schema"},
    {"Schema.Object", "schema"},
    {"ActionSchema", "schema"},
    {"ResourceIdentitySchema", "schema"},
    {"ResourceIdentitySchema.IdentityAttribute", "schema"},
    {"GetProviderSchema.Response", "schema"},
    {"GetProvisionerSchema.Response", "schema"},
    {"GetResourceIdentitySchemas.Response", "schema"},
    {"Function", "function"},
    {"Function.Parameter", "function"},
    {"Function.Return", "function"},
    {"Deferred", "deferred"},
    {"StateRange", "range"},
    {"Stop.Response", "stop"},
    {"StopProvider.Response", "stop"},
    {"InvokeAction.Event.Progress", "progress"},
    {"ConnInfo", "broker"},
    {"ConnInfo.Knock", "broker.knock"},
    {"StdioData", "stdio"},
    {"HealthCheckRequest", "health"},
    {"HealthCheckResponse", "health"},
    {"GetMetadata.DataSourceMetadata", "metadata"},
    {"GetMetadata.EphemeralMetadata", "metadata"},
    {"GetMetadata.FunctionMetadata", "metadata"},
    {"GetMetadata.ListResourceMetadata", "metadata"},
    {"GetMetadata.ResourceMetadata", "metadata"},
    {"GetMetadata.StateStoreMetadata", "metadata"},
    {"GetMetadata.ActionMetadata", "metadata"},
};

/* Names that mean something else in the table above. */
static const struct {
    const char *message, *field, *name;
} renamed[] = {
    {"UpgradeResourceState.Request", "version", "state_version"},
    {"UpgradeResourceIdentity.Request", "version", "state_version"},
    {"GetMetadata.Response", "functions", "metadata.functions"},
};

/* Diagnostics may stand anywhere; they share one field. */
static const char *const shared[] = {"diagnostics", "diagnostic", "server_capabilities"};

static GHashTable *by_descriptor; /* ProtobufCFieldDescriptor -> &hf id */
static GHashTable *by_name;       /* filter name -> &hf id */
static GHashTable *seen;          /* message descriptors that are done */

static const char *
message_name(const ProtobufCMessageDescriptor *message)
{
    return message->name + strlen(message->package_name) + 1;
}

static const char *
subject_of(const char *message, const char *field)
{
    for (size_t i = 0; i < G_N_ELEMENTS(shared); i++)
        if (strcmp(shared[i], field) == 0)
            return NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++)
        if (strcmp(subjects[i].message, message) == 0)
            return subjects[i].subject;
    return NULL;
}

/* Owned by the registration for the life of the program, like everything that is registered. */
static char *
filter_name(const ProtobufCMessageDescriptor *message, const ProtobufCFieldDescriptor *field)
{
    const char *name = message_name(message), *subject;
    char *lower = g_ascii_strdown(field->name, -1), *result;

    for (size_t i = 0; i < G_N_ELEMENTS(renamed); i++)
        if (strcmp(renamed[i].message, name) == 0 && strcmp(renamed[i].field, field->name) == 0) {
            g_free(lower);
            return g_strdup_printf("tfplugin.%s", renamed[i].name);
        }
    subject = subject_of(name, field->name);
    result = subject ? g_strdup_printf("tfplugin.%s.%s", subject, lower)
                     : g_strdup_printf("tfplugin.%s", lower);
    g_free(lower);
    return result;
}

static char *
display_name(const ProtobufCFieldDescriptor *field)
{
    char *name = g_strdelimit(g_strdup(field->name), "_", ' ');

    name[0] = g_ascii_toupper(name[0]);
    return name;
}

static bool
is_message(const ProtobufCFieldDescriptor *field, const char *name)
{
    const ProtobufCMessageDescriptor *message;

    if (field->type != PROTOBUF_C_TYPE_MESSAGE)
        return false;
    message = (const ProtobufCMessageDescriptor *)field->descriptor;
    return g_str_has_suffix(message->name, name);
}

bool
tf_field_is_text(const ProtobufCFieldDescriptor *field)
{
    return field->type == PROTOBUF_C_TYPE_BYTES &&
           (strcmp(field->name, "type") == 0 || strcmp(field->name, "data") == 0);
}

static enum ftenum
field_type(const ProtobufCFieldDescriptor *field)
{
    if (is_message(field, ".Timestamp"))
        return FT_ABSOLUTE_TIME;
    if (is_message(field, ".AttributePath"))
        return FT_STRING;
    switch (field->type) {
    case PROTOBUF_C_TYPE_STRING:
        return FT_STRING;
    case PROTOBUF_C_TYPE_BYTES:
        /* Text that the protocol carries as bytes: type JSON, shown as HCL writes
         * it, and output. */
        return tf_field_is_text(field) ? FT_STRING : FT_BYTES;
    case PROTOBUF_C_TYPE_BOOL:
        return FT_BOOLEAN;
    case PROTOBUF_C_TYPE_UINT32:
        return FT_UINT32;
    case PROTOBUF_C_TYPE_INT64:
        return FT_INT64;
    case PROTOBUF_C_TYPE_ENUM:
    case PROTOBUF_C_TYPE_INT32:
        return FT_INT32;
    default:
        return FT_NONE;
    }
}

static const void *
enum_names(const ProtobufCFieldDescriptor *field)
{
    const ProtobufCEnumDescriptor *descriptor = (const ProtobufCEnumDescriptor *)field->descriptor;
    value_string *names = g_new0(value_string, descriptor->n_values + 1);

    for (unsigned i = 0; i < descriptor->n_values; i++) {
        names[i].value = (uint32_t)descriptor->values[i].value;
        names[i].strptr = descriptor->values[i].name;
    }
    return names;
}

static int
display_base(enum ftenum type)
{
    if (type == FT_ABSOLUTE_TIME)
        return ABSOLUTE_TIME_UTC;
    return type == FT_UINT32 || type == FT_INT64 || type == FT_INT32 ? BASE_DEC : BASE_NONE;
}

static int *
register_field(int proto, const ProtobufCFieldDescriptor *field, char *abbrev)
{
    enum ftenum type = field_type(field);
    hf_register_info *info = g_new0(hf_register_info, 1);
    int *id = g_new(int, 1);
    hf_register_info made = {id,
                             {display_name(field), abbrev, type, display_base(type),
                              field->type == PROTOBUF_C_TYPE_ENUM ? enum_names(field) : NULL, 0x0,
                              NULL, HFILL}};

    *id = -1;
    *info = made;
    proto_register_field_array(proto, info, 1);
    return id;
}

static void register_message(int proto, const ProtobufCMessageDescriptor *message);

static void
register_message_field(int proto, const ProtobufCMessageDescriptor *message,
                       const ProtobufCFieldDescriptor *field)
{
    char *abbrev;
    int *id;

    if (field->type == PROTOBUF_C_TYPE_MESSAGE)
        register_message(proto, (const ProtobufCMessageDescriptor *)field->descriptor);
    if (is_message(field, ".DynamicValue") || is_message(field, ".RawState"))
        return;
    abbrev = filter_name(message, field);
    id = (int *)g_hash_table_lookup(by_name, abbrev);
    if (!id) {
        id = register_field(proto, field, abbrev);
        g_hash_table_insert(by_name, abbrev, id);
    } else {
        g_free(abbrev);
    }
    g_hash_table_insert(by_descriptor, (gpointer)field, id);
}

static bool
is_map_entry(const ProtobufCMessageDescriptor *message)
{
    return message->n_fields == 2 && g_str_has_suffix(message->name, "Entry") &&
           strcmp(message->fields[0].name, "key") == 0;
}

static void
register_message(int proto, const ProtobufCMessageDescriptor *message)
{
    if (!message || !g_hash_table_add(seen, (gpointer)message))
        return;
    for (unsigned i = 0; i < message->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->fields[i];
        if (!is_map_entry(message))
            register_message_field(proto, message, field);
        else if (field->type == PROTOBUF_C_TYPE_MESSAGE)
            register_message(proto, (const ProtobufCMessageDescriptor *)field->descriptor);
    }
}

/* The field that names the type of a call is the one that users know. */
static void
share_key_field(const tf_rpc *rpc)
{
    const ProtobufCFieldDescriptor *field = tf_rpc_key_field(rpc);

    if (field)
        g_hash_table_insert(by_descriptor, (gpointer)field, &tf_hf[TF_HF_TYPE_NAME]);
}

void
tf_fields_register(int proto)
{
    register_table(proto);
    by_descriptor = g_hash_table_new(g_direct_hash, g_direct_equal);
    by_name = g_hash_table_new(g_str_hash, g_str_equal);
    seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_hash_table_insert(by_name, g_strdup("tfplugin.type_name"), &tf_hf[TF_HF_TYPE_NAME]);
    for (size_t i = 0; i < tf_rpc_count(); i++) {
        register_message(proto, tf_rpc_at(i)->request);
        register_message(proto, tf_rpc_at(i)->response);
        share_key_field(tf_rpc_at(i));
    }
    g_hash_table_destroy(seen);
}

int
tf_fields_of(const ProtobufCFieldDescriptor *field)
{
    const int *id = (const int *)g_hash_table_lookup(by_descriptor, field);

    return id ? *id : -1;
}
