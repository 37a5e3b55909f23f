"""Angles of rendered clips: `pose3d video`, with depth and without, beside MediaPipe's on the same frames.

    clips_peer.py POSE3D CLIP... [--effort EFFORT]

A clip is a folder with a case.json: camera, frame rate and every frame's angles. MediaPipe follows the person with
the model that `pose3d video` runs, the heavy one (complexity 2) or, with `--effort fast`, the full one (complexity 1),
and its angles are those of its world landmarks, as it smooths them. Prints rows in Markdown: root mean square error of the elbows and knees in degrees, left and right,
and the range of motion that was measured minus the true one, for each side with a true range above 40°.
Sides whose elbow or knee MediaPipe or we don't see in most frames count like the others.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import cv2
import numpy as np

ANGLES = {
    "leftElbowFlexion": (11, 13, 15), "rightElbowFlexion": (12, 14, 16), "leftKneeFlexion": (23, 25, 27),
    "rightKneeFlexion": (24, 26, 28)}


def truth_of(case):
    return {a: np.array([f["persons"][0]["angles_deg"].get(a, np.nan) for f in case["frames"]], float) for a in ANGLES}


def ours(program, folder, case, options):
    color = {k: case["color_intrinsics"][k] for k in ("width", "height", "fx", "fy", "cx", "cy")}
    with tempfile.TemporaryDirectory() as name:
        camera, out = pathlib.Path(name) / "camera.json", pathlib.Path(name) / "out.json"
        camera.write_text(json.dumps(dict(
            color=color, depthUnit=case.get("depth_scale_m", .001), gravity=case["gravity_camera"])))
        subprocess.run(
            [program, "video", folder, "--fps", str(case["fps"]), "--camera", camera, "--detail", "full", "-o", out,
             *options],
            check=True, capture_output=True)
        frames = json.loads(out.read_text())["frames"]
    result = {a: np.full(len(case["frames"]), np.nan) for a in ANGLES}
    for frame in frames:
        for angle in frame["people"][0]["angles"] if frame["people"] else []:
            if angle["name"] in result and angle["value"] is not None:
                result[angle["name"]][frame["index"]] = angle["value"]
    return result


def mediapipes(folder, count, complexity):
    import mediapipe
    result = {a: np.full(count, np.nan) for a in ANGLES}
    with mediapipe.solutions.pose.Pose(model_complexity=complexity) as pose:
        for index, path in enumerate(sorted(folder.glob("*_color.*"))):
            found = pose.process(cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)).pose_world_landmarks
            if not found:
                continue
            X = np.array([[p.x, p.y, p.z] for p in found.landmark])
            for name, (a, b, c) in ANGLES.items():
                u, v = X[b] - X[a], X[c] - X[b]
                result[name][index] = np.degrees(np.arctan2(np.linalg.norm(np.cross(u, v)), u @ v))
    return result


def row(found, truth):
    words = []
    for joint in ("Elbow", "Knee"):
        errors, ranges = [], []
        for side in ("left", "right"):
            name = f"{side}{joint}Flexion"
            good = np.isfinite(found[name]) & np.isfinite(truth[name])
            if good.sum() < 5:
                errors.append("–")
                continue
            errors.append(f"{np.sqrt(((found[name] - truth[name])[good] ** 2).mean()):.1f}")
            if np.ptp(truth[name][good]) > 40:
                ranges.append(f"{np.ptp(found[name][good]) - np.ptp(truth[name][good]):+.0f}")
        words.append(", ".join(errors) + "°" + (f" ({', '.join(ranges)})" if ranges else ""))
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pose3d")
    parser.add_argument("clips", nargs="+", type=pathlib.Path)
    parser.add_argument("--effort", default="standard")
    arguments = parser.parse_args()
    print("| clip | | elbows (range) | knees (range) |\n|---|---|---|---|", flush=True)
    for folder in arguments.clips:
        case = json.loads((folder / "case.json").read_text())
        truth = truth_of(case)
        effort = ["--effort", arguments.effort]
        systems = {}
        if any(folder.glob("*_depth.*")):
            systems["depth"] = ours(arguments.pose3d, folder, case, effort)
        systems |= {
            "one camera": ours(arguments.pose3d, folder, case, [*effort, "--ignore-own-depth"]),
            "MediaPipe": mediapipes(folder, len(case["frames"]), 1 if arguments.effort == "fast" else 2)}
        for name, found in systems.items():
            print(f"| {folder.name} | {name} | " + " | ".join(row(found, truth)) + " |", flush=True)


if __name__ == "__main__":
    main()
