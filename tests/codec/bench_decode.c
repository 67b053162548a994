/* bench_decode.c
 * How fast values are decoded by their type, next to msgpack_unpack_next() on the same bytes.
 * Prints a line for each kind of value; the factor is our speed over msgpack-c's.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "codec/decode.h"

#include <msgpack.h>
#include <stdio.h>

typedef struct workload {
    const char *name, *type;
    void (*pack)(msgpack_packer *packer);
} workload;

static void
pack_text(msgpack_packer *packer, const char *text)
{
    msgpack_pack_str(packer, strlen(text));
    msgpack_pack_str_body(packer, text, strlen(text));
}

/** A planned resource: most attributes unknown or null, some strings, tags, a nested block. */
static void
pack_resource(msgpack_packer *packer)
{
    static const char *const names[] = {"ami",
                                        "arn",
                                        "availability_zone",
                                        "ebs_optimized",
                                        "id",
                                        "instance_state",
                                        "instance_type",
                                        "key_name",
                                        "monitoring",
                                        "private_dns",
                                        "public_ip",
                                        "security_groups",
                                        "source_dest_check",
                                        "subnet_id",
                                        "tags",
                                        "tenancy",
                                        "user_data",
                                        "volume"};
    msgpack_pack_map(packer, G_N_ELEMENTS(names));
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        pack_text(packer, names[i]);
        if (strcmp(names[i], "security_groups") == 0) {
            msgpack_pack_array(packer, 3);
            for (int n = 0; n < 3; n++)
                pack_text(packer, "sg-0123456789abcdef0");
        } else if (strcmp(names[i], "tags") == 0) {
            msgpack_pack_map(packer, 2);
            pack_text(packer, "Environment");
            pack_text(packer, "production");
            pack_text(packer, "Name");
            pack_text(packer, "web-1");
        } else if (strcmp(names[i], "volume") == 0) {
            msgpack_pack_array(packer, 1);
            msgpack_pack_map(packer, 2);
            pack_text(packer, "device_name");
            pack_text(packer, "/dev/xvda");
            pack_text(packer, "size");
            msgpack_pack_int(packer, 100);
        } else if (i % 3 == 0) {
            pack_text(packer, "some-value-of-usual-length");
        } else if (i % 3 == 1) {
            msgpack_pack_ext(packer, 1, 0);
            msgpack_pack_ext_body(packer, "", 1);
        } else {
            msgpack_pack_nil(packer);
        }
    }
}

static const char resource_type[] =
    "[\"object\",{\"ami\":\"string\",\"arn\":\"string\",\"availability_zone\":\"string\","
    "\"ebs_optimized\":\"string\",\"id\":\"string\",\"instance_state\":\"string\","
    "\"instance_type\":\"string\",\"key_name\":\"string\",\"monitoring\":\"string\","
    "\"private_dns\":\"string\",\"public_ip\":\"string\",\"security_groups\":[\"set\",\"string\"],"
    "\"source_dest_check\":\"string\",\"subnet_id\":\"string\",\"tags\":[\"map\",\"string\"],"
    "\"tenancy\":\"string\",\"user_data\":\"string\",\"volume\":[\"list\",[\"object\","
    "{\"device_name\":\"string\",\"size\":\"number\"}]]}]";

static void
pack_strings(msgpack_packer *packer)
{
    msgpack_pack_array(packer, 20000);
    for (int i = 0; i < 20000; i++)
        pack_text(packer, "10.0.0.0/16");
}

static void
pack_numbers(msgpack_packer *packer)
{
    msgpack_pack_array(packer, 20000);
    for (int i = 0; i < 20000; i++)
        msgpack_pack_int(packer, i);
}

static void
pack_objects(msgpack_packer *packer)
{
    msgpack_pack_array(packer, 5000);
    for (int i = 0; i < 5000; i++) {
        msgpack_pack_map(packer, 4);
        pack_text(packer, "cidr_block");
        pack_text(packer, "10.0.0.0/16");
        pack_text(packer, "description");
        msgpack_pack_nil(packer);
        pack_text(packer, "from_port");
        msgpack_pack_int(packer, 443);
        pack_text(packer, "self");
        msgpack_pack_false(packer);
    }
}

static const workload workloads[] = {
    {"resource", resource_type, pack_resource},
    {"20,000 strings", "[\"list\",\"string\"]", pack_strings},
    {"20,000 numbers", "[\"set\",\"number\"]", pack_numbers},
    {"5,000 objects",
     "[\"list\",[\"object\",{\"cidr_block\":\"string\",\"description\":\"string\","
     "\"from_port\":\"number\",\"self\":\"bool\"}]]",
     pack_objects},
};

static double
seconds_msgpack(const msgpack_sbuffer *buffer, int rounds)
{
    gint64 begin = g_get_monotonic_time();
    for (int i = 0; i < rounds; i++) {
        msgpack_unpacked unpacked;
        msgpack_unpacked_init(&unpacked);
        if (msgpack_unpack_next(&unpacked, buffer->data, buffer->size, NULL) < 0)
            g_error("not MessagePack");
        msgpack_unpacked_destroy(&unpacked);
    }
    return (double)(g_get_monotonic_time() - begin) / 1e6;
}

static double
seconds_codec(const msgpack_sbuffer *buffer, const tf_type *type, int rounds)
{
    /* As the pool of a packet: emptied after each. */
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    gint64 begin = g_get_monotonic_time();
    for (int i = 0; i < rounds; i++) {
        const tf_decoded *decoded =
            tf_decode_msgpack(pool, (const uint8_t *)buffer->data, (uint32_t)buffer->size, type, 0);
        if (decoded->n_problems)
            g_error("%s", decoded->problems[0].detail);
        wmem_free_all(pool);
    }
    double seconds = (double)(g_get_monotonic_time() - begin) / 1e6;
    wmem_destroy_allocator(pool);
    return seconds;
}

static void
run(const workload *work, wmem_allocator_t *types)
{
    msgpack_sbuffer buffer;
    msgpack_packer packer;
    msgpack_sbuffer_init(&buffer);
    msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
    work->pack(&packer);
    const tf_type *type =
        tf_type_parse(types, (const uint8_t *)work->type, strlen(work->type), NULL);
    int rounds = (int)(20000000 / buffer.size);
    double ours = G_MAXDOUBLE, theirs = G_MAXDOUBLE;
    for (int i = 0; i < 7; i++) {
        theirs = MIN(theirs, seconds_msgpack(&buffer, rounds));
        ours = MIN(ours, seconds_codec(&buffer, type, rounds));
    }
    double megabytes = (double)buffer.size * rounds / 1e6;
    printf("%-16s %8zu bytes  codec %6.0f MB/s  msgpack-c %6.0f MB/s  factor %.2f\n", work->name,
           buffer.size, megabytes / ours, megabytes / theirs, theirs / ours);
    msgpack_sbuffer_destroy(&buffer);
}

int
main(void)
{
    wmem_init();
    wmem_allocator_t *types = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    for (size_t i = 0; i < G_N_ELEMENTS(workloads); i++)
        run(&workloads[i], types);
    wmem_destroy_allocator(types);
    wmem_cleanup();
    return 0;
}
