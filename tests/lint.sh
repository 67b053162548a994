#!/bin/sh
# Checks the sources without running them, with the tools of Debian 12: every version of them has
# opinions of its own. Where they are missing or others, that is said and passes.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage: tests/lint.sh [format|cppcheck]...        default: both
#
# `tests/lint.sh format` names the lines to change; `clang-format -i FILE` changes them.
set -eu
cd "$(dirname "$0")/.."

sources() {
  find codec proto plugin extcap tests -name '*.[ch]' | sort
}

format() {
  if ! clang-format --version 2>/dev/null | grep -q ' version 14\.'; then
    echo "lint: not checked by clang-format 14, which is not here"
    return
  fi
  sources | xargs clang-format --dry-run --Werror
}

cppcheck_all() {
  if [ "$(cppcheck --version 2>/dev/null)" != "Cppcheck 2.10" ]; then
    echo "lint: not checked by cppcheck 2.10, which is not here"
    return
  fi
  # NULL is a pointer, also as the last of variable arguments, wherever GLib is.
  cppcheck --quiet -j "$(nproc)" --std=c11 --library=gtk --library=posix \
    --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
    --suppress=missingInclude --suppress=varFuncNullUB \
    -I . -D'TFPLUGIN_VERSION=""' codec proto plugin extcap tests
}

[ $# -gt 0 ] || set -- format cppcheck
for check; do
  case $check in
  format) format ;;
  cppcheck) cppcheck_all ;;
  *)
    echo "usage: tests/lint.sh [format|cppcheck]..." >&2
    exit 2
    ;;
  esac
done
