#!/usr/bin/env python3
"""Gait of marker trials with force plates that one virtual camera sees.

usage: gait.py POSE3D STATIC.trc TRIAL.trc=PLATES.mot [TRIAL.trc=PLATES.mot ...]
       [--strides 5] [--seeds 1] [--fps 30,60] [--views front,oblique,side,behind] [--each]

A trial of one stride of level walking is repeated: the time after which the markers, but for a way on the ground, are again
as they were is its period, and its ends are blended into each other. The camera stands level in 1.05 m, far enough away to
have the whole way in the picture, with a detector's errors as in grounding.py. `pose3d gait` then reads the keypoints.

Truth: events are where the force of a plate passes 20 N, repeated with the period. Stride length is the way of a period,
speed the same by its duration, step length and width are the heels' places while the plates bear them, foot progression the
direction from heel to toe then. STATIC, and the markers' names, are as in grounding.py; with - for STATIC legs aren't
rigid. Files with virtual markers in the joints (LHJC, LKJC, ...) are read too. Needs NumPy.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

import grounding

WIDTH, HEIGHT = 1920, 1080
FOCAL = HEIGHT / 2 / np.tan(np.radians(30))
VIEWS = {"front": 0, "oblique": 40, "side": 90, "behind": 180}
# Newtons: the force from which on a foot is on the ground.
LOAD = 20


def plate_events(path):
    """{(side, kind): time} of the plates 1 (right foot) and 2 (left foot), in seconds."""
    lines = path.read_text().split("\n")
    head = next(i for i, line in enumerate(lines) if line.startswith("endheader"))
    names = lines[head + 1].split()
    table = np.array([[float(x) for x in line.split()] for line in lines[head + 2 :] if line.strip()])
    events = []
    for side, plate in (("right", 1), ("left", 2)):
        column = next(n for n in (f"ground_force_{plate}_vy", f"ground_force_{side[0]}_vy") if n in names)
        bears = table[:, names.index(column)] > LOAD
        for i in np.flatnonzero(np.diff(bears.astype(int))):
            events.append((side, "footStrike" if bears[i + 1] else "toeOff", float(table[i + 1, 0])))
    return events


def filled(markers, static):
    """Markers with short gaps closed by straight lines; those of STATIC alone, or of no use, are left as they are."""
    closed = {}
    for name, places in markers.items():
        known = np.isfinite(places).all(1)
        if name in static and known.mean() > 0.6:
            rows = np.arange(len(places))
            places = np.stack([np.interp(rows, rows[known], places[known, i]) for i in range(3)], 1)
        closed[name] = places
    return closed


def joints_of(markers, static):
    """Joint centres, heels and toes of OpenCap's markers, or of virtual markers in the joints (LHJC, LKJC, LAJC, ...)."""
    if "LHJC" not in markers:
        whole = filled(markers, static or markers)
        return grounding.rigid_joint_centres(whole, static) if static else grounding.joint_centres(whole)
    joints = {}
    for side, letter in (("left", "L"), ("right", "R")):
        centres = dict(Hip="HJC", Knee="KJC", Ankle="AJC", Heel="CAL", Toe="TOE", Shoulder="SJC", Elbow="EJC")
        for joint, name in centres.items():
            joints[side + joint] = markers[letter + name]
        joints[side + "Wrist"] = (markers[letter + "FAradius"] + markers[letter + "FAulna"]) / 2
    return joints


def repeated(joints, times, strides):
    """Joints over several strides, the period in seconds, the way of a period, and the time of the first frame."""
    step = float(np.median(np.diff(times)))
    stacked = np.stack(list(joints.values()), 1)
    stacked = stacked[np.isfinite(stacked).all((1, 2))]
    count = len(stacked)

    def mismatch(period):
        overlap = count - period
        way = (stacked[period:] - stacked[:overlap]).mean((0, 1)) * [1, 0, 1]
        return np.abs(stacked[period:] - stacked[:overlap] - way).mean(), way

    period = min(range(int(0.8 / step), count - int(0.06 / step)), key=lambda n: mismatch(n)[0])
    error, way = mismatch(period)
    overlap = count - period
    one = stacked[:period].copy()
    for i in range(overlap):
        share = (i + 1) / (overlap + 1)
        one[i] = share * stacked[i] + (1 - share) * (stacked[period + i] - way)
    many = np.concatenate([one + number * way for number in range(strides)])
    return dict(zip(joints, many.transpose(1, 0, 2))), period * step, way, error


def seen_from(joints, way, degrees):
    """The joints in a level camera's frame: x to the right, y down, z away from it."""
    ahead = way / np.linalg.norm(way)
    turn = np.radians(degrees)
    direction = np.cos(turn) * ahead + np.sin(turn) * np.cross([0, 1, 0], ahead)
    root = (joints["leftHip"] + joints["rightHip"]) / 2
    middle = root.mean(0) * [1, 0, 1]
    z, down = -direction, np.array([0, -1.0, 0])
    rotation = np.stack([np.cross(down, z), down, z])
    turned = {name: (track - middle) @ rotation.T for name, track in joints.items()}
    # As far away as it takes: all joints are in the picture, and a metre and a half away at least.
    every = np.concatenate(list(turned.values()))
    margin = 0.92
    away = max(
        (np.abs(every[:, 0]) / (margin * WIDTH / 2 / FOCAL) - every[:, 2]).max(),
        (np.abs(every[:, 1] + 1.05) / (margin * HEIGHT / 2 / FOCAL) - every[:, 2]).max(),
        (1.5 - every[:, 2]).max())
    return {name: track + [0, 1.05, away] for name, track in turned.items()}


def keypoints(seen, step, random):
    pixels = {name: FOCAL * p[:, :2] / p[:, 2:] + [WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5] for name, p in seen.items()}
    rows = np.stack([p[:, 1] for p in pixels.values()])
    size = (rows.max(0) - rows.min(0))[:, None]
    return grounding.with_errors(pixels, size, step, random)


def gait(pose3d, pixels, fps, options):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        camera = dict(fx=FOCAL, fy=FOCAL, cx=WIDTH / 2 - 0.5, cy=HEIGHT / 2 - 0.5, width=WIDTH, height=HEIGHT)
        (folder / "camera.json").write_text(json.dumps({"schema": "pose3d.camera/1", "color": camera}))
        count = len(next(iter(pixels.values())))
        pictures = [
            dict(width=WIDTH, height=HEIGHT,
                 people=[dict(points={name: [*map(float, p[i]), 0.95] for name, p in pixels.items()})])
            for i in range(count)
        ]
        (folder / "keypoints.json").write_text(json.dumps({"schema": "pose3d.keypoints/1", "pictures": pictures}))
        result = subprocess.run(
            [pose3d, "gait", "keypoints.json", "--camera", "camera.json", "--fps", str(fps), "--level", *options,
             "-o", "gait.json"], cwd=folder, capture_output=True, text=True)
        file = folder / "gait.json"
        return json.loads(file.read_text()) if file.exists() else result.stderr


def truth(joints, step, period, way, events, offset):
    """The true quantities of a stride by (quantity, side)."""
    ahead = way / np.linalg.norm(way)
    left = np.cross([0, 1, 0], ahead)
    length = float(np.linalg.norm(way))
    strikes = {side: time for side, kind, time in events if kind == "footStrike"}
    offs = {side: time for side, kind, time in events if kind == "toeOff"}
    values = {
        ("cadence", None): 120 / period, ("speed", None): length / period,
    }
    rest, foot = {}, {}
    for side in ("left", "right"):
        stance = (offs[side] - strikes[side]) % period
        values["strideTime", side] = period
        values["stanceShare", side] = stance / period
        values["swingShare", side] = 1 - stance / period
        values["strideLength", side] = length
        other = "right" if side == "left" else "left"
        values["stepTime", side] = (strikes[side] - strikes[other]) % period
        # While the foot is flat, in the second stride.
        first = strikes[side] - offset
        first += period * np.ceil((period - first) / period)
        frames = slice(int((first + 0.15 * stance) / step), int((first + 0.6 * stance) / step))
        rest[side] = (first, joints[side + "Heel"][frames].mean(0))
        toe = (joints[side + "Toe"][frames] - joints[side + "Heel"][frames]).mean(0)
        outwards = toe @ left if side == "left" else -(toe @ left)
        foot[side] = np.degrees(np.arctan2(outwards, toe @ ahead))
        values["footProgression", side] = float(foot[side])
    both = sum(
        (offs["right" if side == "left" else "left"] - strikes[side]) % period for side in ("left", "right"))
    values["doubleSupportShare", None] = both / period
    for side, other in (("left", "right"), ("right", "left")):
        (time, own), (before, place) = rest[side], rest[other]
        if before > time:
            place = place - way
        step_vector = own - place
        values["stepLength", side] = float((step_vector @ ahead) % length)
    values["stepWidth", None] = float((rest["left"][1] - rest["right"][1]) @ left)
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pose3d")
    parser.add_argument("static", type=pathlib.Path)
    parser.add_argument("trials", nargs="+")
    parser.add_argument("--strides", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--fps", default="30,60")
    parser.add_argument("--views", default=",".join(VIEWS))
    parser.add_argument("--each", action="store_true", help="print each clip's quantities")
    parser.add_argument("--options", default="", help="more options of pose3d gait")
    arguments = parser.parse_args()
    pose3d = str(pathlib.Path(arguments.pose3d).resolve())
    static = None if str(arguments.static) == "-" else grounding.read_trc(arguments.static)[0]
    summary = {}
    for trial in arguments.trials:
        path, plates = map(pathlib.Path, trial.split("="))
        markers, times = grounding.read_trc(path)
        joints = joints_of(markers, static)
        events = plate_events(plates)
        many, period, way, error = repeated(joints, times, arguments.strides)
        step = float(np.median(np.diff(times)))
        values = truth(many, step, period, way, events, float(times[0]))
        if arguments.each:
            print(f"{path.stem}: period {period:.2f} s, way {np.linalg.norm(way):.3f} m, ends differ by {1000 * error:.0f} mm")
        for view in arguments.views.split(","):
            seen = seen_from(many, way, VIEWS[view])
            for fps in map(float, arguments.fps.split(",")):
                for seed in range(arguments.seeds):
                    count = int(len(seen["leftHip"]) * step * fps) - 1
                    at = np.arange(count) / fps
                    grid = np.arange(len(seen["leftHip"])) * step
                    sampled = {
                        name: np.stack([np.interp(at, grid, p[:, i]) for i in range(3)], 1) for name, p in seen.items()}
                    pixels = keypoints(sampled, 1 / fps, np.random.default_rng(seed))
                    result = gait(pose3d, pixels, fps, arguments.options.split())
                    score(path.stem, view, fps, result, values, events, period, float(times[0]), at[-1], summary,
                          arguments.each)
    report(summary)


def score(trial, view, fps, result, values, events, period, offset, end, summary, each):
    rows = summary.setdefault(view, [])
    if isinstance(result, str) or not result["people"][0]["passes"]:
        print(trial, view, fps, "no pass", result if isinstance(result, str) else result["people"][0].get("excluded"))
        return
    person = result["people"][0]
    found = [e for p in person["passes"] for e in p["events"]]
    first, last = found[0]["time"], found[-1]["time"]
    for side in ("left", "right"):
        for kind in ("footStrike", "toeOff"):
            base = next(t for s, k, t in events if (s, k) == (side, kind)) - offset
            true = np.arange(base % period, end, period)
            own = [e for e in found if e["side"] == side and e["kind"] == kind]
            used = set()
            for event in own:
                nearest = int(np.argmin(np.abs(true - event["time"])))
                error = event["time"] - true[nearest]
                if abs(error) > 0.2 or nearest in used:
                    rows.append((kind, "false", trial, fps))
                    continue
                used.add(nearest)
                rows.append((kind, "event", trial, fps, error, event["sigma"]))
            for i, time in enumerate(true):
                if i not in used and first - 0.05 < time < last + 0.05:
                    rows.append((kind, "missed", trial, fps))
    for measure in person["measures"]:
        key = (measure["quantity"], measure.get("side"))
        if key not in values:
            continue
        scale = 180 / np.pi if measure["unit"] == "rad" else 1
        if measure.get("value") is None:
            rows.append((key[0], "none", trial, fps, measure.get("missing")))
            continue
        value, sigma = measure["value"] * scale, measure["sigma"] * scale
        rows.append((key[0], "value", trial, fps, value - values[key], sigma))
        if each:
            print(f"  {trial} {view} {fps:.0f} {key[0]} {key[1] or ''}: {value:.3f} ± {sigma:.3f}, true {values[key]:.3f}"
                  f"{'  !' if abs(value - values[key]) > 2 * sigma else ''}")


    for row in person["asymmetries"]:
        left, right = (values[row["quantity"], side] for side in ("left", "right"))
        true = 2 * (left - right) / (left + right)
        found = row["asymmetry"]
        rows.append(("asymmetry", "value", trial, fps, found["value"] - true, found["sigma"]))


def report(summary):
    names = ["footStrike", "toeOff", "cadence", "strideTime", "stepTime", "stanceShare", "doubleSupportShare",
             "strideLength", "stepLength", "speed", "stepWidth", "footProgression", "asymmetry"]
    print("view     quantity              values  none   mean error   median |error|   ±1σ   ±2σ   false missed")
    for view, rows in summary.items():
        for name in names:
            own = [row for row in rows if row[0] == name]
            pairs = np.array([row[4:6] for row in own if row[1] in ("event", "value")])
            count = lambda word: sum(row[1] == word for row in own)
            if not len(pairs):
                print(f"{view:8} {name:20} {0:6} {count('none'):6}")
                continue
            ratio = np.abs(pairs[:, 0]) / pairs[:, 1]
            print(
                f"{view:8} {name:20} {len(pairs):6} {count('none'):6} {pairs[:, 0].mean():+11.4f} "
                f"{np.median(np.abs(pairs[:, 0])):13.4f} {(ratio < 1).mean():11.2f} {(ratio < 2).mean():6.2f}"
                f"{count('false'):7} {count('missed'):6}")
    every = [row for rows in summary.values() for row in rows]
    for word, kinds in (("event", "events"), ("value", "quantities")):
        pairs = np.array([row[4:6] for row in every if row[1] == word])
        ratio = np.abs(pairs[:, 0]) / pairs[:, 1]
        print(f"{len(pairs)} {kinds}: {(ratio < 1).mean():.2f} within one sigma, {(ratio < 2).mean():.2f} within two")


if __name__ == "__main__":
    main()
