/* loss.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "loss.h"

#include <string.h>

#include <epan/prefs-int.h>

#include "headers.h"
#include "hpack.h"
#include "lower_fields.h"

/* Where in an HTTP/2 frame the number of its stream stands. */
#define STREAM_OFFSET 5

static bool
has_field(proto_tree *tree, int hf)
{
    GPtrArray *found = hf > 0 ? proto_get_finfo_ptr_array(tree, hf) : NULL;

    return found && found->len > 0;
}

/* With this preference TCP puts segments in order first, and holds back what follows a gap. */
static bool
tcp_reorders(void)
{
    module_t *tcp = prefs_find_module("tcp");
    pref_t *pref = tcp ? prefs_find_preference(tcp, "reassemble_out_of_order") : NULL;

    return pref && prefs_get_bool_value(pref, pref_current);
}

static bool
is_after_loss(packet_info *pinfo, proto_tree *tree)
{
    return pinfo->fd->cap_len < pinfo->fd->pkt_len ||
           (has_field(tree, tf_lower.lost_segment) && !tcp_reorders());
}

void
tf_loss_note(packet_info *pinfo, proto_tree *tree)
{
    tf_session *session = is_after_loss(pinfo, tree) ? tf_session_of(pinfo, false) : NULL;

    if (session && session->client.type != AT_NONE)
        session->lost[!tf_session_from_client(session, pinfo)] = pinfo->num;
}

/* A search for the header of a value, in the order of the frame. */
typedef struct tf_header_search {
    wmem_allocator_t *pool;
    const char *value;
    const field_info *stream; /* of the HTTP/2 frame at hand */
    bool literal;
} tf_header_search;

static void
search_headers(tf_header_search *search, const field_info *length)
{
    tf_headers headers = tf_headers_of(length);
    tf_header header;

    for (unsigned index = 0; tf_headers_next(&headers, &header); index++)
        if (strcmp(tf_header_value(search->pool, &header), search->value) == 0)
            search->literal = tf_hpack_is_literal(search->stream->ds_tvb,
                                                  search->stream->start - STREAM_OFFSET, index);
}

static void
search_tree(tf_header_search *search, const proto_node *parent)
{
    for (const proto_node *node = parent->first_child; node; node = node->next) {
        const field_info *field = PNODE_FINFO(node);

        if (field && field->hfinfo->id == tf_lower.stream)
            search->stream = field;
        else if (field && field->hfinfo->id == tf_lower.header_length && search->stream)
            search_headers(search, field);
        search_tree(search, node);
    }
}

bool
tf_loss_came_literally(packet_info *pinfo, proto_tree *tree, const char *value)
{
    tf_header_search search = {.pool = pinfo->pool, .value = value};

    search_tree(&search, tree);
    return search.literal;
}
