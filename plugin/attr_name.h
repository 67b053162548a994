/* attr_name.h
 * Names of the typed attribute fields, `tfplugin.attr.TYPE.PATH`.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A resource and a data source may share a name, so only resources stand directly below
 * `tfplugin.attr`; everything else has a word of its own before its name:
 *
 *   tfplugin.attr.TYPE.PATH                     resource
 *   tfplugin.attr.data.TYPE.PATH                data source
 *   tfplugin.attr.ephemeral.TYPE.PATH           ephemeral resource
 *   tfplugin.attr.list.TYPE.PATH                list resource
 *   tfplugin.attr.action.TYPE.PATH              action
 *   tfplugin.attr.state_store.TYPE.PATH         state store
 *   tfplugin.attr.identity.TYPE.PATH            identity of a resource
 *   tfplugin.attr.function.NAME.PARAMETER.PATH  argument of a function
 *   tfplugin.attr.function_result.NAME.PATH     result of a function
 *   tfplugin.attr.provider.PATH                 provider configuration, of any provider
 *   tfplugin.attr.provider_meta.PATH            provider_meta, of any provider
 *   tfplugin.attr.provisioner.PATH              provisioner configuration
 *
 * PATH are the names of attributes and blocks, joined by dots; indexes, map keys and what is inside
 * a dynamic value are left out. Names keep ASCII letters of both cases, digits, `_` and `-`; any
 * other character becomes `_u`, its code point in hexadecimal, and `_`: `gr\u00f6\u00dfe` is
 * `gr_uf6__udf_e`. An empty name is `_u_`.
 */
#ifndef TF_PLUGIN_ATTR_NAME_H
#define TF_PLUGIN_ATTR_NAME_H

#include "compat.h"

#include "codec/value.h"
#include "proto/governs.h"

/** What all names of typed fields begin with. */
#define TF_ATTR_PREFIX "tfplugin.attr."

/** Longest name of a field; what is nested so deep that it would be longer has none. */
#define TF_ATTR_MAX_NAME 1000

/**
 * Appends what all fields of one type or function begin with, without the last dot.
 * @param name of the type or function; not used for kinds that have none
 * @return false, and nothing appended, for values of a kind that has no fields
 */
bool tf_attr_append_family(wmem_strbuf_t *out, tf_schema_kind kind, const char *name);

/** Appends a dot and the name of an attribute, block or parameter. */
void tf_attr_append_step(wmem_strbuf_t *out, tf_span name);

#endif
