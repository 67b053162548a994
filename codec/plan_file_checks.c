/* plan_file_checks.c
 * The results of preconditions, postconditions and check blocks.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_file_internal.h"

static void
add(tf_plan_file *file, wmem_array_t *checks, tf_json_node entry, const tf_plan_check *around)
{
    tf_json_node address = tf_json_get(entry, "address");
    tf_plan_check check = *around;
    const char *display = tf_plan_text(file, address, "to_display");
    const char *status = tf_plan_text(file, entry, "status");

    /* What an instance says overrides what its object says. */
    check.display = display ? display : check.display;
    check.status = status ? status : check.status;
    check.problems = tf_json_get(entry, "problems");
    if (check.display)
        wmem_array_append(checks, &check, 1);
}

static void
read_check(tf_plan_file *file, wmem_array_t *checks, tf_json_node entry)
{
    tf_json_node address = tf_json_get(entry, "address");
    tf_json_node instances = tf_json_get(entry, "instances");
    tf_plan_check object = {.display = tf_plan_text(file, address, "to_display"),
                            .kind = tf_plan_text(file, address, "kind"),
                            .status = tf_plan_text(file, entry, "status")};

    if (tf_json_count(instances) == 0)
        add(file, checks, entry, &object);
    for (tf_json_iterator i = tf_json_iterate(instances); tf_json_next(&i);)
        add(file, checks, i.value, &object);
}

void
tf_plan_read_checks(tf_plan_file *file, tf_json_node list)
{
    wmem_array_t *checks = wmem_array_new(file->pool, sizeof(tf_plan_check));

    for (tf_json_iterator i = tf_json_iterate(list); tf_json_next(&i);)
        read_check(file, checks, i.value);
    file->checks = (tf_plan_check *)wmem_array_get_raw(checks);
    file->n_checks = wmem_array_get_count(checks);
}
