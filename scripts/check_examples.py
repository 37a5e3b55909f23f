#!/usr/bin/env python3
"""Type-checks the Swift examples of the pages against the modules as built.

    scripts/check_examples.py SWIFTC FLAG ...

`make docs` calls it, with the compiler and the flags by which it finds the modules. The blocks of a page
are checked in their order as one program, each with its own scope for what it declares anew.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A page with a package's manifest; its examples are built and run by make check-vision.
OTHERS = {"docs/tutorials/port-vision-code.md"}
PAGES = ["README.md", *sorted(
    {str(path.relative_to(ROOT)) for folder in (ROOT / "docs", *ROOT.glob("Sources/*/*.docc"))
     for path in folder.rglob("*.md")} - OTHERS)]


def program(page):
    """The page's examples as one program, nested so that a later one may use an earlier one's names."""
    blocks = re.findall(r"```swift\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    lines = "\n".join(blocks).split("\n")
    imports = [line for line in lines if line.startswith("import ")] or ["import PoseAnalysis"]
    bodies = [re.sub(r"^import .*\n", "", block, flags=re.MULTILINE) for block in blocks]
    return "\n".join(imports) + "\n" + "\ndo {\n".join(bodies) + "\n}" * (len(bodies) - 1) + "\n"


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "main.swift"
        for page in PAGES:
            if "```swift\n" not in (ROOT / page).read_text(encoding="utf-8"):
                continue
            source.write_text(program(page), encoding="utf-8")
            command = [sys.argv[1], "-typecheck", "-swift-version", "6", *sys.argv[2:], str(source)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            if result.returncode != 0:
                failures += 1
                print(f"{page}: its examples don't compile:\n{result.stderr}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
