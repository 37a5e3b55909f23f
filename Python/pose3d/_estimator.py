"""What measures people."""

import ctypes
import json
import os
import queue
import threading
import weakref
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from ._library import Depth, Image, NextFrame, Progress, check, installation, library, options
from ._results import Angles, Picture, Video

Path = Union[str, "os.PathLike[str]"]
Frames = Union[
    numpy.ndarray, Tuple[numpy.ndarray, float], Tuple[numpy.ndarray, float, Optional[numpy.ndarray]]]
Camera = Union[Path, Mapping[str, Any], Sequence[float], numpy.ndarray]


class Estimator:
    """Models that are loaded once, by the first picture that needs them.

    It may be used from several threads, which wait for each other; several estimators work at the same
    time. It can't be used in a forked process, nor sent to another: make one in each.

    Args:
        people: how many people are measured in a picture at most, 1 to 16.
        effort: "fast", "standard" or "best"; usually "best" for pictures and "standard" for videos.
        model: "full", "heavy", or the file of a model.

    Raises:
        Pose3DError: for what can't be used.
    """

    def __init__(
        self, people: int = 1, effort: Optional[str] = None, model: Optional[Path] = None
    ) -> None:
        handle = ctypes.c_void_p()
        check(library.p3_estimator_open(
            options({"people": people, "effort": effort, "model": _path(model), **installation()}),
            ctypes.byref(handle)))
        self._handle = handle
        self._release = weakref.finalize(self, library.p3_estimator_close, handle)

    def __reduce__(self):
        raise TypeError("a pose3d.Estimator can't be sent to another process: make one there")

    def analyze(
        self, image: "Union[numpy.ndarray, Path]",
        depth: "Union[numpy.ndarray, Path, None]" = None, camera: Optional[Camera] = None,
        height: Optional[float] = None, *, field_of_view: Optional[float] = None,
        gravity: Optional[Sequence[float]] = None, depth_unit: Union[str, float, None] = None,
        camera_name: Optional[str] = None, **further: Any,
    ) -> Picture:
        """Measures the people in a picture. One without a person is no error: the result is empty.

        Args:
            image: uint8 (h, w, 3) in the order red, green, blue, (h, w, 4) or grey (h, w), upright; or
                a file. An array is not copied when its pixels lie side by side in every row.
            depth: the depth map of the same view, at any resolution: float in metres, or uint16 in
                steps of `depth_unit`, 0 or NaN where nothing was measured; or a file.
            camera: a camera file; its contents as a dictionary; [fx, fy, cx, cy] or the matrix of 3 × 3
                numbers, in pixels of this picture, the centre of the top left one at (0, 0).
            height: the person's height in metres.
            field_of_view: along the diagonal in degrees, where there is no camera.
            gravity: x, y, z of down in the camera's frame: (0, 1, 0) for a level camera.
            depth_unit: "mm", "tum", "realsense" … or metres a step, 0.001.
            camera_name: the camera that is meant, in a camera file of several.
            **further: for files own_depth, depth_confidence, channel, keypoints, keypoint_layout and
                max_megapixels, for arrays name and depth_name, as in pose3d.h.

        Raises:
            Pose3DError: for what can't be used.
            TypeError: for an array of another kind.
            ValueError: for a path with a zero character.
        """
        given = {
            **_camera(camera), "height": _real(height), "field_of_view": _real(field_of_view),
            "gravity": None if gravity is None else [float(value) for value in gravity],
            "depth_unit": depth_unit if isinstance(depth_unit, str) else _real(depth_unit),
            "camera_name": camera_name,
            **{name: _path(value) if isinstance(value, os.PathLike) else value
               for name, value in further.items()},
        }
        result = ctypes.c_void_p()
        if isinstance(image, (str, os.PathLike)):
            if depth is not None and not isinstance(depth, (str, os.PathLike)):
                raise TypeError("image is a file and depth an array: give two files or two arrays")
            given["depth"] = _path(depth)
            check(library.p3_analyze_file(
                self._handle, _encoded(image), options(given), ctypes.byref(result)))
            return Picture(result)
        if isinstance(depth, (str, os.PathLike)):
            raise TypeError("image is an array and depth a file: give two files or two arrays")
        # Kept until the call is over: the library reads the arrays' own memory.
        picture, pixels = _image(image)
        samples, array = (None, None) if depth is None else _depth(depth)
        check(library.p3_analyze(
            self._handle, ctypes.byref(picture), None if samples is None else ctypes.byref(samples),
            options(given), ctypes.byref(result)))
        del pixels, array
        return Picture(result)

    def video(
        self, source: "Union[Path, Iterable[Frames]]", depth: Optional[Path] = None,
        camera: Optional[Camera] = None, height: Optional[float] = None, *,
        progress: Optional[Callable[[int], Any]] = None, **further: Any,
    ) -> Video:
        """Measures the people in a video, a folder of numbered frames, a Record3D recording, or in frames
        that come one after another.

        Args:
            source: the file or folder; or whatever gives frames when it is iterated over, once: arrays as
                `analyze` takes them (then `fps` says how far apart they are), or tuples (image, time) or
                (image, time, depth), with the time in seconds. They are not kept. Over more than a few
                hundred frames the joints differ slightly from those of the same frames in a file, which
                is cut into chunks. The iterator is called on a thread of the library's.
            depth: a video or folder with the depth maps of the same moments, for a file.
            camera: a camera file, or its contents as a dictionary; for frames also numbers as for `analyze`.
            height: the person's height in metres.
            progress: called on the calling thread with the number of frames that are done. When it returns
                False, the result is what was done until then; what it raises ends the work.
            **further: field_of_view, gravity, camera_name, own_depth, depth_unit, from_, to, every, fps,
                person, exercise, rep_angle, rep_min, smoothing, repair, max_gap, annotate (for a file),
                detail, jobs and name (for frames), as in pose3d.h.

        Raises:
            Pose3DError: for what can't be used. FFmpeg's libraries are needed for video files.
            TypeError: for frames of another kind.
            ValueError: for a path with a zero character.
            What the iterator raises.
            KeyboardInterrupt: after Ctrl-C, when the frame that is being measured is done.
        """
        given = {
            **_camera(camera), "depth": _path(depth), "height": _real(height),
            **{name.rstrip("_"): _path(value) if isinstance(value, os.PathLike) else value
               for name, value in further.items()},
        }
        if isinstance(source, (str, os.PathLike)):
            path = _encoded(source)

            def call(show: Any, _: threading.Event, result: Any) -> int:
                return library.p3_video_file(
                    self._handle, path, options(given), show, None, result)
        else:
            if depth is not None:
                raise TypeError("depth is for a file: frames come as (image, time, depth)")

            def call(show: Any, stop: threading.Event, result: Any) -> int:
                raised: List[BaseException] = []
                status = library.p3_video_frames(
                    self._handle, _next_frame(source, given.get("fps"), raised, stop),
                    options(given), show, None, result)
                if raised:
                    raise raised[0]
                return status

        return _interruptible(call, progress)


def _interruptible(
    call: Callable[[Any, threading.Event, Any], int], progress: Optional[Callable[[int], Any]]
) -> Video:
    """Runs a call of the library on a thread of its own, and `progress` on the calling thread.

    Signal handlers run on the main thread, also on entry to a function that C calls. ctypes discards an
    exception that is raised there, and Ctrl-C would be lost. No handler runs on the new thread, and the calling
    thread waits in Python, where KeyboardInterrupt is an exception as everywhere.
    """
    counts: "queue.SimpleQueue[Optional[int]]" = queue.SimpleQueue()
    answers: "queue.SimpleQueue[bool]" = queue.SimpleQueue()
    stop = threading.Event()
    outcome: List[Union[Video, BaseException]] = []

    def show(_: Any, frames: int) -> int:
        if stop.is_set():
            return 1
        if progress is None:
            return 0
        counts.put(frames)
        return int(answers.get())

    def work() -> None:
        result = ctypes.c_void_p()
        try:
            # The text of an error belongs to the thread of the call.
            check(call(Progress(show), stop, ctypes.byref(result)))
        except BaseException as error:
            library.p3_result_free(result)
            outcome.append(error)
        else:
            outcome.append(Video(result))
        finally:
            counts.put(None)

    thread = threading.Thread(target=work, name="pose3d.video")
    try:
        thread.start()
        while True:
            try:
                # A signal that another thread received does not wake this one.
                frames = counts.get(timeout=0.1)
            except queue.Empty:
                continue
            if frames is None:
                break
            answers.put(progress(frames) is False)
        thread.join()
    except BaseException:
        stop.set()
        answers.put(True)
        # The frame that is being measured is still measured. Another Ctrl-C ends the wait.
        if thread.ident is not None:
            thread.join()
        raise
    found = outcome[0]
    if isinstance(found, BaseException):
        raise found
    return found


def _next_frame(
    source: "Iterable[Frames]", fps: Optional[float], raised: List[BaseException],
    stop: threading.Event,
) -> Any:
    """The function that the library calls for the next frame; what the iterable raises is kept."""
    frames = enumerate(iter(source))
    kept: List[Any] = []

    def next_frame(_: Any, frame: Any) -> int:
        if stop.is_set():
            return -1
        try:
            number, item = next(frames, (0, None))
            if item is None:
                return 0
            image, *rest = item if isinstance(item, tuple) else (item,)
            if not rest and fps is None:
                raise TypeError("frames without times need fps: give it, or tuples (image, time)")
            frame[0].time = float(rest[0]) if rest else number / fps
            frame[0].image, pixels = _image(image)
            samples = None
            if len(rest) > 1 and rest[1] is not None:
                frame[0].depth, samples = _depth(rest[1])
            # The library reads the arrays' own memory until it asks again.
            kept[:] = [pixels, samples]
            return 1
        except BaseException as error:
            raised.append(error)
            return -1

    return NextFrame(next_frame)


def analyze(
    image: "Union[numpy.ndarray, Path]", depth: "Union[numpy.ndarray, Path, None]" = None,
    camera: Optional[Camera] = None, height: Optional[float] = None, people: int = 1, *,
    effort: Optional[str] = None, model: Optional[Path] = None, **further: Any,
) -> Picture:
    """Measures the people in a picture: `Estimator.analyze` of an estimator that is kept for the next
    call with the same `people`, `effort` and `model`."""
    estimator = _kept(people, effort, model)
    return estimator.analyze(image, depth, camera, height, **further)


def video(
    source: "Union[Path, Iterable[Frames]]", depth: Optional[Path] = None, camera: Optional[Camera] = None,
    height: Optional[float] = None, people: int = 1, *, effort: Optional[str] = None,
    model: Optional[Path] = None, **further: Any,
) -> Video:
    """Measures the people in a video or in frames: `Estimator.video` of an estimator that is kept for the next call
    with the same `people`, `effort` and `model`."""
    return _kept(people, effort, model).video(source, depth, camera, height, **further)


def angles(
    path: Path, dialect: str = "clinical", *, layout: Optional[str] = None,
    units: Optional[str] = None, up: Optional[str] = None, sigma: Optional[float] = None,
) -> Angles:
    """Measures the angles of the 3D joints in a file: a document of ours, Kinect, MediaPipe, Human3.6M,
    points by name, TRC.

    Args:
        path: the file.
        dialect: "clinical", "fitness", "sports2d", "opensim", "opensim-gait2392" or "vision".
        layout: what the file is, where its content leaves it open.
        units: the unit of its lengths, where it doesn't say it.
        up: its axis that points up, "+y", where it doesn't say it.
        sigma: one standard deviation of its joints in metres, where it doesn't state it.

    Raises:
        Pose3DError: for what can't be used.
        ValueError: for a path with a zero character.
    """
    # Says where linear algebra is, before anything computes.
    _kept(1, None, None)
    result = ctypes.c_void_p()
    check(library.p3_angles_file(
        _encoded(path),
        options({
            "dialect": dialect, "layout": layout, "units": units, "up": up, "sigma": _real(sigma)}),
        ctypes.byref(result)))
    return Angles(result)


_lock = threading.Lock()
_estimators: Dict[Tuple[int, Optional[str], Optional[str]], Estimator] = {}


def _kept(people: int, effort: Optional[str], model: Optional[Path]) -> Estimator:
    key = (people, effort, _path(model))
    with _lock:
        if key not in _estimators:
            _estimators[key] = Estimator(people, effort, model)
        return _estimators[key]


def _path(path: Optional[Path]) -> Optional[str]:
    return None if path is None else _checked(os.fspath(path))


def _encoded(path: Path) -> bytes:
    """The bytes of a path, for an argument of the library."""
    return os.fsencode(_checked(os.fspath(path)))


def _checked(path: Any) -> Any:
    # C ends a text at its first zero, and would use another file.
    if (b"\0" if isinstance(path, bytes) else "\0") in path:
        raise ValueError(f"{path!r} has a zero character, which no file name has: remove it")
    return path


def _real(value: Any) -> Optional[float]:
    return None if value is None else float(value)


def _camera(camera: Optional[Camera]) -> Dict[str, Any]:
    """The option that says the camera."""
    if camera is None:
        return {}
    if isinstance(camera, (str, os.PathLike)):
        return {"camera": _path(camera)}
    if isinstance(camera, Mapping):
        return {"camera_text": json.dumps(camera)}
    numbers = numpy.asarray(camera, float)
    if numbers.shape == (3, 3):
        numbers = numbers[[0, 1, 0, 1], [0, 1, 2, 2]]
    if numbers.shape != (4,):
        raise TypeError(f"a camera is a file, a dictionary, 4 or 3 × 3 numbers, not {numbers.shape}")
    return {"intrinsics": numbers.tolist()}


def _image(image: Any) -> Tuple[Image, numpy.ndarray]:
    array = numpy.asarray(image)
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.dtype != numpy.uint8 or array.ndim not in (2, 3) or channels not in (1, 3, 4):
        raise TypeError(
            f"an image is uint8 of (h, w, 3), (h, w, 4) or (h, w), not {array.dtype} of {array.shape}")
    # Rows may be anywhere; the pixels of a row lie side by side.
    beside = array.strides[1] == channels and (array.ndim == 2 or array.strides[2] == 1)
    if not beside:
        array = numpy.ascontiguousarray(array)
    height, width = array.shape[:2]
    return Image(array.ctypes.data, width, height, array.strides[0], channels), array


def _depth(depth: Any) -> Tuple[Depth, numpy.ndarray]:
    array = numpy.asarray(depth)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.ndim != 2 or not (array.dtype == numpy.uint16 or array.dtype.kind == "f"):
        raise TypeError(f"a depth map is float or uint16 of (h, w), not {array.dtype} of {array.shape}")
    if array.dtype.kind == "f":
        array = array.astype(numpy.float32, copy=False)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.strides[1] != array.itemsize:
        array = numpy.ascontiguousarray(array)
    height, width = array.shape
    return Depth(array.ctypes.data, width, height, array.strides[0], array.itemsize), array
