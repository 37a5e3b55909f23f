"""Floor work: planks, all fours, on the back, the front, the side."""

import dataclasses

import numpy as np

from ..seeds import pick
from . import arms
from .posture import (
    OTHER,
    Arm,
    Hang,
    Leg,
    Movement,
    Posture,
    Reach,
    either,
    lerp,
    lying,
    sides,
    trunk,
)


def plank(r, b):
    style = pick(r, "high forearm pushup pushup pushup knees side climber dog tap")
    pike, wide = r.normal(0, 6), r.uniform(0.0, 0.35)
    deep, nod = r.uniform(60, 112), r.uniform(-35, 5)
    one = either(r, "L", "R")
    leg = r.uniform(1, 8)
    grip = r.uniform(-0.15, 0.15)
    bent = either(r, 90, 3)

    def at(u, w):
        line = 74 + w("pp", 3)
        legs = sides(lambda q: Leg(88, -line + pike + w("le" + q, 2), leg, 0, -35))
        down = lambda bent: Hang((0.1 + wide, -1.0, grip), bent, (0.2, 0, -1))
        hold = sides(lambda q: down(2 + abs(w("el" + q, 3))))
        if style in ("pushup", "knees"):
            k = lerp(3, deep, 1 - u)
            h = np.radians(k * 0.62)
            hold = sides(
                lambda q: Hang(
                    (0.1 + wide + np.sin(h) * (0.2 + wide), -np.cos(h), grip - np.sin(h)),
                    k,
                    (0.0, -1, 0.55),
                )
            )
            line = lerp(86, 74, u)
            legs = {q: dataclasses.replace(g, elev=-line + pike) for q, g in legs.items()}
            if style == "knees":
                legs = {
                    q: dataclasses.replace(g, elev=-line + 18, knee=70 + 20 * u)
                    for q, g in legs.items()
                }
        elif style == "forearm":
            line = 84
            hold = sides(
                lambda q: Hang((0.08, -1.0, 0.0), 90 + w("el" + q, 3), (-0.2 - wide * 0.5, 0, 1))
            )
            legs = {q: dataclasses.replace(g, elev=-line + pike) for q, g in legs.items()}
        elif style == "climber":
            legs[one] = Leg(86, lerp(-60, 20, u), lerp(20, 105, u), 0, 0)
        elif style == "tap":
            hold[one] = Reach("other Shoulder", (-0.02, -0.06, 0.11), (1, -0.5, 0.5))
        elif style == "dog":
            line = lerp(90, 128, u)
            legs = sides(lambda q: Leg(88, -lerp(82, 48, u), leg, 0, -25))
            hold = sides(lambda q: Hang((0.1, -1.0, lerp(0.1, 0.85, u)), 3, (0.2, 0, -1)))
        p = trunk(w, pitch=line, flex=pike * 0.5, nod=nod)
        if style == "side":
            roll = (72 + w("pr", 4)) * (1 if one == "L" else -1)
            p = trunk(w, pitch=0, roll=0, flex=2, nod=4)
            p["pelvis"] = (w("pp", 3), -roll, 0)
            hold = {
                one: Arm(0, 82, bent, (0, 0, 1)),
                OTHER[one]: Arm(0, lerp(5, 100, u), 5, (-0.3, 0, 1)),
            }
            legs = {one: lying(0, 5, leg), OTHER[one]: lying(0, lerp(2, 25, u), leg)}
        return Posture(**p, legs=legs, arms=hold, height=1.0, balance=False)

    return Movement("plank_" + style, at)


def all_fours(r, b):
    style = pick(r, "quad bird_dog cat bear child")
    one = either(r, "L", "R")
    nod, hump = r.uniform(-35, 20), r.uniform(-25, 30)

    def at(u, w):
        pitch = dict(child=52).get(style, 86) + w("pq", 3)
        legs = sides(
            lambda q: Leg(
                88,
                w("le" + q, 5) + (12 if style == "bear" else 0),
                (100 if style == "bear" else 88) + w("lk" + q, 6),
                0,
                45 if style != "bear" else -10,
            )
        )
        hold = sides(
            lambda q: Hang(
                (0.08, -1, 0.05 + w("z" + q, 0.08)), 3 + abs(w("el" + q, 4)), (0.2, 0, -1)
            )
        )
        if style == "bird_dog":
            legs[one] = Leg(88, lerp(0, -86, u), lerp(88, 6, u), 0, 30)
            q = OTHER[one]
            hold[q] = Hang((0.05, lerp(-1, 0.1, u), lerp(0.05, 1, u)), 5)
        elif style == "child":
            legs = sides(lambda q: Leg(80, 56, 144, 0, 60))
            hold = sides(lambda q: Hang((0.1, -0.35, 1), 10))
        flex = hump * u if style == "cat" else 2
        return Posture(
            **trunk(w, pitch=pitch, flex=flex, nod=nod),
            legs=legs,
            arms=hold,
            height=1.0,
            balance=False,
        )

    return Movement("fours_" + style, at)


def supine(r, b):
    style = pick(r, "flat bent bridge crunch legs bug situp bench")
    high, knee = r.uniform(25, 100), r.uniform(2, 30)
    one = either(r, "L", "R")
    name, free = arms.draw(
        r,
        b.fat,
        [
            (arms.free, 0.3),
            (arms.overhead, 0.25),
            (arms.hanging, 0.25),
            (arms.raised, 0.2),
            (arms.head, 0.2),
            (arms.crossed, 0.15),
        ],
    )
    thigh = r.uniform(38, 62)

    def at(u, w):
        pitch, flex, nod = -90.0, 2.0, 4.0
        # Directions in the pelvis' axes: along the trunk is down.
        flat = lambda q: lying(86, 3 + abs(w("le" + q, 3)), knee * 0.4)
        bent = lambda q: lying(88, thigh + w("le" + q, 3), thigh + 42 + w("lk" + q, 4))
        legs, hold = sides(lambda q: flat(q)), free(u, w)
        if style in ("bent", "crunch", "situp"):
            legs = sides(lambda q: bent(q))
        if style == "bridge":
            pitch = -90 - 24 * u
            legs = sides(lambda q: lying(88, lerp(thigh, 8, u), lerp(thigh + 42, 82, u)))
        elif style == "crunch":
            flex, nod = 4 + 36 * u, 25 * u
        elif style == "situp":
            pitch, flex, nod = -90 + 78 * u, 4 + 24 * np.sin(np.pi * u), 15 * u
            legs = sides(lambda q: lying(88, thigh + 78 * u, thigh + 42))
        elif style == "legs":
            legs = sides(lambda q: lying(88, high * u, knee))
            if knee > 15:
                legs[one] = bent(one)
        elif style == "bug":
            legs = sides(
                lambda q: lying(
                    88, 90 if q == one else lerp(90, 15, u), 90 if q == one else lerp(90, 10, u)
                )
            )
            hold = sides(lambda q: Arm(88, 90 if q != one else lerp(90, 165, u), 5, (-0.2, 0, 1)))
        elif style == "bench":  # pressing from the chest
            legs = sides(lambda q: bent(q))
            hold = sides(
                lambda q: Arm(lerp(20, 80, u), lerp(48, 88, u), lerp(118, 4, u), (-0.15, 0.2, 1))
            )
        p = trunk(w, flex=flex, nod=nod)
        p["pelvis"] = (pitch + w("pp", 2), w("pr", 2), 0)
        return Posture(**p, legs=legs, arms=hold, height=1.0, balance=False)

    return Movement("supine_" + style, at)


def prone(r, b):
    style = pick(r, "flat superman cobra curl")
    elev, look = r.uniform(5, 170), r.uniform(-70, 70)
    bend_ = r.uniform(2, 110)

    def at(u, w):
        p = trunk(w, flex=-6, nod=-10, look=look)
        p["pelvis"] = (90 + w("pp", 2), w("pr", 2), 0)
        legs = sides(lambda q: lying(88, -2 + w("le" + q, 2), 3 + abs(w("lk" + q, 4))))
        hold = sides(lambda q: Arm(4, elev + w("ev" + q, 6), bend_, (-0.2, 0.8, 0.1)))
        if style == "superman":
            p = trunk(w, flex=lerp(-2, -24, u), nod=-15)
            p["pelvis"] = (90 - 6 * u, 0, 0)
            legs = sides(lambda q: lying(88, lerp(0, -20, u), 4))
            hold = sides(lambda q: Arm(45, 168, 6, (-0.3, 0, 1)))
        elif style == "cobra":
            p = trunk(w, flex=lerp(-5, -38, u), nod=-20 * u)
            p["pelvis"] = (90 - 22 * u, 0, 0)
            hold = sides(lambda q: Hang((0.15, -1, 0.15), lerp(95, 5, u), (0.1, 0, -1)))
        elif style == "curl":
            legs = sides(lambda q: lying(88, 0, lerp(3, 118, u)))
        return Posture(**p, legs=legs, arms=hold, height=1.0, balance=False)

    return Movement("prone_" + style, at)


def side_lying(r, b):
    roll = either(r, 1, -1) * 88
    low = "R" if roll > 0 else "L"
    style = pick(r, "raise fetal clam rest")
    hip, knee = r.uniform(0, 80), r.uniform(2, 100)

    def at(u, w):
        p = trunk(w, flex=6 + 0.2 * hip, nod=8)
        p["pelvis"] = (0, roll + w("pr", 4), 0)
        legs = sides(lambda q: lying(86, hip + w("le" + q, 8), knee + w("lk" + q, 8)))
        up = OTHER[low]
        if style == "raise":
            legs = {low: lying(86, 8, 10), up: lying(4, lerp(2, 55, u), 4)}
        elif style == "clam":
            legs = {low: lying(86, 50, 85), up: lying(lerp(86, 45, u), 52, 85)}
        hold = {
            low: Arm(60, 150, 100, (-0.4, 0.4, 0.4)),
            up: Arm(80, 30 + w("ev", 10), 70, (-0.8, -0.2, 0.6)),
        }
        return Posture(**p, legs=legs, arms=hold, height=1.0, balance=False)

    return Movement("side_" + style, at)
