"""BlazePose by MediaPipe's own calculators: one detection, then several looks at its region."""

import os
import pathlib
import zipfile

os.environ.setdefault("GLOG_minloglevel", "3")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import mediapipe
import numpy as np
from mediapipe.python.solution_base import SolutionBase

from .unmasked import unmasked

LANDMARKS = [
    "nose",
    "leftEyeInner",
    "leftEye",
    "leftEyeOuter",
    "rightEyeInner",
    "rightEye",
    "rightEyeOuter",
    "leftEar",
    "rightEar",
    "mouthLeft",
    "mouthRight",
    "leftShoulder",
    "rightShoulder",
    "leftElbow",
    "rightElbow",
    "leftWrist",
    "rightWrist",
    "leftPinky",
    "rightPinky",
    "leftIndex",
    "rightIndex",
    "leftThumb",
    "rightThumb",
    "leftHip",
    "rightHip",
    "leftKnee",
    "rightKnee",
    "leftAnkle",
    "rightAnkle",
    "leftHeel",
    "rightHeel",
    "leftFootIndex",
    "rightFootIndex",
]
MIRROR = np.array(
    [
        LANDMARKS.index(
            n.replace("left", "*").replace("right", "left").replace("*", "right")
            if n.startswith(("left", "right"))
            else {"mouthLeft": "mouthRight", "mouthRight": "mouthLeft"}.get(n, n)
        )
        for n in LANDMARKS
    ]
)
LOOKS = ["", "_flip", "_heavy", "_heavy_flip", "_heavy_again"]

SIZE = """node {
  calculator: "ImagePropertiesCalculator" input_stream: "IMAGE:image" output_stream: "SIZE:size"
}"""


def look(name, model, region, auxiliary=""):
    return f"""
    node {{
      calculator: "PoseLandmarkByRoiCpu"
      input_side_packet: "MODEL_COMPLEXITY:{model}"
      input_stream: "IMAGE:image" input_stream: "ROI:{region}"
      output_stream: "LANDMARKS:{name}" output_stream: "WORLD_LANDMARKS:{name}_world"
      {f'output_stream: "AUXILIARY_LANDMARKS:{auxiliary}"' if auxiliary else ""}
    }}"""


def graph(inputs, models, outputs, nodes):
    lines = [f'input_stream: "{n}"' for n in inputs]
    lines += [f'input_side_packet: "{n}"' for n in models] + [
        f'output_stream: "{n}"' for n in outputs
    ]
    return "\n".join(lines) + "\n".join(nodes)


class Detector:
    """Looks at pictures. `heavy`: a pose_landmarker_heavy.task file; without it only the full model looks.

    The models in the installed MediaPipe are changed for it (see `install`).
    """

    def __init__(self, heavy=None):
        install(heavy)
        self.heavy = bool(heavy)
        models = {"full_model": 1, **({"heavy_model": 2} if heavy else {})}
        first = [
            """node {
              calculator: "PoseDetectionCpu" input_stream: "IMAGE:image" output_stream: "DETECTIONS:found"
            }""",
            """node {
              calculator: "SplitDetectionVectorCalculator" input_stream: "found" output_stream: "person"
              options {
                [mediapipe.SplitVectorCalculatorOptions.ext] {
                  ranges { begin: 0 end: 1 } element_only: true
                }
              }
            }""",
            SIZE,
            """node {
              calculator: "PoseDetectionToRoi"
              input_stream: "DETECTION:person" input_stream: "IMAGE_SIZE:size"
              output_stream: "ROI:region"
            }""",
            look("full", "full_model", "region"),
        ]
        mirrored = [look("full", "full_model", "region")]
        outputs, mirrored_outputs = ["region", "full", "full_world"], ["full", "full_world"]
        if heavy:
            first += [
                look("heavy", "heavy_model", "region", "ends"),
                """node {
                  calculator: "PoseLandmarksToRoi"
                  input_stream: "LANDMARKS:ends" input_stream: "IMAGE_SIZE:size"
                  output_stream: "ROI:region_again"
                }""",
                look("again", "heavy_model", "region_again"),
            ]
            outputs += ["heavy", "heavy_world", "again", "again_world"]
            mirrored += [look("heavy", "heavy_model", "region")]
            mirrored_outputs += ["heavy", "heavy_world"]
        self.first = SolutionBase(
            graph_config=graph(["image"], models, outputs, first), side_inputs=models
        )
        self.second = SolutionBase(
            graph_config=graph(["image", "region"], models, mirrored_outputs, mirrored),
            side_inputs=models,
        )

    def __call__(self, image, stage):
        """Name of the look -> (33 × 5: x, y, z in pixels, visibility, presence; 33 × 3 world metres),
        or None where nothing is found. `stage(name)` is a context that times a part of the work."""
        h, w = image.shape[:2]
        out = dict.fromkeys(LOOKS if self.heavy else LOOKS[:2])
        with stage("BlazePose"):
            q = self.first.process(image)
        if q.region is None:
            return out
        out[""] = read(q.full, q.full_world, w, h)
        region = type(q.region)()
        region.CopyFrom(q.region)
        region.x_center, region.rotation = (w - 1) / w - q.region.x_center, -q.region.rotation
        with stage("BlazePose, mirrored"):
            m = self.second.process(
                {"image": np.ascontiguousarray(image[:, ::-1]), "region": region}
            )
        out["_flip"] = unmirrored(read(m.full, m.full_world, w, h), w)
        if self.heavy:
            out["_heavy"] = read(q.heavy, q.heavy_world, w, h)
            out["_heavy_again"] = read(q.again, q.again_world, w, h)
            out["_heavy_flip"] = unmirrored(read(m.heavy, m.heavy_world, w, h), w)
        return out


def install(heavy):
    """The models without the mask, and the heavy one, where MediaPipe looks for them."""
    folder = pathlib.Path(mediapipe.__file__).parent / "modules/pose_landmark"
    models = {n: folder / f"pose_landmark_{n}.tflite" for n in ("full", "heavy")}
    for name, path in models.items():
        if name == "heavy" and not path.exists():
            if not heavy:
                continue
            data = zipfile.ZipFile(heavy).read("pose_landmarks_detector.tflite")
        else:
            data = path.read_bytes()
        lean = unmasked(data)
        if lean != data or not path.exists():
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(lean)
            part.replace(path)


def read(marks, world, w, h):
    if marks is None or world is None:
        return None
    a = np.array(
        [(p.x * w, p.y * h, p.z * w, p.visibility, p.presence) for p in marks.landmark], np.float32
    )
    return a, np.array([(p.x, p.y, p.z) for p in world.landmark], np.float32)


def unmirrored(look, w):
    if look is None:
        return None
    a, b = look[0][MIRROR].copy(), look[1][MIRROR].copy()
    a[:, 0] = w - 1 - a[:, 0]
    b[:, 0] *= -1
    return a, b
