"""On chairs, at desks, on the floor, on the knees."""

import numpy as np

from ..seeds import pick
from . import arms
from .posture import (
    OTHER,
    SIDES,
    Foot,
    Hang,
    Leg,
    Movement,
    Posture,
    Reach,
    either,
    lerp,
    sagittal,
    sides,
    trunk,
)


def sit(r, b):
    high = r.uniform(0.33, 0.49) if r.random() < 0.87 else r.uniform(0.55, 0.75)
    style = pick(r, "square square wide forward tucked over four")
    ahead = (
        dict(
            square=r.uniform(0.36, 0.46),
            wide=r.uniform(0.3, 0.45),
            forward=r.uniform(0.5, 0.8),
            tucked=r.uniform(0.12, 0.3),
            over=0.4,
            four=0.4,
        )[style]
        * b.scale
    )
    wide = dict(wide=r.uniform(0.2, 0.36)).get(style, r.uniform(0.06, 0.16)) * b.scale
    lean, end, flex = r.normal(-4, 9), r.uniform(0, 45), r.normal(8, 9)
    s = either(r, "L", "R")
    name, a = arms.draw(r, b.fat, arms.SEATED)
    y = high + b.seat
    seat = pick(r, "chair chair stool bench sofa box")

    def at(u, w):
        legs = {"L": Foot(wide, ahead, yaw=r0), "R": Foot(-wide, ahead + z0, yaw=r0)}
        if style == "over":  # one thigh over the other
            legs[s] = Leg(97 + w("lp", 2), 96 + w("le", 3), 78 + w("lk", 8), -4)
        elif style == "four":  # ankle on the other knee
            legs[s] = Leg(52 + w("lp", 3), 84 + w("le", 3), 108 + w("lk", 4), 68)
        return Posture(
            **trunk(w, pitch=lean + end * u, flex=flex + 6 * u, nod=6 - 8 * u),
            legs=legs,
            arms=a(u, w),
            height=y,
            balance=False,
        )

    r0, z0 = r.uniform(0, 20), r.normal(0, 0.06)
    return Movement(f"sit_{style}+{name}", at, seat=seat)


def sit_to_stand(r, b):
    high, w0 = r.uniform(0.35, 0.5), r.uniform(0.09, 0.16) * b.scale
    top = high + b.seat
    name, a = arms.draw(
        r,
        b.fat,
        [
            (arms.crossed, 0.3),
            (arms.hanging, 0.2),
            (arms.raised, 0.2),
            (arms.knees, 0.15),
            (arms.hips, 0.1),
        ],
    )
    lean = r.uniform(22, 42)
    low = b.knee_at(top)

    def at(u, w):
        k = lerp(low, 4, u)
        v = k / 90
        tilt = np.sin(np.pi * np.clip(1 - u, 0, 1)) * lean + 2
        return Posture(
            **trunk(w, pitch=tilt, flex=4 + 0.2 * tilt, nod=4 - 0.5 * tilt),
            legs={"L": Foot(w0), "R": Foot(-w0, 0.02)},
            arms=a(0, w),
            knee=k,
            root=(0, sagittal(b, k, 4 * v + 17 * np.sin(np.pi * np.clip(v, 0, 1)))),
            balance=False,
        )

    return Movement(
        "sit_to_stand+" + name,
        at,
        seat=pick(r, "chair stool box bench"),
        seat_top=high,
    )


def desk(r, b):
    """At a table with the hands on it, at the face, or in talk."""
    high = r.uniform(0.37, 0.48)
    lean, flex = r.normal(2, 9), r.normal(10, 7)
    ahead = r.uniform(0.2, 0.42) * b.scale
    style = pick(r, "keyboard keyboard mouse chin talk talk crossed raise phone")
    one = either(r, "L", "R")
    y, z = r.uniform(-0.42, -0.30), r.uniform(0.30, 0.45)
    talk = {
        s: (arms.free if r.random() < 0.3 else arms.clasped if r.random() < 0.4 else arms.reach)(
            r, b.fat
        )[1]
        for s in "LR"
    }
    crossed, raised = arms.crossed(r, b.fat)[1], arms.raised(r, b.fat)[1]
    look, nod = r.normal(0, 18), r.normal(4, 9)
    side = r.normal(0, 4)

    def at(u, w):
        table = lambda s: Reach(
            "chest",
            (
                -0.08 + (0.10 if style == "mouse" and s == one else 0) + w("x" + s, 0.03),
                y + w("y" + s, 0.02),
                z + w("z" + s, 0.03),
            ),
            (1, -0.8, -0.5),
        )
        hold = {s: table(s) for s in "LR"}
        if style == "chin":
            hold[one] = Reach("head", (0.02, -0.14, 0.13), (0.5, -1, 0.2))
        elif style == "phone":
            hold[one] = Reach("head", (0.12, -0.02, 0.04), (0.9, -0.8, 0.25))
        elif style == "talk":
            hold = {s: talk[s](s, u, w) for s in "LR"}
        elif style == "crossed":
            hold = {s: crossed(s, u, w) for s in "LR"}
        elif style == "raise":
            hold = {s: raised(s, u, w) for s in "LR"}
        return Posture(
            **trunk(w, pitch=lean + 4 * u, flex=flex, side=side, nod=nod, look=look),
            arms=hold,
            height=high + b.seat,
            balance=False,
            legs={"L": Foot(0.12 * b.scale, ahead), "R": Foot(-0.11 * b.scale, ahead + 0.03)},
        )

    return Movement("desk_" + style, at, seat="chair", desk=True)


def floor_sit(r, b):
    style = pick(r, "long straddle cross butterfly hug side heels v lean")
    lean = dict(v=-r.uniform(25, 50), lean=-r.uniform(15, 40), hug=-r.uniform(-5, 20)).get(
        style, r.normal(-6, 9)
    )
    flex = r.uniform(5, 35)
    y = b.seat
    s = either(r, "L", "R")
    o = OTHER[s]
    reach = r.random() < 0.45 and style in ("long", "straddle")
    name, a = arms.draw(r, b.fat, arms.SEATED)
    back = r.uniform(0.18, 0.32)
    knee, apart = r.uniform(0.5, 25), r.uniform(15, 55)
    high, wide = r.uniform(35, 70), r.uniform(0.05, 0.2)
    spin, near = r.uniform(60, 85), r.uniform(0.26, 0.48)

    def at(u, w):
        pitch = lean
        if style in ("long", "v", "lean"):
            e = 90 + (high * 0.6 if style == "v" else knee * 0.5)
            legs = sides(lambda q: Leg(88 - 40 * wide + w("lp" + q, 2), e, knee, 0, 10))
        elif style == "straddle":
            legs = sides(lambda q: Leg(90 - apart, 90 + knee * 0.4, knee, 0, 5))
        elif style == "cross":
            legs = sides(
                lambda q: Leg(
                    42 + w("lp" + q, 4), 84 + (5 if q == s else 0), 128 + w("lk" + q, 5), spin, 20
                )
            )
        elif style == "butterfly":
            legs = sides(lambda q: Leg(35 + w("lp" + q, 4), 82, 122 + w("lk" + q, 6), 80, 10))
        elif style == "hug":
            legs = {
                q: Foot(g * 0.09 * b.scale, near * b.scale + w("lz" + q, 0.02)) for q, g in SIDES
            }
        elif style == "side":
            legs = {s: Leg(70, 86, 120, 70, 20), o: Leg(35, 82, 110, -75, 20)}
        else:
            legs = sides(lambda q: Leg(88, 54 + w("le" + q, 2), 143, 0, 60))
        if reach:
            pitch = lerp(lean, 38, u)
        hold = a(u, w)
        if style == "lean":
            hold = sides(
                lambda q: Reach("same Hip", (0.09, -y * 0.9 / b.scale, -back), (0.4, 0.2, -1), True)
            )
        elif style == "hug":
            hold = sides(lambda q: Reach("same Knee", (-0.05, -0.12, 0.1), (1, -0.3, 0), True))
        elif reach:
            hold = sides(lambda q: Hang((0.02, -0.25 - 0.2 * u, 1.0), 6 + w("el" + q, 3)))
        return Posture(
            **trunk(w, pitch=pitch, flex=flex, nod=4), legs=legs, arms=hold, height=y, balance=False
        )

    return Movement(f"floor_{style}+{name}", at)


def kneel(r, b):
    style = pick(r, "tall half half")
    s = either(r, "L", "R")
    name, a = arms.draw(r, b.fat)
    back, lean = r.uniform(-8, 40), r.uniform(-6, 20)

    def at(u, w):
        down = lambda: Leg(88, -4 - back * u * 0.4, 88 - back * u * 0.4, 0, r0)
        legs = sides(lambda q: down())
        if style == "half":
            legs[s] = Leg(86, 88 + 12 * u + w("le", 3), 92 + 12 * u + w("lk", 5), 0, 0)
        return Posture(
            **trunk(w, pitch=2 + lean * u), legs=legs, arms=a(u, w), height=1.0, balance=False
        )

    r0 = r.uniform(-15, 50)
    return Movement(f"kneel_{style}+{name}", at)
