/* capture.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "capture.h"

#define BLOCK_SECTION_HEADER 0x0A0D0D0A
#define BLOCK_INTERFACE 1
#define BLOCK_ENHANCED_PACKET 6
#define BYTE_ORDER_MAGIC 0x1A2B3C4D
#define LINKTYPE_ETHERNET 1
#define OPTION_TSRESOL 9
#define NANOSECONDS 9

#define FIRST_TIME_NS (G_GUINT64_CONSTANT(1767225600) * 1000000000)
#define STEP_NS 100000

struct synth_capture {
    GByteArray *file;
    guint header_length; /* of the blocks before the first frame */
    uint64_t time_ns;
};

static void
add_u16(GByteArray *out, uint16_t value)
{
    g_byte_array_append(out, (const guint8 *)&value, sizeof value);
}

static void
add_u32(GByteArray *out, uint32_t value)
{
    g_byte_array_append(out, (const guint8 *)&value, sizeof value);
}

/* Begins a block; end_block() fills in its length. */
static guint
begin_block(GByteArray *out, uint32_t type)
{
    guint start = out->len;
    add_u32(out, type);
    add_u32(out, 0);
    return start;
}

static void
end_block(GByteArray *out, guint start)
{
    uint32_t length = out->len - start + 4;
    memcpy(out->data + start + 4, &length, sizeof length);
    add_u32(out, length);
}

static void
add_section_header(GByteArray *out)
{
    guint start = begin_block(out, BLOCK_SECTION_HEADER);
    add_u32(out, BYTE_ORDER_MAGIC);
    add_u16(out, 1);
    add_u16(out, 0);
    add_u32(out, UINT32_MAX); /* length of the section: not said */
    add_u32(out, UINT32_MAX);
    end_block(out, start);
}

static void
add_interface(GByteArray *out)
{
    static const guint8 resolution[] = {NANOSECONDS, 0, 0, 0};
    guint start = begin_block(out, BLOCK_INTERFACE);
    add_u16(out, LINKTYPE_ETHERNET);
    add_u16(out, 0);
    add_u32(out, 0); /* no snapshot length */
    add_u16(out, OPTION_TSRESOL);
    add_u16(out, 1);
    g_byte_array_append(out, resolution, sizeof resolution);
    add_u32(out, 0); /* end of options */
    end_block(out, start);
}

synth_capture *
synth_capture_new(void)
{
    synth_capture *capture = g_new0(synth_capture, 1);
    capture->file = g_byte_array_new();
    capture->time_ns = FIRST_TIME_NS;
    add_section_header(capture->file);
    add_interface(capture->file);
    capture->header_length = capture->file->len;
    return capture;
}

void
synth_capture_free(synth_capture *capture)
{
    if (!capture)
        return;
    g_byte_array_unref(capture->file);
    g_free(capture);
}

void
synth_capture_add(synth_capture *capture, const uint8_t *frame, size_t length)
{
    static const guint8 padding[3] = {0};
    GByteArray *out = capture->file;
    guint start = begin_block(out, BLOCK_ENHANCED_PACKET);

    add_u32(out, 0);
    add_u32(out, (uint32_t)(capture->time_ns >> 32));
    add_u32(out, (uint32_t)capture->time_ns);
    add_u32(out, (uint32_t)length);
    add_u32(out, (uint32_t)length);
    g_byte_array_append(out, frame, (guint)length);
    g_byte_array_append(out, padding, -(guint)length & 3);
    end_block(out, start);
    capture->time_ns += STEP_NS;
}

uint64_t
synth_capture_clock(const synth_capture *capture)
{
    return capture->time_ns - FIRST_TIME_NS;
}

void
synth_capture_restart(synth_capture *capture)
{
    g_byte_array_set_size(capture->file, capture->header_length);
}

bool
synth_capture_write(const synth_capture *capture, const char *path)
{
    GError *error = NULL;
    if (g_file_set_contents(path, (const gchar *)capture->file->data, capture->file->len, &error))
        return true;
    g_printerr("%s\n", error->message);
    g_error_free(error);
    return false;
}
