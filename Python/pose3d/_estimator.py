"""Estimators, and functions that keep one."""

import ctypes
import json
import os
import queue
import threading
import weakref
from typing import (
    Any, Callable, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, TypeVar, Union)

import numpy

from ._library import (
    Depth, Image, NextFrame, Progress, _plain, check, installation, library, options)
from ._results import Angles, Picture, Video

Path = Union[str, "os.PathLike[str]"]
Effort = Literal["fast", "standard", "best"]
KeypointLayout = Literal[
    "coco", "halpe26", "halpe136", "coco133", "body25", "body25b", "openposeCoco", "crowdpose", "aic",
    "mediapipe", "vision"]
Exercise = Literal[
    "auto", "none", "squat", "lunge", "push-up", "sit-up", "biceps-curl", "overhead-press",
    "lateral-raise", "jumping-jack", "sit-to-stand", "hip-hinge", "front-raise", "bent-over-row",
    "pull-up", "deadlift", "dip", "high-knees", "leg-press", "glute-bridge",
    "mountain-climber"]
Smoothing = Union[float, Literal["none", "one-euro"]]
Detail = Literal["joints", "standard", "full"]
Dialect = Literal["clinical", "fitness", "sports2d", "opensim", "opensim-gait2392", "vision"]
SkeletonLayout = Literal["pose3d", "k4abt", "kinect2", "mediapipe", "h36m", "named", "trc", "csv"]
LengthUnit = Literal["m", "cm", "mm"]
Axis = Literal["+x", "-x", "+y", "-y", "+z", "-z"]
Frames = Union[
    numpy.ndarray, Tuple[numpy.ndarray, float], Tuple[numpy.ndarray, float, Optional[numpy.ndarray]]]
Camera = Union[Path, Mapping[str, Any], Sequence[float], numpy.ndarray]


class Estimator:
    """Models that are loaded once, by the first image that needs them.

    Several threads may share an estimator, and wait for each other. Several estimators work at the
    same time. An estimator can't be used in a forked process or sent to another process: make one
    in each.

    Args:
        people: the maximum number of people in an image, 1 to 16.
        effort: "fast", "standard" or "best" (default: "best" for images, "standard" for videos,
            "fast" for videos with a named model).
        model: "full", "heavy", or the file of a model.
        min_confidence: the minimum confidence in a person, 0.05 to 0.99 (default: what is usual
            with the model).
        keypoint_layout: the layout of an ONNX model's points, if their number is ambiguous.

    Raises:
        Pose3DError: for unusable options.
    """

    def __init__(
        self, people: int = 1, effort: Optional[Effort] = None, model: Optional[Path] = None, *,
        min_confidence: Optional[float] = None,
        keypoint_layout: Optional[KeypointLayout] = None,
    ) -> None:
        handle = ctypes.c_void_p()
        check(library.p3_estimator_open(
            options({
                "people": _whole(people), "effort": effort, "model": _path(model),
                "min_confidence": _real(min_confidence), "keypoint_layout": keypoint_layout,
                **installation()}),
            ctypes.byref(handle)))
        self._handle = handle
        self._release = weakref.finalize(self, library.p3_estimator_close, handle)
        # A daemon thread may be using it when the program ends.
        self._release.atexit = False

    def __reduce__(self) -> Any:
        raise TypeError("a pose3d.Estimator can't be sent to another process: make one there")

    def analyze(
        self, image: "Union[numpy.ndarray, Path]",
        depth: "Union[numpy.ndarray, Path, None]" = None, camera: Optional[Camera] = None,
        height: Optional[float] = None, *, camera_name: Optional[str] = None,
        field_of_view: Optional[float] = None, gravity: Optional[Sequence[float]] = None,
        depth_unit: Union[str, float, None] = None, own_depth: Optional[bool] = None,
        depth_confidence: Optional[Path] = None, channel: Optional[str] = None,
        keypoints: Optional[Path] = None, keypoint_layout: Optional[KeypointLayout] = None,
        max_megapixels: Optional[int] = None, name: Optional[str] = None,
        depth_name: Optional[str] = None,
    ) -> Picture:
        """Measures the people in an image. An image without a person is not an error: the result
        is empty.

        Args:
            image: uint8 (h, w, 3) in the order red, green, blue, (h, w, 4) or grey (h, w), upright;
                or a file. An array is not copied if its pixels are contiguous in every row.
            depth: the depth map of the same view, at any resolution: float in metres, or uint16 in
                steps of `depth_unit`, 0 or NaN for unmeasured pixels; or a file.
            camera: a camera file; its contents as a dictionary; [fx, fy, cx, cy] or the matrix of
                3 × 3 numbers, in pixels of this image, the centre of the top left one at (0, 0).
            height: the person's height in metres.
            camera_name: the camera's name, in a camera file of several.
            field_of_view: along the diagonal in degrees, if there is no camera.
            gravity: x, y, z of down in the camera's frame: (0, 1, 0) for a level camera.
            depth_unit: "mm", "tum", "realsense" … or metres per step, 0.001.
            own_depth: False ignores the depth map in the image's own file. Files only, as all below
                but the last two.
            depth_confidence: an image of the camera's confidence in the depth map.
            channel: the channel or array of the file that contains the depth.
            keypoints: a file of 2D keypoints instead of detection.
            keypoint_layout: the layout of that file.
            max_megapixels: the maximum image size (default: 256).
            name: the image's name in documents (default: "image"). Arrays only.
            depth_name: the depth map's name in documents (default: "depth"). Arrays only.

        Raises:
            Pose3DError: for unusable input or options.
            TypeError: for an array of an unsupported type, or an unknown option.
            ValueError: for a path with a zero character.
        """
        given = _options(locals(), "image", "depth")
        result = ctypes.c_void_p()
        is_file = isinstance(image, (str, os.PathLike))
        _refuse_others(
            given, is_file,
            of_files=("own_depth", "depth_confidence", "channel", "keypoints", "keypoint_layout",
                      "max_megapixels"),
            of_arrays=("name", "depth_name"))
        if given["depth_name"] is not None and depth is None:
            raise TypeError("depth_name is the name of a depth map: give depth, too")
        if is_file:
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
        progress: Optional[Callable[[int], Any]] = None, camera_name: Optional[str] = None,
        field_of_view: Optional[float] = None, gravity: Optional[Sequence[float]] = None,
        depth_unit: Union[str, float, None] = None, own_depth: Optional[bool] = None,
        from_: Optional[float] = None, to: Optional[float] = None, every: Optional[int] = None,
        fps: Optional[float] = None, person: Optional[int] = None,
        exercise: Optional[Exercise] = None, rep_angle: Optional[str] = None,
        rep_min: Optional[float] = None, target: Optional[str] = None,
        smoothing: Optional[Smoothing] = None, repair: Optional[bool] = None,
        temporal: Optional[bool] = None, grounding: Optional[bool] = None, max_gap: Optional[float] = None,
        annotate: Optional[Path] = None, detail: Optional[Detail] = None,
        jobs: Optional[int] = None, name: Optional[str] = None, slow_motion: Optional[float] = None,
    ) -> Video:
        """Measures the people in a video, a folder of numbered frames, a Record3D recording, or an
        iterable of frames.

        Args:
            source: the file or folder; or an iterable of frames, which is read once: arrays as in
                `analyze` (with `fps`), or tuples (image, time) or (image, time, depth), with the
                time in seconds: those of the result, and `from_` and `to`, count from the first
                frame's. They are not kept. Over more than a few hundred frames the joints
                differ slightly from those of the same frames in a file, which is cut into chunks.
                The iterator runs on a thread of the library.
            depth: a video or folder with the depth maps of the same frames, for a file.
            camera: as in `analyze`.
            height: the person's height in metres.
            progress: called on the calling thread with the number of frames that are done. If it
                returns False, the result contains the frames until then and those that were at work;
                its exception ends the work.
            camera_name: the camera's name, in a camera file of several.
            field_of_view: along the diagonal in degrees, if there is no camera.
            gravity: x, y, z of down in the camera's frame: (0, 1, 0) for a level camera.
            depth_unit: "mm", "tum", "realsense" … or metres per step, 0.001.
            own_depth: False ignores the depth maps in the video's own file.
            from_: the first second, as a player shows it.
            to: the last second, as a player shows it.
            every: every n-th frame (default: 1).
            fps: frames per second, of a folder or of frames without times.
            person: the number of the only person in the result.
            exercise: the exercise of the repetitions; "auto" recognises it, "none" counts nothing
                (default: "auto").
            rep_angle: the angle whose cycles are counted instead.
            rep_min: the minimum range of that angle in degrees.
            target: prescribed angles by which repetitions are judged, separated by commas:
                "kneeFlexion=90+-10, leftElbowFlexion=80..100".
            smoothing: the cut-off frequency in hertz of a filter without lag, "one-euro" or "none"
                (default: 6).
            repair: False keeps swapped sides, flipped depths and jumps as measured.
            temporal: False leaves depths as each image alone gives them.
            grounding: False keeps planted feet where they were measured.
            max_gap: the longest gap in seconds that is filled (default: 0.5).
            annotate: a file for the video with the skeletons drawn on it. Files only.
            detail: the detail of the document: "joints", "standard" or "full"
                (default: "standard").
            jobs: threads; the result is the same for any number (default: one per CPU core).
            name: the frames' name in documents (default: "frames"). Frames only.
            slow_motion: how many times slower than life the video plays: 8 for 240 frames of a second
                that are stored as 30 (default: what the file says, as those of Android phones do; else
                1). Files only.

        Raises:
            Pose3DError: for unusable input or options. Video files require FFmpeg's libraries.
            TypeError: for frames of an unsupported type, or an unknown option.
            ValueError: for a path with a zero character.
            The iterator's own exceptions.
            KeyboardInterrupt: after Ctrl-C, when the current frame is done.
        """
        given = _options(locals(), "source", "progress")
        is_file = isinstance(source, (str, os.PathLike))
        _refuse_others(
            given, is_file, of_files=("annotate", "slow_motion"), of_arrays=("name",))
        if is_file:
            path = _encoded(source)

            def call(show: Any, stop: threading.Event, result: Any) -> Any:
                return library.p3_video_file(
                    self._handle, path, options(given), show, None, result)
        else:
            if depth is not None:
                raise TypeError("depth is for a file: frames come as (image, time, depth)")
            if isinstance(source, numpy.ndarray) and source.ndim < 4 and source.dtype != object:
                raise TypeError(
                    f"frames are images one after another, and this is one of {source.shape}: "
                    "analyze() measures it")

            def call(show: Any, stop: threading.Event, result: Any) -> Any:
                raised: List[BaseException] = []
                status = library.p3_video_frames(
                    self._handle, _next_frame(source, _real(fps), raised, stop),
                    options(given), show, None, result)
                if raised:
                    raise raised[0]
                return status

        return _interruptible(call, progress, Video)


_Made = TypeVar("_Made")


def _interruptible(
    call: Callable[[Any, threading.Event, Any], int], progress: Optional[Callable[[int], Any]],
    made: Callable[[ctypes.c_void_p], _Made]
) -> _Made:
    """Runs a call of the library on a thread of its own, and `progress` on the calling thread. Returns what is `made`
    of the result.

    Signal handlers run on the main thread, also on entry to a function that C calls. ctypes
    discards an exception that is raised there, and Ctrl-C would be lost. No handler runs on the new
    thread, and the calling thread waits in Python, where KeyboardInterrupt is an ordinary
    exception.
    """
    counts: "queue.SimpleQueue[Optional[int]]" = queue.SimpleQueue()
    answers: "queue.SimpleQueue[bool]" = queue.SimpleQueue()
    stop = threading.Event()
    outcome: List[Union[_Made, BaseException]] = []

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
            outcome.append(made(result))
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
            answers.put(progress is not None and _is_false(progress(frames)))
        thread.join()
    except BaseException:
        stop.set()
        answers.put(True)
        # The current frame is completed. Another Ctrl-C ends the wait.
        if thread.ident is not None:
            thread.join()
        raise
    found = outcome[0]
    if isinstance(found, BaseException):
        raise found
    return found


def _is_false(answer: Any) -> bool:
    return isinstance(answer, (bool, numpy.bool_)) and not answer


_NO_FRAME = object()


def _next_frame(
    source: "Iterable[Frames]", fps: Optional[float], raised: List[BaseException],
    stop: threading.Event,
) -> Any:
    """The function that the library calls for the next frame. The iterable's exceptions go into
    `raised`."""
    frames = enumerate(iter(source))
    kept: List[Any] = []

    def next_frame(_: Any, frame: Any) -> int:
        if stop.is_set():
            return -1
        try:
            number, item = next(frames, (0, _NO_FRAME))
            if item is _NO_FRAME:
                return 0
            if item is None:
                raise TypeError(f"frame {number} is None: leave out frames that a camera didn't give")
            image, *rest = item if isinstance(item, tuple) else (item,)
            if len(rest) > 2:
                raise TypeError(
                    f"frame {number} is a tuple of {len(item)}: (image, time) or (image, time, depth)")
            time: Any = rest[0] if rest else None
            if time is None and fps is not None:
                time = number / fps
            if time is None:
                raise TypeError("frames without times need fps: give it, or tuples (image, time)")
            frame[0].time = float(time)
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
    effort: Optional[Effort] = None, model: Optional[Path] = None,
    min_confidence: Optional[float] = None, camera_name: Optional[str] = None,
    field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, depth_unit: Union[str, float, None] = None,
    own_depth: Optional[bool] = None, depth_confidence: Optional[Path] = None,
    channel: Optional[str] = None, keypoints: Optional[Path] = None,
    keypoint_layout: Optional[KeypointLayout] = None, max_megapixels: Optional[int] = None,
    name: Optional[str] = None, depth_name: Optional[str] = None,
) -> Picture:
    """Measures the people in an image: `Estimator.analyze` of an estimator that is kept for the
    next call with the same `people`, `effort`, `model` and `min_confidence`. The options are
    described there."""
    return _kept(people, effort, model, min_confidence).analyze(
        image, depth, camera, height, camera_name=camera_name, field_of_view=field_of_view,
        gravity=gravity, depth_unit=depth_unit, own_depth=own_depth,
        depth_confidence=depth_confidence, channel=channel, keypoints=keypoints,
        keypoint_layout=keypoint_layout, max_megapixels=max_megapixels, name=name,
        depth_name=depth_name)


def video(
    source: "Union[Path, Iterable[Frames]]", depth: Optional[Path] = None,
    camera: Optional[Camera] = None, height: Optional[float] = None, people: int = 1, *,
    effort: Optional[Effort] = None, model: Optional[Path] = None,
    min_confidence: Optional[float] = None,
    progress: Optional[Callable[[int], Any]] = None, camera_name: Optional[str] = None,
    field_of_view: Optional[float] = None, gravity: Optional[Sequence[float]] = None,
    depth_unit: Union[str, float, None] = None, own_depth: Optional[bool] = None,
    from_: Optional[float] = None, to: Optional[float] = None, every: Optional[int] = None,
    fps: Optional[float] = None, person: Optional[int] = None,
    exercise: Optional[Exercise] = None, rep_angle: Optional[str] = None,
    rep_min: Optional[float] = None, target: Optional[str] = None,
    smoothing: Optional[Smoothing] = None, repair: Optional[bool] = None,
    temporal: Optional[bool] = None, grounding: Optional[bool] = None, max_gap: Optional[float] = None,
    annotate: Optional[Path] = None, detail: Optional[Detail] = None, jobs: Optional[int] = None,
    name: Optional[str] = None, slow_motion: Optional[float] = None,
) -> Video:
    """Measures the people in a video or in frames: `Estimator.video` of an estimator that is kept
    for the next call with the same `people`, `effort`, `model` and `min_confidence`. The options are
    described there."""
    return _kept(people, effort, model, min_confidence).video(
        source, depth, camera, height, progress=progress, camera_name=camera_name,
        field_of_view=field_of_view, gravity=gravity, depth_unit=depth_unit, own_depth=own_depth,
        from_=from_, to=to, every=every, fps=fps, person=person, exercise=exercise,
        rep_angle=rep_angle, rep_min=rep_min, target=target, smoothing=smoothing, repair=repair,
        temporal=temporal, grounding=grounding, max_gap=max_gap, annotate=annotate, detail=detail, jobs=jobs, name=name,
        slow_motion=slow_motion)


def angles(
    path: Path, dialect: Dialect = "clinical", *, layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
) -> Angles:
    """Measures the angles of the 3D joints in a file: a document of Pose3D, Kinect, MediaPipe,
    Human3.6M, joints by name, TRC.

    Args:
        path: the file.
        dialect: "clinical", "fitness", "sports2d", "opensim", "opensim-gait2392" or "vision".
        layout: the file's layout, if its content is ambiguous.
        units: the unit of its lengths, if the file does not contain it.
        up: its axis that points up, "+y", if the file does not contain it.
        sigma: one standard deviation of its joints in metres, if the file does not contain it.

    Raises:
        Pose3DError: for unusable input or options.
        TypeError: for an unknown option.
        ValueError: for a path with a zero character.
    """
    given = _options(locals(), "path")
    # The library learns the place of OpenBLAS from an estimator, before the first computation.
    _kept(1, None, None)
    result = ctypes.c_void_p()
    check(library.p3_angles_file(
        _encoded(path),
        options(given),
        ctypes.byref(result)))
    return Angles(result)


_lock = threading.Lock()
_estimators: Dict[Tuple[int, Optional[str], Optional[str], Optional[float]], Estimator] = {}
# An estimator has the models in memory: 60 MB or more.
_KEPT_ESTIMATORS = 4


def _kept(
    people: int, effort: Optional[Effort], model: Optional[Path],
    min_confidence: Optional[float] = None,
) -> Estimator:
    key = (_whole(people), effort, _path(model), _real(min_confidence))
    with _lock:
        # The one that was used last is the last.
        estimator = _estimators.pop(key, None)
        if estimator is None:
            estimator = Estimator(people, effort, model, min_confidence=min_confidence)
        _estimators[key] = estimator
        while len(_estimators) > _KEPT_ESTIMATORS:
            del _estimators[next(iter(_estimators))]
        return estimator


def _path(path: Optional[Path]) -> Optional[str]:
    return None if path is None else os.fsdecode(_checked(os.fspath(path)))


def _list(value: Any, taken: Callable[[Any], Any]) -> Optional[List[Any]]:
    """A list of one value or several; None for None."""
    if value is None:
        return None
    is_one = isinstance(value, (str, bytes, os.PathLike))
    return [taken(part) for part in ([value] if is_one else value)]


def _encoded(path: Path) -> bytes:
    """The bytes of a path, for an argument of the library."""
    return os.fsencode(_checked(os.fspath(path)))


def _checked(path: Any) -> Any:
    # C ends a text at its first zero, and would use another file.
    if (b"\0" if isinstance(path, bytes) else "\0") in path:
        raise ValueError(f"{path!r} has a zero character, which no file name has: remove it")
    return path


def _real(value: Any) -> Optional[float]:
    if isinstance(value, (bool, numpy.bool_)):
        raise TypeError(f"{value} where a number was expected")
    return None if value is None else float(value)


def _reals(values: Optional[Sequence[float]]) -> Optional[List[float]]:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{values!r} where numbers were expected")
    return None if values is None else [float(value) for value in values]


def _whole(value: Any) -> Any:
    if isinstance(value, (bool, numpy.bool_)):
        raise TypeError(f"{value} where a whole number was expected")
    return value


def _text_or_real(value: Union[str, float, None]) -> Union[str, float, None]:
    return value if isinstance(value, str) else _real(value)


def _camera(camera: Optional[Camera]) -> Dict[str, Any]:
    """The option of the camera."""
    if camera is None:
        return {}
    if isinstance(camera, (str, os.PathLike)):
        return {"camera": _path(camera)}
    if isinstance(camera, Mapping):
        return {"camera_text": json.dumps(camera, default=_plain)}
    numbers = numpy.asarray(camera, float)
    if numbers.shape == (3, 3):
        numbers = numbers[[0, 1, 0, 1], [0, 1, 2, 2]]
    if numbers.shape != (4,):
        raise TypeError(f"a camera is a file, a dictionary, 4 or 3 × 3 numbers, not {numbers.shape}")
    return {"intrinsics": numbers.tolist()}


# How the library takes the options that it doesn't take as they are.
_TAKEN: Dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(
        ("field_of_view", "fps", "from_", "height", "max_gap", "rep_min", "sigma", "slow_motion", "to"),
        _real),
    **dict.fromkeys(("gravity", "size"), _reals),
    **dict.fromkeys(("age", "every", "jobs", "person"), _whole),
    **dict.fromkeys(("depth_unit", "load", "smoothing"), _text_or_real),
    **dict.fromkeys(("annotate", "depth", "depth_confidence", "keypoints", "reference"), _path),
    "video": lambda value: _list(value, _path),
    "note": lambda value: _list(value, str),
}


def _options(arguments: Dict[str, Any], *others: str) -> Dict[str, Any]:
    """The options among the arguments of a call, as the library takes them: all but `self` and `others`."""
    given = {
        name.rstrip("_"): _TAKEN[name](value) if name in _TAKEN else value
        for name, value in arguments.items() if name not in ("self", "camera", *others)}
    return {**given, **_camera(arguments.get("camera"))}


def _refuse_others(
    given: Dict[str, Any], is_file: bool, of_files: Sequence[str], of_arrays: Sequence[str]
) -> None:
    """Raises for an option that only the other kind of input has."""
    for name in of_arrays if is_file else of_files:
        if given.get(name) is not None:
            raise TypeError(f"{name} is for {'arrays' if is_file else 'files'} only")


def _image(image: Any) -> Tuple[Image, numpy.ndarray]:
    if numpy.ma.is_masked(image):
        raise TypeError("an image can't have masked pixels: filled() replaces them")
    array = numpy.asarray(image)
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.dtype != numpy.uint8 or array.ndim not in (2, 3) or channels not in (1, 3, 4):
        raise TypeError(
            f"an image is uint8 of (h, w, 3), (h, w, 4) or (h, w), not {array.dtype} of {array.shape}")
    # The library takes any distance between rows, and contiguous pixels in each row.
    beside = array.strides[1] == channels and (array.ndim == 2 or array.strides[2] == 1)
    if not beside:
        array = numpy.ascontiguousarray(array)
    height, width = array.shape[:2]
    return Image(array.ctypes.data, width, height, array.strides[0], channels), array


def _depth(depth: Any) -> Tuple[Depth, numpy.ndarray]:
    # What is masked wasn't measured.
    array = depth.filled(0) if isinstance(depth, numpy.ma.MaskedArray) else numpy.asarray(depth)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    is_integer = array.dtype.kind == "u" and array.dtype.itemsize == 2
    if array.ndim != 2 or not (is_integer or array.dtype.kind == "f"):
        raise TypeError(f"a depth map is float or uint16 of (h, w), not {array.dtype} of {array.shape}")
    if array.dtype.kind == "f":
        array = array.astype(numpy.float32, copy=False)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.strides[1] != array.itemsize:
        array = numpy.ascontiguousarray(array)
    height, width = array.shape
    return Depth(array.ctypes.data, width, height, array.strides[0], array.itemsize), array
