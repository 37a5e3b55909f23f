#!/usr/bin/env python3
"""Writes the manual pages of pose3d, one per command, from the program's description of its own arguments.

    scripts/manual_pages.py PROGRAM FOLDER            # FOLDER/pose3d.1, FOLDER/pose3d-analyze.1, ...
    scripts/manual_pages.py PROGRAM FILE.md           # one page of Markdown: docs/reference/command-line.md

Names, descriptions, options and examples come from `PROGRAM --experimental-dump-help`, the exit codes from the sources, the
date from Packaging/debian/changelog. Needs Python 3 alone. `make man` and `make command-line` call it.
"""

import email.utils
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "Sources/Pose3DCLI/Output"
WORDS = ROOT / "Sources/PoseAnalysis/Words"

ENVIRONMENT = {
    "POSE3D_HOME": "The folder with the detection runtime (openvino/) and the models (models/). Where it is set, no "
                   "other is looked into.",
    "XDG_CACHE_HOME": "The folder under which compiled models are kept, in pose3d/openvino; without it ~/.cache, "
                      "where HOME is the user's folder. It may be deleted at any time.",
    "HOME": "See XDG_CACHE_HOME.",
    "NO_COLOR": "Where it is set and not empty, nothing is printed in colour.",
    "PATH": "Where pose3d live --open looks for xdg-open.",
    "TERM": "With dumb, neither colours nor progress are shown.",
}

FILES = {
    "PREFIX/lib/pose3d/": "The detection runtime and a link to the models, where PREFIX/bin/pose3d is the program.",
    "PREFIX/share/pose3d/models/": "The models. A folder that others may write to is not used.",
    "~/.cache/pose3d/": "Compiled models, and which files of the runtime were compared with their digests.",
}


def escaped(text):
    """Text as roff prints it character by character."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti")
    return "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def italic(text):
    return f"\\fI{escaped(text)}\\fR"


def lines_of(text):
    """Input lines of at most 80 characters; none is taken for a request."""
    lines = textwrap.wrap(text, 78, break_long_words=False, break_on_hyphens=False)
    return [f"\\&{line}" if line[0] in ".'" else line for line in lines]


def prose(text):
    """A paragraph, with its options in bold."""
    words = re.split(r"((?<![\w-])--?[A-Za-z][\w-]*)", text)
    return lines_of("".join(bold(w) if i % 2 else escaped(w) for i, w in enumerate(words)))


def verbatim(lines):
    return [".EX"] + [f"\\&{escaped(line)}" if line[:1] in ".'" else escaped(line) for line in lines] + [".EE"]


def paragraphs(text):
    """The paragraphs of a discussion and what is set off in them, the first without a request before it."""
    result = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if result:
            result.append(".PP")
        lines = paragraph.split("\n")
        while lines:
            indented = lines[0].startswith(" ")
            count = next((i for i, line in enumerate(lines) if line.startswith(" ") != indented), len(lines))
            part, lines = lines[:count], lines[count:]
            result += verbatim(part) if indented else prose(" ".join(part))
    return result


def sections(discussion):
    """A discussion as pairs of title and text: what stands before the first title has none."""
    parts = re.split(r"(?:\A|\n)([A-Z][A-Z ]+)\n", discussion)
    return [("", parts[0])] + list(zip(parts[1::2], parts[2::2]))


def dashed(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def spellings(argument):
    """An option as it is written, short names first."""
    return sorted((dashed(name) for name in argument["names"]), key=len)


def heading(argument):
    """What stands before an argument's description."""
    if argument["kind"] == "positional":
        return italic(argument["valueName"]) + (" ..." if argument["isRepeating"] else "")
    names = ", ".join(bold(name) for name in spellings(argument))
    return names if argument["kind"] == "flag" else f"{names} {italic(argument['valueName'])}"


def description(argument):
    """What an argument means, its values and default as --help gives them."""
    notes = []
    values, default = argument.get("allValues"), argument.get("defaultValue")
    if values and argument["kind"] != "flag":
        notes.append(f"values: {', '.join(values)}")
    if default:
        notes.append(f"default: {default}")
    return argument.get("abstract", "") + (f" ({'; '.join(notes)})" if notes else "")


def shown(items):
    return [item for item in items if item.get("shouldDisplay", True)]


def shown_arguments(command):
    """The arguments of --help, a flag and its negation as one."""
    return joined(shown(command.get("arguments", [])))


def all_arguments(command):
    """The arguments of --help-all. A former name of an option is hidden and has no description."""
    return joined([a for a in command.get("arguments", []) if a.get("abstract")])


def joined(arguments):
    """The arguments, a flag and its negation as one."""
    result = []
    for argument in arguments:
        before = result[-1] if result else {}
        if (argument["kind"] == before.get("kind") == "flag"
                and dashed(argument["preferredName"]) == "--no-" + before["preferredName"]["name"]):
            result[-1] = {**before, "names": before["names"] + argument["names"]}
        else:
            result.append(argument)
    return result


def sentence_case(title):
    """A title in capitals as the beginning of a sentence: 2D and 3D stay."""
    words = " ".join(w if any(c.isdigit() for c in w) else w.lower() for w in title.split())
    return words[0].upper() + words[1:]


def options(arguments):
    """The arguments under their groups' titles, in the order of --help."""
    groups = {"Arguments": []}
    for argument in arguments:
        if "sectionTitle" in argument:
            groups.setdefault(argument["sectionTitle"], [])
    has_groups = len(groups) > 1 or any(a["kind"] == "positional" for a in arguments)
    groups["Other options" if len(groups) > 1 else "Options"] = rest = []
    for argument in arguments:
        title = argument.get("sectionTitle")
        place = groups["Arguments"] if argument["kind"] == "positional" else rest
        (groups[title] if title else place).append(argument)
    result = []
    for title, members in groups.items():
        if members and has_groups:
            result.append(f".SS {escaped(sentence_case(title))}")
        for argument in members:
            result += [".TP", heading(argument)] + prose(description(argument))
    return result


def synopsis(command, words):
    """The command with what it can't do without."""
    arguments = shown_arguments(command)
    line = bold(" ".join(words))
    if shown(command.get("subcommands", [])):
        return [f"{line} {italic('command')} [{italic('options')}]"]
    needed = [a for a in arguments if a["kind"] == "option" and not a["isOptional"]]
    if len(needed) < len([a for a in arguments if a["kind"] != "positional"]):
        line += f" [{italic('options')}]"
    for argument in needed:
        line += f" {bold(spellings(argument)[-1])} {italic(argument['valueName'])}"
    for argument in arguments:
        if argument["kind"] == "positional":
            word = heading(argument)
            line += f" [{word}]" if argument["isOptional"] else f" {word}"
    return [line]


def exit_codes():
    """The exit codes of the program, and the meaning of each, from the sources."""
    failure = (WORDS / "RecoverySuggestion+CommandLine.swift").read_text(encoding="utf-8")
    codes = {0: "What was asked for is done."}
    for words, code in re.findall(r"///\s*(.+)\n\s*case \w+ = (\d+)", failure):
        codes[int(code)] = words
    interruption = (OUTPUT / "Interruption.swift").read_text(encoding="utf-8")
    codes[int(re.search(r"let exitCode: Int32 = (\d+)", interruption).group(1))] = (
        "The work was interrupted; the files go as far as it went.")
    return codes


def definitions(items):
    return [line for term, words in items for line in [".TP", bold(str(term))] + prose(words)]


def commands(command, words):
    """All commands that have a page, as pairs of the command and its words."""
    yield command, words
    for inner in shown(command.get("subcommands", [])):
        if inner["commandName"] != "help":
            yield from commands(inner, words + [inner["commandName"]])


def page(command, words, others, version, date):
    name = "-".join(words)
    lines = [f'.TH {escaped(name.upper())} 1 "{date}" "pose3d {version}" "User commands"',
             ".\\\" Neither hyphens nor wide gaps among options and names of files.", ".nh", ".ad l", ".SH NAME"]
    lines += lines_of(f"{escaped(name)} \\- " + escaped(command["abstract"].rstrip(".")))
    lines += [".SH SYNOPSIS"] + synopsis(command, words)
    examples = []
    lines.append(".SH DESCRIPTION")
    for title, text in sections(command.get("discussion", "")):
        if title == "EXAMPLES":
            examples = [line.removeprefix("  ") for line in text.strip("\n").split("\n")]
        elif title:
            lines += [f".SS {escaped(sentence_case(title))}"] + paragraphs(text)
        else:
            lines += paragraphs(text) if text.strip() else prose(command["abstract"])
    inner = shown(command.get("subcommands", []))
    pages = [i for i in inner if i["commandName"] != "help"]
    if pages:
        lines.append(".SH COMMANDS")
        for subcommand in pages:
            full = "-".join(words + [subcommand["commandName"]])
            lines += [".TP", f"{bold(full)}(1)"] + prose(subcommand["abstract"])
    lines += [".SH OPTIONS"] + options(shown_arguments(command))
    if examples:
        lines += [".SH EXAMPLES"] + verbatim(examples)
    lines += [".SH EXIT STATUS"] + definitions(exit_codes().items())
    if len(words) == 1:
        lines += [".SH ENVIRONMENT"] + definitions(ENVIRONMENT.items())
        lines += [".SH FILES"] + definitions(FILES.items())
    else:
        lines += [".SH ENVIRONMENT"] + lines_of(f"See {bold(words[0])}(1).")
    references = [f"\\%{bold(other)}(1)" for other in others if other != name]
    lines += [".SH SEE ALSO"] + lines_of(", ".join(references))
    return "\n".join(lines) + "\n"


MARKDOWN_HEAD = """# Command line

<!-- made by scripts/manual_pages.py: make command-line -->

Every command with its options and the first sentence of their descriptions. `pose3d COMMAND --help` and \
`man pose3d-COMMAND` have the full text. [Exit codes](exit-codes.md) are the same for all commands.
"""


def cell(text):
    """Text as a cell of a table."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def option_row(argument):
    """An argument as a row: its spellings, the first sentence of its description, its values and default."""
    if argument["kind"] == "positional":
        name = f"`{argument['valueName']}`"
    else:
        name = ", ".join(f"`{spelling}`" for spelling in spellings(argument))
        if argument["kind"] == "option":
            name += f" *{cell(argument['valueName'])}*"
    words = re.split(r"(?<=\.) (?=[A-Z`-])", argument.get("abstract", ""))[0]
    values = [] if argument["kind"] == "flag" else argument.get("allValues") or []
    default = argument.get("defaultValue")
    notes = ", ".join(f"`{value}`" for value in values) + (f" (default: `{default}`)" if default else "")
    return f"| {name} | {cell(words)} | {notes.strip()} |"


def markdown(root):
    """The whole command line as one page."""
    lines = [MARKDOWN_HEAD]
    for command, words in commands(root, [root["commandName"]]):
        lines += [f"## {' '.join(words)}", "", command["abstract"], ""]
        aliases = command.get("aliases", [])
        if aliases:
            lines += [f"Also: `{' '.join(words[:-1] + aliases[:1])}`.", ""]
        rows = [option_row(argument) for argument in all_arguments(command)
                if not {"--version", "--help"} & set(spellings(argument) if argument["kind"] != "positional" else [])]
        if rows:
            lines += ["| argument | | values |", "|---|---|---|", *rows, ""]
        examples = dict(sections(command.get("discussion", ""))).get("EXAMPLES", "").strip("\n")
        if examples:
            lines += ["```", *(line.removeprefix("  ") for line in examples.split("\n")), "```", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def said_by(program, option):
    return subprocess.run([program, option], check=True, capture_output=True, text=True).stdout


def changelog_date():
    """The day of the newest entry of the changelog."""
    text = (ROOT / "Packaging/debian/changelog").read_text(encoding="utf-8")
    stamp = re.search(r"^ -- .*>  (.+)$", text, re.MULTILINE).group(1)
    return email.utils.parsedate_to_datetime(stamp).date().isoformat()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program = str(pathlib.Path(sys.argv[1]).resolve())
    root = json.loads(said_by(program, "--experimental-dump-help"))["command"]
    folder = pathlib.Path(sys.argv[2])
    if folder.suffix == ".md":
        folder.write_text(markdown(root), encoding="utf-8")
        return
    folder.mkdir(parents=True, exist_ok=True)
    version, date = said_by(program, "--version").strip(), changelog_date()
    found = list(commands(root, [root["commandName"]]))
    names = ["-".join(words) for _, words in found]
    for command, words in found:
        name = "-".join(words)
        others = names if len(words) == 1 else [words[0]] + [n for n in names if n != words[0]]
        (folder / f"{name}.1").write_text(page(command, words, others, version, date), encoding="ascii")
        for alias in command.get("aliases", []):
            link = folder / f"{'-'.join(words[:-1] + [alias])}.1"
            link.unlink(missing_ok=True)
            link.symlink_to(f"{name}.1")


if __name__ == "__main__":
    main()
