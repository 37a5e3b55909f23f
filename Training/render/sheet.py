"""A sheet of pictures of rows with truth and landmarks drawn.

python -m render.sheet OUT.png --assets ASSETS --lifting FOLDER --heavy FILE.task --rows 0:600:10
"""

import argparse

import cv2
import numpy as np

from .detector import Detector
from .rows import Maker

BONES = [
    (0, 1),
    (1, 2),
    (2, 3),
    (3, 4),
    (4, 5),
    (2, 6),
    (6, 7),
    (7, 8),
    (2, 9),
    (9, 10),
    (10, 11),
    (11, 12),
    (12, 13),
    (10, 14),
    (14, 15),
    (15, 16),
]


def drawn(image, q, scale=1.0, plain=False):
    c = np.ascontiguousarray(cv2.resize(image, None, fx=scale, fy=scale))
    at = lambda p: tuple(
        int(v) for v in np.clip(np.rint((np.asarray(p[:2]) + 0.5) * scale - 0.5), -2000, 2000)
    )
    if not plain:
        for a, b in BONES:
            cv2.line(c, at(q["joints2d"][a]), at(q["joints2d"][b]), (255, 255, 0), 1, cv2.LINE_AA)
        for p, v in zip(
            np.concatenate([q["joints2d"], q["extra2d"]]),
            np.concatenate([q["vis"], q["vis_extra"]]),
        ):
            cv2.circle(c, at(p), 2, (0, 255, 0) if v == 1 else (255, 0, 255), -1)
        for name, colour in (("landmarks", (0, 0, 255)), ("landmarks_heavy", (255, 60, 0))):
            if q["found"] and name in q:
                for p in q[name]:
                    if np.isfinite(p[0]):
                        cv2.drawMarker(c, at(p), colour, cv2.MARKER_TILTED_CROSS, 5, 1)
    text = f"{q['frame_id']} {q['kind'][:30]}"
    cv2.putText(c, text, (2, 10), 0, 0.34, (255, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(
        c,
        f"{q['view']}" + ("" if q["found"] else " NOT FOUND"),
        (2, 22),
        0,
        0.34,
        (255, 0, 0),
        1,
        cv2.LINE_AA,
    )
    return c


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("out")
    p.add_argument("--assets", required=True)
    p.add_argument("--lifting")
    p.add_argument("--heavy")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--rows", default="0:480:8", help="first:last:step")
    p.add_argument("--height", type=int, default=230)
    p.add_argument("--width", type=int, default=1900)
    p.add_argument("--plain", action="store_true", help="nothing drawn")
    p.add_argument("--undetected", action="store_true", help="without BlazePose")
    a = p.parse_args()
    maker = Maker(a.seed, a.assets, a.lifting, None if a.undetected else Detector(a.heavy))
    lines, x = [[]], 0
    for k in range(*map(int, a.rows.split(":"))):
        q, image = maker.row(k)
        c = drawn(image, q, a.height / image.shape[0], a.plain)[:, : a.width]
        if x + c.shape[1] > a.width:
            lines.append([])
            x = 0
        lines[-1].append(c)
        x += c.shape[1]
    out = np.zeros((a.height * len(lines), a.width, 3), np.uint8)
    for j, line in enumerate(lines):
        x = 0
        for c in line:
            out[j * a.height : j * a.height + c.shape[0], x : x + c.shape[1]] = c
            x += c.shape[1]
    cv2.imwrite(a.out, out[..., ::-1])


if __name__ == "__main__":
    main()
