/*
 * A pcapng file that grows while the session runs: interfaces may appear at any time, each packet
 * is on its way to the disk before the call returns, and the file may be a ring of files.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_CAPFILE_H
#define TFPLUGINDUMP_CAPFILE_H

#include <stdint.h>
#include <time.h>

#include <glib.h>

typedef struct CapFile CapFile;

typedef struct {
    const char *path;            /* file to write, "-" for standard output */
    guint64 ring_bytes;          /* begin the next file of a ring from this size on; 0: one file */
    guint ring_files;            /* keep only that many files of the ring; 0: all */
    const char *const *comments; /* NULL-terminated comments of each file's section header */
    const char *name;            /* of interface 0 */
    const char *description;     /* of interface 0 */
} CapFileOptions;

/*
 * Opens the output, with permissions for the owner alone where it is a regular file, and writes the
 * section header and interface 0. A named pipe is opened as soon as it has a reader. The strings
 * are copied. Returns NULL and sets `error` when the output cannot be opened or written.
 */
CapFile *capfile_open(const CapFileOptions *options, GError **error);

/* The descriptor being written: for polling a pipe; it stays owned by the file. */
int capfile_fd(const CapFile *file);

/* Whether the output is a pipe or socket, whose reader may be slow or go away. */
gboolean capfile_is_pipe(const CapFile *file);

/*
 * Declares one more interface (raw IP, nanoseconds) and returns its number. The strings are copied.
 * A failure is sticky and reported by the next capfile_packet().
 */
guint capfile_add_interface(CapFile *file, const char *name, const char *description);

/*
 * Appends one packet of `length` bytes that was seen at `when` on `interface`, with an optional
 * comment (NULL: none), and flushes it. Returns FALSE once writing has failed, at this or at an
 * earlier packet; a regular file then ends with the last complete packet.
 */
gboolean capfile_packet(CapFile *file, guint interface, const struct timespec *when,
                        const uint8_t *data, gsize length, const char *comment);

/* Why writing failed, for a message to the user; NULL if it did not. Valid until close. */
const char *capfile_failure(const CapFile *file);

/* Closes and frees. NULL does nothing. */
void capfile_close(CapFile *file);

#endif
