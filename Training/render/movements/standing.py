"""On the feet: squats, lunges, balance, bending, steps."""

import numpy as np

from ..seeds import pick
from . import arms
from .posture import (
    OTHER,
    SIDES,
    Arm,
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


def stand(r, b):
    knee = r.uniform(0.3, 9)
    w0, z0 = r.uniform(0.05, 0.15) * b.scale, r.normal(0, 0.04)
    shift, yaw = r.normal(0, 0.025), r.uniform(0, 22)
    name, a = arms.draw(r, b.fat)
    side = r.normal(0, 4)
    return Movement(
        "stand+" + name,
        lambda u, w: Posture(
            **trunk(w, side=side, roll=-30 * shift),
            legs={"L": Foot(w0, z0, yaw=yaw), "R": Foot(-w0, -z0, yaw=yaw + 4)},
            arms=a(u, w),
            knee=max(0.3, knee + w("k", 1)),
            root=(shift, sagittal(b, knee, knee / 2)),
        ),
    )


def squat(r, b):
    deep, low = either(r, r.uniform(55, 110), r.uniform(108, 146), 0.45), r.uniform(1, 10)
    w0, yaw, lean = r.uniform(0.09, 0.26) * b.scale, r.uniform(5, 32), r.uniform(8, 45)
    heel = r.uniform(10, 35) if deep > 118 and r.random() < 0.45 else 0
    knees_out = r.uniform(0, 0.35)
    name, a = arms.draw(
        r,
        b.fat,
        [
            (arms.raised, 0.25),
            (arms.clasped, 0.2),
            (arms.hips, 0.1),
            (arms.crossed, 0.1),
            (arms.overhead, 0.1),
            *arms.STANDING[:3],
        ],
    )
    pulse = r.random() < 0.6

    def at(u, w):
        k = lerp(low, deep, u)
        v = k / 110
        return Posture(
            **trunk(w, pitch=3 + lean * v, flex=3 + 8 * v, nod=4 - 14 * v),
            legs={
                "L": Foot(w0, 0, yaw=yaw, heel=heel * u),
                "R": Foot(-w0, 0.01, yaw=yaw, heel=heel * u),
            },
            arms=a(u if pulse else 0.9, w),
            knee=k,
            root=(0, sagittal(b, k, 3 + 25 * v)),
            out=knees_out,
        )

    return Movement("squat+" + name, at)


def one_leg_squat(r, b):
    s = either(r, "L", "R")
    o, sg = OTHER[s], 1.0 if s == "L" else -1.0
    deep, style = r.uniform(35, 142), pick(r, "pistol skater airplane side")
    lean = r.uniform(10, 40)
    name, a = arms.draw(
        r,
        b.fat,
        [
            (arms.raised, 0.4),
            (arms.clasped, 0.15),
            (arms.free, 0.1),
            (arms.hips, 0.1),
            *arms.STANDING[:2],
        ],
    )
    straight = r.uniform(0, 20)
    free = dict(
        pistol=(86, lambda v: lerp(12, 82, v), straight),
        skater=(88, lambda v: lerp(-5, -38, v), r.uniform(60, 115)),
        airplane=(88, lambda v: lerp(-5, -80, v), straight),
        side=(5, lambda v: lerp(8, 55, v), straight),
    )[style]

    def at(u, w):
        k = lerp(4, deep, u)
        v = k / 100
        pitch = 3 + lean * v if style != "airplane" else 5 + 70 * u
        legs = {
            s: Foot(0.02 * sg, 0, yaw=6),
            o: Leg(
                free[0],
                free[1](u) + w("fe", 4),
                max(0.5, free[2] * (0.5 + 0.5 * u) + w("fk", 4)),
                w("fs", 6),
                w("fp", 12),
            ),
        }
        return Posture(
            **trunk(w, pitch=pitch, flex=4 + 10 * v, nod=-12 * v),
            legs=legs,
            arms=a(1.0 if style == "pistol" else u, w),
            knee=k,
            root=(0.03 * sg, sagittal(b, k, 3 + 25 * v)),
            stance=s,
        )

    return Movement(f"one_leg_{style}+{name}", at)


def balance(r, b):
    """On one leg, the other lifted somewhere."""
    s = either(r, "L", "R")
    o, sg = OTHER[s], 1.0 if s == "L" else -1.0
    style = pick(r, "knee front side back tree heel")
    knee = r.uniform(0.5, 12)
    end = dict(
        knee=(84, r.uniform(50, 112), r.uniform(60, 130), 0),
        front=(86, r.uniform(25, 95), r.uniform(0, 25), 0),
        side=(4, r.uniform(20, 75), r.uniform(0, 25), 0),
        back=(88, -r.uniform(10, 50), r.uniform(5, 90), 0),
        tree=(25, r.uniform(45, 65), r.uniform(110, 135), 55),
        heel=(88, -r.uniform(0, 25), r.uniform(95, 140), 0),
    )[style]
    name, a = arms.draw(r, b.fat)

    def at(u, w):
        p, e, k, spin = (lerp(x, y, u) for x, y in zip((80, 5, 8, 0), end))
        side = -0.12 * e if style == "side" else 0
        return Posture(
            **trunk(w, pitch=2 + (0.4 * abs(e) if style == "back" else 0), roll=side * sg),
            arms=a(u, w),
            knee=knee,
            stance=s,
            root=(0.04 * sg, 0),
            legs={
                s: Foot(0.03 * sg, 0, yaw=8),
                o: Leg(p + w("fp", 4), e + w("fe", 4), max(0.5, k + w("fk", 4)), spin, w("ft", 12)),
            },
        )

    return Movement(f"balance_{style}+{name}", at)


def lunge(r, b):
    s = either(r, "L", "R")
    o, sg = OTHER[s], 1.0 if s == "L" else -1.0
    style = pick(r, "forward forward side curtsey")
    name, a = arms.draw(r, b.fat)
    leg = b.thigh + b.shank
    wide = r.uniform(0.05, 0.1) * b.scale
    if style == "side":
        reach, deep, lean = r.uniform(0.7, 0.95) * leg, r.uniform(60, 125), r.uniform(10, 40)

        def at(u, w):
            k = lerp(8, deep, u)
            drop = b.thigh * (1 - np.cos(np.radians(k * 0.62))) + b.shank * (
                1 - np.cos(np.radians(k * 0.38))
            )
            legs = {
                s: Foot(sg * reach * 0.42, 0, yaw=15),
                o: Foot(-sg * reach * 0.58 - sg * 0.1 * u, 0, yaw=10),
            }
            return Posture(
                **trunk(w, pitch=5 + lean * u, flex=5, nod=-10 * u),
                legs=legs,
                arms=a(u, w),
                height=b.standing - drop,
                root=(sg * lerp(0, 0.34, u) * reach, -0.12 * u * b.scale),
                balance=False,
                out=0.3,
            )
    else:
        reach, drop = r.uniform(0.75, 1.1) * leg, r.uniform(0.25, 0.5) * leg
        cross = -0.12 * b.scale if style == "curtsey" else 0

        def at(u, w):
            f, d = 1.0, drop * u
            legs = {
                s: Foot(sg * (wide + cross * 0.5), reach * 0.5, yaw=6),
                o: Foot(-sg * (wide + cross), -reach * 0.5 * f, yaw=4, heel=lerp(28, 58, u)),
            }
            return Posture(
                **trunk(w, pitch=4 + 8 * u),
                legs=legs,
                arms=a(u, w),
                height=b.standing - 0.12 * reach * reach / leg - d - 0.03,
                root=(0, 0.06 * reach + 0.10 * u * reach),
                balance=False,
            )

    return Movement(f"lunge_{style}+{name}", at)


def bend(r, b):
    """Bent over: hinge, reaching to the floor, rowing, tying a shoe, hands on the knees."""
    style = pick(r, "hinge floor row pick knees good_morning")
    lean, flex, knee = r.uniform(35, 80), r.uniform(0, 35), r.uniform(2, 40)
    w0, s = r.uniform(0.07, 0.2) * b.scale, either(r, "L", "R")
    sg = 1.0 if s == "L" else -1.0
    twist = r.uniform(5, 35) * sg if style == "pick" else r.normal(0, 4)
    nod = r.uniform(-30, 15)
    straight, high = r.uniform(0.5, 10), r.uniform(85, 125)
    forward, out = r.uniform(-0.05, 0.5), r.uniform(0.0, 0.35)
    rest = arms.draw(r, b.fat, [(arms.head, 0.4), (arms.crossed, 0.3), (arms.behind, 0.3)])[1]

    def at(u, w):
        v = 1 - 0.35 * (1 - u) if style in ("row", "knees") else u
        pitch, k = 3 + lean * v, lerp(3, knee, v)
        if style == "good_morning":
            hold = rest(u, w)
        elif style == "knees":
            hold = sides(lambda q: Reach("same Knee", (0.02, 0.09, 0.03), (1, 0.2, 0.1), True))
        else:
            hold = {}
            for q, _ in SIDES:
                bent = straight
                d = (
                    0.06 + out * (style != "row"),
                    -1.0,
                    forward + (0.25 if style == "floor" else 0),
                )
                if style == "row":
                    x = u
                    d = (0.1 + 0.35 * x, lerp(-1.0, 0.45, x), lerp(0.05, -1.0, x))
                    bent = lerp(straight, high, x)
                if style == "pick" and q != s:
                    hold[q] = Reach("same Knee", (0.03, 0.08, 0.0), (1, 0.1, -0.3), True)
                else:
                    hold[q] = Hang(
                        d,
                        max(0.5, bent + w("el" + q, 2)),
                        (-0.2, -1, 0.4) if style == "row" else (-0.3, 0, 1),
                    )
        return Posture(
            **trunk(w, pitch=pitch, flex=3 + flex * v, twist=twist * v, nod=nod * v),
            arms=hold,
            knee=k,
            legs={
                "L": Foot(w0, 0.12 * (style == "pick" and s == "L")),
                "R": Foot(-w0, 0.12 * (style == "pick" and s == "R")),
            },
            root=(0, sagittal(b, k, 3) - 0.12 * v * b.scale),
        )

    return Movement("bent_" + style, at)


def side_bend(r, b):
    side = r.uniform(12, 40) * either(r, 1, -1)
    s = "L" if side < 0 else "R"
    style, w0 = (
        pick(r, "overhead slide triangle hip"),
        r.uniform(0.06, 0.3) * b.scale,
    )
    bend_ = r.uniform(0.5, 25)
    name, a = arms.draw(r, b.fat)

    def at(u, w):
        v = side * u
        hold = a(u, w)
        if style in ("overhead", "triangle"):
            hold = sides(
                lambda q: Arm(
                    10 + w("pl", 6), 168 if q == OTHER[s] else 12, bend_, (-0.9, 0.3, 0.1)
                )
            )
        if style == "triangle":
            hold[s] = Hang((0.1, -1, 0), 3)
        roll = v * (0.8 if style == "triangle" else 0.15)
        return Posture(
            **trunk(w, roll=roll, side=v, flex=2),
            arms=hold,
            knee=3 + abs(w("k", 3)),
            root=(0, 0),
            legs={
                "L": Foot(w0 * (2 if style == "triangle" else 1)),
                "R": Foot(-w0 * (2 if style == "triangle" else 1)),
            },
        )

    return Movement("side_bend_" + style, at)


def twist(r, b):
    turn, pelvis = r.uniform(18, 48) * either(r, 1, -1), r.uniform(0, 20)
    name, a = arms.draw(r, b.fat)
    w0, k = r.uniform(0.08, 0.2) * b.scale, r.uniform(2, 30)
    return Movement(
        "twist+" + name,
        lambda u, w: Posture(
            **trunk(
                w, turn=np.sign(turn) * pelvis * u, twist=turn * (2 * u - 1), look=turn * 0.4 * u
            ),
            arms=a(u, w),
            knee=k,
            root=(0, sagittal(b, k, k / 2)),
            legs={"L": Foot(w0), "R": Foot(-w0)},
        ),
    )


def step(r, b):
    """Walking, stairs, a foot on something."""
    s = either(r, "L", "R")
    o, sg = OTHER[s], 1.0 if s == "L" else -1.0
    lift = either(r, 0.0, r.uniform(0.12, 0.45), 0.45)
    length, w0 = r.uniform(0.25, 0.75) * b.scale, r.uniform(0.04, 0.1) * b.scale
    name, a = arms.draw(r, b.fat, [(arms.swinging, 0.4), *arms.STANDING])
    lean = r.uniform(0, 18)

    def at(u, w):
        legs = {
            s: Foot(sg * w0, length * 0.5, lift=lift, yaw=6),
            o: Foot(-sg * w0, -length * 0.5, yaw=6, heel=lerp(5, 38, u)),
        }
        return Posture(
            **trunk(w, pitch=3 + lean * u, twist=sg * 6),
            arms=a(u, w),
            legs=legs,
            balance=False,
            height=b.standing - 0.13 * length**2 / b.scale - 0.02 + 0.35 * lift * u,
            root=(0, lerp(-0.25, 0.25, u) * length),
        )

    return Movement(("step_up+" if lift else "walk+") + name, at)
