/* tap.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tap.h"

#include <epan/tap.h>

#include "export.h"

static int tap = -1;

void
tf_tap_register(void)
{
    tap = register_tap("tfplugin");
}

void
tf_tap_message(packet_info *pinfo, tf_message *message, const uint8_t *data)
{
    tf_tapped *tapped;

    if (!have_tap_listener(tap) && !tf_export_wanted())
        return;
    tapped = wmem_new(pinfo->pool, tf_tapped);
    tapped->message = message;
    tapped->data = message->length && !message->undecodable && !message->has_hole ? data : NULL;
    tap_queue_packet(tap, pinfo, tapped);
    tf_export_message(pinfo, tapped);
}
