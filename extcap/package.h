/*
 * What `terraform init` has installed: the lock file and the provider packages.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_PACKAGE_H
#define TFPLUGINDUMP_PACKAGE_H

#include <glib.h>

/* One provider of a lock file. */
typedef struct {
    char *address;     /* registry.terraform.io/hashicorp/random */
    char *version;     /* 3.6.0 */
    GPtrArray *hashes; /* char *, with their scheme: "h1:..." */
} Package;

/* Reads a lock file. Returns Package *, freed with the array; empty if there is no such file. */
GPtrArray *package_read_lock(const char *path);

/*
 * The folder of the package for this platform below `data_dir` (".terraform"), to be freed; NULL if
 * it is not there.
 */
char *package_folder(const Package *package, const char *data_dir);

/* The path of the provider's binary in such a folder, to be freed; NULL if there is none. */
char *package_binary(const char *folder);

/*
 * Whether the files in `folder` are those that the lock file vouches for, by the same check that
 * core makes before it starts a provider.
 */
gboolean package_is_locked(const Package *package, const char *folder);

#endif
