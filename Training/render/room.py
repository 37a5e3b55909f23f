"""Rooms."""

import numpy as np

from .textures import hsv


def _box():
    V, N, F, U = [], [], [], []
    for a in range(3):
        for s in (-1, 1):
            n = np.zeros(3)
            n[a] = s
            p, q = np.roll([1, 0, 0], a + 1), np.roll([1, 0, 0], a + 2)
            if s < 0:
                p, q = q, p
            k = len(V)
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                V.append((n + i * p + j * q) / 2)
                N.append(n)
                U.append(((i + 1) / 2, (1 - j) / 2))
            F += [(k, k + 1, k + 2), (k, k + 2, k + 3)]
    return [np.array(x, float) for x in (V, N, U)] + [np.array(F)]


def _round(profile, n=14):
    """A body of revolution: profile of (radius, y)."""
    V, N, U, F = [], [], [], []
    m = len(profile)
    for i, (rad, y) in enumerate(profile):
        a, b = profile[max(0, i - 1)], profile[min(m - 1, i + 1)]
        t = np.array([b[0] - a[0], b[1] - a[1]])
        nr = np.array([t[1], -t[0]]) / (np.hypot(*t) + 1e-9)
        for k in range(n + 1):
            q = 2 * np.pi * k / n
            V.append((rad * np.sin(q), y, rad * np.cos(q)))
            N.append((nr[0] * np.sin(q), nr[1], nr[0] * np.cos(q)))
            U.append((k / n, 1 - i / (m - 1)))
    for i in range(m - 1):
        for k in range(n):
            a = i * (n + 1) + k
            F += [(a, a + 1, a + n + 2), (a, a + n + 2, a + n + 1)]
    return [np.array(x, float) for x in (V, N, U)] + [np.array(F)]


BOX = _box()
BALL = _round([(np.sin(t), -np.cos(t)) for t in np.linspace(0.02, np.pi - 0.02, 9)])
TUBE = _round([(0.001, -0.5), (0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (0.5, 0.5), (0.001, 0.5)])
CONE = _round([(0.001, -0.5), (0.5, -0.5), (0.5, -0.49), (0.15, 0.5), (0.001, 0.5)])


class Mesh:
    """Room and things, in the world."""

    def __init__(self):
        self.V, self.N, self.U, self.F, self.M, self.n = [], [], [], [], [], 0

    def put(self, shape, center, size, yaw, mat, uv=None):
        v, n, u, f = shape
        c, s = np.cos(yaw), np.sin(yaw)
        R = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        self.V.append((v * size) @ R.T + center)
        self.N.append(n @ R.T)
        u = u * (uv if uv is not None else 1.0)
        self.U.append(u[f])
        self.F.append(f + self.n)
        self.M.append(np.full(len(f), mat))
        self.n += len(v)

    def quad(self, corners, normal, uv, mat):
        self.V.append(np.array(corners, float))
        self.N.append(np.tile(normal, (4, 1)))
        f = np.array([(0, 1, 2), (0, 2, 3)])
        self.U.append(np.array(uv, float)[f])
        self.F.append(f + self.n)
        self.M.append(np.full(2, mat))
        self.n += 4


def room(r, surfaces, store, mats, camera, people_at, occluder, props=()):
    """Fills `mats` and `store`; returns the mesh."""
    m = Mesh()

    def material(spec=0.02, gloss=10, flags=2, tint=None, bump=0.15, plain=0.12):
        tint = (
            np.array(hsv(r.random(), r.uniform(0, 0.25), r.uniform(0.5, 1.0)))
            if tint is None
            else tint
        )
        t = -1 if r.random() < plain else store.put(surfaces(r))
        mats.append((t, *tint, spec, gloss, flags, 0, 0, 0, bump))
        return len(mats) - 1

    cam = camera.pos
    outdoor = r.random() < 0.08
    floor = material(spec=r.uniform(0, 0.12), gloss=r.uniform(8, 60), flags=2 | 4)
    k = r.uniform(0.4, 1.6)
    S = 30.0
    turn = r.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    if outdoor:
        corners = [(-S, 0, -S), (-S, 0, S), (S, 0, S), (S, 0, -S)]
        m.quad(corners, (0, 1, 0), [(a[0] * k, a[2] * k) for a in corners], floor)
        wall = material(flags=2 | 4, bump=0)
        for q in range(int(r.integers(2, 6))):  # far screens: hedges, houses
            a = r.uniform(0, 2 * np.pi)
            d = r.uniform(8, 16)
            w, h = r.uniform(3, 9), r.uniform(1.5, 6)
            m.put(
                BOX,
                (d * np.sin(a), h / 2, d * np.cos(a)),
                (w, h, 0.5),
                a,
                material(flags=2 | 4),
                (w / 2, h / 2),
            )
    else:
        # A room turned by any angle around the people and the camera.
        inv = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
        pts = np.array([inv @ p for p in [cam] + people_at])
        lo, hi = pts.min(0) - r.uniform(0.7, 3.0, 3), pts.max(0) + r.uniform(0.7, 3.0, 3)
        h = max(r.uniform(2.3, 4.0), cam[1] + 0.3)
        corner = lambda x, y, z: (*np.array([c * x + s * z, y, -s * x + c * z]),)
        m.quad(
            [
                corner(lo[0], 0, lo[2]),
                corner(lo[0], 0, hi[2]),
                corner(hi[0], 0, hi[2]),
                corner(hi[0], 0, lo[2]),
            ],
            (0, 1, 0),
            [
                (lo[0] * k, lo[2] * k),
                (lo[0] * k, hi[2] * k),
                (hi[0] * k, hi[2] * k),
                (hi[0] * k, lo[2] * k),
            ],
            floor,
        )
        ceiling = material(flags=2 | 4, plain=0.7, tint=np.full(3, r.uniform(0.6, 1)))
        m.quad(
            [
                corner(lo[0], h, lo[2]),
                corner(hi[0], h, lo[2]),
                corner(hi[0], h, hi[2]),
                corner(lo[0], h, hi[2]),
            ],
            (0, -1, 0),
            [(lo[0], lo[2]), (hi[0], lo[2]), (hi[0], hi[2]), (lo[0], hi[2])],
            ceiling,
        )
        same = r.random() < 0.6
        wall = material(flags=2 | 4, plain=0.35)
        for x0, z0, x1, z1, n in (
            (lo[0], lo[2], hi[0], lo[2], (0, 1)),
            (hi[0], lo[2], hi[0], hi[2], (-1, 0)),
            (hi[0], hi[2], lo[0], hi[2], (0, -1)),
            (lo[0], hi[2], lo[0], lo[2], (1, 0)),
        ):
            mat = wall if same else material(flags=2 | 4, plain=0.25)
            length = np.hypot(x1 - x0, z1 - z0)
            q = r.uniform(0.25, 1.2)
            n3 = np.array([c * n[0] + s * n[1], 0, -s * n[0] + c * n[1]])
            m.quad(
                [corner(x0, 0, z0), corner(x1, 0, z1), corner(x1, h, z1), corner(x0, h, z0)],
                n3,
                [(0, h * q), (length * q, h * q), (length * q, 0), (0, 0)],
                mat,
            )
            yaw = np.arctan2(n3[0], n3[2])
            for _ in range(int(r.integers(0, 4))):  # pictures, windows, shelves on the wall
                t = r.uniform(0.08, 0.92)
                w, hh = r.uniform(0.25, 1.4), r.uniform(0.25, 1.3)
                y = r.uniform(0.6, h - 0.4)
                p = np.array(corner(x0 + t * (x1 - x0), y, z0 + t * (z1 - z0)))
                deep = r.uniform(0.02, 0.3) if r.random() < 0.7 else 0.03
                tint = (
                    np.full(3, r.uniform(0.4, 1.2))
                    if r.random() < 0.9
                    else np.array([2.0, 2.1, 2.2])
                )
                m.put(
                    BOX,
                    p + n3 * deep / 2,
                    (w, hh, deep),
                    yaw,
                    material(spec=r.uniform(0, 0.2), tint=tint, plain=0.3, flags=2),
                )
    # Things on the floor.
    me = np.array(people_at[0])

    def free(p, radius):
        p2, a, b = np.array([p[0], p[2]]), np.array([cam[0], cam[2]]), np.array([me[0], me[2]])
        t = np.clip((p2 - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        near = np.linalg.norm(p2 - a - t * (b - a))
        return (
            near > radius + 0.45
            and np.linalg.norm(p2 - b) > radius + 0.95
            and np.linalg.norm(p2 - a) > radius + 0.5
        )

    for _ in range(int(r.integers(1, 10))):
        for _ in range(6):
            away = (me - cam) / (np.linalg.norm(me - cam) + 1e-6)
            p = me + away * r.uniform(-1, 4) + np.array([r.normal(0, 2.2), 0, r.normal(0, 2.2)])
            p[1] = 0
            size = r.uniform(0.2, 1.1)
            if free(p, size * 0.75):
                break
        else:
            continue
        kind = int(r.integers(0, 7))
        yaw = r.uniform(0, 6.3)
        mat = material(spec=r.uniform(0, 0.25), gloss=r.uniform(6, 60))
        if kind == 0:
            h = size * r.uniform(0.5, 2.0)
            m.put(BOX, p + [0, h / 2, 0], (size, h, size * r.uniform(0.4, 1)), yaw, mat)
        elif kind == 1:
            h = size * r.uniform(0.6, 2.4)
            m.put(TUBE, p + [0, h / 2, 0], (size * 0.6, h, size * 0.6), yaw, mat)
        elif kind == 2:
            q = size * 0.4
            m.put(BALL, p + [0, q, 0], (q, q, q), yaw, mat)
        elif kind in (3, 4):  # table or chair
            h = r.uniform(0.42, 0.8)
            w, d = size * 1.2, size * 0.9
            m.put(BOX, p + [0, h, 0], (w, 0.05, d), yaw, mat)
            cy, sy = np.cos(yaw), np.sin(yaw)
            for a in (-1, 1):
                for b in (-1, 1):
                    x, z = a * (w / 2 - 0.04), b * (d / 2 - 0.04)
                    m.put(
                        BOX,
                        p + [cy * x + sy * z, h / 2, -sy * x + cy * z],
                        (0.05, h, 0.05),
                        yaw,
                        mat,
                    )
            if kind == 4:
                m.put(BOX, p + [sy * (-d / 2), h + 0.25, cy * (-d / 2)], (w, 0.5, 0.04), yaw, mat)
            elif r.random() < 0.6:
                m.put(
                    BOX if r.random() < 0.5 else TUBE,
                    p + [0, h + 0.15, 0],
                    (0.2, 0.25, 0.2),
                    yaw,
                    material(),
                )
        elif kind == 5:  # plant
            m.put(CONE, p + [0, 0.2, 0], (0.35, 0.4, -0.35), yaw, mat)
            leaf = material(tint=np.array([0.4, 0.9, 0.3]), plain=0.3)
            for _ in range(10):
                m.put(
                    BOX,
                    p + [r.normal(0, 0.12), 0.5 + r.uniform(0, 0.8), r.normal(0, 0.12)],
                    (r.uniform(0.05, 0.3), r.uniform(0.1, 0.4), 0.01),
                    r.uniform(0, 6.3),
                    leaf,
                )
        else:  # something person-like: a coat stand, a lamp
            h = r.uniform(1.2, 1.9)
            m.put(TUBE, p + [0, h / 2, 0], (0.05, h, 0.05), yaw, mat)
            m.put(
                CONE if r.random() < 0.5 else BALL,
                p + [0, h, 0],
                (0.25, 0.3, 0.25),
                yaw,
                material(),
            )
            m.put(TUBE, p + [0, 0.02, 0], (0.4, 0.04, 0.4), yaw, mat)
    for add in props:
        add(m, r, material)
    if occluder is not None:
        m.put(
            BOX if r.random() < 0.8 else TUBE,
            occluder[0],
            occluder[1],
            r.uniform(-0.4, 0.4) + occluder[2],
            material(spec=0.05),
        )
    return m, outdoor


def seat(kind, hips, top, heading, scale):
    """What somebody sits on: hips' middle, height of its top, where the person looks."""

    def add(m, r, material):
        mat = material(spec=r.uniform(0, 0.2), plain=0.4)
        c, s = np.cos(heading), np.sin(heading)
        at = lambda x, y, z: np.array([hips[0] + c * x + s * z, y, hips[2] - s * x + c * z])
        w, d = r.uniform(0.40, 0.52), r.uniform(0.36, 0.48)
        back = -0.16 * scale - r.uniform(0.0, 0.05)
        if kind in ("box", "bench", "sofa"):
            w = dict(box=w, bench=r.uniform(0.9, 1.8), sofa=r.uniform(1.2, 2.2))[kind]
            m.put(BOX, at(0, top / 2, back + d / 2), (w, top, d), heading, mat)
        elif kind == "stool":
            m.put(TUBE, at(0, top - 0.02, back + 0.17), (0.36, 0.04, 0.36), heading, mat)
            m.put(TUBE, at(0, top / 2, back + 0.17), (0.07, top, 0.07), heading, material())
        else:
            m.put(BOX, at(0, top - 0.02, back + d / 2), (w, 0.04, d), heading, mat)
            for a in (-1, 1):
                for b in (0, 1):
                    m.put(
                        BOX,
                        at(a * (w / 2 - 0.03), (top - 0.04) / 2, back + 0.03 + b * (d - 0.06)),
                        (0.035, top - 0.04, 0.035),
                        heading,
                        mat,
                    )
        if kind in ("chair", "sofa"):
            h = r.uniform(0.3, 0.6)
            m.put(
                BOX,
                at(0, top + h / 2 + 0.05, back - 0.03),
                (w, h, 0.05 if kind == "chair" else 0.2),
                heading,
                mat,
            )
            if r.random() < 0.25:
                for a in (-1, 1):
                    m.put(
                        BOX,
                        at(a * (w / 2 + 0.04), top + 0.2, back + d * 0.45),
                        (0.05, 0.04, d * 0.8),
                        heading,
                        mat,
                    )

    return add


def table(hips, top, heading, scale):
    """A table before somebody who sits, with things on it."""

    def add(m, r, material):
        mat = material(spec=r.uniform(0, 0.25))
        c, s = np.cos(heading), np.sin(heading)
        at = lambda x, y, z: np.array([hips[0] + c * x + s * z, y, hips[2] - s * x + c * z])
        w, d, z = r.uniform(1.0, 1.8), r.uniform(0.5, 0.8), 0.20 * scale + r.uniform(0.02, 0.12)
        m.put(BOX, at(0, top - 0.015, z + d / 2), (w, 0.03, d), heading, mat)
        for a in (-1, 1):
            m.put(
                BOX, at(a * (w / 2 - 0.04), top / 2, z + d - 0.05), (0.05, top, 0.05), heading, mat
            )
        for _ in range(int(r.integers(0, 4))):
            h, x = (
                r.uniform(0.02, 0.22),
                r.uniform(0.25, 0.45) * (1 if r.random() < 0.5 else -1) * w,
            )
            m.put(
                BOX if r.random() < 0.6 else TUBE,
                at(x, top + h / 2, z + r.uniform(0.1, d - 0.1)),
                (r.uniform(0.06, 0.3), h, r.uniform(0.06, 0.2)),
                heading + r.uniform(-0.5, 0.5),
                material(),
            )

    return add
