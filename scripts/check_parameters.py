#!/usr/bin/env python3
"""Finds public functions that describe some of their parameters and not all: `make docs` fails for those, and takes a
minute and a half to say so. `make lint` calls it.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DECLARATION = re.compile(r"^\s*(?:@\w+\s+)*public\s+(?:static\s+|mutating\s+|nonisolated\s+|convenience\s+)*"
                         r"(?:func\s+\S+?|init[?!]?)(?:<[^(]*>)?\(")
ONE = re.compile(r"- Parameter (\w+):")
SEVERAL = re.compile(r"^- Parameters:")
MEMBER = re.compile(r"^  +- (\w+):")


def parameters(text):
    """The names of the parameters of a declaration, from behind its opening bracket."""
    depth, start, parts = 0, 0, []
    for place, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or character == ">" and text[place - 1] != "-":
            if character == ")" and depth == 0:
                parts.append(text[start:place])
                break
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    names = [part.split(":")[0].split() for part in parts if ":" in part]
    return [name[-1].strip("`") for name in names if name]


def described(comment):
    """The names of the parameters that a comment describes."""
    found, inside = [], False
    for line in comment:
        if one := ONE.search(line):
            found.append(one[1])
        elif SEVERAL.match(line):
            inside = True
        elif inside and (member := MEMBER.match(line)):
            found.append(member[1])
        elif inside and line.startswith("- "):
            inside = False
    return found


def problems(path):
    lines = path.read_text().splitlines()
    comment = []
    for number, line in enumerate(lines):
        stripped = line.strip()
        if stripped.startswith("///"):
            comment.append(stripped[3:].removeprefix(" "))
            continue
        if stripped.startswith("@") and "(" not in stripped.split()[0] and "func" not in stripped:
            continue
        if match := DECLARATION.match(line):
            names = described(comment)
            wanted = parameters("\n".join(lines[number:number + 30])[match.end():])
            missing = [name for name in wanted if name not in names]
            unknown = [name for name in names if name not in wanted]
            if names and (missing or unknown):
                yield number + 1, missing, unknown
        comment = []


def main():
    found = 0
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for line, missing, unknown in problems(path):
            found += 1
            words = [f"doesn't describe {', '.join(missing)}"] * bool(missing)
            words += [f"describes {', '.join(unknown)}, which it doesn't have"] * bool(unknown)
            print(f"{path.relative_to(ROOT)}:{line}: {' and '.join(words)}")
    if found:
        sys.exit("check_parameters: describe all parameters of a public function, or none")


if __name__ == "__main__":
    main()
