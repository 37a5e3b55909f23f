#!/usr/bin/env bash
# Installs the wheel in a folder into an empty virtual environment, and into a Debian or Ubuntu if one is given.
# There, three lines of Python and the package's command must write the program's document, of a video too where FFmpeg is,
# and of an image in every other Python from 3.10 on that is found: in PATH, or among pyenv's.
#
#   Python/check_wheel.sh FOLDER PROGRAM [ROOT]
#
# ROOT is the root of a system with python3-venv and perhaps FFmpeg's libraries, for example from
#   debootstrap --variant=minbase --include=python3-venv bookworm ROOT
#   debootstrap --variant=minbase --include=python3-venv,libavformat61,libswscale8 trixie ROOT
#   debootstrap --variant=minbase --components=main,universe --include=python3-venv jammy ROOT MIRROR
# Both require root. The requirements are fetched outside of it.
set -euo pipefail

if [ $# -lt 2 ]; then
  sed -n '2,13s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi
wheel=$(ls "$1"/pose3d-*.whl) || { echo "check-wheel: there is no wheel in $1: make wheel" >&2; exit 66; }
program=$(realpath "$2")
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/three_lines.py" <<'END'
import sys, pose3d
found = pose3d.analyze(*sys.argv[1:4], depth_unit="mm")
open(sys.argv[4], "w").write(found.json)
END
cp "$checkout"/fixtures/demo/{color.jpg,depth.png,camera.json} "$checkout"/fixtures/video/squats.mp4 "$work"
cp "$wheel" "$work"

# The program with the models that are in the wheel: the heavy one isn't.
(
  cd "$work"
  POSE3D_HOME="$checkout/.deps" "$program" analyze color.jpg --depth depth.png --camera camera.json --depth-scale mm \
    --model full -o expected.json >/dev/null
  POSE3D_HOME="$checkout/.deps" "$program" video squats.mp4 --model full -o expected_video.json >/dev/null 2>&1
)

# Run with the virtual environment's folder and options of pip, in the folder of the pictures.
install_and_run='venv=$1; shift
  "${PYTHON:-python3}" -m venv "$venv" && "$venv/bin/pip" install --quiet "$@" ./pose3d-*.whl &&
  unset POSE3D_HOME POSE3D_LIBRARY &&
  "$venv/bin/python" three_lines.py color.jpg depth.png camera.json found.json &&
  "$venv/bin/pose3d" analyze color.jpg --depth depth.png --depth-unit mm --camera camera.json \
    -o command.json 2>/dev/null &&
  cmp found.json command.json &&
  if [ -e squats.mp4 ]; then "$venv/bin/pose3d" video squats.mp4 --model full -o video.json 2>/dev/null; fi'
(cd "$work" && env -u PYTHONPATH sh -c "$install_and_run" sh "$work/venv")
cmp "$work/expected.json" "$work/found.json"
cmp "$work/expected_video.json" "$work/video.json"
echo "check-wheel: a virtual environment finds what the program does, to the bit"

rm "$work/squats.mp4"
tried=" $(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])') "
for python in $(compgen -c python3.1 | grep -xE 'python3[.]1[0-9]+' | sort -u) "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1*/bin/python3; do
  version=$("$python" -c 'import sys, venv; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
  case $tried in *" $version "*) continue ;; esac
  tried+="$version "
  (cd "$work" && PYTHON=$python env -u PYTHONPATH sh -c "$install_and_run" sh "$work/venv-$version")
  cmp "$work/expected.json" "$work/found.json"
  rm -r "$work/venv-$version"
done
echo "check-wheel: so does every Python here:$tried"

if [ $# -ge 3 ]; then
  place=$3/root/check-wheel
  rm -rf "$place"
  mkdir -p "$place/wheels"
  cp "$work"/{three_lines.py,color.jpg,depth.png,camera.json,pose3d-*.whl} "$place"
  if compgen -G "$3/usr/lib/*/libavformat.so.*" >/dev/null; then cp "$checkout/fixtures/video/squats.mp4" "$place"; fi
  # Fetched here, so that the other needs no network.
  version=$(chroot "$3" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  python3 -m pip download --quiet --only-binary=:all: --python-version "$version" -d "$place/wheels" "$wheel"
  # shellcheck disable=SC2016
  # OpenVINO waits for ever where it can't read of the processor.
  mount --bind /proc "$3/proc"
  trap 'umount "$3/proc"; rm -rf "$work"' EXIT
  chroot "$3" /bin/sh -c "cd /root/check-wheel; $install_and_run" sh /root/check-wheel/venv --no-index --find-links wheels
  cmp "$work/expected.json" "$place/found.json"
  if [ -e "$place/squats.mp4" ]; then cmp "$work/expected_video.json" "$place/video.json"; fi
  echo "check-wheel: so does the system in $3"
fi
