/*
 * Provider identification. See provider.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "provider.h"

#include <string.h>

#ifdef __APPLE__
#include <libproc.h>
#endif

#define BINARY_PREFIX "terraform-provider-"

/* The bare type in "terraform-provider-random_v3.6.0_x5", as far as the name has that shape. */
static char *
type_from_binary(const char *binary)
{
    const char *type =
        g_str_has_prefix(binary, BINARY_PREFIX) ? binary + strlen(BINARY_PREFIX) : binary;
    const char *end = strstr(type, "_v");

    return end != NULL && end > type ? g_strndup(type, (gsize)(end - type)) : g_strdup(type);
}

static char *
version_from_binary(const char *binary)
{
    const char *version = strstr(binary, "_v");
    const char *end;

    if (version == NULL || !g_ascii_isdigit(version[2])) {
        return NULL;
    }
    end = strchr(version + 2, '_');
    return end ? g_strndup(version + 2, (gsize)(end - version - 2)) : g_strdup(version + 2);
}

void
provider_name_from_path(const char *path, ProviderName *name)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    guint n = g_strv_length(parts);
    const char *binary = n ? parts[n - 1] : path;

    /* HOST/NAMESPACE/TYPE/VERSION/OS_ARCH/BINARY: a host has a dot or a port, a version digits. */
    if (n >= 6 && strpbrk(parts[n - 6], ".:") && parts[n - 5][0] && parts[n - 4][0] &&
        g_ascii_isdigit(parts[n - 3][0]) && strchr(parts[n - 2], '_')) {
        name->address = g_strjoin("/", parts[n - 6], parts[n - 5], parts[n - 4], NULL);
        name->version = g_strdup(parts[n - 3]);
        return;
    }
    name->address = type_from_binary(binary);
    name->version = version_from_binary(binary);
}

void
provider_name_clear(ProviderName *name)
{
    g_clear_pointer(&name->address, g_free);
    g_clear_pointer(&name->version, g_free);
}

char *
provider_binary(pid_t pid)
{
#ifdef __APPLE__
    char path[PROC_PIDPATHINFO_MAXSIZE];
    return proc_pidpath(pid, path, sizeof path) > 0 ? g_strdup(path) : NULL;
#else
    g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int)pid);
    return g_file_read_link(link, NULL);
#endif
}

char *
provider_description(const char *version, const char *path, pid_t pid)
{
    GString *text = g_string_new(NULL);

    if (version != NULL) {
        g_string_append_printf(text, "version %s, ", version);
    }
    g_string_append(text, path ? path : "binary unknown");
    if (pid > 0) {
        g_string_append_printf(text, ", pid %d", (int)pid);
    }
    return g_string_free(text, FALSE);
}
