/*
 * The value of TF_REATTACH_PROVIDERS: reading and writing it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_REATTACH_VALUE_H
#define TFPLUGINDUMP_REATTACH_VALUE_H

#include <sys/types.h>

#include <glib.h>

#define REATTACH_VARIABLE "TF_REATTACH_PROVIDERS"

/* One provider that is said to run already. */
typedef struct {
    char *address; /* registry.terraform.io/hashicorp/random */
    int protocol;  /* 5 or 6 */
    pid_t pid;
    char *network;  /* "unix" or "tcp" */
    char *endpoint; /* path, or host:port */
} ReattachEntry;

/*
 * Reads a value, with or without the variable's name and quotes around it as providers print it.
 * Returns ReattachEntry *, freed with the array, at least one; NULL with `error` set otherwise.
 */
GPtrArray *reattach_value_read(const char *value, GError **error);

/* Appends a provider that listens at the unix socket `path` to the members of a value's object. */
void reattach_value_add(GString *members, const char *address, int protocol, pid_t pid,
                        const char *path);

#endif
