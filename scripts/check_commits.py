#!/usr/bin/env python3
"""Checks the titles of new commits.

    scripts/check_commits.py [BASE]    # prints what is wrong, and exits with 1 if something is

A title is a plain sentence that states what is different now. It

- has at least three words and no full stop;
- has no marker of unfinished work ("WIP", "fixup!", "squash!", "tmp");
- has no prefix such as "fix:" or "docs:";
- names no path of a machine, as merge commits of a local clone do.

New are the commits after BASE (default: the commit from which on the rule holds). Nothing is checked
outside a git checkout, or in a shallow clone that lacks that commit. Needs Python 3 and git. `make lint`
calls it.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The last commit before the rule.
FIRST_BASE = "f16da127e6a1a66de4c975d3f1e19ff07d97bd0b"

RULES = [
    (r"^(wip|fixup|squash|amend|tmp|temp)\b|\bWIP\b", "is marked as unfinished"),
    (r"^\w+(\([^)]*\))?: ", "begins with a prefix"),
    (r"(^|[\s'\"])(/[\w.-]+){2,}|\b[A-Z]:\\", "names a path of a machine"),
    (r"\.$", "ends with a full stop"),
    (r"^\S+(\s\S+)?$", "is not a sentence"),
]


def problems(title):
    """What is wrong with a title, a clause each."""
    return [problem for pattern, problem in RULES if re.search(pattern, title, re.IGNORECASE)]


def titles(base):
    """The hash and title of each commit after `base`; none where git can't tell."""
    try:
        known = subprocess.run(["git", "cat-file", "-e", f"{base}^{{commit}}"], cwd=ROOT, capture_output=True)
        if known.returncode != 0:
            return []
        log = subprocess.run(["git", "log", "--format=%h %s", f"{base}..HEAD"], cwd=ROOT, capture_output=True,
                             encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    return [line.split(" ", 1) for line in log.stdout.splitlines() if " " in line]


def main():
    base = sys.argv[1] if len(sys.argv) > 1 else FIRST_BASE
    found = [f'commit {name}: the title "{title}" {problem}'
             for name, title in titles(base) for problem in problems(title)]
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
