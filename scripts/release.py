#!/usr/bin/env python3
"""Makes a version of what is committed: its number everywhere, its entry in CHANGELOG.md, a commit and a tag.

    scripts/release.py VERSION             # for example 0.2.0
    scripts/release.py VERSION --dry-run   # lists what would be changed, and changes nothing

The tag is the number alone, as the Swift package manager reads it. It is annotated with the entry of
CHANGELOG.md. Nothing is pushed. Before anything is changed it is an error if

- there are changes that are not committed, or a tag of this name;
- the number isn't MAJOR.MINOR.PATCH, or isn't above the one before;
- CHANGELOG.md has nothing under "Unreleased".

`make check` should have passed. Needs Python 3 and git.
"""

import argparse
import datetime
import email.utils
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "Sources/PoseAnalysis/Installation.swift"
UNRELEASED = "## [Unreleased]\n"


def git(*arguments):
    """What git prints."""
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"release: git {arguments[0]}: {run.stderr.strip()}")
    return run.stdout.strip()


def numbers(version):
    """The three numbers of a version; None where it isn't one."""
    found = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", version)
    return tuple(int(number) for number in found.groups()) if found else None


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def entry(changelog):
    """What changed since the last version."""
    start = changelog.find(UNRELEASED)
    if start < 0:
        sys.exit('release: CHANGELOG.md has no "## [Unreleased]"')
    rest = changelog[start + len(UNRELEASED):]
    return rest[:rest.index("\n## [")] if "\n## [" in rest else rest


def changed(old, new, today):
    """The files with the new number: name -> text."""
    changelog = read("CHANGELOG.md")
    changes = entry(changelog)
    if not changes.strip():
        sys.exit('release: CHANGELOG.md has nothing under "Unreleased"')
    files = {
        "CHANGELOG.md": changelog.replace(
            UNRELEASED, f"{UNRELEASED}\n## [{new}] - {today.isoformat()}\n", 1),
        "Packaging/debian/changelog": (
            f"pose3d ({new}) bookworm; urgency=medium\n\n  * Version {new}: CHANGELOG.md has what is different.\n\n"
            f" -- The Pose3D team <pose3d@pose3d.invalid>  {email.utils.format_datetime(today_noon(today))}\n\n"
            + read("Packaging/debian/changelog")),
    }
    for name in [SOURCE, "CITATION.cff", "README.md", "docs/how-to/install.md", "Sources/CPose3D/include/pose3d.h"]:
        text = read(name)
        # The number alone, not a part of 10.1.0 or 0.1.00.
        files[name] = re.sub(rf"(?<![\d.]){re.escape(old)}(?![\d])(?!\.\d)", new, text)
        if files[name] == text:
            sys.exit(f"release: {name} doesn't state version {old}")
    return files, changes.strip()


def today_noon(today):
    return datetime.datetime.combine(today, datetime.time(12), tzinfo=datetime.timezone.utc)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true")
    arguments = parser.parse_args()
    new = arguments.version
    old = re.search(r'static let version = "(.+)"', read(SOURCE)).group(1)
    if numbers(new) is None:
        sys.exit(f"release: {new} isn't a version like 0.2.0")
    # The version that the sources state may have no tag yet.
    if numbers(new) <= numbers(old):
        sys.exit(f"release: {new} isn't above {old}, the version before")
    if git("status", "--porcelain"):
        sys.exit("release: there are changes that are not committed")
    if git("tag", "--list", new):
        sys.exit(f"release: there is a tag {new} already")
    files, changes = changed(old, new, datetime.datetime.now(datetime.timezone.utc).date())
    if arguments.dry_run:
        print("\n".join(sorted(files)))
        return
    for name, text in files.items():
        (ROOT / name).write_text(text, encoding="utf-8")
    git("commit", "--quiet", "--all", "--message", f"The version is {new}")
    git("tag", "--annotate", new, "--message", f"Pose3D {new}\n\n{changes}", "--cleanup=verbatim")
    print(f"version {new} is committed and tagged; git push --follow-tags publishes it")


if __name__ == "__main__":
    main()
