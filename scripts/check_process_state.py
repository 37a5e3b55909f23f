#!/usr/bin/env python3
"""Checks that no library changes the process that it runs in.

The program alone decides about signals, the umask, the environment, the working folder and the end of the process
(Sources/Pose3DCLI). A call of one of these functions in another module of Sources is an error.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "Sources" / "Pose3DCLI"
FUNCTIONS = (
    "signal sigaction sigprocmask pthread_sigmask umask setenv unsetenv putenv clearenv chdir fchdir "
    "changeCurrentDirectoryPath exit _exit _Exit quick_exit abort atexit raise setlocale setrlimit"
).split()
# A call by its bare name, or by the module's: a method of that name (`condition.signal()`) is another thing.
CALL = re.compile(r"(?<![\w.])(?:(?:Glibc|Darwin|Foundation)\.)?(%s)\(" % "|".join(FUNCTIONS))
METHOD = re.compile(r"\.(changeCurrentDirectoryPath)\(")
ALLOWED = {
    # A function of FFmpeg that is called before the library is loaded: the caller's bug.
    ("Sources/CFFmpeg/ffmpeg_shim.c", "abort"),
    # OpenVINO ends itself in exit(), and crashes programs whose threads are in it then.
    ("Sources/COpenVINO/openvino_shim.c", "atexit"),
    # OpenVINO sets the locale where models are read side by side: it is put back.
    ("Sources/COpenVINO/openvino_shim.c", "setlocale"),
}


def calls(path):
    """The calls in a file: line numbers and names. Comments don't count."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = re.split(r"//|^\s*\*|/\*", line, maxsplit=1)[0]
        if re.search(r"\bfunc\s+\w+\(", code):
            code = re.sub(r"\bfunc\s+\w+\(", "", code)
        for match in [*CALL.finditer(code), *METHOD.finditer(code)]:
            yield number, match.group(1)


def main():
    found = []
    for path in sorted((ROOT / "Sources").rglob("*")):
        if path.suffix not in (".swift", ".c", ".h") or PROGRAM in path.parents:
            continue
        name = path.relative_to(ROOT).as_posix()
        found += [
            f"{name}:{number}: {call}() changes the process: the program alone may (Sources/Pose3DCLI)"
            for number, call in calls(path)
            if (name, call) not in ALLOWED
        ]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
