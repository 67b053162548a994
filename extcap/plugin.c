/*
 * Starting a provider. See plugin.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plugin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib-unix.h>

#include "child.h"

/* Values that go-plugin and core have agreed on; see go-plugin's client.go and Terraform's plugin
 * package. */
#define COOKIE_NAME "TF_PLUGIN_MAGIC_COOKIE"
#define COOKIE_VALUE "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"
#define START_TIMEOUT 60 /* seconds, as core has it */
#define LINE_MAX_BYTES 65536

struct Plugin {
    pid_t pid;
    int output;
    guint output_source;
    guint timeout;
    GString *line;
    int protocol;
    PluginReady ready; /* NULL once called */
    gpointer user_data;
};

static void
finish(Plugin *plugin, const char *socket, const char *why)
{
    PluginReady ready = plugin->ready;

    plugin->ready = NULL;
    if (plugin->timeout != 0) {
        g_source_remove(plugin->timeout);
        plugin->timeout = 0;
    }
    if (ready != NULL) {
        ready(plugin, socket, why, plugin->user_data);
    }
}

/* CORE-PROTOCOL|APP-PROTOCOL|NETWORK|ADDRESS|grpc|... */
static void
handshake(Plugin *plugin)
{
    g_auto(GStrv) fields = g_strsplit(g_strchomp(plugin->line->str), "|", -1);

    if (g_strv_length(fields) < 5 || strcmp(fields[0], "1") != 0 ||
        strcmp(fields[2], "unix") != 0 || strcmp(fields[4], "grpc") != 0) {
        finish(plugin, NULL, "it does not answer as a provider does");
        return;
    }
    plugin->protocol = atoi(fields[1]);
    finish(plugin, fields[3], NULL);
}

static gboolean
printed(gint fd, GIOCondition condition, gpointer data)
{
    Plugin *plugin = data;
    char bytes[4096];
    ssize_t n = read(fd, bytes, sizeof bytes);

    (void)condition;
    if (n <= 0) {
        plugin->output_source = 0;
        finish(plugin, NULL, "it has ended without a word");
        return G_SOURCE_REMOVE;
    }
    if (plugin->ready != NULL) {
        const char *end = memchr(bytes, '\n', (size_t)n);
        g_string_append_len(plugin->line, bytes, end ? end - bytes : n);
        if (end != NULL || plugin->line->len > LINE_MAX_BYTES) {
            handshake(plugin);
        }
    }
    /* What follows the handshake is dropped, as core drops it. */
    return G_SOURCE_CONTINUE;
}

static gboolean
too_late(gpointer data)
{
    Plugin *plugin = data;

    plugin->timeout = 0;
    finish(plugin, NULL, "it does not answer");
    return G_SOURCE_REMOVE;
}

static char **
environment(char **envp, const char *sockets)
{
    char **env = g_environ_setenv(g_strdupv(envp), COOKIE_NAME, COOKIE_VALUE, TRUE);

    env = g_environ_setenv(env, "PLUGIN_MIN_PORT", "10000", TRUE);
    env = g_environ_setenv(env, "PLUGIN_MAX_PORT", "25000", TRUE);
    env = g_environ_setenv(env, "PLUGIN_PROTOCOL_VERSIONS", "5,6", TRUE);
    env = g_environ_unsetenv(env, "PLUGIN_CLIENT_CERT");
    return g_environ_setenv(env, "PLUGIN_UNIX_SOCKET_DIR", sockets, TRUE);
}

Plugin *
plugin_start(const char *binary, char **envp, const char *sockets, PluginReady ready,
             gpointer user_data, GError **error)
{
    /* What a provider prints on standard error is core's log, which is shown on demand only. */
    const char *log = g_environ_getenv(envp, "TF_LOG");
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int output[2] = {-1, -1};
    char *argv[] = {(char *)binary, NULL};
    g_auto(GStrv) env = environment(envp, sockets);
    ChildSpec spec = {.argv = argv, .envp = env, .own_group = TRUE};
    Child child;
    Plugin *plugin;
    int failure = 0;

    if (null < 0 || !g_unix_open_pipe(output, FD_CLOEXEC, error)) {
        return NULL;
    }
    spec.stdio[0] = null;
    spec.stdio[1] = output[1];
    spec.stdio[2] = log && log[0] ? -1 : null;
    failure = child_start(&spec, &child) ? 0 : errno;
    close(null);
    close(output[1]);
    if (failure != 0 || child_result(&child, &failure) != CHILD_RUNS) {
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(failure), "cannot run %s: %s", binary,
                    g_strerror(failure));
        close(output[0]);
        return NULL;
    }
    plugin = g_new0(Plugin, 1);
    plugin->pid = child.pid;
    plugin->output = output[0];
    plugin->line = g_string_new(NULL);
    plugin->ready = ready;
    plugin->user_data = user_data;
    plugin->output_source = g_unix_fd_add(output[0], G_IO_IN | G_IO_HUP, printed, plugin);
    plugin->timeout = g_timeout_add_seconds(START_TIMEOUT, too_late, plugin);
    return plugin;
}

pid_t
plugin_pid(const Plugin *plugin)
{
    return plugin->pid;
}

int
plugin_protocol(const Plugin *plugin)
{
    return plugin->protocol;
}

void
plugin_free(Plugin *plugin)
{
    if (plugin == NULL) {
        return;
    }
    plugin->ready = NULL;
    if (plugin->timeout != 0) {
        g_source_remove(plugin->timeout);
    }
    if (plugin->output_source != 0) {
        g_source_remove(plugin->output_source);
    }
    close(plugin->output);
    /* As core does with a provider that it is done with. */
    kill(plugin->pid, SIGKILL);
    while (waitpid(plugin->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    g_string_free(plugin->line, TRUE);
    g_free(plugin);
}
