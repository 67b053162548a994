#!/bin/sh
# Installs what building and testing need, on Debian 12, 13 and testing. As root, or with sudo.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu

run=
[ "$(id -u)" = 0 ] || run=sudo
export DEBIAN_FRONTEND=noninteractive

$run apt-get update -qq

# msgpack-c's package changed its name after Debian 12, protobuf-c's compiler after Debian 13.
first_of() {
  for name; do
    if apt-cache show "$name" >/dev/null 2>&1; then
      echo "$name"
      return
    fi
  done
}

$run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  build-essential cmake ninja-build pkg-config \
  libglib2.0-dev libwireshark-dev libwiretap-dev libwsutil-dev wireshark-dev tshark wireshark-common \
  "$(first_of libmsgpack-c-dev libmsgpack-dev)" \
  libprotobuf-c-dev protobuf-compiler "$(first_of protobuf-c-compiler)" \
  libnghttp2-dev zlib1g-dev python3 jq util-linux procps file cppcheck clang-format \
  clang libclang-rt-dev debootstrap >/dev/null
