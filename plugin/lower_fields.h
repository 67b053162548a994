/* lower_fields.h
 * The fields of TCP, HTTP/2 and gRPC that tell what no dissector is called for. Wireshark exports
 * no functions that would, so they are read from the tree, which is then made even where nobody
 * looks at it. Every field asked for costs an item of each frame that has it: what stands in the
 * bytes beside one of them is read there.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_LOWER_FIELDS_H
#define TF_PLUGIN_LOWER_FIELDS_H

#include "compat.h"

/** Their numbers; -1 for one that this Wireshark does not have. */
typedef struct tf_lower_fields {
    int lost_segment;   /**< tcp.analysis.lost_segment */
    int stream;         /**< http2.streamid */
    int header_length;  /**< http2.header.length: see headers.h */
    int message_length; /**< grpc.message_length */
} tf_lower_fields;

/** Set by tf_lower_fields_handoff(). */
extern tf_lower_fields tf_lower;

/** Looks the fields up, and asks for them to be in every tree that the postdissector gets. */
void tf_lower_fields_handoff(dissector_handle_t postdissector);

#endif
