#!/usr/bin/env python3
"""The places of fields in FFmpeg's structures and the numbers of its constants, release by release.

usage: scripts/ffmpeg_layouts.py [--write] ROOT [ROOT ...]

Each ROOT is a folder whose usr/include has the headers of one release: / for those that are installed, or where `dpkg -x`
unpacked another system's libavutil-dev, libavcodec-dev, libavformat-dev and libswscale-dev. A row of
Sources/CFFmpeg/include/layouts.h names a field or a constant and its value in every release. With --write the columns of the
releases that were given are put right, else what is wrong there is printed. The build holds its own release's column to the
headers by itself. Needs clang.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

LAYOUTS = pathlib.Path(__file__).resolve().parents[1] / "Sources/CFFmpeg/include/layouts.h"
# libavformat was 58 in FFmpeg 4, and has gone up by one with each since.
FIRST, COUNT = 4, 6
HEADERS = ["libavcodec/avcodec.h", "libavformat/avformat.h", "libavutil/opt.h", "libavutil/pixdesc.h"]
ROW = re.compile(r"^(?P<start>\s+(?P<kind>[A-Z]+)\()(?P<names>\w+(?:, \w+)?)(?P<numbers>(?:, -?\d+){%d})(?P<end>\).*)$" % COUNT)


def numbers(root, rows):
    """The release of the headers in a root, and the value of every row; None for what they don't have."""
    usr = pathlib.Path(root) / "usr/include"
    include = [f"-I{usr}"] + [f"-I{folder}" for folder in usr.glob("*-linux-gnu")]

    duration = "duration"

    def answer(expression):
        text = "".join(f"#include <{header}>\n" for header in HEADERS)
        text += "#include <stddef.h>\n#include <stdio.h>\n"
        # As layouts.h has it.
        text += f"#define FRAME_DURATION {duration}\n"
        text += f'int main(void) {{ printf("%lld", (long long)({expression})); }}\n'
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "a"
            built = subprocess.run(
                ["clang", "-w", "-xc", "-", "-o", program, *include], input=text, capture_output=True, text=True)
            return int(subprocess.check_output([program])) if built.returncode == 0 else None

    release = answer("LIBAVFORMAT_VERSION_MAJOR")
    if release is None:
        sys.exit(f"{root}: no headers of FFmpeg under {usr}")
    if release - 54 < 7:
        duration = "pkt_duration"
    return release - 54, [answer(expression) for expression in rows]


def expression(row):
    names = row["names"].split(", ")
    if row["kind"] == "CONSTANT":
        return names[0]
    structure, field = names
    return f"offsetof({structure}, {field})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("roots", nargs="+", metavar="ROOT")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = LAYOUTS.read_text().splitlines()
    places = [(number, row) for number, line in enumerate(lines) if (row := ROW.match(line))]
    table = [[int(value) for value in row["numbers"].split(", ")[1:]] for _, row in places]
    wrong = 0
    for root in options.roots:
        release, found = numbers(root, [expression(row) for _, row in places])
        if not FIRST <= release < FIRST + COUNT:
            sys.exit(f"{root}: these are headers of FFmpeg {release}, for which layouts.h has no column")
        for (_, row), known, value in zip(places, table, found):
            if value is None:
                if row["kind"] in ("FIELD", "CONSTANT"):
                    sys.exit(f"{root}: FFmpeg {release} has no {row['names'].replace(', ', '.')}")
                value = 0
            if known[release - FIRST] != value:
                wrong += 1
                print(f"FFmpeg {release}: {row['names']} is {value}, not {known[release - FIRST]}")
                known[release - FIRST] = value
    if options.write:
        for (number, row), known in zip(places, table):
            lines[number] = row["start"] + row["names"] + "".join(f", {value}" for value in known) + row["end"]
        LAYOUTS.write_text("\n".join(lines) + "\n")
    elif wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
