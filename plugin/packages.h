/* packages.h
 * The preference tfplugin.packages: names under which forks speak the protocol, `acme5=5,acme6=6`.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PACKAGES_H
#define TF_PLUGIN_PACKAGES_H

#include "compat.h"

/** One package that the preference names. */
typedef struct tf_custom_package {
    char *name;
    unsigned version; /**< 5 or 6 */
} tf_custom_package;

/** Adds the preference. */
void tf_packages_register(module_t *module);

/**
 * Reads the preference if it has changed; what is wrong with it is reported to the user, the rest
 * of it counts.
 * @param before called for each package that is given up
 * @param after  called for each package that is there now
 * @return false if it has not changed
 */
bool tf_packages_apply(void (*before)(const tf_custom_package *package),
                       void (*after)(const tf_custom_package *package));

/** The version that a package stands for, of the preference or built in; 0 if it is not known. */
unsigned tf_packages_version(const char *package);

#endif
