/* session.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "session.h"

#include <epan/conversation.h>
#include <epan/proto_data.h>

#include "frame.h"
#include "history.h"
#include "kept.h"
#include "resource.h"
#include "plan_join.h"

/* The conversation that a frame was looked up for last, with the ends that it is of. */
typedef struct tf_found_conversation {
    conversation_t *conversation; /* NULL: none */
    address src, dst;
    uint32_t srcport, destport;
} tf_found_conversation;

static int proto_tfplugin = -1;

/* Of the file. */
static uint32_t n_sessions;

static void
reset(void)
{
    n_sessions = 0;
    tf_calls_reset();
    tf_store_reset();
    tf_kept_reset();
    tf_history_reset();
    tf_resource_reset();
    tf_plan_join_reset();
}

void
tf_session_init(int proto)
{
    proto_tfplugin = proto;
    tf_frame_init(proto);
    register_init_routine(reset);
}

static tf_session *
make_session(void)
{
    tf_session *session = wmem_new0(wmem_file_scope(), tf_session);

    session->number = n_sessions++;
    session->calls = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    session->schemas.session = session->number;
    session->schemas.used = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    clear_address(&session->client);
    return session;
}

/* Our own recordings name an interface after the provider: `registry.example.org/acme/thing`. */
static const char *
provider_of_interface(packet_info *pinfo)
{
    const char *name = NULL;
    unsigned slashes = 0;

    if (pinfo->rec->presence_flags & WTAP_HAS_INTERFACE_ID)
        name = tf_interface_name(pinfo);
    for (const char *c = name; c && *c; c++)
        slashes += *c == '/';
    return slashes == 2 ? wmem_strdup(wmem_file_scope(), name) : NULL;
}

static bool
is_of(const tf_found_conversation *found, const packet_info *pinfo)
{
    return found->conversation && found->srcport == pinfo->srcport &&
           found->destport == pinfo->destport && addresses_equal(&found->src, &pinfo->src) &&
           addresses_equal(&found->dst, &pinfo->dst);
}

static tf_found_conversation *
last_found(packet_info *pinfo)
{
    tf_found_conversation *found = (tf_found_conversation *)p_get_proto_data(
        pinfo->pool, pinfo, proto_tfplugin, TF_FRAME_CONVERSATION);

    if (!found) {
        found = wmem_new0(pinfo->pool, tf_found_conversation);
        p_add_proto_data(pinfo->pool, pinfo, proto_tfplugin, TF_FRAME_CONVERSATION, found);
    }
    return found;
}

/* A frame asks for its conversation several times for each of its messages, and one look-up costs
 * as much as the rest of a message's bookkeeping. The ends are compared, for a frame can hold
 * packets of several connections (an A-MSDU, a tunnel). */
static conversation_t *
conversation_of(packet_info *pinfo, bool create)
{
    tf_found_conversation *found = last_found(pinfo);

    if (is_of(found, pinfo))
        return found->conversation;
    found->conversation =
        create ? find_or_create_conversation(pinfo) : find_conversation_pinfo(pinfo, 0);
    copy_address_shallow(&found->src, &pinfo->src);
    copy_address_shallow(&found->dst, &pinfo->dst);
    found->srcport = pinfo->srcport;
    found->destport = pinfo->destport;
    return found->conversation;
}

tf_session *
tf_session_of(packet_info *pinfo, bool create)
{
    conversation_t *conversation = conversation_of(pinfo, create);
    tf_session *session;

    if (!conversation)
        return NULL;
    session = (tf_session *)conversation_get_proto_data(conversation, proto_tfplugin);
    if (!session && create) {
        session = make_session();
        session->interface_provider = provider_of_interface(pinfo);
        conversation_add_proto_data(conversation, proto_tfplugin, session);
    }
    return session;
}

bool
tf_session_from_client(const tf_session *session, const packet_info *pinfo)
{
    return pinfo->srcport == session->client_port && addresses_equal(&pinfo->src, &session->client);
}

void
tf_session_set_client(tf_session *session, const packet_info *pinfo, bool request)
{
    if (session->client.type != AT_NONE)
        return;
    copy_address_wmem(wmem_file_scope(), &session->client, request ? &pinfo->src : &pinfo->dst);
    session->client_port = request ? pinfo->srcport : pinfo->destport;
}
