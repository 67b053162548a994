/* session.h
 * Provider sessions (connections), their calls (HTTP/2 streams) and the messages of each call.
 *
 * Everything here is computed in the first pass, lives in file scope and is only read later, so
 * that a frame shows the same whenever it is dissected again.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SESSION_H
#define TF_PLUGIN_SESSION_H

#include "compat.h"

#include "proto/rpc.h"
#include "store.h"

typedef struct tf_message tf_message;

/** A provider session: one connection between a core and a provider process. */
typedef struct tf_session {
    uint32_t number;  /**< in the file, from 0 */
    unsigned version; /**< 5 or 6; 0 until a call has shown it */
    address client;   /**< the core's side, known from the first request */
    uint32_t client_port;
    uint32_t configured_frame; /**< the first request that configured the provider; 0: none */
    /**
     * The last frame before which bytes of this direction are missing from the file, or 0 ([0] from
     * the core, [1] from the provider). From there on HPACK's table is not the sender's, and a header
     * that is only an index into it may be any other; and a message that was under way then may have
     * a hole.
     */
    uint32_t lost[2];
    const char *interface_provider; /**< provider address that a recording names, or NULL */
    wmem_map_t *calls;              /**< stream id -> tf_call */
    tf_schema_view schemas;         /**< what this session has learned, for look-ups */
} tf_session;

/** One call: one HTTP/2 stream. */
typedef struct tf_call {
    tf_session *session;
    uint32_t stream;
    uint32_t frame; /**< in which it was first seen */
    const tf_rpc *rpc;
    const char *package;    /**< as on the wire, `tfplugin5` */
    const char *type_name;  /**< what the request's key field says; NULL if there is none */
    bool version_guessed;   /**< the package is unknown: the version is a guess */
    uint32_t request_frame; /**< first request message, else its headers; 0: not seen */
    nstime_t request_time;
    uint32_t response_frame; /**< first response message or, if it has none, the status */
    nstime_t end_time;       /**< last response message or status */
    bool has_end_time;
    int32_t status; /**< grpc-status; -1 until seen */
    uint32_t status_frame;
    const char *status_message; /**< grpc-message, or NULL */
    uint32_t n_requests, n_responses;
    uint32_t reset_frame;          /**< RST_STREAM; 0: none */
    struct tf_schema_use *schemas; /**< found for this call: fixed once found */
    tf_message *first, *last;      /**< its messages in order */
    uint32_t kept;                 /**< bytes of them that are kept */
    struct tf_change_links *links; /**< of a plan or apply: ask tf_history_links() */
    struct tf_resource *resource;  /**< that it is about: ask tf_resource_number() */
} tf_call;

/** One message of a call. */
struct tf_message {
    tf_call *call;
    bool response;
    bool empty;       /**< no bytes: seen only in the headers of gRPC */
    bool claimed;     /**< came through the dissector; those come first in a frame */
    bool undecodable; /**< compressed in a way that Wireshark cannot undo */
    bool has_hole;    /**< bytes are missing in it: nothing of it is shown */
    uint32_t index;   /**< among the requests or responses of its call, from 0 */
    uint32_t frame;
    uint32_t length;
    nstime_t time;                            /**< absolute time of its frame */
    uint32_t n_unknown, n_errors, n_warnings; /**< filled in by tf_message_scan() */
    bool deferred;
    const tf_schema_source *schemas; /**< what it taught, or NULL */
    const uint8_t *bytes; /**< a copy in file scope for the calls that others ask for, or NULL */
    tf_message *next;     /**< of the same call */
    tf_message *next_in_frame;
};

/** What one frame holds, in the order of dissection. */
typedef struct tf_frame {
    tf_message *first, *last;
    bool complete;      /**< the first dissection is over: nothing will be added */
    wmem_list_t *ended; /**< tf_call that failed, were reset or ended without a response; or NULL */
} tf_frame;

/** A schema that a call needed, and what was found. */
typedef struct tf_schema_use {
    tf_schema_kind kind;
    const char *name;
    tf_schema_ref ref;
    struct tf_schema_use *next;
} tf_schema_use;

/** Tells under which protocol the state is kept; to be called once, at registration. */
void tf_session_init(int proto);

/**
 * The session of the frame's connection.
 * @param create make one if there is none yet; otherwise NULL is returned then
 */
tf_session *tf_session_of(packet_info *pinfo, bool create);

/** How many sessions the file has so far. */
uint32_t tf_session_count(void);

/** Does this frame go from the core to the provider? Not known before the session has a client. */
bool tf_session_from_client(const tf_session *session, const packet_info *pinfo);

/** Notes that the sender of this frame is the core (@p request) or the provider. */
void tf_session_set_client(tf_session *session, const packet_info *pinfo, bool request);

/** The call on a stream, or NULL. */
tf_call *tf_call_find(const tf_session *session, uint32_t stream);

/** The call on a stream, made if it is new. @param frame the frame that tells of it; @p package is
 * copied. */
tf_call *tf_call_open(tf_session *session, uint32_t frame, uint32_t stream, const tf_rpc *rpc,
                      const char *package);

/** `Request` or `Response`. */
const char *tf_message_direction(const tf_message *message);

/** Called for each call in the order of its beginning. */
typedef void (*tf_call_func)(tf_call *call, void *user);

/** Visits every call of the file, ordered by the frame of its beginning. */
void tf_calls_foreach(tf_call_func func, void *user);

/**
 * Records a message of this frame, in its first dissection.
 * @param length  bytes of the message
 * @param claimed it came through the dissector, not through the postdissector
 */
tf_message *tf_message_add(packet_info *pinfo, tf_call *call, bool response, uint32_t length,
                           bool claimed);

/**
 * The next message that came through the dissector when this frame was dissected first; in every
 * dissection they come in the same order.
 * @return NULL if the frame is being dissected first
 */
tf_message *tf_message_next(packet_info *pinfo);

/** What this frame is known to hold; NULL if nothing. */
tf_frame *tf_frame_of(packet_info *pinfo, bool create);

/** Has this dissection of the frame taken messages from gRPC on this stream? */
bool tf_frame_claimed(packet_info *pinfo, uint32_t stream);
void tf_frame_claim(packet_info *pinfo, uint32_t stream);

/** Notes the end of a call: its grpc-status and message (copied; may be NULL). */
void tf_call_set_status(tf_call *call, packet_info *pinfo, uint32_t status, const char *message);

/** Notes that the stream was reset. */
void tf_call_set_reset(tf_call *call, packet_info *pinfo);

/**
 * The schema that governs a value of a call, from tf_store_find(); once found it stays the same for
 * this call, so that a frame decodes the same whenever it is dissected.
 * @param name type or function name; "" for kinds that have none
 * @return NULL if there is none (yet)
 */
const tf_schema_ref *tf_call_schema(tf_call *call, tf_schema_kind kind, const char *name,
                                    uint32_t frame, const tf_encoded *value);

#endif
