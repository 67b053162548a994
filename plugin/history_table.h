/* history_table.h
 * Where plans and applies are found again: by their type, and by what they say.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_HISTORY_TABLE_H
#define TF_PLUGIN_HISTORY_TABLE_H

#include "history_match.h"

/** What one type of resource has seen. In file scope. */
typedef struct tf_type_history {
    tf_change_links *newest; /**< plans and applies */
    wmem_list_t *validated;  /**< tf_validation */
} tf_type_history;

/** That a configuration of the type was validated on a connection. */
typedef struct tf_validation {
    const tf_session *session;
    uint32_t frame; /**< of the first of several in a row */
} tf_validation;

/** A plan in a table of plans, under something that it says; the newest first. */
typedef struct tf_entry {
    tf_change_links *links;
    struct tf_entry *next;
} tf_entry;

/** Under what a plan can be found. */
typedef enum tf_history_key { TF_HISTORY_CONFIG, TF_HISTORY_PRIOR, TF_HISTORY_KEYS } tf_history_key;

/** Empties the tables. */
void tf_tables_reset(void);

/** Adds a plan under the bytes of its configuration and of its prior state. */
void tf_table_add(tf_change_links *links);

/** The plans that may say the same as this call; NULL if there are none. Hashes can be
 * equal by chance. */
tf_entry *tf_table_find(const tf_change_links *links, tf_history_key key);

/** What is known of the type of a call; made if it is new. */
tf_type_history *tf_type_history_of(const tf_call *call);

/**
 * The first connection that may have the plans of a call: the one after the last before this one
 * that validated the type and was never configured. Core plans anew only after such a connection.
 */
uint32_t tf_last_validation(const tf_call *call);

#endif
