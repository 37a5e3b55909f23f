"""Real people: each of several calibrated cameras alone against the joints triangulated from all.

    views_peer.py POSE3D FOLDER [--pictures 20] [--video [--uncalibrated]] [--effort EFFORT] [--out TABLE.json]

FOLDER is a trial of Pose2Sim's demonstrations: `videos/camNN.mp4` (the calibration is
`calibration/Calib.qca.txt` in it or beside it). Pictures are taken at even distances in time, as many from
every camera. `pose3d detect` finds the keypoints in each; a joint's place is the weighted direct linear
transform of the cameras that agree within 20 pixels, found from pairs. Against these places stand the
skeletons that `pose3d analyze` says from one picture alone, or with --video `pose3d video` from one
camera's video (--uncalibrated: without its calibration), and MediaPipe's world landmarks (complexity 1 and 2), where
the package is installed.

The truth is BlazePose's own: what it says alike in every view is wrong in none. Limbs are the twelve joints of
arms and legs, relative to their mean; for ours, with the size that makes the sum of the limbs' bones that of
the truth. Turned round: the limbs come nearer with left and right exchanged.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import xml.etree.ElementTree as xml

import cv2
import numpy as np

LIMBS = [s + j for s in ("left", "right") for j in ("Shoulder", "Elbow", "Wrist", "Hip", "Knee", "Ankle")]
SWAP = [(i + 6) % 12 for i in range(12)]
BONES = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (9, 10), (10, 11)]
ANGLES = {"elbow": [(0, 1, 2), (6, 7, 8)], "knee": [(3, 4, 5), (9, 10, 11)]}
LANDMARKS = [11, 13, 15, 23, 25, 27, 12, 14, 16, 24, 26, 28]


def cameras(path):
    """Serial -> (K, distortion, R, t in metres), after Qualisys' definition: 1/64 pixel, columns of R as rows."""
    result = {}
    for camera in xml.parse(path).getroot().iter("camera"):
        i, t = camera.find("intrinsic").attrib, camera.find("transform").attrib
        value = lambda k: float(i[k])
        K = np.array([
            [value("focalLengthU") / 64, 0, value("centerPointU") / 64],
            [0, value("focalLengthV") / 64, value("centerPointV") / 64], [0, 0, 1]])
        distortion = np.array([
            value("radialDistortion1"), value("radialDistortion2"), value("tangentalDistortion1"),
            value("tangentalDistortion2"), value("radialDistortion3")])
        turn = np.array([[float(t[f"r{a}{b}"]) for b in "123"] for a in "123"])
        place = np.array([float(t[k]) for k in "xyz"]) / 1000
        # Qualisys' camera looks along −z with y up; ours along z with y down.
        R = np.diag([1.0, -1, -1]) @ turn
        result[camera.get("serial")] = K, distortion, R, -R @ place
    return result


def frames(path, numbers):
    video, result = cv2.VideoCapture(str(path)), {}
    for number in range(max(numbers) + 1):
        good, picture = video.read()
        if not good:
            break
        if number in numbers:
            result[number] = picture
    return result


def triangulated(rays, weights, projections):
    """The place that most of the cameras agree on, and the mean distance to it over the focal length."""
    def place(chosen):
        A = np.concatenate([
            weights[c] * np.stack([
                rays[c][0] * projections[c][2] - projections[c][0],
                rays[c][1] * projections[c][2] - projections[c][1]]) for c in chosen])
        x = np.linalg.svd(A)[2][-1]
        return x[:3] / x[3]

    def distances(x):
        q = np.stack([P @ np.append(x, 1) for P in projections])
        return np.linalg.norm(q[:, :2] / q[:, 2:] - rays, axis=1)

    limit, best = 20 / 1680, []
    for a in range(len(rays)):
        for b in range(a):
            near = np.flatnonzero(distances(place([a, b])) < limit)
            if len(near) > len(best):
                best = near
    if len(best) < 3:
        return None, None
    x = place(best)
    return x, distances(x)[best].mean()


def similar(A, B):
    a, b = A - A.mean(0), B - B.mean(0)
    u, s, vt = np.linalg.svd(a.T @ b)
    D = np.diag([1, 1, np.sign(np.linalg.det(u @ vt))])
    scale = (s * np.diag(D)).sum() / (a ** 2).sum()
    return np.linalg.norm(scale * a @ (u @ D @ vt) - b, axis=1).mean()


def sized(A, B):
    length = lambda X: sum(np.linalg.norm(X[a] - X[b]) for a, b in BONES)
    return (A - A.mean(0)) * (length(B) / length(A))


def flexion(X, joints):
    a, b, c = (X[j] for j in joints)
    u, v = b - a, c - b
    return np.degrees(np.arctan2(np.linalg.norm(np.cross(u, v)), u @ v))


def compared(A, B):
    """One skeleton against the truth: millimetres and degrees."""
    b = B - B.mean(0)
    distance = lambda X: np.linalg.norm(sized(X, B) - b, axis=1).mean() * 1000
    result = dict(
        limbs=distance(A), aligned=similar(A, B) * 1000, turned=bool(distance(A[SWAP]) < distance(A)))
    for name, sides in ANGLES.items():
        result[name] = [abs(flexion(A, s) - flexion(B, s)) for s in sides]
    return result


def summary(rows):
    mean = lambda k: float(np.mean([r[k] for r in rows]))
    turned = sum(r["turned"] for r in rows)
    return dict(
        pictures=len(rows), limbs=mean("limbs"), aligned=mean("aligned"), elbow=mean("elbow"),
        knee=mean("knee"), elbowMedian=float(np.median([r["elbow"] for r in rows])),
        kneeMedian=float(np.median([r["knee"] for r in rows])), turned=turned,
        **{k + "Square": float(np.sqrt(np.mean(np.square([r[k] for r in rows])))) for k in ANGLES})


def mediapipe_skeletons(pictures, complexity):
    import mediapipe
    pose = mediapipe.solutions.pose.Pose(static_image_mode=True, model_complexity=complexity)
    result = {}
    for key, picture in pictures.items():
        found = pose.process(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)).pose_world_landmarks
        if found:
            result[key] = np.array([[found.landmark[i].x, found.landmark[i].y, found.landmark[i].z] for i in LANDMARKS])
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pose3d")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=20)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--uncalibrated", action="store_true")
    parser.add_argument("--effort", default="best")
    parser.add_argument("--video", action="store_true", help="analyse the videos instead of single pictures")
    arguments = parser.parse_args()
    folder = arguments.folder
    calibration = folder / "calibration" / "Calib.qca.txt"
    if not calibration.exists():
        calibration = folder.parent / "calibration" / "Calib.qca.txt"
    known = cameras(calibration)
    videos = {p.stem: p for p in sorted((folder / "videos").glob("*.mp4"))}
    count = int(cv2.VideoCapture(str(next(iter(videos.values())))).get(cv2.CAP_PROP_FRAME_COUNT))
    each = arguments.pictures // len(videos)
    numbers = [int((k + .5) * count / each) for k in range(each)]
    pictures, ours, places, errors = {}, {}, {}, []
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        for camera, path in videos.items():
            for number, picture in frames(path, numbers).items():
                pictures[camera, number] = picture
                cv2.imwrite(str(work / f"{camera}-{number}.png"), picture)
        files = [str(work / f"{c}-{n}.png") for c, n in pictures]
        subprocess.run(
            [arguments.pose3d, "detect", *files, "-o", f"{work}/points/"], check=True, capture_output=True)
        points = {}
        for camera, number in pictures:
            people = json.loads((work / "points" / f"{camera}-{number}.json").read_text())["people"]
            if people:
                points[camera, number] = np.array([people[0]["points"][j][:3] for j in LIMBS])
            if arguments.video:
                continue
            said = subprocess.run(
                [arguments.pose3d, "analyze", work / f"{camera}-{number}.png", "--camera", calibration,
                 "--camera-name", camera, "--effort", arguments.effort, "-o", "-"], capture_output=True, check=True)
            people = json.loads(said.stdout)["people"]
            if people:
                joint = {j["name"]: j["cameraPosition"] for j in people[0]["joints"]}
                ours[camera, number] = np.array([joint[j] for j in LIMBS])
        if arguments.video:
            for camera, path in videos.items():
                out = work / f"{camera}.json"
                known_camera = [] if arguments.uncalibrated else ["--camera", calibration, "--camera-name", camera]
                subprocess.run(
                    [arguments.pose3d, "video", path, *known_camera,
                     "--effort", arguments.effort, "--detail", "full", "-o", out], check=True, capture_output=True)
                for frame in json.loads(out.read_text())["frames"]:
                    if frame["people"] and frame["index"] in numbers:
                        joint = {j["name"]: j["cameraPosition"] for j in frame["people"][0]["joints"]}
                        ours[camera, frame["index"]] = np.array([joint[j] for j in LIMBS])
    for number in numbers:
        seen = [c for c in videos if (c, number) in points]
        rays, projections = [], []
        for c in seen:
            K, distortion, R, t = known[c]
            rays.append(cv2.undistortPoints(points[c, number][:, None, :2], K, distortion)[:, 0])
            projections.append(np.column_stack([R, t]))
        X = np.full((12, 3), np.nan)
        for j in range(12):
            x, error = triangulated(
                np.stack([r[j] for r in rays]), np.array([points[c, number][j, 2] for c in seen]), projections)
            if x is not None:
                X[j] = x
                errors.append(error * 1680)
        places[number] = X
    print(f"{len(pictures)} pictures at frames {numbers}; reprojection {np.mean(errors):.1f} px,"
          f" {np.isnan(np.stack(list(places.values()))).any(-1).sum()} joints without a truth")
    skeletons = {"pose3d": ours}
    try:
        skeletons["mediapipe full"] = mediapipe_skeletons(pictures, 1)
        skeletons["mediapipe heavy"] = mediapipe_skeletons(pictures, 2)
    except (ImportError, FileNotFoundError, RuntimeError) as problem:
        print("MediaPipe left out:", problem)
    table, detail = {}, {}
    for name, found in skeletons.items():
        rows = {}
        for (camera, number), A in found.items():
            R = known[camera][2]
            B = places[number] @ R.T
            if not np.isnan(B).any():
                rows[f"{camera} {number}"] = compared(A, B)
        table[name], detail[name] = summary(list(rows.values())), rows
        t = table[name]
        print(f"{name:16} {t['pictures']} pictures  limbs {t['limbs']:.0f} mm  aligned {t['aligned']:.0f} mm"
              f"  elbow {t['elbow']:.1f}° ({t['elbowMedian']:.1f}°)  knee {t['knee']:.1f}° ({t['kneeMedian']:.1f}°)"
              f"  flipped {t['turned']}  root mean square {t['elbowSquare']:.1f}° {t['kneeSquare']:.1f}°")
    if arguments.out:
        arguments.out.write_text(json.dumps(dict(summary=table, pictures=detail), indent=1))


if __name__ == "__main__":
    main()
