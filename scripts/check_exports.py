#!/usr/bin/env python3
"""Opens exported files in the programs that they are for, and compares what these see with what was measured.

    make check-exports
    .venv-exports/bin/python scripts/check_exports.py [--pose3d .build/release/pose3d] [--only blender,c3d …]
        [--models FOLDER] [--keep FOLDER]

`make check-exports` builds the program and installs what can be had into .venv-exports: opensim, bpy
(Blender), ezc3d, c3d, usd-core, pygltflib, trimesh, and Pose2Sim's models. What is missing is skipped with a
sentence. Written with opensim 4.6, bpy 4.2.0, ezc3d 1.7.2, c3d 0.6.0, usd-core 26.11, pygltflib 1.16.5,
trimesh 5.2 and pose2sim 0.10.49 on Python 3.11.

The clips are those of fixtures/motion/clips: a squat, somebody who turns, jumping jacks, somebody who
walks; two people at once, one of whom comes and goes; a single frame; and 66,000 frames, more than C3D's header
counts. What is compared, and how far it may be off, stands with each check below.

Exit codes: 0 all that could be checked agrees; 1 something doesn't; 69 nothing could be checked.
"""

import argparse
import importlib.util
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLIPS = ROOT / "fixtures" / "motion" / "clips" / "clips.json"
JOINTS = [
    "root", "rightHip", "rightKnee", "rightAnkle", "leftHip", "leftKnee", "leftAnkle", "spine",
    "centerShoulder", "centerHead", "topHead", "leftShoulder", "leftElbow", "leftWrist",
    "rightShoulder", "rightElbow", "rightWrist",
]
RATE = 30
LONG = 66_000
# Metres; a bone's head in Blender, and a point in C3D, whose numbers have 24 bits.
PLACE_LIMIT, POINT_LIMIT = 1e-4, 1e-6
# Degrees.
ANGLE_LIMIT = 0.5

failures = []


def check(isRight, sentence):
    print(("  ok    " if isRight else "  FAIL  ") + sentence)
    if not isRight:
        failures.append(sentence)


# What was measured, without the program.

def recorded(name):
    """A clip's joints, frames × 17 × 3 in metres, x right, y down, z away from the camera."""
    import numpy as np
    clip = next(c for c in json.loads(CLIPS.read_text()) if c["name"] == name)
    return np.array(clip["frames"], float).reshape(-1, 17, 3) / 1000


def upright(joints):
    """x right, y up, z towards the camera."""
    return joints * [1, -1, -1]


def write_named(path, joints):
    frames = [
        {"time": i / RATE, "joints": dict(zip(JOINTS, frame))}
        for i, frame in enumerate(joints.round(6).tolist())
    ]
    path.write_text(json.dumps({"frames": frames}))


def write_lines(path, people):
    """Several people as this program's JSON Lines; a frame without people is None."""
    lines = [json.dumps({
        "schema": "pose3d.skeleton/1", "detail": "joints",
        "units": {"length": "metre", "angle": "degree"}})]
    for index in range(len(people[0])):
        lines.append(json.dumps({
            "index": index, "time": index / RATE,
            "people": [
                {"id": number + 1, "cameraPositions": person[index].round(6).tolist()}
                for number, person in enumerate(people) if person[index] is not None
            ]}))
    lines.append(json.dumps({"summary": {}}))
    path.write_text("\n".join(lines) + "\n")


def export(pose3d, source, folder, formats, *options):
    up = [] if source.suffix == ".jsonl" else ["--up=-y", "--units", "m"]
    command = [str(pose3d), "export", str(source), "--to", formats, "-o", str(folder), *up, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        check(False, f"{' '.join(command)}: {done.stderr.strip()}")


def table(path):
    """The joints' CSV: person -> (times, frames × 17 × 3 in metres), NaN where the person isn't."""
    import numpy as np
    lines = path.read_text().splitlines()
    names = lines[0].split(",")
    places = [[names.index(f"{joint}_{axis}_m") for axis in "xyz"] for joint in JOINTS]
    rows = [line.split(",") for line in lines[1:]]
    count = max(int(row[0]) for row in rows) + 1
    people = {}
    times = np.full(count, np.nan)
    for row in rows:
        frame = int(row[0])
        times[frame] = float(row[1])
        joints = people.setdefault(int(row[2]), np.full((count, 17, 3), np.nan))
        joints[frame] = [[float(row[column]) for column in place] for place in places]
    return times, people


# The clips and their files.

NAMES = ["squat", "turning", "jumping_jack", "walk"]


def prepare(pose3d, folder):
    import numpy as np
    everything = "trc,mot,c3d,bvh,glb,usda,csv,jsonl"
    for name in NAMES:
        source = folder / f"{name}.json"
        write_named(source, recorded(name))
        export(pose3d, source, folder / "smooth", everything)
        export(pose3d, source, folder / "raw", everything, "--raw")
    squat, turning = recorded("squat"), recorded("turning")[:76]
    second = [None if 20 <= i < 50 else joints + [1, 0, 0.5] for i, joints in enumerate(turning)]
    write_lines(folder / "two.jsonl", [list(squat), second])
    export(pose3d, folder / "two.jsonl", folder / "smooth", everything)
    write_named(folder / "single.json", squat[30:31])
    export(pose3d, folder / "single.json", folder / "smooth", everything)


# Checks.

def check_tables(folder):
    """Raw joints are those that went in, upright, to a micrometre; the formats that this program also reads
    have the same numbers."""
    import numpy as np
    for name in NAMES:
        _, people = table(folder / "raw" / f"{name}.csv")
        got, put = people[0] if 0 in people else people[1], upright(recorded(name))
        offset = got[0, 0] - put[0, 0]
        worst = np.abs(got - put - offset).max()
        check(worst < 1e-6, f"{name}.csv: raw joints within {worst * 1e6:.2f} µm of those that went in")
        lowest = got[:, [3, 6], 1].min()
        check(-0.03 < lowest < 0.15, f"{name}.csv: lowest ankle {lowest:.3f} m above the floor")


def check_opensim(folder, pose3d, models):
    """TRC as OpenSim's two readers see it, to 0.1 µm; MOT: the posed model's segments point where the bones do,
    to 0.5°, and its coordinates of knee and elbow are the angles between them; TRC: inverse kinematics with
    Pose2Sim's model and marker set gives back the coordinates that posed it, to 0.5°."""
    import numpy as np
    import opensim
    opensim.Logger.removeFileSink()
    opensim.Logger.setLevelString("Off")
    print(f"OpenSim {opensim.GetVersion()}")
    for name in NAMES:
        times, people = table(folder / "smooth" / f"{name}.csv")
        ours = list(people.values())[0]
        ours = np.stack([ours[..., 2], ours[..., 1], -ours[..., 0]], -1)  # x front, y up, z right
        path = folder / "smooth" / f"{name}.trc"
        read = opensim.TimeSeriesTableVec3(str(path))
        labels = list(read.getColumnLabels())
        check(labels == JOINTS, f"{name}.trc: {len(labels)} markers under the joints' names")
        seen = np.array([[read.getRowAtIndex(i)[j].to_numpy() for j in range(17)]
                         for i in range(read.getNumRows())])
        worst = np.nanmax(np.abs(seen - ours))
        check(seen.shape == ours.shape and worst < 2e-7,
              f"{name}.trc: {len(seen)} rows, within {worst * 1e6:.2f} µm")
        worst = np.abs(np.array(read.getIndependentColumn()) - times).max()
        check(worst < 1e-6, f"{name}.trc: times within {worst:.1e} s")
        old = opensim.MarkerData(str(path))
        check(old.getNumFrames() == len(ours) and old.getNumMarkers() == 17,
              f"{name}.trc: MarkerData has {old.getNumFrames()} frames of {old.getNumMarkers()} markers")
        check_mot(opensim, folder, name, ours, models)
    path = folder / "smooth" / "two-p2.trc"
    read = opensim.TimeSeriesTableVec3(str(path))
    gone = [i for i in range(read.getNumRows()) if np.isnan(read.getRowAtIndex(i)[0].to_numpy()).all()]
    check(len(gone) > 0 and read.getNumRows() == 76,
          f"two-p2.trc: 76 rows, in {len(gone)} of them no person (NaN)")
    check_inverse(opensim, folder, pose3d, models)


def model_of(opensim, models, marker_set=None):
    model = opensim.Model(str(models / "Model_Pose2Sim_simple.osim"))
    if marker_set:
        model.updateMarkerSet(opensim.MarkerSet(str(models / marker_set)))
    return model


def columns(opensim, path):
    read = opensim.TimeSeriesTable(str(path))
    labels = list(read.getColumnLabels())
    return list(read.getIndependentColumn()), {
        label: read.getDependentColumn(label).to_numpy() for label in labels}


BONES = {  # body of the model: upper joint, lower joint
    "femur_r": ("rightHip", "rightKnee"), "femur_l": ("leftHip", "leftKnee"),
    "humerus_r": ("rightShoulder", "rightElbow"), "humerus_l": ("leftShoulder", "leftElbow"),
}


def angle(a, b):
    import numpy as np
    return math.degrees(math.atan2(np.linalg.norm(np.cross(a, b)), a @ b))


def bend(joints, names):
    a, b, c = (joints[JOINTS.index(name)] for name in names)
    return angle(b - a, c - b)


def check_mot(opensim, folder, name, ours, models):
    import numpy as np
    path = folder / "smooth" / f"{name}.mot"
    times, values = columns(opensim, path)
    check(len(times) == len(ours), f"{name}.mot: {len(times)} rows")
    storage = opensim.Storage(str(path))
    check(storage.getSize() == len(ours) and storage.isInDegrees(),
          f"{name}.mot: Storage has {storage.getSize()} rows, in degrees")
    check(not any(np.isnan(column).any() for column in values.values()), f"{name}.mot: no NaN")
    if models is None:
        return
    model = model_of(opensim, models)
    state = model.initSystem()
    coordinates = model.getCoordinateSet()
    known = [coordinates.get(i).getName() for i in range(coordinates.getSize())]
    check(set(values) <= set(known), f"{name}.mot: all {len(values)} columns are coordinates of the model")
    worst = {"thigh and upper arm": 0, "hip centre": 0, "thorax": 0}
    for frame in range(0, len(times), 5):
        for label, column in values.items():
            coordinate = coordinates.get(label)
            value = column[frame]
            coordinate.setValue(
                state, math.radians(value) if coordinate.getMotionType() == 1 else value, False)
        model.realizePosition(state)
        joints = ours[frame]
        for body, (upper, lower) in BONES.items():
            down = model.getBodySet().get(body).getTransformInGround(state).R()
            axis = -np.array([down.get(i, 1) for i in range(3)])
            bone = joints[JOINTS.index(lower)] - joints[JOINTS.index(upper)]
            worst["thigh and upper arm"] = max(worst["thigh and upper arm"], angle(axis, bone))
        hips = [model.getBodySet().get(f"femur_{side}").getPositionInGround(state).to_numpy()
                for side in "rl"]
        # Of a model that isn't scaled: what is left is the part of the offset that scaling changes.
        width = np.linalg.norm(joints[1] - joints[4]) / 0.167
        worst["hip centre"] = max(
            worst["hip centre"],
            np.linalg.norm((hips[0] + hips[1]) / 2 - joints[0]) - 0.0968 * abs(width - 1))
        torso = model.getBodySet().get("torso").getTransformInGround(state).R()
        up = np.array([torso.get(i, 1) for i in range(3)])
        trunk = joints[JOINTS.index("centerShoulder")] - joints[JOINTS.index("spine")]
        worst["thorax"] = max(worst["thorax"], angle(up, trunk))
    check(worst["thigh and upper arm"] < ANGLE_LIMIT,
          f"{name}.mot: the model's thighs and upper arms point within "
          f"{worst['thigh and upper arm']:.4f}° of the bones")
    check(worst["hip centre"] < 1e-3, f"{name}.mot: hips' middle within {worst['hip centre'] * 1000:.2f} mm")
    check(worst["thorax"] < 12, f"{name}.mot: thorax within {worst['thorax']:.2f}° of the upper trunk's line")
    for label, names in [
        ("knee_angle_r", ("rightHip", "rightKnee", "rightAnkle")),
        ("knee_angle_l", ("leftHip", "leftKnee", "leftAnkle")),
        ("elbow_flex_r", ("rightShoulder", "rightElbow", "rightWrist")),
        ("elbow_flex_l", ("leftShoulder", "leftElbow", "leftWrist")),
    ]:
        off = max(abs(values[label][i] - bend(ours[i], names)) for i in range(len(ours)))
        check(off < 0.01, f"{name}.mot: {label} within {off:.4f}° of the bones' angle")


CURVES = {  # coordinate: degrees at the end of a second and a half
    "knee_angle_r": 90, "knee_angle_l": 40, "hip_flexion_r": 60, "hip_flexion_l": 20,
    "hip_adduction_r": -15, "elbow_flex_r": 100, "elbow_flex_l": 70, "arm_flex_r": 40,
    "pelvis_rotation": 30, "pelvis_tilt": -10,
}
MARKERS = {  # marker of the model: joint
    "CHip": "root", "RHip": "rightHip", "LHip": "leftHip", "RKnee": "rightKnee", "LKnee": "leftKnee",
    "RAnkle": "rightAnkle", "LAnkle": "leftAnkle", "Neck": "centerShoulder",
    "RShoulder": "rightShoulder", "LShoulder": "leftShoulder", "RElbow": "rightElbow",
    "LElbow": "leftElbow", "RWrist": "rightWrist", "LWrist": "leftWrist", "RBigToe": "rightToe",
    "LBigToe": "leftToe", "RHeel": "rightHeel", "LHeel": "leftHeel", "Head": "topHead",
}


def check_inverse(opensim, folder, pose3d, models):
    """Pose2Sim's model is posed by known coordinates; its markers go through the program as joints; inverse
    kinematics of the TRC that comes out has to give the coordinates back."""
    import numpy as np
    if models is None:
        return
    model = model_of(opensim, models, "Markers_Body25.xml")
    head = opensim.Marker()
    head.setName("Head")
    head.setParentFrameName("/bodyset/head")
    head.set_location(opensim.Vec3(0.016, 0.164, 0))
    model.addMarker(head)
    state = model.initSystem()
    coordinates, markers = model.getCoordinateSet(), model.getMarkerSet()
    frames, count = [], 46
    truth = {name: [end * i / (count - 1) for i in range(count)] for name, end in CURVES.items()}
    for side in "rl":
        truth[f"arm_add_{side}"] = [-20.0] * count
    for i in range(count):
        for name, values in truth.items():
            coordinates.get(name).setValue(state, math.radians(values[i]), False)
        model.realizePosition(state)
        joints = {}
        for marker, joint in MARKERS.items():
            x, y, z = markers.get(marker).getLocationInGround(state).to_numpy()
            joints[joint] = [round(-z, 6), round(y, 6), round(x, 6)]
        frames.append({"time": i / RATE, "joints": joints})
    source = folder / "posed.json"
    source.write_text(json.dumps({"frames": frames}))
    done = subprocess.run(
        [str(pose3d), "export", str(source), "--up=+y", "--units", "m", "--raw", "--names", "pose2sim",
         "--output-units", "mm", "--to", "trc,mot", "-o", str(folder / "posed")], capture_output=True, text=True)
    check(done.returncode == 0, f"posed.json is exported {done.stderr.strip()}")
    path = folder / "posed" / "posed.trc"
    labels = list(opensim.TimeSeriesTableVec3(str(path)).getColumnLabels())
    check(set(labels) == set(MARKERS), f"posed.trc: the {len(labels)} markers of Pose2Sim's names")
    model = model_of(opensim, models, "Markers_Body25.xml")
    model.initSystem()
    tool = opensim.InverseKinematicsTool()
    tool.setModel(model)
    tool.setMarkerDataFileName(str(path))
    tool.setStartTime(0)
    tool.setEndTime((count - 1) / RATE)
    result = folder / "posed" / "posed_ik.mot"
    tool.setOutputMotionFileName(str(result))
    tool.set_report_errors(False)
    tasks = opensim.IKTaskSet()
    for marker in MARKERS:
        if marker == "Head":
            continue
        task = opensim.IKMarkerTask()
        task.setName(marker)
        task.setApply(True)
        task.setWeight(1)
        tasks.cloneAndAppend(task)
    tool.set_IKTaskSet(tasks)
    tool.run()
    times, solved = columns(opensim, result)
    rows = [int(round(t * RATE)) for t in times]
    check(rows == list(range(count)), f"posed.trc: inverse kinematics of {len(rows)} frames")
    # The set's three markers at the hips are on one line: how far pelvis and hips tilt against each other they
    # don't show. Thigh and arm against the ground they do.
    trunk = ["pelvis_tilt", "L5_S1_Flex_Ext"]
    sums = [["knee_angle_r"], ["knee_angle_l"], ["elbow_flex_r"], ["elbow_flex_l"], ["hip_adduction_r"],
            ["pelvis_rotation"], ["arm_add_r"], ["arm_add_l"], ["pelvis_tilt", "hip_flexion_r"],
            ["pelvis_tilt", "hip_flexion_l"], trunk + ["arm_flex_r"], trunk + ["arm_flex_l"]]
    for names in sums:
        wanted = [sum(truth.get(name, [0] * count)[row] for name in names) for row in rows]
        off = max(abs(sum(solved[name][k] for name in names) - want) for k, want in enumerate(wanted))
        check(off < ANGLE_LIMIT,
              f"posed.trc: {' + '.join(names)} to {wanted[-1]:g}° comes back within {off:.3f}°")


def check_c3d(folder):
    """Points as ezc3d and py-c3d see them, to a micrometre; missing ones missing for both; rate, unit, labels."""
    import numpy as np
    for name in NAMES + ["two", "single"]:
        _, people = table(folder / "smooth" / f"{name}.csv")
        ours = np.concatenate([people[key] for key in people], 1)
        path = str(folder / "smooth" / f"{name}.c3d")
        if have("ezc3d"):
            import ezc3d
            read = ezc3d.c3d(path)
            points = read["data"]["points"][:3].transpose(2, 1, 0) / 1000
            check(points.shape[:2] == ours.shape[:2], f"{name}.c3d: ezc3d has {points.shape[:2]} points")
            worst = np.nanmax(np.abs(points - ours))
            same = (np.isnan(points) == np.isnan(ours)).all()
            check(worst < POINT_LIMIT and same,
                  f"{name}.c3d: ezc3d within {worst * 1e6:.2f} µm, missing where no person is: {same}")
            point = read["parameters"]["POINT"]
            check(point["UNITS"]["value"] == ["mm"] and abs(point["RATE"]["value"][0] - RATE) < 1e-3,
                  f"{name}.c3d: {point['UNITS']['value'][0]}, {point['RATE']['value'][0]:g} frames a second")
            if name == "squat":
                event = read["parameters"].get("EVENT")
                check(event is not None and event["USED"]["value"][0] % 3 == 0,
                      f"squat.c3d: {event['USED']['value'][0] if event else 0} events: "
                      f"{event['LABELS']['value'][:3] if event else ''}")
        if have("c3d"):
            import c3d
            with open(path, "rb") as file:
                reader = c3d.Reader(file)
                frames = [points for _, points, _ in reader.read_frames()]
                labels = [label.strip() for label in reader.point_labels]
            points = np.array(frames)
            missing = points[..., 3] < 0
            seen = np.where(missing[..., None], np.nan, points[..., :3] / 1000)
            worst = np.nanmax(np.abs(seen - ours))
            check(seen.shape == ours.shape and worst < POINT_LIMIT
                  and (missing == np.isnan(ours[..., 0])).all(),
                  f"{name}.c3d: c3d within {worst * 1e6:.2f} µm, {missing.sum()} points missing")
            if name in NAMES:
                check(labels == JOINTS, f"{name}.c3d: labels are the joints' names")


def check_long(folder, pose3d):
    """More frames than 16 bits count, to the last."""
    import numpy as np
    squat = recorded("squat")
    many = np.tile(squat, (LONG // len(squat) + 1, 1, 1))[:LONG]
    write_lines(folder / "long.jsonl", [list(many)])
    export(pose3d, folder / "long.jsonl", folder / "long", "c3d,csv", "--raw", "--exercise", "none")
    path = str(folder / "long" / "long.c3d")
    _, people = table(folder / "long" / "long.csv")
    ours = list(people.values())[0]
    if have("ezc3d"):
        import ezc3d
        points = ezc3d.c3d(path)["data"]["points"]
        last = np.abs(points[:3, :, -1].T / 1000 - ours[-1]).max()
        check(points.shape[2] == LONG and last < POINT_LIMIT,
              f"long.c3d: ezc3d has {points.shape[2]} frames, the last within {last * 1e6:.2f} µm")
    if have("c3d"):
        import c3d
        with open(path, "rb") as file:
            count, last = 0, None
            for _, points, _ in c3d.Reader(file).read_frames():
                count, last = count + 1, points
        off = np.abs(last[:, :3] / 1000 - ours[-1]).max()
        check(count == LONG and off < POINT_LIMIT,
              f"long.c3d: c3d has {count} frames, the last within {off * 1e6:.2f} µm")


def check_blender(folder):
    """Every bone's head at every tenth frame, to 0.1 mm, with axes and unit as Blender's importers take them;
    the rest pose upright, facing -Y as Blender's front is, symmetric."""
    import bpy
    import numpy as np
    print(f"Blender {bpy.app.version_string}")
    heads = lambda rig, bones: np.array([rig.matrix_world @ bones[j].head for j in JOINTS])
    for kind in ("smooth", "raw"):
        for name in NAMES + (["two", "single"] if kind == "smooth" else []):
            times, people = table(folder / kind / f"{name}.csv")
            for format in ("bvh", "glb", "usda"):
                persons = list(people.items())
                paths = [folder / kind / f"{name}.{format}"]
                if format == "bvh" and len(persons) > 1:
                    paths = [folder / kind / f"{name}-p{key}.bvh" for key, _ in persons]
                bpy.ops.wm.read_factory_settings(use_empty=True)
                for path in paths:
                    if format == "bvh":
                        bpy.ops.import_anim.bvh(
                            filepath=str(path), axis_forward="-Z", axis_up="Y", global_scale=0.01,
                            rotate_mode="NATIVE", update_scene_fps=True, update_scene_duration=True)
                    elif format == "glb":
                        bpy.ops.import_scene.gltf(filepath=str(path))
                    else:
                        bpy.ops.wm.usd_import(filepath=str(path))
                rigs = [o for o in bpy.data.objects if o.type == "ARMATURE"]
                check(len(rigs) == len(persons), f"{kind}/{name}.{format}: {len(rigs)} armatures")
                worst, rest_ok = 0.0, True
                scene = bpy.context.scene
                rate = scene.render.fps / scene.render.fps_base
                for rig in rigs:
                    names = [bone.name for bone in rig.data.bones]
                    def bone_of(collection, joint):
                        own = [b for b in collection if b.name == joint or b.name.endswith("_" + joint)
                               or b.name.split(".")[0] == joint]
                        return own[0]
                    errors = []
                    for key, ours in persons:
                        blender = np.stack([ours[..., 0], -ours[..., 2], ours[..., 1]], -1)
                        off = 0.0
                        for frame in range(0, len(times), 10):
                            if np.isnan(blender[frame]).any():
                                continue
                            at = {"bvh": frame + 1, "usda": frame,
                                  "glb": (times[frame] - times[0]) * rate}[format]
                            scene.frame_set(int(math.floor(at + 1e-9)), subframe=max(0.0, at - math.floor(at + 1e-9)))
                            got = np.array([rig.matrix_world @ bone_of(rig.pose.bones, j).head for j in JOINTS])
                            off = max(off, np.abs(got - blender[frame]).max())
                        errors.append(off)
                    worst = max(worst, min(errors))
                    rest = {j: np.array(rig.matrix_world @ bone_of(rig.data.bones, j).head_local) for j in JOINTS}
                    rest_ok &= (
                        rest["topHead"][2] > rest["root"][2] > rest["leftKnee"][2] > rest["leftAnkle"][2] > 0
                        and rest["leftWrist"][0] > 0.3 and rest["rightWrist"][0] < -0.3
                        and abs(rest["leftWrist"][0] + rest["rightWrist"][0]) < 1e-4
                        and abs(rest["topHead"][0]) < 1e-4 and abs(rest["topHead"][1]) < 1e-4)
                check(worst < PLACE_LIMIT, f"{kind}/{name}.{format}: bone heads within {worst * 1000:.4f} mm")
                check(bool(rest_ok), f"{kind}/{name}.{format}: rest pose upright, arms out, symmetric")
                if format == "bvh":
                    check(abs(rate - RATE) < 1e-3, f"{kind}/{name}.bvh: {rate:g} frames a second")


def check_usd(folder):
    """UsdSkel: topology, bind and rest pose, joints at every tenth frame to a micrometre or float's step;
    no error of UsdValidation; visibility."""
    import numpy as np
    from pxr import Usd, UsdGeom, UsdSkel
    for name in NAMES + ["two", "single"]:
        path = str(folder / "smooth" / f"{name}.usda")
        times, people = table(folder / "smooth" / f"{name}.csv")
        stage = Usd.Stage.Open(path)
        check(UsdGeom.GetStageUpAxis(stage) == "Y" and UsdGeom.GetStageMetersPerUnit(stage) == 1
              and stage.GetTimeCodesPerSecond() == RATE,
              f"{name}.usda: Y up, metres, {stage.GetTimeCodesPerSecond():g} a second")
        cache = UsdSkel.Cache()
        roots = [prim for prim in stage.Traverse() if prim.IsA(UsdSkel.Root)]
        check(len(roots) == len(people), f"{name}.usda: {len(roots)} skeletons")
        for prim, (key, ours) in zip(roots, people.items()):
            cache.Populate(UsdSkel.Root(prim), Usd.PrimDefaultPredicate)
            skeleton = UsdSkel.Skeleton(prim.GetChild("Skeleton"))
            topology = UsdSkel.Topology(skeleton.GetJointsAttr().Get())
            query = cache.GetSkelQuery(skeleton)
            check(topology.Validate()[0] and query.HasBindPose() and query.HasRestPose(),
                  f"{name}.usda: topology of {topology.GetNumJoints()} joints, bind and rest pose")
            worst = 0.0
            for frame in range(0, len(times), 10):
                if np.isnan(ours[frame]).any():
                    seen = UsdGeom.Imageable(prim).ComputeVisibility(frame)
                    check(seen == "invisible", f"{name}.usda: person {key} {seen} in frame {frame}")
                    continue
                places = [m.ExtractTranslation() for m in query.ComputeJointSkelTransforms(frame)]
                worst = max(worst, np.abs(np.array(places) - ours[frame]).max())
            check(worst < 5e-6, f"{name}.usda: joints within {worst * 1e6:.2f} µm")
        try:
            from pxr import UsdValidation
            context = UsdValidation.ValidationContext(
                UsdValidation.ValidationRegistry().GetOrLoadAllValidators())
            errors = context.Validate(stage)
            bad = [e for e in errors if e.GetType() == UsdValidation.ValidationErrorType.Error]
            check(not bad, f"{name}.usda: UsdValidation: {len(bad)} errors, {len(errors) - len(bad)} warnings "
                  + "; ".join(sorted({e.GetMessage() for e in errors}))[:300])
        except ImportError:
            print("  skip  UsdValidation isn't in this usd-core")


def check_gltf(folder):
    """pygltflib and trimesh load the file; the skin is complete; forward kinematics of the nodes' channels
    gives the joints to a micrometre or float's step."""
    import numpy as np
    for name in NAMES + ["two", "single"]:
        path = str(folder / "smooth" / f"{name}.glb")
        times, people = table(folder / "smooth" / f"{name}.csv")
        if have("trimesh"):
            import trimesh
            scene = trimesh.load(path)
            check(len(scene.geometry) == len(people), f"{name}.glb: trimesh has {len(scene.geometry)} bodies")
        if not have("pygltflib"):
            continue
        import pygltflib
        gltf = pygltflib.GLTF2().load(path)
        check(len(gltf.skins) == len(people) and len(gltf.animations) == 1
              and all(len(skin.joints) == 17 for skin in gltf.skins),
              f"{name}.glb: {len(gltf.skins)} skins of 17 joints, one animation")
        blob = gltf.binary_blob()
        def values(accessor):
            a = gltf.accessors[accessor]
            v = gltf.bufferViews[a.bufferView]
            width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[a.type]
            return np.frombuffer(blob, np.float32, a.count * width, v.byteOffset).reshape(a.count, width)
        channels = {}
        animation = gltf.animations[0]
        for channel in animation.channels:
            channels[channel.target.node, channel.target.path] = values(
                animation.samplers[channel.sampler].output)
        for skin, (key, ours) in zip(gltf.skins, people.items()):
            worst = 0.0
            for frame in range(0, len(times), 10):
                if np.isnan(ours[frame]).any():
                    continue
                def walk(node, place, turn):
                    nonlocal worst
                    rest = np.array(gltf.nodes[node].translation or [0, 0, 0])
                    move = channels.get((node, "translation"))
                    place = place + turn @ (rest if move is None else move[frame])
                    x, y, z, w = channels[node, "rotation"][frame].astype(float)
                    turn = turn @ np.array([
                        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
                    joint = skin.joints.index(node)
                    worst = max(worst, np.abs(place - ours[frame, joint]).max())
                    for child in gltf.nodes[node].children or []:
                        walk(child, place, turn)
                walk(skin.joints[0], np.zeros(3), np.eye(3))
            # Joints that move by less than 20 µm have no channel of their own.
            check(worst < PLACE_LIMIT, f"{name}.glb: forward kinematics within {worst * 1e6:.1f} µm")


def have(module):
    return importlib.util.find_spec(module) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pose3d", type=pathlib.Path, default=ROOT / ".build" / "release" / "pose3d")
    parser.add_argument("--models", type=pathlib.Path,
                        default=ROOT / ".venv-exports" / "pose2sim" / "Pose2Sim" / "OpenSim_Setup")
    parser.add_argument("--only", default="tables,opensim,c3d,long,blender,usd,gltf")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--in", dest="inside", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not have("numpy"):
        print("check_exports.py: NumPy is needed: make check-exports installs it", file=sys.stderr)
        return 69
    models = options.models if (options.models / "Model_Pose2Sim_simple.osim").exists() else None
    if options.inside:
        # One tool a process: Blender and usd-core each bring libraries of OpenUSD.
        run = {
            "tables": lambda: check_tables(options.inside),
            "opensim": lambda: check_opensim(options.inside, options.pose3d, models),
            "c3d": lambda: check_c3d(options.inside),
            "long": lambda: check_long(options.inside, options.pose3d),
            "blender": lambda: check_blender(options.inside),
            "usd": lambda: check_usd(options.inside),
            "gltf": lambda: check_gltf(options.inside),
        }
        run[options.only]()
        # Blender's module falls over its own end: what was checked is known by then.
        sys.stdout.flush()
        os._exit(1 if failures else 0)
    needed = {
        "tables": ["numpy"], "opensim": ["opensim"], "c3d": ["ezc3d", "c3d"], "long": ["ezc3d", "c3d"],
        "blender": ["bpy"], "usd": ["pxr"], "gltf": ["pygltflib", "trimesh"],
    }
    if models is None:
        print(f"skipped: poses and inverse kinematics in OpenSim: there are no models of Pose2Sim in {options.models}")
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        prepare(options.pose3d, folder)
        for name in options.only.split(","):
            absent = [module for module in needed[name] if not have(module)]
            if len(absent) == len(needed[name]):
                print(f"skipped: {name}: the package {' or '.join(absent)} is not installed")
                continue
            for module in absent:
                print(f"skipped: {module} is not installed")
            print(f"— {name}", flush=True)
            done = subprocess.run(
                [sys.executable, __file__, "--only", name, "--in", str(folder), "--pose3d",
                 str(options.pose3d), "--models", str(options.models)])
            if done.returncode != 0:
                failed.append(name)
    if failures or failed:
        print(f"check_exports.py: not as they should be: {', '.join(failed) or 'writing'}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
