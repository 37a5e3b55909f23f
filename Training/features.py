"""What the network reads, out of keypoints and depth readings, in JAX: mirrored in the program's LifterFeatures."""

import jax.numpy as jnp

import layout
from figure import rotate, unit
from layout import NC, NK, NSTEP


def looking(r):
    z = unit(r)
    x = unit(jnp.cross(jnp.broadcast_to(jnp.array([0, 1.0, 0]), z.shape), z))
    return jnp.stack([x, jnp.cross(z, x), z], -2)


def spread_of(p, mask):
    m = mask[..., None]
    count = jnp.maximum(mask.sum(-1), 1)
    center = (p * m).sum(-2) / count[..., None]
    return jnp.sqrt((((p - center[..., None, :]) ** 2) * m).sum((-2, -1)) / count) + 1e-6


def virtual(p, mask):
    """The virtual camera of the keypoints (n, 22, 2), their places in it, and their scale."""
    ray = unit(jnp.concatenate([p, jnp.ones_like(p[..., :1])], -1))
    Rv = looking((ray * mask[..., None]).sum(-2))
    v = jnp.einsum("nij,nkj->nki", Rv, ray)
    q = v[..., :2] / jnp.maximum(v[..., 2:], .1)
    return Rv, q, spread_of(q, mask)


def reading_points(p, mask):
    """Where the depth map is read, (n, NR, 2), whether it can be, and the circles around some of these
    places (n, NC * NSTEP, 2)."""
    W = jnp.asarray(layout.READINGS)
    points = jnp.einsum("rk,nkc->nrc", W, p)
    can = jnp.einsum("rk,nk->nr", W, 1.0 - mask) < 1e-6
    size = 2.6 * spread_of(p, mask)
    centers = points[:, jnp.array(layout.CROSSES)]
    cross = centers[:, :, None] + size[:, None, None, None] * jnp.asarray(layout.STEPS)
    return points, can, cross.reshape(len(p), NC * NSTEP, 2)


def median(values, valid):
    """The median of the valid values along the last axis; the mean of the middle two."""
    s = jnp.sort(jnp.where(valid, values, jnp.inf), -1)
    n = valid.sum(-1)
    at = lambda i: jnp.take_along_axis(s, jnp.clip(i, 0, s.shape[-1] - 1)[..., None], -1)[..., 0]
    return jnp.where(n > 0, (at((n - 1) // 2) + at(n // 2)) / 2, 0)


def features(p, mask, conf, known, precision, blazepose, world, has_world, gravity, depth, looks):
    """The network's inputs. `depth`: near (n, NR), spread (n, NR), cross (n, NC * NSTEP), in metres
    along the optical axis, 0 = no reading; None where there is no depth map at all. `looks`: whether
    there were several, and how far apart the keypoints then are, over the body's size; None: one."""
    n = len(p)
    m = mask.astype(jnp.float32)
    Rv, q, s = virtual(p, m)
    column = lambda v: v[:, None]
    parts = dict(
        keypoints=(q / s[:, None, None] * m[..., None]).reshape(n, -1), confidence=conf * m,
        scale=column(jnp.log(s) + 1.5), known=column(known),
        precision=column(jnp.log(jnp.clip(precision, .002, .1) / .01)),
        blazepose=column(blazepose), worldKnown=column(has_world),
        world=(world * has_world[:, None, None]).reshape(n, -1),
        gravity=rotate(Rv, gravity))
    if looks is None:
        looks = jnp.zeros(n), jnp.zeros((n, NK))
    several, apart = looks
    apart = jnp.log(jnp.clip(apart, .001, .2) / .005) * several[:, None] * m
    last = dict(looks=column(several), spread=apart)
    if depth is None:
        width = sum(layout.SIZES[k] for k in (
            "depthKnown", "metricScale", "readings", "readingValid", "readingSpread", "crosses"))
        rest = jnp.zeros((n, width))
        return jnp.concatenate([*parts.values(), rest, *last.values()], 1), Rv
    near, spread, cross = depth
    points, can, places = reading_points(p, m)
    valid = can & (near > 0)
    along = lambda z, place: z * (
        place[..., 0] * Rv[:, None, 2, 0] + place[..., 1] * Rv[:, None, 2, 1] + Rv[:, None, 2, 2])
    torso = jnp.array(layout.TORSO_READINGS)
    z = along(near, points)
    z0 = median(z[:, torso], valid[:, torso])
    has = (z0 > 0).astype(jnp.float32)
    valid = valid & (z0 > 0)[:, None]
    metric = jnp.where(z0 > 0, s * z0, 1.0)
    relative = jnp.clip((z - z0[:, None]) / metric[:, None], -2, 2) * valid
    centers = jnp.array(layout.CROSSES)
    zc = along(cross, places).reshape(n, NC, NSTEP)
    okc = (cross.reshape(n, NC, NSTEP) > 0) & valid[:, centers][..., None]
    rc = jnp.clip((zc - z[:, centers][..., None]) / metric[:, None, None], -.5, .5) * okc
    parts.update(
        depthKnown=column(has), metricScale=column(has * (jnp.log(metric) + .8)),
        readings=relative, readingValid=valid.astype(jnp.float32),
        readingSpread=jnp.clip(spread / metric[:, None] * 4, 0, 1) * valid,
        crosses=rc.reshape(n, -1), **last)
    assert list(parts) == list(layout.SIZES)
    return jnp.concatenate([parts[k] for k in layout.SIZES], 1), Rv


def targets(X17, Rv, H):
    rel = X17 - X17[:, layout.ROOT:layout.ROOT + 1]
    return jnp.einsum("nij,nkj->nki", Rv, rel) * (1.8 / H)[:, None, None]
