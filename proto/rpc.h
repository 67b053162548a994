/* rpc.h
 * The remote calls that can occur on a provider's connection.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PROTO_RPC_H
#define TF_PROTO_RPC_H

#include <stdbool.h>
#include <stddef.h>

#include <protobuf-c/protobuf-c.h>

/**
 * What a call is for. The two versions share an id where they differ in spelling only
 * (Configure and ConfigureProvider); the name is then the one of version 6.
 */
typedef enum tf_rpc_id {
    /* Provider */
    TF_RPC_GET_METADATA,
    TF_RPC_GET_SCHEMA, /**< GetSchema, GetProviderSchema */
    TF_RPC_VALIDATE_PROVIDER_CONFIG,
    TF_RPC_CONFIGURE_PROVIDER,
    TF_RPC_STOP_PROVIDER,
    TF_RPC_VALIDATE_RESOURCE_CONFIG,
    TF_RPC_UPGRADE_RESOURCE_STATE,
    TF_RPC_READ_RESOURCE,
    TF_RPC_PLAN_RESOURCE_CHANGE,
    TF_RPC_APPLY_RESOURCE_CHANGE,
    TF_RPC_IMPORT_RESOURCE_STATE,
    TF_RPC_MOVE_RESOURCE_STATE,
    TF_RPC_GENERATE_RESOURCE_CONFIG,
    TF_RPC_GET_RESOURCE_IDENTITY_SCHEMAS,
    TF_RPC_UPGRADE_RESOURCE_IDENTITY,
    TF_RPC_VALIDATE_DATA_RESOURCE_CONFIG,
    TF_RPC_READ_DATA_SOURCE,
    TF_RPC_VALIDATE_EPHEMERAL_RESOURCE_CONFIG,
    TF_RPC_OPEN_EPHEMERAL_RESOURCE,
    TF_RPC_RENEW_EPHEMERAL_RESOURCE,
    TF_RPC_CLOSE_EPHEMERAL_RESOURCE,
    TF_RPC_VALIDATE_LIST_RESOURCE_CONFIG,
    TF_RPC_LIST_RESOURCE,
    TF_RPC_GET_FUNCTIONS,
    TF_RPC_CALL_FUNCTION,
    TF_RPC_VALIDATE_ACTION_CONFIG,
    TF_RPC_PLAN_ACTION,
    TF_RPC_INVOKE_ACTION,
    TF_RPC_VALIDATE_STATE_STORE_CONFIG,
    TF_RPC_CONFIGURE_STATE_STORE,
    TF_RPC_READ_STATE_BYTES,
    TF_RPC_WRITE_STATE_BYTES,
    TF_RPC_LOCK_STATE,
    TF_RPC_UNLOCK_STATE,
    TF_RPC_GET_STATES,
    TF_RPC_DELETE_STATE,
    /* Provisioner */
    TF_RPC_PROVISIONER_GET_SCHEMA,
    TF_RPC_PROVISIONER_VALIDATE_CONFIG,
    TF_RPC_PROVISIONER_PROVISION_RESOURCE,
    TF_RPC_PROVISIONER_STOP,
    /* go-plugin's own */
    TF_RPC_BROKER_START_STREAM,
    TF_RPC_CONTROLLER_SHUTDOWN,
    TF_RPC_STDIO_STREAM,
    TF_RPC_HEALTH_CHECK,
    TF_RPC_HEALTH_WATCH,
    TF_RPC_N_IDS /**< how many ids there are; no call has this one */
} tf_rpc_id;

/** One remote call. Every tf_rpc is constant and lives as long as the program. */
typedef struct tf_rpc {
    tf_rpc_id id;
    uint8_t version;     /**< 5 or 6; 0 for go-plugin's own */
    const char *package; /**< the usual one: `tfplugin6`, `plugin`; forks use others for 5 and 6 */
    const char *service; /**< `Provider`, `Provisioner`, `GRPCBroker` */
    const char *method;  /**< as spelt in this version */
    const ProtobufCMessageDescriptor *request, *response; /**< never NULL */
    bool client_stream, server_stream; /**< that side may send any number of messages, also none */
} tf_rpc;

/**
 * The call of this name.
 *
 * @param version  5 or 6, as tf_package_version() says; 0 for the services of go-plugin, whose
 *                 package the caller has to look at
 * @param service  without package; NULL finds nothing
 * @param method   as spelt in this version; NULL finds nothing
 * @return NULL if there is no such call
 */
const tf_rpc *tf_rpc_find(unsigned version, const char *service, const char *method);

/** How many calls the table has. */
size_t tf_rpc_count(void);

/** The call at index `i` of the table, in no order to rely on; NULL beyond its end. */
const tf_rpc *tf_rpc_at(size_t i);

/**
 * The protocol version that a package name stands for: 5 or 6, or 0 if the name isn't known.
 * Others than Terraform use the package `proto` too: it means 5 only for the services Provider and
 * Provisioner. NULL gives 0.
 */
unsigned tf_package_version(const char *package);

/**
 * The protocol version in which alone the Provider or Provisioner service has a method of this
 * name, for traffic of a fork whose package name isn't known: GetSchema gives 5,
 * GetProviderSchema 6. Gives 0 if both versions have it, if neither has, or for NULL.
 */
unsigned tf_guess_version(const char *method);

/** The parts of a gRPC path; NUL-terminated, none of them empty. */
typedef struct tf_path {
    char package[128];
    char service[64];
    char method[64];
} tf_path;

/**
 * Splits `/package.Service/Method`. The package may hold dots.
 *
 * @param path   NUL-terminated; NULL is no path
 * @param parts  filled in if the path is one; else its content is undefined
 * @return false if the path has another shape, characters other than letters, digits, `_` and (in
 *         the package) `.`, or a part that is too long for tf_path
 */
bool tf_path_split(const char *path, tf_path *parts);

#endif
