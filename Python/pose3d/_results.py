"""Results as NumPy arrays, dictionaries and tables."""

import ctypes
import html
import io
import json
import os
import secrets
import stat
import weakref
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple, Type, TypeVar, Union

import numpy

from ._curves import drawing
from ._errors import Pose3DError
from ._library import check, library

if TYPE_CHECKING:
    import pandas

_JSON, _JSON_LINES, _CSV, _PAGE = range(4)
(_FRAME, _TIME, _PERSON, _JOINTS, _BODY_JOINTS, _SIGMAS, _CONFIDENCES, _SOURCES, _POINTS, _ANGLES,
 _ANGLE_SIGMAS, _HEIGHT, _HEIGHT_SIGMA) = range(13)
_SOURCE_NAMES = numpy.array(["inferred", "lifted", "depth", "triangulated"])


class _LibraryContents:
    """A result in the memory of the library."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self._handle = handle
        self._release = weakref.finalize(self, library.p3_result_free, handle)
        # A daemon thread may be reading it when the program ends.
        self._release.atexit = False

    @property
    def rows(self) -> int:
        return library.p3_result_rows(self._handle)

    @property
    def angle_names(self) -> List[str]:
        count = library.p3_result_angles(self._handle)
        return [library.p3_result_angle(self._handle, index).decode() for index in range(count)]

    @property
    def warnings(self) -> List[str]:
        found: List[str] = []
        while (text := library.p3_result_warning(self._handle, len(found))) is not None:
            found.append(text.decode())
        return found

    def numbers(self, quantity: int, width: int) -> numpy.ndarray:
        numbers = numpy.empty((self.rows, width))
        check(library.p3_result_numbers(
            self._handle, quantity, numbers.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
            numbers.size))
        return numbers

    def text(self, kind: int) -> Optional[bytes]:
        length = ctypes.c_size_t()
        start = library.p3_result_text(self._handle, kind, ctypes.byref(length))
        return None if start is None else ctypes.string_at(start, length.value)

    def overlay(self) -> bytes:
        start, count = ctypes.c_void_p(), ctypes.c_size_t()
        check(library.p3_result_overlay(self._handle, ctypes.byref(start), ctypes.byref(count)))
        try:
            return ctypes.string_at(start, count.value)
        finally:
            library.p3_free(start)

    def __reduce__(self) -> Any:
        names = self.angle_names
        texts = {kind: self.text(kind) for kind in (_JSON, _JSON_LINES, _CSV)}
        return _PickledContents, (
            self.rows, names, self.warnings,
            {quantity: self.numbers(quantity, _width(quantity, len(names)))
             for quantity in range(_HEIGHT_SIGMA + 1)},
            {kind: zlib.compress(text, 1) for kind, text in texts.items() if text is not None})


@dataclass
class _PickledContents:
    """A result that comes from another process or a file: its documents and numbers, without the
    image."""

    rows: int
    angle_names: List[str]
    warnings: List[str]
    quantities: Dict[int, numpy.ndarray]
    # Compressed.
    texts: Dict[int, bytes]

    def numbers(self, quantity: int, width: int) -> numpy.ndarray:
        return self.quantities[quantity]

    def text(self, kind: int) -> Optional[bytes]:
        return zlib.decompress(self.texts[kind]) if kind in self.texts else None

    def overlay(self) -> bytes:
        raise Pose3DError(
            "a pickled result does not contain the image: call overlay() in the process that "
            "measured it", "imageMissing", 64)


def _width(quantity: int, angles: int) -> int:
    """The number of a quantity's numbers in a row, as in pose3d.h."""
    if quantity in (_ANGLES, _ANGLE_SIGMAS):
        return angles
    joints = {_JOINTS: 3, _BODY_JOINTS: 3, _POINTS: 2, _SIGMAS: 1, _CONFIDENCES: 1, _SOURCES: 1}
    return 17 * joints[quantity] if quantity in joints else 1


def _table(csv: str) -> "pandas.DataFrame":
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas needs pandas: python -m pip install pandas") from error
    return pandas.read_csv(io.StringIO(csv))


_AnyResult = TypeVar("_AnyResult", bound="Result")


def _restored(
    kind: Type[_AnyResult], contents: Union[_LibraryContents, _PickledContents]
) -> _AnyResult:
    result = kind.__new__(kind)
    result._contents = contents
    result._kept = {}
    return result


class Result:
    """The people that were found. A row of the arrays is a person in a frame, in the order of
    frames; a missing number is NaN.

    A result is read-only. It can be pickled, with its documents and numbers and without the image,
    so that `multiprocessing` can return it. A copy is the result itself.
    """

    _contents: Union[_LibraryContents, _PickledContents]

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self._contents = _LibraryContents(handle)
        self._kept: Dict[int, numpy.ndarray] = {}

    def __reduce__(self) -> Any:
        return _restored, (type(self), self._contents)

    def __copy__(self: _AnyResult) -> _AnyResult:
        return self

    def __deepcopy__(self: _AnyResult, memo: Dict[int, Any]) -> _AnyResult:
        return self

    def __len__(self) -> int:
        """The number of rows."""
        return self._contents.rows

    def _numbers(self, quantity: int, *shape: int) -> numpy.ndarray:
        if quantity not in self._kept:
            width = int(numpy.prod(shape, dtype=int))
            numbers = self._contents.numbers(quantity, width).reshape(len(self), *shape)
            numbers.flags.writeable = False
            self._kept[quantity] = numbers
        return self._kept[quantity]

    @property
    def frame(self) -> numpy.ndarray:
        """(n,): the number of each row's frame."""
        return self._numbers(_FRAME).astype(int)

    @property
    def time(self) -> numpy.ndarray:
        """(n,): seconds."""
        return self._numbers(_TIME)

    @property
    def person(self) -> numpy.ndarray:
        """(n,): the number of each row's person."""
        return self._numbers(_PERSON).astype(int)

    @property
    def joints(self) -> numpy.ndarray:
        """(n, 17, 3): metres in the camera's frame, x right, y down, z forward."""
        return self._numbers(_JOINTS, 17, 3)

    @property
    def body_joints(self) -> numpy.ndarray:
        """(n, 17, 3): metres from the root in the body's frame, x to the person's left, y up, z
        forward."""
        return self._numbers(_BODY_JOINTS, 17, 3)

    @property
    def sigma(self) -> numpy.ndarray:
        """(n, 17): one standard deviation of the joints, metres."""
        return self._numbers(_SIGMAS, 17)

    @property
    def confidence(self) -> numpy.ndarray:
        """(n, 17): confidence in the joints, 0 to 1."""
        return self._numbers(_CONFIDENCES, 17)

    @property
    def source(self) -> numpy.ndarray:
        """(n, 17): "triangulated" for a joint seen by several cameras, "depth" for one seen in the depth map, "lifted"
        for one seen in the image, "inferred" for an estimate from the others; empty if it is unknown."""
        ranks = self._numbers(_SOURCES, 17)
        names = _SOURCE_NAMES[numpy.nan_to_num(ranks).astype(int)]
        return numpy.where(numpy.isnan(ranks), "", names)

    @property
    def points(self) -> numpy.ndarray:
        """(n, 17, 2): the joints in the image, pixels, the centre of the top left one at (0, 0)."""
        return self._numbers(_POINTS, 17, 2)

    @property
    def angle_names(self) -> List[str]:
        """The names of the angles; docs/reference/angles.md defines them."""
        return list(self._contents.angle_names)

    @property
    def angles(self) -> Dict[str, numpy.ndarray]:
        """(n,) for each name: degrees; NaN for an angle that the joints don't show."""
        names = self.angle_names
        return dict(zip(names, self._numbers(_ANGLES, len(names)).T))

    @property
    def angle_sigmas(self) -> Dict[str, numpy.ndarray]:
        """(n,) for each name: one standard deviation in degrees."""
        names = self.angle_names
        return dict(zip(names, self._numbers(_ANGLE_SIGMAS, len(names)).T))

    @property
    def height(self) -> numpy.ndarray:
        """(n,): the bodies' heights in metres."""
        return self._numbers(_HEIGHT)

    @property
    def height_sigma(self) -> numpy.ndarray:
        """(n,): one standard deviation of them; 0 for a height that was given."""
        return self._numbers(_HEIGHT_SIGMA)

    @property
    def warnings(self) -> List[str]:
        """Doubts about the numbers, a sentence each."""
        return list(self._contents.warnings)

    def _text(self, kind: int) -> str:
        text = self._contents.text(kind)
        assert text is not None, "only videos have JSON Lines"
        return text.decode()

    @property
    def json(self) -> str:
        """The document that the program `pose3d` writes."""
        return self._text(_JSON)

    @property
    def csv(self) -> str:
        """The table that the program `pose3d` writes: a line for each row."""
        return self._text(_CSV)

    def to_dict(self) -> Dict[str, Any]:
        """The document as dictionaries and lists."""
        return json.loads(self.json)

    def to_pandas(self) -> "pandas.DataFrame":
        """The columns of `csv` as a table. Requires pandas."""
        return _table(self.csv)

    def to_parquet(self, path: "Union[str, os.PathLike[str]]") -> None:
        """Writes the columns of `csv` as a Parquet file, complete or not at all. Requires
        pyarrow."""
        try:
            import pyarrow.csv
            import pyarrow.parquet
        except ImportError as error:
            raise ImportError("to_parquet needs pyarrow: python -m pip install pyarrow") from error
        table = pyarrow.csv.read_csv(io.BytesIO(self.csv.encode()))
        buffer = io.BytesIO()
        pyarrow.parquet.write_table(table, buffer)
        write_whole(path, buffer.getvalue())


def page_and_warnings(handle: ctypes.c_void_p) -> Tuple[str, List[str]]:
    """The page of a report, and the doubts about it."""
    contents = _LibraryContents(handle)
    return (contents.text(_PAGE) or b"").decode(), contents.warnings


class Session:
    """What was measured of a session: walking, a functional test, postures, repetitions, or the difference of two
    sessions. It can be pickled."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        contents = _LibraryContents(handle)
        texts = {kind: contents.text(kind) for kind in (_JSON, _CSV, _PAGE)}
        self._texts = {kind: text.decode() for kind, text in texts.items() if text is not None}
        self._warnings = contents.warnings

    @property
    def json(self) -> str:
        """The document that the program `pose3d` writes."""
        return self._texts[_JSON]

    @property
    def csv(self) -> str:
        """The table that the program `pose3d` writes: a line for each measure."""
        return self._texts[_CSV]

    @property
    def page(self) -> str:
        """A page for a browser, one HTML file."""
        return self._texts[_PAGE]

    @property
    def warnings(self) -> List[str]:
        """Doubts about the numbers, a sentence each."""
        return list(self._warnings)

    def to_dict(self) -> Dict[str, Any]:
        """The document as dictionaries and lists."""
        return json.loads(self.json)

    def to_pandas(self) -> "pandas.DataFrame":
        """The columns of `csv` as a table. Requires pandas."""
        return _table(self.csv)

    def _repr_html_(self) -> str:
        # The page's own styles are for the whole page: a frame keeps them from the notebook's.
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" sandbox="allow-scripts" '
            'style="width: 100%; height: 40em; border: 0"></iframe>')

    def __repr__(self) -> str:
        return f"<pose3d.Session {self.to_dict()['schema']}>"


class Person:
    """One person in an image."""

    def __init__(self, result: "Picture", row: int) -> None:
        self._result = result
        self._row = row

    @property
    def id(self) -> int:
        """The person's number in the image."""
        return int(self._result.person[self._row])

    @property
    def joints(self) -> numpy.ndarray:
        """(17, 3): metres in the camera's frame, x right, y down, z forward."""
        return self._result.joints[self._row]

    @property
    def body_joints(self) -> numpy.ndarray:
        """(17, 3): metres from the root in the body's frame, x to the person's left, y up, z
        forward."""
        return self._result.body_joints[self._row]

    @property
    def sigma(self) -> numpy.ndarray:
        """(17,): one standard deviation of the joints, metres."""
        return self._result.sigma[self._row]

    @property
    def confidence(self) -> numpy.ndarray:
        """(17,): confidence in the joints, 0 to 1."""
        return self._result.confidence[self._row]

    @property
    def source(self) -> numpy.ndarray:
        """(17,): "triangulated", "depth", "lifted" or "inferred"."""
        return self._result.source[self._row]

    @property
    def points(self) -> numpy.ndarray:
        """(17, 2): the joints in the image, pixels."""
        return self._result.points[self._row]

    @property
    def angles(self) -> Dict[str, Optional[float]]:
        """Degrees by name; None for an angle that the joints don't show, with the reason in
        `to_dict`."""
        return {name: _number(values[self._row]) for name, values in self._result.angles.items()}

    @property
    def angle_sigmas(self) -> Dict[str, Optional[float]]:
        """One standard deviation of each angle in degrees."""
        return {name: _number(values[self._row]) for name, values in self._result.angle_sigmas.items()}

    @property
    def height(self) -> float:
        """The body's height in metres."""
        return float(self._result.height[self._row])

    @property
    def height_sigma(self) -> float:
        """One standard deviation of it; 0 for a height that was given."""
        return float(self._result.height_sigma[self._row])

    def to_dict(self) -> Dict[str, Any]:
        """The person as in the image's document."""
        return self._result.to_dict()["people"][self._row]

    def to_pandas(self) -> "pandas.DataFrame":
        """The person's line of the image's table. Requires pandas."""
        return self._result.to_pandas().iloc[[self._row]]

    def _repr_png_(self) -> Optional[bytes]:
        return self._result._repr_png_()

    def __repr__(self) -> str:
        return f"<pose3d.Person {self.id}, {self.height:.2f} m>"


class Picture(Result):
    """The people in an image, the most prominent first; it may be empty."""

    @property
    def people(self) -> List[Person]:
        """The people."""
        return [Person(self, row) for row in range(len(self))]

    def __getitem__(self, index: int) -> Person:
        return self.people[index]

    def __iter__(self) -> Iterator[Person]:
        return iter(self.people)

    def overlay(self) -> bytes:
        """The image with the skeletons drawn on it, a PNG file. A result that was pickled does not
        contain the image, and raises Pose3DError."""
        return self._contents.overlay()

    def _repr_png_(self) -> Optional[bytes]:
        return None if isinstance(self._contents, _PickledContents) else self.overlay()

    def __repr__(self) -> str:
        return f"<pose3d.Picture of {len(self)} {'person' if len(self) == 1 else 'people'}>"


class Video(Result):
    """The people in a video over time, their exercise and repetitions."""

    @property
    def json_lines(self) -> str:
        """The document as JSON Lines: a header, a line for each frame, and a summary."""
        return self._text(_JSON_LINES)

    @property
    def exercise(self) -> Dict[str, Any]:
        """The exercise that was recognised or named, as in the document."""
        return self.to_dict()["exercise"]

    @property
    def repetitions(self) -> List[Dict[str, Any]]:
        """The repetitions as in the document; those that don't count have a reason."""
        return self.to_dict()["repetitions"]

    def _repr_svg_(self) -> str:
        """The angles that move most over time, and the repetitions, for notebooks."""
        document = self.to_dict()
        return drawing(
            self.person, self.time, self.angles, document["exercise"], document["repetitions"])

    def __repr__(self) -> str:
        people, frames = len(set(self.person)), len(set(self.frame))
        return (f"<pose3d.Video of {people} {'person' if people == 1 else 'people'}, seen in "
                f"{frames} {'frame' if frames == 1 else 'frames'}>")


class Angles(Result):
    """The angles of the 3D joints in a file; `joints` are in that file's axes."""

    def __repr__(self) -> str:
        return f"<pose3d.Angles of {len(self)} skeletons>"


def _number(value: float) -> Optional[float]:
    return None if numpy.isnan(value) else float(value)


def to_pandas(result: Result) -> "pandas.DataFrame":
    """The result as a table: `Result.to_pandas`."""
    return result.to_pandas()


def to_parquet(result: Result, path: "Union[str, os.PathLike[str]]") -> None:
    """Writes the result as a Parquet file: `Result.to_parquet`."""
    result.to_parquet(path)


def write_whole(path: "Union[str, os.PathLike[str]]", contents: bytes) -> None:
    """Writes a file, complete or not at all; a pipe or a device directly."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as stream:
            stream.write(contents)
        return
    temporary = f"{target}.{secrets.token_hex(8)}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(temporary, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if os.path.exists(target):
                os.fchmod(file.fileno(), stat.S_IMODE(os.stat(target).st_mode))
            file.write(contents)
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
