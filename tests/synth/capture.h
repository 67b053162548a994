/* capture.h
 * A capture file in the making: Ethernet frames with nanosecond times, written as pcapng.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_CAPTURE_H
#define SYNTH_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

typedef struct synth_capture synth_capture;

/** An empty capture of one Ethernet interface. Free with synth_capture_free(). */
synth_capture *synth_capture_new(void);

/** NULL is allowed. */
void synth_capture_free(synth_capture *capture);

/**
 * Appends a frame, 100 microseconds after the one before it. The first is taken at a fixed time, so
 * that the same calls write the same file.
 */
void synth_capture_add(synth_capture *capture, const uint8_t *frame, size_t length);

/** Nanoseconds that have gone by since the first frame. */
uint64_t synth_capture_clock(const synth_capture *capture);

/** Forgets all frames so far, as if capturing had begun only now. The clock goes on. */
void synth_capture_restart(synth_capture *capture);

/** Writes the file. @return false if that fails, with a message on standard error */
bool synth_capture_write(const synth_capture *capture, const char *path);

#endif
