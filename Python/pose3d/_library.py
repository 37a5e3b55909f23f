"""The C library, as in pose3d.h. ctypes releases the interpreter's lock while the library works."""

import ctypes
import importlib.util
import json
import os
import pathlib
from ctypes import POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_ssize_t, c_void_p
from typing import Any, Dict, Optional, Tuple

import numpy

from ._errors import Pose3DError

_ABI_VERSION = 1
_FOLDER = pathlib.Path(__file__).parent
_MODELS = _FOLDER / "models"


class Image(Structure):
    """p3_image"""

    _fields_ = [
        ("data", c_void_p), ("width", c_int32), ("height", c_int32), ("stride", c_ssize_t),
        ("pixels", c_int32),
    ]


class Depth(Structure):
    """p3_depth"""

    _fields_ = [
        ("data", c_void_p), ("width", c_int32), ("height", c_int32), ("stride", c_ssize_t),
        ("samples", c_int32),
    ]


class Frame(Structure):
    """p3_frame"""

    _fields_ = [("time", c_double), ("image", Image), ("depth", Depth)]


Progress = ctypes.CFUNCTYPE(c_int32, c_void_p, c_int64)
NextFrame = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(Frame))

_FUNCTIONS = {
    "p3_abi_version": (c_int32, []),
    "p3_version": (c_char_p, []),
    "p3_last_error": (c_char_p, []),
    "p3_last_error_code": (c_char_p, []),
    "p3_joint_name": (c_char_p, [c_size_t]),
    "p3_estimator_open": (c_int32, [c_char_p, POINTER(c_void_p)]),
    "p3_estimator_close": (None, [c_void_p]),
    "p3_analyze": (c_int32, [c_void_p, POINTER(Image), POINTER(Depth), c_char_p, POINTER(c_void_p)]),
    "p3_analyze_file": (c_int32, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_video_file": (c_int32, [c_void_p, c_char_p, c_char_p, Progress, c_void_p, POINTER(c_void_p)]),
    "p3_video_frames": (
        c_int32, [c_void_p, NextFrame, c_char_p, Progress, c_void_p, POINTER(c_void_p)]),
    "p3_angles_file": (c_int32, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_gait_file": (c_int32, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_test_file": (c_int32, [c_char_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_ergonomics_file": (c_int32, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_compare_files": (c_int32, [c_char_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_exercise_file": (c_int32, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "p3_report_files": (
        c_int32, [POINTER(c_char_p), c_int32, c_char_p, Progress, c_void_p, POINTER(c_void_p)]),
    "p3_compare_series": (c_int32, [POINTER(c_char_p), c_int32, c_char_p, POINTER(c_void_p)]),
    "p3_result_free": (None, [c_void_p]),
    "p3_result_text": (c_void_p, [c_void_p, c_int32, POINTER(c_size_t)]),
    "p3_result_warning": (c_char_p, [c_void_p, c_size_t]),
    "p3_result_rows": (c_size_t, [c_void_p]),
    "p3_result_numbers": (c_int32, [c_void_p, c_int32, POINTER(c_double), c_size_t]),
    "p3_result_angles": (c_size_t, [c_void_p]),
    "p3_result_angle": (c_char_p, [c_void_p, c_size_t]),
    "p3_result_overlay": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_size_t)]),
    "p3_free": (None, [c_void_p]),
}


def _load() -> ctypes.CDLL:
    # Where the wheel's libheif finds its decoder of HEIC, and fontconfig a font beside the system's.
    for variable, place in (("LIBHEIF_PLUGIN_PATH", "heif"), ("FONTCONFIG_FILE", "fonts/fonts.conf")):
        if (_FOLDER / "_native" / place).exists():
            os.environ.setdefault(variable, str(_FOLDER / "_native" / place))
    path = os.environ.get("POSE3D_LIBRARY") or str(_FOLDER / "_native" / "libpose3d_c.so")
    try:
        found = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"pose3d's library can't be loaded: {error}") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    number = found.p3_abi_version()
    if number != _ABI_VERSION:
        raise ImportError(f"{path} has the interface {number}; this package needs {_ABI_VERSION}")
    return found


library = _load()


def version() -> str:
    return library.p3_version().decode()


def joint_names() -> Tuple[str, ...]:
    return tuple(library.p3_joint_name(index).decode() for index in range(17))


def check(status: int) -> None:
    """Raises the error of a call that failed."""
    if status:
        raise Pose3DError(
            library.p3_last_error().decode(), library.p3_last_error_code().decode(), status)


def options(values: Dict[str, Any]) -> Optional[bytes]:
    """The options of a call without those that are None."""
    given = {name: value for name, value in values.items() if value is not None}
    # Names of files may be any bytes: Python has those that are not UTF-8 as surrogates.
    text = json.dumps(given, ensure_ascii=False, default=_plain) if given else None
    return None if text is None else text.encode(errors="surrogateescape")


def _plain(value: Any) -> Any:
    """A number or truth value of NumPy as Python's own."""
    if isinstance(value, numpy.generic):
        return value.item()
    raise TypeError(
        f"an option is {value!r}, of the type {type(value).__name__}: give text or numbers")


def _package_file(package: str, *names: str) -> Optional[str]:
    """A file or folder in an installed package, found without importing it."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    for folder in spec.submodule_search_locations or [] if spec else []:
        path = pathlib.Path(folder, *names)
        if path.exists():
            return str(path)
    return None


def installation() -> Dict[str, Optional[str]]:
    """The places of the models, the runtime and OpenBLAS: those in the wheels, unless POSE3D_HOME
    is set, or this package has no models."""
    found: Dict[str, Optional[str]] = {
        "openblas": _package_file("scipy_openblas32", "lib", "libscipy_openblas.so")}
    if os.environ.get("POSE3D_HOME") or not _MODELS.is_dir():
        return found
    runtime = _package_file("openvino", "libs")
    if runtime is None:
        raise Pose3DError(
            "the detection runtime is not installed: python -m pip install openvino",
            "notInstalled", 69)
    return {**found, "models": str(_MODELS), "runtime": runtime}
