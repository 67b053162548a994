/* json_out.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json_out.h"

#include <string.h>

void
tf_out_init(tf_json_out *out, wmem_allocator_t *pool)
{
    out->text = wmem_strbuf_new(pool, "");
    out->comma = false;
}

wmem_strbuf_t *
tf_out_value(tf_json_out *out)
{
    if (out->comma)
        wmem_strbuf_append_c(out->text, ',');
    out->comma = true;
    return out->text;
}

void
tf_out_open(tf_json_out *out, char bracket)
{
    wmem_strbuf_append_c(tf_out_value(out), bracket);
    out->comma = false;
}

void
tf_out_close(tf_json_out *out, char bracket)
{
    wmem_strbuf_append_c(out->text, bracket);
    out->comma = true;
}

void
tf_out_key(tf_json_out *out, const char *key)
{
    tf_append_json_string(tf_out_value(out), (tf_span){key, (uint32_t)strlen(key)});
    wmem_strbuf_append_c(out->text, ':');
    out->comma = false;
}

void
tf_out_span(tf_json_out *out, tf_span text)
{
    tf_append_json_string(tf_out_value(out), text);
}

void
tf_out_text(tf_json_out *out, const char *text)
{
    if (text)
        tf_out_span(out, (tf_span){text, (uint32_t)strlen(text)});
    else
        tf_out_word(out, "null");
}

void
tf_out_number(tf_json_out *out, int64_t number)
{
    wmem_strbuf_append_printf(tf_out_value(out), "%" PRId64, number);
}

void
tf_out_word(tf_json_out *out, const char *word)
{
    wmem_strbuf_append(tf_out_value(out), word);
}

void
tf_out_member(tf_json_out *out, const char *key, const char *text)
{
    if (!text)
        return;
    tf_out_key(out, key);
    tf_out_text(out, text);
}
