#!/usr/bin/env python3
"""Joint angles and planted feet of marker trials that one virtual camera sees.

usage: grounding.py POSE3D STATIC.trc TRIAL.trc [TRIAL.trc ...] [--seeds 3] [--views front,oblique,side,back,behind]

STATIC is a trial of the same person who stands still: knees and ankles are where they then are among the shank's markers,
hips in the direction in which the trial's own are and as far from the knees as they then are. Thighs of hips from the
pelvis' markers alone are 16 % shorter at the bottom of a squat than in standing, which no bone is, and knees and
ankles aside of their markers along the hips' axis make knees 3 to 5 degrees too straight there: knees that turn
outward leave that axis. The angles that follow from the rigid legs agree with inverse kinematics of the whole marker
set to 1 degree in the mean (squats, walks) and 1 to 3 (deep flexion).

Each trial's joint centres, heels and toes are projected into a level camera, with a detector's errors: for every keypoint
a constant of 0.8 % of the body's height in the image, a slow error of 0.7 % that lasts 0.4 s, and 0.3 % of noise. `pose3d
exercise` and `pose3d export` then read the keypoints, once as they are by default and once with --no-grounding. Printed per
trial and view: root mean square error of knees and elbows in degrees, each with its shares within one and two sigmas, and
how far the ankles move in depth (true, free, grounded; in mm of a body of 1.8 m). Trials have the marker names of OpenCap's
validation set (L_HJC_reg, L_knee, L_ankle, L_calc, L_toe, ...), in metres, y up. Needs NumPy.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

import numpy as np

WIDTH, HEIGHT = 1080, 1920
FOCAL = HEIGHT / 2 / np.tan(np.radians(30))
VIEWS = {"front": 0, "oblique": 40, "side": 90, "back": 140, "behind": 180}


def read_trc(path):
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    names = [name for name in lines[3].split("\t")[2:] if name.strip()]
    columns = 2 + 3 * len(names)
    rows = [line.split("\t") for line in lines[5:] if line.strip()]
    table = np.array(
        [[float(x) if x.strip() else np.nan for x in row[:columns]] for row in rows if len(row) >= columns]
    )
    return {name: table[:, 2 + 3 * i : 5 + 3 * i] for i, name in enumerate(names)}, table[:, 1]


def joint_centres(markers):
    middle = lambda *names: sum(markers[name] for name in names) / len(names)
    across = markers["L_HJC_reg"] - markers["R_HJC_reg"]
    across = across / np.linalg.norm(across, axis=1, keepdims=True)
    joints = {}
    for side, hip, knee, ankle, heel, toe, sign in (
        ("left", "L_HJC_reg", "L_knee", "L_ankle", "L_calc", "L_toe", -1),
        ("right", "R_HJC_reg", "r_knee", "r_ankle", "r_calc", "r_toe", 1),
    ):
        joints[side + "Hip"] = markers[hip]
        joints[side + "Knee"] = markers[knee] + sign * 0.055 * across
        joints[side + "Ankle"] = markers[ankle] + sign * 0.04 * across
        joints[side + "Heel"], joints[side + "Toe"] = markers[heel], markers[toe]
    for side, letter in (("left", "L"), ("right", "R")):
        joints[side + "Elbow"] = middle(letter + "_elbow_lat", letter + "_elbow_med")
        joints[side + "Wrist"] = middle(letter + "_wrist_radius", letter + "_wrist_ulna")
        joints[side + "Shoulder"] = markers[letter + "_Shoulder"] - np.array([0, 0.05, 0])
    return joints


SHANKS = {
    "left": ["L_knee", "L_ankle", "L_sh2", "L_sh3", "L_shank_antsup"],
    "right": ["r_knee", "r_ankle", "r_sh2", "r_sh3", "r_sh4", "r_shank_antsup"],
}


def rigid_fits(template, places):
    """Rotations (n, 3, 3) and shifts (n, 3) that take a template (m, 3) nearest to places (n, m, 3)."""
    centre, centres = template.mean(0), places.mean(1)
    u, _, v = np.linalg.svd(np.einsum("mi,nmj->nij", template - centre, places - centres[:, None]))
    v[:, 2] *= np.sign(np.linalg.det(u @ v))[:, None]
    rotations = np.einsum("nij,njk->nki", u, v)
    return rotations, centres - rotations @ centre


def rigid_joint_centres(markers, static):
    """Joint centres of legs that are rigid, their lengths and the place of the shank's ends being those of a static trial."""
    joints = joint_centres(markers)
    standing = {name: np.nanmean(p, 0) for name, p in joint_centres(static).items()}
    for side, names in SHANKS.items():
        template = np.stack([np.nanmean(static[name], 0) for name in names])
        rotations, shifts = rigid_fits(template, np.stack([markers[name] for name in names], 1))
        for joint in ("Knee", "Ankle"):
            joints[side + joint] = rotations @ standing[side + joint] + shifts
        thigh = joints[side + "Hip"] - joints[side + "Knee"]
        length = np.linalg.norm(standing[side + "Hip"] - standing[side + "Knee"])
        joints[side + "Hip"] = joints[side + "Knee"] + thigh * length / np.linalg.norm(thigh, axis=1, keepdims=True)
    return joints


def flexion(a, b, c):
    u, v = b - a, c - b
    cosine = (u * v).sum(1) / np.linalg.norm(u, axis=1) / np.linalg.norm(v, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def seen_from(joints, degrees, distance):
    across = (joints["leftHip"] - joints["rightHip"]).mean(0)
    ahead = np.cross(across, [0, 1, 0])
    ahead /= np.linalg.norm(ahead)
    ahead *= np.sign(ahead @ (joints["leftToe"] - joints["leftHeel"]).mean(0))
    turn = np.radians(degrees)
    direction = np.cos(turn) * ahead + np.sin(turn) * np.cross([0, 1, 0], ahead)
    root = (joints["leftHip"] + joints["rightHip"]).mean(0) / 2
    place = root * [1, 0, 1] + distance * direction + np.array([0, 1.05, 0])
    z, down = -direction, np.array([0, -1.0, 0])
    rotation = np.stack([np.cross(down, z), down, z])
    return {name: (track - place) @ rotation.T for name, track in joints.items()}


def keypoints(seen, step, random):
    pixels = {name: FOCAL * p[:, :2] / p[:, 2:] + [WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5] for name, p in seen.items()}
    rows = np.stack([p[:, 1] for p in pixels.values()])
    size = np.median(rows.max(0) - rows.min(0))
    return with_errors(pixels, size, step, random)


def with_errors(pixels, size, step, random):
    """Keypoints with a detector's errors, of which shares of a size (a number, or one for each frame) are in the head of this
    file."""
    share = np.exp(-step / 0.4)
    for name, track in pixels.items():
        white = random.normal(size=track.shape)
        slow = white.copy()
        for i in range(1, len(slow)):
            slow[i] = share * slow[i - 1] + np.sqrt(1 - share**2) * white[i]
        noise = 0.008 * random.normal(size=2) + 0.007 * slow + 0.003 * random.normal(size=track.shape)
        pixels[name] = track + size * noise
    return pixels


def measured(pose3d, folder, fps, *options):
    source = ["keypoints.json", "--camera", "camera.json", "--fps", str(fps), "--level", *options]
    run = lambda *words: subprocess.run([pose3d, *words], cwd=folder, check=True, capture_output=True)
    run("exercise", *source, "--exercise", "none", "--csv", "angles.csv")
    run("export", *source, "--to", "csv", "-o", "out")
    rows = list(csv.DictReader((folder / "angles.csv").open()))
    angles = lambda name: np.array([float(row[name] or "nan") for row in rows])
    places = list(csv.DictReader((folder / "out" / "keypoints.csv").open()))
    z = lambda joint: np.array([float(row[joint + "_z_m"]) for row in places])
    moved = max(np.ptp(z(side + "Ankle")) for side in ("left", "right"))
    return angles, moved


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pose3d")
    parser.add_argument("static", type=pathlib.Path)
    parser.add_argument("trials", nargs="+", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--views", default=",".join(VIEWS))
    arguments = parser.parse_args()
    pose3d = str(pathlib.Path(arguments.pose3d).resolve())
    print("trial      view      knee: free → grounded   ±1σ  ±2σ   elbow: free → grounded   ±1σ  ±2σ   ankle depth: true, free, grounded")
    static, _ = read_trc(arguments.static)
    for path in arguments.trials:
        markers, times = read_trc(path)
        joints = rigid_joint_centres(markers, static)
        known = np.all([np.isfinite(p).all(1) for p in joints.values()], 0)
        joints = {name: p[known][:1000] for name, p in joints.items()}
        step = float(np.median(np.diff(times)))
        travel = np.ptp(((joints["leftHip"] + joints["rightHip"]) / 2)[:, [0, 2]], axis=0).max()
        for view in arguments.views.split(","):
            seen = seen_from(joints, VIEWS[view], 2.8 + travel)
            if min(p[:, 2].min() for p in seen.values()) < 0.6:
                continue
            errors = {key: [] for key in ("knee", "knee free", "elbow", "elbow free", "knee ratio", "elbow ratio", "moved", "free")}
            for seed in range(arguments.seeds):
                pixels = keypoints(seen, step, np.random.default_rng(seed))
                with tempfile.TemporaryDirectory() as name:
                    folder = pathlib.Path(name)
                    camera = dict(fx=FOCAL, fy=FOCAL, cx=WIDTH / 2 - 0.5, cy=HEIGHT / 2 - 0.5, width=WIDTH, height=HEIGHT)
                    (folder / "camera.json").write_text(json.dumps({"schema": "pose3d.camera/1", "color": camera}))
                    pictures = [
                        dict(
                            width=WIDTH, height=HEIGHT,
                            people=[dict(points={name: [*map(float, p[i]), 0.95] for name, p in pixels.items()})],
                        )
                        for i in range(len(joints["leftHip"]))
                    ]
                    (folder / "keypoints.json").write_text(
                        json.dumps({"schema": "pose3d.keypoints/1", "pictures": pictures}))
                    for suffix, options in (("", []), (" free", ["--no-grounding"])):
                        angles, moved = measured(pose3d, folder, 1 / step, *options)
                        errors["free" if suffix else "moved"].append(moved)
                        for limb, chain in (("knee", ("Hip", "Knee", "Ankle")), ("elbow", ("Shoulder", "Elbow", "Wrist"))):
                            for side in ("left", "right"):
                                truth = flexion(*(seen[side + joint] for joint in chain))
                                name = f"{side}{chain[1]}Flexion"
                                error = angles(name) - truth
                                errors[limb + suffix].append(error)
                                if not suffix:
                                    errors[limb + " ratio"].append(np.abs(error) / angles(name + "_sigma"))
            rms = lambda key: float(np.sqrt(np.nanmean(np.concatenate(errors[key]) ** 2)))

            def shares(limb):
                ratio = np.concatenate(errors[limb + " ratio"])
                ratio = ratio[np.isfinite(ratio)]
                return f"{(ratio < 1).mean():12.2f} {(ratio < 2).mean():.2f}"

            true = max(np.ptp(seen[side + "Ankle"][:, 2]) for side in ("left", "right"))
            print(
                f"{path.stem:10} {view:8} {rms('knee free'):9.1f}° → {rms('knee'):4.1f}° {shares('knee')}"
                f"{rms('elbow free'):12.1f}° → {rms('elbow'):4.1f}° {shares('elbow')}"
                f"{1000 * true:20.0f}, {1000 * np.max(errors['free']):.0f}, {1000 * np.max(errors['moved']):.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
