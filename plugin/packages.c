/* packages.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "packages.h"

#include <string.h>

#include <wsutil/report_message.h>

#include "proto/rpc.h"

/* The preference, and what of it was read last. */
static const char *text_wanted;
static char *text_read;

static GArray *packages; /* tf_custom_package */

void
tf_packages_register(module_t *module)
{
    packages = g_array_new(FALSE, FALSE, sizeof(tf_custom_package));
    prefs_register_string_preference(
        module, "packages", "Further packages",
        "gRPC packages of forks that speak the protocol, with the version that each means: "
        "acme5=5,acme6=6",
        &text_wanted);
}

/* A package as protobuf has it: identifiers joined by dots. */
static bool
is_package(const char *name)
{
    return name[0] &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
               strlen(name);
}

/* @return false if it is not `NAME=5` or `NAME=6` */
static bool
read_package(const char *text)
{
    const char *equals = strchr(text, '=');
    tf_custom_package package;

    if (!equals)
        return false;
    package.name = g_strstrip(g_strndup(text, (size_t)(equals - text)));
    equals += 1 + strspn(equals + 1, " ");
    package.version = strcmp(equals, "5") == 0 ? 5 : strcmp(equals, "6") == 0 ? 6 : 0;
    if (!is_package(package.name) || !package.version) {
        g_free(package.name);
        return false;
    }
    g_array_append_val(packages, package);
    return true;
}

static void
read_packages(const char *text)
{
    gchar **parts = g_strsplit(text, ",", -1);

    for (gchar **part = parts; *part; part++)
        if (g_strstrip(*part)[0] && !read_package(*part))
            report_failure("tfplugin.packages: \"%s\" is not of the form NAME=5 or NAME=6", *part);
    g_strfreev(parts);
}

static void
foreach_package(void (*func)(const tf_custom_package *package))
{
    for (unsigned i = 0; i < packages->len; i++)
        func(&g_array_index(packages, tf_custom_package, i));
}

bool
tf_packages_apply(void (*before)(const tf_custom_package *package),
                  void (*after)(const tf_custom_package *package))
{
    const char *text = text_wanted ? text_wanted : "";

    if (strcmp(text, text_read ? text_read : "") == 0)
        return false;
    g_free(text_read);
    text_read = g_strdup(text);
    foreach_package(before);
    for (unsigned i = 0; i < packages->len; i++)
        g_free(g_array_index(packages, tf_custom_package, i).name);
    g_array_set_size(packages, 0);
    read_packages(text);
    foreach_package(after);
    return true;
}

unsigned
tf_packages_version(const char *package)
{
    for (unsigned i = 0; i < packages->len; i++)
        if (strcmp(g_array_index(packages, tf_custom_package, i).name, package) == 0)
            return g_array_index(packages, tf_custom_package, i).version;
    return tf_package_version(package);
}
