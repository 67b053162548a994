/* odd_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "odd_tree.h"

#include "expert.h"
#include "fields.h"
#include "value_text.h"

static void
append_step(wmem_strbuf_t *out, const tf_drawing *drawing, const tf_wire_field *step)
{
    tf_span text = {
        (const char *)tvb_get_ptr(drawing->tvb, (int)step->value_offset, (int)step->value_length),
        step->value_length};

    if (step->number == 1) {
        if (wmem_strbuf_get_len(out))
            wmem_strbuf_append_c(out, '.');
        wmem_strbuf_append(out, tf_field_text(drawing, step));
    } else if (step->number == 2) {
        wmem_strbuf_append_c(out, '[');
        tf_append_json_string(out, text);
        wmem_strbuf_append_c(out, ']');
    } else if (step->number == 3) {
        wmem_strbuf_append_printf(out, "[%" PRId64 "]", (int64_t)step->scalar);
    }
}

/* AttributePath{1 steps{1 attribute_name | 2 element_key_string | 3 element_key_int}} */
char *
tf_attribute_path_text(const tf_drawing *drawing, const tf_wire_field *at)
{
    wmem_strbuf_t *out = wmem_strbuf_new(drawing->pinfo->pool, "");
    const uint8_t *data = tvb_get_ptr(drawing->tvb, 0, -1);
    tf_wire_reader steps, selectors;
    tf_wire_field step, selector;

    tf_wire_enter(&steps, data, at);
    while (tf_wire_next(&steps, &step) == TF_WIRE_OK) {
        tf_wire_enter(&selectors, data, &step);
        while (tf_wire_next(&selectors, &selector) == TF_WIRE_OK)
            append_step(out, drawing, &selector);
    }
    return wmem_strbuf_finalize(out);
}

void
tf_timestamp_add(tf_drawing *drawing, const tf_level *level, const ProtobufCFieldDescriptor *field,
                 const tf_wire_field *at)
{
    const uint8_t *data = tvb_get_ptr(drawing->tvb, 0, -1);
    nstime_t time = NSTIME_INIT_ZERO;
    tf_wire_reader reader;
    tf_wire_field part;

    tf_wire_enter(&reader, data, at);
    while (tf_wire_next(&reader, &part) == TF_WIRE_OK) {
        if (part.number == 1)
            time.secs = (time_t)part.scalar;
        else if (part.number == 2)
            time.nsecs = (int)part.scalar;
    }
    proto_tree_add_time(level->tree, tf_fields_of(field), drawing->tvb, (int)at->offset,
                        (int)at->length, &time);
}

typedef struct tf_diagnostic {
    uint64_t severity;
    const char *summary, *detail, *attribute;
} tf_diagnostic;

static tf_diagnostic
read_diagnostic(const tf_drawing *drawing, const tf_wire_field *at)
{
    tf_diagnostic diagnostic = {0, "", "", ""};
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, tvb_get_ptr(drawing->tvb, 0, -1), at->value_offset,
                 at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1)
            diagnostic.severity = field.scalar;
        else if (field.number == 2)
            diagnostic.summary = tf_field_text(drawing, &field);
        else if (field.number == 3)
            diagnostic.detail = tf_field_text(drawing, &field);
        else if (field.number == 4)
            diagnostic.attribute = tf_attribute_path_text(drawing, &field);
    }
    return diagnostic;
}

void
tf_diagnostic_judge(tf_drawing *drawing, proto_item *item, const tf_wire_field *at)
{
    tf_diagnostic diagnostic = read_diagnostic(drawing, at);
    bool warning = diagnostic.severity == 2;

    proto_item_set_text(item, "%s: %s%s%s", warning ? "Warning" : "Error", diagnostic.summary,
                        diagnostic.attribute[0] ? ", at " : "", diagnostic.attribute);
    expert_add_info_format(
        drawing->pinfo, item, &tf_ei[warning ? TF_EI_DIAGNOSTIC_WARNING : TF_EI_DIAGNOSTIC_ERROR],
        "Provider says %s: %s%s%s", warning ? "warning" : "error", diagnostic.summary,
        diagnostic.attribute[0] ? ", at " : "", diagnostic.attribute);
}

/* FunctionError{1 text, 2 function_argument}: a diagnostic in all but name. */
void
tf_function_error_judge(tf_drawing *drawing, proto_item *item, const tf_wire_field *at)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, tvb_get_ptr(drawing->tvb, 0, -1), at->value_offset,
                 at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == 1)
            expert_add_info_format(drawing->pinfo, item, &tf_ei[TF_EI_DIAGNOSTIC_ERROR],
                                   "Provider says error: %s", tf_field_text(drawing, &field));
}
