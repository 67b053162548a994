/* rpc.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rpc.h"

#include <string.h>

#include "goplugin.pb-c.h"
#include "health.pb-c.h"
#include "tfplugin5.pb-c.h"
#include "tfplugin6.pb-c.h"
#include "wellknown.pb-c.h"

/* Which side may send more than one message. */
enum {
    UNARY = 0,
    CLIENT_STREAM = 1,
    SERVER_STREAM = 2,
    BOTH_STREAM = CLIENT_STREAM | SERVER_STREAM
};

/* A line of the table: the names on the wire, then those that protoc-c made of the messages. */
#define RPC(ID, VERSION, PACKAGE, SERVICE, METHOD, REQUEST, RESPONSE, STREAMS)                     \
    {                                                                                              \
        .id = TF_RPC_##ID, .version = VERSION, .package = PACKAGE, .service = SERVICE,             \
        .method = METHOD, .request = &REQUEST##__descriptor, .response = &RESPONSE##__descriptor,  \
        .client_stream = ((STREAMS)&CLIENT_STREAM) != 0,                                           \
        .server_stream = ((STREAMS)&SERVER_STREAM) != 0                                            \
    }
#define V5(ID, METHOD, MESSAGE, RESPONSE, STREAMS)                                                 \
    RPC(ID, 5, "tfplugin5", "Provider", METHOD, tfplugin5__##MESSAGE##__request,                   \
        tfplugin5__##MESSAGE##__##RESPONSE, STREAMS)
#define V6(ID, METHOD, MESSAGE, RESPONSE, STREAMS)                                                 \
    RPC(ID, 6, "tfplugin6", "Provider", METHOD, tfplugin6__##MESSAGE##__request,                   \
        tfplugin6__##MESSAGE##__##RESPONSE, STREAMS)
#define BOTH(ID, METHOD, MESSAGE, RESPONSE, STREAMS)                                               \
    V5(ID, METHOD, MESSAGE, RESPONSE, STREAMS), V6(ID, METHOD, MESSAGE, RESPONSE, STREAMS)
#define PROVISIONER(ID, METHOD, MESSAGE, STREAMS)                                                  \
    RPC(ID, 5, "tfplugin5", "Provisioner", METHOD, tfplugin5__##MESSAGE##__request,                \
        tfplugin5__##MESSAGE##__response, STREAMS)
#define PLUGIN(ID, SERVICE, METHOD, REQUEST, RESPONSE, STREAMS)                                    \
    RPC(ID, 0, "plugin", SERVICE, METHOD, REQUEST, RESPONSE, STREAMS)
#define HEALTH(ID, METHOD, STREAMS)                                                                \
    RPC(ID, 0, "grpc.health.v1", "Health", METHOD, grpc__health__v1__health_check_request,         \
        grpc__health__v1__health_check_response, STREAMS)

/* One line for each call, however long: a table. */
/* clang-format off */
/* To add a call: an id in rpc.h, a line here, and its messages in the .proto file. */
static const tf_rpc rpcs[] = {
    /* The provider itself. */
    BOTH(GET_METADATA, "GetMetadata", get_metadata, response, UNARY),
    V5(GET_SCHEMA, "GetSchema", get_provider_schema, response, UNARY),
    V6(GET_SCHEMA, "GetProviderSchema", get_provider_schema, response, UNARY),
    V5(VALIDATE_PROVIDER_CONFIG, "PrepareProviderConfig", prepare_provider_config, response, UNARY),
    V6(VALIDATE_PROVIDER_CONFIG, "ValidateProviderConfig", validate_provider_config, response, UNARY),
    V5(CONFIGURE_PROVIDER, "Configure", configure, response, UNARY),
    V6(CONFIGURE_PROVIDER, "ConfigureProvider", configure_provider, response, UNARY),
    V5(STOP_PROVIDER, "Stop", stop, response, UNARY),
    V6(STOP_PROVIDER, "StopProvider", stop_provider, response, UNARY),

    /* Managed resources. */
    V5(VALIDATE_RESOURCE_CONFIG, "ValidateResourceTypeConfig", validate_resource_type_config, response, UNARY),
    V6(VALIDATE_RESOURCE_CONFIG, "ValidateResourceConfig", validate_resource_config, response, UNARY),
    BOTH(UPGRADE_RESOURCE_STATE, "UpgradeResourceState", upgrade_resource_state, response, UNARY),
    BOTH(READ_RESOURCE, "ReadResource", read_resource, response, UNARY),
    BOTH(PLAN_RESOURCE_CHANGE, "PlanResourceChange", plan_resource_change, response, UNARY),
    BOTH(APPLY_RESOURCE_CHANGE, "ApplyResourceChange", apply_resource_change, response, UNARY),
    BOTH(IMPORT_RESOURCE_STATE, "ImportResourceState", import_resource_state, response, UNARY),
    BOTH(MOVE_RESOURCE_STATE, "MoveResourceState", move_resource_state, response, UNARY),
    BOTH(GENERATE_RESOURCE_CONFIG, "GenerateResourceConfig", generate_resource_config, response, UNARY),
    BOTH(GET_RESOURCE_IDENTITY_SCHEMAS, "GetResourceIdentitySchemas", get_resource_identity_schemas, response, UNARY),
    BOTH(UPGRADE_RESOURCE_IDENTITY, "UpgradeResourceIdentity", upgrade_resource_identity, response, UNARY),

    /* Data sources. */
    V5(VALIDATE_DATA_RESOURCE_CONFIG, "ValidateDataSourceConfig", validate_data_source_config, response, UNARY),
    V6(VALIDATE_DATA_RESOURCE_CONFIG, "ValidateDataResourceConfig", validate_data_resource_config, response, UNARY),
    BOTH(READ_DATA_SOURCE, "ReadDataSource", read_data_source, response, UNARY),

    /* Ephemeral resources. */
    BOTH(VALIDATE_EPHEMERAL_RESOURCE_CONFIG, "ValidateEphemeralResourceConfig", validate_ephemeral_resource_config, response, UNARY),
    BOTH(OPEN_EPHEMERAL_RESOURCE, "OpenEphemeralResource", open_ephemeral_resource, response, UNARY),
    BOTH(RENEW_EPHEMERAL_RESOURCE, "RenewEphemeralResource", renew_ephemeral_resource, response, UNARY),
    BOTH(CLOSE_EPHEMERAL_RESOURCE, "CloseEphemeralResource", close_ephemeral_resource, response, UNARY),

    /* Listing. */
    BOTH(VALIDATE_LIST_RESOURCE_CONFIG, "ValidateListResourceConfig", validate_list_resource_config, response, UNARY),
    BOTH(LIST_RESOURCE, "ListResource", list_resource, event, SERVER_STREAM),

    /* Functions. */
    BOTH(GET_FUNCTIONS, "GetFunctions", get_functions, response, UNARY),
    BOTH(CALL_FUNCTION, "CallFunction", call_function, response, UNARY),

    /* Actions. */
    BOTH(VALIDATE_ACTION_CONFIG, "ValidateActionConfig", validate_action_config, response, UNARY),
    BOTH(PLAN_ACTION, "PlanAction", plan_action, response, UNARY),
    BOTH(INVOKE_ACTION, "InvokeAction", invoke_action, event, SERVER_STREAM),

    /* State stores. */
    V6(VALIDATE_STATE_STORE_CONFIG, "ValidateStateStoreConfig", validate_state_store, response, UNARY),
    V6(CONFIGURE_STATE_STORE, "ConfigureStateStore", configure_state_store, response, UNARY),
    V6(READ_STATE_BYTES, "ReadStateBytes", read_state_bytes, response, SERVER_STREAM),
    RPC(WRITE_STATE_BYTES, 6, "tfplugin6", "Provider", "WriteStateBytes",
        tfplugin6__write_state_bytes__request_chunk, tfplugin6__write_state_bytes__response, CLIENT_STREAM),
    V6(LOCK_STATE, "LockState", lock_state, response, UNARY),
    V6(UNLOCK_STATE, "UnlockState", unlock_state, response, UNARY),
    V6(GET_STATES, "GetStates", get_states, response, UNARY),
    V6(DELETE_STATE, "DeleteState", delete_state, response, UNARY),

    /* Provisioners. */
    PROVISIONER(PROVISIONER_GET_SCHEMA, "GetSchema", get_provisioner_schema, UNARY),
    PROVISIONER(PROVISIONER_VALIDATE_CONFIG, "ValidateProvisionerConfig", validate_provisioner_config, UNARY),
    PROVISIONER(PROVISIONER_PROVISION_RESOURCE, "ProvisionResource", provision_resource, SERVER_STREAM),
    PROVISIONER(PROVISIONER_STOP, "Stop", stop, UNARY),

    /* go-plugin's own. */
    PLUGIN(BROKER_START_STREAM, "GRPCBroker", "StartStream", plugin__conn_info, plugin__conn_info, BOTH_STREAM),
    PLUGIN(CONTROLLER_SHUTDOWN, "GRPCController", "Shutdown", plugin__empty, plugin__empty, UNARY),
    PLUGIN(STDIO_STREAM, "GRPCStdio", "StreamStdio", google__protobuf__empty, plugin__stdio_data, SERVER_STREAM),
    HEALTH(HEALTH_CHECK, "Check", UNARY),
    HEALTH(HEALTH_WATCH, "Watch", SERVER_STREAM),
};
/* clang-format on */

#define N_RPCS (sizeof rpcs / sizeof *rpcs)

size_t
tf_rpc_count(void)
{
    return N_RPCS;
}

const tf_rpc *
tf_rpc_at(size_t i)
{
    return i < N_RPCS ? &rpcs[i] : NULL;
}

const tf_rpc *
tf_rpc_find(unsigned version, const char *service, const char *method)
{
    if (!service || !method)
        return NULL;
    for (size_t i = 0; i < N_RPCS; i++) {
        const tf_rpc *rpc = &rpcs[i];
        if (rpc->version == version && strcmp(rpc->method, method) == 0 &&
            strcmp(rpc->service, service) == 0)
            return rpc;
    }
    return NULL;
}

unsigned
tf_package_version(const char *package)
{
    /* `proto` is Terraform 0.12 before its third alpha; `_pulumi` are bridged providers. */
    static const struct {
        const char *name;
        unsigned version;
    } packages[] = {
        {"tfplugin5", 5},        {"tfplugin6", 6}, {"tfplugin5_pulumi", 5},
        {"tfplugin6_pulumi", 6}, {"proto", 5},
    };

    for (size_t i = 0; package && i < sizeof packages / sizeof *packages; i++)
        if (strcmp(packages[i].name, package) == 0)
            return packages[i].version;
    return 0;
}

unsigned
tf_guess_version(const char *method)
{
    unsigned found = 0;

    for (size_t i = 0; method && i < N_RPCS; i++) {
        unsigned version = rpcs[i].version;
        if (version == 0 || strcmp(rpcs[i].method, method) != 0)
            continue;
        if (found != 0 && found != version)
            return 0;
        found = version;
    }
    return found;
}

/* Copies the name of `length` bytes at `from` to `to`, which has room for `size`, if it is one. */
static bool
copy_name(char *to, size_t size, const char *from, size_t length, const char *punctuation)
{
    if (length == 0 || length >= size)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = from[i];
        bool alphanumeric =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!alphanumeric && !strchr(punctuation, c))
            return false;
    }
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

bool
tf_path_split(const char *path, tf_path *parts)
{
    if (!path || path[0] != '/')
        return false;
    const char *package = path + 1;
    const char *slash = strchr(package, '/');
    if (!slash)
        return false;
    const char *dot = slash;
    while (dot > package && *dot != '.')
        dot--;
    if (*dot != '.')
        return false;
    const char *service = dot + 1, *method = slash + 1;
    return copy_name(parts->package, sizeof parts->package, package, dot - package, "_.") &&
           copy_name(parts->service, sizeof parts->service, service, slash - service, "_") &&
           copy_name(parts->method, sizeof parts->method, method, strlen(method), "_");
}
