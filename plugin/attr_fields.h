/* attr_fields.h
 * The typed fields of attributes, `tfplugin.attr.TYPE.PATH`: which there are, and how they come to
 * be.
 *
 * A provider declares more attributes than any capture uses, and Wireshark knows only fields that
 * are registered before a filter is compiled. So fields are made when they are asked for:
 *
 *  - Wireshark asks us for every name below `tfplugin` that it does not know when it compiles a
 *    filter, or reads `-e`: the fields of the type are then made from the schema file or from the
 *    schemas of the open capture;
 *  - where neither has the type, as for `tshark -Y` before a capture is read, the one field that
 *    was asked for is made, its type guessed from the filter itself, if that is on the command
 *    line;
 *  - the types that a capture uses are made known as they are met, up to a limit, so that a program
 *    that keeps running can filter on them and complete their names.
 *
 * Fields once made stay for the life of the program: filters may refer to them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_ATTR_FIELDS_H
#define TF_PLUGIN_ATTR_FIELDS_H

#include "content.h"

/** One typed field. */
typedef struct tf_attr {
    int hf;
    enum ftenum type; /**< FT_STRING, FT_DOUBLE or FT_BOOLEAN */
    bool literal;     /**< FT_STRING of dynamic or mixed values: always the literal */
} tf_attr;

/** Prepares for being asked; once, at registration. */
void tf_attr_fields_register(int proto);

/** To be called when the schema files have changed. */
void tf_attr_fields_files_changed(void);

/** Makes the fields of the types that a message uses; in its first dissection. */
void tf_attr_fields_see(const tf_message *message);

/** A field by its full name; NULL if there is none (yet). Takes constant time. */
const tf_attr *tf_attr_field(const char *name);

/**
 * Begins the names of the fields of a value: makes the fields of its schema, if that was not done.
 * @param name an empty buffer; set to what all names begin with
 * @return false if the value has no typed fields
 */
bool tf_attr_fields_begin(const tf_field_value *value, wmem_strbuf_t *name);

#endif
