/*
 * Reattach with a process for each connection. See reattach.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reattach.h"

#include <string.h>
#include <unistd.h>

#include "corever.h"
#include "front.h"
#include "package.h"
#include "plugin.h"
#include "reattach_value.h"
#include "say.h"
#include "sockdir.h"

/* A provider that we stand in for. */
typedef struct {
    Reattach *reattach;
    char *address;
    char *binary;
    char *socket;
    Front *front;
    int protocol;  /* 0: did not start */
    Plugin *probe; /* the process that tells the protocol; NULL when it has */
} Stand;

/* A connection of core's, and the process for it. */
typedef struct {
    Stand *stand;
    int core_fd; /* -1 once handed on */
    Plugin *plugin;
} Link;

struct Reattach {
    GPtrArray *stands; /* Stand * */
    GPtrArray *links;  /* Link * */
    char **envp;
    char *sockets;
    guint probing; /* processes that have not answered yet */
    Connected connected;
    gpointer user_data;
};

static void
link_free(gpointer data)
{
    Link *link = data;

    if (link->core_fd >= 0) {
        close(link->core_fd);
    }
    plugin_free(link->plugin);
    g_free(link);
}

static void
link_ended(gpointer data)
{
    Link *link = data;

    g_ptr_array_remove_fast(link->stand->reattach->links, link);
}

static void
link_ready(Plugin *plugin, const char *socket, const char *why, gpointer data)
{
    Link *link = data;
    Stand *stand = link->stand;
    int fd = socket ? sockdir_connect(socket) : -1;

    if (fd < 0) {
        /* Core sees the connection end, as it would with a provider that dies at once. */
        say("%s cannot be used: %s", stand->address, why ? why : "it cannot be reached");
        link_ended(link);
        return;
    }
    const Connection connection = {.core_fd = link->core_fd,
                                   .provider_fd = fd,
                                   .provider = plugin_pid(plugin),
                                   .core = sockdir_peer(link->core_fd),
                                   .address = stand->address,
                                   .ended = link_ended,
                                   .ended_data = link};
    link->core_fd = -1;
    stand->reattach->connected(&connection, stand->reattach->user_data);
}

/* Core has something to say to a provider: time to start one. */
static void
wanted(int core_fd, gpointer data)
{
    Stand *stand = data;
    Reattach *reattach = stand->reattach;
    g_autoptr(GError) error = NULL;
    Link *link = g_new0(Link, 1);

    link->stand = stand;
    link->core_fd = core_fd;
    g_ptr_array_add(reattach->links, link);
    link->plugin =
        plugin_start(stand->binary, reattach->envp, reattach->sockets, link_ready, link, &error);
    if (link->plugin == NULL) {
        say("%s: %s", stand->address, error->message);
        link_ended(link);
    }
}

static void
stand_free(gpointer data)
{
    Stand *stand = data;

    front_free(stand->front);
    plugin_free(stand->probe);
    g_free(stand->address);
    g_free(stand->binary);
    g_free(stand->socket);
    g_free(stand);
}

static void
probed(Plugin *plugin, const char *socket, const char *why, gpointer data)
{
    Stand *stand = data;

    if (socket != NULL) {
        stand->protocol = plugin_protocol(plugin);
    } else {
        say("%s is left to core and not recorded: %s", stand->address, why);
    }
    stand->probe = NULL;
    plugin_free(plugin);
    stand->reattach->probing--;
}

/* Starts the provider once, as core wants to know its protocol version beforehand. */
static void
probe(Reattach *reattach, const Package *package, char *binary)
{
    g_autoptr(GError) error = NULL;
    Stand *stand = g_new0(Stand, 1);

    stand->reattach = reattach;
    stand->address = g_strdup(package->address);
    stand->binary = binary;
    stand->socket = g_strdup_printf("%s/core%u", reattach->sockets, reattach->stands->len);
    g_ptr_array_add(reattach->stands, stand);
    stand->probe = plugin_start(binary, reattach->envp, reattach->sockets, probed, stand, &error);
    if (stand->probe != NULL) {
        reattach->probing++;
    } else {
        say("%s is left to core and not recorded: %s", package->address, error->message);
    }
}

static void
consider(Reattach *reattach, const Package *package, const char *data_dir)
{
    g_autofree char *folder = package_folder(package, data_dir);
    g_autofree char *binary = folder ? package_binary(folder) : NULL;

    if (binary == NULL) {
        say("%s is left to core and not recorded: it is not installed", package->address);
    } else if (!package_is_locked(package, folder)) {
        say("%s is left to core and not recorded: the package differs from what is locked",
            package->address);
    } else {
        probe(reattach, package, g_steal_pointer(&binary));
    }
}

/* The folder of the root module: core's -chdir counts from where it is started. */
static char *
root_folder(char **argv, const char *cwd)
{
    for (char **arg = argv + 1; *arg != NULL && **arg == '-'; arg++) {
        if (g_str_has_prefix(*arg, "-chdir=") && corever_is_core(argv[0])) {
            return g_canonicalize_filename(*arg + strlen("-chdir="), cwd);
        }
    }
    return g_canonicalize_filename(".", cwd);
}

/* Whether the command is one that must not see the variable: it would skip what it has to install.
 */
static gboolean
installs(char **argv)
{
    char **arg = argv + 1;

    while (*arg != NULL && **arg == '-') {
        arg++;
    }
    return corever_is_core(argv[0]) && *arg != NULL && strcmp(*arg, "init") == 0;
}

static gboolean
listen_for_core(Stand *stand)
{
    g_autoptr(GError) error = NULL;

    stand->front = front_new(stand->socket, wanted, stand, &error);
    if (stand->front == NULL) {
        say("%s is left to core and not recorded: %s", stand->address, error->message);
    }
    return stand->front != NULL;
}

Reattach *
reattach_new(char **argv, char **envp, const char *cwd, const char *sockets, Connected connected,
             gpointer user_data)
{
    Reattach *reattach = g_new0(Reattach, 1);
    const char *data = g_environ_getenv(envp, "TF_DATA_DIR");
    g_autofree char *root = root_folder(argv, cwd);
    g_autofree char *data_dir =
        g_canonicalize_filename(data && data[0] ? data : ".terraform", root);
    g_autofree char *lock = g_build_filename(root, ".terraform.lock.hcl", NULL);
    g_autoptr(GPtrArray) packages = package_read_lock(lock);

    reattach->stands = g_ptr_array_new_with_free_func(stand_free);
    reattach->links = g_ptr_array_new_with_free_func(link_free);
    reattach->envp = g_strdupv(envp);
    reattach->sockets = g_strdup(sockets);
    reattach->connected = connected;
    reattach->user_data = user_data;
    for (guint i = 0; i < packages->len && !installs(argv); i++) {
        consider(reattach, g_ptr_array_index(packages, i), data_dir);
    }
    while (reattach->probing > 0) {
        g_main_context_iteration(NULL, TRUE);
    }
    for (guint i = reattach->stands->len; i-- > 0;) {
        Stand *stand = g_ptr_array_index(reattach->stands, i);
        if (stand->protocol == 0 || !listen_for_core(stand)) {
            g_ptr_array_remove_index(reattach->stands, i);
        }
    }
    return reattach;
}

void
reattach_describe(const Reattach *reattach, GString *members)
{
    for (guint i = 0; i < reattach->stands->len; i++) {
        const Stand *stand = g_ptr_array_index(reattach->stands, i);
        reattach_value_add(members, stand->address, stand->protocol, getpid(), stand->socket);
    }
}

void
reattach_free(Reattach *reattach)
{
    if (reattach == NULL) {
        return;
    }
    g_ptr_array_free(reattach->links, TRUE);
    g_ptr_array_free(reattach->stands, TRUE);
    g_strfreev(reattach->envp);
    g_free(reattach->sockets);
    g_free(reattach);
}
