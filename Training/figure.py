"""Forward kinematics, augmentation and a body of spheres, on whole batches in JAX."""

import jax
import jax.numpy as jnp
import numpy as np


LENGTHS = ["thigh", "shank", "spineL", "spineU", "neck", "head", "uarm", "farm", "shw", "hipw", "foot"]
RATIOS = np.array([.241, .249, .141, .141, .133, .056, .156, .147, .210, .115, .090], np.float32)
FACE = np.array([  # nose, eyes, ears from the top of the head: left, up, forward; 1.75 m
    [0, -.138, .116], [.032, -.106, .090], [-.032, -.106, .090], [.075, -.125, -.005],
    [-.075, -.125, -.005]], np.float32)
FACE_RENDERED = np.array([
    [0, -.1474, .1236], [.031, -.1114, .0893], [-.031, -.1114, .0893], [.0742, -.1318, .0036],
    [-.0742, -.1318, .0036]], np.float32)
KEYS = ["Rp", "Rc", "Rh", "sp", "up", "nk", "uaL", "faL", "uaR", "faR", "thL", "shL", "ftL", "thR", "shR", "ftR"]


def unit(v):
    return v / (jnp.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


def rotate(R, v):
    return jnp.einsum("...ij,...j->...i", R, v)


def random_rotation(key, sigma):
    r = jax.random.normal(key, sigma.shape + (3,)) * sigma[..., None]
    a = jnp.linalg.norm(r, axis=-1, keepdims=True) + 1e-9
    k = r / a
    z = jnp.zeros_like(k[..., 0])
    K = jnp.stack([
        jnp.stack([z, -k[..., 2], k[..., 1]], -1), jnp.stack([k[..., 2], z, -k[..., 0]], -1),
        jnp.stack([-k[..., 1], k[..., 0], z], -1)], -2)
    a = a[..., None]
    return jnp.eye(3) + jnp.sin(a) * K + (1 - jnp.cos(a)) * (K @ K)


def lengths(key, n, rendered, statistics):
    """Stature and the bones' lengths in metres (n, 11): general anthropometry, or that of the
    rendered people with their covariance widened."""
    k = jax.random.split(key, 20)
    normal = lambda i, s, m=0.0: m + s * jax.random.normal(k[i], (n,))
    kind = jax.random.uniform(k[0], (n,))
    H = jnp.clip(normal(1, 0.10, 1.71), 1.45, 2.05)
    H = jnp.where(kind < 0.10, 1.0 + 0.5 * jax.random.uniform(k[2], (n,)), H)  # children
    leg, arm, trunk = normal(3, .025), normal(4, .035), normal(5, .02)
    common, fore = normal(6, .02), normal(7, .02)
    e = jax.random.normal(k[8], (n, 11)) * .025
    e = e.at[:, 0].add(leg).at[:, 1].add(leg)
    e = e.at[:, 2].add(-.8 * leg + trunk).at[:, 3].add(-.8 * leg + common)
    e = e.at[:, 6].add(arm + fore).at[:, 7].add(arm)
    e = e.at[:, 8].add(normal(9, .07)).at[:, 9].add(normal(10, .13, .05))
    e = e.at[:, 4].add(normal(11, .11)).at[:, 10].add(normal(12, .11)).at[:, 5].add(normal(13, .16))
    general = RATIOS * jnp.exp(e)
    mean, root = statistics
    seen = jnp.exp(mean + 1.15 * jax.random.normal(k[14], (n, 11)) @ root.T)
    o = jnp.where(rendered[:, None], seen, general)
    chain = o[:, 0] + o[:, 1] + o[:, 2] + o[:, 3] + o[:, 4] + o[:, 5] + .039
    o = o / chain[:, None] * H[:, None]
    head = H / 1.75 * jnp.exp(normal(15, .05))
    return H, o, head


def forward(L, o, head, rendered):
    """Local directions and lengths to the 26 points, root at the origin, y up."""
    n = len(head)
    Rp = L["Rp"]
    Rc = Rp @ L["Rc"]
    Rh = Rc @ L["Rh"]
    q = {name: o[:, i, None] for i, name in enumerate(LENGTHS)}
    X = [None] * 26
    X[10] = jnp.zeros((n, 3))
    hip = Rp[:, :, 0] * q["hipw"] / 2
    X[11], X[14] = hip, -hip
    X[9] = rotate(Rp, L["sp"]) * q["spineL"]
    X[2] = X[9] + rotate(Rc, L["up"]) * q["spineU"]
    shoulder = Rc[:, :, 0] * q["shw"] / 2
    X[3], X[6] = X[2] + shoulder, X[2] - shoulder
    for s, (a, b, c) in (("L", (3, 4, 5)), ("R", (6, 7, 8))):
        X[b] = X[a] + rotate(Rc, L["ua" + s]) * q["uarm"]
        X[c] = X[b] + rotate(Rc, L["fa" + s]) * q["farm"]
    for s, (a, b, c, t, h) in (("L", (11, 12, 13, 22, 24)), ("R", (14, 15, 16, 23, 25))):
        X[b] = X[a] + rotate(Rp, L["th" + s]) * q["thigh"]
        shank = rotate(Rp, L["sh" + s])
        X[c] = X[b] + shank * q["shank"]
        foot = rotate(Rp, L["ft" + s])
        X[t] = X[c] + foot * q["foot"]
        X[h] = X[c] + .35 * q["foot"] * (shank - foot)
    X[1] = X[2] + rotate(Rc, L["nk"]) * q["neck"]
    X[0] = X[1] + q["head"] * Rh[:, :, 1]
    face = jnp.where(rendered[:, None, None], FACE_RENDERED, FACE) * head[:, None, None]
    for i in range(5):
        X[17 + i] = X[0] + rotate(Rh, face[:, i])
    return jnp.stack(X, 1)


FLIP = jnp.array([-1.0, 1, 1])


def mirrored(L):
    result = {}
    for key, v in L.items():
        if key in ("Rp", "Rc", "Rh"):
            result[key] = v * FLIP[:, None] * FLIP[None, :]
        elif key[-1] in "LR":
            result[key[:-1] + ("R" if key[-1] == "L" else "L")] = v * FLIP
        else:
            result[key] = v * FLIP
    return result


def choose(mask, a, b):
    return jnp.where(mask.reshape((-1,) + (1,) * (a.ndim - 1)), a, b)


def augmented(key, bank, index, other):
    """Poses of the bank with limbs of other poses (`other`: (6, n) indices), turned and mirrored."""
    n = len(index)
    L = {k: v[index] for k, v in bank.items()}
    keys = iter(jax.random.split(key, 40))
    uniform = lambda: jax.random.uniform(next(keys), (n,))
    normal = lambda: jax.random.normal(next(keys), (n,))
    hard = uniform() < .4
    parts = (
        (["uaL", "faL", "uaR", "faR"], .35), (["uaL", "faL"], .3), (["uaR", "faR"], .3),
        (["thL", "shL", "ftL", "thR", "shR", "ftR", "Rp"], .35), (["thL", "shL", "ftL"], .1),
        (["Rc", "sp", "up"], .25), (["Rh", "nk"], .3))
    for i, (names, share) in enumerate(parts):
        mask = hard & (uniform() < share)
        for name in names:
            L[name] = choose(mask, bank[name][other[i % 6]], L[name])
    sd = jnp.radians(7.0) * jax.random.choice(
        next(keys), jnp.array([.2, 1., 2.2]), (n,), p=jnp.array([.35, .55, .1]))
    for s in "LR":
        for upper, lower, more, spread in (
            ("ua" + s, "fa" + s, None, 1.3), ("th" + s, "sh" + s, "ft" + s, 1.0)):
            R = random_rotation(next(keys), sd * spread)
            L[upper] = rotate(R, L[upper])
            turned = [lower] + ([more] if more else [])
            for name in turned:
                L[name] = rotate(R, L[name])
            # The hinge bends a little more or less.
            axis = jnp.cross(L[upper], L[lower])
            sine = jnp.linalg.norm(axis, axis=1)
            angle = jnp.arctan2(sine, (L[upper] * L[lower]).sum(1))
            axis = axis / (sine[:, None] + 1e-6)
            change = jnp.clip(angle + normal() * sd * 1.4, .02, 2.6) - angle
            change = jnp.where(sine < .05, 0, change)[:, None]
            for name in turned:
                v = L[name]
                L[name] = unit(
                    v * jnp.cos(change) + jnp.cross(axis, v) * jnp.sin(change)
                    + axis * (axis * v).sum(1, keepdims=True) * (1 - jnp.cos(change)))
    L["Rc"] = random_rotation(next(keys), sd * .6) @ L["Rc"]
    L["Rh"] = random_rotation(next(keys), sd * 1.2) @ L["Rh"]
    L["Rp"] = random_rotation(next(keys), sd * .8) @ L["Rp"]
    M = mirrored(L)
    flip = uniform() < .5
    return {k: choose(flip, M[k], L[k]) for k in L}


def _spheres():
    """Centres as weights of the 26 points, radii in metres at 1.75 m, and to which part of the body
    each belongs (for girth); the trunk's are wider than deep by having three side by side."""
    rows, radii, parts, forward = [], [], [], []

    def add(weights, radius, part, ahead=0.0):
        row = np.zeros(26, np.float32)
        for point, weight in weights.items():
            row[point] += weight
        rows.append(row), radii.append(radius), parts.append(part), forward.append(ahead)

    def chain(a, b, ra, rb, count, part, first=0.0, last=1.0):
        for t in np.linspace(first, last, count):
            add({a: 1 - t, b: t}, ra + (rb - ra) * t, part)

    for shoulder, elbow, wrist in ((3, 4, 5), (6, 7, 8)):
        chain(shoulder, elbow, .060, .037, 6, 1)
        chain(elbow, wrist, .037, .022, 6, 1)
        for t, r in ((1.25, .030), (1.5, .026)):
            add({elbow: 1 - t, wrist: t}, r, 1)
    for hip, knee, ankle, toe, heel in ((11, 12, 13, 22, 24), (14, 15, 16, 23, 25)):
        chain(hip, knee, .105, .062, 7, 2)
        chain(knee, ankle, .062, .046, 7, 2)
        chain(ankle, toe, .046, .028, 4, 2, .2, .9)
        add({ankle: .5, heel: .5}, .04, 2)
    # Head: two spheres below the crown; neck.
    add({0: 1.0 - .62, 20: .31, 21: .31}, .095, 3)
    add({20: .5, 21: .5}, .088, 3)
    add({20: .35, 21: .35, 17: .3}, .075, 3)
    for t in (.15, .35, .55):
        add({2: 1 - t, 1: t}, .062, 3)
    # Trunk: rows from the hips to the shoulders.
    for t, half, r, ahead in (
        (-.02, .55, .128, .020), (.12, .52, .128, .020), (.27, .42, .125, .022),
        (.42, .33, .122, .026), (.57, .36, .125, .024), (.72, .44, .123, .012),
        (.86, .46, .115, -.008), (.96, .55, .092, -.014)):
        upper = max(0.0, 2 * t - 1)
        lower = max(0.0, 1 - 2 * t)
        middle = 1 - upper - lower
        for side in (-1, 0, 1):
            weights = {10: lower, 9: middle, 2: upper}
            for left, right, share in ((11, 14, 1 - t), (3, 6, t)):
                # Beside the middle by a share of the hips' or the shoulders' half width.
                weights[left] = weights.get(left, 0) + side * half * share / 2
                weights[right] = weights.get(right, 0) - side * half * share / 2
            add(weights, r, 0, ahead)
    floats = lambda a: np.array(a, np.float32)
    return floats(rows), floats(radii), np.array(parts), floats(forward)


SPHERES, RADII, PARTS, AHEAD = _spheres()


def sphere_depth(X, radii, rays):
    """Depth at which rays (n, m, 2) of x/z, y/z first meet the spheres (n, k) around the centres
    given by the 26 points X (n, 26, 3) in the camera's frame; infinite where they meet none."""
    C = jnp.einsum("kp,npc->nkc", jnp.asarray(SPHERES), X)
    ahead = unit(jnp.cross(X[:, 3] - X[:, 6] + X[:, 11] - X[:, 14], X[:, 2] - X[:, 10]))
    C = C + ahead[:, None] * (AHEAD[:, None] * (radii[:, :1, None] / RADII[0]))
    d2 = 1 + (rays ** 2).sum(-1)  # (n, m)
    b = (
        rays[:, :, None, 0] * C[:, None, :, 0] + rays[:, :, None, 1] * C[:, None, :, 1]
        + C[:, None, :, 2])
    c = (C ** 2).sum(-1) - radii ** 2
    disc = b * b - d2[:, :, None] * c[:, None, :]
    z = (b - jnp.sqrt(jnp.maximum(disc, 0))) / d2[:, :, None]
    return jnp.where(disc > 0, z, jnp.inf).min(-1)
