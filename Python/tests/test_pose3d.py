"""The Python package against the library that POSE3D_LIBRARY names; what needs models is skipped without
them, what needs pandas or pyarrow without those. `make test` runs them, with python3 and NumPy."""

import copy
import ctypes
import importlib.util
import inspect
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import typing
import unittest
import xml.etree.ElementTree
from unittest import mock

import numpy

import pose3d
from pose3d import _estimator, _sessions
from pose3d.__main__ import main
from pose3d._library import Depth, Image, NextFrame, Progress, check, library

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures" / "demo"
KEYPOINTS = {"keypoints": DEMO / "keypoints.json"}
DEPTH = {"depth": DEMO / "depth.png", "depth_unit": "mm", "camera": DEMO / "camera.json"}
PROGRAM = os.environ.get("POSE3D_PROGRAM")
HAS_MODELS = pathlib.Path(os.environ.get("POSE3D_HOME", ""), "models", "pose_detection.tflite").exists()


def has(package):
    return importlib.util.find_spec(package) is not None


def picture(width=640, height=480):
    """A picture without people."""
    return numpy.full((height, width, 3), 90, numpy.uint8)


def result_of_another_process(_):
    return pose3d.analyze(DEMO / "color.jpg", **KEYPOINTS)


def accepted(call):
    """The options that a call of the C library accepts, from its refusal of another."""
    with unittest.TestCase().assertRaises(pose3d.Pose3DError) as caught:
        check(call(b'{"": 0}'))
    names = re.fullmatch(r"there is no option ; there are (.+)", str(caught.exception))[1]
    return set(names.split(", "))


def parameters(function):
    return set(inspect.signature(function).parameters)


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = pose3d.analyze(DEMO / "color.jpg", **DEPTH, **KEYPOINTS)
        cls.person = cls.found[0]

    def test_a_person_has_arrays_of_the_joints(self):
        self.assertEqual(len(self.found), 1)
        self.assertEqual(self.person.joints.shape, (17, 3))
        self.assertEqual(self.person.body_joints.shape, (17, 3))
        self.assertEqual(self.person.points.shape, (17, 2))
        for values in (self.person.sigma, self.person.confidence, self.person.source):
            self.assertEqual(values.shape, (17,))
        self.assertEqual(set(self.person.source) - {"depth", "lifted", "inferred"}, set())
        self.assertEqual(pose3d.JOINTS[0], "root")
        numpy.testing.assert_array_equal(self.person.body_joints[0], 0)
        self.assertFalse(self.person.joints.flags.writeable)

    def test_numbers_are_those_of_the_document(self):
        person = self.person.to_dict()
        joints = person["joints"]
        numpy.testing.assert_allclose(
            self.person.joints, [joint["cameraPosition"] for joint in joints], atol=1e-6)
        numpy.testing.assert_allclose(
            self.person.points, [joint["image"] for joint in joints], atol=1e-6)
        self.assertEqual(self.person.source.tolist(), [joint["source"] for joint in joints])
        self.assertAlmostEqual(self.person.height, person["bodyHeight"], places=6)
        for angle in person["angles"]:
            value = self.person.angles[angle["name"]]
            if angle["value"] is None:
                self.assertIsNone(value)
            else:
                self.assertAlmostEqual(value, angle["value"], places=6)

    def test_a_notebook_gets_a_png(self):
        self.assertEqual(self.found._repr_png_()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(self.person._repr_png_(), self.found.overlay())

    @unittest.skipUnless(PROGRAM, "POSE3D_PROGRAM names the program")
    def test_the_document_is_the_program_s(self):
        command = [
            PROGRAM, "analyze", DEMO / "color.jpg", "--depth", DEMO / "depth.png", "--depth-scale", "mm",
            "--camera", DEMO / "camera.json", "--keypoints", DEMO / "keypoints.json", "-o", "-"]
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        self.assertEqual(printed.decode(), self.found.json)

    def test_a_given_height_is_the_height(self):
        found = pose3d.analyze(DEMO / "color.jpg", height=1.6, **KEYPOINTS)
        self.assertAlmostEqual(found[0].height, 1.6)
        self.assertEqual(found[0].height_sigma, 0)

    def test_warnings_name_the_arguments(self):
        found = pose3d.analyze(DEMO / "color.jpg", **KEYPOINTS)
        self.assertIn("no camera file, no field_of_view", found.warnings[0])

    @unittest.skipUnless(has("pandas"), "needs pandas")
    def test_a_table_has_a_line_for_each_person(self):
        table = pose3d.to_pandas(self.found)
        self.assertEqual(len(table), 1)
        self.assertAlmostEqual(table["leftWrist_x"][0], self.person.body_joints[13][0], delta=6e-5)
        self.assertEqual(len(self.person.to_pandas()), 1)

    @unittest.skipUnless(has("pyarrow"), "needs pyarrow")
    def test_columns_come_back_from_parquet(self):
        import pyarrow.parquet

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "people.parquet")
            pose3d.to_parquet(self.found, path)
            table = pyarrow.parquet.read_table(path)
            self.assertEqual(os.listdir(folder), ["people.parquet"])
        self.assertEqual(table.num_rows, 1)
        self.assertAlmostEqual(
            table["leftKneeFlexion"][0].as_py(), self.person.angles["leftKneeFlexion"], delta=6e-4)

    @unittest.skipIf(has("pyarrow"), "pyarrow is there")
    def test_what_is_missing_is_named(self):
        with self.assertRaisesRegex(ImportError, "to_parquet needs pyarrow: python -m pip install"):
            pose3d.to_parquet(self.found, "people.parquet")

    def test_names_of_files_may_be_any_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for name, file in ((b"c\xe9.jpg", "color.jpg"), (b"k\xe9.json", "keypoints.json")):
                names.append(os.path.join(os.fsencode(folder), name))
                os.symlink(os.fsencode(DEMO / file), names[-1])
            color, keypoints = map(os.fsdecode, names)
            self.assertEqual(len(pose3d.analyze(color, keypoints=keypoints)), 1)

    def test_angles_of_a_document(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "skeleton.json")
            path.write_text(self.found.json, encoding="utf-8")
            found = pose3d.angles(path, "fitness")
        self.assertAlmostEqual(
            found.angles["leftKneeIncluded"][0], 180 - self.person.angles["leftKneeFlexion"], places=3)
        self.assertEqual(found.to_dict()["dialect"], "fitness")
        numpy.testing.assert_allclose(found.height, self.found.height, atol=1e-5)
        self.assertEqual(found.source.tolist(), self.found.source.tolist())


class Refusals(unittest.TestCase):
    def test_a_sentence_a_code_and_a_status(self):
        with self.assertRaises(pose3d.Pose3DError) as caught:
            pose3d.analyze("/no/such.jpg")
        self.assertEqual(str(caught.exception), "/no/such.jpg: there is no such file")
        self.assertEqual((caught.exception.code, caught.exception.status), ("noSuchFile", 66))
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.code), (str(caught.exception), "noSuchFile"))

    def test_what_is_no_argument_is_named(self):
        for arguments, words in [
            ({"height": 9}, "height is 9 where"),
            ({"gravity": (0, 0, 0)}, "gravity is"), ({"camera": "/no.json"}, "/no.json: there is no such"),
            ({"depth": DEMO / "depth.png"}, "give depth_unit"),
        ]:
            with self.subTest(arguments), self.assertRaisesRegex(pose3d.Pose3DError, words):
                pose3d.analyze(DEMO / "color.jpg", **KEYPOINTS, **arguments)
        with self.assertRaisesRegex(pose3d.Pose3DError, "people is 0 where a whole number from 1 to 16"):
            pose3d.Estimator(people=0)

    def test_arrays_of_another_kind_are_refused(self):
        for image in (picture().astype(float), picture()[:, :, :2], numpy.zeros(5, numpy.uint8)):
            with self.assertRaisesRegex(TypeError, "an image is uint8"):
                pose3d.analyze(image)
        with self.assertRaisesRegex(TypeError, "a depth map is float or uint16"):
            pose3d.analyze(picture(), numpy.zeros((480, 640), numpy.int32))
        with self.assertRaisesRegex(TypeError, "two files or two arrays"):
            pose3d.analyze(DEMO / "color.jpg", numpy.zeros((480, 640), numpy.float32))
        with self.assertRaisesRegex(TypeError, "a camera is a file"):
            pose3d.analyze(picture(), camera=[1, 2, 3])

    def test_nonsense_is_refused_where_it_is_given(self):
        image = picture()
        for options, words in (
                ({"height": True}, "True where a number"), ({"gravity": "010"}, "'010' where numbers"),
                ({"depth_unit": True}, "True where a number"), ({"people": True}, "True where a whole number"),
                ({"keypoints": "a.json"}, "keypoints is for files only"),
                ({"depth_name": "map"}, "depth_name is the name of a depth map")):
            with self.assertRaisesRegex(TypeError, words):
                pose3d.analyze(image, **options)
        with self.assertRaisesRegex(TypeError, "name is for arrays only"):
            pose3d.analyze(DEMO / "color.jpg", name="a", **KEYPOINTS)
        with self.assertRaisesRegex(TypeError, "can't have masked pixels"):
            pose3d.analyze(numpy.ma.masked_less(image, 100))
        with self.assertRaisesRegex(pose3d.Pose3DError, "both say what the camera is"):
            pose3d.analyze(DEMO / "color.jpg", camera=[366, 366, 257, 207.5], field_of_view=20, **KEYPOINTS)
        with self.assertRaisesRegex(TypeError, "frames are images one after another"):
            pose3d.video(image, fps=30)
        with self.assertRaisesRegex(TypeError, "a test is a name"):
            pose3d.functional_test(None, DEMO / "keypoints.json")
        with self.assertRaisesRegex(ValueError, "zero character"):
            pose3d.functional_test("5xsts\0x", DEMO / "keypoints.json")

    def test_a_camera_may_have_numbers_of_numpy(self):
        camera = json.loads((DEMO / "camera.json").read_text())["color"]
        numbers = {name: numpy.float64(value) if isinstance(value, float) else value
                   for name, value in camera.items()}
        found = [pose3d.analyze(DEMO / "color.jpg", camera=one, **KEYPOINTS).json for one in (camera, numbers)]
        self.assertEqual(*found)

    def test_the_last_estimators_are_kept(self):
        first = _estimator._kept(1, "fast", None, 0.1)
        for number in range(_estimator._KEPT_ESTIMATORS - 1):
            _estimator._kept(1, "fast", None, 0.2 + number / 100)
        self.assertIs(_estimator._kept(1, "fast", None, 0.1), first)
        for number in range(_estimator._KEPT_ESTIMATORS):
            _estimator._kept(1, "fast", None, 0.5 + number / 100)
        self.assertLessEqual(len(_estimator._estimators), _estimator._KEPT_ESTIMATORS)
        self.assertIsNot(_estimator._kept(1, "fast", None, 0.1), first)

    def test_an_estimator_stays_in_its_process(self):
        with self.assertRaisesRegex(TypeError, "make one there"):
            pickle.dumps(pose3d.Estimator())

    def test_a_path_with_a_zero_character_is_refused(self):
        path = f"{DEMO / 'color.jpg'}\0.png"
        calls = [
            lambda: pose3d.analyze(path), lambda: pose3d.angles(os.fsencode(path)),
            lambda: pose3d.analyze(DEMO / "color.jpg", depth=path),
            lambda: pose3d.analyze(DEMO / "color.jpg", camera=path),
            lambda: pose3d.analyze(DEMO / "color.jpg", keypoints=pathlib.Path(path)),
            lambda: pose3d.analyze(DEMO / "color.jpg", keypoints=path),
            lambda: pose3d.analyze(DEMO / "color.jpg", depth_confidence=os.fsencode(path)),
            lambda: pose3d.video(DEMO / "color.jpg", annotate=path),
            lambda: pose3d.video(path), lambda: pose3d.video(DEMO / "color.jpg", depth=path),
            lambda: pose3d.angles(path), lambda: pose3d.Estimator(model=path)]
        for number, call in enumerate(calls):
            with self.subTest(number), self.assertRaisesRegex(ValueError, "has a zero character"):
                call()
        with self.assertRaisesRegex(pose3d.Pose3DError, "channel: the text has a zero character"):
            pose3d.analyze(DEMO / "color.jpg", channel="a\0b")

    def test_a_forked_process_is_refused(self):
        estimator = pose3d.Estimator()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            words = "nothing was refused"
            try:
                for use in (
                    lambda: estimator.analyze(DEMO / "color.jpg", **KEYPOINTS),
                    lambda: pose3d.Estimator(people=2),
                ):
                    try:
                        use()
                        break
                    except pose3d.Pose3DError as error:
                        words = f"{error.code}: {error}"
            finally:
                os.write(writer, words.encode())
                os._exit(0)
        os.close(writer)
        os.waitpid(child, 0)
        words = os.read(reader, 1000).decode()
        os.close(reader)
        self.assertTrue(words.startswith("forkedProcess: this process was forked from one that"), words)
        self.assertIn('multiprocessing.get_context("spawn")', words)

    def test_spawned_processes_find_the_same(self):
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            found = pool.map(result_of_another_process, range(2))
        expected = result_of_another_process(0)
        for result in found:
            self.assertEqual(result.json, expected.json)
            numpy.testing.assert_array_equal(result.joints, expected.joints)


class Options(unittest.TestCase):
    """The options of Python against those of the C library."""

    # The contents and the numbers of a camera are forms of the argument `camera`.
    CAMERA = {"camera_text", "intrinsics"}

    @classmethod
    def setUpClass(cls):
        cls.estimator = pose3d.Estimator()
        cls.handle = cls.estimator._handle
        cls.result = ctypes.byref(ctypes.c_void_p())

    def picture_options(self):
        image, _ = _estimator._image(picture())
        return accepted(
            lambda text: library.p3_analyze(
                self.handle, ctypes.byref(image), None, text, self.result)
        ) | accepted(lambda text: library.p3_analyze_file(self.handle, b"a.jpg", text, self.result))

    def video_options(self):
        progress, end = Progress(lambda _, frames: 0), NextFrame(lambda _, frame: 0)
        return accepted(
            lambda text: library.p3_video_file(
                self.handle, b"a.mp4", text, progress, None, self.result)
        ) | accepted(
            lambda text: library.p3_video_frames(
                self.handle, end, text, progress, None, self.result))

    def test_pictures_have_the_options_of_the_c_library(self):
        self.assertEqual(
            parameters(pose3d.Estimator.analyze) - {"self", "image"} | self.CAMERA,
            self.picture_options())

    def test_videos_have_the_options_of_the_c_library(self):
        named = parameters(pose3d.Estimator.video) - {"self", "source", "progress", "from_"}
        self.assertEqual(named | self.CAMERA | {"from"}, self.video_options())

    def test_estimators_have_the_options_of_the_c_library(self):
        found = accepted(lambda text: library.p3_estimator_open(text, self.result))
        # The package finds these itself.
        self.assertEqual(
            parameters(pose3d.Estimator), found - {"models", "runtime", "openblas"})

    def test_angles_have_the_options_of_the_c_library(self):
        found = accepted(lambda text: library.p3_angles_file(b"a.json", text, self.result))
        self.assertEqual(parameters(pose3d.angles) - {"path"}, found)

    def test_sessions_have_the_options_of_the_c_library(self):
        found = accepted(lambda text: library.p3_gait_file(b"a.json", text, self.result))
        tested = accepted(lambda text: library.p3_test_file(b"a.json", b"jump", text, self.result))
        scored = accepted(lambda text: library.p3_ergonomics_file(b"a.json", text, self.result))
        compared = accepted(
            lambda text: library.p3_compare_files(b"a.json", None, text, self.result))
        counted = accepted(lambda text: library.p3_exercise_file(b"a.json", text, self.result))
        paths = (ctypes.c_char_p * 1)(b"a.json")
        reported = accepted(lambda text: library.p3_report_files(paths, 1, text, Progress(), None, self.result))
        self.assertEqual(found - {"reference"} | {"age", "sex"}, tested)
        self.assertEqual(parameters(pose3d.exercise) - {"path"} | self.CAMERA, counted)
        self.assertEqual(parameters(pose3d.report) - {"path", "later", "progress"} | self.CAMERA, reported)
        self.assertEqual(parameters(pose3d.gait) - {"path"} | self.CAMERA, found)
        self.assertEqual(
            parameters(pose3d.functional_test) - {"test", "path"} | self.CAMERA, tested)
        self.assertEqual(parameters(pose3d.ergonomics) - {"path"} | self.CAMERA, scored)
        self.assertEqual(
            parameters(pose3d.compare) - {"before", "after", "later"} | self.CAMERA, compared)

    def test_the_words_of_an_option_are_those_of_the_c_library(self):
        document = DEMO / "keypoints.json"
        for words, call in [
            (_estimator.Effort, lambda word: pose3d.Estimator(effort=word)),
            (_estimator.KeypointLayout,
             lambda word: pose3d.analyze(DEMO / "color.jpg", keypoint_layout=word, **KEYPOINTS)),
            (_estimator.Exercise, lambda word: pose3d.video("a.mp4", exercise=word)),
            (_estimator.Detail, lambda word: pose3d.video("a.mp4", detail=word)),
            (_estimator.Dialect, lambda word: pose3d.angles(document, word)),
            (_estimator.SkeletonLayout, lambda word: pose3d.angles(document, layout=word)),
            (_estimator.LengthUnit, lambda word: pose3d.angles(document, units=word)),
            (_estimator.Axis, lambda word: pose3d.angles(document, up=word)),
            (_sessions.ErgonomicMethod, lambda word: pose3d.ergonomics(document, method=word)),
            (_sessions.FunctionalTest, lambda word: pose3d.functional_test(word, document)),
            (_sessions.Sex, lambda word: pose3d.functional_test("tug", document, age=72, sex=word)),
        ]:
            with self.subTest(words), self.assertRaises(pose3d.Pose3DError) as caught:
                call("no such word")
            found = re.search(r"one of (.+?) was expected", str(caught.exception))
            expected = [word for word in typing.get_args(words) if word not in ("auto", "none")]
            self.assertEqual(found and found[1].split(", "), expected, str(caught.exception))

    def test_functions_and_methods_have_the_same_options(self):
        for function, method in [
            (pose3d.analyze, pose3d.Estimator.analyze), (pose3d.video, pose3d.Estimator.video),
        ]:
            own = inspect.signature(function).parameters
            others = dict(inspect.signature(method).parameters)
            del others["self"]
            self.assertEqual(set(own) - set(others), {"people", "effort", "model", "min_confidence"})
            for name, parameter in others.items():
                self.assertEqual(parameter, own[name])
            given = {name: f"value of {name}" for name in others}
            with mock.patch.object(_estimator, "_kept") as kept:
                function(**given)
            passed = getattr(kept.return_value, function.__name__).call_args
            bound = inspect.signature(method).bind(None, *passed.args, **passed.kwargs).arguments
            del bound["self"]
            self.assertEqual(bound, given)

    def test_every_option_is_described(self):
        for documented in (
                pose3d.Estimator.analyze, pose3d.Estimator.video, pose3d.angles, pose3d.gait):
            for name in parameters(documented) - {"self"}:
                self.assertIn(f" {name}: ", documented.__doc__)

    def test_a_misspelt_option_is_a_type_error(self):
        for call in (
            lambda: pose3d.analyze(DEMO / "color.jpg", heigth=1.7),
            lambda: pose3d.video("squats.mp4", heigth=1.7),
            lambda: self.estimator.analyze(DEMO / "color.jpg", heigth=1.7),
            lambda: self.estimator.video("squats.mp4", heigth=1.7),
        ):
            with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'heigth'"):
                call()

    def test_numbers_of_numpy_are_options(self):
        found = pose3d.analyze(
            DEMO / "color.jpg", height=numpy.float32(1.5), max_megapixels=numpy.int64(9),
            own_depth=numpy.bool_(False), gravity=numpy.array([0, 1, 0]), **KEYPOINTS)
        self.assertEqual(found[0].height, 1.5)
        with self.assertRaisesRegex(TypeError, r"an option is \{1\}, of the type set"):
            pose3d.analyze(DEMO / "color.jpg", channel={1})

    @unittest.skipUnless(has("mypy"), "needs mypy")
    def test_mypy_finds_misspelt_options_and_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "called.py")
            path.write_text(
                'import pose3d\npose3d.analyze("a.jpg", height=1.7, own_depth=False)\n'
                'pose3d.analyze("a.jpg", heigth=1.7)\npose3d.video("a.mp4", effort="quick")\n')
            checked = subprocess.run(
                [sys.executable, "-m", "mypy", "--cache-dir", folder, "--ignore-missing-imports",
                 path],
                text=True, stdout=subprocess.PIPE, cwd=folder,
                env={**os.environ, "MYPYPATH": str(ROOT / "Python")})
        lines = [int(line) for line in re.findall(r"called.py:(\d+): error", checked.stdout)]
        self.assertEqual(lines, [3, 4], checked.stdout)


class Sessions(unittest.TestCase):
    LUNGE = ROOT / "fixtures" / "exports" / "lunge.trc"

    def test_two_sessions_are_compared(self):
        found = pose3d.compare(
            self.LUNGE, self.LUNGE, rep_angle="leftKneeFlexion", sigma=0.01, grounding=False)
        self.assertEqual(found.to_dict()["pairing"], "sessions")
        self.assertTrue(all(
            measure["difference"]["value"] == 0 for measure in found.to_dict()["measures"]))
        self.assertEqual(
            len(found.csv.splitlines()) - 1, len(found.to_dict()["measures"]))
        self.assertTrue(found.page.startswith("<!DOCTYPE html>"))
        self.assertIn("&lt;!DOCTYPE html&gt;", found._repr_html_())
        self.assertEqual(repr(found), "<pose3d.Session pose3d.comparison/1>")

    def test_several_sessions_are_compared_with_the_first(self):
        found = pose3d.compare(
            self.LUNGE, self.LUNGE, self.LUNGE, rep_angle="leftKneeFlexion", sigma=0.01,
            grounding=False)
        document = found.to_dict()
        self.assertEqual(document["schema"], "pose3d.series/1")
        self.assertEqual([len(document["sessions"]), len(document["comparisons"])], [3, 2])
        self.assertEqual(
            {measure["verdict"] for one in document["comparisons"] for measure in one["measures"]},
            {"noChangeShown"})
        self.assertIn("Over the sessions", found.page)
        with self.assertRaises(TypeError):
            pose3d.compare(self.LUNGE, None, self.LUNGE)

    def test_an_exercise_is_counted_in_a_file(self):
        found = pose3d.exercise(self.LUNGE, exercise="lunge", sigma=0.01)
        self.assertEqual(found.to_dict()["schema"], "pose3d.exercise/1")
        self.assertIn('<main id="report">', found.page)

    def test_a_report_has_its_heading(self):
        page = pose3d.report(self.LUNGE, self.LUNGE, title="Tuesday", note=["one", "two"])
        self.assertIn("<h1>Tuesday</h1>", page)
        self.assertIn("<p>two</p>", page)
        with self.assertRaisesRegex(pose3d.Pose3DError, "names no camera"):
            pose3d.report(self.LUNGE, video="a.mp4", sigma=0.01)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "still.json")
            path.write_text(pose3d.analyze(DEMO / "color.jpg", **KEYPOINTS).json)
            with self.assertWarnsRegex(UserWarning, "isn't beside it"):
                alone = pose3d.report(path, subject="P7")
            shown = pose3d.report(path, video=DEMO / "color.jpg")
        self.assertIn("<dd>P7</dd>", alone)
        self.assertNotIn('id="media-0-0"', alone)
        self.assertIn('id="media-0-0"', shown)

    def test_one_session_has_its_sides_compared(self):
        self.assertEqual(pose3d.compare(self.LUNGE, sigma=0.01).to_dict()["pairing"], "sides")

    def test_postures_at_work_are_scored_with_what_is_stated(self):
        found = pose3d.ergonomics(
            self.LUNGE, sigma=0.01, method="reba", load=8, wrist="bent,twisted", legs="both")
        people = found.to_dict()["people"]
        self.assertEqual(
            people[0]["assessments"][0]["unknown"], ["coupling", "activity", "arms", "neckTwist"])
        self.assertIn("REBA", found.page)
        with self.assertRaises(pose3d.Pose3DError) as caught:
            pose3d.ergonomics(self.LUNGE, coupling="firm")
        self.assertIn("the words are good, fair, poor and unacceptable", str(caught.exception))

    def test_a_pickled_session_is_the_same(self):
        found = pose3d.compare(self.LUNGE, sigma=0.01)
        copied = pickle.loads(pickle.dumps(found))
        self.assertEqual(
            [copied.json, copied.csv, copied.page, copied.warnings],
            [found.json, found.csv, found.page, found.warnings])

    def test_a_motion_that_is_not_there_has_a_code(self):
        for call in (
            lambda: pose3d.gait(self.LUNGE), lambda: pose3d.functional_test("jump", self.LUNGE),
        ):
            with self.assertRaises(pose3d.Pose3DError) as caught:
                call()
            self.assertEqual(caught.exception.code, "motionMissing")


class Copies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = pose3d.analyze(DEMO / "color.jpg", **DEPTH, **KEYPOINTS)
        cls.again = pickle.loads(pickle.dumps(cls.found))

    def test_a_pickled_result_has_the_same_documents(self):
        self.assertIsInstance(self.again, pose3d.Picture)
        for name in ("json", "csv", "warnings", "angle_names"):
            self.assertEqual(getattr(self.again, name), getattr(self.found, name))
        self.assertEqual(repr(self.again), repr(self.found))
        self.assertEqual(self.again[0].to_dict(), self.found[0].to_dict())

    def test_a_pickled_result_has_the_same_numbers(self):
        for name in (
            "frame", "time", "person", "joints", "body_joints", "sigma", "confidence", "source",
            "points", "height", "height_sigma",
        ):
            numpy.testing.assert_array_equal(getattr(self.again, name), getattr(self.found, name))
        for name in ("angles", "angle_sigmas"):
            for angle, values in getattr(self.found, name).items():
                numpy.testing.assert_array_equal(getattr(self.again, name)[angle], values)
        self.assertFalse(self.again.joints.flags.writeable)

    def test_a_pickled_result_can_be_pickled(self):
        self.assertEqual(pickle.loads(pickle.dumps(self.again)).json, self.found.json)

    def test_a_pickled_result_has_no_image(self):
        self.assertIsNone(self.again._repr_png_())
        self.assertIsNone(self.again[0]._repr_png_())
        with self.assertRaisesRegex(pose3d.Pose3DError, "does not contain the image"):
            self.again.overlay()

    def test_a_person_can_be_pickled(self):
        person = pickle.loads(pickle.dumps(self.found[0]))
        numpy.testing.assert_array_equal(person.joints, self.found[0].joints)

    def test_a_copy_is_the_result(self):
        self.assertIs(copy.copy(self.found), self.found)
        self.assertIs(copy.deepcopy([self.found])[0], self.found)

    def test_angles_can_be_pickled(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "skeleton.json")
            path.write_text(self.found.json, encoding="utf-8")
            found = pose3d.angles(path)
        self.assertEqual(pickle.loads(pickle.dumps(found)).json, found.json)


class Command(unittest.TestCase):
    """The command of the package, `python -m pose3d`."""

    def run_command(self, *arguments):
        return subprocess.run(
            [sys.executable, "-m", "pose3d", *map(str, arguments)], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def test_the_document_is_that_of_the_function(self):
        ran = self.run_command(
            "analyze", DEMO / "color.jpg", "--depth", DEMO / "depth.png", "--depth-scale", "mm",
            "--camera", DEMO / "camera.json", "--keypoints", DEMO / "keypoints.json")
        found = pose3d.analyze(DEMO / "color.jpg", **DEPTH, **KEYPOINTS)
        self.assertEqual(ran.stdout.decode(), found.json)
        self.assertEqual(ran.returncode, 0)

    def test_files_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            table, drawing = pathlib.Path(folder, "a.csv"), pathlib.Path(folder, "a.png")
            ran = self.run_command(
                "analyze", DEMO / "color.jpg", "--keypoints", DEMO / "keypoints.json", "--gravity",
                "0,1,0", "--csv", table, "--overlay", drawing)
            self.assertEqual((ran.returncode, ran.stdout), (0, b""))
            self.assertIn(b"warning: ", ran.stderr)
            self.assertEqual(len(table.read_text().splitlines()), 2)
            self.assertEqual(drawing.read_bytes()[:4], b"\x89PNG")
            self.assertEqual(sorted(os.listdir(folder)), ["a.csv", "a.png"])
            refused = self.run_command(
                "analyze", DEMO / "color.jpg", "--keypoints", DEMO / "keypoints.json", "-o",
                pathlib.Path(folder, "missing", "a.json"))
            self.assertEqual(refused.returncode, 73)

    def test_refusals_have_the_exit_codes_of_the_program(self):
        for arguments, code, words in [
            (["angles", "/no/such.json"], 66, "error: /no/such.json: there is no such file\n"),
            (["analyze", "a.jpg", "--heigth", "1.7"], 64, "unrecognized arguments: --heigth"),
            (["analyze", "a.jpg", "--height", "9"], 64, "error: height is 9"),
            (["analyze", "a\0.jpg"], 64, "has a zero character"), (["live"], 64, "invalid choice"),
        ]:
            with self.subTest(arguments), mock.patch("sys.stderr", io.StringIO()) as errors:
                try:
                    self.assertEqual(main(arguments), code)
                except SystemExit as ended:
                    self.assertEqual(ended.code, code)
                self.assertIn(words, errors.getvalue())

    def test_a_direction_may_begin_with_a_minus(self):
        found = []
        for words in (["--gravity", "-0.1,0.99,0"], ["--gravity=-0.1,0.99,0"]):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "a.json")
                status = main(["analyze", str(DEMO / "color.jpg"), *words, "--keypoints",
                               str(DEMO / "keypoints.json"), "-o", str(path)])
                self.assertEqual(status, 0)
                found.append(path.read_text())
        self.assertEqual(*found)

    def test_the_help_lists_every_option(self):
        for name, function in (("analyze", pose3d.analyze), ("video", pose3d.video)):
            with self.assertRaises(SystemExit), mock.patch("sys.stdout", io.StringIO()) as printed:
                main([name, "--help"])
            for option in parameters(function) - {
                "image", "source", "progress", "name", "depth_name",
            }:
                self.assertIn("--" + option.strip("_").replace("_", "-"), printed.getvalue())

    def test_the_version_is_the_package_s(self):
        self.assertEqual(self.run_command("--version").stdout.decode(), f"{pose3d.__version__}\n")


class Drawings(unittest.TestCase):
    """The curves of a video in a notebook, of invented numbers."""

    def drawn(self, frames=50, people=1, exercise="squat", repetitions=(), gaps=()):
        from pose3d._curves import drawing

        time = numpy.repeat(numpy.arange(frames) / 25, people)
        knee = 50 - 50 * numpy.cos(3 * time)
        knee[list(gaps)] = numpy.nan
        svg = drawing(
            numpy.tile(numpy.arange(people), frames), time,
            {"leftKneeFlexion": knee, "rightKneeFlexion": knee + 1, "trunkLean": 0 * time,
             "leftElbowFlexion": numpy.full(len(time), numpy.nan)},
            {"name": exercise, "confidence": 1}, repetitions)
        return xml.etree.ElementTree.fromstring(svg), svg

    def repetition(self, counted):
        return {"person": 0, "counted": counted, "start": 0.1, "end": 1, "angle": "leftKneeFlexion"}

    def test_curves_have_a_title_and_both_sides(self):
        tree, svg = self.drawn(repetitions=[self.repetition(True), self.repetition(False)])
        words = [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")]
        self.assertEqual(words[0], "squat · 1 repetition · 2.0 s")
        self.assertEqual(words[1:4], ["knee flexion", "left", "right"])
        self.assertIn("trunk lean", words)
        self.assertNotIn("elbow flexion", words)

    def test_a_gap_interrupts_both_curves(self):
        self.assertEqual(self.drawn(gaps=[20, 21])[1].count("M"), self.drawn()[1].count("M") + 2)

    def test_names_are_escaped(self):
        self.assertIn("&lt;b&gt;", self.drawn(exercise="<b>")[1])

    def test_one_of_several_people_is_drawn(self):
        self.assertIn("person 0 of 2 people", self.drawn(people=2)[1])

    def test_a_video_without_people_is_stated(self):
        self.assertIn("no person was found", self.drawn(frames=0)[1])

    def test_long_videos_have_small_drawings(self):
        self.assertLess(len(self.drawn(frames=200_000)[1]), 100_000)


@unittest.skipUnless(HAS_MODELS, "scripts/setup installs the models")
class Models(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """`image` is the demo's picture: an overlay without people, on which nothing is drawn."""
        cls.estimator = pose3d.Estimator(effort="fast")
        nobody = {"schema": "pose3d.keypoints/1", "width": 512, "height": 424, "people": []}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "nobody.json")
            path.write_text(json.dumps(nobody))
            cls.image = png_pixels(pose3d.analyze(DEMO / "color.jpg", keypoints=path).overlay())

    def test_models_that_are_read_side_by_side_leave_the_locale(self):
        words = (
            "import locale, sys, pose3d; locale.setlocale(locale.LC_ALL, 'C.UTF-8'); "
            "pose3d.analyze(sys.argv[1], depth=sys.argv[2], depth_unit='mm'); "
            "print(locale.setlocale(locale.LC_CTYPE))"
        )
        command = [sys.executable, "-c", words, DEMO / "color.jpg", DEMO / "depth.png"]
        # Before it was put back, another one was left in about one run of two.
        for _ in range(4):
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.stdout.strip(), "C.UTF-8")

    def test_arrays_find_what_files_do(self):
        image = self.image
        people = self.estimator.analyze(DEMO / "color.jpg").to_dict()["people"]
        rows = numpy.zeros((image.shape[0], image.shape[1] + 9, 3), numpy.uint8)
        rows[:, :-9] = image
        for array in (image, rows[:, :-9], image[::-1].copy()[::-1], image[:, :, ::-1].copy()[:, :, ::-1]):
            self.assertEqual(self.estimator.analyze(array).to_dict()["people"], people)
        self.assertEqual(self.estimator.analyze(picture()).people, [])

    def test_cameras_of_every_kind_are_the_same(self):
        image = self.image
        camera = json.loads((DEMO / "camera.json").read_text())["color"]
        matrix = numpy.array(
            [[camera["fx"], 0, camera["cx"]], [0, camera["fy"], camera["cy"]], [0, 0, 1]])
        numbers = [camera[name] for name in ("fx", "fy", "cx", "cy")]
        found = [self.estimator.analyze(image, camera=one)[0].joints for one in (camera, matrix, numbers)]
        numpy.testing.assert_array_equal(found[0], found[1])
        numpy.testing.assert_array_equal(found[0], found[2])

    def test_threads_find_what_one_does(self):
        image = self.image
        alone = self.estimator.analyze(image)[0].joints
        found = {}

        def work(number, estimator):
            found[number] = [estimator.analyze(image)[0].joints for _ in range(3)]

        own = [pose3d.Estimator(effort="fast") for _ in range(2)]
        threads = [
            threading.Thread(target=work, args=pair)
            for pair in enumerate([*own, self.estimator, self.estimator])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for joints in found.values():
            numpy.testing.assert_array_equal(joints, [alone] * 3)

    def test_a_video(self):
        seen = []
        found = self.estimator.video(
            ROOT / "fixtures" / "video" / "squats.mp4", to=0.5, exercise="squat", progress=seen.append)
        self.assertEqual(seen, list(range(1, 17)))
        self.assertEqual(found.joints.shape, (16, 17, 3))
        self.assertEqual(found.frame.tolist(), list(range(16)))
        self.assertTrue((numpy.diff(found.time) > 0).all())
        self.assertEqual(found.exercise["name"], "squat")
        self.assertEqual(len(found.json_lines.splitlines()), 18)
        self.assertEqual(len(list(io.StringIO(found.csv))), 17)
        again = pickle.loads(pickle.dumps(found))
        self.assertEqual((again.json, again.json_lines), (found.json, found.json_lines))
        xml.etree.ElementTree.fromstring(again._repr_svg_())
        self.assertIn("knee flexion", found._repr_svg_())

    def test_a_video_ends_when_it_is_asked_to(self):
        video = ROOT / "fixtures" / "video" / "squats.mp4"
        found = self.estimator.video(video, progress=lambda frames: frames < 3)
        self.assertFalse(found.to_dict()["video"]["complete"])
        with self.assertRaises(KeyboardInterrupt):
            self.estimator.video(video, progress=interrupt)

    def test_ctrl_c_ends_a_video_with_keyboard_interrupt_every_time(self):
        ran = subprocess.run(
            [sys.executable, "-c", INTERRUPTED], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.assertEqual((ran.stdout, ran.stderr), ("18 of 18\n", ""))

    def test_a_program_ends_while_its_threads_measure(self):
        for pause in (0, 0.015, 0.03, 0.05):
            ran = subprocess.run([sys.executable, "-c", ENDING, str(pause)], text=True, stderr=subprocess.PIPE)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))

    def frames(self, count=6):
        """A picture that moves."""
        return [numpy.roll(self.image, 2 * number, 1) for number in range(count)]

    def test_frames_in_memory(self):
        options = {"height": 1.7, "exercise": "none"}
        plain = self.estimator.video(iter(self.frames()), fps=10, **options)
        self.assertEqual(plain.frame.tolist(), list(range(6)))
        numpy.testing.assert_allclose(plain.time, numpy.arange(6) / 10)
        timed = self.estimator.video(
            ((image, 5 + number / 10) for number, image in enumerate(self.frames())),
            progress=lambda _: None, fps=10, jobs=1, **options)
        self.assertEqual(timed.to_dict()["frames"], plain.to_dict()["frames"])
        self.assertEqual(timed.to_dict()["video"]["file"], "frames")
        depth = numpy.full(self.image.shape[:2], 2.5, numpy.float32)
        deep = self.estimator.video(
            [(image, number / 10, numpy.roll(depth, 2 * number, 1))
             for number, image in enumerate(self.frames(3))],
            camera=DEMO / "camera.json", name="memory", **options)
        self.assertEqual(deep.to_dict()["depth"]["file"], "memory")
        self.assertEqual(deep.to_dict()["depth"]["unit"], "m")

    def test_frames_have_a_camera_of_numbers(self):
        numbers = [366, 366, 257, 207.5]
        matrix = [[366, 0, 257], [0, 366, 207.5], [0, 0, 1]]
        found = [self.estimator.video(self.frames(2), fps=10, camera=camera, exercise="none")
                 for camera in (numbers, matrix)]
        camera = found[0].to_dict()["camera"]
        self.assertEqual([camera[name] for name in ("fx", "fy", "cx", "cy")], numbers)
        self.assertEqual(found[0].json, found[1].json)

    def test_depth_that_begins_later_counts(self):
        depth = numpy.full(self.image.shape[:2], 2.5, numpy.float32)
        frames = [(image, number / 10, depth if number else None) for number, image in enumerate(self.frames(4))]
        found = self.estimator.video(frames, camera=DEMO / "camera.json", exercise="none")
        self.assertEqual(found.to_dict()["depth"]["framesWithout"], 1)
        masked = [(image, time, None if depth is None else numpy.ma.array(depth, mask=True))
                  for image, time, depth in frames]
        blank = self.estimator.video(masked, camera=DEMO / "camera.json", exercise="none")
        self.assertEqual(blank.to_dict()["depth"]["framesWithout"], 4)

    def test_a_document_has_the_sigmas_and_sources_of_the_result(self):
        video = self.estimator.video(self.frames(3), fps=10, height=1.7, exercise="none")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "video.json")
            path.write_text(video.json)
            read = pose3d.angles(path)
        numpy.testing.assert_allclose(read.sigma, video.sigma, atol=1e-4)
        self.assertEqual(read.source.tolist(), video.source.tolist())
        numpy.testing.assert_allclose(read.height, video.height, atol=1e-6)

    def test_a_false_of_numpy_ends_a_video(self):
        found = self.estimator.video(
            self.frames(6), fps=10, jobs=1, progress=lambda count: numpy.bool_(count < 2), exercise="none")
        self.assertLess(len(found.to_dict()["frames"]), 6)
        seen = len(set(found.frame))
        self.assertIn(f"seen in {seen} {'frame' if seen == 1 else 'frames'}>", repr(found))

    def test_frames_that_cannot_be_used(self):
        with self.assertRaisesRegex(TypeError, "frame 1 is None"):
            self.estimator.video([self.image, None], fps=10)
        with self.assertRaisesRegex(TypeError, "frame 0 is a tuple of 4"):
            self.estimator.video([(self.image, 0.0, None, 1)])

        def failing():
            yield self.frames(1)[0], 0.0
            raise KeyError("the camera is gone")

        with self.assertRaisesRegex(KeyError, "the camera is gone"):
            self.estimator.video(failing())
        with self.assertRaisesRegex(TypeError, "frames without times need fps"):
            self.estimator.video(self.frames(2))
        with self.assertRaisesRegex(TypeError, "an image is uint8"):
            self.estimator.video([(numpy.zeros((4, 4)), 0.0)])
        with self.assertRaisesRegex(pose3d.Pose3DError, "there is not a single frame"):
            self.estimator.video([])
        small = numpy.zeros((32, 32, 3), numpy.uint8)
        with self.assertRaisesRegex(pose3d.Pose3DError, "frame 1 has 32×32 pixels"):
            self.estimator.video([(self.image, 0.0), (small, 0.1)])
        with self.assertRaisesRegex(TypeError, "annotate is for files only"):
            self.estimator.video(self.frames(1), fps=10, annotate="out.mp4")
        ended = self.estimator.video(self.frames(), fps=10, progress=lambda frames: frames < 2)
        self.assertFalse(ended.to_dict()["video"]["complete"])


def interrupt(_):
    raise KeyboardInterrupt


# A program that sends itself SIGINT while it measures frames: at different frames, without and with progress.
ENDING = """
import sys, threading, time
import numpy, pose3d

image = numpy.full((480, 640, 3), 90, numpy.uint8)
ready = threading.Barrier(3)

def measure():
    estimator = pose3d.Estimator(effort="fast")
    estimator.analyze(image)
    ready.wait()
    while True:
        estimator.analyze(image)

for _ in range(2):
    threading.Thread(target=measure, daemon=True).start()
ready.wait()
time.sleep(float(sys.argv[1]))
"""

INTERRUPTED = """
import os, signal
import numpy, pose3d

# A shell's background ignores SIGINT, and a thread that starts a child may block it.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
image = numpy.full((120, 160, 3), 90, numpy.uint8)
estimator = pose3d.Estimator(effort="fast")

def frames(at):
    for number in range(40):
        if number == at:
            os.kill(os.getpid(), signal.SIGINT)
        yield image, number / 10

ended = 0
for trial in range(18):
    try:
        estimator.video(frames(trial % 9), progress=(lambda _: None) if trial % 2 else None)
    except KeyboardInterrupt:
        ended += 1
print(ended, "of 18")
"""


def png_pixels(png):
    """The pixels of an 8-bit RGB picture, decoded without another package."""
    import struct
    import zlib

    place, data, width, height = 8, b"", 0, 0
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert (depth, color) == (8, 2)
        elif kind == b"IDAT":
            data += body
        place += 12 + length
    lines = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(height, 1 + 3 * width)
    image = numpy.zeros((height, width, 3), numpy.uint8)
    above = numpy.zeros(3 * width, int)
    for row, line in enumerate(lines):
        kind, line = line[0], line[1:].astype(int)
        for column in range(3 * width):
            left = line[column - 3] if column >= 3 else 0
            corner = above[column - 3] if column >= 3 else 0
            up = above[column]
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                base = left + up - corner
                guess = min((left, up, corner), key=lambda near: abs(base - near))
            else:
                guess = 0
            line[column] = (line[column] + guess) & 255
        image[row] = line.reshape(width, 3)
        above = line
    return image


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
