"""Noise of three kinds of depth sensors, at the sensor's resolution; and the crop that is kept."""

import cv2
import numpy as np


def quick(r):
    return np.random.Generator(np.random.SFC64(int(r.integers(0, 2**31))))


def smooth(g, shape, sigma):
    x = cv2.GaussianBlur(g.standard_normal(shape, dtype=np.float32), (0, 0), sigma)
    return x / (x.std() + 1e-9)


def incidence(z, K, x0, y0):
    """Angle between ray and surface normal, from the depth itself (radians); z (h, w) metres, 0 = nothing."""
    h, w = z.shape
    x = ((np.arange(w, dtype=np.float32) + x0) - K[2]) / K[0]
    y = ((np.arange(h, dtype=np.float32) + y0) - K[3]) / K[1]
    X, Y = z * x, z * y[:, None]

    def grad(a):
        gx = np.empty_like(a)
        gx[:, 1:-1] = a[:, 2:] - a[:, :-2]
        gx[:, 0], gx[:, -1] = gx[:, 1], gx[:, -2]
        gy = np.empty_like(a)
        gy[1:-1] = a[2:] - a[:-2]
        gy[0], gy[-1] = gy[1], gy[-2]
        return gx, gy

    (ax, ay), (bx, by), (cx, cy) = grad(X), grad(Y), grad(z)
    nx, ny, nz = bx * cy - cx * by, cx * ay - ax * cy, ax * by - bx * ay
    n = np.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
    ray = np.sqrt(x * x + (y * y)[:, None] + 1)
    c = np.abs(nx * x + ny * y[:, None] + nz) / (n * ray)
    return np.arccos(np.clip(c, 0, 1))


def edges(z, step):
    k = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    far, near = cv2.dilate(z, k), cv2.erode(z, k)
    return (far - near) > step, near, far


def tof(r, z, theta, lum, radius):
    g = quick(r)
    h, w = z.shape
    jx = np.clip(
        np.rint(np.arange(w) + g.standard_normal((h, w), dtype=np.float32) * 0.35), 0, w - 1
    ).astype(int)
    jy = np.clip(
        np.rint(np.arange(h)[:, None] + g.standard_normal((h, w), dtype=np.float32) * 0.35),
        0,
        h - 1,
    ).astype(int)
    d = z[jy, jx]
    refl = np.clip(lum, 0, 1) ** 1.8
    t = np.minimum(theta, 1.45)
    s = 1.5 - 0.5 * z + 0.3 * z**2 + 0.1 * z**1.5 * t**2 / (np.pi / 2 - t) ** 2
    s = s * (1 + 0.3 * np.clip(radius, 0, 1) ** 2) / np.sqrt(np.maximum(refl, 0.02) / 0.4)
    out = d + s * 0.001 * g.standard_normal((h, w), dtype=np.float32)
    out += 0.004 * np.sin(2 * np.pi * d / 0.9 + r.uniform(0, 6.3)) + r.normal(0, 0.003)
    e, near, far = edges(z, 0.05)
    q = g.random((h, w), dtype=np.float32)
    out = np.where(e & (q < 0.30), near + (far - near) * g.random((h, w), dtype=np.float32), out)
    around = cv2.dilate(e.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    hole = (
        (e & (q > 0.80))
        | (theta > np.radians(78)) & ~around
        | (refl < 0.011)
        | (g.random((h, w), dtype=np.float32) < 0.0008)
    )
    hole |= (d < 0.4) | (d > 6) | (z <= 0)
    return np.where(hole, 0, out)


def stereo(r, z, fx):
    g = quick(r)
    h, w = z.shape
    f = 380.0 * 0.05
    zz = np.where(z > 0, z, 20)
    patch = smooth(g, (h, w), 6) > 0.3
    fat = cv2.erode(zz.astype(np.float32), np.ones((3, 3), np.uint8))
    zz = np.where(patch, fat, zz)
    d = f / zz
    d = d + 0.055 * np.sqrt(0.5) * (
        g.standard_normal((h, w), dtype=np.float32) + smooth(g, (h, w), 5)
    )
    d = np.round(d * 32) / 32
    out = f / np.maximum(d, 0.5) * (1 + r.normal(0, 0.004))
    px = fx * 0.05 / np.maximum(zz, 0.2)  # disparity in the sensor's own pixels
    shadow = np.zeros((h, w), bool)
    for k in range(1, 20):
        shadow[:, :-k] |= px[:, k:] - px[:, :-k] >= k
    e, _, _ = edges(z, 0.08)
    hole = (
        shadow
        | (e & (g.random((h, w), dtype=np.float32) < 0.15))
        | (smooth(g, (h, w), 4) > 2.6)
        | (z <= 0)
        | (z > 10)
    )
    return np.where(hole, 0, out)


def lidar(r, z, theta):
    g = quick(r)
    zz = np.where(z > 0, z, 8).astype(np.float32)
    d = cv2.medianBlur(zz, 3)
    d = cv2.GaussianBlur(d, (0, 0), 1.1)
    d = d * (
        1 + 0.004 * smooth(g, z.shape, 7) + 0.0025 * smooth(g, z.shape, 2) + r.normal(0, 0.004)
    )
    e, _, _ = edges(zz, 0.06)
    near = cv2.dilate(e.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    conf = np.full(z.shape, 2, np.uint8)
    conf[near | (theta > np.radians(70)) | (z > 4)] = 1
    conf[e] = 0
    return d, conf
