#!/bin/sh
# Checks the sources, builds without warnings and passes all tests, twice: as it ships, and under
# AddressSanitizer and UndefinedBehaviorSanitizer. With the Wireshark of this machine.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu
cd "$(dirname "$0")/.."

check() { # folder, cmake options...
  folder=$1
  shift
  cmake -G Ninja -S . -B "$folder" -DTFPLUGIN_WERROR=ON "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; return 1; }
  cmake --build "$folder"
  # No test takes minutes on a machine that has time; the limits are for what hangs.
  ctest --test-dir "$folder" --output-on-failure --timeout 600 -j "$(nproc)" || failed=$?
  echo "The slowest, in seconds:"
  awk '/^---/ { exit } { printf "%7.1f %s\n", $3, $1 }' "$folder/Testing/Temporary/CTestCostData.txt" |
    sort -rn | head -n 10
  return "${failed:-0}"
}

sh tests/lint.sh
check build
check build-sanitize -DTFPLUGIN_SANITIZE=ON

# A short run of the fuzz targets, where clang is there; tests/fuzz/README.md has the long one.
if command -v clang >/dev/null; then
  cmake -G Ninja -S . -B build-fuzz -DCMAKE_C_COMPILER=clang -DTFPLUGIN_FUZZ=ON >build-fuzz.log 2>&1 ||
    { cat build-fuzz.log; exit 1; }
  cmake --build build-fuzz --target fuzzers
  sh tests/fuzz/run.sh build-fuzz -seed=1 -runs=3000
fi
