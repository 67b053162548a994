/* store.h
 * The schemas that a file has shown so far, and which of them governs a value.
 *
 * Bytes of each distinct schema are kept once for the whole file and parsed only when a value needs
 * them: cost follows what is used, not what is declared.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_STORE_H
#define TF_PLUGIN_STORE_H

#include "compat.h"

#include "codec/schema.h"
#include "codec/schema_json.h"
#include "codec/value.h"
#include "proto/governs.h"
#include "proto/rpc.h"

/** One schema or function of one name; shared by all responses in which it is the same. */
typedef struct tf_schema_entry tf_schema_entry;

/** All schemas of one response; shared by all responses that say the same. */
typedef struct tf_schema_set tf_schema_set;

/** One response that carried schemas. */
typedef struct tf_schema_source {
    const tf_schema_set *set;
    uint32_t frame;                 /**< 0 for a schema file */
    uint32_t session;               /**< number of the session; meaningless for a schema file */
    unsigned version;               /**< protocol version; 0 for a schema file */
    const char *provider;           /**< provider address, of a schema file; else NULL */
    bool repeats;                   /**< an earlier response in the file said the same */
    struct tf_schema_source *older; /**< of the same session */
} tf_schema_source;

/** A schema that was found for a value, and where it came from. */
typedef struct tf_schema_ref {
    const tf_schema_entry *entry;
    const tf_schema_source *source;
} tf_schema_ref;

/** What is known of the connection that asks: the sources of its own and the types it has used. */
typedef struct tf_schema_view {
    uint32_t session;
    unsigned version;
    tf_schema_source *newest; /**< NULL if the session has not asked for its schemas */
    wmem_map_t *used;         /**< "kind:name" of the types that its calls have named */
} tf_schema_view;

/** The encoded value that a schema is wanted for: of several candidates the one whose attributes
 * are those of the value is taken. Either may be empty. */
typedef struct tf_encoded {
    const uint8_t *msgpack, *json;
    uint32_t msgpack_length, json_length;
} tf_encoded;

/**
 * A key for a schema: "K:name", K a letter for the kind.
 * @param name need not end in a NUL, @p length are its bytes
 * @return in @p pool
 */
char *tf_store_key(wmem_allocator_t *pool, tf_schema_kind kind, const char *name, size_t length);

/** Forgets what a file has shown; called when one is opened or closed. Schema files stay. */
void tf_store_reset(void);

/**
 * Learns the schemas of a response. Its bytes are copied as far as they are new.
 * @return the source, in file scope
 */
tf_schema_source *tf_store_learn(tf_schema_view *view, const tf_rpc *rpc, uint32_t frame,
                                 const uint8_t *data, uint32_t length);

/**
 * Notes that a session has used a type: its provider has that type.
 * @param name need not end in a NUL, @p length are its bytes
 * @return the name, in file scope
 */
const char *tf_store_use(tf_schema_view *view, tf_schema_kind kind, const char *name,
                         size_t length);

/**
 * Finds the schema of a kind and name for a session: its own, then that of another session of the
 * file (same protocol version first, nearest before first), then that of a schema file.
 *
 * @param name  type or function name; "" for provider, provider_meta and provisioner
 * @param frame the frame that asks
 * @param value the value to be decoded, to choose among candidates; may be NULL
 * @return false if there is none
 */
bool tf_store_find(const tf_schema_view *view, tf_schema_kind kind, const char *name,
                   uint32_t frame, const tf_encoded *value, tf_schema_ref *ref);

/** Another schema of the response that a reference came from. @return false if it has none. */
bool tf_store_sibling(const tf_schema_ref *of, tf_schema_kind kind, const char *name,
                      tf_schema_ref *ref);

/** The schema behind a reference, parsed on first use; NULL if it is a function. Of a reference of
 * tf_schema_source_foreach() it is also NULL if a schema file's JSON cannot be read. */
const tf_schema *tf_schema_ref_schema(const tf_schema_ref *ref);

/** The function behind a reference, parsed on first use; NULL if it is none, or as above. */
const tf_function *tf_schema_ref_function(const tf_schema_ref *ref);

/** Notes that typed filter fields are made from a schema. @return false if that was noted before */
bool tf_schema_ref_first_fields(const tf_schema_ref *ref);

/** Called for each entry of a set, in no particular order. */
typedef void (*tf_schema_entry_func)(tf_schema_kind kind, const char *name,
                                     const tf_schema_ref *ref, void *user);

/**
 * Adds the schemas of a schema file to those added before; the bytes are copied.
 * @param error filled in on failure; what came before it in the file is there all the same
 */
bool tf_store_add_file(const uint8_t *data, uint32_t length, tf_schema_json_error *error);

/** Gives up the schemas of all schema files; they are freed when the open capture is closed. */
void tf_store_forget_files(void);

/** Visits the providers of the schema files. */
void tf_store_foreach_file_source(void (*func)(const tf_schema_source *source, void *user),
                                  void *user);

/** Visits all responses of the file, in file order. */
void tf_store_foreach_source(void (*func)(const tf_schema_source *source, void *user), void *user);

/** Visits all schemas of a source. */
void tf_schema_source_foreach(const tf_schema_source *source, tf_schema_entry_func func,
                              void *user);

#endif
