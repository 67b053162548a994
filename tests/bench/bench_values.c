/* bench_values.c
 * How fast the values of a capture are decoded by their types, next to msgpack_unpack_next() on the
 * same bytes.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * usage: bench_values FILE
 *
 * The file is a row of types and values in turn, each behind its length in four bytes, little
 * endian.
 */
#include "codec/decode.h"

#include <msgpack.h>
#include <stdio.h>
#include <time.h>

#define ROUNDS 9
#define SECONDS_OF_A_ROUND 0.2

typedef struct sample {
    const tf_type *type;
    const uint8_t *data;
    uint32_t length;
} sample;

static uint32_t
read_part(const uint8_t *file, gsize size, gsize *at, const uint8_t **part)
{
    uint32_t length = 0;

    if (size - *at < 4)
        g_error("the file breaks off");
    for (int i = 3; i >= 0; i--)
        length = length << 8 | file[*at + (gsize)i];
    *at += 4;
    if (size - *at < length)
        g_error("the file breaks off");
    *part = file + *at;
    *at += length;
    return length;
}

static GArray *
read_samples(wmem_allocator_t *pool, const uint8_t *file, gsize size)
{
    GArray *samples = g_array_new(FALSE, FALSE, sizeof(sample));

    for (gsize at = 0; at < size;) {
        const uint8_t *json;
        uint32_t length = read_part(file, size, &at, &json);
        sample next = {.type = tf_type_parse(pool, json, length, NULL)};
        next.length = read_part(file, size, &at, &next.data);
        g_array_append_val(samples, next);
    }
    return samples;
}

static void
decode_msgpack_c(const sample *s, wmem_allocator_t *pool _U_)
{
    msgpack_unpacked unpacked;

    msgpack_unpacked_init(&unpacked);
    if (msgpack_unpack_next(&unpacked, (const char *)s->data, s->length, NULL) < 0)
        g_error("not MessagePack");
    msgpack_unpacked_destroy(&unpacked);
}

static void
decode_codec(const sample *s, wmem_allocator_t *pool)
{
    if (tf_decode_msgpack(pool, s->data, s->length, s->type, 0)->n_problems)
        g_error("a value does not fit its type");
    /* As the pool of a packet: emptied after each. */
    wmem_free_all(pool);
}

/* Seconds of the processor: what else the machine does counts less. */
static double
processor_time(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* @return seconds for all samples once */
static double
measure(const GArray *samples, void (*decode)(const sample *, wmem_allocator_t *),
        wmem_allocator_t *pool)
{
    double begin = processor_time(), now;
    int times = 0;

    do {
        for (guint i = 0; i < samples->len; i++)
            decode(&g_array_index(samples, sample, i), pool);
        times++;
        now = processor_time();
    } while (now - begin < SECONDS_OF_A_ROUND);
    return (now - begin) / times;
}

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int
main(int argc, char **argv)
{
    wmem_allocator_t *types, *pool;
    double ours[ROUNDS], theirs[ROUNDS], megabytes = 0;
    GArray *samples;
    gchar *file;
    gsize size;

    if (argc != 2 || !g_file_get_contents(argv[1], &file, &size, NULL))
        return 1;
    wmem_init();
    types = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    samples = read_samples(types, (const uint8_t *)file, size);
    for (guint i = 0; i < samples->len; i++)
        megabytes += g_array_index(samples, sample, i).length / 1e6;
    for (int i = 0; i < ROUNDS; i++) {
        theirs[i] = measure(samples, decode_msgpack_c, pool);
        ours[i] = measure(samples, decode_codec, pool);
    }
    qsort(ours, ROUNDS, sizeof *ours, compare);
    qsort(theirs, ROUNDS, sizeof *theirs, compare);
    printf("codec %.1f MB/s\nmsgpack-c %.1f MB/s\n", megabytes / ours[ROUNDS / 2],
           megabytes / theirs[ROUNDS / 2]);
    g_array_free(samples, TRUE);
    wmem_destroy_allocator(pool);
    wmem_destroy_allocator(types);
    wmem_cleanup();
    g_free(file);
    return 0;
}
