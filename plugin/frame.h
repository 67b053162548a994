/* frame.h
 * What each frame holds: the messages in it and the calls that end in it, found in its first
 * dissection; and the place that a dissection of the frame has come to.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_FRAME_H
#define TF_PLUGIN_FRAME_H

#include "call.h"

/** Keys of what is kept with a frame under our protocol, by whichever file. */
typedef enum tf_frame_key {
    TF_FRAME_RECORD,      /**< tf_frame; for the file */
    TF_FRAME_CURSOR,      /**< how far a dissection has come; for the dissection */
    TF_FRAME_CONVERSATION /**< the conversation looked up last; for the dissection */
} tf_frame_key;

/** What one frame holds, in the order of dissection. */
typedef struct tf_frame {
    tf_message *first, *last;
    bool complete;      /**< the first dissection is over: nothing will be added */
    wmem_list_t *ended; /**< tf_call that failed, were reset or ended without a response; or NULL */
} tf_frame;

/** Tells under which protocol frames are kept; to be called once, at registration. */
void tf_frame_init(int proto);

/**
 * What this frame is known to hold.
 * @param create make an empty record if there is none yet; otherwise NULL is returned then
 */
tf_frame *tf_frame_of(packet_info *pinfo, bool create);

/** Notes that a call is to be shown where it ends: it failed or ended without any response. */
void tf_frame_add_end(packet_info *pinfo, tf_call *call);

/** Has this dissection of the frame taken messages from gRPC on this stream? */
bool tf_frame_claimed(packet_info *pinfo, uint32_t stream);

/** Notes that it has. */
void tf_frame_claim(packet_info *pinfo, uint32_t stream);

/**
 * Records a message of this frame, in its first dissection.
 * @param length  bytes of the message
 * @param claimed it came through the dissector, not through the postdissector
 */
tf_message *tf_message_add(packet_info *pinfo, tf_call *call, bool response, uint32_t length,
                           bool claimed);

/**
 * The next message that came through the dissector when this frame was dissected first; in every
 * dissection they come in the same order.
 * @return NULL if the frame is being dissected first
 */
tf_message *tf_message_next(packet_info *pinfo);

#endif
