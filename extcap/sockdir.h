/*
 * The private folder for the sockets of a session, and plain operations on unix sockets.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_SOCKDIR_H
#define TFPLUGINDUMP_SOCKDIR_H

#include <sys/socket.h>
#include <sys/un.h>

#include <glib.h>

/*
 * Makes a folder that nobody else may enter (0700), with a path short enough for the sockets in it
 * and long enough that no socket in it has an address as long as an IP address. Returns its path,
 * to be freed; NULL with `error` set on failure.
 */
char *sockdir_new(GError **error);

/* Removes the folder and the sockets that are left in it. */
void sockdir_remove(const char *path);

/*
 * Fills in the address of the socket at `path`. Returns its length as connect(2) wants it, or 0 if
 * the path is too long.
 */
socklen_t sockdir_address(const char *path, struct sockaddr_un *address);

/* Connects a new non-blocking socket to `path`; returns it, or -errno. */
int sockdir_connect(const char *path);

/* Listens at `path` with a non-blocking socket; returns it, or -errno. */
int sockdir_listen(const char *path);

/* The process at the other end, which listened or connected; 0 if it cannot be told. */
pid_t sockdir_peer(int fd);

#endif
