/*
 * Differences between the Wireshark versions that tfplugindump is built with (4.0 to 4.6).
 * No other file looks at the version.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_COMPAT_H
#define TFPLUGINDUMP_COMPAT_H

#include <string.h>

#include <wireshark.h>
#include <ws_version.h>
#include <wiretap/wtap.h>
#include <wsutil/wslog.h>

#define DUMP_WS_AT_LEAST(major, minor)                                                             \
    (WIRESHARK_VERSION_MAJOR > (major) ||                                                          \
     (WIRESHARK_VERSION_MAJOR == (major) && WIRESHARK_VERSION_MINOR >= (minor)))

/* The type of truth in libwiretap's prototypes, where a pointer to it is passed. */
#if DUMP_WS_AT_LEAST(4, 2)
typedef bool compat_bool;
#else
typedef gboolean compat_bool;
#endif

/* Makes libwiretap's own messages stay silent below warnings. */
static inline void
compat_log_init(const char *program)
{
#if DUMP_WS_AT_LEAST(4, 6)
    (void)program;
    ws_log_init(NULL);
#else
    ws_log_init(program, NULL);
#endif
}

/*
 * Writes one packet record. From 4.6 on the bytes travel inside the record; the record only borrows
 * `data` for the time of the call.
 */
static inline bool
compat_dump(wtap_dumper *dumper, wtap_rec *rec, const uint8_t *data, size_t length, int *err,
            char **err_info)
{
#if DUMP_WS_AT_LEAST(4, 6)
    rec->data.data = (uint8_t *)data;
    rec->data.start = 0;
    rec->data.first_free = rec->data.allocated = length;
    return wtap_dump(dumper, rec, err, err_info);
#else
    (void)length;
    return wtap_dump(dumper, rec, data, err, err_info);
#endif
}

#endif
