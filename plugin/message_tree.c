/* message_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "message_tree.h"

#include <string.h>

#include "call_tree.h"
#include "change_tree.h"
#include "expert.h"
#include "fields.h"
#include "odd_tree.h"
#include "plan_tree.h"

/* A message has far fewer fields than this; more would only share an index. */
#define MAX_FIELDS 64
/* Only Schema.Block nests by itself; what Wireshark's trees can take bounds it. */
#define MAX_MESSAGE_DEPTH 200

static int ett_call = -1, ett_message = -1;

void
tf_message_tree_register(void)
{
    static int *ett[] = {&ett_call, &ett_message};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

static void add_fields(tf_drawing *drawing, const tf_level *level, tf_place *place,
                       const tf_wire_field *at);

static bool
is_map_entry(const ProtobufCMessageDescriptor *descriptor)
{
    return g_str_has_suffix(descriptor->name, "Entry") && descriptor->n_fields == 2;
}

/* The two fields of a map's entry: the key goes into the line, the value is drawn below it. */
static void
add_map_entry(tf_drawing *drawing, const tf_level *level, const tf_place *place,
              const tf_wire_field *at)
{
    const ProtobufCFieldDescriptor *value =
        protobuf_c_message_descriptor_get_field(level->descriptor, 2);
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, place->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK && tf_drawing_take(drawing, 1)) {
        if (field.number == 1) {
            const char *key = tf_field_text(drawing, &field);
            proto_item_append_text(level->line, " %s", key);
            proto_tree_add_string(level->tree, tf_hf[TF_HF_MAP_KEY], drawing->tvb,
                                  (int)field.offset, (int)field.length, key);
        } else if (field.number == 2 && value && value->type == PROTOBUF_C_TYPE_MESSAGE) {
            tf_place inner = *place;
            tf_level below = *level;
            below.descriptor = (const ProtobufCMessageDescriptor *)value->descriptor;
            add_fields(drawing, &below, &inner, &field);
        } else {
            tf_unknown_field_add(drawing, level, &field);
        }
    }
}

/* One of a repeated field: `resource_schemas` is a `Resource schema`. */
static const char *
singular(wmem_allocator_t *pool, const ProtobufCFieldDescriptor *field)
{
    char *name = g_strdelimit(wmem_strdup(pool, field->name), "_", ' ');
    size_t length = strlen(name);

    name[0] = g_ascii_toupper(name[0]);
    if (field->label == PROTOBUF_C_LABEL_REPEATED && length > 1 && name[length - 1] == 's')
        name[length - 1] = '\0';
    return name;
}

static void
add_submessage(tf_drawing *drawing, const tf_level *level, tf_place *place,
               const ProtobufCFieldDescriptor *field, const tf_wire_field *at)
{
    tf_level below = {.descriptor = (const ProtobufCMessageDescriptor *)field->descriptor,
                      .depth = level->depth + 1};

    below.line = proto_tree_add_item(level->tree, tf_fields_of(field), drawing->tvb,
                                     (int)at->offset, (int)at->length, ENC_NA);
    below.tree = proto_item_add_subtree(below.line, ett_message);
    if (tf_is_schema_message(below.descriptor) || is_map_entry(below.descriptor))
        proto_item_set_text(below.line, "%s", singular(drawing->pinfo->pool, field));
    if (strcmp(below.descriptor->short_name, "Diagnostic") == 0)
        tf_diagnostic_judge(drawing, below.line, at);
    else if (strcmp(below.descriptor->short_name, "FunctionError") == 0)
        tf_function_error_judge(drawing, below.line, at);
    if (level->depth >= MAX_MESSAGE_DEPTH)
        drawing->truncated = true;
    else if (is_map_entry(below.descriptor))
        add_map_entry(drawing, &below, place, at);
    else
        add_fields(drawing, &below, place, at);
}

/* core decodes an imported state by the type that was asked for, whatever the provider says. */
static void
judge_imported_type(tf_drawing *drawing, const tf_level *level, const tf_place *place)
{
    const char *asked = place->message->call->type_name;

    if (strcmp(level->descriptor->short_name, "ImportedResource") == 0 && place->type_name &&
        asked && strcmp(place->type_name, asked) != 0)
        expert_add_info_format(drawing->pinfo, level->line, &tf_ei[TF_EI_IMPORTED_TYPE],
                               "Imported as %s where %s was asked for: core decodes it as %s",
                               place->type_name, asked, asked);
}

static void
add_value(tf_drawing *drawing, const tf_level *level, const tf_place *place,
          const tf_wire_field *at)
{
    tf_field_value *value = tf_place_decode(drawing->pinfo->pool, place, at);

    wmem_array_append_one(drawing->values, value);
    tf_value_tree_add(drawing, level->tree, value, at);
}

static void
add_message_field(tf_drawing *drawing, const tf_level *level, const tf_place *around,
                  const ProtobufCFieldDescriptor *field, uint32_t index, const tf_wire_field *at)
{
    const char *type = ((const ProtobufCMessageDescriptor *)field->descriptor)->short_name;
    tf_place place = tf_place_field(around, field, index);

    if (tf_is_dynamic_value(field) || tf_is_raw_state(field))
        add_value(drawing, level, &place, at);
    else if (strcmp(type, "AttributePath") == 0)
        proto_tree_add_string(level->tree, tf_fields_of(field), drawing->tvb, (int)at->offset,
                              (int)at->length, tf_attribute_path_text(drawing, at));
    else if (strcmp(type, "Timestamp") == 0)
        tf_timestamp_add(drawing, level, field, at);
    else
        add_submessage(drawing, level, &place, field, at);
}

static uint8_t
wire_type_of(const ProtobufCFieldDescriptor *field)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_BYTES:
    case PROTOBUF_C_TYPE_MESSAGE:
        return 2;
    default:
        return 0;
    }
}

static void
add_field(tf_drawing *drawing, const tf_level *level, const tf_place *place, uint32_t *met,
          const tf_wire_field *at)
{
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field(level->descriptor, at->number);

    if (!field || at->wire_type != wire_type_of(field))
        tf_unknown_field_add(drawing, level, at);
    else if (field->type == PROTOBUF_C_TYPE_MESSAGE)
        add_message_field(drawing, level, place, field,
                          met[(field - level->descriptor->fields) % MAX_FIELDS]++, at);
    else
        tf_scalar_add(drawing, level, field, at);
}

static void
add_fields(tf_drawing *drawing, const tf_level *level, tf_place *place, const tf_wire_field *at)
{
    uint32_t met[MAX_FIELDS] = {0};
    tf_wire_status status;
    tf_wire_reader reader;
    tf_wire_field field;

    tf_place_enter(drawing->pinfo->pool, place, level->descriptor, at);
    judge_imported_type(drawing, level, place);
    tf_wire_enter(&reader, place->data, at);
    while ((status = tf_wire_next(&reader, &field)) == TF_WIRE_OK) {
        if (!tf_drawing_take(drawing, 1))
            return;
        add_field(drawing, level, place, met, &field);
    }
    if (status != TF_WIRE_END) {
        uint32_t end = at->value_offset + at->value_length;
        proto_item *item = tf_opaque_add(drawing, level->tree, tf_hf[TF_HF_BYTES], field.offset,
                                         end - field.offset);
        expert_add_info_format(drawing->pinfo, item, &tf_ei[TF_EI_MESSAGE_MALFORMED],
                               "%s cannot be read from byte %u on: %s",
                               level->descriptor->short_name, field.offset,
                               tf_wire_status_text(status));
    }
}

static void
add_content(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item,
            tf_message *message)
{
    const tf_rpc *rpc = message->call->rpc;
    tf_drawing drawing = {.tvb = tvb,
                          .pinfo = pinfo,
                          .values = wmem_array_new(pinfo->pool, sizeof(tf_field_value *))};
    tf_level level = {.tree = tree, .descriptor = message->response ? rpc->response : rpc->request};
    tf_wire_field at = {.value_offset = 0, .value_length = message->length};
    const uint8_t *data =
        message->length ? tvb_get_ptr(tvb, 0, (int)message->length) : (const uint8_t *)"";
    tf_place place = tf_place_top(message, data);

    tf_drawing_begin(&drawing, tree);
    drawing.expressions = tf_plan_tree_expressions(pinfo, message->call);
    add_fields(&drawing, &level, &place, &at);
    tf_change_tree_add(&drawing, tree, message, data);
    if (drawing.truncated)
        expert_add_info_format(pinfo, item, &tf_ei[TF_EI_TRUNCATED],
                               "The tree has %u items: the rest of this message is left out",
                               PTREE_DATA(tree)->count);
}

static bool
tree_is_full(proto_tree *tree)
{
    tf_drawing probe = {0};

    tf_drawing_begin(&probe, tree);
    return tf_max_items > 0 && !tf_drawing_take(&probe, 0);
}

void
tf_message_tree_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int proto,
                    tf_message *message)
{
    const char *what;
    proto_item *item;
    proto_tree *subtree;

    /* Thousands of messages in one frame: not even their heads fit. */
    if (tree_is_full(tree))
        return;
    what = wmem_strdup_printf(pinfo->pool, ".%s", tf_message_direction(message));
    item = tf_call_tree_top(tvb, tree, proto, (int)message->length, message->call, what);
    subtree = proto_item_add_subtree(item, ett_call);
    tf_call_tree_head(tvb, pinfo, subtree, item, message);
    tf_plan_tree_add(tvb, pinfo, subtree, item, message);
    if (message->undecodable)
        expert_add_info(pinfo, item, &tf_ei[TF_EI_COMPRESSED]);
    else if (message->has_hole)
        expert_add_info(pinfo, item, &tf_ei[TF_EI_HOLE]);
    else
        add_content(tvb, pinfo, subtree, item, message);
}
