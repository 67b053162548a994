/*
 * A connection between core and a provider that is about to be relayed: what all ways of getting in
 * between hand to the session.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_CONNECTION_H
#define TFPLUGINDUMP_CONNECTION_H

#include <sys/types.h>

#include <glib.h>

typedef struct {
    int core_fd;          /* our end towards core; belongs to the receiver */
    int provider_fd;      /* connected to the provider; belongs to the receiver */
    pid_t provider;       /* the process that listens; 0: unknown */
    pid_t core;           /* the process that connects; 0: unknown */
    const char *address;  /* of the provider, if known without asking the process; else NULL */
    GDestroyNotify ended; /* called with `ended_data` when the connection is over; may be NULL */
    gpointer ended_data;
} Connection;

/* Receives a connection, from the main loop. */
typedef void (*Connected)(const Connection *connection, gpointer user_data);

#endif
