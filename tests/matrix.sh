#!/bin/bash
# Builds and tests the project in fresh roots of Debian 12, 13 and testing, that is with Wireshark 4.0,
# 4.4 and 4.6, then installs the package that was built into another fresh root and uses it there.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage: tests/matrix.sh [-p | -t] [SUITE...]   needs root, debootstrap and 6 GB of disk for each suite
#   -p      builds and checks the package only
#   -t      builds and tests as it ships only: no sanitizers, no package
#   SUITE   default: bookworm trixie testing
#
# Exits with 77 if the only thing that failed is making the roots.
#
# Each run works on copies of a base root, which is made once and kept in $TFPLUGIN_MATRIX (default
# /var/tmp/tfplugin-matrix) with the packages that were downloaded. What is tested is the working tree,
# also what is not committed. Logs are in build-matrix/.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${TFPLUGIN_MATRIX:-/var/tmp/tfplugin-matrix}
logs=$top/build-matrix
compile='cmake -G Ninja -S . -B build -DTFPLUGIN_WERROR=ON; cmake --build build'
package=yes
case ${1:-} in
-p)
  tests=$compile
  shift
  ;;
-t)
  tests="$compile; ctest --test-dir build --output-on-failure --timeout 300 -j $(nproc)"
  package=
  shift
  ;;
*) tests='sh tests/suite.sh' ;;
esac
suites=${*:-bookworm trixie testing}
root=

[ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null || {
  echo "matrix.sh: needs to be root, and debootstrap" >&2
  exit 77
}

# A base root of a suite: no more than what Debian calls minimal.
base() {
  [ -e "$cache/$1/.complete" ] && return
  rm -rf "$cache/$1"
  mkdir -p "$cache/$1"
  debootstrap --variant=minbase --include=ca-certificates "$1" "$cache/$1"
  # The index of testing may be older than it says it is good for: mirrors lag behind.
  echo 'Acquire::Check-Valid-Until "false";' >"$cache/$1/etc/apt/apt.conf.d/10lagging-mirror"
  touch "$cache/$1/.complete"
}

open_root() { # suite
  root=$(mktemp -d "$cache/run.XXXXXX")
  cp -a "$cache/$1/." "$root/"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  mount -t devpts devpts "$root/dev/pts"
  mkdir "$root/project"
}

close_root() {
  [ -n "$root" ] || return 0
  umount -l "$root/dev/pts" "$root/dev" "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$root"
  root=
}
trap close_root EXIT

inside() { # command
  chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -ec "cd /project; $1"
}

keep_downloads() { # suite
  find "$root/var/cache/apt/archives" -name '*.deb' \
    -exec cp -n -t "$cache/$1/var/cache/apt/archives" {} +
}

build() { # suite
  open_root "$1"
  tar -C "$top" --exclude=./.git --exclude='./build*' -cf - . | tar -C "$root/project" -xf -
  inside 'apt-get update -qq; apt-get dist-upgrade -y -qq; sh tests/packages.sh'
  inside 'tshark --version; cc --version' | grep -E '^TShark|^cc' >"$logs/$1.versions"
  keep_downloads "$1"
  touch "$logs/$1.ready"
  inside "$tests"
  if [ -n "$package" ]; then
    inside 'cd build; cpack'
    rm -f "$logs/$1"/*.deb
    mkdir -p "$logs/$1"
    cp "$root"/project/build/*.deb "$logs/$1/"
  fi
  close_root
}

check_package() { # suite
  open_root "$1"
  cp "$logs/$1"/*.deb "$top/tests/package/check_deb.sh" "$top/test-captures/terraform_mini.pcapng" \
    "$root/project/"
  inside 'apt-get update -qq; apt-get dist-upgrade -y -qq; sh check_deb.sh *.deb terraform_mini.pcapng'
  close_root
}

mkdir -p "$cache" "$logs"
failed= unready=
for suite in $suites; do
  began=$SECONDS
  # Not as a condition: that would let each of them go on after a failed step.
  set +e
  rm -f "$logs/$suite.ready"
  (
    set -e
    trap close_root EXIT
    base "$suite"
    build "$suite"
    [ -z "$package" ] || check_package "$suite"
  ) >"$logs/$suite.log" 2>&1
  status=$?
  set -e
  result=ok
  if [ $status != 0 ] && [ ! -e "$logs/$suite.ready" ]; then
    result="no root can be made, see $logs/$suite.log"
    unready=77
  elif [ $status != 0 ]; then
    result="FAILED, see $logs/$suite.log"
    failed=1
  fi
  printf '%s (%s): %s, %d s\n' "$suite" "$(paste -sd, "$logs/$suite.versions" 2>/dev/null)" "$result" \
    $((SECONDS - began))
done
exit "${failed:-${unready:-0}}"
