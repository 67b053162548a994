/* session.h
 * A gRPC session in memory: an nghttp2 client and an nghttp2 server talk to each other, with real
 * HPACK and flow control, and a capture gets what passes between them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each call below sends at once and waits until both sides are silent, so each starts a TCP segment
 * of its own. With `hold` messages wait for the next call that sends, or for synth_flush(): this is
 * how several come into one frame, and streams alternate.
 * What can go wrong here is a mistake in the calling test: it ends the program.
 */
#ifndef SYNTH_SESSION_H
#define SYNTH_SESSION_H

#include "tcp.h"

/** How a session looks. All zero is what a provider session looks like. */
typedef struct synth_options {
    synth_tcp_options tcp;
    uint32_t continuation;   /**< cut header blocks into CONTINUATION frames of this many bytes;
                                nghttp2   takes at most eight of them */
    uint32_t max_frame_size; /**< SETTINGS_MAX_FRAME_SIZE of both sides, 0 for the default 16384 */
    bool cut_preface;        /**< the MSS holds from the first byte, not only after the preface */
    bool literal_headers;    /**< headers never refer to earlier ones (HPACK table of 0 bytes) */
} synth_options;

typedef struct synth_session synth_session;

/** Connects, exchanges SETTINGS. Close with synth_close(). */
synth_session *synth_new(synth_capture *capture, const synth_options *options);

/** Closes the TCP connection and frees the session; says nothing more in HTTP/2. */
void synth_close(synth_session *session);

/** The headers of a call. */
typedef struct synth_call_options {
    const char *content_type; /**< of both directions; NULL for application/grpc */
    const char *encoding;     /**< grpc-encoding of both directions; NULL for none */
    uint32_t filler;          /**< bytes of an additional request header, 0 for none */
    bool hold;                /**< do not send yet */
} synth_call_options;

/**
 * Sends the request headers of a call.
 * @param path    `/tfplugin6.Provider/PlanResourceChange`
 * @param options NULL for the defaults
 * @return the stream, to be named in what follows
 */
int32_t synth_call(synth_session *session, const char *path, const synth_call_options *options);

typedef enum synth_coding {
    SYNTH_PLAIN,
    SYNTH_GZIP,   /**< compressed, flag set */
    SYNTH_FLAGGED /**< flag set, the bytes as they are: in an encoding of the caller's own */
} synth_coding;

/** How a message is sent. */
typedef struct synth_message_options {
    synth_coding coding;
    uint32_t
        frame_size;  /**< bytes in a DATA frame, 0 for as many as allowed; stays for the stream */
    uint8_t padding; /**< bytes of padding in each DATA frame; stays for the stream */
    bool hold;       /**< do not send yet */
} synth_message_options;

/**
 * Sends one gRPC message. A server's first brings the response headers.
 * @param options NULL for the defaults
 */
void synth_send_message(synth_session *session, int32_t stream, synth_direction from,
                        const uint8_t *bytes, size_t length, const synth_message_options *options);

/** Sends bytes of a message without its five bytes of prefix: for messages that never end. */
void synth_send_raw(synth_session *session, int32_t stream, synth_direction from,
                    const uint8_t *bytes, size_t length);

/** Sends the response headers alone. */
void synth_respond(synth_session *session, int32_t stream);

/** The client has no more messages: its last, if it is on hold, carries END_STREAM. */
void synth_end_stream(synth_session *session, int32_t stream);

/**
 * The server ends the call. Before any message and without synth_respond() that is trailers-only.
 * @param status  grpc-status
 * @param message grpc-message, or NULL
 */
void synth_trailers(synth_session *session, int32_t stream, unsigned status, const char *message);

/** RST_STREAM. @param code an HTTP/2 error code, 8 for CANCEL */
void synth_rst(synth_session *session, int32_t stream, synth_direction from, uint32_t code);

/** GOAWAY, naming the last stream that the sender has met. */
void synth_goaway(synth_session *session, synth_direction from, uint32_t code);

/** Frees what the session knows of a stream that has ended. */
void synth_forget(synth_session *session, int32_t stream);

/** Sends all that is on hold. */
void synth_flush(synth_session *session);

/** The connection below: for loss and disorder. */
synth_tcp *synth_tcp_of(synth_session *session);

#endif
