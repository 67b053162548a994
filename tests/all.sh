#!/bin/sh
# Builds and passes all tests with the Wireshark of this machine, then, as root and where time allows, once
# more with those of Debian 13 and testing. tests/matrix.sh has all that there is to test with them.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu
cd "$(dirname "$0")/.."

# CI has half an hour for everything; one more Debian takes four to eight minutes.
limit=1440
enough=480
began=$(date +%s)

other() { # suite
  left=$((limit - ($(date +%s) - began)))
  [ $left -ge $enough ] || { echo "$1: left out, for want of time"; return; }
  status=0
  timeout --kill-after=20 $left bash tests/matrix.sh -t "$1" || status=$?
  case $status in
  0) ;;
  77) echo "$1: left out, for no root of it can be made here" ;;
  124 | 137) echo "$1: broken off, for want of time" ;;
  *) tail -n 200 "build-matrix/$1.log"; exit $status ;;
  esac
}

sh tests/suite.sh
[ "$(id -u)" = 0 ] || { echo "Other Debians: left out, for it takes root"; exit; }
other trixie
other testing
