/*
 * TF_REATTACH_PROVIDERS. See reattach_value.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reattach_value.h"

#include <string.h>

#include <gio/gio.h>

#include "compat.h"
#include <wsutil/wsjson.h>

static void
entry_free(gpointer data)
{
    ReattachEntry *entry = data;

    g_free(entry->address);
    g_free(entry->network);
    g_free(entry->endpoint);
    g_free(entry);
}

/* One member of the outer object: `key` and the object after it. NULL if it lacks something. */
static ReattachEntry *
read_entry(char *json, const jsmntok_t *key, jsmntok_t *value)
{
    jsmntok_t *endpoint = json_get_object(json, value, "Addr");
    char *network = endpoint ? json_get_string(json, endpoint, "Network") : NULL;
    char *address = endpoint ? json_get_string(json, endpoint, "String") : NULL;
    double protocol = 0;
    double pid = 0;
    ReattachEntry *entry;

    if (network == NULL || address == NULL) {
        return NULL;
    }
    json_get_double(json, value, "ProtocolVersion", &protocol);
    json_get_double(json, value, "Pid", &pid);
    entry = g_new0(ReattachEntry, 1);
    entry->address = g_strndup(json + key->start, (gsize)(key->end - key->start));
    entry->protocol = protocol > 0 ? (int)protocol : 5;
    entry->pid = (pid_t)pid;
    entry->network = g_strdup(network);
    entry->endpoint = g_strdup(address);
    return entry;
}

static void
read_entries(char *json, jsmntok_t *tokens, int count, GPtrArray *entries)
{
    for (int i = 1; i + 1 < count;) {
        int end = tokens[i + 1].end;
        ReattachEntry *entry = read_entry(json, &tokens[i], &tokens[i + 1]);
        if (entry != NULL) {
            g_ptr_array_add(entries, entry);
        }
        while (i < count && tokens[i].start < end) {
            i++;
        }
    }
}

GPtrArray *
reattach_value_read(const char *value, GError **error)
{
    const char *begin = strchr(value, '{');
    const char *end = strrchr(value, '}');
    g_autofree char *json =
        begin && end > begin ? g_strndup(begin, (gsize)(end - begin + 1)) : NULL;
    int count = json ? json_parse(json, NULL, 0) : 0;
    g_autofree jsmntok_t *tokens = count > 0 ? g_new0(jsmntok_t, count) : NULL;
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);

    if (tokens != NULL && json_parse(json, tokens, (unsigned)count) == count &&
        tokens[0].type == JSMN_OBJECT) {
        read_entries(json, tokens, count, entries);
    }
    if (entries->len == 0) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                            "this is no value of " REATTACH_VARIABLE
                            ", which begins like {\"registry.terraform.io/...\":{\"Protocol\":");
        return NULL;
    }
    return g_steal_pointer(&entries);
}

/* Appends a JSON string. What comes here has no control characters: addresses and paths of ours. */
static void
add_string(GString *text, const char *string)
{
    g_string_append_c(text, '"');
    for (; *string != '\0'; string++) {
        if (*string == '"' || *string == '\\') {
            g_string_append_c(text, '\\');
        }
        g_string_append_c(text, *string);
    }
    g_string_append_c(text, '"');
}

void
reattach_value_add(GString *members, const char *address, int protocol, pid_t pid, const char *path)
{
    if (members->len > 0) {
        g_string_append_c(members, ',');
    }
    add_string(members, address);
    g_string_append_printf(members,
                           ":{\"Protocol\":\"grpc\",\"ProtocolVersion\":%d,\"Pid\":%d,"
                           "\"Test\":true,\"Addr\":{\"Network\":\"unix\",\"String\":",
                           protocol, (int)pid);
    add_string(members, path);
    g_string_append(members, "}}");
}
