/* lower_fields.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "lower_fields.h"

tf_lower_fields tf_lower;

void
tf_lower_fields_handoff(dissector_handle_t postdissector)
{
    const struct {
        int *id;
        const char *name;
    } wanted[] = {
        {&tf_lower.stream, "http2.streamid"},
        {&tf_lower.header_length, "http2.header.length"},
        {&tf_lower.message_length, "grpc.message_length"},
        {&tf_lower.lost_segment, "tcp.analysis.lost_segment"},
    };
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(int));

    for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++) {
        *wanted[i].id = proto_registrar_get_id_byname(wanted[i].name);
        if (*wanted[i].id > 0)
            g_array_append_val(ids, *wanted[i].id);
    }
    set_postdissector_wanted_hfids(postdissector, ids);
}
