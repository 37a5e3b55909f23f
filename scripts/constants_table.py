#!/usr/bin/env python3
"""The numbers in the measuring modules: names, values and meanings, in one page that the lint compares.

usage: constants_table.py [--write]

Every number that decides about a result is a constant with a comment: what it means, its unit, and where it comes from. The
page has a table for each module. Without --write the script fails where a constant has no comment, and where the page is
not what the sources give.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "constants.md"
MODULES = {
    "Kinematics": "Rotations, angles, least squares",
    "Pose3D": "Lifting, fusion of cameras, hands",
    "PoseDetection": "Finding and following people",
    "PoseMotion": "Motion, planted feet, exercises, tests, gait, placement",
    "PoseMultiView": "Calibration, clocks and matching of several cameras",
    "PoseBoards": "Calibration boards",
    "PoseAnalysis": "Whole images, videos and live sessions",
}
# Numbers of the fields of file formats.
FORMATS = {"ONNXGraphCheck.swift"}

NUMBER = r"-?[0-9][0-9_.]*(?:e-?[0-9]+)?"
TERM = rf"(?:{NUMBER}|\.pi|Double\.pi|Float\.pi)"
PRODUCT = rf"{TERM}(?:\s*[-+*/]\s*{TERM})*"
RANGE = rf"{PRODUCT}(?:(?:\.\.\.|\.\.<){PRODUCT})?"
VALUE = re.compile(rf"\(?\s*(?:\w+:\s*)?{RANGE}(?:,\s*(?:\w+:\s*)?{RANGE})*\s*\)?$")
DECLARATION = re.compile(
    r"^\s*(?:(?:private|fileprivate|package|public|internal|nonisolated|@usableFromInline) )*static let "
    r"(?P<names>\w+|\([\w, ]+\))(?:\s*:\s*[\w<>\[\]]+)?\s*=\s*(?P<value>.*)$")
TYPE = re.compile(r"^(?P<indent>\s*)(?:(?:private|fileprivate|package|public|internal|final|indirect|@\w+) )*"
                  r"(?:struct|class|enum|actor|extension|protocol) (?P<name>[\w.]+)")


def constants(module):
    """Type, names, value and comment of a module's numbers, and those without a comment."""
    found, silent = [], []
    for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
        lines, types, comment = path.read_text().splitlines(), [], []
        for place, line in enumerate(lines):
            if line.strip().startswith("///"):
                comment.append(line.strip()[3:].strip())
                continue
            indent = len(line) - len(line.lstrip())
            if line.strip():
                types = [one for one in types if one[0] < indent]
            kind = TYPE.match(line)
            if kind:
                types.append((indent, kind["name"]))
            declaration = DECLARATION.match(line)
            if declaration:
                value, last = declaration["value"].strip(), place
                while value.count("(") > value.count(")") and last + 1 < len(lines):
                    last += 1
                    value += " " + lines[last].strip()
                value = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", value))
                owner = ".".join(name for _, name in types)
                # Numbers of a file format's fields decide about nothing.
                if VALUE.match(value) and "Field" not in owner and path.name not in FORMATS:
                    names = declaration["names"].strip("()")
                    if comment:
                        found.append((owner, names, value, " ".join(comment)))
                    else:
                        silent.append(f"{path.relative_to(ROOT)}:{place + 1}: {owner}.{names}")
            if line.strip() and not line.strip().startswith("@"):
                comment = []
    return found, silent


def shown(value):
    """A value as a page shows it: angles in degrees."""
    value = re.sub(r"(-?[0-9.]+) \* (?:Double|Float)?\.pi / 180", r"\1°", value)
    return value.strip("()") if value.startswith("(") and value.count("(") == 1 else value


def page():
    silent, parts = [], []
    for module, subject in MODULES.items():
        found, missing = constants(module)
        silent += missing
        rows = [f"| `{owner}.{names}` | {shown(value)} | {meaning.replace('|', '/')} |" for owner, names, value, meaning in found]
        parts.append("\n".join([f"## {module}", "", f"{subject}: {len(found)} constants.", "", "| constant | value | meaning |",
                                "|---|---|---|", *rows, ""]))
    text = """# Constants

The numbers that decide about results, in the words of the sources. `scripts/constants_table.py` writes this page.

Lengths are in metres, times in seconds and angles in radians unless stated; those marked ° are written in degrees. A number
without a stated source was chosen: by trials with the project's data, or by what people and cameras do. Thresholds of exercises: [recognition](../research/recognition.md).

""" + "\n".join(parts)
    return text, silent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    text, silent = page()
    for line in silent:
        print(f"{line} has no comment: state its meaning, unit and source")
    if arguments.write:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        print(f"{PAGE.relative_to(ROOT)} isn't what the sources give: scripts/constants_table.py --write")
        silent.append("")
    sys.exit(1 if silent else 0)


if __name__ == "__main__":
    main()
