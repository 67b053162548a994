/* expert.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "expert.h"

#include <epan/tap.h>

expert_field tf_ei[TF_EI_COUNT];

void
tf_experts_register(int proto)
{
    static ei_register_info ei[] = {
#define X(id, group, severity, name, text)                                                         \
    {&tf_ei[TF_EI_##id], {"tfplugin." name, group, severity, text, EXPFILL}},
        TF_EXPERTS(X)
#undef X
    };
    static const expert_field unset = EI_INIT;

    for (size_t i = 0; i < TF_EI_COUNT; i++)
        tf_ei[i] = unset;
    expert_register_field_array(expert_register_protocol(proto), ei, G_N_ELEMENTS(ei));
}

bool
tf_experts_collected(void)
{
    /* The tap comes into being with the first file. */
    static int tap;

    if (tap == 0)
        tap = find_tap_id("expert");
    return have_tap_listener(tap);
}
