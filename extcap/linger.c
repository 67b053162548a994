/*
 * Staying behind. See linger.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "linger.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* How often to see whether anybody is left, in milliseconds. */
#define LOOK_AROUND 500

static gboolean
wake(gpointer data)
{
    (void)data;
    return G_SOURCE_CONTINUE;
}

static void
detach(void)
{
    int null = open("/dev/null", O_RDWR);

    setsid();
    for (int fd = 0; fd < 3 && null >= 0; fd++) {
        dup2(null, fd);
    }
    /* Away from the user's folder, so that it can be unmounted. */
    if (chdir("/") != 0) {
        return;
    }
    signal(SIGTERM, SIG_DFL);
}

void
linger(gboolean (*needed)(gpointer data), void (*at_end)(gpointer data), gpointer data)
{
    if (fork() != 0) {
        return;
    }
    detach();
    g_timeout_add(LOOK_AROUND, wake, NULL);
    while (needed(data)) {
        g_main_context_iteration(NULL, TRUE);
    }
    at_end(data);
    _exit(0);
}
