#!/usr/bin/env python3
"""Holds the angles of the `opensim` dialect to OpenSim itself.

    swift build -c release
    python3 -m venv venv && venv/bin/pip install opensim==4.6
    venv/bin/python scripts/check_opensim.py [--model gait2392] [--poses 300] [--keep FOLDER]

Needs the Python package `opensim`, which brings NumPy, and the built `pose3d`; written with opensim
4.6 on Python 3.11, run by hand and not by `make test`. It takes half a minute. With --oracle the
angles come from fixtures/kinematics/oracle.py, a second implementation in NumPy, instead of from
the program, which then isn't needed.

What it does, for seeded skeletons and for three motions:

1. `pose3d angles --dialect opensim` measures the coordinates of skeletons of 17 joints.
2. They are written as a motion file (.mot, degrees). What has no value is written as 0 and counted.
3. OpenSim loads the file and poses a model that has nothing of the person but the lengths.
4. The model's joint centres are measured by `pose3d angles --dialect clinical`, and so are the
   skeletons of step 1: the two must agree. Where every coordinate of a limb has a value, its joints
   must be in the same places, too: knee and elbow flexion are unsigned, and alone wouldn't notice a
   knee that bends forward.

The three motions are themselves made by OpenSim from curves of coordinates, so that for them
step 1 must give back these curves: that is the dialect without a detour.

Last come the controls: models with one deliberate fault each, a knee of the other sign for example.
If one of them passes, the check is blind to that fault and fails.

The model has the axes, the order and the signs of Rajagopal et al. 2016 (IEEE TBME 63:2068):
ground, X to the front, Y up, Z to the right; pelvis, hips, back and shoulders turn about Z, then X,
then Y; on the left the axes of adduction and rotation are −X and −Y; knees flex about −Z, in
gait2392 (Delp et al. 1990, IEEE TBME 37:757) about +Z, so that flexion is negative; elbows flex
about +Z. Simplified:

- Knees and elbows are hinges through the joint's centre, at right angles to both bones. There the
  coordinate is the angle between the bones, which is all that joint centres show. In the published
  model the knee's axis moves with the angle, tibial rotation and adduction come with it, and the
  elbow's axis is tilted by 13°; there the angle between lines through joint centres is the
  coordinate only to about a degree at the knee, and depends on what is called the centre. Axes,
  order and signs, which the check is about, are the published ones.
- The back bends at `spine`, halfway up the trunk, where the 17 joints have a joint, and not at the
  lumbosacral joint. All segments are straight, the pelvis's origin is between the hips.
- No feet beyond the ankle, forearms without pronation, no muscles. `ankle_angle` is 0: 17 joints
  don't show it.

Exit codes: 0 all agree; 1 an angle is off by 0.1° or more, a joint by 1 mm or more, or a control
passed; 2 wrong arguments; 69 something needed is missing or does not answer as expected.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANGLE_LIMIT, PLACE_LIMIT, CURVE_LIMIT = 0.1, 0.001, 0.1
FAILED, UNAVAILABLE = 1, 69


class Unavailable(Exception):
    """Something that the check needs is missing, or answers otherwise than it should."""


try:
    import numpy as np
    import opensim
except ImportError as problem:
    print(
        f"check_opensim.py: {problem}. OpenSim's Python package is needed: "
        "pip install opensim==4.6", file=sys.stderr)
    sys.exit(UNAVAILABLE)
# OpenSim would write a log into the current folder.
opensim.Logger.removeFileSink()
opensim.Logger.setLevelString("Warn")

sys.path.insert(0, str(ROOT / "fixtures" / "kinematics"))
try:
    import poses
except ImportError as problem:
    print(f"check_opensim.py: {problem}: it is read from fixtures/kinematics", file=sys.stderr)
    sys.exit(UNAVAILABLE)

JOINTS = {name: index for index, name in enumerate(poses.JOINTS)}
SIDES = {"r": "right", "l": "left"}
# OpenSim's dialect has no coordinate for the head.
HEAD = ["centerHead", "topHead"]


# MARK: The model


class JointOfModel(NamedTuple):
    """A joint: its coordinates in the order of their rotations, each with its axis."""

    name: str
    parent: str
    child: str
    rotations: list
    place: tuple


def joints_of_model(lengths, knee):
    """The joints of a person of these lengths; `knee` is the sign of flexion, +1 or −1."""
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    joints = [
        JointOfModel(
            "ground_pelvis", "ground", "pelvis",
            [("pelvis_tilt", z), ("pelvis_list", x), ("pelvis_rotation", y)], (0, 0, 0)),
        JointOfModel(
            "back", "pelvis", "torso",
            [("lumbar_extension", z), ("lumbar_bending", x), ("lumbar_rotation", y)],
            (0, lengths["lowerTrunk"], 0)),
    ]
    for side, right in (("r", 1), ("l", -1)):
        outer_x, outer_y = (right, 0, 0), (0, right, 0)
        joints += [
            JointOfModel(
                f"hip_{side}", "pelvis", f"femur_{side}",
                [(f"hip_flexion_{side}", z), (f"hip_adduction_{side}", outer_x),
                 (f"hip_rotation_{side}", outer_y)],
                (0, 0, right * lengths["hipWidth"] / 2)),
            JointOfModel(
                f"knee_{side}", f"femur_{side}", f"tibia_{side}",
                [(f"knee_angle_{side}", (0, 0, -knee))], (0, -lengths["thigh"], 0)),
            JointOfModel(
                f"ankle_{side}", f"tibia_{side}", f"talus_{side}",
                [(f"ankle_angle_{side}", z)], (0, -lengths["shank"], 0)),
            JointOfModel(
                f"acromial_{side}", "torso", f"humerus_{side}",
                [(f"arm_flex_{side}", z), (f"arm_add_{side}", outer_x),
                 (f"arm_rot_{side}", outer_y)],
                (0, lengths["upperTrunk"], right * lengths["shoulderWidth"] / 2)),
            JointOfModel(
                f"elbow_{side}", f"humerus_{side}", f"ulna_{side}",
                [(f"elbow_flex_{side}", z)], (0, -lengths["upperArm"], 0)),
        ]
    return joints


def centers_of_model(lengths):
    """The body and the place in it of each of the 17 joints."""
    up = lengths["upperTrunk"]
    centers = {
        "root": ("pelvis", (0, 0, 0)),
        "spine": ("torso", (0, 0, 0)),
        "centerShoulder": ("torso", (0, up, 0)),
        "centerHead": ("torso", (0, up + lengths["neck"], 0)),
        "topHead": ("torso", (0, up + lengths["neck"] + lengths["head"], 0)),
    }
    for side, name in SIDES.items():
        centers |= {
            f"{name}Hip": (f"femur_{side}", (0, 0, 0)),
            f"{name}Knee": (f"tibia_{side}", (0, 0, 0)),
            f"{name}Ankle": (f"talus_{side}", (0, 0, 0)),
            f"{name}Shoulder": (f"humerus_{side}", (0, 0, 0)),
            f"{name}Elbow": (f"ulna_{side}", (0, 0, 0)),
            f"{name}Wrist": (f"ulna_{side}", (0, -lengths["forearm"], 0)),
        }
    return [centers[name] for name in poses.JOINTS]


TRANSLATIONS = ["pelvis_tx", "pelvis_ty", "pelvis_tz"]


class Model:
    """A person in OpenSim. `fault` changes the list of joints."""

    def __init__(self, lengths, knee, fault=None):
        self.model = opensim.Model()
        self.model.setName("pose3d")
        joints = joints_of_model(lengths, knee)
        if fault:
            joints = fault(joints)
        bodies = {"ground": self.model.getGround()}
        self.coordinates = []
        for joint in joints:
            # Masses are of no account: nothing but positions is computed.
            body = opensim.Body(joint.child, 1, opensim.Vec3(0), opensim.Inertia(1))
            self.model.addBody(body)
            bodies[joint.child] = body
            names = TRANSLATIONS if joint.parent == "ground" else []
            self.model.addJoint(opensim.CustomJoint(
                joint.name, bodies[joint.parent], opensim.Vec3(*joint.place), opensim.Vec3(0),
                body, opensim.Vec3(0), opensim.Vec3(0), spatial_transform(joint.rotations, names)))
            self.coordinates += [name for name, _ in joint.rotations] + names
        self.model.finalizeConnections()
        self.model.initSystem()
        self.centers = [
            (bodies[body], opensim.Vec3(*place)) for body, place in centers_of_model(lengths)]

    def play(self, motion):
        """The 17 joints in the ground (n, 17, 3), in metres, for each row of a motion file."""
        table = opensim.TableProcessor(str(motion))
        table.append(opensim.TabOpConvertDegreesToRadians())
        table.append(opensim.TabOpUseAbsoluteStateNames())
        table = table.process(self.model)
        columns = {label.split("/")[-2] for label in table.getColumnLabels()}
        if columns != set(self.coordinates):
            raise Unavailable(
                f"OpenSim read the columns {sorted(columns)} from {motion} where the model has the "
                f"coordinates {sorted(self.coordinates)}")
        # Speeds are missing and not needed; unknown columns are an error; nothing is assembled.
        states = opensim.StatesTrajectory.createFromStatesTable(
            self.model, table, True, False, False)
        frames = np.empty((states.getSize(), len(JOINTS), 3))
        for frame, row in enumerate(frames):
            state = states.get(frame)
            self.model.realizePosition(state)
            for index, (body, place) in enumerate(self.centers):
                row[index] = body.findStationLocationInGround(state, place).to_numpy()
        return frames


def spatial_transform(rotations, translations):
    """Rotations about the given axes one after the other, then translations along x, y, z."""
    transform = opensim.SpatialTransform()
    axes = [axis for _, axis in rotations]
    # A hinge has two more axes, about which nothing turns but which must span the space.
    axes += [axis for axis in ((1, 0, 0), (0, 1, 0)) if len(rotations) == 1]
    names = [name for name, _ in rotations] + [None] * (3 - len(rotations))
    names += translations or [None] * 3
    axes += [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    for index, (name, axis) in enumerate(zip(names, axes, strict=True)):
        part = transform.updTransformAxis(index)
        part.setAxis(opensim.Vec3(*axis))
        if name:
            part.setCoordinateNames(opensim.ArrayStr(name, 1))
            part.set_function(opensim.LinearFunction(1, 0))
        else:
            part.set_function(opensim.Constant(0))
    return transform


def write_motion(path, rows, rate):
    """Writes rows of coordinates by name, in degrees, translations in metres, as a .mot."""
    names = list(rows[0])
    with open(path, "w", encoding="ascii") as file:
        file.write(
            f"Coordinates\nversion=1\nnRows={len(rows)}\nnColumns={len(names) + 1}\n"
            "inDegrees=yes\n\nendheader\n")
        file.write("\t".join(["time", *names]) + "\n")
        for index, row in enumerate(rows):
            numbers = [index / rate] + [row[name] for name in names]
            file.write("\t".join(f"{number:.9f}" for number in numbers) + "\n")


# MARK: People and their motions


class Clip(NamedTuple):
    """Frames (n, 17, 3) of one person, in the file's axes; the curves that made them, if any."""

    name: str
    frames: object
    curves: list


RATE = 50


def lengths_of(frames):
    """The lengths that the model needs, each the mean over the frames and over left and right."""
    bones = {
        "lowerTrunk": [("root", "spine")], "upperTrunk": [("spine", "centerShoulder")],
        "neck": [("centerShoulder", "centerHead")], "head": [("centerHead", "topHead")],
        "hipWidth": [("rightHip", "leftHip")], "shoulderWidth": [("rightShoulder", "leftShoulder")],
    }
    for bone, ends in {
            "upperArm": ("Shoulder", "Elbow"), "forearm": ("Elbow", "Wrist"),
            "thigh": ("Hip", "Knee"), "shank": ("Knee", "Ankle")}.items():
        bones[bone] = [tuple(side + end for end in ends) for side in SIDES.values()]
    return {
        bone: float(np.mean([
            np.linalg.norm(frames[:, JOINTS[a]] - frames[:, JOINTS[b]], axis=1) for a, b in ends]))
        for bone, ends in bones.items()
    }


def rows_of_curves(duration, curves, knee):
    """A row of coordinates for each frame; `curves` answers one with flexed knees positive."""
    rows = []
    for frame in range(round(duration * RATE)):
        row = curves(frame / RATE)
        for name in ("knee_angle_r", "knee_angle_l"):
            row[name] *= knee
        rows.append(row | {"ankle_angle_r": 0.0, "ankle_angle_l": 0.0})
    return rows


def walking(time):
    """A stride a second, towards 20° from straight ahead. Knees and elbows get nearly straight."""
    turn = 2 * math.pi * time
    row = {
        "pelvis_tilt": -4 + 2 * math.cos(2 * turn), "pelvis_list": 4 * math.sin(turn),
        "pelvis_rotation": 20 + 6 * math.cos(turn),
        "pelvis_tx": 1.3 * time * math.cos(math.radians(20)),
        "pelvis_ty": 0.93 + 0.02 * math.cos(2 * turn),
        "pelvis_tz": -1.3 * time * math.sin(math.radians(20)),
        "lumbar_extension": -5.0, "lumbar_bending": -3 * math.sin(turn),
        "lumbar_rotation": -9 * math.cos(turn),
    }
    for side, phase in (("r", turn), ("l", turn + math.pi)):
        row |= {
            f"hip_flexion_{side}": 10 + 24 * math.cos(phase),
            f"hip_adduction_{side}": 5 * math.sin(phase),
            f"hip_rotation_{side}": 6 * math.sin(phase + 1),
            f"knee_angle_{side}": 33 - 29 * math.cos(phase + 0.8),
            f"arm_flex_{side}": -20 * math.cos(phase), f"arm_add_{side}": -8.0,
            f"arm_rot_{side}": 12 + 5 * math.sin(phase),
            f"elbow_flex_{side}": 26 - 14 * math.cos(phase),
        }
    return row


def squatting(time):
    """Down to 125° at the knees and up again, arms to the front."""
    depth = (1 - math.cos(2 * math.pi * time / 2)) / 2
    row = {
        "pelvis_tilt": -35 * depth, "pelvis_list": 2 * depth, "pelvis_rotation": -3 * depth,
        "pelvis_tx": -0.15 * depth, "pelvis_ty": 0.93 - 0.5 * depth, "pelvis_tz": 0.01 * depth,
        "lumbar_extension": -20 * depth, "lumbar_bending": -3 * depth, "lumbar_rotation": 2 * depth,
    }
    for side, more in (("r", 0), ("l", 4)):
        row |= {
            f"hip_flexion_{side}": 3 + (105 + more) * depth,
            f"hip_adduction_{side}": -3 - (15 + more) * depth,
            f"hip_rotation_{side}": -4 - (12 - more) * depth,
            f"knee_angle_{side}": 4 + (121 - more) * depth,
            f"arm_flex_{side}": 5 + (80 + more) * depth, f"arm_add_{side}": -10 + 15 * depth,
            f"arm_rot_{side}": 20 + (15 + more) * depth, f"elbow_flex_{side}": 30 + 25 * depth,
        }
    return row


def turning(time):
    """Once around on the spot, reaching overhead, with everything bent enough to be measured."""
    turn = 2 * math.pi * time / 4
    row = {
        "pelvis_tilt": 10 * math.sin(turn), "pelvis_list": 12 * math.cos(turn),
        "pelvis_rotation": -180 + 360 * time / 4,
        "pelvis_tx": 0.2 * math.sin(turn), "pelvis_ty": 0.9, "pelvis_tz": 0.2 * math.cos(turn),
        "lumbar_extension": 20 * math.sin(turn + 1), "lumbar_bending": 20 * math.sin(turn + 2),
        "lumbar_rotation": 30 * math.sin(turn + 3),
    }
    for side, phase in (("r", turn), ("l", turn + 2)):
        row |= {
            f"hip_flexion_{side}": 30 + 50 * math.sin(phase),
            f"hip_adduction_{side}": -10 + 25 * math.sin(phase + 1),
            f"hip_rotation_{side}": 30 * math.sin(phase + 2),
            f"knee_angle_{side}": 65 + 40 * math.sin(phase + 3),
            f"arm_flex_{side}": 75 + 95 * math.sin(phase + 4),
            f"arm_add_{side}": -20 + 40 * math.sin(phase + 5),
            f"arm_rot_{side}": 60 * math.sin(phase + 6),
            f"elbow_flex_{side}": 85 + 55 * math.sin(phase + 7),
        }
    return row


MOTIONS = {"walking": (2, walking), "squatting": (2, squatting), "turning": (4, turning)}


def made_motion(name, knee, world, folder):
    """A person of 1.75 m in motion. OpenSim turns the curves into joints."""
    lengths = {bone: 1.75 * ratio for bone, ratio in poses.BONES.items()}
    duration, curves = MOTIONS[name]
    rows = rows_of_curves(duration, curves, knee)
    path = folder / f"{name}-curves.mot"
    write_motion(path, rows, RATE)
    return Clip(name, Model(lengths, knee).play(path) @ world, rows)


# MARK: Where the angles come from


class Program:
    """Angles from `pose3d angles`. Answers rows of (value in degrees or None, reason) by name."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def measure(self, frames, dialect):
        file = self.folder / f"joints-{dialect}.json"
        file.write_text(json.dumps(np.asarray(frames).tolist()))
        command = [
            str(self.path), "angles", str(file), "--layout", "h36m", "--units", "m", "--up", "+y",
            "--dialect", dialect, "--format", "json"]
        try:
            answer = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as problem:
            raise Unavailable(
                f"{self.path} can't be run ({problem.strerror}): swift build -c release, or name "
                "the program with --pose3d") from problem
        if answer.returncode != 0:
            raise Unavailable(
                f"`{' '.join(command)}` ended with {answer.returncode}: {answer.stderr.strip()}")
        try:
            rows = self.rows(json.loads(answer.stdout), dialect)
        except (KeyError, IndexError, TypeError, ValueError) as problem:
            raise Unavailable(
                f"`{' '.join(command)}` did not print the expected JSON: {problem!r}") from problem
        if len(rows) != len(frames):
            raise Unavailable(
                f"`{' '.join(command)}` answered {len(rows)} frames where {len(frames)} were asked")
        return rows

    @staticmethod
    def rows(document, dialect):
        for what, found, expected in [
                ("schema", document["schema"], "pose3d.angles/1"),
                ("dialect", document["dialect"], dialect),
                ("unit", document["units"]["angle"], "degree")]:
            if found != expected:
                raise ValueError(f"the {what} is {found}, not {expected}")
        rows = []
        for frame in document.get("sequence") or [document]:
            person, = frame["people"]
            rows.append({
                angle["name"]: (angle["value"], angle.get("reason"))
                for angle in person["angles"]})
        return rows


class Oracle:
    """The same from fixtures/kinematics/oracle.py, a second implementation of docs/reference/angles.md."""

    REASONS = ["", "unobservable", "limbTooStraight", "gimbalLock"]

    def measure(self, frames, dialect):
        import oracle

        frames = np.asarray(frames)
        count = len(frames)
        names, values, reasons, _ = oracle.measure(
            frames, np.zeros((count, len(poses.FOOT_POINTS), 3)),
            np.tile([0.0, 1.0, 0.0], (count, 1)), np.tile([0.0, 0.0, 1.0], (count, 1)))
        rows = [
            {
                name: (None, self.REASONS[reason]) if reason else (math.degrees(value), None)
                for name, value, reason in zip(names, *row)
            }
            for row in zip(values, reasons)
        ]
        if dialect == "clinical":
            return rows
        return [self.renamed(row, -1 if dialect.endswith("gait2392") else 1) for row in rows]

    @staticmethod
    def renamed(row, knee):
        """The coordinates by the table of dialects in docs/reference/angle-dialects.md."""
        names = {
            "lumbar_extension": ("trunkFlexion", -1), "lumbar_bending": ("trunkLateralBend", 1),
            "lumbar_rotation": ("trunkRotation", 1)}
        names |= {name: (name, 1) for name in ("pelvis_tilt", "pelvis_list", "pelvis_rotation")}
        for letter, side in SIDES.items():
            for coordinate, angle, sign in [
                    ("hip_flexion", "HipFlexion", 1), ("hip_adduction", "HipAdduction", 1),
                    ("hip_rotation", "HipRotation", 1), ("knee_angle", "KneeFlexion", knee),
                    ("ankle_angle", "AnkleDorsiflexion", 1), ("arm_flex", "ShoulderFlexion", 1),
                    ("arm_add", "ShoulderAdduction", 1), ("arm_rot", "ShoulderRotation", 1),
                    ("elbow_flex", "ElbowFlexion", 1)]:
                names[f"{coordinate}_{letter}"] = (side + angle, sign)
        return {
            coordinate: (None if row[angle][0] is None else sign * row[angle][0], row[angle][1])
            for coordinate, (angle, sign) in names.items()}


def ground_from_file(source):
    """The rotation that takes the file's axes to the ground's (X forward, Y up, Z right).

    Which horizontal axis of the file is heading 0 is asked of the angles: of an upright person who
    faces the file's +z and is at heading ρ, counted to the left, so that heading 0 is −ρ from it.
    """
    measured = source.measure(standing()[None], "opensim")[0]
    heading, reason = measured.get("pelvis_rotation", (None, "it is not listed"))
    if heading is None:
        raise Unavailable(f"an upright person's pelvis_rotation has no value: {reason}")
    angle = -math.radians(heading)
    forward = np.array([math.sin(angle), 0, math.cos(angle)])
    return np.array([forward, [0, 1, 0], np.cross(forward, [0, 1, 0])])


def standing():
    """A person of 1.75 m who stands straight and faces +z; x is to their left, y up."""
    length = {bone: 1.75 * ratio for bone, ratio in poses.BONES.items()}
    joints = np.zeros((len(JOINTS), 3))
    above = "root"
    for joint, bone in [
            ("spine", "lowerTrunk"), ("centerShoulder", "upperTrunk"), ("centerHead", "neck"),
            ("topHead", "head")]:
        joints[JOINTS[joint]] = joints[JOINTS[above]] + [0, length[bone], 0]
        above = joint
    for side, left in (("left", 0.5), ("right", -0.5)):
        for above, limb, width in [
                ("root", [("Hip", None), ("Knee", "thigh"), ("Ankle", "shank")], "hipWidth"),
                ("centerShoulder",
                 [("Shoulder", None), ("Elbow", "upperArm"), ("Wrist", "forearm")],
                 "shoulderWidth")]:
            place = joints[JOINTS[above]] + [left * length[width], 0, 0]
            for joint, bone in limb:
                place = place - [0, length[bone] if bone else 0, 0]
                joints[JOINTS[side + joint]] = place
    return joints


# MARK: The check


TRUNK_AND_PELVIS = [
    "trunkFlexion", "trunkLateralBend", "trunkRotation", "pelvisTilt", "pelvisList",
    "pelvisRotation"]
LIMB_ANGLES = [
    "ElbowFlexion", "KneeFlexion", "HipFlexion", "HipAdduction", "HipRotation", "ShoulderFlexion",
    "ShoulderAdduction", "ShoulderRotation"]
COMPARED = LIMB_ANGLES + TRUNK_AND_PELVIS
# Three rotations of a limb, the hinge, and what hangs on them.
LIMBS = [
    (f"{kind}_{letter}", rotations, hinge, [SIDES[letter] + joint for joint in joints], letter)
    for kind, rotations, hinge, joints in [
        ("leg", ["hip_flexion", "hip_adduction", "hip_rotation"], "knee_angle",
         ["Hip", "Knee", "Ankle"]),
        ("arm", ["arm_flex", "arm_add", "arm_rot"], "elbow_flex", ["Shoulder", "Elbow", "Wrist"])]
    for letter in SIDES
]
ROTATIONS_ABOUT_A_LIMB = ["hip_rotation_r", "hip_rotation_l", "arm_rot_r", "arm_rot_l"]
NOT_SHOWN = ["ankle_angle_r", "ankle_angle_l"]


class Report:
    """Differences gathered over all frames."""

    def __init__(self):
        self.angles = {name: [] for name in COMPARED}
        self.curves = {}
        self.legs, self.arms, self.whole = [], [], []
        self.first, self.second, self.allowed = [], [], []
        self.nulls, self.lost = {}, []

    def faults(self):
        """What is wrong, in sentences; nothing when all agree."""
        found = []
        for name, differences in self.angles.items():
            if not differences:
                found.append(f"{name} was never compared")
            elif max(differences) >= ANGLE_LIMIT:
                found.append(f"{name} is off by up to {max(differences):.3g}°")
        for name, differences in self.curves.items():
            if max(differences) >= CURVE_LIMIT:
                found.append(f"{name} is off its curve by up to {max(differences):.3g}°")
        places = {
            "legs": self.legs, "arms": self.arms, "whole bodies in motion": self.whole,
            "knees and elbows of straight limbs": self.first}
        for name, distances in places.items():
            if distances and max(distances) >= PLACE_LIMIT:
                found.append(f"{name} are off by up to {1000 * max(distances):.3g} mm")
        beyond = [a - b for a, b in zip(self.second, self.allowed) if a - b >= PLACE_LIMIT]
        if beyond:
            found.append(
                "ankles or wrists of straight limbs are farther off than their bend allows, by "
                f"{1000 * max(beyond):.3g} mm")
        if self.lost:
            found.append(f"{len(self.lost)} angles have no value any more: {self.lost[0]}, …")
        return found


def turned(a, b):
    """The distance of two angles in degrees, across the half turn."""
    return abs((a - b + 180) % 360 - 180)


def play_back(clip, coordinates, knee, world, folder, report, fault=None):
    """Plays the coordinates of a clip in OpenSim; answers its joints, in the file's axes."""
    ground = clip.frames @ world.T
    motion_rows = []
    for frame, row in enumerate(coordinates):
        numbers = {}
        for name, (value, reason) in row.items():
            if value is None:
                report.nulls.setdefault((name, reason), []).append(f"{clip.name} {frame}")
            numbers[name] = 0.0 if value is None else value
        motion_rows.append(numbers | dict(zip(TRANSLATIONS, ground[frame, JOINTS["root"]])))
    path = folder / (re.sub(r"\W+", "-", clip.name) + ".mot")
    write_motion(path, motion_rows, RATE)
    model = Model(lengths_of(clip.frames), knee, fault)
    if fault is None:
        model.model.printToXML(str(path.with_suffix(".osim")))
    return model.play(path) @ world


def compare_curves(clip, coordinates, report):
    for curve, row in zip(clip.curves, coordinates):
        for name, (value, _) in row.items():
            if value is not None:
                report.curves.setdefault(name, []).append(turned(value, curve[name]))


def compare_angles(where, before, after, report):
    """Angles with a value before must have the same after."""
    for name in COMPARED:
        for side in SIDES.values() if name in LIMB_ANGLES else [""]:
            full = side + name
            if full not in before or full not in after:
                raise Unavailable(f"the clinical dialect has no angle {full}")
            (value, _), (again, reason) = before[full], after[full]
            if value is None:
                continue
            if again is None:
                report.lost.append(f"{where}: {full} was {value:.3f}° and came back as {reason}")
            else:
                report.angles[name].append(turned(value, again))


def compare_places(before, after, coordinates, lengths, in_motion, report):
    """Legs against the root, arms against their shoulders; in motion the whole body in the world.

    A model of the person's lengths has a straight trunk, and shoulders at right angles to it.
    Seeded bodies have not, which moves spine and shoulders, but neither legs nor arms.
    """
    complete = all(
        value is not None for name, (value, _) in coordinates.items() if name not in NOT_SHOWN)
    if in_motion and complete:
        body = [index for name, index in JOINTS.items() if name not in HEAD]
        report.whole.append(np.linalg.norm(before[body] - after[body], axis=1).max())
    for name, rotations, hinge, joints, letter in LIMBS:
        first, second, third = (JOINTS[joint] for joint in joints)
        origin = JOINTS["root"] if name.startswith("leg") else first
        off = np.linalg.norm(
            (before - before[origin] - after + after[origin])[[first, second, third]], axis=1)
        values = [coordinates[f"{rotation}_{letter}"] for rotation in rotations]
        if all(value is not None for value, _ in values):
            (report.legs if name.startswith("leg") else report.arms).append(off.max())
        elif values[2][1] == "limbTooStraight" and values[0][0] is not None:
            # About the straight limb its hinge may point anywhere: the distal bone lies somewhere
            # on a cone of this half angle.
            bend = math.radians(coordinates[f"{hinge}_{letter}"][0])
            bone = lengths["shank" if name.startswith("leg") else "forearm"]
            report.first.append(off[:2].max())
            report.second.append(off[2])
            report.allowed.append(2 * bone * abs(math.sin(bend)))


def seeded(count, source, dialect):
    """The first `count` skeletons of families 0 and 2 whose coordinates all have a value; as many,
    or fewer, whose only nulls are rotations about a straight limb; each a clip with its
    coordinates. Then how often the others lacked a coordinate, by name without side and reason."""
    whole, straight, lacking = [], [], {}
    start, step = 0, 3 * max(count, 100)
    while len(whole) < count:
        if start > 200 * step:
            raise Unavailable(
                f"only {len(whole)} of {start} seeded skeletons have all coordinates, {count} are "
                "asked for")
        indices = [i for i in range(start, start + step) if i % poses.FAMILIES != 1]
        frames = np.array([poses.pose(index).joints for index in indices])
        for index, joints, row in zip(indices, frames, source.measure(frames, dialect)):
            nulls = [
                name for name, (value, _) in row.items()
                if value is None and name not in NOT_SHOWN]
            entry = (Clip(f"pose {index}", joints[None], None), [row])
            if not nulls:
                whole.append(entry)
            elif all(
                    name in ROTATIONS_ABOUT_A_LIMB and row[name][1] == "limbTooStraight"
                    for name in nulls):
                if len(straight) < count:
                    straight.append(entry)
            else:
                for name in nulls:
                    key = (re.sub("_[rl]$", "", name), row[name][1])
                    lacking[key] = lacking.get(key, 0) + 1
            if len(whole) == count:
                break
        start += step
    return whole, straight, lacking


def replay(entries, source, knee, world, folder, report, fault=None, show=None):
    """Runs the check over clips with their coordinates; what it finds goes into the report."""
    after = []
    for done, (clip, coordinates) in enumerate(entries, start=1):
        after.append(play_back(clip, coordinates, knee, world, folder, report, fault))
        if show and (done % 100 == 0 or done == len(entries)):
            print(f"  {done} of {len(entries)} {show}", flush=True)
    frames = np.concatenate([clip.frames for clip, _ in entries])
    again = np.concatenate(after)
    rows = [row for _, coordinates in entries for row in coordinates]
    places = [f"{clip.name}, frame {k}" for clip, _ in entries for k in range(len(clip.frames))]
    for where, before, now in zip(
            places, source.measure(frames, "clinical"), source.measure(again, "clinical")):
        compare_angles(where, before, now, report)
    start = 0
    for clip, coordinates in entries:
        lengths = lengths_of(clip.frames)
        for frame in range(len(clip.frames)):
            compare_places(
                frames[start + frame], again[start + frame], rows[start + frame], lengths,
                clip.curves is not None, report)
        start += len(clip.frames)


# MARK: Controls


def with_axes(change):
    """A fault that changes the axis of some coordinates."""
    return lambda joints: [
        joint._replace(rotations=[(name, change(name, axis)) for name, axis in joint.rotations])
        for joint in joints]


def reversed_axis(*names):
    return with_axes(
        lambda name, axis: tuple(-part for part in axis) if name in names else axis)


def reordered(joint_name, order):
    """A fault that turns about the same axes in another order."""
    return lambda joints: [
        joint._replace(rotations=[joint.rotations[k] for k in order])
        if joint.name == joint_name else joint
        for joint in joints]


FAULTS = {
    "the right knee has the other sign": reversed_axis("knee_angle_r"),
    "the left elbow has the other sign": reversed_axis("elbow_flex_l"),
    "the left hip's adduction is not mirrored": reversed_axis("hip_adduction_l"),
    "the left hip's rotation is not mirrored": reversed_axis("hip_rotation_l"),
    "the left arm's rotation is not mirrored": reversed_axis("arm_rot_l"),
    "lumbar extension is flexion": reversed_axis("lumbar_extension"),
    "lumbar bending goes to the left": reversed_axis("lumbar_bending"),
    "the pelvis turns by rotation, list, tilt": reordered("ground_pelvis", (2, 1, 0)),
    "the right hip turns by adduction first": reordered("hip_r", (1, 0, 2)),
    "the left shoulder turns by rotation first": reordered("acromial_l", (2, 1, 0)),
}


# MARK: What is printed


def number(value, least):
    """A difference, or that it is below what the program's files resolve."""
    return f"{value:.3g}" if value >= least else f"< {least:g}"


def print_angles(report):
    print(f"| {'angle':<17} | compared | {'max, °':<7} | {'mean, °':<7} |")
    print(f"|{'-' * 19}|---------:|--------:|--------:|")
    for name, differences in report.angles.items():
        worst = number(max(differences), 1e-6) if differences else ""
        mean = number(sum(differences) / len(differences), 1e-6) if differences else ""
        print(f"| {name:<17} | {len(differences):>8} | {worst:>7} | {mean:>7} |")


def print_places(report):
    def line(what, distances):
        if distances:
            worst = number(1000 * max(distances), 1e-3)
            print(f"{what}: {len(distances)}, worst {worst} mm off")

    line("legs with all coordinates, from the root", report.legs)
    line("arms with all coordinates, from the shoulder", report.arms)
    line("whole bodies in motion but the head, in the world", report.whole)
    line("straight or folded limbs, knee or elbow", report.first)
    line("straight or folded limbs, ankle or wrist, whose direction is unknown", report.second)
    for (name, reason), where in sorted(report.nulls.items()):
        print(
            f"written as 0: {name}, {reason}, {len(where)} times, first in {where[0]}")


def main():
    summary, _, _ = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument(
        "--pose3d", type=pathlib.Path, default=ROOT / ".build" / "release" / "pose3d",
        help="the program (default: .build/release/pose3d)")
    parser.add_argument(
        "--oracle", action="store_true",
        help="angles from fixtures/kinematics/oracle.py instead of from the program")
    parser.add_argument(
        "--model", choices=["rajagopal", "gait2392"], default="rajagopal",
        help="whose sign the knee has (default: rajagopal)")
    parser.add_argument(
        "--poses", type=int, default=300, metavar="N",
        help="seeded skeletons with all coordinates (default: 300)")
    parser.add_argument(
        "--keep", type=pathlib.Path, metavar="FOLDER",
        help="write the models (.osim) and motions (.mot) there and leave them")
    options = parser.parse_args()
    if options.poses < 1:
        parser.error(f"--poses is a number from 1 on, not {options.poses}")
    try:
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            return check(options, options.keep)
        with tempfile.TemporaryDirectory() as folder:
            return check(options, pathlib.Path(folder))
    except (Unavailable, OSError) as problem:
        print(f"check_opensim.py: {problem}", file=sys.stderr)
        return UNAVAILABLE
    except RuntimeError as problem:
        # What OpenSim throws arrives as this.
        print(f"check_opensim.py: OpenSim refuses: {problem}", file=sys.stderr)
        return UNAVAILABLE


def check(options, folder):
    knee = -1 if options.model == "gait2392" else 1
    dialect = "opensim-gait2392" if options.model == "gait2392" else "opensim"
    source = Oracle() if options.oracle else Program(options.pose3d, folder)
    print(
        f"OpenSim {opensim.GetVersion()}, model {options.model}, dialect {dialect}, angles from "
        + ("fixtures/kinematics/oracle.py" if options.oracle else "pose3d"), flush=True)
    world = ground_from_file(source)
    # Rounded, and + 0 so that there is no −0.
    forward = ", ".join(f"{part:g}" for part in np.round(world[0], 6) + 0)
    print(f"heading 0 is the file's ({forward})", flush=True)

    print("seeded skeletons", flush=True)
    whole, straight, lacking = seeded(options.poses, source, dialect)
    for (name, reason), times in sorted(lacking.items()):
        print(f"  lacking in the skeletons left out: {name}, {reason}, {times} times")
    bodies, limbs, motions = Report(), Report(), Report()
    replay(whole, source, knee, world, folder, bodies, show="with all coordinates")
    if straight:
        replay(straight, source, knee, world, folder, limbs, show="with a straight or folded limb")

    print("motions", flush=True)
    entries = []
    for name in MOTIONS:
        clip = made_motion(name, knee, world, folder)
        coordinates = source.measure(clip.frames, dialect)
        compare_curves(clip, coordinates, motions)
        entries.append((clip, coordinates))
        print(f"  {name}: {len(clip.frames)} frames", flush=True)
    replay(entries, source, knee, world, folder, motions)

    print("controls", flush=True)
    blind = []
    for what, fault in FAULTS.items():
        control = Report()
        replay(entries[-1:], source, knee, world, folder, control, fault)
        found = control.faults()
        print(f"  {what}: {found[0] if found else 'NOT NOTICED'}", flush=True)
        if not found:
            blind.append(f"it is not noticed that {what}")

    faults = []
    for report, title in [
            (bodies, f"{len(whole)} seeded skeletons with all coordinates"),
            (limbs, f"{len(straight)} seeded skeletons with a straight or folded limb"),
            (motions, f"{sum(len(clip.frames) for clip, _ in entries)} frames of "
             + ", ".join(MOTIONS))]:
        if report is limbs and not straight:
            continue
        print(f"\n{title}\n")
        print_angles(report)
        print()
        print_places(report)
        faults += [f"{title}: {fault}" for fault in report.faults()]
    if motions.curves:
        worst = max(motions.curves, key=lambda name: max(motions.curves[name]))
        print(
            f"curves that OpenSim was given, against the coordinates measured: "
            f"{len(motions.curves)} coordinates, worst "
            f"{number(max(motions.curves[worst]), 1e-6)}° off")
    print()
    for fault in faults + blind:
        print(f"FAILED: {fault}")
    if faults or blind:
        return FAILED
    print(f"all agree: angles within {ANGLE_LIMIT}°, joints within {1000 * PLACE_LIMIT:g} mm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
