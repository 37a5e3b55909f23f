"""What is measured of a session: walking, functional tests, postures at work, and the difference of two."""

import ctypes
import threading
import warnings
from typing import Any, Callable, Literal, Optional, Sequence, Union

from ._estimator import (
    Axis, Camera, Exercise, KeypointLayout, LengthUnit, Path, SkeletonLayout, Smoothing, _encoded,
    _interruptible, _kept, _options)
from ._library import check, library, options
from ._results import Session, page_and_warnings

FunctionalTest = Literal[
    "5xsts", "30s-chair-stand", "tug", "single-leg-stance", "single-leg-squat", "jump", "shoulder-rom",
    "hip-rom", "plank"]
Sex = Literal["woman", "man"]
ErgonomicMethod = Literal["reba", "rula"]
Coupling = Literal["good", "fair", "poor", "unacceptable"]
Legs = Literal["standing", "both", "one", "sitting"]


def gait(
    path: Path, *, layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
    fps: Optional[float] = None, person: Optional[int] = None, as_is: Optional[bool] = None,
    size: Optional[Sequence[int]] = None, keypoint_layout: Optional[KeypointLayout] = None,
    height: Optional[float] = None, camera: Optional[Camera] = None,
    camera_name: Optional[str] = None, field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, smoothing: Optional[Smoothing] = None,
    repair: Optional[bool] = None, max_gap: Optional[float] = None,
    temporal: Optional[bool] = None,
    grounding: Optional[bool] = None, reference: Optional[Path] = None,
) -> Session:
    """Measures the walking in a result of a video: foot strikes and toe offs, steps, times, lengths and
    joint curves.

    Args:
        path: a document of Pose3D, or another file or folder of joints over time or of 2D keypoints.
        layout: the layout of 3D joints, if the file's content is ambiguous.
        units: the unit of its lengths, if the file does not contain it.
        up: its axis that points up, "+y", if the file does not contain it.
        sigma: one standard deviation of its joints in metres, if the file does not contain it.
        fps: frames per second: times are those of the frames' numbers.
        person: the number of the only person.
        as_is: True takes the joints of a Pose3D document as they are, not as measured.
        size: width and height of the image of 2D keypoints, if the file does not contain it.
        keypoint_layout: the layout of 2D keypoints, if their number is ambiguous.
        height: the person's height in metres. 2D keypoints only, as the four below.
        camera: as in `Estimator.analyze`.
        camera_name: the camera's name, in a camera file of several.
        field_of_view: along the diagonal in degrees, if there is no camera.
        gravity: x, y, z of down in the camera's frame.
        smoothing: the cut-off in hertz, "one-euro" or "none" (default: 6).
        repair: False keeps sides and outliers as they were measured.
        max_gap: the longest gap in seconds that is filled (default: 0.5).
        temporal: False leaves depths as each image alone gives them.
        grounding: False leaves planted feet where they were measured.
        reference: a file of a group's walking to compare with, pose3d.gaitReference/1.

    Raises:
        Pose3DError: for unusable input or options; with the code "motionMissing" if no person walks.
        ValueError: for a path with a zero character.
    """
    return _session(library.p3_gait_file, _encoded(path), _options(locals(), "path"))


def functional_test(
    test: FunctionalTest, path: Path, *, layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
    fps: Optional[float] = None, person: Optional[int] = None, as_is: Optional[bool] = None,
    size: Optional[Sequence[int]] = None, keypoint_layout: Optional[KeypointLayout] = None,
    height: Optional[float] = None, camera: Optional[Camera] = None,
    camera_name: Optional[str] = None, field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, smoothing: Optional[Smoothing] = None,
    repair: Optional[bool] = None, max_gap: Optional[float] = None,
    temporal: Optional[bool] = None,
    grounding: Optional[bool] = None, age: Optional[int] = None, sex: Optional[Sex] = None,
) -> Session:
    """Measures a functional test, such as "5xsts" or "tug": `pose3d test --help` explains each. The other
    arguments and the errors are those of `gait`.

    Args:
        age: the person's age in years: the results of "5xsts", "30s-chair-stand" and "tug" are compared
            with the published average of that age.
        sex: the person's sex, which "30s-chair-stand" needs for it.
    """
    given = _options(locals(), "test", "path")
    if not isinstance(test, str):
        raise TypeError(f"a test is a name such as \"5xsts\", not {test!r}")
    return _session(library.p3_test_file, _encoded(path), _encoded(test), given)


def ergonomics(
    path: Path, *, method: Optional[ErgonomicMethod] = None,
    load: Optional[Union[float, str]] = None, coupling: Optional[Coupling] = None,
    activity: Optional[str] = None, wrist: Optional[str] = None, arms: Optional[str] = None,
    neck: Optional[Literal["straight", "twisted"]] = None, legs: Optional[Legs] = None,
    layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
    fps: Optional[float] = None, person: Optional[int] = None, as_is: Optional[bool] = None,
    size: Optional[Sequence[int]] = None, keypoint_layout: Optional[KeypointLayout] = None,
    height: Optional[float] = None, camera: Optional[Camera] = None,
    camera_name: Optional[str] = None, field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, smoothing: Optional[Smoothing] = None,
    repair: Optional[bool] = None, max_gap: Optional[float] = None,
    temporal: Optional[bool] = None,
    grounding: Optional[bool] = None,
) -> Session:
    """Scores postures at work by REBA and RULA. What is not stated about the work enters the scores as a
    range. The other arguments and the errors are those of `gait`.

    Args:
        method: the only method (default: both).
        load: kilograms, or "8kg,shock".
        coupling: the grip on the load.
        activity: "none", or of "static,repeated,rapid" what applies.
        wrist: "neutral", "slight" or "bent", with ",deviated" and ",twisted" if they apply.
        arms: "free", or of "raised,supported" what applies.
        neck: "straight" or "twisted".
        legs: "standing", "both", "one" or "sitting".
    """
    return _session(library.p3_ergonomics_file, _encoded(path), _options(locals(), "path"))


def exercise(
    path: Path, *, exercise: Optional[Exercise] = None, rep_angle: Optional[str] = None,
    rep_min: Optional[float] = None, target: Optional[str] = None,
    layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
    fps: Optional[float] = None, person: Optional[int] = None, as_is: Optional[bool] = None,
    size: Optional[Sequence[int]] = None, keypoint_layout: Optional[KeypointLayout] = None,
    height: Optional[float] = None, camera: Optional[Camera] = None,
    camera_name: Optional[str] = None, field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, smoothing: Optional[Smoothing] = None,
    repair: Optional[bool] = None, max_gap: Optional[float] = None,
    temporal: Optional[bool] = None,
    grounding: Optional[bool] = None,
) -> Session:
    """Counts the repetitions of an exercise in joints over time. `exercise`, `rep_angle`, `rep_min` and `target` are
    those of `Estimator.video`, the other arguments and the errors those of `gait`. The page is that of `report`,
    without the video."""
    return _session(library.p3_exercise_file, _encoded(path), _options(locals(), "path"))


def report(
    path: Path, *later: Path, progress: Optional[Callable[[int], Any]] = None,
    video: Union[Path, Sequence[Path], None] = None,
    no_video: Optional[bool] = None, blur_faces: Optional[bool] = None, title: Optional[str] = None,
    subject: Optional[str] = None, date: Optional[str] = None,
    note: Union[str, Sequence[str], None] = None, exercise: Optional[Exercise] = None,
    rep_angle: Optional[str] = None, rep_min: Optional[float] = None, target: Optional[str] = None,
    layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
    fps: Optional[float] = None, person: Optional[int] = None, as_is: Optional[bool] = None,
    size: Optional[Sequence[int]] = None, keypoint_layout: Optional[KeypointLayout] = None,
    height: Optional[float] = None, camera: Optional[Camera] = None,
    camera_name: Optional[str] = None, field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, smoothing: Optional[Smoothing] = None,
    repair: Optional[bool] = None, max_gap: Optional[float] = None,
    temporal: Optional[bool] = None,
    grounding: Optional[bool] = None,
) -> str:
    """A page for a browser, one HTML file, of what was measured: the video with the skeleton, the same in space, curves,
    repetitions and tables. The other arguments and the errors are those of `exercise`.

    Args:
        path: the first recording: a document of Pose3D, or another file of joints over time.
        later: further recordings.
        progress: called on the calling thread with the number of frames of videos that are done. If it returns False,
            the error has the code "ended"; its exception ends the work.
        video: the video or image that the only recording was made from; of several cameras a list (default: those
            beside the document, by the names in it).
        no_video: True leaves them out: a small page.
        blur_faces: True makes measured people's faces unrecognisable. Check the result.
        title: the page's title (default: the files' names).
        subject: the person's code or name.
        date: the date of the recording.
        note: a sentence, or several.

    Warns:
        UserWarning: of doubts about the numbers, and of videos that the page is without.
    """
    given = _options(locals(), "path", "later", "progress")
    paths = [_encoded(one) for one in (path, *later)]
    array = (ctypes.c_char_p * len(paths))(*paths)
    _kept(1, None, None)

    def call(show: Any, stop: threading.Event, result: Any) -> Any:
        return library.p3_report_files(array, len(paths), options(given), show, None, result)

    page, doubts = _interruptible(call, progress, page_and_warnings)
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=2)
    return page


def compare(
    before: Path, after: Optional[Path] = None, *later: Path, exercise: Optional[Exercise] = None,
    rep_angle: Optional[str] = None, rep_min: Optional[float] = None,
    layout: Optional[SkeletonLayout] = None,
    units: Optional[LengthUnit] = None, up: Optional[Axis] = None, sigma: Optional[float] = None,
    fps: Optional[float] = None, person: Optional[int] = None, as_is: Optional[bool] = None,
    size: Optional[Sequence[int]] = None, keypoint_layout: Optional[KeypointLayout] = None,
    height: Optional[float] = None, camera: Optional[Camera] = None,
    camera_name: Optional[str] = None, field_of_view: Optional[float] = None,
    gravity: Optional[Sequence[float]] = None, smoothing: Optional[Smoothing] = None,
    repair: Optional[bool] = None, max_gap: Optional[float] = None,
    temporal: Optional[bool] = None,
    grounding: Optional[bool] = None,
) -> Session:
    """The difference of two sessions, with its uncertainty and the minimal detectable change; of one
    session that of its two sides. Of who walks or runs, and repeats nothing that is counted, it is that of the
    walking. Of three or more, in the order of time, each is compared with the first
    (`pose3d.series/1`). `exercise`, `rep_angle` and `rep_min` are those of `Estimator.video`,
    the other arguments and the errors those of `gait`."""
    given = _options(locals(), "before", "after", "later")
    if later:
        if after is None:
            raise TypeError("the second session is None, and there are later ones")
        paths = [_encoded(path) for path in (before, after, *later)]
        return _session(
            library.p3_compare_series, (ctypes.c_char_p * len(paths))(*paths), len(paths), given)
    return _session(
        library.p3_compare_files, _encoded(before), None if after is None else _encoded(after), given)


def _session(function: Any, *arguments: Any) -> Session:
    # The library learns the place of OpenBLAS from an estimator, before the first computation.
    _kept(1, None, None)
    result = ctypes.c_void_p()
    check(function(*arguments[:-1], options(arguments[-1]), ctypes.byref(result)))
    return Session(result)
