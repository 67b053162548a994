/* session.h
 * Provider sessions: connections between a core and a provider, and the calls on them.
 *
 * Sessions, calls (call.h) and what frames hold (frame.h) are computed in the first pass, live in
 * file scope and are only read later, so that a frame shows the same whenever it is dissected
 * again.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SESSION_H
#define TF_PLUGIN_SESSION_H

#include "call.h"

/** A provider session: one connection between a core and a provider process. */
struct tf_session {
    uint32_t number;  /**< in the file, from 0 */
    unsigned version; /**< 5 or 6; 0 until a call has shown it */
    address client;   /**< the core's side, known from the first request */
    uint32_t client_port;
    uint32_t configured_frame; /**< the first request that configured the provider; 0: none */
    /**
     * The last frame before which bytes of this direction are missing from the file, or 0 ([0] from
     * the core, [1] from the provider). From there on HPACK's table is not the sender's, and a
     * header that is only an index into it may be any other; and a message that was under way
     * then may have a hole.
     */
    uint32_t lost[2];
    const char *interface_provider; /**< provider address that a recording names, or NULL */
    wmem_map_t *calls;              /**< stream id -> tf_call */
    tf_schema_view schemas;         /**< what this session has learned, for look-ups */
};

/**
 * Tells under which protocol the state is kept, and arranges for it to be forgotten when another
 * file is opened. To be called once, at registration.
 */
void tf_session_init(int proto);

/**
 * The session of the frame's connection.
 * @param create make one if there is none yet; otherwise NULL is returned then
 */
tf_session *tf_session_of(packet_info *pinfo, bool create);

/** Does this frame go from the core to the provider? Not known before the session has a client. */
bool tf_session_from_client(const tf_session *session, const packet_info *pinfo);

/** Notes that the sender of this frame is the core (@p request) or the provider. */
void tf_session_set_client(tf_session *session, const packet_info *pinfo, bool request);

#endif
