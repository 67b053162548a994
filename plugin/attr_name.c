/* attr_name.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "attr_name.h"

#include <string.h>

/* The word before the name; NULL: no fields. Kinds without a name end with it. */
static const struct {
    const char *word;
    bool named;
} families[] = {
    [TF_SCHEMA_RESOURCE] = {"", true},
    [TF_SCHEMA_DATA_SOURCE] = {"data.", true},
    [TF_SCHEMA_EPHEMERAL] = {"ephemeral.", true},
    [TF_SCHEMA_LIST] = {"list.", true},
    [TF_SCHEMA_ACTION] = {"action.", true},
    [TF_SCHEMA_STATE_STORE] = {"state_store.", true},
    [TF_SCHEMA_FUNCTION_ARGUMENT] = {"function.", true},
    [TF_SCHEMA_FUNCTION_RESULT] = {"function_result.", true},
    [TF_SCHEMA_IDENTITY] = {"identity.", true},
    [TF_SCHEMA_PROVIDER] = {"provider", false},
    [TF_SCHEMA_PROVIDER_META] = {"provider_meta", false},
    [TF_SCHEMA_PROVISIONER] = {"provisioner", false},
};

static const char *
plain_end(const char *name, const char *end)
{
    while (name < end && (g_ascii_isalnum(*name) || *name == '_' || *name == '-'))
        name++;
    return name;
}

static void
append_name(wmem_strbuf_t *out, const char *name, size_t length)
{
    const char *end = name + length;

    if (length == 0) /* Wireshark takes no name with two dots in a row, or one at its end */
        wmem_strbuf_append(out, "_u_");
    while (name < end) {
        const char *plain = plain_end(name, end);
        wmem_strbuf_append_len(out, name, (gsize)(plain - name));
        name = plain;
        if (name == end)
            break;
        gunichar c = g_utf8_get_char_validated(name, end - name);
        bool valid = c != (gunichar)-1 && c != (gunichar)-2;
        wmem_strbuf_append_printf(out, "_u%x_", valid ? c : 0xfffd);
        name += valid ? g_utf8_next_char(name) - name : 1;
    }
}

bool
tf_attr_append_family(wmem_strbuf_t *out, tf_schema_kind kind, const char *name)
{
    if ((size_t)kind >= G_N_ELEMENTS(families) || !families[kind].word)
        return false;
    if (families[kind].named && !name[0])
        return false;
    wmem_strbuf_append(out, TF_ATTR_PREFIX);
    wmem_strbuf_append(out, families[kind].word);
    if (families[kind].named)
        append_name(out, name, strlen(name));
    return true;
}

void
tf_attr_append_step(wmem_strbuf_t *out, tf_span name)
{
    wmem_strbuf_append_c(out, '.');
    append_name(out, name.data, name.length);
}
