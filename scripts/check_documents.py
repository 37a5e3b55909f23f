#!/usr/bin/env python3
"""Holds ARCHITECTURE.md to Package.swift and to the sources, and the links of all pages to what is there.

    scripts/check_documents.py            # prints the errors, and exits with 1 if there are any
    scripts/check_documents.py --write    # redraws the modules, and fills in what each imports

Needs Python 3 alone. `make lint` calls it. Checked is that

- the drawing and the column "imports" are those of Package.swift, C libraries and packages included;
- every Swift module has a row that says what it owns, and no row is left of a module that is gone;
- the imports go one way: each module is listed below the ones that it imports;
- every file that the page names exists, and has the functions and types that the page names beside it;
- every relative link in README.md, docs/ and the other pages leads to a file, and to a heading of it by GitHub's rule;
- docs/README.md lists every page of its folders;
- README.md has at most 8 kB;
- no library changes what belongs to the whole process, as the page's rules demand: signals, umask, environment,
  working folder, the end of the program.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
DRAWING = ("<!-- drawing: made by scripts/check_documents.py --write -->", "<!-- end of drawing -->")
TABLE_HEAD = "| module | owns | imports |"


def arguments(text, start):
    """The text between the parenthesis at `start` and its partner."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return text[start + 1:index]
    sys.exit("Package.swift: a parenthesis is not closed")


def modules():
    """The Swift modules of Package.swift in its order: name -> names imported."""
    text = re.sub(r"//[^\n]*", "", (ROOT / "Package.swift").read_text(encoding="utf-8"))
    # What a trait brings counts as imported.
    text = re.sub(r",\s*condition:\s*\.when\(traits:\s*\[[^\]]*\]\)", "", text)
    found = {}
    for match in re.finditer(r"\.(target|executableTarget)\(", text):
        body = arguments(text, match.end() - 1)
        name = re.search(r'name:\s*"([\w-]+)"', body).group(1)
        if not list((ROOT / "Sources" / name).rglob("*.swift")):
            continue  # a C library
        start = body.find("dependencies:")
        names = []
        if start >= 0:
            listed = body[body.index("[", start):]
            listed = listed[:listed.index("]")]
            # .product(name: "Yams", package: "Yams") counts once.
            names = re.findall(r'"(\w+)"', re.sub(r",\s*package:\s*\"[\w-]+\"", "", listed))
        found[name] = names
    return found


def below(name, graph):
    """All modules that a module imports, directly or not."""
    result = set()
    for other in graph.get(name, []):
        if other in graph and other not in result:
            result |= {other} | below(other, graph)
    return result


def drawing(graph):
    """The modules as a Mermaid graph, without the arrows that follow from others."""
    lines = ["```mermaid", "graph LR"]
    for name, imports in graph.items():
        own = [other for other in imports if other in graph]
        for other in own:
            if not any(other in below(third, graph) for third in own if third != other):
                lines.append(f"  {other} --> {name}")
    return "\n".join(lines + ["```"])


def table(page):
    """The rows of the table of modules, as lists of cells, and where it stands in the page."""
    start = page.find(TABLE_HEAD)
    if start < 0:
        sys.exit(f"ARCHITECTURE.md: the table '{TABLE_HEAD}' is missing")
    end = page.find("\n\n", start)
    lines = page[start:end].split("\n")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]], start, end


def written(page, graph):
    """The page with the drawing and the imports of the package."""
    before, rest = page.split(DRAWING[0])
    after = rest.split(DRAWING[1])[1]
    page = f"{before}{DRAWING[0]}\n{drawing(graph)}\n{DRAWING[1]}{after}"
    rows, start, end = table(page)
    owned = {row[0].strip("`"): row[1] for row in rows}
    lines = [TABLE_HEAD, "|---|---|---|"]
    for name, imports in graph.items():
        lines.append(f"| `{name}` | {owned.get(name, '')} | {', '.join(imports) or '–'} |")
    return page[:start] + "\n".join(lines) + page[end:]


def problems(page, graph):
    """What is wrong with the page, a sentence each."""
    if written(page, graph) != page:
        yield "the drawing or the table isn't Package.swift's: scripts/check_documents.py --write"
    for name, owns, _ in table(page)[0]:
        if not owns:
            yield f"the table lacks the responsibility of {name}"
    names = list(graph)
    for name, imports in graph.items():
        for other in imports:
            if other in graph and names.index(other) > names.index(name):
                yield f"Package.swift lists {name} before {other}, which it imports"
    # `Sources/…/File.swift` and the `names` after it, up to the next file or the end of the line.
    for line in page.split("\n"):
        parts = re.split(r"`((?:Sources|Tests|schema|scripts|docs)/[^`]*)`", line)
        for path, rest in zip(parts[1::2], parts[2::2]):
            file = ROOT / path
            if not file.exists():
                yield f"there is no {path}"
            elif file.is_file():
                text = file.read_text(encoding="utf-8")
                for name in re.findall(r"`\.?(?:\w+\.)*(\w+)(?:\([^`]*\))?`", rest):
                    if not re.search(rf"\b{name}\b", text):
                        yield f"{path} has no {name}"


def without_code(text):
    """A page of Markdown with empty lines instead of its blocks of code, and blanks instead of code in lines."""
    lines, fence = [], None
    for line in text.split("\n"):
        mark = re.match(r" *(`{3,}|~{3,})", line)
        if mark and fence is None:
            fence = mark.group(1)
        elif mark and mark.group(1).startswith(fence):
            fence = None
        elif fence is None:
            lines.append(line)
            continue
        lines.append("")
    return "\n".join(lines)


def anchors(text):
    """The names by which GitHub links to the headings of a page: a later one of the same name is numbered."""
    found = {}
    for heading in re.findall(r"^#{1,6} +(.*?)(?: +#+)? *$", without_code(text), re.MULTILINE):
        heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)  # A link's words alone.
        name = "".join(c for c in heading.lower() if c.isalnum() or c in " -_").strip().replace(" ", "-")
        number = found.get(name, 0)
        found[name] = number + 1
        yield f"{name}-{number}" if number else name


def bad_links():
    """Relative links of the pages in the repository to files or headings that don't exist."""
    pages = [path for path in ROOT.rglob("*.md")
             if not re.search(r"(^|/)(\.|out/)|\.docc/", str(path.relative_to(ROOT)))]
    headings = {}
    for path in sorted(pages):
        lines = without_code(path.read_text(encoding="utf-8")).split("\n")
        for number, line in enumerate(lines, 1):
            # A link's words may contain code; what is code altogether is not a link.
            line = re.sub(r"`[^`]*`", "", line)
            links = re.findall(r"\]\(<?([^)\s>]+)", line) + re.findall(r"^ *\[[^\]]+\]: +(\S+)", line)
            for link in links + re.findall(r'<(?:a|img)\b[^>]*\b(?:href|src)="([^"]+)"', line):
                if re.match(r"[a-z]+:", link):
                    continue
                place = f"{path.relative_to(ROOT)}:{number}"
                file, _, name = link.partition("#")
                target = (path.parent / file).resolve() if file else path
                if not target.exists():
                    yield f"{place}: the link {link} leads to no file"
                elif name and target.suffix == ".md":
                    if target not in headings:
                        headings[target] = set(anchors(target.read_text(encoding="utf-8")))
                    if name not in headings[target]:
                        yield f"{place}: the link {link} has no such heading"


def unlisted_pages():
    """Pages in the folders of docs/ that the list by purpose lacks."""
    listed = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs").glob("*/*.md")):
        if f"]({path.relative_to(ROOT / 'docs')})" not in listed:
            yield f"docs/README.md: {path.relative_to(ROOT)} is missing"


# What belongs to the whole process. A method such as `semaphore.signal()` is something else.
PROCESS_WIDE = re.compile(
    r"(?<![\w.])(?:(?:Foundation|Glibc|Darwin)\.)?"
    r"(signal|sigaction|sigprocmask|pthread_sigmask|umask|setenv|unsetenv|putenv|chdir|fchdir|exit|_exit)\s*\("
    r"|\.(changeCurrentDirectoryPath)\(")


def without_comments(text):
    """A source in Swift or C with blanks instead of comments and of texts in quotes."""
    return re.sub(
        r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"',
        lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.DOTALL)


def process_wide_calls():
    """Calls in libraries that change what belongs to the whole process."""
    for path in sorted((ROOT / "Sources").rglob("*")):
        name = path.relative_to(ROOT)
        if path.suffix not in {".swift", ".c", ".h"} or name.parts[1] == "Pose3DCLI":
            continue
        for number, line in enumerate(
                without_comments(path.read_text(encoding="utf-8")).splitlines(), 1):
            for match in PROCESS_WIDE.finditer(line):
                if not re.search(r"\bfunc\s+$", line[:match.start()]):
                    yield (f"{name}, line {number}: a library may not call {match.group(1) or match.group(2)}: "
                           "it changes the whole process")


def trapping_calls():
    """Calls of what ends the program on Linux: of a path of one character, in Swift 6.3's Foundation."""
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for number, line in enumerate(without_comments(path.read_text(encoding="utf-8")).splitlines(), 1):
            if re.search(r"NSString\)\.deletingLastPathComponent", line):
                yield f"{path.relative_to(ROOT)}, line {number}: deletingLastPathComponent traps: FileNames.folder(of:)"


def unlisted_libraries():
    """The libraries that one page lists and those that the set-up installs."""
    setup = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")
    wanted = re.search(r"^library_packages=\((.*?)\)", setup, flags=re.DOTALL | re.MULTILINE).group(1).split()
    page = ROOT / "docs" / "reference" / "swift.md"
    listed = re.search(r"sudo apt install ((?:[^\n]*\\\n)*[^\n]*)", page.read_text(encoding="utf-8"))
    if listed is None or listed.group(1).replace("\\", "").split() != wanted:
        yield f"{page.relative_to(ROOT)}: the list of apt packages isn't that of scripts/setup"


def main():
    page = PAGE.read_text(encoding="utf-8")
    graph = modules()
    if sys.argv[1:] == ["--write"]:
        page = written(page, graph)
        PAGE.write_text(page, encoding="utf-8")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    found = [f"ARCHITECTURE.md: {problem}" for problem in problems(page, graph)]
    found += bad_links()
    found += unlisted_pages()
    found += process_wide_calls()
    found += trapping_calls()
    found += unlisted_libraries()
    size = (ROOT / "README.md").stat().st_size
    if size > 8_000:
        found.append(f"README.md: {size} bytes, at most 8000: docs/ has the pages")
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
