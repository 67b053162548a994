#!/bin/bash
# Takes the README's screenshots from the real Wireshark, in a virtual display, as somebody who has
# installed a build for themselves.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage: tests/gui/screenshots.sh BUILD [FOLDER]      default: plugin/doc
#
# Needs wireshark, Xvfb, xdotool and ImageMagick (Debian: wireshark xvfb xdotool imagemagick).
#
# Nothing is taken for done because time has passed: each step waits until the picture has changed and
# then stays as it is, and ends the script when it does not.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
out=$(mkdir -p "${2:-$top/plugin/doc}" && cd "${2:-$top/plugin/doc}" && pwd)
captures=$top/test-captures
width=1280 height=760
patience=180 # seconds, for a step
work=$(mktemp -d)
home=$work/home
server= program= window=

finish() {
  for pid in $program $server; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "screenshots.sh: $1" >&2
  cat "$work/log" >&2
  exit 1
}

# As root Wireshark loads no plugin of a user's.
drop=
[ "$(id -u)" != 0 ] || drop='setpriv --reuid=65534 --regid=65534 --clear-groups'

start_display() {
  Xvfb -displayfd 3 -screen 0 ${width}x${height}x24 -nolisten tcp 3>"$work/display" 2>"$work/log" &
  server=$!
  for _ in $(seq $patience); do
    [ ! -s "$work/display" ] || break
    sleep 1
  done
  [ -s "$work/display" ] || fail 'no display'
  export DISPLAY=:$(cat "$work/display")
}

make_home() {
  local config=$home/.config/wireshark
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

picture() { # file
  import -silent -window root "$1"
}

# Two pictures are the same but for a blinking cursor.
same() { # file, file
  local pixels
  pixels=$(compare -metric AE "$1" "$2" null: 2>&1) || true
  [ "${pixels%%[!0-9]*}" -lt 100 ] 2>/dev/null
}

# Waits until the screen is still.
settle() {
  local still=0
  picture "$work/last.png"
  for _ in $(seq $patience); do
    sleep 1
    picture "$work/now.png"
    if same "$work/last.png" "$work/now.png"; then still=$((still + 1)); else still=0; fi
    mv "$work/now.png" "$work/last.png"
    [ $still -lt 3 ] || return 0
  done
  fail 'the screen does not come to rest'
}

# Does what xdotool does with the arguments, waits until something is to be seen of it, and then until
# the screen is still.
act() {
  cp "$work/last.png" "$work/before.png"
  xdotool "$@"
  for _ in $(seq $patience); do
    picture "$work/now.png"
    if ! same "$work/before.png" "$work/now.png"; then
      settle
      return
    fi
    sleep 1
  done
  fail "nothing comes of: $*"
}

# Waits for a window, and gives it a place and a size.
await() { # its name, x, y, width, height
  window=$(timeout $patience xdotool search --sync --onlyvisible --name "$1" | head -1)
  [ -n "$window" ] || fail "no window: $1"
  settle
  xdotool windowmove --sync "$window" "$2" "$3" windowfocus --sync "$window"
  xdotool windowsize "$window" "$4" "$5"
  settle
}

# Opens a capture, and waits until it is shown. Arguments: how high the packet list is and how wide the
# details, then Wireshark's own.
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
  await '\.pcapng' 0 0 $width $height
  # Out of the way of what lights up below it.
  xdotool mousemove $((width - 1)) $((height - 1))
  settle
}

# Saves a picture and ends Wireshark. Indexed colours make files of a third of the size.
shoot() { # name, window or root
  import -silent -window "$2" "$work/shot.png"
  convert "$work/shot.png" +dither -colors 128 -strip "PNG8:$out/$1.png"
  kill "$program"
  wait "$program" 2>/dev/null || true
  program=
}

packet_list() {
  start 400 520 -r "$captures/terraform_kitchen-create.pcapng" -Y tfplugin -g 629
  shoot packet-list root
}

# A plan with unknown values and what is known of them. In the details of its frame it is the last line
# but one; a click on any line brings the keys there.
plan() {
  start 110 480 -o gui.layout_type:1 -o gui.layout_content_3:NONE \
    -r "$captures/terraform_kitchen-create.pcapng" -g 629
  act mousemove 640 300 click 1 mousemove $((width - 1)) $((height - 1))
  act key End
  act key Up
  act key shift+Right
  act mousemove 640 600 click --repeat 3 --delay 200 5 mousemove $((width - 1)) $((height - 1))
  shoot plan root
}

# Opened by the last line of the menu Analyze, its first summary by a click.
expert_info() {
  start 400 200 -r "$captures/terraform_corner.pcapng" -Y tfplugin
  act key alt+a
  act key Up
  xdotool key Return
  await 'Expert Information' 20 20 1000 320
  act mousemove 42 62 click 1
  shoot expert-info "$window"
}

statistics() {
  start 400 200 -r "$captures/terraform_kitchen-create.pcapng" -z tfplugin,srt
  await 'Service Response Time' 20 20 1000 520
  shoot statistics "$window"
}

start_display
make_home
packet_list
plan
expert_info
statistics
