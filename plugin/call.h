/* call.h
 * Calls (HTTP/2 streams), the messages of each, how it ended, and the schemas it needs.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CALL_H
#define TF_PLUGIN_CALL_H

#include "compat.h"

#include "proto/rpc.h"
#include "store.h"

typedef struct tf_session tf_session;
typedef struct tf_call tf_call;
typedef struct tf_message tf_message;

/** One call: one HTTP/2 stream. */
struct tf_call {
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
    tf_call *next;                 /**< of the file */
    tf_call *next_unmatched;       /**< for history.c */
};

/** One message of a call. */
struct tf_message {
    tf_call *call;
    bool response;
    bool empty;       /**< no bytes: seen only in the headers of gRPC */
    bool claimed;     /**< came through the dissector; those come first in a frame */
    bool undecodable; /**< compressed in a way that Wireshark cannot undo */
    bool has_hole;    /**< bytes are missing in it: nothing of it is shown */
    bool deferred;    /**< filled in by tf_message_scan(), as are the counts */
    uint32_t index;   /**< among the requests or responses of its call, from 0 */
    uint32_t frame;
    uint32_t length;
    uint32_t n_unknown, n_errors, n_warnings;
    nstime_t time;                   /**< absolute time of its frame */
    const tf_schema_source *schemas; /**< what it taught, or NULL */
    const struct tf_kept *kept;      /**< its bytes, of the calls that others ask for, or NULL */
    tf_message *next;                /**< of the same call */
    tf_message *next_in_frame;
    tf_message *next_untied; /**< for resource.c */
};

/** A schema that a call needed, and what was found. */
typedef struct tf_schema_use {
    tf_schema_kind kind;
    const char *name;
    tf_schema_ref ref;
    struct tf_schema_use *next;
} tf_schema_use;

/** Forgets all calls; called when a file is opened. */
void tf_calls_reset(void);

/** The call on a stream, or NULL. */
tf_call *tf_call_find(const tf_session *session, uint32_t stream);

/** The call on a stream, made if it is new. @param frame the frame that tells of it; @p package is
 * copied. */
tf_call *tf_call_open(tf_session *session, uint32_t frame, uint32_t stream, const tf_rpc *rpc,
                      const char *package);

/** Called for each call in the order of its beginning. */
typedef void (*tf_call_func)(tf_call *call, void *user);

/** Visits every call of the file, ordered by the frame of its beginning. */
void tf_calls_foreach(tf_call_func func, void *user);

/**
 * Makes the record of a message, the next one of its call in its direction.
 * @param length bytes of the message
 */
tf_message *tf_call_add_message(tf_call *call, const packet_info *pinfo, bool response,
                                uint32_t length);

/** `Request` or `Response`. */
const char *tf_message_direction(const tf_message *message);

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
