"""The lifting network: residual blocks with layer normalisation, as in the program."""

import jax
import jax.numpy as jnp
import numpy as np

import layout

WIDTH, BLOCKS = 512, 3


def create(key, first=None):
    """Random weights, or those of the first training (68 inputs, 80 outputs, two blocks) to go on
    from: what is new starts at zero."""
    keys = iter(jax.random.split(key, 20))

    def linear(a, b, gain=1.0):
        return dict(
            w=jax.random.normal(next(keys), (a, b)) * gain * np.sqrt(2 / a), b=jnp.zeros(b))

    norm = lambda: dict(g=jnp.ones(WIDTH), o=jnp.zeros(WIDTH))
    p = dict(i=linear(layout.INPUTS, WIDTH))
    for b in range(BLOCKS):
        p[f"n{b}"] = norm()
        p[f"a{b}"] = linear(WIDTH, WIDTH)
        p[f"b{b}"] = linear(WIDTH, WIDTH, .3)
    p["nf"], p["o"] = norm(), linear(WIDTH, layout.OUTPUTS, .1)
    if first is not None:
        w = p["i"]["w"] * .3
        p["i"] = dict(w=w.at[:68].set(first["i"]["w"]), b=jnp.asarray(first["i"]["b"]))
        for b in range(2):
            for k in ("n", "a", "b"):
                p[f"{k}{b}"] = jax.tree.map(jnp.asarray, first[f"{k}{b}"])
        p["b2"]["w"] *= .1
        p["nf"] = jax.tree.map(jnp.asarray, first["nf"])
        p["o"] = dict(
            w=p["o"]["w"].at[:, :80].set(first["o"]["w"]), b=p["o"]["b"].at[:80].set(first["o"]["b"]))
    return p


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
    """Joints (n, 16, 3) of a body of 1.8 m relative to the root in the virtual camera, logarithms of
    their Laplace scales (lateral, depth), log(stature / 1.8) and its scale, how far 27 points lie
    behind the visible surface (1.8 m) and its scale."""
    n, s = len(o), layout.NS
    clip = lambda v: jnp.clip(v - 2.5, -6, 1)
    return dict(
        y=o[:, :48].reshape(n, 16, 3) * .3, b=clip(o[:, 48:80].reshape(n, 16, 2)),
        h=o[:, 80] * .1, hb=clip(o[:, 81]), behind=o[:, 82:82 + s] * .1 + .07,
        behindb=clip(o[:, 82 + s:]))


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
    crosses = part("crosses").reshape(n, -1, 4)[:, co][:, :, np.array([1, 0, 2, 3])]
    result["crosses"] = crosses.reshape(n, -1)
    return xp.concatenate([result[k] for k in at], 1)


JOINT_MIRROR = np.array([
    layout.PREDICTED.index(layout.MIRROR[j]) for j in layout.PREDICTED])


def predict(p, f):
    """The mean of the predictions for a picture and its mirror image, as `split` gives them."""
    a, c = split(raw(p, f)), split(raw(p, mirrored(f)))
    sign = jnp.array([-1.0, 1, 1])
    mean = lambda x, y: (x + y) / 2
    exp = lambda x, y: jnp.log((jnp.exp(x) + jnp.exp(y)) / 2)
    m, s = JOINT_MIRROR, layout.SURFACE_MIRROR
    return dict(
        y=mean(a["y"], c["y"][:, m] * sign), b=exp(a["b"], c["b"][:, m]), h=mean(a["h"], c["h"]),
        hb=exp(a["hb"], c["hb"]), behind=mean(a["behind"], c["behind"][:, s]),
        behindb=exp(a["behindb"], c["behindb"][:, s]))
