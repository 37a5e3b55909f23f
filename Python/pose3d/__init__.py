"""People in images and videos as 3D skeletons with joint angles, offline, on the CPU.

>>> import pose3d
>>> result = pose3d.analyze("photo.jpg", height=1.72)
>>> result[0].angles["leftKneeFlexion"]
85.5

Lengths are in metres, times in seconds, angles in degrees. Joints are in the camera's frame: x
right, y down, z forward. Unusable input raises `Pose3DError`, whose text contains the remedy.
"""

from ._errors import Pose3DError
from ._estimator import Estimator, analyze, angles, video
from ._library import joint_names, version
from ._results import Angles, Person, Picture, Result, Session, Video, to_pandas, to_parquet
from ._sessions import compare, ergonomics, exercise, functional_test, gait, report

__version__ = version()

JOINTS: "tuple[str, ...]" = joint_names()
"""The names of the 17 joints in the order of every array."""

__all__ = [
    "Angles", "Estimator", "JOINTS", "Person", "Picture", "Pose3DError", "Result", "Session", "Video",
    "analyze", "angles", "compare", "ergonomics", "exercise", "functional_test", "gait", "report", "to_pandas",
    "to_parquet", "video",
]
