"""Bodies: age, build, proportions and stature of a character."""

import itertools

import numpy as np

from .seeds import Stream, generator

# Targets with the mean and the spread of their weights; upper arms longer and hips narrower than
# the base mesh's.
MEASURES = [
    ("measure/measure-upperarm-length", 0.38, 0.40),
    ("measure/measure-lowerarm-length", 0.0, 0.45),
    ("measure/measure-upperleg-height", 0.05, 0.40),
    ("measure/measure-lowerleg-height", -0.15, 0.40),
    ("measure/measure-napetowaist-dist", 0, 0.35),
    ("measure/measure-waisttohip-dist", 0, 0.35),
    ("measure/measure-shoulder-dist", 0.05, 0.3),
    ("measure/measure-neck-height", 0.15, 0.35),
    *(
        (f"measure/measure-{k}-circ", 0, 0.22)
        for k in "bust waist hips thigh calf upperarm neck".split()
    ),
    ("hip/hip-scale-horiz", -0.35, 0.25),
    ("torso/torso-scale-horiz", 0, 0.18),
    ("torso/torso-scale-depth", 0, 0.3),
    ("torso/torso-vshape", 0, 0.3),
    ("stomach/stomach-tone", 0, 0.3),
]
HEAD = [(f"head/head-{k}", 0, 0.3) for k in "scale-vert scale-horiz scale-depth fat age".split()]
FACE = [
    *(
        (f"nose/nose-{k}", 0, 0.35)
        for k in "scale-horiz scale-vert scale-depth volume hump".split()
    ),
    *(
        (f"mouth/mouth-{k}", 0, 0.35)
        for k in "scale-horiz scale-vert lowerlip-volume upperlip-volume".split()
    ),
    *((f"chin/chin-{k}", 0, 0.35) for k in "height width prominent".split()),
]
LIMBS = [
    ("hand-scale", 0, 0.35),
    ("foot-scale", -0.22, 0.2),
    ("lowerarm-fat", 0, 0.2),
    ("upperarm-fat", 0, 0.2),
    ("upperleg-fat", 0, 0.2),
    ("lowerleg-muscle", 0, 0.3),
    ("hand-fingers-length", 0, 0.4),
]


def vary(A, v, name, weight):
    A.add(v, name + ("-incr" if weight > 0 else "-decr"), min(abs(weight), 1.0))


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

    for name, mean, spread in MEASURES:
        vary(A, v, name, r.normal(mean, spread))
    if weight > 0.55:
        A.add(v, "stomach/stomach-pregnant-incr", max(0, r.normal(0.1, 0.2)))
    for name, mean, spread in HEAD:
        vary(A, v, name, r.normal(0.2 if name == "head/head-age" and age > 45 else mean, spread))
    for k in ("oval", "round", "square", "rectangular", "triangular"):
        A.add(v, f"head/head-{k}", max(0, r.normal(-0.1, 0.3)))
    for name, mean, spread in FACE:
        vary(A, v, name, r.normal(mean, spread))
    for (name, _, _), w in zip(LIMBS, [r.normal(m, s) for _, m, s in LIMBS]):
        vary(A, v, "armslegs/l-" + name, w)
        vary(A, v, "armslegs/r-" + name, w)
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
