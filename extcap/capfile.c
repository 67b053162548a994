/*
 * pcapng through libwiretap. See capfile.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "capfile.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>

#include "compat.h"

struct CapFile {
    char *path;
    char **comments;
    guint64 ring_bytes;
    guint ring_files;
    guint ring_number;  /* files begun so far */
    GQueue *ring_names; /* char *, oldest first; only as many as are kept */

    int fd; /* owned by the dumper */
    gboolean is_pipe;
    gboolean is_own; /* a regular file that we have opened */
    wtap_dumper *dumper;
    GArray *sections; /* wtap_block_t */
    wtapng_iface_descriptions_t interfaces;
    guint64 sound_bytes; /* up to here the file holds complete blocks only */
    char *failure;
};

/* Remembers the first failure and leaves the file as it was after the last complete block. */
static void
fail(CapFile *file, int err, char *err_info)
{
    g_autofree char *detail = err_info;
    int null;

    if (file->failure != NULL) {
        return;
    }
    file->failure =
        g_strdup_printf("%s%s%s", wtap_strerror(err), detail ? ": " : "", detail ? detail : "");
    if (file->is_own && ftruncate(file->fd, (off_t)file->sound_bytes) != 0) {
        g_debug("a cut last block stays in %s: %s", file->path, g_strerror(errno));
    }
    /* The dumper still holds part of a block and writes it when closed: not into the file. */
    null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, file->fd);
        fcntl(file->fd, F_SETFD, FD_CLOEXEC);
        close(null);
    }
}

static wtap_block_t
interface_block(const char *name, const char *description)
{
    wtap_block_t block = wtap_block_create(WTAP_BLOCK_IF_ID_AND_INFO);
    wtapng_if_descr_mandatory_t *descr = wtap_block_get_mandatory_data(block);

    descr->wtap_encap = WTAP_ENCAP_RAW_IP;
    descr->time_units_per_second = 1000000000;
    descr->tsprecision = WTAP_TSPREC_NSEC;
    descr->snap_len = WTAP_MAX_PACKET_SIZE_STANDARD;
    wtap_block_add_uint8_option(block, OPT_IDB_TSRESOL, 9);
    wtap_block_add_string_option(block, OPT_IDB_NAME, name, strlen(name));
    wtap_block_add_string_option(block, OPT_IDB_DESCRIPTION, description, strlen(description));
    return block;
}

static wtap_block_t
section_block(char *const *comments)
{
    static const char application[] = "tfplugindump " TFPLUGIN_VERSION;
    wtap_block_t block = wtap_block_create(WTAP_BLOCK_SECTION);

    wtap_block_add_string_option(block, OPT_SHB_USERAPPL, application, strlen(application));
    for (; *comments != NULL; comments++) {
        wtap_block_add_string_option(block, OPT_COMMENT, *comments, strlen(*comments));
    }
    return block;
}

/* "session.pcapng" becomes "session_00001_20261121094512.pcapng", the way dumpcap names a ring. */
static char *
ring_name(const CapFile *file)
{
    const char *base = strrchr(file->path, '/');
    const char *dot = strrchr(base ? base : file->path, '.');
    int stem = dot ? (int)(dot - file->path) : (int)strlen(file->path);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *stamp = g_date_time_format(now, "%Y%m%d%H%M%S");

    return g_strdup_printf("%.*s_%05u_%s%s", stem, file->path, file->ring_number, stamp,
                           dot ? dot : "");
}

/* Opens `name` for the owner alone; returns -1 with errno set. */
static int
open_output(CapFile *file, const char *name)
{
    int fd = strcmp(name, "-") == 0
                 ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                 : open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0600);
    struct stat st;

    if (fd < 0) {
        return -1;
    }
    if (fstat(fd, &st) == 0) {
        file->is_pipe = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode);
        /* Standard output is not ours to cut or to close to others: somebody else has opened it. */
        file->is_own = S_ISREG(st.st_mode) && strcmp(name, "-") != 0;
        /* A file that was there before may be readable by all; the secrets in it must not be. */
        if (file->is_own) {
            (void)fchmod(fd, 0600);
        }
    }
    return fd;
}

/* Begins a file, or the next of the ring, with all interfaces known so far. */
static gboolean
begin_file(CapFile *file, GError **error)
{
    wtap_dump_params params = WTAP_DUMP_PARAMS_INIT;
    g_autofree char *name = NULL;
    char *err_info = NULL;
    int err = 0;

    file->ring_number++;
    name = file->ring_bytes ? ring_name(file) : g_strdup(file->path);
    file->fd = open_output(file, name);
    if (file->fd < 0) {
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "cannot write %s: %s", name,
                    g_strerror(errno));
        return FALSE;
    }
    params.encap = WTAP_ENCAP_RAW_IP;
    params.tsprec = WTAP_TSPREC_NSEC;
    params.shb_hdrs = file->sections;
    params.idb_inf = &file->interfaces;
    file->dumper = wtap_dump_fdopen(file->fd, wtap_pcapng_file_type_subtype(), WTAP_UNCOMPRESSED,
                                    &params, &err, &err_info);
    if (file->dumper == NULL || !wtap_dump_flush(file->dumper, &err)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot write %s: %s", name,
                    wtap_strerror(err));
        g_free(err_info);
        return FALSE;
    }
    file->sound_bytes = (guint64)wtap_get_bytes_dumped(file->dumper);
    g_queue_push_tail(file->ring_names, g_steal_pointer(&name));
    while (file->ring_files && g_queue_get_length(file->ring_names) > file->ring_files) {
        g_autofree char *oldest = g_queue_pop_head(file->ring_names);
        unlink(oldest);
    }
    return TRUE;
}

static void
end_file(CapFile *file)
{
    compat_bool needs_reload;
    char *err_info = NULL;
    int err = 0;

    if (file->dumper != NULL && !wtap_dump_close(file->dumper, &needs_reload, &err, &err_info) &&
        file->failure == NULL) {
        file->failure = g_strdup(wtap_strerror(err));
    }
    g_free(err_info);
    file->dumper = NULL;
    file->fd = -1;
}

CapFile *
capfile_open(const CapFileOptions *options, GError **error)
{
    CapFile *file = g_new0(CapFile, 1);
    wtap_block_t section;
    wtap_block_t interface;

    compat_log_init("tfplugindump");
    wtap_init(FALSE);
    file->fd = -1;
    file->path = g_strdup(options->path);
    file->comments = g_strdupv((char **)options->comments);
    file->ring_bytes = options->ring_bytes;
    file->ring_files = options->ring_files;
    file->ring_names = g_queue_new();
    file->sections = g_array_new(FALSE, FALSE, sizeof(wtap_block_t));
    section = section_block(file->comments);
    g_array_append_val(file->sections, section);
    /* Without any interface the dumper would make up one. */
    interface = interface_block(options->name, options->description);
    file->interfaces.interface_data = g_array_new(FALSE, FALSE, sizeof(wtap_block_t));
    g_array_append_val(file->interfaces.interface_data, interface);
    if (!begin_file(file, error)) {
        capfile_close(file);
        return NULL;
    }
    return file;
}

int
capfile_fd(const CapFile *file)
{
    return file->fd;
}

gboolean
capfile_is_pipe(const CapFile *file)
{
    return file->is_pipe;
}

const char *
capfile_failure(const CapFile *file)
{
    return file->failure;
}

/* Pushes what the dumper holds to the output and takes note of how far the file is sound. */
static void
flush(CapFile *file)
{
    int err = 0;

    if (!wtap_dump_flush(file->dumper, &err)) {
        fail(file, err, NULL);
        return;
    }
    file->sound_bytes = (guint64)wtap_get_bytes_dumped(file->dumper);
}

guint
capfile_add_interface(CapFile *file, const char *name, const char *description)
{
    wtap_block_t block = interface_block(name, description);
    char *err_info = NULL;
    int err = 0;

    /* Kept for the next files of a ring, which declare all interfaces so far. */
    g_array_append_val(file->interfaces.interface_data, block);
    if (file->failure == NULL) {
        if (wtap_dump_add_idb(file->dumper, block, &err, &err_info)) {
            flush(file);
        } else {
            fail(file, err, err_info);
        }
    }
    return file->interfaces.interface_data->len - 1;
}

static gboolean
next_file_if_full(CapFile *file)
{
    g_autoptr(GError) error = NULL;

    if (file->ring_bytes == 0 || file->sound_bytes < file->ring_bytes) {
        return TRUE;
    }
    end_file(file);
    if (!begin_file(file, &error)) {
        file->failure = g_strdup(error->message);
        return FALSE;
    }
    return TRUE;
}

gboolean
capfile_packet(CapFile *file, guint interface, const struct timespec *when, const uint8_t *data,
               gsize length, const char *comment)
{
    wtap_rec rec = {0};
    char *err_info = NULL;
    int err = 0;

    if (file->failure != NULL || !next_file_if_full(file)) {
        return FALSE;
    }
    rec.rec_type = REC_TYPE_PACKET;
    rec.presence_flags = WTAP_HAS_TS | WTAP_HAS_CAP_LEN | WTAP_HAS_INTERFACE_ID;
    rec.ts.secs = when->tv_sec;
    rec.ts.nsecs = (int)when->tv_nsec;
    rec.tsprec = WTAP_TSPREC_NSEC;
    rec.rec_header.packet_header.caplen = (guint32)length;
    rec.rec_header.packet_header.len = (guint32)length;
    rec.rec_header.packet_header.pkt_encap = WTAP_ENCAP_RAW_IP;
    rec.rec_header.packet_header.interface_id = interface;
    rec.block = wtap_block_create(WTAP_BLOCK_PACKET);
    if (comment != NULL) {
        wtap_block_add_string_option(rec.block, OPT_COMMENT, comment, strlen(comment));
    }
    if (compat_dump(file->dumper, &rec, data, length, &err, &err_info)) {
        flush(file);
    } else {
        fail(file, err, err_info);
    }
    wtap_block_unref(rec.block);
    return file->failure == NULL;
}

static void
free_blocks(GArray *blocks)
{
    for (guint i = 0; i < blocks->len; i++) {
        wtap_block_unref(g_array_index(blocks, wtap_block_t, i));
    }
    g_array_free(blocks, TRUE);
}

void
capfile_close(CapFile *file)
{
    if (file == NULL) {
        return;
    }
    end_file(file);
    free_blocks(file->sections);
    free_blocks(file->interfaces.interface_data);
    g_queue_free_full(file->ring_names, g_free);
    g_strfreev(file->comments);
    g_free(file->failure);
    g_free(file->path);
    g_free(file);
}
