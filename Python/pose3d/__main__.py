"""The command `pose3d` of this package, also `python -m pose3d`: images, videos and files of 3D
joints to JSON and CSV. The program `pose3d`, which is not in the package, has more commands."""

import argparse
import inspect
import os
import re
import sys
import typing
from typing import Any, Callable, Dict, List, NoReturn, Optional, Sequence

from . import Estimator, Picture, Pose3DError, Video, __version__, analyze, angles, video
from ._results import Result, write_whole

# Exit codes of sysexits.h, as of the program.
_USAGE, _CANNOT_CREATE, _CANNOT_WRITE, _INTERRUPTED = 64, 73, 74, 130

_EPILOG = (
    "This is the command of the Python package. Exports, several cameras, live and other "
    "commands are in the program pose3d, which is built from the sources.")
# Arguments of the functions that a command line can't give.
_PYTHON_ONLY = {"progress", "name", "depth_name"}
# The program's names of options, if they differ.
_PROGRAM_NAMES = {"depth_unit": "--depth-scale", "field_of_view": "--fov"}


# Descriptions, if those of the functions are about Python's values.
_DESCRIPTIONS = {
    "image": "the image", "path": "the file", "camera": "a camera file",
    "source": "a video file, a folder of numbered frames or a recording",
    "depth": "the depth maps of the same view: a file, or of a video also a folder",
    "own_depth": "the depth maps in the file itself (default: used)",
    "repair": "correct swapped sides, flipped depths and jumps (default: yes)",
    "gravity": "down in the camera's frame: 0,1,0 for a level camera",
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(_USAGE, f"{self.prog}: {message}\n")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command; returns the exit code."""
    given = vars(_parser().parse_args(_joined(sys.argv[1:] if arguments is None else arguments)))
    measure: Callable[..., Result] = given.pop("measure")
    outputs: Dict[str, Optional[str]] = {
        name: given.pop(name) for name in ("output", "csv", "overlay") if name in given}
    try:
        result = measure(**given)
        for warning in result.warnings:
            print(f"warning: {warning}", file=sys.stderr)
        return _write(result, outputs)
    except Pose3DError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.status
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return _USAGE
    except KeyboardInterrupt:
        return _INTERRUPTED


def _joined(arguments: Sequence[str]) -> List[str]:
    """The arguments, a vector joined to its option: `argparse` takes one that begins with a minus for an option."""
    joined: List[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--gravity" and argument[:1] == "-" and "," in argument:
            joined[-1] += "=" + argument
        else:
            joined.append(argument)
    return joined


def _write(result: Result, outputs: Dict[str, Optional[str]]) -> int:
    """Writes the files that were asked for, or the document to standard output."""
    if not any(outputs.values()):
        outputs["output"] = "-"
    for kind, path in outputs.items():
        if path is None:
            continue
        try:
            if path == "-":
                sys.stdout.buffer.write(_contents(result, kind, path))
                sys.stdout.buffer.flush()
            else:
                write_whole(path, _contents(result, kind, path))
        except OSError as error:
            if path == "-":
                # Python flushes it once more at exit, and would print a traceback.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            print(f"error: {path}: {error.strerror or error}", file=sys.stderr)
            return _CANNOT_WRITE if path == "-" else _CANNOT_CREATE
    return 0


def _contents(result: Result, kind: str, path: str) -> bytes:
    if kind == "overlay":
        assert isinstance(result, Picture)
        return result.overlay()
    if kind == "csv":
        return result.csv.encode()
    lines = isinstance(result, Video) and path.endswith(".jsonl")
    return (result.json_lines if isinstance(result, Video) and lines else result.json).encode()


def _parser() -> _Parser:
    parser = _Parser(
        prog="pose3d", epilog=_EPILOG,
        description="People in images and videos as 3D skeletons with joint angles.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="command", required=True)
    for function, described, words in (
        (analyze, Estimator.analyze, "measure the people in an image"),
        (video, Estimator.video, "measure the people in a video or a folder of frames"),
        (angles, angles, "measure the angles of 3D joints in a file"),
    ):
        command = commands.add_parser(
            function.__name__, help=words, description=f"{words.capitalize()}.", epilog=_EPILOG,
            allow_abbrev=False)
        command.set_defaults(measure=function)
        _add_options(command, function, {**_descriptions(Estimator), **_descriptions(described)})
        command.add_argument(
            "-o", "--output", metavar="FILE",
            help="the document as JSON, of a video as JSON Lines if the name ends in .jsonl "
            "(default: -, standard output, if there is no other output)")
        command.add_argument(
            "--csv", metavar="FILE", help="the table as CSV; - for standard output")
        if function is analyze:
            command.add_argument(
                "--overlay", metavar="FILE", help="the image with the skeletons, a PNG file")
    return parser


def _add_options(
    command: argparse.ArgumentParser, function: Callable[..., Result], words: Dict[str, str]
) -> None:
    """The parameters of a function as options, so that both have the same."""
    hints = typing.get_type_hints(function)
    for index, (name, parameter) in enumerate(inspect.signature(function).parameters.items()):
        if name in _PYTHON_ONLY:
            continue
        text = _DESCRIPTIONS.get(name, words[name] if name in words else "").replace("%", "%%")
        if index == 0:
            command.add_argument(name, metavar="FILE", help=text)
            continue
        options = ["--" + name.strip("_").replace("_", "-")]
        if name in _PROGRAM_NAMES:
            options.append(_PROGRAM_NAMES[name])
        settings: Dict[str, Any] = {"dest": name, "help": text, "default": argparse.SUPPRESS}
        command.add_argument(*options, **settings, **_values(name, _kinds(hints[name])))


def _kinds(hint: Any) -> List[Any]:
    """The types of a hint without None."""
    if typing.get_origin(hint) is not typing.Union:
        return [hint]
    return [kind for kind in typing.get_args(hint) if kind is not type(None)]


def _values(name: str, kinds: List[Any]) -> Dict[str, Any]:
    """The settings of argparse for the values of an option."""
    choices = [word for kind in kinds if typing.get_origin(kind) is typing.Literal
               for word in typing.get_args(kind)]
    if kinds == [bool]:
        return {"action": argparse.BooleanOptionalAction}
    if name == "gravity":
        return {"type": _direction, "metavar": "X,Y,Z"}
    if float in kinds and len(kinds) > 1:
        return {"type": _text_or_number, "metavar": "VALUE"}
    if choices:
        return {"choices": choices}
    if kinds in ([int], [float]):
        return {"type": kinds[0], "metavar": "NUMBER"}
    return {"metavar": "TEXT" if kinds == [str] else "FILE"}


def _direction(text: str) -> List[float]:
    """A vector, "0,1,0"."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} where X,Y,Z were expected") from None


def _text_or_number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _descriptions(documented: Any) -> Dict[str, str]:
    """The text of each argument in a docstring."""
    found: Dict[str, str] = {}
    name = None
    section = inspect.cleandoc(documented.__doc__).partition("Args:\n")[2].partition("\n\n")[0]
    for line in section.splitlines():
        match = re.match(r"    (\w+): (.+)", line)
        if match:
            name, found[match[1]] = match[1], match[2]
        elif name:
            found[name] += " " + line.strip()
    return {name: text[:-1] if text.endswith(".") else text for name, text in found.items()}


if __name__ == "__main__":
    sys.exit(main())
