"""Textures made by formula: cloth, walls, things."""

import cv2
import numpy as np

from .seeds import Stream, generator


def mips(t):
    """RGBA u8, side a power of two -> all levels, flat."""
    s = t.shape[0]
    out = [t.reshape(-1)]
    levels = 1
    while s > 8:
        s //= 2
        t = cv2.resize(t, (s, s), interpolation=cv2.INTER_AREA)
        out.append(t.reshape(-1))
        levels += 1
    return np.concatenate(out), levels


class Store:
    """Textures of a scene in one array."""

    def __init__(self):
        self.parts, self.table, self.n = [], [], 0

    def put(self, packed):
        data, size, levels = packed
        self.parts.append(data)
        self.table.append((self.n, size, levels))
        self.n += len(data)
        return len(self.table) - 1


def pack(t):
    if t.ndim == 2:
        t = np.repeat(t[..., None], 3, 2)
    if t.shape[2] == 3:
        t = np.concatenate([t, np.full(t.shape[:2] + (1,), 255, np.uint8)], 2)
    data, levels = mips(np.ascontiguousarray(t))
    return data, t.shape[0], levels


def noise(r, size, octaves=4, start=4, gain=0.55):
    out = np.zeros((size, size), np.float32)
    a = 1.0
    for k in range(octaves):
        s = min(size, start << k)
        x = r.random((s, s), dtype=np.float32)
        k, b = size // s, min(2, s)  # whole cells, wrapped, so that the texture tiles
        x = np.pad(x, b, mode="wrap")
        big = cv2.resize(x, ((s + 2 * b) * k,) * 2, interpolation=cv2.INTER_CUBIC)[
            b * k :, b * k :
        ][: s * k, : s * k]
        out += a * (big if s * k == size else cv2.resize(big, (size, size)))
        a *= gain
    out -= out.min()
    return out / out.max()


def fabric(r, size=256):
    """A patterned cloth, RGB u8 (tileable enough)."""
    y, x = np.mgrid[:size, :size].astype(np.float32) / size
    c = lambda: np.array(hsv(r.random(), 0.03 + 0.8 * r.random() ** 1.4, r.uniform(0.12, 1)))
    kind = r.choice(
        [
            "plain",
            "plain",
            "plain",
            "stripes",
            "vstripes",
            "plaid",
            "dots",
            "camo",
            "print",
            "gradient",
        ]
    )
    A, B = c(), c()
    n = int(r.integers(3, 24))
    if kind == "plain":
        m = np.zeros_like(x)
    elif kind in ("stripes", "vstripes"):
        t = y if kind == "stripes" else x
        m = ((t * n) % 1 < r.uniform(0.15, 0.6)).astype(np.float32)
    elif kind == "plaid":
        w = r.uniform(0.2, 0.5)
        m = 0.5 * ((x * n) % 1 < w) + 0.5 * ((y * n) % 1 < w)
    elif kind == "dots":
        m = ((((x * n) % 1 - 0.5) ** 2 + ((y * n) % 1 - 0.5) ** 2) < r.uniform(0.03, 0.12)).astype(
            np.float32
        )
    elif kind == "camo":
        q = noise(r, size, 3, 6)
        m = np.floor(q * r.uniform(3, 6)) / 5
    elif kind == "print":
        m = np.zeros((size, size), np.float32)
        for _ in range(int(r.integers(3, 14))):
            p = (int(r.integers(0, size)), int(r.integers(0, size)))
            cv2.circle(
                m,
                p,
                int(r.integers(5, 45)),
                float(r.random()),
                -1 if r.random() < 0.6 else int(r.integers(2, 9)),
            )
    else:
        m = 0.5 + 0.5 * np.sin(y * 2 * np.pi)
    m = m[..., None]
    t = A * (1 - m) + B * m
    t = t * (1 - r.uniform(0.04, 0.22) * noise(r, size, 4, 8)[..., None])
    t = t * (1 + r.normal(0, 1, (size, size, 1)).astype(np.float32) * r.uniform(0.01, 0.04))
    return (np.clip(t, 0, 1) * 255).astype(np.uint8)


def hsv(h, s, v):
    i = int(h * 6) % 6
    f = h * 6 - int(h * 6)
    p, q, t = v * (1 - s), v * (1 - f * s), v * (1 - (1 - f) * s)
    return [(v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q)][i]


def surface(r, size=256):
    """A texture for floors, walls and things; grey-ish or coloured, RGB u8."""
    y, x = np.mgrid[:size, :size].astype(np.float32) / size
    c = lambda s=0.6: np.array(hsv(r.random(), s * r.random() ** 1.5, r.uniform(0.3, 1)))
    kind = str(
        r.choice(
            [
                "plaster",
                "planks",
                "tiles",
                "brick",
                "carpet",
                "stripes",
                "marble",
                "books",
                "poster",
                "clouds",
                "leaves",
                "plaster",
                "plaster",
                "plaster",
                "carpet",
                "clouds",
            ]
        )
    )
    A, B = c(), c()
    n = int(r.integers(2, 10))
    if kind == "plaster":
        t = A * (1 - 0.25 * noise(r, size, 5, 3)[..., None])
    elif kind == "planks":
        row = np.floor(y * n)
        shade = r.random(n)[row.astype(int) % n]
        grain = noise(r, size, 4, 4)
        grain = cv2.resize(cv2.resize(grain, (size // 16, size)), (size, size))
        gap = ((y * n) % 1 < 0.03) | (((x + row * 0.37) * 2) % 1 < 0.006)
        t = (
            (np.array([0.62, 0.42, 0.25]) * (0.4 + 0.6 * A))
            * (1 - 0.35 * shade - 0.3 * grain)[..., None]
            * (1 - 0.6 * gap)[..., None]
        )
    elif kind == "tiles":
        gap = ((x * n) % 1 < 0.05) | ((y * n) % 1 < 0.05)
        i = (np.floor(x * n) * 7 + np.floor(y * n) * 3).astype(int)
        alt = ((np.floor(x * n) + np.floor(y * n)) % 2)[..., None] * (r.random() < 0.5)
        t = (
            (A * (1 - alt) + B * alt)
            * (1 - 0.2 * r.random(64)[i % 64])[..., None]
            * (1 - 0.5 * gap)[..., None]
        )
    elif kind == "brick":
        row = np.floor(y * n * 2)
        xx = x * n + 0.5 * (row % 2)
        gap = (xx % 1 < 0.06) | ((y * n * 2) % 1 < 0.1)
        i = (np.floor(xx) * 5 + row * 11).astype(int)
        t = A * (1 - 0.35 * r.random(97)[i % 97])[..., None]
        t = np.where(gap[..., None], 0.75, t)
    elif kind == "carpet":
        t = (
            A
            * (0.7 + 0.3 * r.random((size, size, 1)))
            * (1 - 0.2 * noise(r, size, 3, 3)[..., None])
        )
        if r.random() < 0.5:
            m = (np.sin(x * 2 * np.pi * n) * np.sin(y * 2 * np.pi * n) > 0.3)[..., None]
            t = np.where(m, B * 0.8, t)
    elif kind == "stripes":
        m = ((x * n * 2) % 1 < r.uniform(0.1, 0.7))[..., None]
        t = np.where(m, A, B)
    elif kind == "marble":
        q = np.sin((x + y * 0.3) * 9 + 6 * noise(r, size, 5, 3))[..., None] * 0.5 + 0.5
        t = A * q + B * (1 - q)
    elif kind == "books":
        t = np.full((size, size, 3), 0.12, np.float32)
        for k in range(4):
            a = 0
            while a < size:
                w = int(r.integers(5, 18))
                hgt = int(r.integers(35, 58))
                t[k * 64 + 62 - hgt : k * 64 + 62, a : a + w] = hsv(
                    r.random(), r.uniform(0.1, 0.9), r.uniform(0.15, 0.9)
                )
                a += w + int(r.integers(0, 3))
            t[k * 64 + 62 : k * 64 + 64] = 0.5
    elif kind in ("poster", "clutter"):
        t = np.tile(A, (size, size, 1)).astype(np.float32)
        for _ in range(int(r.integers(4, 40))):
            p, q = r.integers(0, size, 2), r.integers(4, 90, 2)
            col = tuple(
                float(v) for v in hsv(r.random(), 0.9 * r.random() ** 1.6, r.uniform(0.1, 1))
            )
            e = r.random()
            if e < 0.4:
                cv2.rectangle(t, p.tolist(), (p + q).tolist(), col, -1)
            elif e < 0.7:
                cv2.ellipse(
                    t, p.tolist(), (q // 2 + 1).tolist(), float(r.uniform(0, 180)), 0, 360, col, -1
                )
            elif e < 0.85:
                cv2.line(t, p.tolist(), r.integers(0, size, 2).tolist(), col, int(r.integers(1, 8)))
            else:
                cv2.fillPoly(t, [r.integers(0, size, (4, 2)).astype(np.int32)], col)
        t *= 1 - 0.3 * noise(r, size, 4, 4)[..., None]
    elif kind == "clouds":
        q = noise(r, size, 6, 2)[..., None]
        t = A * q + B * (1 - q)
    else:  # leaves
        t = np.tile(np.array([0.1, 0.2, 0.06]), (size, size, 1)).astype(np.float32)
        for _ in range(220):
            p = r.integers(0, size, 2)
            g = r.uniform(0.2, 0.8)
            cv2.ellipse(
                t,
                p.tolist(),
                (int(r.integers(4, 20)), int(r.integers(2, 8))),
                float(r.uniform(0, 180)),
                0,
                360,
                (g * r.uniform(0.3, 0.9), g, g * r.uniform(0.1, 0.5)),
                -1,
            )
    mean = t.mean((0, 1))
    t = mean + (t - mean) * r.uniform(0.15, 0.95)  # most walls and floors are quiet
    t = t * (1 + r.normal(0, 0.03, (size, size, 1)))
    return (np.clip(t, 0, 1) * 255).astype(np.uint8)


class Surfaces:
    """A pool of textures, made when first asked for."""

    def __init__(self, seed, count=120):
        self.seed, self.count, self.cache = seed, count, {}

    def __call__(self, r):
        i = int(r.integers(0, self.count))
        if i not in self.cache:
            self.cache[i] = pack(surface(generator(self.seed, Stream.SURFACE, i)))
        return self.cache[i]
