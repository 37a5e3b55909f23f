"""The lifting network: residual blocks with layer normalisation, as in the program."""

import jax
import jax.numpy as jnp
import numpy as np

import layout

WIDTH, BLOCKS = 512, 3


def create(key, first=None):
    """Random weights, or those of an older network to go on from: `first` as `older` gives them."""
    keys = iter(jax.random.split(key, 20))

    def linear(a, b, gain=1.0):
        return dict(
            w=jax.random.normal(next(keys), (a, b)) * gain * np.sqrt(2 / a), b=jnp.zeros(b))

    norm = lambda: dict(g=jnp.ones(WIDTH), o=jnp.zeros(WIDTH))
    p = dict(i=linear(layout.INPUTS, WIDTH, .3))
    for b in range(BLOCKS):
        p[f"n{b}"] = norm()
        p[f"a{b}"] = linear(WIDTH, WIDTH)
        p[f"b{b}"] = linear(WIDTH, WIDTH, .3)
    p["nf"], p["o"] = norm(), linear(WIDTH, layout.OUTPUTS, .1)
    if first is not None:
        for b in range(BLOCKS):
            for k in (f"n{b}", f"a{b}", f"b{b}", "nf"):
                if k in first:
                    p[k] = jax.tree.map(jnp.asarray, first[k])
        sources, targets = older_inputs()
        w = p["i"]["w"].at[targets].set(first["i"]["w"][sources])
        p["i"] = dict(w=w, b=jnp.asarray(first["i"]["b"]))
        sources, targets = older_outputs()
        p["o"] = dict(
            w=p["o"]["w"].at[:, targets].set(first["o"]["w"][:, sources]),
            b=p["o"]["b"].at[targets].set(first["o"]["b"][sources]))
    return p


# The network of 287 inputs and 136 outputs that this one goes on from.


def older(path):
    """Its weights from the file that `export.py` made of them."""
    data = np.fromfile(path, np.uint8)
    inputs, width, blocks, outputs = data[8:24].view("<u4")
    assert (inputs, width, outputs) == (287, WIDTH, 136)
    values, at = data[24:].view("<f2").astype(np.float32), 0

    def take(*shape):
        nonlocal at
        at += int(np.prod(shape))
        return values[at - int(np.prod(shape)):at].reshape(shape)

    linear = lambda a, b: dict(w=take(a, b), b=take(b))
    norm = lambda: dict(g=take(width), o=take(width))
    p = dict(i=linear(inputs, width))
    for b in range(blocks):
        p[f"n{b}"], p[f"a{b}"], p[f"b{b}"] = norm(), linear(width, width), linear(width, width)
    p["nf"], p["o"] = norm(), linear(width, outputs)
    assert at == len(values)
    return p


def older_inputs():
    """Its inputs and their places among ours: its crosses were read at four places, 0.045 away."""
    before = layout.OFFSETS["crosses"].start
    steps = [8 + 4, 8 + 0, 8 + 6, 8 + 2]  # left, right, above, below on the second circle
    crosses = [before + layout.NSTEP * c + s for c in range(layout.NC) for s in steps]
    return np.arange(before + 4 * layout.NC), np.array(list(range(before)) + crosses)


def older_outputs():
    """Its outputs and their places among ours: it had one scale across the viewing ray for two."""
    at = layout.OUTPUT_OFFSETS
    sources, targets = list(range(48)), list(range(48))
    for j in range(16):
        sources += [48 + 2 * j, 48 + 2 * j, 48 + 2 * j + 1]
        targets += [at["scales"].start + 3 * j + k for k in range(3)]
    sources += range(80, 82 + 2 * layout.NS)
    targets += range(at["stature"].start, at["behindScales"].stop)
    return np.array(sources), np.array(targets)


def normalized(x, n):
    m = x.mean(-1, keepdims=True)
    v = ((x - m) ** 2).mean(-1, keepdims=True)
    return (x - m) * jax.lax.rsqrt(v + 1e-5) * n["g"] + n["o"]


def raw(p, f):
    h = f @ p["i"]["w"] + p["i"]["b"]
    for b in range(BLOCKS):
        t = normalized(h, p[f"n{b}"])
        t = jax.nn.relu(t @ p[f"a{b}"]["w"] + p[f"a{b}"]["b"])
        h = h + jax.nn.relu(t @ p[f"b{b}"]["w"] + p[f"b{b}"]["b"])
    return normalized(h, p["nf"]) @ p["o"]["w"] + p["o"]["b"]


def split(o):
    """Joints (n, 16, 3) of a body of 1.8 m relative to the root in the virtual camera; log(stature / 1.8);
    how far 27 points lie behind the visible surface (1.8 m); logarithms of the bones' lengths over what
    is usual; flexions in radians. Each with the logarithm of its Laplace scale, a "b" behind its name."""
    n = len(o)
    part = lambda k: o[:, layout.OUTPUT_OFFSETS[k]]
    clip = lambda k: jnp.clip(part(k) - 2.5, -6, 1)
    return dict(
        y=part("joints").reshape(n, 16, 3) * .3, yb=clip("scales").reshape(n, 16, 3),
        h=part("stature")[:, 0] * .1, hb=clip("statureScale")[:, 0],
        behind=part("behind") * .1 + .07, behindb=clip("behindScales"),
        lengths=part("lengths") * .1, lengthsb=clip("lengthScales"),
        flexions=part("flexions") * .5 + .5, flexionsb=clip("flexionScales"))


def mirrored(f):
    """The features of the mirrored picture."""
    f = f if isinstance(f, np.ndarray) else jnp.asarray(f)
    xp = np if isinstance(f, np.ndarray) else jnp
    at = layout.OFFSETS
    n, sign = len(f), np.array([-1.0, 1.0], np.float32)
    part = lambda k: f[:, at[k]]
    order, ro, co = layout.KEYPOINT_MIRROR, layout.READING_MIRROR, layout.CROSS_MIRROR
    wm = np.array([layout.WORLD.index(order[k]) for k in layout.WORLD])
    sign3 = np.array([-1.0, 1, 1], np.float32)
    result = dict({k: part(k) for k in at})
    result["keypoints"] = (part("keypoints").reshape(n, -1, 2)[:, order] * sign).reshape(n, -1)
    result["confidence"] = part("confidence")[:, order]
    result["world"] = (part("world").reshape(n, -1, 3)[:, wm] * sign3).reshape(n, -1)
    result["gravity"] = part("gravity") * sign3
    for k in ("readings", "readingValid", "readingSpread"):
        result[k] = part(k)[:, ro]
    crosses = part("crosses").reshape(n, -1, layout.NSTEP)[:, co][:, :, layout.STEP_MIRROR]
    result["crosses"] = crosses.reshape(n, -1)
    result["spread"] = part("spread")[:, order]
    return xp.concatenate([result[k] for k in at], 1)


JOINT_MIRROR = np.array([
    layout.PREDICTED.index(layout.MIRROR[j]) for j in layout.PREDICTED])


def predict(p, f):
    """The mean of the predictions for a picture and its mirror image, as `split` gives them."""
    a, c = split(raw(p, f)), split(raw(p, mirrored(f)))
    mean = lambda x, y: (x + y) / 2
    exp = lambda x, y: jnp.log((jnp.exp(x) + jnp.exp(y)) / 2)
    orders = dict(
        y=JOINT_MIRROR, h=None, behind=layout.SURFACE_MIRROR, lengths=None,
        flexions=layout.FLEXION_MIRROR)
    result = {}
    for k, order in orders.items():
        pick = (lambda v: v) if order is None else (lambda v: v[:, order])
        other = pick(c[k]) * jnp.array([-1.0, 1, 1]) if k == "y" else pick(c[k])
        result[k], result[k + "b"] = mean(a[k], other), exp(a[k + "b"], pick(c[k + "b"]))
    return result
