#!/usr/bin/env python3
"""Compiles the Swift listings in documents against `Vision` and `simd`, in Swift 5 and Swift 6 mode.

    swift build --target Vision
    scripts/check_listings.py [--context FILE.swift] DOCUMENT…

A listing is a block fenced as Swift; in a document without fences, a run of lines that look like code. One
that doesn't speak of Vision, of simd or of a pixel buffer is left out. It has to compile without a warning as it
stands: as a file, as the body of a class, of a function, or of a function whose beginning are the document's listings
before it. What is the reader's own (a view, a drawing function) is declared in the context file, publicly: it becomes
a module that every listing imports.

Says of each listing how it compiled, or the first error, and exits with 1 when one didn't in either mode.
Needs the package's `.build` and the Swift compiler; linked against nothing, run by nobody.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / ".build" / "debug"
LIBRARIES = ("cairo", "expat", "libheif", "libtiff-4", "libturbojpeg", "libwebpdemux", "libzip", "spng")
ABOUT = re.compile(r"\b(VN[A-Z]\w+|Human(Body|Hand)\w+|Detect\w+Request|simd_\w+|ImageRequestHandler"
                   r"|C[VM]\w+Buffer\w*|recognizedPoints?)\b")
CODE = re.compile(
    r"^\s*(//|@|#|import |let |var |func |guard |if |else|for |try |do\b|switch |case |return|defer|class "
    r"|struct |enum |extension |protocol |final |private |public |static |override |init|weak |mutating |print\("
    r"|catch|[}\])]|\.\w)|[{}(,;\[]\s*$|^\s*[\w.$?!\[\]]+\s*(=|\+=)\s|^\s*\w+(\.\w+)*\(.*\)\s*[{]?\s*$|^\s+\S.*[)\]]\s*$")

PROSE = re.compile(r"^[^(){}\[\]=<>:@]*$")


def is_code(line):
    """Whether a line looks like code: a sentence is one of five words or more without its brackets."""
    return CODE.search(line) and not (PROSE.match(line) and len(line.split()) > 5
                                      and not line.lstrip().startswith("//"))


def flags():
    """What the compiler needs to find the package's modules and those of C behind them."""
    if not (BUILT / "Modules" / "Vision.swiftmodule").exists():
        sys.exit("check_listings: there is no built Vision: swift build --target Vision")
    maps = [*BUILT.glob("*.build/module.modulemap"), *ROOT.glob("Sources/*/module.modulemap"),
            *ROOT.glob("Sources/*/include/module.modulemap"),
            *ROOT.glob(".build/checkouts/*/Sources/*/include/module.modulemap")]
    found = ["-I", str(BUILT / "Modules")]
    for place in sorted(maps):
        found += ["-Xcc", f"-fmodule-map-file={place}"]
    for library in LIBRARIES:
        said = subprocess.run(["pkg-config", "--cflags", library], capture_output=True, text=True)
        for word in said.stdout.split():
            found += ["-Xcc", word]
    return found


def listings(text):
    """The listings of a document."""
    fenced = re.findall(r"^```swift\n(.*?)^```", text, re.M | re.S)
    if fenced:
        return fenced
    found, block, empty = [], [], 0
    for line in text.split("\n") + ["", "", ""]:
        if is_code(line):
            block += [""] * empty + [line]
            empty = 0
        elif not line.strip() and block and empty == 0:
            empty = 1
        else:
            if block:
                found.append("\n".join(block))
            block, empty = [], 0
    return found


def without_foreign_imports(code):
    """Modules that only Apple's systems have are left out; `Vision` has what they are needed for."""
    return re.sub(r"^import (?!Vision\b|simd\b|Foundation\b|Observation\b)\w+\s*$", "", code, flags=re.M)


def shapes(code, before):
    """The ways in which a listing may be meant."""
    imports = "".join(sorted(set(re.findall(r"^import \w+\n", code + before, re.M))))
    body = re.sub(r"^import \w+\s*$", "", code, flags=re.M)
    earlier = re.sub(r"^import \w+\s*$", "", before, flags=re.M)
    yield "a file", code
    yield "members of a class", f"{imports}final class Listing: NSObject {{\n{body}\n}}\n"
    yield "a function", f"{imports}func listing() async throws {{\n{body}\n}}\n"
    if earlier:
        yield ("a function that goes on",
               f"{imports}func listing() async throws {{\n{earlier}\n{body}\n}}\n")


def first_problem(code, mode, context, options, folder):
    """The compiler's message; `None` if it has none."""
    file = folder / "Listing.swift"
    imports = "import Foundation\nimport Vision\nimport simd\n" + ("import Context\n" if context else "")
    file.write_text(imports + code, encoding="utf-8")
    command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-cache-path", str(folder / "cache"),
               "-swift-version", mode, "-I", str(folder), *options, str(file)]
    said = subprocess.run(command, capture_output=True, text=True)
    # A value that a reader is meant to go on with is no fault of a listing.
    lines = [line for line in (said.stdout + said.stderr).split("\n")
             if re.match(r"\S+\.swift:\d+:\d+: (error|warning):", line)
             and "never used" not in line and "never read" not in line]
    return re.sub(r"^\S+?(\w+\.swift:)", r"\1", lines[0]) if lines else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--context", action="append", default=[], help="declarations of the reader's own")
    parser.add_argument("documents", nargs="+")
    arguments = parser.parse_args()
    options, failed, count = flags(), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments.context:
            subprocess.run(
                ["swiftc", "-emit-module", "-parse-as-library", "-module-name", "Context", "-o",
                 str(folder / "Context.swiftmodule"), *options, *arguments.context], check=True)
        for document in arguments.documents:
            text = pathlib.Path(document).read_text(encoding="utf-8")
            before = ""
            for number, code in enumerate(listings(text), 1):
                code = without_foreign_imports(code)
                if not ABOUT.search(code):
                    continue
                count += 1
                results = {}
                for mode in ("5", "6"):
                    problems = []
                    for shape, whole in shapes(code, before):
                        said = first_problem(whole, mode, arguments.context, options, folder)
                        if said is None:
                            results[mode] = shape
                            break
                        problems.append(said)
                    else:
                        # Where the compiler got farthest, the listing's own fault is named.
                        results[mode] = max(problems, key=lambda said: int(said.split(":")[1]))
                        failed += 1
                if not re.search(r"^(@\w+\s+)?(private |final |public )*(class|func|struct|enum|extension)\b", code, re.M):
                    before += code + "\n"
                place = f"{pathlib.Path(document).name}, listing {number}"
                if results["5"] == results["6"]:
                    print(f"{place}: {results['5']}")
                else:
                    print(f"{place}: Swift 5: {results['5']}; Swift 6: {results['6']}")
    print(f"{count} listings, in two modes each; {failed} times one didn't compile")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
