/* compat.h
 * Every difference between the Wireshark versions that we build for: 4.0, 4.4, 4.6.
 * Nothing else looks at the version.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_COMPAT_H
#define TF_PLUGIN_COMPAT_H

#include <stdlib.h>

#include <wireshark.h>
#include <ws_version.h>

#include <epan/epan.h>
#include <epan/packet.h>
#include <epan/prefs.h>
#include <epan/proto.h>
#include <epan/wmem_scopes.h>
#include <wiretap/wtap.h>

#define TF_WIRESHARK_BEFORE(major, minor)                                                          \
    (WIRESHARK_VERSION_MAJOR < (major) ||                                                          \
     (WIRESHARK_VERSION_MAJOR == (major) && WIRESHARK_VERSION_MINOR < (minor)))

/* From 4.2 on epan and wmem use C99's bool, before that GLib's gboolean, which is an int: a
 * preference variable or a callback of the wrong one is a silent overwrite. */
#if TF_WIRESHARK_BEFORE(4, 2)
typedef gboolean tf_ws_bool;
#else
typedef bool tf_ws_bool;
#endif

/* Wireshark looks for cleartext HTTP/2 on any TCP port by itself from 4.2 on. */
#define TF_NEEDS_HTTP2_HEURISTIC TF_WIRESHARK_BEFORE(4, 2)

/* A plugin may say what it is from 4.4 on; the header that tells how is not there before. */
#if !TF_WIRESHARK_BEFORE(4, 4)
#include <wsutil/plugins.h>
#endif

/* field_info.value became a pointer in 4.2. */
#if TF_WIRESHARK_BEFORE(4, 2)
#define TF_FINFO_VALUE(fi) (&(fi)->value)
#else
#define TF_FINFO_VALUE(fi) ((fi)->value)
#endif

/* Interface numbers count within a section of the file from 4.4 on. */
#if TF_WIRESHARK_BEFORE(4, 3)
#define tf_interface_name(pinfo)                                                                   \
    epan_get_interface_name((pinfo)->epan, (pinfo)->rec->rec_header.packet_header.interface_id)
#else
#define tf_interface_name(pinfo)                                                                   \
    epan_get_interface_name(                                                                       \
        (pinfo)->epan, (pinfo)->rec->rec_header.packet_header.interface_id,                        \
        (pinfo)->rec->presence_flags &WTAP_HAS_SECTION_NUMBER ? (pinfo)->rec->section_number : 0)
#endif

/* Conversation filters got a pointer for their own use after 4.0. */
#if TF_WIRESHARK_BEFORE(4, 2)
#define TF_CONVERSATION_FILTER(function) function(packet_info *pinfo)
#define tf_register_conversation_filter(proto, name, valid, build)                                 \
    register_conversation_filter(proto, name, valid, build)
#else
#define TF_CONVERSATION_FILTER(function) function(packet_info *pinfo, void *user _U_)
#define tf_register_conversation_filter(proto, name, valid, build)                                 \
    register_conversation_filter(proto, name, valid, build, NULL)
#endif

/* The depended-upon marks took a packet_info and moved to the frame_data after 4.2. */
#if TF_WIRESHARK_BEFORE(4, 3)
#define tf_depend_on_frame(pinfo, num) mark_frame_as_depended_upon(pinfo, num)
#else
#define tf_depend_on_frame(pinfo, num) mark_frame_as_depended_upon((pinfo)->fd, num)
#endif

/* Dissects a frame of `length` bytes, which stay the caller's and have to be there as long as
 * `edt`, with the fields that postdissectors ask for. From 4.6 on the bytes come with the record,
 * not beside it, and libwireshark itself thinks of the fields. */
static inline void
tf_dissect_frame(epan_dissect_t *edt, wtap_rec *rec, const uint8_t *bytes, uint32_t length,
                 frame_data *frame)
{
#if TF_WIRESHARK_BEFORE(4, 6)
    prime_epan_dissect_with_postdissector_wanted_hfids(edt);
    epan_dissect_run(edt, WTAP_FILE_TYPE_SUBTYPE_UNKNOWN, rec,
                     tvb_new_real_data(bytes, length, (int)length), frame, NULL);
#else
    rec->rec_type_name = "Packet";
    rec->data = (Buffer){.data = (uint8_t *)bytes, .allocated = length, .first_free = length};
    epan_dissect_run(edt, WTAP_FILE_TYPE_SUBTYPE_UNKNOWN, rec, frame, NULL);
#endif
}

/* Defines `name`, which a stat_tap_ui starts its statistic with, from `bool start(const char
 * *argument, void *user)`, which returns false when it has told the user why it cannot start.
 * Before 4.6 nothing but the end of the program keeps it from going on without its statistic. */
#if TF_WIRESHARK_BEFORE(4, 6)
#define TF_STAT_STARTER(name, start)                                                               \
    static void name(const char *argument, void *user)                                             \
    {                                                                                              \
        if (!start(argument, user))                                                                \
            exit(1);                                                                               \
    }
#else
#define TF_STAT_STARTER(name, start)                                                               \
    static bool name(const char *argument, void *user)                                             \
    {                                                                                              \
        return start(argument, user);                                                              \
    }
#endif

#endif
