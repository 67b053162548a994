/* rpcs.h
 * Every call of the provider protocol, each of its fields populated.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_RPCS_H
#define SYNTH_RPCS_H

#include "message.h"

/** The messages of one call. Those of a stream are all alike but for their number. */
typedef struct synth_rpc {
    const char *name5; /**< method of version 5, NULL where that has none */
    const char *name6;
    void (*request)(synth_message *message, unsigned version);
    void (*response)(synth_message *message, unsigned version);
    unsigned requests, responses; /**< of a stream; 0 for one */
} synth_rpc;

/** In the order in which a session makes them, schemas first; ends with a NULL request. */
extern const synth_rpc synth_rpcs[];

/** Of the service Provisioner, methods in name5. */
extern const synth_rpc synth_provisioner_rpcs[];

#endif
