/*
 * tfplugindump: records provider sessions of Terraform and OpenTofu, by itself and for Wireshark.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <locale.h>
#include <stdio.h>

#include "extcap.h"
#include "options.h"
#include "say.h"
#include "session.h"

/* Exit status for a command line that makes no sense, as GNU tools have it. */
#define EXIT_USAGE 2

int
main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    Options options;
    int status = 0;

    setlocale(LC_CTYPE, "");
    if (!options_parse(argc, argv, &options, &error)) {
        say("%s", error->message);
        if (options_for_wireshark(&options) && options.output != NULL) {
            extcap_release_fifo(options.output);
        }
        options_clear(&options);
        return EXIT_USAGE;
    }
    switch (options.verb) {
    case VERB_INTERFACES:
        extcap_print_interfaces();
        break;
    case VERB_DLTS:
        extcap_print_dlts();
        break;
    case VERB_CONFIG:
        extcap_print_config();
        break;
    case VERB_HELP:
        options_print_help();
        break;
    case VERB_VERSION:
        puts("tfplugindump " TFPLUGIN_VERSION);
        break;
    case VERB_RECORD:
    case VERB_CAPTURE:
        status = session_run(&options);
        break;
    }
    options_clear(&options);
    return status;
}
