"""What arms do, standing or seated: draws of (name, f(side, u, wobble) -> arm)."""

import numpy as np

from ..seeds import pick
from .posture import Arm, Reach, choose, either, lerp


def hanging(r, fat):
    straight = r.random() < 0.5
    plane, elev = r.uniform(-10, 60), r.uniform(3, 15) * fat
    bend = r.uniform(0.5, 10) if straight else r.uniform(8, 38)
    return "hanging", lambda s, u, w: Arm(
        plane + w("pl" + s, 8),
        elev + w("ev" + s, 2.5),
        max(0.3, bend + w("el" + s, 2.5)),
        (-0.25, 0, 1),
    )


def swinging(r, fat):
    d, bend, one = (
        r.uniform(10, 38),
        either(r, r.uniform(5, 30), r.uniform(70, 105)),
        either(r, 1, -1),
    )
    return "swinging", lambda s, u, w: Arm(
        88,
        (1 if s == "L" else -1) * one * d * (2 * u - 1) + w("ev" + s, 3),
        bend + w("el" + s, 6),
        (-0.3, 0, 1),
    )


def curl(r, fat):
    low, high = r.uniform(0.5, 12), r.uniform(118, 147)
    forward = r.uniform(0, 30) * (r.random() < 0.35)
    out, which = r.uniform(-0.25, 0.2), pick(r, "both both L R turns")
    plane = r.uniform(20, 80)

    def f(s, u, w):
        v = (
            u
            if which == "both" or which == s
            else 1 - u
            if which == "turns" and s == "R"
            else u
            if which == "turns"
            else 0
        )
        return Arm(
            plane + w("pl" + s, 6),
            7 * fat + (6 + forward) * v**2 + w("ev" + s, 2),
            max(0.5, lerp(low, high, v) + w("el" + s, 2)),
            (out, 0.05, 1),
        )

    return "curl", f


def press(r, fat):
    low, high, top = r.uniform(32, 75), r.uniform(158, 177), r.uniform(0.5, 10)
    rack, plane, one = (
        r.uniform(118, 144),
        r.uniform(15, 62),
        pick(r, "both both both L R"),
    )

    def f(s, u, w):
        v = u if one in ("both", s) else 0
        return Arm(
            plane - 10 * v + w("pl" + s, 4),
            lerp(low, high, v) + w("ev" + s, 3),
            max(0.5, lerp(rack, top, v) + w("el" + s, 2.5)),
            (-0.12, 1, 0.06),
        )

    return "press", f


def raised(r, fat):
    plane = float(r.choice([r.uniform(-5, 22), r.uniform(25, 60), r.uniform(78, 95)]))
    low, high = r.uniform(4, 14) * fat, either(r, r.uniform(70, 110), r.uniform(120, 176), 0.65)
    bend, which = r.uniform(0.5, 14), pick(r, "both both both L R")

    def f(s, u, w):
        v = u if which in ("both", s) else 0
        return Arm(
            plane + w("pl" + s, 5),
            lerp(low, high, v) + w("ev" + s, 3),
            max(0.4, bend + w("el" + s, 2.5)),
            (-0.1, 0.3, 1),
        )

    return "raise", f


def overhead(r, fat):
    plane, elev, bend = (
        r.uniform(0, 80),
        r.uniform(148, 179),
        either(r, r.uniform(0.5, 10), r.uniform(10, 60), 0.65),
    )
    return "overhead", lambda s, u, w: Arm(
        plane + w("pl" + s, 6),
        elev + w("ev" + s, 4),
        max(0.4, bend + w("el" + s, 3)),
        (-0.8, 0.3, 0.2),
    )


def triceps(r, fat):
    elev, low, high = r.uniform(140, 172), r.uniform(2, 15), r.uniform(105, 143)
    return "triceps", lambda s, u, w: Arm(
        60 + w("pl" + s, 6),
        elev + w("ev" + s, 4),
        max(1, lerp(high, low, u) + w("el" + s, 3)),
        (-0.15, 0.2, -1),
    )


def crossed(r, fat):
    up, deep, top = r.uniform(-0.30, -0.17), r.uniform(0.13, 0.19) * fat, either(r, "L", "R")
    far = r.uniform(0.03, 0.13)
    return "crossed", lambda s, u, w: Reach(
        "chest",
        (
            -far + w("x" + s, 0.015),
            up + (0.045 if s == top else 0) + w("y" + s, 0.012),
            deep + (0.045 if s == top else 0),
        ),
        (1, -0.75, 0.05),
    )


def hugging(r, fat):
    """Hands on the other arm's elbow or shoulder."""
    at = either(r, "other Elbow", "other Shoulder")
    return "hugging", lambda s, u, w: Reach(
        at,
        (
            -0.02 + w("x" + s, 0.02),
            (0.02 if at == "other Elbow" else -0.08) + w("y" + s, 0.02),
            0.09 * fat + (0.05 if s == "L" else 0),
        ),
        (1, -0.7, 0.25),
    )


def behind(r, fat):
    y, z, wide = r.uniform(-0.56, -0.34), -r.uniform(0.15, 0.20) * fat, r.uniform(-0.05, 0.07)
    return "behind", lambda s, u, w: Reach(
        "chest",
        (
            wide + w("x" + s, 0.015),
            y + (0.03 if s == "L" else 0) + w("y" + s, 0.015),
            z - (0.03 if s == "L" else 0),
        ),
        (1, -0.1, -0.75),
    )


def hips(r, fat):
    one, back = pick(r, "both both L R"), r.uniform(-0.06, 0.06)
    rest = hanging(r, fat)[1]

    def f(s, u, w):
        if one not in ("both", s):
            return rest(s, u, w)
        return Reach(
            "same Hip",
            (0.085 * fat + w("x" + s, 0.012), 0.12 + w("y" + s, 0.02), back + w("z" + s, 0.015)),
            (1, -0.05, -0.35),
        )

    return "hips", f


def knees(r, fat):
    on, side = r.uniform(-0.22, -0.01), r.uniform(-0.04, 0.03)
    return "knees", lambda s, u, w: Reach(
        "same Knee",
        (side + w("x" + s, 0.02), 0.105 * fat + w("y" + s, 0.01), on + w("z" + s, 0.02)),
        (1, 0.1, -0.4),
        True,
    )


def clasped(r, fat):
    y, z = r.uniform(-0.50, -0.18), r.uniform(0.19, 0.34) * fat
    return "clasped", lambda s, u, w: Reach(
        "chest", (0.035 + w("x" + s, 0.012), y + w("y", 0.02), z + w("z", 0.02)), (1, -0.9, -0.3)
    )


def head(r, fat):
    """Hands behind, on or before the head: cradled, at the chin, at the ear, shading the eyes."""
    place = pick(r, "behind top chin ear brow")
    at = dict(
        behind=(0.07, 0.02, -0.13),
        top=(0.06, 0.17, 0.02),
        chin=(0.02, -0.13, 0.14),
        ear=(0.12, -0.02, 0.04),
        brow=(0.05, 0.09, 0.15),
    )[place]
    pole = dict(
        behind=(1, 0.1, -0.1),
        top=(1, 0.2, 0),
        chin=(0.6, -1, 0.2),
        ear=(0.9, -0.8, 0.25),
        brow=(1, -0.4, 0.3),
    )[place]
    both = r.random() < (0.75 if place in ("behind", "top") else 0.3)
    one, rest = either(r, "L", "R"), hanging(r, fat)[1]

    def f(s, u, w):
        if not both and s != one:
            return rest(s, u, w)
        return Reach("head", tuple(a + w(f"h{k}{s}", 0.012) for k, a in enumerate(at)), pole)

    return "head_" + place, f


def wave(r, fat):
    one, rest = either(r, "L", "R"), hanging(r, fat)[1]
    plane, elev, bend, swing = (
        r.uniform(0, 60),
        r.uniform(55, 150),
        r.uniform(25, 110),
        r.uniform(10, 45),
    )
    return (
        "wave",
        lambda s, u, w: (
            rest(s, u, w)
            if s != one
            else Arm(
                plane + w("pl", 5),
                elev + w("ev", 5),
                np.clip(bend + swing * (u - 0.5), 1, 140),
                (lerp(-0.5, 0.7, u), 1.0, 0.25),
            )
        ),
    )


def reach(r, fat):
    """One or both hands out in any direction before, beside or above; the other anywhere."""
    one, both = either(r, "L", "R"), r.random() < 0.3
    q = lambda: (
        r.uniform(-25, 125),
        np.degrees(np.arccos(r.uniform(-0.99, 0.9))),
        either(r, r.uniform(0.5, 12), r.uniform(10, 80)),
    )
    a, b, rest = q(), q(), hanging(r, fat)[1]
    start = (r.uniform(20, 80), r.uniform(5, 40), r.uniform(20, 110))

    def f(s, u, w):
        if not both and s != one:
            return rest(s, u, w)
        e = a if s == one else b
        p, v, k = (lerp(x, y, u) for x, y in zip(start, e))
        return Arm(
            p + w("pl" + s, 4), v + w("ev" + s, 4), max(0.5, k + w("el" + s, 3)), (-0.3, 0.3, 1)
        )

    return "reach", f


def across(r, fat):
    """A stretch: one arm drawn across the chest by the other."""
    one, y = either(r, "L", "R"), r.uniform(-0.06, 0.06)
    return (
        "across",
        lambda s, u, w: (
            Arm(118 + w("pl", 4), 84 + w("ev", 5), 4 + abs(w("el", 8)), (-1, 0, 0))
            if s == one
            else Reach("other Elbow", (0.03, y - 0.03, 0.10), (0.8, -1, 0.5))
        ),
    )


def free(r, fat):
    """Each anywhere in its range, moving to anywhere."""
    q = lambda: (
        r.uniform(-40, 130),
        np.degrees(np.arccos(r.uniform(-0.98, 1))),
        r.uniform(0, 145),
        r.normal(0, 0.5),
        r.normal(0.2, 0.6),
        r.normal(0.6, 0.5),
    )
    e = {s: (q(), q()) for s in "LR"}

    def f(s, u, w):
        p, v, k, *t = (lerp(x, y, u) for x, y in zip(*e[s]))
        return Arm(p, v, max(0.5, k), tuple(t))

    return "free", f


def pull(r, fat):
    """Rowing: elbows drawn back."""
    flare, low, high = r.uniform(0, 0.35), r.uniform(1, 15), r.uniform(85, 128)
    return "pull", lambda s, u, w: Arm(
        88 - 40 * flare,
        lerp(75, -28, u) + w("ev" + s, 3),
        max(0.5, lerp(low, high, u) + w("el" + s, 3)),
        (-0.2, 0.15, 1),
    )


STANDING = [
    (hanging, 0.18),
    (curl, 0.25),
    (press, 0.07),
    (raised, 0.09),
    (overhead, 0.05),
    (triceps, 0.03),
    (crossed, 0.08),
    (hugging, 0.03),
    (behind, 0.08),
    (hips, 0.05),
    (clasped, 0.05),
    (head, 0.06),
    (wave, 0.04),
    (reach, 0.07),
    (across, 0.02),
    (free, 0.06),
    (pull, 0.02),
    (swinging, 0.04),
]
SEATED = [
    (knees, 0.2),
    (hanging, 0.08),
    (curl, 0.2),
    (press, 0.05),
    (raised, 0.04),
    (overhead, 0.03),
    (crossed, 0.1),
    (hugging, 0.03),
    (clasped, 0.1),
    (head, 0.08),
    (wave, 0.03),
    (reach, 0.09),
    (free, 0.05),
    (behind, 0.02),
]


def draw(r, fat, table=STANDING):
    """The same on both sides, or now and then one of them otherwise."""
    name, f = choose(r, table)(r, fat)
    if r.random() < 0.25:
        other, g = choose(r, table)(r, fat)
        one = either(r, "L", "R")
        return f"{name}_{other}", lambda u, w: {s: (g if s == one else f)(s, u, w) for s in "LR"}
    return name, lambda u, w: {s: f(s, u, w) for s in "LR"}
