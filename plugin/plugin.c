/* plugin.c
 * What Wireshark looks for in a plugin.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define WS_BUILD_DLL
#include "compat.h"

#include "packet-tfplugin.h"

#ifndef TFPLUGIN_VERSION
#error "TFPLUGIN_VERSION is given by the build"
#endif

WS_DLL_PUBLIC_DEF const gchar plugin_version[] = TFPLUGIN_VERSION;
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);

void
plugin_register(void)
{
    static proto_plugin plugin = {
        .register_protoinfo = proto_register_tfplugin,
        .register_handoff = proto_reg_handoff_tfplugin,
    };

    proto_register_plugin(&plugin);
}

#ifdef WS_PLUGIN_DESC_DISSECTOR
WS_DLL_PUBLIC uint32_t plugin_describe(void);

uint32_t
plugin_describe(void)
{
    return WS_PLUGIN_DESC_DISSECTOR;
}
#endif
