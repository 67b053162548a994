/* scalar_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "scalar_tree.h"

#include <string.h>

#include "codec/type.h"

#include "expert.h"
#include "fields.h"
#include "private_tree.h"
#include "value_text.h"

static int ett_unknown = -1;

void
tf_scalar_tree_register(void)
{
    static int *ett[] = {&ett_unknown};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

const char *
tf_field_text(const tf_drawing *drawing, const tf_wire_field *at)
{
    const char *bytes =
        (const char *)tvb_get_ptr(drawing->tvb, (int)at->value_offset, (int)at->value_length);

    return tf_shown_text(tf_utf8_text(drawing->pinfo->pool, (tf_span){bytes, at->value_length}));
}

static const char *
type_text(const tf_drawing *drawing, const tf_wire_field *at)
{
    wmem_allocator_t *pool = drawing->pinfo->pool;
    const uint8_t *json = tvb_get_ptr(drawing->tvb, (int)at->value_offset, (int)at->value_length);
    const tf_type *type = tf_type_parse(pool, json, at->value_length, NULL);
    wmem_strbuf_t *text;

    if (!type)
        return tf_field_text(drawing, at);
    text = wmem_strbuf_new(pool, "");
    tf_type_append(text, type);
    return wmem_strbuf_finalize(text);
}

bool
tf_is_schema_message(const ProtobufCMessageDescriptor *descriptor)
{
    return strstr(descriptor->name, ".Schema") || strstr(descriptor->name, ".Function") ||
           strstr(descriptor->name, "Identity");
}

/* Names, types and flags of a schema stand in the line above, so that a schema can be read without
 * opening everything: `Attribute length: number, optional, computed`. */
static void
sum_up(const tf_level *level, const ProtobufCFieldDescriptor *field, const char *text)
{
    if (!level->line || !tf_is_schema_message(level->descriptor))
        return;
    if (strcmp(field->name, "name") == 0 || strcmp(field->name, "type_name") == 0)
        proto_item_append_text(level->line, " %s", text);
    else if (tf_field_is_text(field))
        proto_item_append_text(level->line, ": %s", text);
    else if (field->type == PROTOBUF_C_TYPE_BOOL || strcmp(field->name, "nesting") == 0)
        proto_item_append_text(level->line, ", %s", text);
}

static proto_item *
add_text(tf_drawing *drawing, const tf_level *level, const ProtobufCFieldDescriptor *field,
         const tf_wire_field *at)
{
    bool is_type = tf_field_is_text(field) && strcmp(field->name, "type") == 0;
    const char *text = is_type ? type_text(drawing, at) : tf_field_text(drawing, at);

    sum_up(level, field, text);
    return proto_tree_add_string(level->tree, tf_fields_of(field), drawing->tvb, (int)at->offset,
                                 (int)at->length, text);
}

static proto_item *
add_enum(tf_drawing *drawing, const tf_level *level, const ProtobufCFieldDescriptor *field,
         const tf_wire_field *at)
{
    const ProtobufCEnumValue *value = protobuf_c_enum_descriptor_get_value(
        (const ProtobufCEnumDescriptor *)field->descriptor, (int)at->scalar);

    if (value)
        sum_up(level, field, value->name);
    return proto_tree_add_int(level->tree, tf_fields_of(field), drawing->tvb, (int)at->offset,
                              (int)at->length, (int32_t)at->scalar);
}

/* Bytes that no schema describes: private data, states, what cannot be read. */
proto_item *
tf_opaque_add(tf_drawing *drawing, proto_tree *tree, int hf, uint32_t offset, uint32_t length)
{
    bool masked = tf_bytes_are_masked();
    proto_item *item =
        proto_tree_add_item(tree, hf, drawing->tvb, (int)offset, masked ? 0 : (int)length, ENC_NA);

    if (masked)
        proto_item_set_text(item, "%s: %s", proto_registrar_get_name(hf), TF_MASKED_TEXT);
    return item;
}

static void
add_bytes(tf_drawing *drawing, const tf_level *level, const ProtobufCFieldDescriptor *field,
          const tf_wire_field *at)
{
    proto_item *item = tf_opaque_add(drawing, level->tree, tf_fields_of(field), at->value_offset,
                                     at->value_length);

    if (strstr(field->name, "private") && !tf_bytes_are_masked())
        tf_private_tree_add(drawing, item, at);
}

void
tf_scalar_add(tf_drawing *drawing, const tf_level *level, const ProtobufCFieldDescriptor *field,
              const tf_wire_field *at)
{
    int hf = tf_fields_of(field), start = (int)at->offset, length = (int)at->length;

    switch (field->type) {
    case PROTOBUF_C_TYPE_STRING:
        add_text(drawing, level, field, at);
        break;
    case PROTOBUF_C_TYPE_BYTES:
        if (tf_field_is_text(field))
            add_text(drawing, level, field, at);
        else
            add_bytes(drawing, level, field, at);
        break;
    case PROTOBUF_C_TYPE_BOOL:
        if (at->scalar)
            sum_up(level, field, field->name);
        proto_tree_add_boolean(level->tree, hf, drawing->tvb, start, length, at->scalar != 0);
        break;
    case PROTOBUF_C_TYPE_ENUM:
        add_enum(drawing, level, field, at);
        break;
    case PROTOBUF_C_TYPE_UINT32:
        proto_tree_add_uint(level->tree, hf, drawing->tvb, start, length, (uint32_t)at->scalar);
        break;
    case PROTOBUF_C_TYPE_INT32:
        proto_tree_add_int(level->tree, hf, drawing->tvb, start, length, (int32_t)at->scalar);
        break;
    default:
        proto_tree_add_int64(level->tree, hf, drawing->tvb, start, length, (int64_t)at->scalar);
        break;
    }
}

/* A field that the definition does not know, or that came in another wire type than it says. */
void
tf_unknown_field_add(tf_drawing *drawing, const tf_level *level, const tf_wire_field *at)
{
    proto_item *item = proto_tree_add_uint(level->tree, tf_hf[TF_HF_UNKNOWN_FIELD], drawing->tvb,
                                           (int)at->offset, (int)at->length, at->number);
    proto_tree *tree = proto_item_add_subtree(item, ett_unknown);

    if (at->wire_type == TF_WIRE_BYTES || at->wire_type == TF_WIRE_GROUP)
        tf_opaque_add(drawing, tree, tf_hf[TF_HF_UNKNOWN_BYTES], at->value_offset,
                      at->value_length);
    else
        proto_tree_add_uint64(tree, tf_hf[TF_HF_UNKNOWN_SCALAR], drawing->tvb,
                              (int)at->value_offset, (int)at->value_length, at->scalar);
    expert_add_info_format(drawing->pinfo, item, &tf_ei[TF_EI_UNKNOWN_FIELD],
                           "%s has a field %u that is not in our protocol definition",
                           level->descriptor->short_name, at->number);
}
