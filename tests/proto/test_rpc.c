/* test_rpc.c
 * The table of remote calls.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "proto/rpc.h"

#include <glib.h>
#include <string.h>

#include "goplugin.pb-c.h"
#include "health.pb-c.h"
#include "tfplugin5.pb-c.h"
#include "tfplugin6.pb-c.h"

/* The services of the .proto files, which tell the messages of a call but not what streams. */
static const struct {
    const ProtobufCServiceDescriptor *descriptor;
    unsigned version;
} services[] = {
    {&tfplugin5__provider__descriptor, 5},      {&tfplugin5__provisioner__descriptor, 5},
    {&tfplugin6__provider__descriptor, 6},      {&plugin__grpcbroker__descriptor, 0},
    {&plugin__grpccontroller__descriptor, 0},   {&plugin__grpcstdio__descriptor, 0},
    {&grpc__health__v1__health__descriptor, 0},
};

static void
test_table_equals_services(void)
{
    size_t n_methods = 0;

    for (size_t s = 0; s < G_N_ELEMENTS(services); s++) {
        const ProtobufCServiceDescriptor *service = services[s].descriptor;
        for (unsigned m = 0; m < service->n_methods; m++) {
            const ProtobufCMethodDescriptor *method = &service->methods[m];
            const tf_rpc *rpc = tf_rpc_find(services[s].version, service->short_name, method->name);
            g_test_message("%s/%s", service->name, method->name);
            g_assert_nonnull(rpc);
            g_assert_cmpstr(rpc->package, ==, service->package);
            g_assert_true(rpc->request == method->input);
            g_assert_true(rpc->response == method->output);
        }
        n_methods += service->n_methods;
    }
    g_assert_cmpuint(tf_rpc_count(), ==, n_methods);
}

static void
test_every_id_is_used(void)
{
    bool used[TF_RPC_N_IDS] = {false};

    for (size_t i = 0; i < tf_rpc_count(); i++)
        used[tf_rpc_at(i)->id] = true;
    for (int id = 0; id < TF_RPC_N_IDS; id++)
        g_assert_true(used[id]);
    g_assert_null(tf_rpc_at(tf_rpc_count()));
}

/* An id stands for at most one call of each version. */
static void
test_ids_are_unique(void)
{
    for (size_t i = 0; i < tf_rpc_count(); i++)
        for (size_t j = 0; j < i; j++)
            g_assert_false(tf_rpc_at(i)->id == tf_rpc_at(j)->id &&
                           tf_rpc_at(i)->version == tf_rpc_at(j)->version);
}

static void
test_spellings_share_an_id(void)
{
    static const struct {
        tf_rpc_id id;
        const char *v5, *v6;
    } pairs[] = {
        {TF_RPC_GET_SCHEMA, "GetSchema", "GetProviderSchema"},
        {TF_RPC_VALIDATE_PROVIDER_CONFIG, "PrepareProviderConfig", "ValidateProviderConfig"},
        {TF_RPC_VALIDATE_RESOURCE_CONFIG, "ValidateResourceTypeConfig", "ValidateResourceConfig"},
        {TF_RPC_VALIDATE_DATA_RESOURCE_CONFIG, "ValidateDataSourceConfig",
         "ValidateDataResourceConfig"},
        {TF_RPC_CONFIGURE_PROVIDER, "Configure", "ConfigureProvider"},
        {TF_RPC_STOP_PROVIDER, "Stop", "StopProvider"},
        {TF_RPC_PLAN_RESOURCE_CHANGE, "PlanResourceChange", "PlanResourceChange"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_assert_cmpint(tf_rpc_find(5, "Provider", pairs[i].v5)->id, ==, pairs[i].id);
        g_assert_cmpint(tf_rpc_find(6, "Provider", pairs[i].v6)->id, ==, pairs[i].id);
    }
}

static void
test_provisioner_is_apart(void)
{
    g_assert_cmpint(tf_rpc_find(5, "Provisioner", "GetSchema")->id, ==,
                    TF_RPC_PROVISIONER_GET_SCHEMA);
    g_assert_cmpint(tf_rpc_find(5, "Provisioner", "Stop")->id, ==, TF_RPC_PROVISIONER_STOP);
    g_assert_null(tf_rpc_find(6, "Provisioner", "GetSchema"));
}

static void
assert_streams(unsigned version, const char *service, const char *method, bool client, bool server)
{
    const tf_rpc *rpc = tf_rpc_find(version, service, method);

    g_assert_nonnull(rpc);
    g_assert_cmpint(rpc->client_stream, ==, client);
    g_assert_cmpint(rpc->server_stream, ==, server);
}

static void
test_streams(void)
{
    assert_streams(6, "Provider", "ReadResource", false, false);
    assert_streams(5, "Provider", "ListResource", false, true);
    assert_streams(6, "Provider", "InvokeAction", false, true);
    assert_streams(6, "Provider", "ReadStateBytes", false, true);
    assert_streams(6, "Provider", "WriteStateBytes", true, false);
    assert_streams(5, "Provisioner", "ProvisionResource", false, true);
    assert_streams(0, "GRPCBroker", "StartStream", true, true);
    assert_streams(0, "GRPCStdio", "StreamStdio", false, true);
    assert_streams(0, "Health", "Check", false, false);
    assert_streams(0, "Health", "Watch", false, true);
}

static void
test_not_found(void)
{
    g_assert_null(tf_rpc_find(6, "Provider", "GetSchema"));
    g_assert_null(tf_rpc_find(5, "Provider", "GetProviderSchema"));
    g_assert_null(tf_rpc_find(5, "Provider", "LockState"));
    g_assert_null(tf_rpc_find(4, "Provider", "ReadResource"));
    g_assert_null(tf_rpc_find(5, "GRPCBroker", "StartStream"));
    g_assert_null(tf_rpc_find(5, "Policy", "Setup"));
    g_assert_null(tf_rpc_find(5, NULL, "Stop"));
    g_assert_null(tf_rpc_find(5, "Provider", NULL));
}

static void
test_package_version(void)
{
    g_assert_cmpuint(tf_package_version("tfplugin5"), ==, 5);
    g_assert_cmpuint(tf_package_version("tfplugin6"), ==, 6);
    g_assert_cmpuint(tf_package_version("tfplugin5_pulumi"), ==, 5);
    g_assert_cmpuint(tf_package_version("tfplugin6_pulumi"), ==, 6);
    g_assert_cmpuint(tf_package_version("proto"), ==, 5);
    g_assert_cmpuint(tf_package_version("tfplugin7"), ==, 0);
    g_assert_cmpuint(tf_package_version("plugin"), ==, 0);
    g_assert_cmpuint(tf_package_version(""), ==, 0);
    g_assert_cmpuint(tf_package_version(NULL), ==, 0);
}

static void
test_guess_version(void)
{
    g_assert_cmpuint(tf_guess_version("GetSchema"), ==, 5);
    g_assert_cmpuint(tf_guess_version("PrepareProviderConfig"), ==, 5);
    g_assert_cmpuint(tf_guess_version("Configure"), ==, 5);
    g_assert_cmpuint(tf_guess_version("Stop"), ==, 5);
    g_assert_cmpuint(tf_guess_version("ProvisionResource"), ==, 5);
    g_assert_cmpuint(tf_guess_version("GetProviderSchema"), ==, 6);
    g_assert_cmpuint(tf_guess_version("ValidateProviderConfig"), ==, 6);
    g_assert_cmpuint(tf_guess_version("ConfigureProvider"), ==, 6);
    g_assert_cmpuint(tf_guess_version("StopProvider"), ==, 6);
    g_assert_cmpuint(tf_guess_version("ReadStateBytes"), ==, 6);
    g_assert_cmpuint(tf_guess_version("ReadResource"), ==, 0);
    g_assert_cmpuint(tf_guess_version("StartStream"), ==, 0);
    g_assert_cmpuint(tf_guess_version("Nonesuch"), ==, 0);
    g_assert_cmpuint(tf_guess_version(NULL), ==, 0);
}

static void
test_path_split(void)
{
    tf_path path;

    g_assert_true(tf_path_split("/tfplugin6.Provider/PlanResourceChange", &path));
    g_assert_cmpstr(path.package, ==, "tfplugin6");
    g_assert_cmpstr(path.service, ==, "Provider");
    g_assert_cmpstr(path.method, ==, "PlanResourceChange");
    g_assert_true(tf_path_split("/grpc.health.v1.Health/Check", &path));
    g_assert_cmpstr(path.package, ==, "grpc.health.v1");
    g_assert_cmpstr(path.service, ==, "Health");
    g_assert_true(tf_path_split("/a_1.B_2/C_3", &path));
    g_assert_cmpstr(path.package, ==, "a_1");
}

static void
test_path_refused(void)
{
    static const char *const paths[] = {
        "",
        "/",
        "//",
        "tfplugin5.Provider/Stop",
        "/tfplugin5.Provider",
        "/Provider/Stop",
        "/a.b/",
        "/a./c",
        "/.b/c",
        "/a.b/c/d",
        "/a.b/c.d",
        "/a.b/c d",
        "/a-b.c/d",
        "/a.b/c?x=1",
        "*",
        "/.../...",
        "/a.b\xc3\xa9/c",
    };
    tf_path path;

    for (size_t i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_test_message("%s", paths[i]);
        g_assert_false(tf_path_split(paths[i], &path));
    }
    g_assert_false(tf_path_split(NULL, &path));
}

static void
assert_method_length(size_t length, bool expected)
{
    tf_path path;
    char *method = g_strnfill(length, 'm');
    char *whole = g_strconcat("/a.B/", method, NULL);

    g_assert_cmpint(tf_path_split(whole, &path), ==, expected);
    if (expected)
        g_assert_cmpstr(path.method, ==, method);
    g_free(whole);
    g_free(method);
}

static void
test_path_lengths(void)
{
    tf_path path;

    assert_method_length(sizeof path.method - 1, true);
    assert_method_length(sizeof path.method, false);
    assert_method_length(100000, false);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rpc/table-equals-services", test_table_equals_services);
    g_test_add_func("/rpc/every-id-is-used", test_every_id_is_used);
    g_test_add_func("/rpc/ids-are-unique", test_ids_are_unique);
    g_test_add_func("/rpc/spellings-share-an-id", test_spellings_share_an_id);
    g_test_add_func("/rpc/provisioner-is-apart", test_provisioner_is_apart);
    g_test_add_func("/rpc/streams", test_streams);
    g_test_add_func("/rpc/not-found", test_not_found);
    g_test_add_func("/rpc/package-version", test_package_version);
    g_test_add_func("/rpc/guess-version", test_guess_version);
    g_test_add_func("/rpc/path-split", test_path_split);
    g_test_add_func("/rpc/path-refused", test_path_refused);
    g_test_add_func("/rpc/path-lengths", test_path_lengths);
    return g_test_run();
}
