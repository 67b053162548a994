/*
 * Private sockets. See sockdir.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sockdir.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib-unix.h>

#define NAME_TEMPLATE "tfplugindump-XXXXXX"
/* What is to fit below the folder: "/plugin" and ten digits, or a name of our own. */
#define ROOM_FOR_NAMES 24

char *
sockdir_new(GError **error)
{
    const char *parents[] = {g_get_tmp_dir(), "/tmp"};
    const size_t longest = sizeof((struct sockaddr_un *)0)->sun_path - ROOM_FOR_NAMES;

    for (gsize i = 0; i < G_N_ELEMENTS(parents); i++) {
        g_autofree char *path = g_build_filename(parents[i], NAME_TEMPLATE, NULL);
        if (g_path_is_absolute(path) && strlen(path) <= longest && g_mkdtemp_full(path, 0700)) {
            return g_steal_pointer(&path);
        }
    }
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno),
                "cannot make a folder for sockets in %s or /tmp: %s", parents[0],
                g_strerror(errno));
    return NULL;
}

void
sockdir_remove(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *entry = g_build_filename(path, name, NULL);
        unlink(entry);
    }
    g_clear_pointer(&dir, g_dir_close);
    rmdir(path);
}

socklen_t
sockdir_address(const char *path, struct sockaddr_un *address)
{
    size_t length = strlen(path);

    if (length >= sizeof address->sun_path) {
        return 0;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length + 1);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

static int
new_socket(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    if (fd < 0) {
        return -errno;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    g_unix_set_fd_nonblocking(fd, TRUE, NULL);
    return fd;
}

int
sockdir_connect(const char *path)
{
    struct sockaddr_un address;
    socklen_t length = sockdir_address(path, &address);
    int fd = length ? new_socket() : -ENAMETOOLONG;

    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, length) != 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int
sockdir_listen(const char *path)
{
    struct sockaddr_un address;
    socklen_t length = sockdir_address(path, &address);
    int fd = length ? new_socket() : -ENAMETOOLONG;

    if (fd >= 0 &&
        (bind(fd, (struct sockaddr *)&address, length) != 0 || listen(fd, SOMAXCONN) != 0)) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

pid_t
sockdir_peer(int fd)
{
#ifdef SO_PEERCRED
    struct ucred peer = {0};
    socklen_t length = sizeof peer;

    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 ? peer.pid : 0;
#else
    (void)fd;
    return 0;
#endif
}
