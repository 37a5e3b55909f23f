#!/usr/bin/env python3
"""Checks that simd's types in double precision are those in single precision in other words; with --write makes them so.

usage: scripts/simd_twins.py [--write]

Edit Sources/simd/simd_float*.swift and simd_quatf.swift; the files of doubles are made from them. `make lint` calls it.
"""

import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "simd"
CONFIGURATION = FOLDER.parent.parent / ".swift-format"
WORDS = [("quatf", "quatd"), ("float", "double"), ("Float", "Double"), ("single precision", "double precision")]
SWIFT = os.environ.get("SWIFT", "swift").split()


def twin(source):
    """The path and the text of the file of doubles."""
    name, text = source.name, source.read_text(encoding="utf-8")
    for single, double in WORDS:
        name, text = name.replace(single, double), text.replace(single, double)
    text = f"// Made from {source.name} by scripts/simd_twins.py; edit that.\n\n" + text
    formatted = subprocess.run(
        [*SWIFT, "format", "--configuration", str(CONFIGURATION), "-"], input=text, stdout=subprocess.PIPE, text=True,
        check=True)
    return source.with_name(name), formatted.stdout


def main():
    write = sys.argv[1:] == ["--write"]
    if sys.argv[1:] and not write:
        sys.exit(__doc__)
    sources = sorted([*FOLDER.glob("simd_float*.swift"), *FOLDER.glob("simd_quatf.swift")])
    twins = dict(twin(source) for source in sources)
    others = set(FOLDER.glob("simd_double*.swift")) | set(FOLDER.glob("simd_quatd.swift"))
    stale = [path for path, text in twins.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stray = sorted(others - set(twins))
    if write:
        for path in stale:
            path.write_text(twins[path], encoding="utf-8")
        for path in stray:
            path.unlink()
        return
    for path in stale:
        print(f"{path.name} isn't what its twin gives: edit the file of floats, then scripts/simd_twins.py --write")
    for path in stray:
        print(f"{path.name} has no twin: remove it, or write the file of floats")
    sys.exit(1 if stale or stray else 0)


if __name__ == "__main__":
    main()
