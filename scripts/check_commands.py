#!/usr/bin/env python3
"""Runs the examples of the pages and compares what they print: `make check-commands` calls it.

    scripts/check_commands.py PROGRAM            # prints the differences, and exits with 1 if there are any
    scripts/check_commands.py PROGRAM --write    # writes what is printed into the pages

An example is a block whose first line begins with `$ pose3d`, in README.md, docs/tutorials, docs/how-to and docs/reference. They run
in that order in one empty folder with the fixtures in it, so that one can read what another wrote. A line with … alone stands for any
lines. Numbers may differ by a twentieth or by two in their last digit, as they do between processors; what is around them may not. What
goes to standard error isn't compared. Examples with files that no page and no fixture has are named and left out.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```\w*\n(\$ pose3d (?:[^\n]*\\\n)*[^\n]*\n)(.*?)^```$", re.M | re.S)
NUMBER = re.compile(r"\d+(?:\.\d+)?")
MISSING = 66
ANY = "…"


def pages():
    """The pages with examples, in the order in which they are run."""
    return [ROOT / "README.md"] + [
        page for part in ("tutorials", "how-to", "reference") for page in sorted((ROOT / "docs" / part).glob("*.md"))]


def is_like(shown, printed):
    """Whether two lines have the same words, and numbers that are near."""
    if " ".join(NUMBER.sub("#", shown).split()) != " ".join(NUMBER.sub("#", printed).split()):
        return False
    for ours, theirs in zip(NUMBER.findall(shown), NUMBER.findall(printed)):
        digits = len(ours.partition(".")[2])
        if abs(float(ours) - float(theirs)) > max(float(ours) / 20, 2.5 * 10 ** -digits):
            return False
    return True


def difference(shown, printed):
    """What differs between the lines of a page and those of the program, in words; nothing if they are alike."""
    if ANY not in shown:
        for number in range(max(len(shown), len(printed))):
            ours, theirs = (lines[number] if number < len(lines) else None for lines in (shown, printed))
            if ours is None or theirs is None or not is_like(ours, theirs):
                return f"  shown:   {ours}\n  printed: {theirs}"
        return ""
    place, skips = 0, False
    for line in shown:
        if line == ANY:
            skips = True
            continue
        while skips and place < len(printed) and not is_like(line, printed[place]):
            place += 1
        if place >= len(printed) or not is_like(line, printed[place]):
            return f"  shown, and not printed there: {line}"
        place, skips = place + 1, False
    return "" if skips or place == len(printed) else f"  printed, and not shown: {printed[place]}"


def lines_of(text):
    """Lines without what stands at their ends, and without empty ones at the end."""
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def main():
    words = [word for word in sys.argv[1:] if word != "--write"]
    if len(words) != 1:
        sys.exit(__doc__.split("\n\n")[1])
    program, writes = str(pathlib.Path(words[0]).resolve()), "--write" in sys.argv
    problems, run, left = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        os.symlink(ROOT / "fixtures", pathlib.Path(name) / "fixtures")
        (pathlib.Path(name) / "out").mkdir()  # as `make demo` leaves it
        for page in pages():
            text = page.read_text(encoding="utf-8")
            pieces, end = [], 0
            for match in BLOCK.finditer(text):
                command, shown = match.groups()
                arguments = shlex.split(command[2:].replace("\\\n", " "))
                where = f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 2}"
                # No shell is there to find the files that a pattern names.
                is_pattern = any("*" in word for word in arguments)
                result = None if is_pattern else subprocess.run(
                    [program, *arguments[1:]], cwd=name, capture_output=True, text=True, check=False)
                if is_pattern or result.returncode == MISSING:
                    left += 1
                    print(f"{where}: left out, for its files aren't here: {' '.join(arguments[:3])} …")
                    continue
                run += 1
                if result.returncode != 0:
                    problems += 1
                    print(f"{where}: ended with {result.returncode}: {result.stderr.strip()}")
                    continue
                found = difference(lines_of(shown), lines_of(result.stdout))
                if found and writes and ANY not in lines_of(shown):
                    pieces += [text[end:match.start(2)], "\n".join(lines_of(result.stdout)) + "\n"]
                    end = match.end(2)
                    print(f"{where}: written")
                elif found:
                    problems += 1
                    print(f"{where}: {' '.join(arguments[:3])} … prints something else\n{found}")
            if pieces:
                page.write_text("".join(pieces) + text[end:], encoding="utf-8")
    print(f"check-commands: {run} examples run, {left} left out, {problems} {'differs' if problems == 1 else 'differ'}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
