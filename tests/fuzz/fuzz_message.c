/* fuzz_message.c
 * Whole messages through the dissector, inside libwireshark: every frame is dissected as in a first
 * pass and then, with all of the tree, as when a user clicks on it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The input is a row of messages: `tfplugin6.Provider/Method`, NUL, 0 or 1 for a request or a
 * response, the length in two bytes, little endian, and the message. A response to the same method
 * right behind a request is that of its call.
 */
#include "fuzz.h"

#include <epan/epan.h>
#include <epan/epan_dissect.h>
#include <epan/frame_data.h>
#include <epan/packet.h>
#include <epan/prefs.h>
#include <epan/proto.h>
#include <epan/tap.h>
#include <wiretap/wtap.h>
#include <wsutil/privileges.h>
#include <wsutil/wslog.h>

#include "plugin/compat.h"
#include "session.h"

#define MAX_MESSAGES 16
/* Opening and closing a file takes libwireshark longer than all the rest: so many inputs share one,
 * each with a connection of its own. */
#define INPUTS_PER_FILE 64

void plugin_register(void);

typedef struct dissection {
    epan_t *epan;
    uint32_t n_frames;
    GPtrArray *frames; /* frame_data */
    GPtrArray *bytes;  /* GByteArray */
} dissection;

static int hf_malformed = -1;

static const nstime_t *
frame_time(struct packet_provider_data *provider _U_, guint32 number _U_)
{
    static const nstime_t zero = NSTIME_INIT_ZERO;
    return &zero;
}

int
LLVMFuzzerInitialize(int *argc _U_, char ***argv _U_)
{
    /* What Wireshark would show as `Dissector bug` ends the run instead. */
    g_setenv("WIRESHARK_ABORT_ON_DISSECTOR_BUG", "1", TRUE);
    /* Every allocation is one of the C library: reading beyond it is seen. */
    g_setenv("WIRESHARK_DEBUG_WMEM_OVERRIDE", "simple", TRUE);
    /* Nobody's preferences, profiles and plugins. */
    g_setenv("WIRESHARK_CONFIG_DIR", "/nonexistent", TRUE);
    ws_log_set_level(LOG_LEVEL_CRITICAL);
    init_process_policies();
    wtap_init(FALSE);
    plugin_register();
    if (!epan_init(NULL, NULL, FALSE))
        g_error("libwireshark does not start");
    epan_load_settings();
    prefs_apply_all();
    /* Gets what is of no method of ours, and in 4.6 has a dissector bug of its own. */
    proto_set_decoding(proto_get_id_by_filter_name("protobuf"), FALSE);
    hf_malformed = proto_registrar_get_id_byname("_ws.malformed");
    return 0;
}

/* What is not of a method of ours goes to Wireshark's own dissectors, which may do as they like. */
static void
check_malformed(proto_tree *tree)
{
    GPtrArray *found = proto_get_finfo_ptr_array(tree, hf_malformed);

    for (unsigned i = 0; found && i < found->len; i++) {
        const field_info *field = (const field_info *)found->pdata[i];
        fuzz_assert(!field->rep || !strstr(field->rep->representation, "TFPLUGIN"));
    }
}

static void
dissect(dissection *d, uint32_t i, bool first)
{
    GByteArray *bytes = (GByteArray *)d->bytes->pdata[i];
    frame_data *frame = (frame_data *)d->frames->pdata[i];
    epan_dissect_t *edt = epan_dissect_new(d->epan, TRUE, !first);
    wtap_rec rec = {.rec_type = REC_TYPE_PACKET, .presence_flags = WTAP_HAS_CAP_LEN};
    const frame_data *reference = NULL;
    nstime_t elapsed = NSTIME_INIT_ZERO;
    uint32_t cumulated = 0;

    rec.rec_header.packet_header.caplen = rec.rec_header.packet_header.len = bytes->len;
    rec.rec_header.packet_header.pkt_encap = WTAP_ENCAP_RAW_IP4;
    if (first)
        frame_data_set_before_dissect(frame, &elapsed, &reference, NULL);
    epan_dissect_prime_with_hfid(edt, hf_malformed);
    tf_dissect_frame(edt, &rec, bytes->data, bytes->len, frame);
    check_malformed(edt->tree);
    if (first)
        frame_data_set_after_dissect(frame, &cumulated);
    epan_dissect_free(edt);
}

static void
add_frame(const uint8_t *packet, uint32_t length, void *user)
{
    dissection *d = (dissection *)user;
    frame_data *frame = g_new0(frame_data, 1);
    GByteArray *bytes = g_byte_array_new();
    wtap_rec rec = {.rec_type = REC_TYPE_PACKET, .presence_flags = WTAP_HAS_CAP_LEN};

    rec.rec_header.packet_header.caplen = rec.rec_header.packet_header.len = length;
    rec.rec_header.packet_header.pkt_encap = WTAP_ENCAP_RAW_IP4;
    g_byte_array_append(bytes, packet, length);
    frame_data_init(frame, ++d->n_frames, &rec, 0, 0);
    g_ptr_array_add(d->frames, frame);
    g_ptr_array_add(d->bytes, bytes);
    dissect(d, d->n_frames - 1, true);
}

/* One message of the input. @return what follows it, or NULL */
static const uint8_t *
send_message(dissection *d, session *s, const uint8_t *data, const uint8_t *end, char **open)
{
    const uint8_t *nul = memchr(data, 0, (size_t)(end - data));
    uint32_t length;
    bool response;
    char *path;

    if (!nul || end - nul < 4)
        return NULL;
    response = nul[1] & 1;
    length = MIN((uint32_t)(nul[2] | nul[3] << 8), (uint32_t)(end - nul - 4));
    path = g_strdup_printf("/%s", (const char *)data);
    if (!response || !*open || strcmp(path, *open) != 0) {
        session_call(s, path);
        if (response)
            session_send(s, false, add_frame, d);
    }
    session_message(s, response, nul + 4, length);
    session_send(s, response, add_frame, d);
    g_free(*open);
    *open = response ? NULL : g_strdup(path);
    g_free(path);
    return nul + 4 + length;
}

static void
free_frame(gpointer frame)
{
    frame_data_destroy((frame_data *)frame);
    g_free(frame);
}

static void
free_bytes(gpointer bytes)
{
    g_byte_array_free((GByteArray *)bytes, TRUE);
}

static void
open_file(dissection *d)
{
    static const struct packet_provider_funcs provider = {.get_frame_ts = frame_time};

    *d = (dissection){.epan = epan_new(NULL, &provider),
                      .frames = g_ptr_array_new_with_free_func(free_frame),
                      .bytes = g_ptr_array_new_with_free_func(free_bytes)};
}

static void
close_file(dissection *d)
{
    epan_free(d->epan);
    g_ptr_array_free(d->frames, TRUE);
    g_ptr_array_free(d->bytes, TRUE);
    *d = (dissection){0};
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dissection d;
    static unsigned n_inputs;
    uint32_t first = d.n_frames;
    const uint8_t *at = data, *end = data + size;
    char *open = NULL;
    session s;

    if (n_inputs == 0)
        open_file(&d);
    session_begin(&s, n_inputs);
    for (int i = 0; i < MAX_MESSAGES && at && at < end; i++)
        at = send_message(&d, &s, at, end, &open);
    for (uint32_t i = d.n_frames; i > first; i--)
        dissect(&d, i - 1, false);
    g_free(open);
    session_end(&s);
    n_inputs = (n_inputs + 1) % INPUTS_PER_FILE;
    if (n_inputs == 0)
        close_file(&d);
    return 0;
}
