/* packet-tfplugin.c
 * The Terraform / OpenTofu provider protocol: registration and preferences.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "packet-tfplugin.h"

#include "attr_fields.h"
#include "call_tree.h"
#include "change_tap.h"
#include "change_tree.h"
#include "compat.h"
#include "content.h"
#include "dissect.h"
#include "expert.h"
#include "export.h"
#include "fields.h"
#include "find.h"
#include "history.h"
#include "message_tree.h"
#include "plan_files.h"
#include "plan_tree.h"
#include "packages.h"
#include "private_tree.h"
#include "scalar_tree.h"
#include "schema_dump.h"
#include "schema_file.h"
#include "secrets.h"
#include "session.h"
#include "show_tap.h"
#include "stage_tree.h"
#include "statistics.h"
#include "tap.h"
#include "value_text.h"
#include "value_tree.h"

static int proto_tfplugin = -1;
static dissector_handle_t message_handle, postdissector_handle;

static void
apply_preferences(void)
{
    if (tf_schema_file_apply())
        tf_attr_fields_files_changed();
    tf_plan_files_apply();
    tf_find_apply_packages();
}

static void
register_preferences(void)
{
    module_t *module = prefs_register_protocol(proto_tfplugin, apply_preferences);

    prefs_register_uint_preference(
        module, "max_items", "Tree items per message",
        "How many lines one message may add to the tree before the rest is left out, with a note.",
        10, &tf_max_items);
    prefs_register_uint_preference(
        module, "max_values", "Values per field",
        "How many values one config, state or plan may hold before the rest is left out, with a "
        "note. 0 means no limit.",
        10, &tf_max_values);
    prefs_register_uint_preference(
        module, "max_call_bytes", "Bytes kept per call",
        "How many bytes of one call may be kept in memory, so that what it changes can be shown "
        "and judged. Of calls that are larger nothing is said. 0 keeps none.",
        10, &tf_max_call_bytes);
    prefs_register_bool_preference(
        module, "mask_sensitive", "Hide sensitive values",
        "Show `(sensitive value)` for what the schema marks sensitive or write-only, for results "
        "of ephemeral resources, for private data and for values of which no schema is known. "
        "The bytes of the capture still hold them.",
        &tf_mask_sensitive);
    tf_schema_file_register(module);
    tf_plan_files_register(module);
    tf_packages_register(module);
}

void
proto_register_tfplugin(void)
{
    proto_tfplugin = proto_register_protocol("Terraform Provider Protocol", "TFPLUGIN", "tfplugin");
    tf_fields_register(proto_tfplugin);
    tf_experts_register(proto_tfplugin);
    tf_message_tree_register();
    tf_call_tree_register();
    tf_scalar_tree_register();
    tf_value_tree_register();
    tf_change_tree_register();
    tf_stage_tree_register();
    tf_plan_tree_register();
    tf_private_tree_register();
    register_preferences();
    tf_attr_fields_register(proto_tfplugin);
    tf_tap_register();
    tf_schema_dump_register();
    tf_srt_register(proto_tfplugin);
    tf_stats_tree_register();
    tf_calls_tap_register();
    tf_change_tap_register();
    tf_show_register();
    tf_export_register(proto_tfplugin);
    tf_session_init(proto_tfplugin);
    tf_secrets_register();
    tf_find_register(proto_tfplugin);
    message_handle = register_dissector("tfplugin", tf_dissect_message, proto_tfplugin);
    postdissector_handle = create_dissector_handle(tf_postdissect, proto_tfplugin);
    register_postdissector(postdissector_handle);
}

void
proto_reg_handoff_tfplugin(void)
{
    tf_find_handoff(proto_tfplugin, message_handle);
    tf_dissect_handoff(proto_tfplugin, postdissector_handle);
}
