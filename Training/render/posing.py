"""Postures to directions of bones: legs by the floor, arms by what they hold, mass over the feet."""

import body as directions
import numpy as np

from . import rig
from .movements.posture import SIDES, Arm, Foot, Hang, Reach

NAMES = {"L": "left", "R": "right"}
# Shares of the body's mass at the middles of segments (de Leva 1996, both sexes' mean).
MASSES = [("skullBase", "topHead", 0.068), ("centerShoulder", "root", 0.430)]
for _n in ("left", "right"):
    MASSES += [
        (_n + "Shoulder", _n + "Elbow", 0.026),
        (_n + "Elbow", _n + "Wrist", 0.015),
        (_n + "Wrist", _n + "HandTip", 0.006),
        (_n + "Hip", _n + "Knee", 0.145),
        (_n + "Knee", _n + "Ankle", 0.046),
        (_n + "Heel", _n + "ToeTip", 0.013),
    ]


def unit(v):
    return v / (np.linalg.norm(v) + 1e-12)


def flexion(a, b, d):
    """Of a hinge between segments a and b whose ends are d apart, in degrees."""
    return 180 - np.degrees(np.arccos(np.clip((a * a + b * b - d * d) / (2 * a * b), -1, 1)))


def spherical(sign, plane, elev):
    p, e = np.radians(plane), np.radians(elev)
    return np.array([sign * np.sin(e) * np.cos(p), -np.cos(e), np.sin(e) * np.sin(p)])


def bent(a, degrees, towards):
    v = unit(towards - a * (towards @ a))
    return np.cos(np.radians(degrees)) * a + np.sin(np.radians(degrees)) * v


def two_bones(d, a, b, pole, least=0.5):
    """Directions of segments of lengths a, b that together reach along d; the hinge points to the
    pole."""
    longest = np.sqrt(a * a + b * b + 2 * a * b * np.cos(np.radians(least)))
    shortest = np.sqrt(a * a + b * b + 2 * a * b * np.cos(np.radians(147)))
    e, D = unit(d), np.clip(np.linalg.norm(d), shortest, longest)
    p = unit(pole - e * (pole @ e))
    c = (a * a + D * D - b * b) / (2 * a * D)
    first = a * (c * e + np.sqrt(max(0.0, 1 - c * c)) * p)
    return unit(first), unit(D * e - first)


def centre_of_mass(J):
    at = dict(
        J,
        root=(J["leftHip"] + J["rightHip"]) / 2,
        centerShoulder=(J["leftShoulder"] + J["rightShoulder"]) / 2,
    )
    total = sum(m for _, _, m in MASSES)
    return sum((at[a] + at[b]) / 2 * m for a, b, m in MASSES) / total


class Build:
    """What postures need to know of a person, in metres."""

    def __init__(self, person):
        self.person = person
        self.points = p = {k: v[1] for k, v in person.points.items()}
        length = lambda a, b: float(np.linalg.norm(p[a] - p[b]))
        self.scale = person.stature / 1.7
        self.fat = 1 + 0.5 * (person.info["weight"] - 0.5)
        self.thigh, self.shank = length("leftHip", "leftKnee"), length("leftKnee", "leftAnkle")
        self.arm = {
            s: (length(n + "Shoulder", n + "Elbow"), length(n + "Elbow", n + "Wrist"))
            for s, n in NAMES.items()
        }
        self.mid = (p["leftHip"] + p["rightHip"]) / 2
        self.frame = directions.frame(p["leftHip"] - p["rightHip"], person.cs - person.root)
        self.ankle = float(p["leftAnkle"][1])
        self.standing = self.ankle + self.thigh + self.shank
        self.seat = (
            0.098 * self.scale * (1 + 0.35 * (person.info["weight"] - 0.5))
        )  # hips above what one sits on

    def knee_at(self, height):
        """The knees' flexion at which the hips are at that height, the shanks leaning a little."""
        return flexion(self.thigh, self.shank, np.hypot(height - self.ankle, 0.16 * self.scale))

    def directions(self, q, extra):
        """The directions of bones (as in body.py, pelvis without heading) of a posture."""
        A = dict(
            zip(
                ("pp", "pr", "py", "sf", "sl", "sr", "nf", "nl", "nr"),
                (*q.pelvis, *q.spine, *q.neck),
            )
        )
        A = {k: np.array([float(v)]) for k, v in A.items()}
        for s in "LR":
            for k in ("sa", "sx", "so", "el", "hf", "ha", "hr", "kn", "an"):
                A[k + s] = np.zeros(1)
        L = {k: v[0] for k, v in directions.angles_to_local(A).items()}
        root = np.array([q.root[0], 0.0, q.root[1]])
        grounded = [s for s in "LR" if isinstance(q.legs[s], Foot)]
        for attempt in range(3 if q.balance and grounded else 1):
            self.legs(q, L, root, grounded)
            if attempt == 2 or not (q.balance and grounded):
                break
            if attempt == 0:
                self.arms(q, L, None)
            J = self.posed(L, extra)
            J = {k: v - (J["leftHip"] + J["rightHip"]) / 2 + root for k, v in J.items()}
            if attempt == 0:
                self.arms(q, L, J)
            feet = np.array(
                [
                    (J[NAMES[s] + "Heel"] + J[NAMES[s] + "ToeTip"] * 1.2) / 2.2
                    for s in q.stance
                    if s in grounded
                ]
            )[:, [0, 2]]
            com = centre_of_mass(J)[[0, 2]]
            if len(feet) == 2:
                d = feet[1] - feet[0]
                t = np.clip((com - feet[0]) @ d / (d @ d + 1e-9), 0.25, 0.75)
                off = com - feet[0] - t * d
            else:
                off = com - feet[0]
            root[[0, 2]] -= np.clip(off, -0.3, 0.3)
        if not (q.balance and grounded):
            self.arms(q, L, None)
        if any(isinstance(a, Reach) for a in q.arms.values()):
            for _ in range(2):
                self.arms(q, L, self.posed(L, extra))
        return L

    def posed(self, L, extra):
        return rig.joints(self.person, *rig.pose_rig(self.person, L, extra))

    def legs(self, q, L, root, grounded):
        Rp = L["Rp"]
        hips = {
            s: Rp @ self.frame.T @ (self.points[n + "Hip"] - self.mid) for s, n in NAMES.items()
        }
        ankles, turns, feet = {}, {}, {}
        for s, sign in SIDES:
            if s not in grounded:
                continue
            f, n = q.legs[s], NAMES[s]
            Y = directions.ry(np.array(np.radians(sign * f.yaw)))
            ankle, toe = self.points[n + "Ankle"], self.points[n + "ToeBase"]
            R = Y @ directions.rx(np.array(np.radians(f.heel)))
            rise = 0.022 * np.sin(np.radians(f.heel))
            ankles[s] = (
                np.array([f.x, self.ankle + f.lift + rise, f.z])
                + Y @ (toe - ankle)
                + R @ (ankle - toe)
            )
            turns[s], feet[s] = Y, R
        if q.knee is not None:
            stance = [s for s in q.stance if s in grounded]
            low, high = 0.1, 1.5
            for _ in range(26):
                m = (low + high) / 2
                at = np.array([root[0], m, root[2]])
                mean = np.mean(
                    [
                        flexion(self.thigh, self.shank, np.linalg.norm(ankles[s] - hips[s] - at))
                        for s in stance
                    ]
                )
                low, high = (m, high) if mean > q.knee else (low, m)
            height = (low + high) / 2
        else:
            height = q.height
        root[1] = height
        for s, sign in SIDES:
            n = NAMES[s]
            if s in grounded:
                pole = turns[s] @ np.array([0, 0.25, 1.0]) + np.array([sign * q.out, 0, 0])
                thigh, shank = two_bones(ankles[s] - root - hips[s], self.thigh, self.shank, pole)
                foot = feet[s] @ unit(self.points[n + "ToeTip"] - self.points[n + "Ankle"])
            else:
                g = q.legs[s]
                thigh = spherical(sign, g.plane, g.elev)
                p = np.radians(g.plane)
                share = rig.step(abs(g.elev), 30, 75)
                hinge = unit(
                    (1 - share) * np.array([1.0, 0, 0])
                    + share * np.array([np.sin(p), 0, -sign * np.cos(p)])
                )
                back = unit(np.cross(hinge, thigh))
                back = rig.rodrigues(thigh * np.radians(-sign * g.spin)) @ back
                knee = np.radians(np.clip(g.knee, 0.3, 148))
                shank = np.cos(knee) * thigh + np.sin(knee) * back
                ahead = np.sin(knee) * thigh - np.cos(knee) * back
                down = np.radians(19 + g.point)
                foot = np.cos(down) * ahead + np.sin(down) * shank
                if g.pelvis:
                    thigh, shank, foot = Rp @ thigh, Rp @ shank, Rp @ foot
            L["th" + s], L["sh" + s], L["ft" + s] = Rp.T @ thigh, Rp.T @ shank, Rp.T @ unit(foot)

    def arms(self, q, L, J):
        """Sets the arms; those that reach only where posed points are given."""
        Rc = L["Rp"] @ L["Rc"]
        for s, sign in SIDES:
            a, n = q.arms[s], NAMES[s]
            mirror = np.array([sign, 1, 1])
            if isinstance(a, Arm):
                upper = spherical(sign, a.plane, a.elev)
                lower = bent(upper, np.clip(a.bend, 0.3, 148), np.array(a.toward) * mirror)
            elif isinstance(a, Hang):
                upper = unit(np.array(a.direction) * mirror)
                lower = Rc.T @ bent(upper, np.clip(a.bend, 0.3, 148), np.array(a.toward) * mirror)
                upper = Rc.T @ upper
            elif J is None:
                upper, lower = spherical(sign, 30, 15), spherical(sign, 60, 25)
            else:
                target, pole = np.array(a.offset) * mirror * self.scale, np.array(a.pole) * mirror
                if not a.world:
                    target, pole = Rc @ target, Rc @ pole
                side, _, name = a.anchor.rpartition(" ")
                if side:
                    at = J[(n if side == "same" else NAMES["R" if s == "L" else "L"]) + name]
                elif name == "chest":
                    at = (J["leftShoulder"] + J["rightShoulder"]) / 2
                else:
                    at = (J["skullBase"] + J["topHead"]) / 2
                upper, lower = two_bones(at + target - J[n + "Shoulder"], *self.arm[s], pole)
                upper, lower = Rc.T @ upper, Rc.T @ lower
            L["ua" + s], L["fa" + s] = unit(upper), unit(lower)
