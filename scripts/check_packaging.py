#!/usr/bin/env python3
"""Holds what makes packages to the sources: the Containerfile is not built here, and a release is easily half numbered.

    scripts/check_packaging.py [CONTAINERFILE]      # prints the errors, and exits with 1 if there are any

Needs Python 3 alone. `make lint` calls it. Checked is that

- the newest entry of Packaging/debian/changelog is of the program's version, and so are the newest version of CHANGELOG.md and
  the version of CITATION.cff;
- the documentation targets of .spi.yml are libraries of Package.swift;
- the oldest Python of the wheel's classifiers is the one that it requires;
- the Containerfile has at most 15 lines; it runs scripts/setup, with options that there are, before it calls make, and make
  with targets that there are;
- it installs by apt only what scripts/setup installs, and what the scripts say that they need and setup doesn't bring;
- what it copies is there, or made by the stage that it is copied from;
- its Swift is new enough for Package.swift, and all its stages are the Debian whose backports scripts/setup knows.
"""

import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES = 15
# What the packing scripts call that neither the Swift image nor scripts/setup brings.
PACKING_TOOLS = {"dpkg-dev", "make", "patchelf"}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def found(pattern, name):
    """The first group of the pattern in a file of the checkout."""
    match = re.search(pattern, text_of(name), re.MULTILINE)
    if match is None:
        sys.exit(f"check_packaging: {name} has nothing like {pattern}")
    return match.group(1)


def changelog_problems():
    version = found(r'static let version = "(.+)"', "Sources/PoseAnalysis/Installation.swift")
    newest = found(r"\Apose3d \((.+?)\)", "Packaging/debian/changelog")
    if newest != version:
        yield f"Packaging/debian/changelog: the newest entry is of {newest}, the program of {version}"


def release_problems():
    version = found(r'static let version = "(.+)"', "Sources/PoseAnalysis/Installation.swift")
    for name, pattern in (
        ("CHANGELOG.md", r"^## \[(\d.*?)\]"), ("CITATION.cff", r"^version: (.+)$"),
    ):
        stated = found(pattern, name)
        if stated != version:
            yield f"{name}: the newest version is {stated}, the program's is {version}"
    libraries = re.findall(r'\.library\(\s*name: "(\w+)"', text_of("Package.swift"))
    for target in found(r"documentation_targets: \[(.+)\]", ".spi.yml").split(", "):
        if target not in libraries:
            yield f".spi.yml: Package.swift has no library {target}"
    project = "Python/pyproject.toml"
    oldest = found(r'"Programming Language :: Python :: (3\.\d+)"', project)
    if found(r'^requires-python = ">=(.+)"', project) != oldest:
        yield f"{project}: requires-python is not {oldest}, the oldest Python of the classifiers"


def commands(line):
    """The commands of a RUN line, each as its words."""
    return [shlex.split(command) for command in line.split("&&")]


def setup_problems(words):
    usage = text_of("scripts/setup")
    for option in words:
        if option.startswith("--") and not re.search(rf"^    {option}\b.*\)", usage, re.MULTILINE):
            yield f"scripts/setup has no option {option}"


def make_problems(words, is_set_up):
    targets = re.findall(r"^([a-z-]+):.*##", text_of("Makefile"), re.MULTILINE)
    if not is_set_up:
        yield "make is called before scripts/setup"
    for word in words:
        name, _, value = word.partition("=")
        if name == "SETUP_FLAGS":
            yield from setup_problems(value.split())
        elif word not in targets:
            yield f"the Makefile has no target {word}"


def apt_problems(words):
    installed_by_setup = set(found(r"library_packages=\(([^)]*)\)", "scripts/setup").split())
    for word in words:
        if not word.startswith(("-", "/")) and word not in installed_by_setup | PACKING_TOOLS:
            yield f"{word} is installed, and neither scripts/setup nor Packaging needs it"


def copy_problems(words, folders):
    """Of a COPY: from another stage what is below its working folder, else what is in the checkout."""
    *sources, _ = [word for word in words if not word.startswith("--")]
    stage = next((word.partition("=")[2] for word in words if word.startswith("--from=")), None)
    for source in sources:
        if stage is None and not (ROOT / source).exists():
            yield f"there is no {source} to copy"
        elif stage is not None and stage not in folders:
            yield f"there is no stage {stage}"
        elif stage is not None and not source.startswith(f"{folders[stage]}/dist/"):
            yield f"{source} isn't in the folder dist that make fills"


def image_problems(image):
    name, _, tag = image.partition(":")
    codename = found(r"heif_backports=(\w+)-backports", "scripts/setup")
    if codename not in tag.split("-"):
        yield f"{image} isn't Debian's {codename}, which scripts/setup knows"
    if name == "swift":
        needed = found(r"swift-tools-version: *([\d.]+)", "Package.swift")
        if [int(n) for n in tag.split("-")[0].split(".")] < [int(n) for n in needed.split(".")]:
            yield f"{image} is older than the Swift {needed} of Package.swift"


def container_problems(text):
    if text.count("\n") > MOST_LINES:
        yield f"more than {MOST_LINES} lines"
    folders, stage, is_set_up = {}, None, False
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            image, _, stage = rest.partition(" AS ")
            yield from image_problems(image)
        elif word == "WORKDIR":
            folders[stage] = rest
        elif word == "COPY":
            yield from copy_problems(rest.split(), folders)
        elif word == "RUN":
            for program, *words in commands(rest):
                if program == "scripts/setup":
                    is_set_up = True
                    yield from setup_problems(words)
                elif program == "make":
                    yield from make_problems(words, is_set_up)
                elif program == "apt-get" and words[0] == "install":
                    yield from apt_problems(words[1:])
                elif program not in ("apt-get", "rm"):
                    yield f"{program} isn't known to the check"
        elif word not in ("ENTRYPOINT", "#", ""):
            yield f"{word} isn't known to the check"


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    file = pathlib.Path(sys.argv[1]) if len(sys.argv) == 2 else ROOT / "Containerfile"
    problems = [*changelog_problems(), *release_problems()]
    problems += [f"Containerfile: {p}" for p in container_problems(file.read_text(encoding="utf-8"))]
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
