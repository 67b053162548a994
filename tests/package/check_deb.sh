#!/bin/sh
# Installs the package into the system that it runs in, uses it as root and as somebody else, removes
# it with what it brought, and looks for what is left. For fresh roots, where nothing that it depends on
# is there yet: `tests/matrix.sh -p bookworm` makes one.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage: check_deb.sh PACKAGE CAPTURE
set -eu
package=$(realpath "$1")
capture=$(realpath "$2")
export DEBIAN_FRONTEND=noninteractive

fail() {
  echo "FAIL $1"
  exit 1
}

# All files but those that change with every use of apt.
files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /root \
    -o -path /var/cache -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune \
    -o -print | sort
}

nobody() {
  home=$(mktemp -d)
  chmod 777 "$home"
  setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH="$PATH" HOME="$home" "$@"
}

uses() { # words that run a program as somebody
  "$@" tshark -r "$capture" -Y 'tfplugin.type_name == "random_pet"' 2>&1 |
    grep -q 'PlanResourceChange random_pet request' || fail "$*: the plugin does not decode"
  "$@" tshark -D 2>&1 | grep -q 'Terraform provider session' ||
    fail "$*: the capture interface is not listed"
  "$@" tshark -C Terraform -r "$capture" -Y tfplugin 2>&1 | grep -q 'TF5 0 *0.0.*GetSchema response' ||
    fail "$*: the profile is not found"
  "$@" tfplugindump --extcap-interfaces | grep -q '^extcap' || fail "$*: no tfplugindump"
  echo "ok   works: $*"
}

apt-get install -y -qq --no-install-recommends tshark >/dev/null
# What nothing needed before is not what the package brought.
apt-get autoremove --purge -y -qq >/dev/null
chmod a+rx "$(dirname "$capture")"
chmod a+r "$capture"
files >/tmp/before

apt-get install -y -qq --no-install-recommends "$package" >/dev/null
echo "ok   installs: $(dpkg-query -W tfplugin)"

minor=$(tshark --version 2>/dev/null | sed -n '1s/^[^0-9]*\([0-9]*\.[0-9]*\).*/\1/p')
next=${minor%.*}.$((${minor#*.} + 1))
dpkg-query -W -f '${Depends}' tfplugin |
  grep -q "libwireshark[^ ]* (>= $minor~), libwireshark[^ ]* (<< $next~)" || fail "depends on another Wireshark"
echo "ok   depends on Wireshark $minor"

uses env
uses nobody

apt-get autoremove --purge -y -qq tfplugin >/dev/null
files >/tmp/after
diff /tmp/before /tmp/after || fail "something is left"
tshark -r "$capture" -Y tfplugin >/dev/null 2>&1 && fail "the plugin still works"
echo "ok   is removed"
