"""Bodies: age, build, proportions and stature of a character."""

import itertools

import numpy as np

from .seeds import Stream, generator


def macro_weights(age, gender, muscle, weight):
    """Names and factors of MakeHuman's macro parameters (ages in years)."""
    a = 0.5 + (age - 25) / 65 * 0.5 if age >= 25 else 0.1875 + (age - 10) / 15 * 0.3125
    if a < 0.5:
        young = max(0, (a - 0.1875) * 3.2)
        ages = dict(child=1 - young, young=young)
    else:
        old = max(0, a * 2 - 1)
        ages = dict(young=1 - old, old=old)
    g = dict(male=gender, female=1 - gender)
    three = lambda x, n: {
        f"min{n}": max(0, 1 - 2 * x),
        f"average{n}": 1 - abs(2 * x - 1),
        f"max{n}": max(0, 2 * x - 1),
    }
    return ages, g, three(muscle, "muscle"), three(weight, "weight")


def body_shape(A, cid, seed=0):
    """The base mesh of character `cid`, in metres, standing on y = 0, and what it was made of."""
    r = generator(seed, Stream.BODY, cid)
    u, g = r.uniform, r.normal
    gender = float(np.clip(u(0, 0.15), 0, 1)) if r.random() < 0.5 else float(1 - u(0, 0.15))
    q = r.random()
    age = u(14, 18) if q < 0.12 else u(18, 45) if q < 0.7 else u(45, 70)
    muscle, weight = float(np.clip(g(0.52, 0.2), 0, 1)), float(np.clip(g(0.5, 0.22), 0, 1))
    proportions = u(0.2, 0.9)
    race = r.dirichlet([0.6, 0.6, 0.6])
    mean = 1.62 + 0.13 * gender
    stature = float(np.clip(g(mean, 0.08), 1.40, 2.05))
    if r.random() < 0.22:  # the ends of the range
        stature = u(1.40, 1.55) if r.random() < 0.5 else u(1.86, 2.05)
    if age < 18:
        stature = min(stature, u(1.42, 1.75))
    v = A.v.copy()
    ages, genders, muscles, weights = macro_weights(age, gender, muscle, weight)
    for (ra, rw), (ge, gw), (ag, aw) in itertools.product(
        zip(("african", "asian", "caucasian"), race), genders.items(), ages.items()
    ):
        A.add(v, f"macrodetails/{ra}-{ge}-{ag}", rw * gw * aw)
    cup = float(np.clip(g(0.5, 0.25), 0, 1))
    height = np.zeros_like(v)
    low = np.zeros_like(v)
    for (ge, gw), (ag, aw), (mu, mw), (we, ww) in itertools.product(
        genders.items(), ages.items(), muscles.items(), weights.items()
    ):
        f = gw * aw * mw * ww
        if f < 1e-4:
            continue
        A.add(v, f"macrodetails/universal-{ge}-{ag}-{mu}-{we}", f)
        A.add(height, f"macrodetails/height/{ge}-{ag}-{mu}-{we}-maxheight", f)
        A.add(low, f"macrodetails/height/{ge}-{ag}-{mu}-{we}-minheight", f)
        p = "idealproportions" if proportions > 0.5 else "uncommonproportions"
        A.add(v, f"macrodetails/proportions/{ge}-{ag}-{mu}-{we}-{p}", f * abs(2 * proportions - 1))
        if ge == "female":
            c = "maxcup" if cup > 0.5 else "mincup"
            A.add(v, f"breast/{ge}-{ag}-{mu}-{we}-{c}-averagefirmness", f * abs(2 * cup - 1))

    # Proportions.
    def both(name, w):
        A.add(v, name + ("-incr" if w > 0 else "-decr"), min(abs(w), 1.0))

    both("measure/measure-upperarm-length", g(0.38, 0.40))
    both("measure/measure-lowerarm-length", g(0.0, 0.45))
    both("measure/measure-upperleg-height", g(0.05, 0.40))
    both("measure/measure-lowerleg-height", g(-0.15, 0.40))
    both("measure/measure-napetowaist-dist", g(0, 0.35))
    both("measure/measure-waisttohip-dist", g(0, 0.35))
    both("measure/measure-shoulder-dist", g(0.05, 0.3))
    both("measure/measure-neck-height", g(0.15, 0.35))
    for k in (
        "bust-circ",
        "waist-circ",
        "hips-circ",
        "thigh-circ",
        "calf-circ",
        "upperarm-circ",
        "neck-circ",
    ):
        both("measure/measure-" + k, g(0, 0.22))
    both("hip/hip-scale-horiz", g(-0.35, 0.25))
    both("torso/torso-scale-horiz", g(0, 0.18))
    both("torso/torso-scale-depth", g(0, 0.3))
    both("torso/torso-vshape", g(0, 0.3))
    both("stomach/stomach-tone", g(0, 0.3))
    if weight > 0.55:
        A.add(v, "stomach/stomach-pregnant-incr", max(0, g(0.1, 0.2)))
    both("head/head-scale-vert", g(0, 0.3))
    both("head/head-scale-horiz", g(0, 0.3))
    both("head/head-scale-depth", g(0, 0.3))
    both("head/head-fat", g(0, 0.3))
    both("head/head-age", g(0.2 * (age > 45), 0.3))
    for k in ("oval", "round", "square", "rectangular", "triangular"):
        A.add(v, f"head/head-{k}", max(0, g(-0.1, 0.3)))
    for k in (
        "nose/nose-scale-horiz",
        "nose/nose-scale-vert",
        "nose/nose-scale-depth",
        "nose/nose-volume",
        "nose/nose-hump",
        "mouth/mouth-scale-horiz",
        "mouth/mouth-scale-vert",
        "mouth/mouth-lowerlip-volume",
        "mouth/mouth-upperlip-volume",
        "chin/chin-height",
        "chin/chin-width",
        "chin/chin-prominent",
    ):
        both(k, g(0, 0.35))
    for name, w in (
        ("hand-scale", g(0, 0.35)),
        ("foot-scale", g(-0.22, 0.2)),
        ("lowerarm-fat", g(0, 0.2)),
        ("upperarm-fat", g(0, 0.2)),
        ("upperleg-fat", g(0, 0.2)),
        ("lowerleg-muscle", g(0, 0.3)),
        ("hand-fingers-length", g(0, 0.4)),
    ):
        both("armslegs/l-" + name, w)
        both("armslegs/r-" + name, w)
    # Stature by the height targets, the rest by scale.
    nb = A.nbody
    measure = lambda x: x[:nb, 1].max() - x[:nb, 1].min()
    best = None
    for d, (lo, hi) in ((height, (0, 1)), (low, (0, 1))):
        if (measure(v + d) - measure(v)) * (stature - measure(v)) <= 0:
            continue
        for _ in range(14):
            m = (lo + hi) / 2
            if (measure(v + m * d) - stature) * (measure(v + d) - measure(v)) > 0:
                hi = m
            else:
                lo = m
        best = v + lo * d
    if best is not None:
        v = best
    scale = stature / measure(v)
    v = v * scale
    v[:, 1] -= v[:nb, 1].min()
    dark = float(np.clip(0.85 * race[0] + 0.28 * race[1] + g(0.06, 0.1), 0, 1))
    split = "val" if generator(seed, Stream.SPLIT, cid).random() < 0.125 else "train"
    return v, dict(
        gender=gender,
        age=age,
        muscle=muscle,
        weight=weight,
        stature=stature,
        dark=dark,
        split=split,
        scale=scale,
    )
