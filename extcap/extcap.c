/*
 * Answers to Wireshark. See extcap.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "extcap.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void
extcap_print_interfaces(void)
{
    puts("extcap {version=" TFPLUGIN_VERSION "}");
    puts("interface {value=" EXTCAP_INTERFACE "}{display=Terraform provider session}");
}

void
extcap_print_dlts(void)
{
    puts("dlt {number=101}{name=RAW}{display=Raw IP}");
}

void
extcap_print_config(void)
{
    puts("arg {number=0}{call=--command}{display=Command}{type=string}{placeholder=terraform plan}"
         "{tooltip=The command to run and record, with arguments, quoted as in a shell}"
         "{group=Command}");
    puts("arg {number=1}{call=--cwd}{display=Working directory}{type=string}"
         "{tooltip=Where to run the command; usually the folder of the configuration}"
         "{group=Command}");
    puts(
        "arg {number=2}{call=--attach}{display=Attach to}{type=string}"
        "{tooltip=Instead of or with a command: the value of TF_REATTACH_PROVIDERS that a provider "
        "started for debugging has printed}{group=Debugging}");
}

void
extcap_release_fifo(const char *fifo)
{
    int fd = open(fifo, O_WRONLY | O_CLOEXEC);

    if (fd >= 0) {
        close(fd);
    }
}
