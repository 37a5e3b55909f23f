"""Training samples on the fly, in JAX: synthetic people of mocap and procedural poses with a body of
spheres, and the rendered people with what the detector and the depth sensor said about them."""

import jax
import jax.numpy as jnp
import numpy as np

import figure
import layout
from features import features, reading_points, spread_of, targets, virtual
from figure import unit
from layout import NC, NK, NR, NSTEP

KP = jnp.asarray(layout.KEYPOINTS)


def layouts(key, n):
    """Which of the 22 keypoints a synthetic person has: real layouts and holes."""
    k = jax.random.split(key, 5)
    kind = jax.random.choice(k[0], 5, (n, 1), p=jnp.array([.3, .3, .2, .1, .1]))
    index = jnp.arange(NK)[None]
    has = jnp.ones((n, NK), bool)
    has &= (index != 17) | (kind == 2) | (kind == 4)
    has &= (index < 18) | (kind == 1) | (kind == 4)
    has &= (index != 12) | (kind != 3)
    has &= (index < 13) | (index > 16) | (kind < 2) | (kind == 4)
    holes = jax.random.choice(k[1], jnp.array([0, .03, .12]), (n, 1), p=jnp.array([.6, .28, .12]))
    has &= jax.random.uniform(k[2], (n, NK)) >= holes
    t = jax.random.uniform(k[3], (n, 1))
    legs = jnp.isin(index, jnp.array([7, 8, 10, 11, 18, 19, 20, 21]))
    ankles = jnp.isin(index, jnp.array([8, 11, 18, 19, 20, 21]))
    wrists = jnp.isin(index, jnp.array([2, 5]))
    has &= ~((t < .05) & legs) & ~((t > .05) & (t < .08) & ankles) & ~((t > .08) & (t < .10) & wrists)
    return has.astype(jnp.float32)


def camera(key, n, H):
    k = jax.random.split(key, 8)
    az = jax.random.uniform(k[0], (n,)) * 2 * jnp.pi
    el = jnp.radians(jnp.clip(9 + 14 * jax.random.normal(k[1], (n,)), -35, 75))
    wide = jax.random.uniform(k[2], (n,)) < .1
    el = jnp.where(wide, jnp.radians(jax.random.uniform(k[3], (n,), minval=-40, maxval=80)), el)
    roll = jnp.radians(5 * jax.random.normal(k[4], (n,)))
    q = jax.random.uniform(k[5], (n,))
    roll = jnp.where(q < .02, roll + jnp.pi / 2, jnp.where(q < .04, roll - jnp.pi / 2, roll))
    d = jnp.exp(jax.random.uniform(k[6], (n,), minval=jnp.log(1.5), maxval=jnp.log(8.))) * H / 1.71
    fwd = -jnp.stack([jnp.cos(el) * jnp.sin(az), jnp.sin(el), jnp.cos(el) * jnp.cos(az)], -1)
    x = unit(jnp.cross(fwd, jnp.broadcast_to(jnp.array([0, 1.0, 0]), fwd.shape)))
    R = jnp.stack([x, jnp.cross(fwd, x), fwd], 1)
    c, s, z = jnp.cos(roll), jnp.sin(roll), jnp.zeros(n)
    return jnp.stack([
        jnp.stack([c, -s, z], -1), jnp.stack([s, c, z], -1), jnp.stack([z, z, z + 1], -1)], 1) @ R, d


class Sampler:
    """Draws batches. `banks`: list of (pose bank, share, of rendered people)."""

    def __init__(self, banks, statistics):
        shares = np.array([b[1] for b in banks], float)
        sizes = [len(b[0]["sp"]) for b in banks]
        self.bank = {
            k: jnp.asarray(np.concatenate([np.asarray(b[0][k], np.float32) for b in banks]))
            for k in figure.KEYS}
        self.first = jnp.asarray(np.concatenate([[0], np.cumsum(sizes)[:-1]]))
        self.size = jnp.asarray(sizes)
        self.rendered = jnp.asarray([b[2] for b in banks])
        self.shares = jnp.asarray(shares / shares.sum())
        self.statistics = tuple(jnp.asarray(s) for s in statistics)

    def poses(self, key, n):
        k = jax.random.split(key, 4)
        group = jax.random.choice(k[0], len(self.shares), (n,), p=self.shares)
        pick = lambda kk, g: self.first[g] + jnp.floor(
            jax.random.uniform(kk, g.shape) * self.size[g]).astype(int)
        other = jax.random.choice(k[1], len(self.shares), (6, n), p=self.shares)
        return group, pick(k[2], group), pick(k[3], other)

    def synthetic(self, rows, key, n, depth, mode=None, augment=True):
        """n people made from mocap, with the detector's errors on `rows` (the sampler's own, handed in
        so that they aren't compiled in). mode: None mixed, "exact", "noisy"."""
        key, *k = jax.random.split(key, 40)
        k = iter(k)
        uniform = lambda *shape: jax.random.uniform(next(k), shape)
        normal = lambda *shape: jax.random.normal(next(k), shape)
        group, index, other = self.poses(next(k), n)
        if augment:
            L = figure.augmented(next(k), self.bank, index, other)
        else:
            L = {name: v[index] for name, v in self.bank.items()}
        rendered = self.rendered[group] | (uniform(n) < .5)
        H, o, head = figure.lengths(next(k), n, rendered, self.statistics)
        X = figure.forward(L, o, head, rendered)
        Rc, d = camera(next(k), n, H)
        Xc = jnp.einsum("nij,nkj->nki", Rc, X)
        center = (Xc.min(1) + Xc.max(1)) / 2
        d = jnp.maximum(d, .35 + (center[:, 2] - Xc[:, :, 2].min(1)) * 1.35)
        off = normal(n, 2) * .10 * d[:, None]
        Xc = Xc + (jnp.concatenate([off, d[:, None]], 1) - center)[:, None]
        gravity = -Rc[:, :, 1]
        p = Xc[:, KP, :2] / Xc[:, KP, 2:]
        mask = layouts(next(k), n)
        size = 2.6 * spread_of(p, jnp.ones_like(mask))
        # The keypoints' errors: none, random, or those of the detector on a like picture.
        kind = uniform(n)
        if mode == "exact":
            kind = jnp.zeros(n)
        elif mode == "noisy":
            kind = jnp.full(n, .5)
        exact, detected = kind < .25, kind > .65
        s0 = jnp.where(exact, 0.0, jnp.abs(.010 * normal(n)) + .002)
        if mode == "noisy":
            s0 = jnp.full(n, .01)
        uncertain = (uniform(n, NK) < .08) & ~exact[:, None]
        outlier = (uniform(n, NK) < .015) & ~exact[:, None]
        sj = s0[:, None] * jnp.exp(.35 * normal(n, NK))
        sj = jnp.where(outlier, .12, jnp.where(uncertain, .04, sj))
        u = uniform(n, NK)
        conf = jnp.where(uncertain, .1 + .5 * u, .55 + .45 * u)
        conf = jnp.where(outlier, .1 + .8 * u, conf)
        conf = jnp.where(exact[:, None], 1.0, conf)
        moved = p + normal(n, NK, 2) * (sj * size[:, None])[..., None]
        swap = uniform(n, 2) < .01
        order = jnp.arange(NK)
        arms = order.at[jnp.arange(6)].set(jnp.array([3, 4, 5, 0, 1, 2]))
        legs = order.at[jnp.arange(6, 12)].set(jnp.array([9, 10, 11, 6, 7, 8]))
        moved = jnp.where((swap[:, 0] & ~exact)[:, None, None], moved[:, arms], moved)
        moved = jnp.where((swap[:, 1] & ~exact)[:, None, None], moved[:, legs], moved)
        world = jnp.zeros((n, len(layout.WORLD), 3))
        has_world = jnp.zeros(n)
        looks = None
        if mode is None:
            source, look = rows_like(rows, next(k), p)
            error, vis, world_error = (rows[v][source, look] for v in ("error", "vis", "worldError"))
            several = jnp.where(detected, (look % 2).astype(jnp.float32), 0)
            scale = .5 + .7 * uniform(n)
            looks = several, rows["spread"][source, look] * scale[:, None]
            dp = p + error * (size * scale)[:, None, None]
            D = detected[:, None]
            moved = jnp.where(D[..., None], dp, moved)
            conf = jnp.where(D, vis, conf)
            seen = (vis >= .1) & (jnp.arange(NK) != 17)
            # A few holes, as when a user leaves points out.
            mask = jnp.where(D, seen & (uniform(n, NK) > .02), mask)
            Rd, _, _ = virtual(moved, mask.astype(jnp.float32))
            rel = jnp.einsum("nij,nkj->nki", Rd, Xc - Xc[:, 10:11])[:, KP]
            world = rel[:, jnp.array(layout.WORLD)] * (1.7 / H)[:, None, None]
            world = world + world_error * scale[:, None, None]
            has_world = (detected & (uniform(n) < .75)).astype(jnp.float32)
        known = jnp.ones(n) if depth else (uniform(n) < .55).astype(jnp.float32)
        focal = jnp.where(known > 0, 1.0, jnp.exp(.28 * normal(n)))
        precision = jnp.where(exact, .004, jnp.maximum(s0 * 1.2, .004)) * jnp.exp(.2 * normal(n))
        if mode is not None:
            precision = jnp.where(exact, .004, jnp.full(n, .012))
        precision = jnp.where(detected, .03, precision)
        # Some users' keypoints come without a word about how good they are.
        precision = jnp.where((uniform(n) < .2) & (mode is None), .03, precision)
        # Depth: the spheres' surface where the keypoints say, and noise.
        m = mask.astype(jnp.float32)
        truth = jnp.einsum("sj,njc->nsc", jnp.asarray(layout.SURFACES), Xc[:, :17])
        behind, read = jnp.full((n, layout.NS), jnp.nan), None
        if depth:
            *read, surface = self.sensor(next(k), H, Xc, moved, m, truth)
            behind = jnp.where(surface > 0, truth[..., 2] - surface, jnp.nan) / H[:, None] * 1.8
        if mode is None:
            given = (uniform(n) < .5)
            gravity = gravity * given[:, None]
        else:
            gravity = gravity * 0
        f, Rv = features(
            moved * focal[:, None, None], m, conf, known, precision, detected.astype(jnp.float32),
            world, has_world, gravity, read, looks)
        Y = targets(Xc[:, :17], Rv, H)
        return dict(f=f, Y=Y, H=H, behind=behind)

    def sensor(self, key, H, Xc, moved, m, truth):
        """What a depth sensor shows of a body of spheres: near mode and spread at the keypoints, the
        circles, and the surface in front of the points whose distance behind it is learnt."""
        key, *k = jax.random.split(key, 20)
        k, n = iter(k), len(H)
        uniform = lambda *shape: jax.random.uniform(next(k), shape)
        normal = lambda *shape: jax.random.normal(next(k), shape)
        points, can, cross = reading_points(moved, m)
        rays = jnp.concatenate([points, cross, truth[..., :2] / truth[..., 2:]], 1)
        girth = jnp.exp(.07 * normal(n)[:, None] + (.07 * normal(n, 4))[:, figure.PARTS])
        radii = figure.RADII * girth * (H / 1.75)[:, None]
        z = figure.sphere_depth(Xc, radii, rays)
        back = Xc[:, :, 2].max(1) + .2 + 3 * uniform(n)
        z = jnp.where(jnp.isfinite(z), z, jnp.where(uniform(n) < .15, 0, back)[:, None])
        sigma = jax.random.choice(next(k), jnp.array([.004, .012, .02]), (n, 1))
        noise = sigma * normal(*z.shape) + .3 * sigma * normal(n, 1)
        bleed = jnp.where(uniform(n, 1) < .3, jnp.abs(.03 * normal(*z.shape)), 0)
        z = jnp.where(z > 0, z + noise + bleed, 0)
        z = jnp.where(uniform(*z.shape) < .03, 0, z)
        # Something in front of the lower body.
        top = Xc[:, 11, 1] + .5 * uniform(n)
        hidden = (uniform(n) < .08)[:, None] & (rays[..., 1] * Xc[:, 10, 2:] > top[:, None])
        box = Xc[:, :, 2].min(1) - .2 - .3 * uniform(n)
        z = jnp.where(hidden & (box > .3)[:, None], box[:, None], z)
        near, crossed, surface = jnp.split(z, [NR, NR + NC * NSTEP], axis=1)
        spread = sigma * .6 * jnp.exp(.5 * normal(n, NR)) * (near > 0)
        return near, spread, crossed, surface

    def real(self, rows, key, n, depth, mode=None, index=None, look=None):
        """Rendered people. rows: the sampler's own. mode: None mixed, "exact", "detected"; index: which,
        None for random ones, much varied; look: of which kind, None for any."""
        key, *k = jax.random.split(key, 40)
        k = iter(k)
        uniform = lambda *shape: jax.random.uniform(next(k), shape)
        normal = lambda *shape: jax.random.normal(next(k), shape)
        plain = index is not None
        i = jax.random.randint(next(k), (n,), 0, len(rows["stature"])) if index is None else index
        truth26, H = rows["points"][i], rows["stature"][i]
        flip = jnp.zeros(n, bool) if plain else uniform(n) < .5
        roll = jnp.zeros(n) if plain else jnp.radians(7 * normal(n))
        alpha = jnp.ones(n) if plain else jnp.exp(.06 * normal(n))
        p = truth26[:, KP, :2] / truth26[:, KP, 2:]
        size = 2.6 * spread_of(p, jnp.ones(p.shape[:2]))
        # A kind of look in which the person was found.
        if look is None:
            found = rows["found"][i] * jnp.array(LOOK_SHARES)
            kind = jnp.argmax(jnp.log(found + 1e-9) + jax.random.gumbel(next(k), found.shape), 1)
        else:
            kind = jnp.full(n, look)
        detected = (uniform(n) < .7) if mode is None else jnp.full(n, mode == "detected")
        detected = detected & rows["found"][i, kind]
        D = detected[:, None]
        # Exact or noisy keypoints.
        s0 = jnp.where(uniform(n) < .65, 0.0, jnp.abs(.010 * normal(n)) + .002) * (not plain)
        exact = s0 == 0
        uncertain = (uniform(n, NK) < .08) & ~exact[:, None]
        sj = jnp.where(uncertain, .04, s0[:, None] * jnp.exp(.35 * normal(n, NK)))
        moved = p + normal(n, NK, 2) * (sj * size[:, None])[..., None]
        u = uniform(n, NK)
        conf = jnp.where(exact[:, None], 1.0, jnp.where(uncertain, .1 + .5 * u, .55 + .45 * u))
        mask = layouts(next(k), n)
        if plain:
            mask = jnp.broadcast_to(jnp.isin(jnp.arange(NK), jnp.array(list(range(13)) + [17])), (n, NK))
        # The detector's output, or its errors on a like image, more or less of them.
        error, vis, world = (rows[v][i, kind] for v in ("error", "vis", "world"))
        apart, several = rows["spread"][i, kind], kind % 2
        rel = rows["relative"][i]
        if not plain:
            like, other = rows_like(rows, next(k), p)
            mine = uniform(n) < .7
            scale = jnp.where(mine & (uniform(n) < .6), 1.0, .4 + .8 * uniform(n))
            of = lambda a, b: jnp.where(mine.reshape((-1,) + (1,) * (a.ndim - 1)), a, b)
            wide = lambda v, a: v.reshape((-1,) + (1,) * (a.ndim - 1))
            error, vis = of(error, rows["error"][like, other]), of(vis, rows["vis"][like, other])
            apart, several = of(apart, rows["spread"][like, other]), of(several, other % 2)
            miss = of(world - rel, rows["worldError"][like, other])
            error = error * wide(scale, error) + .004 * normal(n, NK, 2)
            apart = apart * scale[:, None]
            world = rel + miss * wide(scale, miss) + .01 * normal(*miss.shape)
            vis = jnp.clip(vis + .04 * normal(n, NK), 0, 1)
        moved = jnp.where(D[..., None], p + error * size[:, None, None], moved)
        conf = jnp.where(D, vis, conf)
        seen = (vis >= .1) & (jnp.arange(NK) != 17)
        hole = 0 if plain else .02
        mask = jnp.where(D, seen & (uniform(n, NK) >= hole), mask)
        has_world = jnp.where(detected, 1.0 if plain else (uniform(n) < .8), 0).astype(jnp.float32)
        several = (several * detected).astype(jnp.float32)
        m = mask.astype(jnp.float32)
        # The sensor's map where the keypoints say. The picture is then mirrored, rolled and scaled
        # about the camera, so the map is read at the places as they were before.
        c, s = jnp.cos(roll)[:, None], jnp.sin(roll)[:, None]
        sign = jnp.where(flip, -1.0, 1.0)[:, None]

        def turn(q):
            x, y = q[..., 0] * sign, q[..., 1]
            return jnp.stack([c * x - s * y, s * x + c * y], -1)

        def back(q):
            x, y = c * q[..., 0] + s * q[..., 1], -s * q[..., 0] + c * q[..., 1]
            return jnp.stack([x * sign, y], -1)

        swap = lambda v, order: jnp.where(
            flip.reshape((-1,) + (1,) * (v.ndim - 1)), v[:, jnp.asarray(order)], v)
        X = jnp.concatenate([
            turn(truth26[..., :2] / truth26[..., 2:]), jnp.ones_like(truth26[..., :1])], -1)
        X = swap(X * truth26[..., 2:] * alpha[:, None, None], layout.MIRROR)
        H = H * alpha
        order = layout.KEYPOINT_MIRROR
        moved, conf, m = swap(turn(moved), order), swap(conf, order), swap(m, order)
        apart = swap(apart, order)
        wm = np.array([layout.WORLD.index(order[k]) for k in layout.WORLD])
        world = swap(world, wm)
        world = jnp.concatenate([turn(world[..., :2]), world[..., 2:]], -1)
        g = rows["gravity"][i]
        g = jnp.concatenate([turn(g[:, None, :2])[:, 0], g[:, 2:]], -1)
        behind, sensor = jnp.full((n, layout.NS), jnp.nan), None
        if depth:
            points, can, cross = reading_points(moved, m)
            surfaces = jnp.einsum("sj,njc->nsc", jnp.asarray(layout.SURFACES), X[:, :17])
            a = alpha[:, None]
            near, spread = (v * a for v in read(rows, i, back(points), "near", "readingSpread"))
            crossed, = (v * a for v in read(rows, i, back(cross), "raw"))
            surface, = (
                v * a for v in read(rows, i, back(surfaces[..., :2] / surfaces[..., 2:]), "near"))
            if not plain:
                noise = .004 * normal(n, 1)
                near = jnp.where(near > 0, near + noise + .004 * normal(n, NR), 0)
                crossed = jnp.where(crossed > 0, crossed + noise + .004 * normal(*crossed.shape), 0)
                surface = jnp.where(surface > 0, surface + noise, 0)
                near = jnp.where(uniform(n, NR) < .03, 0, near)
            sensor = near, spread, crossed
            behind = jnp.where(surface > 0, surfaces[..., 2] - surface, jnp.nan) / H[:, None] * 1.8
        known = jnp.ones(n) if plain or depth else (uniform(n) < .7).astype(jnp.float32)
        focal = jnp.where(known > 0, 1.0, jnp.exp(.28 * normal(n)))
        given = jnp.zeros(n) if plain else (uniform(n) < .5).astype(jnp.float32)
        precision = jnp.where(exact, .004, jnp.maximum(s0 * 1.2, .004))
        if not plain:
            precision = precision * jnp.exp(.2 * normal(n))
            precision = jnp.where(uniform(n) < .2, .03, precision)
        precision = jnp.where(detected, .03, precision)
        f, Rv = features(
            moved * focal[:, None, None], m, conf, known, precision, detected.astype(jnp.float32),
            world, has_world, g * given[:, None], sensor, (several, apart))
        Y = targets(X[:, :17], Rv, H)
        return dict(f=f, Y=Y, H=H, behind=behind)


# How often each kind of look is trained with: full, full and mirrored, heavy, heavy three times.
LOOK_SHARES = [.22, .08, .32, .38]


def rendered(data, keep):
    """The prepared rows (rows.py) that are kept, as arrays for the sampler."""
    result = {
        k: jnp.asarray(data[k][keep])
        for k in ("points", "stature", "gravity", "found", "error", "vis", "world", "spread")}
    result["hw"], result["place"] = jnp.asarray(data["hw"][keep]), jnp.asarray(data["place"][keep])
    result["first"] = jnp.asarray(data["first"][keep].astype(np.int32))
    result.update({k: data[k] for k in ("raw", "near", "readingSpread")})
    X = result["points"]
    p = X[:, KP, :2] / X[:, KP, 2:]
    Rv, q, s = jax.jit(virtual)(p, jnp.ones(p.shape[:2]))
    rel = jnp.einsum("nij,nkj->nki", Rv, X - X[:, 10:11])[:, KP]
    rel = rel[:, jnp.array(layout.WORLD)] * (1.7 / result["stature"])[:, None, None]
    result["relative"] = rel
    result["worldError"] = result["world"] - rel[:, None]
    result["shape"] = ((q - q.mean(1, keepdims=True)) / s[:, None, None]).reshape(len(X), -1)
    # Pairs of a row and a kind of look in which the person was found, as often as they are used.
    found = np.asarray(result["found"])
    pairs = np.argwhere(found)
    weight = np.array(LOOK_SHARES)[pairs[:, 1]] / found.sum(0)[pairs[:, 1]]
    pick = np.random.default_rng(0).choice(len(pairs), 4 * len(X), p=weight / weight.sum())
    result["pairs"] = jnp.asarray(pairs[pick].astype(np.int32))
    return result


def read(rows, i, p, *maps):
    """Metres at the places p (n, k, 2) of rows i, for each of the maps; 0 outside."""
    a = rows["place"][i][:, None]
    column = jnp.round(p[..., 0] * a[..., 0] + a[..., 1]).astype(int)
    row = jnp.round(p[..., 1] * a[..., 2] + a[..., 3]).astype(int)
    hw = rows["hw"][i][:, None]
    inside = (column >= 0) & (row >= 0) & (column < hw[..., 1]) & (row < hw[..., 0])
    flat = jnp.where(inside, row * hw[..., 1] + column, 0) + rows["first"][i][:, None]
    return [jnp.where(inside, rows[m][flat], 0) / 1000.0 for m in maps]


def rows_like(rows, key, p):
    """Row and kind of look, out of a few random ones, in which a person looks most alike."""
    n, tries = len(p), 16
    _, q, s = virtual(p, jnp.ones(p.shape[:2]))
    shape = ((q - q.mean(1, keepdims=True)) / s[:, None, None]).reshape(n, -1)
    pick = rows["pairs"][jax.random.randint(key, (n, tries), 0, len(rows["pairs"]))]
    distance = ((rows["shape"][pick[..., 0]] - shape[:, None]) ** 2).sum(-1)
    best = jnp.take_along_axis(pick, distance.argmin(1)[:, None, None], 1)[:, 0]
    return best[:, 0], best[:, 1]
