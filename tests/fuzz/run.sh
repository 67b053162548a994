#!/bin/sh
# Runs every libFuzzer program over its corpus; nothing is added to that.
# usage: run.sh BUILD LIBFUZZER-OPTION...
# With -max_total_time=SECONDS it looks further each time; with -seed=N -runs=N it does the same again.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu
build=$1
shift
corpora=$(dirname "$0")/corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program in "$build"/tests/fuzz/fuzz_*; do
  name=$(basename "$program" | sed 's/^fuzz_//')
  options=
  # What libwireshark keeps until the process ends is not ours.
  [ "$name" != message ] || options='-detect_leaks=0 -rss_limit_mb=3000'
  echo "$name"
  mkdir "$work/$name"
  # shellcheck disable=SC2086
  "$program" $options "$@" -max_len=4096 -malloc_limit_mb=64 -timeout=20 \
    -artifact_prefix="$name-" "$work/$name" "$corpora/$name" >"$work/$name.log" 2>&1 || {
    tail -n 40 "$work/$name.log"
    exit 1
  }
done
