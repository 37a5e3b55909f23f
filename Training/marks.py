"""Fits where BlazePose marks a body beside its joints' centres: the numbers of KeypointOffsets.swift.

    python marks.py ROWS.npz …

Of rendered people whose joints are known exactly, seen whole or in part, the full model's keypoints: a vector from each
joint to its keypoint, in statures, along axes of the body that turn with it. One camera sees only what of it lies across
its line of sight; many people, seen from all sides, give all of it. Least squares with Huber's weights, left and right
together, over the joints that are seen; hips also where the body hides them, as it mostly does. Printed are the vectors and what they leave.
"""

import argparse

import numpy as np

PELVIS, THORAX = ("leftHip", "rightHip"), ("leftShoulder", "rightShoulder")
# For each joint the axes that turn it, in the order of KeypointOffsets.swift.
AXES = {
    "Shoulder": ("out", "up", "forward", "upperArm"),
    "Elbow": ("upperArm", "forearm", "out"),
    "Wrist": ("forearm", "out", "forward"),
    "Hip": ("out", "up", "forward", "thigh"),
    "Knee": ("thigh", "shank", "out", "forward"),
    "Ankle": ("shank", "out"),
}
BONES = {"upperArm": ("Shoulder", "Elbow"), "forearm": ("Elbow", "Wrist"), "thigh": ("Hip", "Knee"), "shank": ("Knee", "Ankle")}
LEAST_CONFIDENCE = 0.5
# Of the rows' `vis`: seen, and hidden by the body itself.
SEEN, BEHIND_THE_BODY = 1, 2


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


def read(paths):
    wanted = ["K", "joints", "vis", "stature", "found", "det_other", "landmarks"]
    parts = {name: [] for name in wanted}
    for path in paths:
        with np.load(path) as rows:
            for name in wanted:
                parts[name].append(rows[name])
            joints, landmarks = list(rows["joint_names"]), list(rows["landmark_names"])
    data = {name: np.concatenate(part) for name, part in parts.items()}
    sound = data["found"] & (data["det_other"] == 0)
    data = {name: values[sound] for name, values in data.items()}
    data["joint"] = {name: data["joints"][:, k].astype(float) for k, name in enumerate(joints)}
    data["seen"] = {name: data["vis"][:, k] for k, name in enumerate(joints)}
    data["keypoint"] = {name: data["landmarks"][:, k].astype(float) for k, name in enumerate(landmarks)}
    return data


def axes(data, side, joint):
    """The directions along which a joint's mark is sought, (people, 3) each."""
    places = data["joint"]
    left, right = THORAX if joint in ("Shoulder", "Elbow", "Wrist") else PELVIS
    lateral = unit(places[left] - places[right])
    trunk = places["centerShoulder"] - places["root"]
    up = unit(trunk - lateral * (trunk * lateral).sum(-1, keepdims=True))
    found = {"out": lateral * (1 if side == "left" else -1), "up": up, "forward": np.cross(lateral, up)}
    for bone, (begin, end) in BONES.items():
        found[bone] = unit(places[side + end] - places[side + begin])
    return [found[name] for name in AXES[joint]]


def equations(data, side, joint):
    place, keypoint = data["joint"][side + joint], data["keypoint"][side + joint]
    k = data["K"].astype(float)
    ray = np.stack([(keypoint[:, 0] - k[:, 2]) / k[:, 0], (keypoint[:, 1] - k[:, 3]) / k[:, 1]], axis=1)
    kinds = [SEEN, BEHIND_THE_BODY] if joint == "Hip" else [SEEN]
    used = np.isin(data["seen"][side + joint], kinds) & (keypoint[:, 3] > LEAST_CONFIDENCE)
    rows, sides = [], []
    for axis in (0, 1):
        # The mark lies on the keypoint's ray: x − z·ray is 0 for it.
        columns = [(d[:, axis] - ray[:, axis] * d[:, 2]) * data["stature"] for d in axes(data, side, joint)]
        rows.append(np.stack(columns, axis=1)[used])
        sides.append((ray[:, axis] * place[:, 2] - place[:, axis])[used])
    return np.concatenate(rows), np.concatenate(sides)


def fitted(matrix, side):
    weights = np.ones(len(side))
    for _ in range(20):
        found = np.linalg.lstsq(matrix * weights[:, None], side * weights, rcond=None)[0]
        rest = np.abs(side - matrix @ found)
        scale = 1.5 * 1.4826 * np.median(rest)
        # Huber's, and what is four times as far isn't this joint's keypoint.
        weights = np.sqrt(np.minimum(1, scale / np.maximum(rest, 1e-9))) * (rest < 4 * scale)
    return found, rest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+", help="rendered rows (render/)")
    data = read(parser.parse_args().rows)
    print(f"{len(data['stature'])} people")
    for joint, names in AXES.items():
        parts = [equations(data, side, joint) for side in ("left", "right")]
        matrix, side = (np.concatenate(part) for part in zip(*parts))
        found, rest = fitted(matrix, side)
        vector = ", ".join(f"{name} {value:+.4f}" for name, value in zip(names, found))
        print(f"{joint:9s} {vector}; median misfit {1000 * np.median(np.abs(side)):.1f} -> {1000 * np.median(rest):.1f} mm")


if __name__ == "__main__":
    main()
