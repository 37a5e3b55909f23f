"""Trains the lifting network. See README.md for the command."""

import argparse
import pathlib
import pickle
import time

import jax
import jax.numpy as jnp
import numpy as np

import body
import figure
import layout
import network
import rows
import sampler

SHARES = dict(mocap=.3, prmd=.1, procedural=.2, rendered=.4)
BONES = np.array(body.BONES)


# By how much a limb's flexion counts, in steps of 10°: elbows, knees. Set by `flatten`.
WEIGHTS = np.ones((2, 16), np.float32)


def flatten(*samples):
    """Makes every flexion count alike, whatever its share of the limbs: the middle of what may be then
    isn't drawn towards what is frequent."""
    bend = np.degrees(np.concatenate([np.asarray(flexions(s["Y"])) for s in samples]))
    for row, columns in enumerate((slice(0, 2), slice(2, 4))):
        share = np.histogram(bend[:, columns].clip(0, 159.9), 16, (0, 160))[0] / bend[:, columns].size
        weight = (1 / np.maximum(share, 1e-3)).clip(None, 60)
        weight = np.minimum(weight / (weight * share).sum(), 4)
        WEIGHTS[row] = weight / (weight * share).sum()
    print("weights of flexions", WEIGHTS.round(2).tolist(), flush=True)


def flexions(X):
    """Elbows' and knees' flexion in radians."""
    a, b, c = layout.FLEXIONS.T
    u, v = X[:, b] - X[:, a], X[:, c] - X[:, b]
    sine = jnp.sqrt((jnp.cross(u, v) ** 2).sum(-1) + 1e-8)
    return jnp.arctan2(sine, (u * v).sum(-1))


def lengths(X):
    """Logarithms of the bones' lengths of bodies of 1.8 m over what is usual."""
    length = lambda a, b: jnp.sqrt(((X[:, a] - X[:, b]) ** 2).sum(-1) + 1e-8)
    return jnp.stack([
        jnp.log(sum(length(a, b) for a, b in ends) / len(ends) / (1.8 * ratio))
        for ends, ratio in layout.LENGTHS], 1)


def laplace(e, b):
    return b + jnp.abs(e) * jnp.exp(-b)


def loss(p, batch):
    o = network.split(network.raw(p, batch["f"]))
    Y = batch["Y"]
    e = o["y"] - Y[:, np.array(layout.PREDICTED)]
    nll = 2 * laplace(e, o["yb"]).mean()
    place = jnp.sqrt((e ** 2).sum(-1) + 1e-6).mean()
    full = jnp.concatenate([o["y"][:, :10], jnp.zeros((len(Y), 1, 3)), o["y"][:, 10:]], 1)
    bone = (full[:, BONES[:, 0]] - full[:, BONES[:, 1]]) - (Y[:, BONES[:, 0]] - Y[:, BONES[:, 1]])
    bones = jnp.sqrt((bone ** 2).sum(-1) + 1e-6).mean()
    has = batch["f"][:, layout.OFFSETS["depthKnown"].start]
    eh = jnp.abs(o["h"] - jnp.log(batch["H"] / 1.8))
    height = (has * (3 * eh + .02 * (o["hb"] + eh * jnp.exp(-o["hb"])))).mean()
    # Straight and fully bent limbs count more: their errors lie on one side, and few limbs are bent fully.
    bend = flexions(Y)
    weight = jnp.asarray(WEIGHTS)[np.array([0, 0, 1, 1]), jnp.clip(bend / .1745, 0, 15).astype(int)]
    angle = (weight * jnp.abs(flexions(full) - bend)).mean()
    said = o["flexions"] - bend
    angle += .5 * (weight * jnp.abs(said)).mean() + .03 * laplace(said, o["flexionsb"]).mean()
    el = o["lengths"] - lengths(Y)
    length = 3 * jnp.abs(el).mean() + .03 * laplace(el, o["lengthsb"]).mean()
    valid = jnp.isfinite(batch["behind"])
    es = jnp.abs(o["behind"] - jnp.clip(jnp.where(valid, batch["behind"], 0), -.6, .6))
    es = jnp.where(valid, o["behindb"] + es * jnp.exp(-o["behindb"]), 0).mean()
    return .05 * nll + 10 * place + 5 * bones + 1.5 * angle + height + length + .05 * es, place


def metrics(prediction, batch):
    """Mean error in mm over 17 joints of a body of 1.8 m; and in metres with the predicted stature."""
    y, Y = np.asarray(prediction["y"]), np.asarray(batch["Y"])[:, layout.PREDICTED]
    H = np.asarray(batch["H"])[:, None, None] / 1.8
    h = np.exp(np.asarray(prediction["h"]))[:, None, None]
    relative = np.linalg.norm(y - Y, axis=-1).sum(1).mean() / 17 * 1000
    metric = np.linalg.norm(y * h - Y * H, axis=-1).sum(1).mean() / 17 * 1000
    return relative, metric, 100 * np.abs(h / H - 1).mean()


def load(cache):
    """Samplers of poses for training and validation, and the rows of each."""
    d = np.load(cache / "banks.npz")
    data = rows.load(cache)
    data.update({k: jnp.asarray(data[k]) for k in ("raw", "near", "readingSpread")})
    statistics = d["proportions_mean"], d["proportions_root"]

    def make(split):
        banks = [
            ({k: d[f"{split}/{g}/{k}"] for k in figure.KEYS}, share, g == "rendered")
            for g, share in SHARES.items() if f"{split}/{g}/sp" in d.files]
        keep = (data["split"] == split) & (data["single"] | (split == "train"))
        return sampler.Sampler(banks, statistics), sampler.rendered(data, keep)

    return make("train"), make("val")


LOOKS = ["full", "full twice", "heavy", "heavy thrice"]


def validation(val, people):
    """Fixed batches: name -> (batch, with depth)."""
    sets = {}
    found = np.asarray(people["found"])
    for depth in (False, True):
        tag = "+d" if depth else ""
        draw = jax.jit(lambda r, k: val.synthetic(r, k, 1500, depth, "exact"))
        sets["mocap exact" + tag] = draw(people, jax.random.PRNGKey(5)), depth
        index = {"exact": (jnp.arange(len(found)), 0)}
        index.update({LOOKS[l]: (jnp.flatnonzero(found.all(1)), l) for l in (0, 2, 3)})
        for name, (i, look) in index.items():
            mode = "exact" if name == "exact" else "detected"
            draw = jax.jit(lambda r, k, i: val.real(r, k, len(i), depth, mode, i, look))
            sets[name + tag] = draw(people, jax.random.PRNGKey(6), i), depth
    return sets


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--start", help="the weights file of the network of 287 inputs to go on from")
    parser.add_argument("--resume", help="a checkpoint of this program to go on from")
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=.01)
    parser.add_argument("--rendered", type=float, default=.5, help="share of rendered pictures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", default="lifter")
    arguments = parser.parse_args()
    cache = pathlib.Path(arguments.cache)
    (train, people), (val, others) = load(cache)
    print(len(people["stature"]), "rows to train with,", len(others["stature"]), "to validate", flush=True)
    sets = validation(val, others)
    first = network.older(arguments.start) if arguments.start else None
    draw = jax.random.PRNGKey(9)
    flatten(train.real(people, draw, 8192, False), train.synthetic(people, draw, 8192, False))
    p = network.create(jax.random.PRNGKey(arguments.seed), first)
    if arguments.resume:
        p = jax.tree.map(jnp.asarray, pickle.load(open(arguments.resume, "rb")))
    zeros = jax.tree.map(jnp.zeros_like, p)
    state = (p, zeros, zeros, p)
    real = int(arguments.batch * arguments.rendered)
    made = arguments.batch - real
    # With depth and without.
    real, made = (int(.55 * real), real - int(.55 * real)), (int(.4 * made), made - int(.4 * made))

    @jax.jit
    def step(state, people, key, rate, t):
        p, m, v, average = state
        k = jax.random.split(key, 4)
        parts = [
            train.synthetic(people, k[0], made[0], True), train.synthetic(people, k[1], made[1], False),
            train.real(people, k[2], real[0], True), train.real(people, k[3], real[1], False)]
        batch = {k: jnp.concatenate([x[k] for x in parts]) for k in ("f", "Y", "H", "behind")}
        (_, place), g = jax.value_and_grad(loss, has_aux=True)(p, batch)
        norm = jnp.sqrt(sum((x ** 2).sum() for x in jax.tree.leaves(g)))
        ok = jnp.isfinite(norm)
        scale = jnp.where(ok, jnp.minimum(1, 1 / (norm + 1e-9)), 0)
        g = jax.tree.map(lambda x: jnp.where(ok, x, 0) * scale, g)
        m = jax.tree.map(lambda a, b: .9 * a + .1 * b, m, g)
        v = jax.tree.map(lambda a, b: .999 * a + .001 * b * b, v, g)
        c1, c2 = 1 - .9 ** t, 1 - .999 ** t
        p = jax.tree.map(
            lambda p, m, v: p - rate * (m / c1 / (jnp.sqrt(v / c2) + 1e-8) + arguments.decay * p), p, m, v)
        average = jax.tree.map(lambda a, b: .998 * a + .002 * b, average, p)
        return (p, m, v, average), place, ok

    predict = jax.jit(network.predict)

    def report(it):
        p = state[3] if it > 700 else state[0]
        words = []
        for name, (batch, depth) in sets.items():
            r, m, h = metrics(predict(p, batch["f"]), batch)
            words.append(f"{name} {m:.1f} ({h:.1f}%)" if depth else f"{name} {r:.1f}")
        print(f"{it} {time.time() - began:.0f}s train {1000 * np.mean(places):.1f} | "
              + " | ".join(words), flush=True)
        pickle.dump(
            jax.tree.map(np.asarray, p),
            open(cache / f"{arguments.name}.pkl", "wb"))

    began, places = time.time(), [0.0]
    report(0)
    key = jax.random.PRNGKey(100 + arguments.seed)
    for it in range(1, arguments.steps + 1):
        share = max(it / arguments.steps, (time.time() - began) / 60 / arguments.minutes)
        if share > 1:
            break
        rate = arguments.rate * min(1, it / 300) * (.01 + .99 * .5 * (1 + np.cos(np.pi * share)))
        key, k = jax.random.split(key)
        state, place, ok = step(state, people, k, rate, float(it))
        places.append(float(place))
        if it % 500 == 0:
            report(it)
            places = []
    places = places or [0.0]
    report(it)


if __name__ == "__main__":
    main()
