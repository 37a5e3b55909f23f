#!/usr/bin/env python3
"""Checks how far the program's results depend on the processor.

    scripts/check_processors.py .build/release/pose3d [--keep FOLDER]

Runs a short set of commands under the kernels that other processors would choose: OPENBLAS_CORETYPE for
linear algebra, ONEDNN_MAX_CPU_ISA for the networks. Kernels that this processor can't run are listed as
skipped. Each result is compared with that of the processor's own kernels:

- exit codes, texts, counts, names of exercises and everything else that is not a measured number have
  to be equal, and so does the shape of the documents;
- measured numbers may differ by at most what docs/reference/processors.md states.

Prints the largest difference per kernel, and exits with 1 if one is beyond its limit. Needs Python 3
alone, the fixtures and the detection runtime. `make check-processors` calls it.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = ROOT / "docs" / "reference" / "processors.md"

# OPENBLAS_CORETYPE, with the instruction set that its kernels need.
CORES = [("Nehalem", "sse4_2"), ("Haswell", "avx2"), ("Zen", "avx2"), ("SkylakeX", "avx512f")]
# ONEDNN_MAX_CPU_ISA, with the same. A cap above what the processor has changes nothing.
INSTRUCTION_SETS = [("AVX2", "avx2"), ("AVX512_CORE", "avx512f")]

DEMO = "fixtures/demo"
COMMANDS = {
    "still with depth": ["analyze", f"{DEMO}/color.jpg", "--depth", f"{DEMO}/depth.png", "--depth-scale", "mm",
                         "--camera", f"{DEMO}/camera.json", "-o", "OUT"],
    "still": ["analyze", f"{DEMO}/color.jpg", "-o", "OUT"],
    "given keypoints": ["analyze", f"{DEMO}/color.jpg", "--keypoints", f"{DEMO}/keypoints.json", "-o", "OUT"],
    "video": ["video", "fixtures/video/squats.mp4", "-o", "OUT"],
    "several cameras": ["video", "fixtures/views/cam0", "fixtures/views/cam1", "--cameras",
                        "fixtures/views/rig.json", "--fps", "3.75", "-o", "OUT"],
    "recorded joints": ["exercise", "fixtures/exports/lunge.trc", "-o", "OUT"],
    "hands": ["hands", f"{DEMO}/color.jpg", "-o", "OUT"],
    "a file that is not an image": ["analyze", "Package.swift", "-o", "OUT"],
}

# Keys of a document whose numbers are of a kind with a limit; their parents' keys count, too.
METRES = {"position", "localPosition", "cameraPosition", "heel", "toe", "bodyHeight", "boneLengths", "translation"}
DEGREES = {"value", "eulerAngles", "orientation", "visionAngles", "angles", "pitch", "yaw", "roll", "peak", "start",
           "range", "minimum", "maximum", "mean", "percentile5", "median", "percentile95"}
PIXELS = {"image", "points"}


def limits():
    """The limit of each kind of number, from the table of docs/reference/processors.md."""
    text = LIMITS.read_text(encoding="utf-8")
    found = {kind: float(limit) for kind, limit in re.findall(r"^\| (\w+) \|.*\| ([\d.]+) [^|]*\|$", text, re.MULTILINE)}
    missing = {"metres", "degrees", "pixels", "others"} - set(found)
    if missing:
        sys.exit(f"docs/reference/processors.md has no limit for {', '.join(sorted(missing))}")
    return found


def processor_flags():
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return set()
    return set(re.search(r"^flags\s*: (.*)$", text, re.MULTILINE).group(1).split())


def kind(path):
    """The kind of a number, by the keys that lead to it."""
    for key in reversed([key for key in path if isinstance(key, str)]):
        for name, keys in (("metres", METRES), ("degrees", DEGREES), ("pixels", PIXELS)):
            if key in keys:
                return name
    return "others"


def is_measured(path):
    """Whether a count follows from measured numbers: the frames in which an angle is known well enough."""
    return path[-1] == "frames" and "measures" in path


def compare(one, other, path, differences, problems):
    """Adds the largest difference of each kind of number, and what has to be equal and is not."""
    place = "/".join(map(str, path))
    if isinstance(one, bool) or isinstance(other, bool) or not isinstance(one, (int, float, dict, list)):
        if one != other:
            problems.append(f"{place}: {one!r} and {other!r}")
    elif isinstance(one, dict) and isinstance(other, dict):
        if set(one) != set(other):
            problems.append(f"{place}: the keys {sorted(set(one) ^ set(other))} are in one only")
        for key in one.keys() & other.keys():
            compare(one[key], other[key], [*path, key], differences, problems)
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            problems.append(f"{place}: {len(one)} and {len(other)} elements")
        for index, (a, b) in enumerate(zip(one, other)):
            compare(a, b, [*path, index], differences, problems)
    elif isinstance(one, int) and isinstance(other, int) and kind(path) == "others" and not is_measured(path):
        if one != other:
            problems.append(f"{place}: {one} and {other}")
    elif isinstance(one, (int, float)) and isinstance(other, (int, float)):
        name = kind(path)
        difference = abs(one - other)
        if name == "degrees" and difference > 180:
            difference = abs(360 - difference)
        if name == "others":
            difference /= max(1, abs(one), abs(other))
        if difference > differences.get(name, (0, ""))[0]:
            differences[name] = (difference, place)
    else:
        problems.append(f"{place}: {one!r} and {other!r}")


def run(program, words, path, variables):
    """The exit code, the messages and the document of a command."""
    words = [str(path) if word == "OUT" else word for word in words]
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("OPENBLAS_CORETYPE", "ONEDNN_MAX_CPU_ISA")} | variables
    done = subprocess.run([program, *words], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8",
                          errors="replace", timeout=600)
    document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    return done.returncode, done.stderr if document is None else "", document


def variants(flags):
    """The kernels to compare, each with the variables that choose them, or `None` for one that can't run."""
    for name, needed in CORES:
        yield f"OpenBLAS {name}", {"OPENBLAS_CORETYPE": name} if needed in flags else None
    for name, needed in INSTRUCTION_SETS:
        yield f"oneDNN {name}", {"ONEDNN_MAX_CPU_ISA": name} if needed in flags else None


def main():
    parser = argparse.ArgumentParser(description="Checks how far results depend on the processor.")
    parser.add_argument("program", help="the program, .build/release/pose3d")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the documents there")
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    allowed = limits()
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary).resolve()

        def results(name, variables):
            own = folder / re.sub(r"\W+", "-", name)
            own.mkdir(parents=True, exist_ok=True)
            # Compiled networks are of one set of kernels: each has a cache of its own.
            variables = variables | {"XDG_CACHE_HOME": str(own / "cache")}
            return {title: run(program, words, own / (re.sub(r"\W+", "-", title) + ".json"), variables)
                    for title, words in COMMANDS.items()}

        reference = results("own", {})
        for title, (code, messages, _) in reference.items():
            if (code != 0) != title.startswith("a file that is not"):
                sys.exit(f"{title}: exit code {code}: {messages}")
        print(f"{'kernels':22}" + "".join(f"{name:>12}" for name in allowed))
        for name, variables in variants(processor_flags()):
            if variables is None:
                print(f"{name:22} skipped: this processor can't run them")
                continue
            differences, problems = {}, []
            for title, (code, messages, document) in results(name, variables).items():
                own_code, own_messages, own_document = reference[title]
                if code != own_code or messages != own_messages:
                    problems.append(f"{title}: exit codes {own_code} and {code}, {own_messages!r} and {messages!r}")
                else:
                    compare(own_document, document, [title], differences, problems)
            print(f"{name:22}" + "".join(f"{differences.get(kind, (0, ''))[0]:12.2g}" for kind in allowed))
            for of, (difference, place) in differences.items():
                if difference > allowed[of]:
                    problems.append(f"{place}: differs by {difference:.3g}, and {allowed[of]:g} is the limit")
            for problem in problems[:20]:
                print(f"  {problem}")
            failed = failed or bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
