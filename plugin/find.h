/* find.h
 * How the traffic finds this dissector: HTTP/2 on any port, and the gRPC methods of every package.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_FIND_H
#define TF_PLUGIN_FIND_H

#include "compat.h"

#include "proto/rpc.h"

/** What a gRPC path says. */
typedef struct tf_found_path {
    tf_path path;
    const tf_rpc *rpc;
    bool guessed; /**< an unknown package: version taken from the method or the session */
} tf_found_path;

/**
 * Reads a gRPC path, `/tfplugin6.Provider/PlanResourceChange`.
 * @param session_version version that the session's other calls have shown, or 0: decides for an
 *                        unknown package when the method exists in both
 * @return false if it is none of ours; @p found is undefined then
 */
bool tf_find_path(const char *path, unsigned session_version, tf_found_path *found);

/** Registers @p grpc under every method of every package, and the heuristic for HTTP/2. */
void tf_find_handoff(int proto, dissector_handle_t grpc);

/** To be called when preferences have changed: registers the packages of tfplugin.packages too. */
void tf_find_apply_packages(void);

/** Registers the heuristic itself; before the handoff. */
void tf_find_register(int proto);

#endif
