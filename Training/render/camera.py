"""Cameras."""

import numpy as np

from .seeds import pick


def device(r):
    """Name, sensor, frame (w, h), K, depth frame size."""
    q = r.random()
    if q < 0.161:
        return (
            "kinect_v2",
            "tof",
            (512, 424),
            (366.0, 366.0, 256 + r.normal(0, 3), 208 + r.normal(0, 3)),
            (512, 424),
        )
    if q < 0.304:
        return (
            "azure_kinect_nfov",
            "tof",
            (640, 576),
            (504.3, 504.3, 320 + r.normal(0, 3), 288 + r.normal(0, 30) * 0.2),
            (640, 576),
        )
    if q < 0.441:
        return (
            "realsense_640",
            "stereo",
            (640, 480),
            (615.2, 615.2, 320 + r.normal(0, 4), 240 + r.normal(0, 4)),
            (640, 480),
        )
    if q < 0.672:
        portrait = r.random() < 0.54
        w, h = (1440, 1920) if portrait else (1920, 1440)
        d = (192, 256) if portrait else (256, 192)
        return (
            "iphone_lidar" + ("_portrait" if portrait else ""),
            "lidar",
            (w, h),
            (1446.0, 1446.0, w / 2 - 0.5 + r.normal(0, 8), h / 2 - 0.5 + r.normal(0, 8)),
            d,
        )
    shape = [(1280, 960), (1280, 720), (1200, 800), (960, 960), (960, 1280)][int(r.integers(0, 5))]
    f = max(shape) / 2 / np.tan(np.radians(r.uniform(45, 85)) / 2)
    sensor = pick(r, "tof stereo lidar")
    long = dict(tof=512, stereo=640, lidar=256)[sensor]
    s = long / max(shape)
    return (
        "random",
        sensor,
        shape,
        (f, f, shape[0] / 2 - 0.5, shape[1] / 2 - 0.5),
        (round(shape[0] * s), round(shape[1] * s)),
    )


def axes(yaw, pitch, roll):
    """World (y up) -> camera rows; yaw: direction of looking, pitch down positive (radians)."""
    f = np.array([np.cos(pitch) * np.sin(yaw), -np.sin(pitch), np.cos(pitch) * np.cos(yaw)])
    x = np.cross(f, [0, 1.0, 0])
    x /= np.linalg.norm(x)
    y = np.cross(f, x)
    c, s = np.cos(roll), np.sin(roll)
    return np.stack([c * x + s * y, -s * x + c * y, f])


def project(X, K):
    return X[..., :2] / X[..., 2:] * np.array(K[:2]) + np.array(K[2:4])


class Camera:
    """Where it is (pos; R: rows are its axes in the world), the frame (W, H, frameK), and the picture
    cut out of the frame: its size w, h, K, place in the frame and scale."""


def place(r, points, view, heading, joints):
    """A camera that sees the person.

    points: the person's vertices in the world; heading: where the person looks (radians about up);
    view: "room", "side", "far", "cut" (the head to somewhere above the ankles), "desk" (a webcam
    before somebody who sits); joints: name -> place in the world.
    """
    centre = (points.min(0) + points.max(0)) / 2
    close = view in ("cut", "desk")
    c = Camera()
    for attempt in range(40):
        if close:
            c.device, c.sensor, (W, H), K, c.depth_size, pos, R, d, pitch = close_up(
                r, view, heading, joints, attempt
            )
        else:
            c.device, c.sensor, (W, H), K, c.depth_size = device(r)
            d = (r.uniform(4.5, 9.0) if view == "far" else r.uniform(1.5, 6.0)) + 0.06 * attempt
            height = np.clip(r.normal(1.45, 0.55), 0.3, 2.5)
            az = r.uniform(-np.pi, np.pi)
            if view == "side":
                az = heading + np.radians(r.uniform(60, 120)) * (1 if r.random() < 0.5 else -1)
            hf, vf = np.arctan(W / 2 / K[0]), np.arctan(H / 2 / K[1])
            aim = np.arctan2(height - centre[1], d)
            pitch = np.clip(aim + r.uniform(-0.45, 0.45) * vf, np.radians(-10), np.radians(40))
            yaw_off = r.uniform(-0.5, 0.5) * hf
            roll = np.radians(r.normal(0, 2) if r.random() < 0.94 else r.uniform(-20, 20))
            pos = np.array([centre[0] + d * np.sin(az), height, centre[2] + d * np.cos(az)])
            R = axes(az + np.pi + yaw_off, pitch, roll)
        X = (points - pos) @ R.T
        if X[:, 2].min() < (0.12 if close else 0.35):
            continue
        p = project(X, K)
        (x0, y0), (x1, y1) = p.min(0), p.max(0)
        c.cropped = not (x0 > 1 and y0 > 1 and x1 < W - 2 and y1 < H - 2)
        if close:
            # Both shoulders and the nose, most of the time.
            q = project(
                (np.array([joints[k] for k in ("leftShoulder", "rightShoulder", "nose")]) - pos)
                @ R.T,
                K,
            )
            seen = ((q > 2) & (q < np.array([W, H]) - 2)).all(1)
            if seen.all() or (seen[:2].all() and r.random() < 0.15):
                break
        elif not c.cropped:
            break
        else:
            seen = (
                (min(x1, W) - max(x0, 0))
                * (min(y1, H) - max(y0, 0))
                / ((x1 - x0) * (y1 - y0) + 1e-9)
            )
            if seen > 0.5 and min(x1, W) > max(x0, 0) and r.random() < 0.08:
                break
    c.W, c.H, c.R, c.pos, c.frameK = W, H, R, pos, np.array(K)
    c.height, c.dist, c.pitch = pos[1], d, np.degrees(pitch)
    window(r, c, (x0, y0, x1, y1), view)
    return c


def close_up(r, view, heading, joints, attempt):
    head, chest = joints["centerHead"], joints["centerShoulder"]
    hips = (joints["leftHip"] + joints["rightHip"]) / 2
    if view == "desk":
        W, H = (640, 480) if r.random() < 0.4 else (1280, 720)
        f = W / 2 / np.tan(np.radians(r.uniform(52, 84)) / 2)
        az = heading + np.radians(r.normal(0, 24))
        d = r.uniform(0.5, 0.95) + 0.03 * attempt
        target = chest + (head - chest) * r.uniform(-0.2, 1.0)
        height = head[1] + r.uniform(-0.35, 0.12)
    else:
        W, H = [(1280, 720), (640, 480), (720, 1280), (960, 960), (960, 1280)][
            int(r.integers(0, 5))
        ]
        f = max(W, H) / 2 / np.tan(np.radians(r.uniform(45, 85)) / 2)
        az = r.uniform(-np.pi, np.pi)
        knees = (joints["leftKnee"] + joints["rightKnee"]) / 2
        low = hips + (knees - hips) * r.uniform(-0.6, 1.3)
        top = joints["topHead"] + np.array([0, r.uniform(-0.05, 0.3), 0])
        span = max(0.5, np.linalg.norm(top - low))
        d = span * f / H * r.uniform(0.95, 1.25) + 0.05 * attempt
        target = (top + low) / 2
        height = np.clip(target[1] + r.normal(0.1, 0.3), 0.2, 2.4)
    sensor = pick(r, "tof stereo lidar")
    long = dict(tof=512, stereo=640, lidar=256)[sensor] / max(W, H)
    pos = np.array([target[0] + d * np.sin(az), height, target[2] + d * np.cos(az)])
    K = (f, f, W / 2 - 0.5, H / 2 - 0.5)
    pitch = np.arctan2(height - target[1], d) + r.uniform(-0.12, 0.12) * np.arctan(H / 2 / f)
    yaw = az + np.pi + r.uniform(-0.3, 0.3) * np.arctan(W / 2 / f)
    R = axes(yaw, pitch, np.radians(r.normal(0, 2)))
    name = "webcam" if view == "desk" else "random"
    return name, sensor, (W, H), K, (round(W * long), round(H * long)), pos, R, d, pitch


def window(r, c, box, view):
    """The part of the frame that becomes the picture, and its size."""
    x0, y0, x1, y1 = box
    W, H = c.W, c.H
    L = max(x1 - x0, y1 - y0)
    whole = L * np.sqrt(118000 / (W * H))  # the person's size in the whole frame, px
    if view in ("cut", "desk") or (r.random() < 0.16 and whole > 90):
        a0, b0, a1, b1 = 0, 0, W, H
    else:
        if not c.cropped and r.random() < 0.10:  # cut on purpose
            side = int(r.choice(4, p=[0.17, 0.17, 0.16, 0.5]))
            q = r.uniform(0.08, 0.4)
            if side == 0:
                x0 += q * (x1 - x0)
            elif side == 1:
                x1 -= q * (x1 - x0)
            elif side == 2:
                y0 += 0.5 * q * (y1 - y0)
            else:
                y1 -= q * (y1 - y0)
            c.cropped = True
            m = r.uniform(0.03, 0.5, 4) * L
            m[side] = 0
        elif view == "far":
            m = r.uniform(0.2, 1.2, 4) * L
        else:
            m = (r.uniform(0.03, 0.5, 4) if r.random() < 0.85 else r.uniform(0.2, 1.1, 4)) * L
        a0, a1, b0, b1 = x0 - m[0], x1 + m[1], y0 - m[2], y1 + m[3]
        a0, b0, a1, b1 = max(0, int(a0)), max(0, int(b0)), min(W, int(a1) + 1), min(H, int(b1) + 1)
    area = (a1 - a0) * (b1 - b0)
    if view in ("cut", "desk"):
        s = np.sqrt(r.uniform(50000, 118000) / area)
    else:
        target = (
            r.uniform(75, 150)
            if view == "far"
            else r.uniform(110, 230)
            if r.random() < 0.15
            else r.uniform(230, 400)
        )
        s = min(target / L, np.sqrt(118000 / area))
    c.w, c.h = max(32, int((a1 - a0) * s)), max(32, int((b1 - b0) * s))
    c.window, c.scale = (a0, b0), s
    K = c.frameK
    c.K = np.array([K[0] * s, K[1] * s, (K[2] - a0 + 0.5) * s - 0.5, (K[3] - b0 + 0.5) * s - 0.5])
