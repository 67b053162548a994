/* case.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "case.h"

struct synth_case {
    synth_capture *capture;
    GString *messages, *status, *experts, *options; /* members of JSON arrays */
    int sent, grpc_messages;
    bool anything, grpc_told, broken, spoilt;
};

/* --- JSON ------------------------------------------------------------------------------------ */

static void
append_comma(GString *out)
{
    if (out->len > 0)
        g_string_append(out, ", ");
}

static void
append_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            g_string_append_printf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            g_string_append_printf(out, "\\u%04x", (unsigned char)*text);
        else
            g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

static void
append_array(GString *out, const char *name, const GPtrArray *texts)
{
    g_string_append_printf(out, ", \"%s\": [", name);
    for (guint i = 0; i < texts->len; i++) {
        if (i > 0)
            g_string_append(out, ", ");
        append_string(out, (const char *)texts->pdata[i]);
    }
    g_string_append_c(out, ']');
}

static void
append_message(GString *out, const synth_message *message)
{
    g_string_append(out, out->len > 0 ? ",\n  " : "\n  ");
    g_string_append(out, "{\"message\": ");
    append_string(out, message->name);
    if (message->unchecked) {
        g_string_append(out, ", \"fields\": null, \"values\": null");
    } else {
        append_array(out, "fields", message->fields);
        append_array(out, "values", message->values);
    }
    g_string_append_c(out, '}');
}

static GString *
expectation(const synth_case *fixture, const synth_case_row *row)
{
    GString *out = g_string_new("{\n \"case\": ");
    append_string(out, row->name);
    g_string_append(out, ",\n \"what\": ");
    append_string(out, row->what);
    if (fixture->anything)
        g_string_append(out, ",\n \"messages\": null");
    else
        g_string_append_printf(out, ",\n \"messages\": [%s\n ]", fixture->messages->str);
    g_string_append_printf(out, ",\n \"status\": [%s]", fixture->status->str);
    g_string_append_printf(out, ",\n \"expert\": [%s]", fixture->experts->str);
    g_string_append_printf(out, ",\n \"options\": [%s]", fixture->options->str);
    g_string_append_printf(out, ",\n \"grpc\": %d",
                           fixture->grpc_told ? fixture->grpc_messages : fixture->sent);
    g_string_append_printf(out, ",\n \"broken\": %s", fixture->broken ? "true" : "false");
    g_string_append_printf(out, ",\n \"spoilt\": %s\n}\n", fixture->spoilt ? "true" : "false");
    return out;
}

/* --- Cases ----------------------------------------------------------------------------------- */

static bool
write_text(const char *path, const GString *text)
{
    GError *error = NULL;
    if (g_file_set_contents(path, text->str, (gssize)text->len, &error))
        return true;
    g_printerr("%s\n", error->message);
    g_error_free(error);
    return false;
}

static bool
write_case(const synth_case *fixture, const synth_case_row *row, const char *folder)
{
    char *stem = g_build_filename(folder, row->name, NULL);
    char *capture = g_strconcat(stem, ".pcapng", NULL);
    char *expect = g_strconcat(stem, ".expect.json", NULL);
    GString *text = expectation(fixture, row);
    bool written = synth_capture_write(fixture->capture, capture) && write_text(expect, text);

    g_string_free(text, TRUE);
    g_free(expect);
    g_free(capture);
    g_free(stem);
    return written;
}

bool
synth_case_write(const synth_case_row *row, const char *folder)
{
    synth_case fixture = {
        .capture = synth_capture_new(),
        .messages = g_string_new(NULL),
        .status = g_string_new(NULL),
        .experts = g_string_new(NULL),
        .options = g_string_new(NULL),
    };
    bool written;

    row->fill(&fixture);
    written = write_case(&fixture, row, folder);
    synth_capture_free(fixture.capture);
    g_string_free(fixture.messages, TRUE);
    g_string_free(fixture.status, TRUE);
    g_string_free(fixture.experts, TRUE);
    g_string_free(fixture.options, TRUE);
    return written;
}

synth_capture *
synth_case_capture(synth_case *fixture)
{
    return fixture->capture;
}

synth_session *
synth_case_session(synth_case *fixture, const synth_options *options)
{
    return synth_new(fixture->capture, options);
}

void
synth_case_expect(synth_case *fixture, const synth_message *message)
{
    append_message(fixture->messages, message);
}

void
synth_case_expect_anything(synth_case *fixture)
{
    fixture->anything = true;
}

void
synth_case_expect_status(synth_case *fixture, unsigned status)
{
    append_comma(fixture->status);
    g_string_append_printf(fixture->status, "%u", status);
}

void
synth_case_expect_expert(synth_case *fixture, const char *text)
{
    append_comma(fixture->experts);
    append_string(fixture->experts, text);
}

void
synth_case_option(synth_case *fixture, const char *option)
{
    append_comma(fixture->options);
    append_string(fixture->options, option);
}

void
synth_case_grpc_messages(synth_case *fixture, int count)
{
    fixture->grpc_told = true;
    fixture->grpc_messages = count;
}

void
synth_case_broken(synth_case *fixture)
{
    fixture->broken = true;
}

void
synth_case_spoilt(synth_case *fixture)
{
    fixture->spoilt = true;
}

void
synth_case_send(synth_case *fixture, synth_session *session, int32_t stream, synth_direction from,
                synth_message *message, const synth_message_options *options)
{
    synth_send_message(session, stream, from, message->bytes->data, message->bytes->len, options);
    fixture->sent++;
    if (message->name)
        synth_case_expect(fixture, message);
    synth_message_free(message);
}

void
synth_case_unary(synth_case *fixture, synth_session *session, const char *path,
                 synth_message *request, synth_message *response)
{
    static const synth_message_options held = {.hold = true};
    int32_t stream = synth_call(session, path, &(synth_call_options){.hold = true});

    synth_case_send(fixture, session, stream, SYNTH_CLIENT, request, &held);
    synth_end_stream(session, stream);
    synth_case_send(fixture, session, stream, SYNTH_SERVER, response, &held);
    synth_trailers(session, stream, 0, NULL);
}
