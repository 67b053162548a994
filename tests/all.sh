#!/bin/sh
# Builds and passes all tests with the Wireshark of this machine, then, as root and where time allows, once
# more with that of Debian 13. tests/matrix.sh has all that are supported, and all that there is to test.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu
cd "$(dirname "$0")/.."

# CI has half an hour for everything.
limit=1380

began=$(date +%s)
sh tests/suite.sh

left=$((limit - ($(date +%s) - began)))
[ "$(id -u)" = 0 ] || { echo "Debian 13: left out, for it takes root"; exit; }
[ $left -ge 480 ] || { echo "Debian 13: left out, for want of time"; exit; }

status=0
timeout --kill-after=20 $left bash tests/matrix.sh -t trixie || status=$?
case $status in
0) ;;
77) echo "Debian 13: left out, for no root of it can be made here" ;;
124 | 137) echo "Debian 13: broken off, for want of time" ;;
*) tail -n 200 build-matrix/trixie.log; exit $status ;;
esac
