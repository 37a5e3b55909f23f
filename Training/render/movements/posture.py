"""What a posture is made of: feet on the floor or legs in the air, arms at work, the trunk."""

import dataclasses

import numpy as np

SIDES = (("L", 1.0), ("R", -1.0))
OTHER = {"L": "R", "R": "L"}


@dataclasses.dataclass
class Foot:
    """On the floor: place in metres (x left, z forward), height; turned out, heel up in degrees."""

    x: float
    z: float = 0.0
    lift: float = 0.0
    yaw: float = 8.0
    heel: float = 0.0


@dataclasses.dataclass
class Leg:
    """Free: thigh by plane (0 outwards, 90 forwards) and elevation, knee, turn about the thigh, toes
    pointed; degrees."""

    plane: float
    elev: float
    knee: float
    spin: float = 0.0
    point: float = 0.0
    pelvis: bool = False  # in the pelvis' axes instead of upright ones


@dataclasses.dataclass
class Arm:
    """By plane and elevation in the chest's axes, elbow, and where to it bends."""

    plane: float
    elev: float
    bend: float
    toward: tuple = (-0.25, 0.0, 1.0)


@dataclasses.dataclass
class Hang:
    """In the world's axes: direction (x outwards, y up, z ahead of the pelvis), elbow, where to it
    bends."""

    direction: tuple
    bend: float
    toward: tuple = (-0.3, 0.0, 1.0)


@dataclasses.dataclass
class Reach:
    """The wrist at a point of the body ("other Elbow", "same Knee", "chest", "head") plus an offset in
    metres of a body of 1.70 m, in the chest's axes or the world's (x outwards); the elbow towards
    `pole`."""

    anchor: str
    offset: tuple
    pole: tuple = (1.0, -0.6, 0.0)
    world: bool = False


@dataclasses.dataclass
class Posture:
    pelvis: tuple  # leaning forward, to the side, turned: degrees
    spine: tuple
    neck: tuple
    legs: dict
    arms: dict
    knee: float | None = None  # mean flexion of the standing legs, or
    height: float | None = None  # of the hips' middle above the floor, metres
    root: tuple = (0.0, 0.0)
    stance: str = "LR"
    balance: bool = True  # over the standing feet
    out: float = 0.0  # knees outwards


@dataclasses.dataclass
class Movement:
    kind: str
    at: object  # (u, wobble) -> Posture
    seat: str = ""  # what one sits on, if anything
    seat_top: float | None = None  # its height where the hips aren't always on it, metres
    desk: bool = False


def lerp(a, b, u):
    return a + (b - a) * u


def lying(plane, elev, knee):
    return Leg(plane, elev, knee, point=15, pelvis=True)


def sides(f):
    """The same of both sides: f(side)."""
    return {"L": f("L"), "R": f("R")}


def either(r, a, b, share=0.5):
    return a if r.random() < share else b


def choose(r, table):
    w = np.array([q[1] for q in table], float)
    return table[int(r.choice(len(table), p=w / w.sum()))][0]


def trunk(w, pitch=2.0, roll=0.0, turn=0.0, flex=3.0, side=0.0, twist=0.0, nod=4.0, look=0.0):
    return dict(
        pelvis=(pitch + w("pp", 2.5), roll + w("pr", 1.5), turn + w("py", 2)),
        spine=(flex + w("sf", 4), side + w("sl", 2.5), twist + w("sr", 4)),
        neck=(nod + w("nf", 9), w("nl", 5), look + w("nr", 14)),
    )


def sagittal(b, knee, shank):
    """Where the root is before the ankles at so much flexion of the knee and lean of the shank
    (degrees)."""
    return b.shank * np.sin(np.radians(shank)) - b.thigh * np.sin(np.radians(knee - shank))
