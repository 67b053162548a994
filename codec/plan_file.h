/* plan_file.h
 * The output of `show -json`: plan and state files of format 1.x.
 *
 * All representations of the format are read: state, plan, values, configuration, expression, block
 * expressions, change and checks, and what newer minor versions have added (deferred changes,
 * importing, identities). Properties of unknown names are ignored; those of another kind than
 * expected count as missing.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_PLAN_FILE_H
#define TF_CODEC_PLAN_FILE_H

#include "json_node.h"

/** Files larger than this are refused. */
#define TF_PLAN_MAX_BYTES (256u * 1024 * 1024)

/** What part of a file describes an object. */
typedef enum tf_plan_origin {
    TF_PLAN_CHANGE,   /**< resource_changes */
    TF_PLAN_DEFERRED, /**< deferred_changes */
    TF_PLAN_DRIFT,    /**< resource_drift */
    TF_PLAN_PRIOR,    /**< prior_state */
    TF_PLAN_PLANNED,  /**< planned_values */
    TF_PLAN_STATE     /**< values of a state file */
} tf_plan_origin;

/** A resource block of the configuration. */
typedef struct tf_plan_config {
    const char *address; /**< within its module: `aws_instance.example` */
    const char *module;  /**< `module.a.module.b`, without instance keys; "" for the root */
    const char *mode, *type, *name;
    const char *provider;         /**< full name of its provider, or NULL */
    tf_json_node expressions;     /**< block expressions */
    tf_json_node count, for_each; /**< expressions, or no place */
    tf_json_node provisioners;    /**< array of {type, expressions}, or no place */
    tf_json_node depends_on;
} tf_plan_config;

/** One object of a resource instance, before and after or at one time. Texts are NULL and nodes no
 * place where the file says nothing. */
typedef struct tf_plan_object {
    tf_plan_origin origin;
    const char *address; /**< never NULL */
    const char *previous_address, *module, *mode, *type, *name, *provider, *deposed;
    const char *action_reason;
    const char *deferred_reason;
    tf_json_node index; /**< number or string */
    tf_json_node actions;
    tf_json_node before, after, after_unknown; /**< of values: `before` and `after` are the same */
    tf_json_node before_identity, after_identity;
    tf_json_node replace_paths, importing;
    const tf_plan_config *config; /**< NULL if the file has no configuration for it */
} tf_plan_object;

/** The result of the checks of one instance, or of an object that has none. */
typedef struct tf_plan_check {
    const char *display;   /**< address of the instance for display; never NULL */
    const char *kind;      /**< `resource`, `output_value`, `check`, or NULL */
    const char *status;    /**< `pass`, `fail`, `error`, `unknown`, or NULL */
    tf_json_node problems; /**< array of {message}, or no place */
} tf_plan_check;

typedef struct tf_plan_file {
    const char *name;              /**< as given */
    const char *terraform_version; /**< NULL if the file does not say */
    bool state;                    /**< a state file, not a plan */
    bool errored;
    tf_plan_object *objects;
    uint32_t n_objects;
    tf_plan_config *configs;
    uint32_t n_configs;
    tf_plan_check *checks;
    uint32_t n_checks;
    tf_json_node variables, output_changes, relevant_attributes; /**< as in the file */
    tf_json_node root_config;                                    /**< configuration.root_module */
    wmem_allocator_t *pool;
    tf_tape tape;
    char *text; /**< what the tape points into */
} tf_plan_file;

/**
 * Reads a file.
 * @param path  its name
 * @param error if NULL is returned, what is wrong in one line, to be freed with g_free()
 * @return the file, to be freed with tf_plan_file_free(); NULL if it is not JSON, too large, nested
 *         too deep, no plan or state, or of another major version
 */
tf_plan_file *tf_plan_file_read(const char *path, char **error);

/**
 * The same for a text in memory.
 * @param text from g_malloc(); taken over in every case
 */
tf_plan_file *tf_plan_file_parse(const char *name, char *text, size_t length, char **error);

/** Frees a file and all that points into it; NULL does nothing. */
void tf_plan_file_free(tf_plan_file *file);

/** Is it an expression, not a block: an object with a constant value or references, or an empty
 * one? */
bool tf_plan_is_expression(tf_json_node node);

/**
 * The expression that the configuration has for a value of a resource.
 *
 * @param expressions of the resource
 * @param value       any value of an object decoded by its schema; without schema, blocks are told
 *                    from attributes by their form
 * @return the expression of the attribute that the value is or is in; no place if there is none:
 *         not set, or made by a `dynamic` block
 */
tf_json_node tf_plan_expression(tf_json_node expressions, const tf_value *value);

/**
 * Appends what an expression refers to, comma separated, without the references that a more exact
 * one implies: `data.aws_ami.x.id` and not also `data.aws_ami.x`.
 * @return false if it refers to nothing; nothing is appended then
 */
bool tf_plan_append_references(wmem_strbuf_t *out, tf_json_node expression);

/** Does an expression, or anything in block expressions, refer to this address or to a part of it?
 */
bool tf_plan_refers_to(tf_json_node expressions, const char *address);

/** An address without its instance keys: `module.a["x"].t.n[0]` is `module.a.t.n`. */
char *tf_plan_strip_keys(wmem_allocator_t *pool, const char *address);

#endif
