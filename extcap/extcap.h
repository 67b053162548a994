/*
 * What Wireshark asks of an extcap program before it captures.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_EXTCAP_H
#define TFPLUGINDUMP_EXTCAP_H

#define EXTCAP_INTERFACE "tfplugin"

/* Each prints the answer to standard output. */
void extcap_print_interfaces(void);
void extcap_print_dlts(void);
void extcap_print_config(void);

/*
 * Opens and closes the fifo of a capture that cannot begin: without that Wireshark would wait for
 * it and never show the message.
 */
void extcap_release_fifo(const char *fifo);

#endif
