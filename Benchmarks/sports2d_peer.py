"""Knee and elbow curves of `pose3d video` beside Sports2D's own angle functions on the same 2D points.

    sports2d_peer.py ANGLES.csv KEYPOINTS COMMON.py

KEYPOINTS is the folder that `pose3d detect --layout openpose -o` wrote for a video's frames, ANGLES.csv what
`pose3d exercise KEYPOINTS --smoothing none --no-repair --max-gap 0 --csv` made of it; COMMON.py is Pose2Sim's
common.py, of which only `angle_dict`, `points_to_angles` and `fixed_angles` are run. Theirs are angles in the
picture, ours in space: they agree where a limb moves in the picture's plane. Prints, for each angle, the mean, the
root mean square and the median absolute difference in degrees.
"""

import ast
import csv
import json
import pathlib
import re
import sys

import numpy as np

table, folder, source = sys.argv[1:4]
tree = ast.parse(pathlib.Path(source).read_text())
wanted = {"points_to_angles", "fixed_angles"}
kept = [
    node
    for node in tree.body
    if isinstance(node, ast.FunctionDef)
    and node.name in wanted
    or isinstance(node, ast.Assign)
    and getattr(node.targets[0], "id", "") == "angle_dict"
]
scope = {"np": np}
exec(compile(ast.Module(kept, []), source, "exec"), scope)

BODY_25 = {
    "RShoulder": 2, "RElbow": 3, "RWrist": 4, "LShoulder": 5, "LElbow": 6, "LWrist": 7,
    "RHip": 9, "RKnee": 10, "RAnkle": 11, "LHip": 12, "LKnee": 13, "LAnkle": 14,
}
ANGLES = {
    "leftKneeFlexion": ("left knee", ["LAnkle", "LKnee", "LHip"]),
    "rightKneeFlexion": ("right knee", ["RAnkle", "RKnee", "RHip"]),
    "leftElbowFlexion": ("left elbow", ["LWrist", "LElbow", "LShoulder"]),
    "rightElbowFlexion": ("right elbow", ["RWrist", "RElbow", "RShoulder"]),
}

files = sorted(pathlib.Path(folder).glob("*_keypoints.json"))
rows = {int(row["frame"]): row for row in csv.DictReader(open(table))}
for name, (theirs, points) in ANGLES.items():
    differences = []
    for path in files:
        index = int(re.search(r"(\d+)_keypoints", path.name)[1])
        people = json.loads(path.read_text())["people"]
        if not people or index not in rows or not rows[index][name]:
            continue
        body = np.array(people[0]["pose_keypoints_2d"]).reshape(-1, 3)
        chosen = [body[BODY_25[point]] for point in points]
        if min(point[2] for point in chosen) < 0.3:
            continue
        angle = scope["fixed_angles"]([point[:2] for point in chosen], theirs)
        differences.append(float(rows[index][name]) - abs(float(angle)))
    d = np.array(differences)
    if len(d):
        print(
            f"{name:20s} {len(d):4d} frames   mean {d.mean():+6.1f}°   RMS {np.sqrt((d**2).mean()):5.1f}°"
            f"   median |.| {np.median(abs(d)):5.1f}°"
        )
