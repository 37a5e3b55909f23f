"""Boxes, tubes, balls and cones, and the mesh of what is in a room."""

import numpy as np


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
