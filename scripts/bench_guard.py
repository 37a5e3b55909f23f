#!/usr/bin/env python3
"""Counts the instructions of a few commands, and compares them with those of another commit: `make bench-guard` calls it.

    scripts/bench_guard.py PROGRAM [--base REVISION] [--limit PERCENT]

Needs Debian's valgrind. REVISION is the last commit, or the one before it where nothing was changed since; it is built in
.build-guard, which takes some minutes the first time. Instructions are the same from run to run within 0.1 %, where seconds are not.
The commands are those without the detector's networks, which take minutes under valgrind: lifting, a person's motion, angles,
reports, exports, postures at work. A command that takes 3 % more instructions than before is an error.
"""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
GUARD = ROOT / ".build-guard"
ENVIRONMENT = {**os.environ, "POSE3D_HOME": str(ROOT / ".deps"), "OPENBLAS_NUM_THREADS": "1"}
FRAMES = 30


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def built(revision):
    """The program of a revision."""
    checkout = GUARD / "checkout"
    if checkout.exists():
        subprocess.run(["git", "-C", checkout, "checkout", "-q", "--detach", revision], check=True)
    else:
        git("worktree", "prune")
        git("worktree", "add", "--quiet", "--detach", str(checkout), revision)
    command = [*os.environ.get("SWIFT", "swift").split(), "build", "-c", "release", "--product", "pose3d", "-debug-info-format", "none",
               "--package-path", checkout, "--scratch-path", GUARD / "build"]
    found = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if found.returncode:
        sys.exit(f"bench-guard: {revision[:8]} doesn't build:\n{found.stdout[-2000:]}")
    return GUARD / "build" / "release" / "pose3d"


def keypoints(folder):
    """A folder of keypoints: the person of the demo, who sways and bends."""
    document = json.loads((FIXTURES / "demo" / "keypoints.json").read_text())
    person = document["people"][0]
    folder.mkdir()
    for number in range(FRAMES):
        phase = 2 * math.pi * number / FRAMES
        points = {}
        for name, (x, y, confidence) in person["points"].items():
            # The head goes down, the feet stay.
            down = 20 * (1 - math.cos(phase)) * max(0.0, (330 - y) / 200)
            points[name] = [x + 2 * math.sin(phase), y + down, confidence]
        document["people"] = [{**person, "points": points}]
        (folder / f"{number:04d}.json").write_text(json.dumps(document))
    return folder


def large_picture(folder):
    """A picture of 1536 by 1272 pixels without a person, and the keypoints of the demo's in it."""
    scale = 3
    document = json.loads((FIXTURES / "demo" / "keypoints.json").read_text())
    width, height = scale * document["width"], scale * document["height"]
    document["width"], document["height"] = width, height
    for person in document["people"]:
        person["points"] = {name: [scale * x, scale * y, sure] for name, (x, y, sure) in person["points"].items()}
    (folder / "large.json").write_text(json.dumps(document))
    row = bytes(value for x in range(width) for value in (x % 256, x // 7 % 256, 90))
    # A BMP: file header, BITMAPINFOHEADER, rows whose length is a multiple of four bytes.
    head = struct.pack("<2sIIIIiiHHIIiiII", b"BM", 54 + len(row) * height, 0, 54, 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    (folder / "large.bmp").write_bytes(head + height * row)
    return folder / "large.bmp", folder / "large.json"


def commands(program, folder):
    """Names and arguments of what is counted."""
    demo, sequence = FIXTURES / "demo", folder / "sequence.json"
    subprocess.run([program, "video", FIXTURES / "video" / "squats.mp4", "-q", "-o", sequence], check=True, env=ENVIRONMENT,
                   capture_output=True)
    yield "a picture with depth", ["analyze", demo / "color.jpg", "--depth", demo / "depth.png", "--depth-scale", "mm",
                                   "--keypoints", demo / "keypoints.json", "-o", "out.json"]
    picture, points = large_picture(folder)
    yield "a large picture's page", ["analyze", picture, "--keypoints", points, "-o", "out.json", "--report", "out.html"]
    yield f"{FRAMES} frames of keypoints", ["exercise", keypoints(folder / "keypoints"), "--fps", "15", "-q", "-o", "out.json"]
    yield "a video's motion", ["exercise", sequence, "-q", "-o", "out.json", "--csv", "out.csv"]
    yield "angles", ["angles", sequence, "-o", "out.json"]
    yield "a report", ["report", sequence, "--no-video", "-o", "out.html"]
    yield "exports", ["export", sequence, "--to", "trc,mot,c3d,bvh,glb", "-o", "out"]
    yield "postures at work", ["ergonomics", sequence, "-o", "out.json"]


def count(program, arguments, folder):
    """The instructions of a command, or the reason why there are none."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, *arguments]
    found = subprocess.run(list(map(str, command)), cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    refs = re.search(r"I\s+refs:\s+([\d,]+)", found.stderr)
    if found.returncode or not refs:
        lines = [line for line in found.stderr.splitlines() if "error" in line] or ["no count"]
        return lines[0]
    return int(refs.group(1).replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--base", help="the revision to compare with")
    parser.add_argument("--limit", type=float, default=3, help="percent more that are an error (default: 3)")
    arguments = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("bench-guard: valgrind counts the instructions: apt-get install valgrind")
    base = git("rev-parse", arguments.base or ("HEAD" if git("status", "--porcelain", "--untracked-files=no") else "HEAD~1"))
    print(f"bench-guard: compared with {git('log', '-1', '--format=%h %s', base)}", flush=True)
    program, former = arguments.program.resolve(), built(base)
    slower = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        print(f"{'million instructions':28} {'before':>9} {'now':>9}")
        for name, command in commands(program, folder):
            before, now = (count(one, command, folder) for one in (former, program))
            if isinstance(now, str):
                sys.exit(f"bench-guard: {name}: {now}")
            if isinstance(before, str):
                print(f"{name:28} {'–':>9} {now / 1e6:9.1f}  before: {before}", flush=True)
                continue
            change = 100 * (now / before - 1)
            print(f"{name:28} {before / 1e6:9.1f} {now / 1e6:9.1f}  {change:+6.2f} %", flush=True)
            if change > arguments.limit:
                slower.append(name)
    if slower:
        sys.exit(f"bench-guard: more than {arguments.limit:g} % slower: {', '.join(slower)}")


if __name__ == "__main__":
    main()
