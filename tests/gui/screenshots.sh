#!/bin/bash
# Takes the README's screenshots from the real Wireshark, in a virtual display, as somebody who has
# installed a build for himself. SPDX-License-Identifier: GPL-2.0-or-later
#
# usage: tests/gui/screenshots.sh BUILD [FOLDER]      default: plugin/doc
#
# Needs wireshark, Xvfb, xdotool and ImageMagick (Debian: wireshark xvfb xdotool imagemagick).
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
out=$(mkdir -p "${2:-$top/plugin/doc}" && cd "${2:-$top/plugin/doc}" && pwd)
captures=$top/test-captures
width=1280 height=760
work=$(mktemp -d) home=
server= program= subject=root

finish() {
  for pid in $program $server; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

# As root Wireshark loads no plugin of a user's.
drop=
[ "$(id -u)" != 0 ] || drop='setpriv --reuid=65534 --regid=65534 --clear-groups'

Xvfb -displayfd 3 -screen 0 ${width}x${height}x24 -nolisten tcp 3>"$work/display" 2>/dev/null &
server=$!
while [ ! -s "$work/display" ]; do sleep 0.1; done
export DISPLAY=:$(cat "$work/display")

make_home() {
  home=$work/home
  config=$home/.config/wireshark
  cmake --install "$build" --prefix "$home/.local" --component user >/dev/null
  {
    echo 'gui.geometry_main_x: 0'
    echo 'gui.geometry_main_y: 0'
    echo "gui.geometry_main_width: $width"
    echo "gui.geometry_main_height: $height"
  } >"$config/recent_common"
  mkdir "$work/run"
  chmod -R a+rwX "$work"
  chmod 700 "$work/run"
  [ -z "$drop" ] || chown -R 65534:65534 "$work/run" "$home"
}

# Opens a capture, and waits until it is shown. Arguments: how much of the window the packet list and
# the details take, then Wireshark's own.
start() {
  local list=$1 details=$2
  shift 2
  {
    echo "gui.geometry_main_upper_pane: $list"
    echo "gui.geometry_main_lower_pane: $details"
    echo 'gui.interface_toolbar_show: FALSE'
  } >>"$home/.config/wireshark/profiles/Terraform/recent"
  chmod a+rw "$home/.config/wireshark/profiles/Terraform/recent"
  # shellcheck disable=SC2086
  $drop env HOME="$home" XDG_RUNTIME_DIR="$work/run" XDG_CONFIG_HOME= QT_X11_NO_MITSHM=1 LANG=C.UTF-8 \
    wireshark -C Terraform "$@" >"$work/log" 2>&1 &
  program=$!
  window=
  for _ in $(seq 60); do # seconds
    sleep 1
    window=$(xdotool search --onlyvisible --name '\.pcapng' 2>/dev/null | head -1)
    [ -z "$window" ] || break
  done
  [ -n "$window" ] || { cat "$work/log"; exit 1; }
  sleep 4
  xdotool windowmove "$window" 0 0 windowsize "$window" $width $height windowfocus "$window" \
    mousemove $((width - 1)) $((height - 1))
  sleep 1
}

keys() {
  for key; do
    xdotool key "$key"
    sleep 0.3
  done
}

shoot() { # name
  sleep 1
  import -window "$subject" "$work/shot.png"
  convert "$work/shot.png" +dither -colors 128 -strip "PNG8:$out/$1.png"
  kill "$program"
  wait "$program" 2>/dev/null || true
  program= subject=root
}

make_home

# Opens the tree of the protocol, and rolls it up.
open_tree() { # how many lines it is above the last, turns of the wheel
  xdotool mousemove 640 204 click 1
  keys End
  for _ in $(seq "$1"); do keys Up; done
  keys shift+Right
  for _ in $(seq "$2"); do xdotool click 5; done
  xdotool mousemove $((width - 1)) $((height - 1))
}

# Gives a dialogue a size, and from then on `shoot` takes only that.
dialogue() { # name, width, height
  window=
  for _ in $(seq 20); do
    sleep 1
    window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -1)
    [ -z "$window" ] || break
  done
  xdotool windowmove "$window" 20 20 windowsize "$window" "$2" "$3" windowfocus "$window"
  subject=$window
}

tree_only='-o gui.layout_type:1 -o gui.layout_content_3:NONE'

start 400 520 -r "$captures/terraform_kitchen-create.pcapng" -Y tfplugin -g 629
shoot packet-list

# shellcheck disable=SC2086
start 110 480 $tree_only -r "$captures/terraform_kitchen-create.pcapng" -g 629
open_tree 1 6
shoot plan

start 400 200 -r "$captures/terraform_corner.pcapng" -Y tfplugin
keys alt+a Up Return
dialogue 'Expert Information' 1000 320
xdotool mousemove 42 62 click 1 mousemove 10 10
shoot expert-info

start 400 200 -r "$captures/terraform_kitchen-create.pcapng" -z tfplugin,srt
dialogue 'Service Response Time' 1000 520
shoot statistics
