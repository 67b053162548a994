/* meet.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "meet.h"

#include <string.h>

#include "attr_fields.h"
#include "content.h"
#include "find.h"
#include "frame.h"
#include "history.h"
#include "loss.h"
#include "lower_fields.h"
#include "plan_join.h"
#include "resource.h"
#include "secrets.h"
#include "sound.h"

tf_call *
tf_meet_call(packet_info *pinfo, proto_tree *tree, uint32_t stream, const char *path)
{
    tf_session *session = tf_session_of(pinfo, false);
    tf_call *call = session ? tf_call_find(session, stream) : NULL;
    tf_found_path found;

    if (call)
        return call;
    if (!tf_find_path(path, session ? session->version : 0, &found))
        return NULL;
    if (session) {
        tf_loss_note(pinfo, tree);
        if (session->lost[0] && !tf_loss_came_literally(pinfo, tree, path))
            return NULL;
    }
    call =
        tf_call_open(tf_session_of(pinfo, true), pinfo->num, stream, found.rpc, found.path.package);
    call->version_guessed = found.guessed;
    return call;
}

void
tf_meet_content(tf_message *message, const uint8_t *data)
{
    const tf_call *call = message->call;
    uint32_t lost = call->session->lost[message->response];

    message->has_hole = lost && call->frame <= lost && !tf_message_is_sound(message, data);
    if (message->has_hole)
        return;
    tf_message_scan(message, data);
    tf_history_note(message, data);
    tf_resource_note(message);
    tf_attr_fields_see(message);
    tf_plan_join_note(message, data);
    tf_secrets_learn(message, data);
}

/* The stream of the message being dissected: HTTP/2 exports no call for it, but its field is the
 * last in the tree when gRPC hands a message down (verified for several messages in one frame). */
static bool
current_stream(proto_tree *tree, uint32_t *stream)
{
    GPtrArray *found = tree ? proto_get_finfo_ptr_array(tree, tf_lower.stream) : NULL;

    if (!found || found->len == 0)
        return false;
    *stream = fvalue_get_uinteger(TF_FINFO_VALUE((field_info *)found->pdata[found->len - 1]));
    return true;
}

tf_message *
tf_meet_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const char *key)
{
    const char *path = strchr(key, ','), *direction = strrchr(key, ',');
    bool response = direction && strcmp(direction, ",response") == 0;
    uint32_t stream, length = tvb_captured_length(tvb);
    tf_message *message;
    tf_call *call;

    if (!path || direction == path || !current_stream(tree, &stream))
        return NULL;
    call = tf_meet_call(pinfo, tree, stream,
                        wmem_strndup(pinfo->pool, path + 1, (size_t)(direction - path - 1)));
    if (!call)
        return NULL;
    tf_frame_claim(pinfo, stream);
    tf_session_set_client(call->session, pinfo, !response);
    message = tf_message_add(pinfo, call, response, length, true);
    tf_loss_note(pinfo, tree);
    tf_meet_content(message, tvb_get_ptr(tvb, 0, (int)length));
    return message;
}
