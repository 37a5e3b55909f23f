"""Noise of three kinds of depth sensors, at the sensor's resolution; and the crop that is kept."""

import cv2
import numpy as np

from .camera import project

CROP = 96


def quick(r):
    return np.random.Generator(np.random.SFC64(int(r.integers(0, 2**31))))


def smooth(g, shape, sigma):
    x = cv2.GaussianBlur(g.standard_normal(shape, dtype=np.float32), (0, 0), sigma)
    return x / (x.std() + 1e-9)


def incidence(z, K, x0, y0):
    """Angle between ray and surface normal, from the depth itself (radians); z (h, w) metres, 0 =
    nothing."""
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


def depth_crop(r, S, cam, V, toc, light):
    """The sensor's noisy map around the person, at most 96 × 96, and how it lies in the picture."""
    Wd, Hd = cam.depth_size
    s = Wd / cam.W
    K = np.array(
        [
            cam.frameK[0] * s,
            cam.frameK[1] * s,
            (cam.frameK[2] + 0.5) * s - 0.5,
            (cam.frameK[3] + 0.5) * s - 0.5,
        ]
    )
    p = toc(V)
    p = project(p[p[:, 2] > 0.05], K)
    (x0, y0), (x1, y1) = p.min(0), p.max(0)
    m = 0.12 * max(min(x1, Wd) - max(x0, 0), min(y1, Hd) - max(y0, 0)) + 1
    # Inside the picture's window.
    wx0, wy0 = [(q + 0.5) * s - 0.5 for q in cam.window]
    wx1, wy1 = wx0 + cam.w / cam.scale * s, wy0 + cam.h / cam.scale * s
    cx0, cx1 = int(np.ceil(max(x0 - m, wx0, 0))), int(np.floor(min(x1 + m, wx1, Wd - 1)))
    cy0, cy1 = int(np.ceil(max(y0 - m, wy0, 0))), int(np.floor(min(y1 + m, wy1, Hd - 1)))
    pad = 14 if cam.sensor != "tof" else 4
    ax0, ay0 = cx0 - pad, cy0 - pad
    w, h = cx1 + pad - ax0 + 1, cy1 + pad - ay0 + 1
    zb, ids = S.raster((K[0], K[1], K[2] - ax0, K[3] - ay0), w, h)
    z = np.where(zb > 0, 1 / np.maximum(zb, 1e-6), 0).astype(np.float32)
    theta = incidence(z, K, ax0, ay0)
    conf = np.zeros((h, w), np.uint8)
    if cam.sensor == "tof":
        u = ((np.arange(w) + ax0 + 0.5) / s - 0.5 - cam.window[0] + 0.5) * cam.scale - 0.5
        v = ((np.arange(h) + ay0 + 0.5) / s - 0.5 - cam.window[1] + 0.5) * cam.scale - 0.5
        l = light[np.clip(np.rint(v), 0, cam.h - 1).astype(int)][
            :, np.clip(np.rint(u), 0, cam.w - 1).astype(int)
        ]
        rad = (
            np.hypot(
                (np.arange(w) + ax0 - K[2])[None] / (Wd / 2),
                (np.arange(h) + ay0 - K[3])[:, None] / (Hd / 2),
            )
            / 1.41
        )
        n = tof(r, z, theta, l, rad)
    elif cam.sensor == "stereo":
        n = stereo(r, z, K[0])
    else:
        n, conf = lidar(r, z, theta)
    mask = np.zeros((h, w), np.uint8)
    for k, (a, b) in enumerate(S.ranges):
        mask[(ids >= a) & (ids < b)] = min(k + 1, 2)
    cut = np.s_[cy0 - ay0 : cy1 - ay0 + 1, cx0 - ax0 : cx1 - ax0 + 1]
    n, z, mask, conf = n[cut], z[cut], mask[cut], conf[cut]
    step = max(1, int(np.ceil(max(n.shape) / CROP)))
    n, z, mask, conf = (q[::step, ::step] for q in (n, z, mask, conf))
    mm = np.clip(np.round(n * 1000), 0, 65535).astype(np.uint16)
    near = cv2.dilate((mask == 1).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    mm = np.where(near, mm, (mm + 8) // 16 * 16).astype(np.uint16)
    D, M = np.zeros((CROP, CROP), np.uint16), np.zeros((CROP, CROP), np.uint8)
    h, w = mm.shape
    D[:h, :w], M[:h, :w] = mm, mask | (conf << 4)
    ax = step / s * cam.scale
    bx = ((cx0 + 0.5) / s - cam.window[0]) * cam.scale - 0.5
    by = ((cy0 + 0.5) / s - cam.window[1]) * cam.scale - 0.5
    own = mask == 1
    ok = own & (mm > 0)
    err = np.abs(n - z)[ok] * 1000
    check = [
        ok.sum() / max(1, own.sum()),
        *(np.percentile(err, (50, 68, 95)) if len(err) else (0, 0, 0)),
    ]
    return dict(
        depth=D,
        mask=M,
        depth_hw=np.array([h, w], np.int16),
        depth_affine=np.array([ax, bx, ax, by], np.float32),
        depth_native_step=np.float32(step),
        depth_check=np.array(check, np.float32),
    )
