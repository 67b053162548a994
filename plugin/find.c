/* find.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "find.h"

#include <string.h>

#include <epan/conversation.h>
#include <epan/conversation_filter.h>

#include "frame.h"
#include "resource.h"
#include "session.h"

#include "packages.h"

static dissector_handle_t http2_handle, grpc_handle;

/* --- gRPC methods ---------------------------------------------------------------------------- */

/* Packages of the provider services; tf_package_version() says which version each means. */
static const char *const packages[] = {"tfplugin5", "tfplugin6", "tfplugin5_pulumi",
                                       "tfplugin6_pulumi", "proto"};

/* The table's key is the content type as it stands in the header; these are what stacks send. With
 * any other the message is taken from gRPC's own fields after dissection. */
static const char *const content_types[] = {"application/grpc", "application/grpc+proto"};

/* Either of dissector_add_string() and dissector_delete_string(). */
typedef void (*tf_table_func)(const char *table, const char *key, dissector_handle_t handle);

static void
change_method(tf_table_func change, const char *package, const tf_rpc *rpc)
{
    static const char *const directions[] = {"request", "response"};

    for (size_t i = 0; i < G_N_ELEMENTS(content_types); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(directions); j++) {
            char *key = g_strdup_printf("%s,/%s.%s/%s,%s", content_types[i], package, rpc->service,
                                        rpc->method, directions[j]);
            change("grpc_message_type", key, grpc_handle);
            g_free(key);
        }
}

static void
change_package(tf_table_func change, const char *package, unsigned version)
{
    for (size_t i = 0; i < tf_rpc_count(); i++)
        if (tf_rpc_at(i)->version == version)
            change_method(change, package, tf_rpc_at(i));
}

static void
remove_custom_package(const tf_custom_package *package)
{
    change_package(dissector_delete_string, package->name, package->version);
}

static void
add_custom_package(const tf_custom_package *package)
{
    change_package(dissector_add_string, package->name, package->version);
}

/* A built-in package may have been named in the preference. */
static void
add_packages(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(packages); i++)
        change_package(dissector_add_string, packages[i], tf_package_version(packages[i]));
}

void
tf_find_apply_packages(void)
{
    if (tf_packages_apply(remove_custom_package, add_custom_package))
        add_packages();
}

static const tf_rpc *
find_own(const tf_path *path)
{
    const tf_rpc *rpc = tf_rpc_find(0, path->service, path->method);

    return rpc && strcmp(rpc->package, path->package) == 0 ? rpc : NULL;
}

/* Only provider services can be of an unknown package: anything else is not ours. */
static const tf_rpc *
guess(const tf_path *path, unsigned session_version)
{
    unsigned version = tf_guess_version(path->method);

    if (strcmp(path->service, "Provider") != 0 && strcmp(path->service, "Provisioner") != 0)
        return NULL;
    if (!version)
        version = session_version ? session_version : 6;
    return tf_rpc_find(version, path->service, path->method);
}

bool
tf_find_path(const char *path, unsigned session_version, tf_found_path *found)
{
    unsigned version;

    if (!tf_path_split(path, &found->path))
        return false;
    version = tf_packages_version(found->path.package);
    found->guessed = false;
    found->rpc = version ? tf_rpc_find(version, found->path.service, found->path.method)
                         : find_own(&found->path);
    if (!found->rpc && !version) {
        found->rpc = guess(&found->path, session_version);
        found->guessed = true;
    }
    return found->rpc != NULL;
}

/* --- HTTP/2 -------------------------------------------------------------------------------- */

#if TF_NEEDS_HTTP2_HEURISTIC
/* Provider ports are random. Only the first bytes of a connection are claimed, and they are handed
 * to HTTP/2 itself, so that any other HTTP/2 is served just as well. */
static tf_ws_bool
heur_http2_preface(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const size_t whole = sizeof preface - 1, least = 5;
    size_t length = MIN(tvb_captured_length(tvb), whole);

    if (length < least || tvb_memeql(tvb, 0, (const uint8_t *)preface, length) != 0)
        return false;
    conversation_set_dissector(find_or_create_conversation(pinfo), http2_handle);
    call_dissector_with_data(http2_handle, tvb, pinfo, tree, data);
    return true;
}
#endif

/* --- Conversations --------------------------------------------------------------------------- */

static tf_ws_bool
TF_CONVERSATION_FILTER(is_session)
{
    return tf_session_of(pinfo, false) != NULL;
}

static char *
TF_CONVERSATION_FILTER(session_filter)
{
    const tf_session *session = tf_session_of(pinfo, false);

    return session ? g_strdup_printf("tfplugin.session == %u", session->number) : NULL;
}

/* The first of a call in this frame that is about a resource. */
static bool
find_resource(packet_info *pinfo, uint32_t *number)
{
    const tf_frame *frame = tf_frame_of(pinfo, false);

    for (const tf_message *m = frame ? frame->first : NULL; m; m = m->next_in_frame)
        if (tf_resource_number(m->call, number))
            return true;
    return false;
}

static tf_ws_bool
TF_CONVERSATION_FILTER(is_resource)
{
    uint32_t number;

    return find_resource(pinfo, &number);
}

static char *
TF_CONVERSATION_FILTER(resource_filter)
{
    uint32_t number;

    return find_resource(pinfo, &number) ? g_strdup_printf("tfplugin.resource == %u", number)
                                         : NULL;
}

void
tf_find_register(int proto)
{
    tf_register_conversation_filter("tfplugin", "Provider session", is_session, session_filter);
    tf_register_conversation_filter("tfplugin", "Provider resource", is_resource, resource_filter);
#if TF_NEEDS_HTTP2_HEURISTIC
    heur_dissector_add("tcp", heur_http2_preface, "HTTP/2 with prior knowledge (provider sessions)",
                       "tfplugin_http2_tcp", proto, HEURISTIC_ENABLE);
#else
    (void)proto;
#endif
}

void
tf_find_handoff(int proto, dissector_handle_t grpc)
{
    http2_handle = find_dissector_add_dependency("http2", proto);
    grpc_handle = grpc;
    for (size_t i = 0; i < tf_rpc_count(); i++)
        if (tf_rpc_at(i)->version == 0)
            change_method(dissector_add_string, tf_rpc_at(i)->package, tf_rpc_at(i));
    add_packages();
}
