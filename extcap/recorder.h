/*
 * The recording: providers become interfaces, connections become TCP streams, bytes become packets.
 * Into a regular file each packet is written before the call returns, so that whatever is passed on
 * after the call is in the file even if the recorder is killed. Into a pipe a thread writes, so
 * that a slow reader does not slow down the session before a large queue is full.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_RECORDER_H
#define TFPLUGINDUMP_RECORDER_H

#include "capfile.h"
#include "tcpsynth.h"

typedef struct Recorder Recorder;
typedef struct RecorderStream RecorderStream;

/*
 * Called once, in the main thread, when recording has ended early: disk full, reader gone. The
 * session goes on; everything recorded from then on is dropped.
 */
typedef void (*RecorderFailed)(const char *why, gpointer user_data);

/*
 * Opens the output (see capfile_open), whose interface 0 stands for core itself. Returns NULL and
 * sets `error` on failure.
 */
Recorder *recorder_open(const CapFileOptions *options, RecorderFailed failed, gpointer user_data,
                        GError **error);

/* Declares a provider process and returns its interface number. The strings are copied. */
guint recorder_add_provider(Recorder *recorder, const char *name, const char *description);

/* A connection to a declared provider process was made. Free with recorder_disconnect(). */
RecorderStream *recorder_connect(Recorder *recorder, guint interface, const struct timespec *when);

/* `side` sent `length` bytes, any number. Not after recorder_fin() of that side. */
void recorder_data(RecorderStream *stream, int side, const struct timespec *when,
                   const uint8_t *bytes, gsize length);

/* `side` will send no more. Does nothing the second time. */
void recorder_fin(RecorderStream *stream, int side, const struct timespec *when);

/* The connection is closed: ends it in the recording and frees `stream`. */
void recorder_disconnect(RecorderStream *stream, const struct timespec *when);

/* A remark about the session itself: a packet of its own on interface 0, with a packet comment. */
void recorder_remark(Recorder *recorder, const char *text);

/* Writes what is queued, closes and frees. All streams must be disconnected. NULL does nothing. */
void recorder_close(Recorder *recorder);

#endif
