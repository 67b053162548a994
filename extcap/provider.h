/*
 * Which provider a process is.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_PROVIDER_H
#define TFPLUGINDUMP_PROVIDER_H

#include <sys/types.h>

#include <glib.h>

typedef struct {
    char *address; /* registry.terraform.io/hashicorp/random, or the best name there is */
    char *version; /* 3.6.0; NULL if unknown */
} ProviderName;

/*
 * Reads address and version off the path of a provider's binary, as far as the path has the shape
 * of an installed package: .../HOST/NAMESPACE/TYPE/VERSION/OS_ARCH/terraform-provider-TYPE. Of
 * other paths the file's name serves. The members are to be freed with provider_name_clear().
 */
void provider_name_from_path(const char *path, ProviderName *name);

/* Frees the members. */
void provider_name_clear(ProviderName *name);

/* The path of the binary that process `pid` runs, to be freed; NULL if it cannot be told. */
char *provider_binary(pid_t pid);

/*
 * Describes a provider process for a person: version, binary and process id. `version` may be NULL,
 * `pid` 0, where unknown. To be freed.
 */
char *provider_description(const char *version, const char *path, pid_t pid);

#endif
