"""Several cameras: what pose3d makes of keypoints against what triangulation makes of the same.

    pose3d-bench views TAKES… --out views.json
    triangulation_peer.py views.json

The peers are what other programs do with the keypoints of a moment: a direct linear transform weighted with the
keypoints' confidence, and the same for the cameras, as many as possible, that agree within 6 pixels (RANSAC by trying
all, as Pose2Sim and Anipose do). Keypoints below a confidence of 0.3 are left out. Neither knows bones, people or time.

Errors are of the twelve joints of arms and legs in millimetres: in place, relative to the middle of the hips, and the
95th percentile of the latter; flexions are root mean square, in degrees. A joint that a peer doesn't find isn't counted
against it; how many there are is said. The next lines say how many of pose3d's errors lie within one and two sigmas. The
last table leaves one camera out: how far its keypoints are from where the others' result puts them, in pixels, median
and 90th percentile, of keypoints with a confidence above 0.7. It needs no truth.
"""

import itertools
import json
import sys

import numpy as np

LIMBS = [s + j for s in ("left", "right") for j in ("Shoulder", "Elbow", "Wrist", "Hip", "Knee", "Ankle")]
FLEXIONS = {"elbow": [(0, 1, 2), (6, 7, 8)], "knee": [(3, 4, 5), (9, 10, 11)]}
HIPS = [3, 9]
LEAST_CONFIDENCE = 0.3
PIXELS = 6.0


def triangulated(matrices, points, weights):
    rows = []
    for matrix, (x, y), weight in zip(matrices, points, weights):
        rows += [weight * (matrix[0] - x * matrix[2]), weight * (matrix[1] - y * matrix[2])]
    place = np.linalg.svd(np.array(rows))[2][-1]
    return place[:3] / place[3]


def miss(matrices, place, points):
    projected = np.array([m @ np.append(place, 1) for m in matrices])
    return np.linalg.norm(projected[:, :2] / projected[:, 2:] - points, axis=1).mean()


def peer(matrices, keypoints, views, choosing):
    """(frames, 12, 3); NaN where fewer than two cameras see a joint."""
    result = np.full((keypoints.shape[1], 12, 3), np.nan)
    for frame, joint in itertools.product(range(keypoints.shape[1]), range(12)):
        x = keypoints[:, frame, joint]
        usable = [v for v in views if x[v, 2] > LEAST_CONFIDENCE]
        if len(usable) < 2:
            continue

        def solved(some):
            some = list(some)
            place = triangulated(matrices[some], x[some, :2], x[some, 2])
            return miss(matrices[some], place, x[some, :2]), place

        best = solved(usable)
        for count in range(len(usable) - 1, 1, -1):
            if not choosing or best[0] < PIXELS:
                break
            best = min([best] + [solved(c) for c in itertools.combinations(usable, count)], key=lambda b: b[0])
        result[frame, joint] = best[1]
    return result


def flexion(p, joints):
    a, b, c = (p[:, j] for j in joints)
    u, v = b - a, c - b
    cosine = (u * v).sum(1) / np.linalg.norm(u, axis=1) / np.linalg.norm(v, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def scores(found, truth):
    relative = lambda p: p - p[:, HIPS].mean(1, keepdims=True)
    place = 1000 * np.linalg.norm(found - truth, axis=2)
    own = 1000 * np.linalg.norm(relative(found) - relative(truth), axis=2)
    angles = [
        np.concatenate([flexion(found, j) - flexion(truth, j) for j in joints]) for joints in FLEXIONS.values()
    ]
    rms = [np.sqrt(np.nanmean(a**2)) for a in angles]
    return [np.nanmean(place), np.nanmean(own), np.nanpercentile(own, 95), *rms, 100 * np.isnan(place).mean()]


def predicted(matrix, places):
    """Where a camera shows places, (frames, 12, 2)."""
    projected = np.concatenate([places, np.ones(places.shape[:2] + (1,))], axis=2) @ matrix.T
    return projected[..., :2] / projected[..., 2:]


def main():
    table, within, left_out = {}, {}, {}
    for take in json.load(open(sys.argv[1])):
        case = json.load(open(take["folder"] + "/case.json"))
        matrices = []
        for camera in case["cameras"]:
            i = camera["color_intrinsics"]
            inner = np.array([[i["fx"], 0, i["cx"]], [0, i["fy"], i["cy"]], [0, 0, 1]])
            matrices.append(inner @ np.array(camera["camera_from_world"])[:3])
        matrices = np.array(matrices)
        truth = np.array([[f["joints_world_m"][j] for j in LIMBS] for f in case["frames"]])
        keypoints = np.zeros((len(matrices), len(truth), 12, 3))
        for view, frames in enumerate(take["keypoints"]):
            for frame, points in enumerate(frames):
                for place, joint in enumerate(LIMBS):
                    if points and joint in points:
                        keypoints[view, frame, place] = points[joint]
        limbs = [take["joints"].index(j) for j in LIMBS]
        for combination in take["combinations"]:
            views, count = combination["views"], len(combination["views"])
            ours = np.full((len(truth), 12, 3), np.nan)
            marks = ours.copy()
            for frame, body in enumerate(combination["frames"]):
                if not body:
                    continue
                ours[frame] = np.array(body["positions"])[limbs]
                marks[frame] = np.array(body["marks"])[limbs]
                every = np.array([case["frames"][frame]["joints_world_m"][j] for j in take["joints"]])
                root = take["joints"].index("root")
                errors = np.array(body["positions"]) - every
                errors[np.arange(len(errors)) != root] -= errors[root]
                for error, (xx, xy, xz, yy, yz, zz) in zip(errors, body["covariances"]):
                    values, axes = np.linalg.eigh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
                    z = np.abs(axes.T @ error) / np.sqrt(np.maximum(values, 1e-12))
                    within.setdefault(count, []).extend(z)
            rows = {"pose3d": ours, "DLT": peer(matrices, keypoints, views, False)}
            if count > 2:
                rows["RANSAC"] = peer(matrices, keypoints, views, True)
            for view in set(range(len(matrices))) - set(views):
                seen = keypoints[view, ..., 2] > 0.7
                for name, places in {**rows, "pose3d": marks}.items():
                    misses = np.linalg.norm(predicted(matrices[view], places) - keypoints[view, ..., :2], axis=2)
                    left_out.setdefault((count, name), []).extend(misses[seen])
            for name, found in rows.items():
                table.setdefault((count, name), []).append(scores(found, truth))
    print("views  by       place  relative   95 %  elbow   knee  not found")
    for (count, name), rows in sorted(table.items()):
        place, own, worst, elbow, knee, missing = np.nanmean(rows, axis=0)
        print(
            f"{count:5d}  {name:7s} {place:6.1f}  {own:8.1f} {worst:6.1f}  {elbow:4.1f}°  {knee:4.1f}°  {missing:7.1f} %"
        )
    for count, z in sorted(within.items()):
        z = np.array(z)
        print(f"{count} views: {100 * (z < 1).mean():.0f} % within one sigma, {100 * (z < 2).mean():.0f} % within two")
    print("from views  by       the left-out camera's keypoints")
    for (count, name), misses in sorted(left_out.items()):
        found = np.array(misses)[~np.isnan(misses)]
        print(f"{count:10d}  {name:7s}  {np.median(found):4.1f} px, 9 of 10 within {np.percentile(found, 90):5.1f} px")


if __name__ == "__main__":
    main()
