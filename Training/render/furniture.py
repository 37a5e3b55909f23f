"""Seats, tables, things on floors and before people."""

import numpy as np

from .things import BALL, BOX, CONE, TUBE


def local(origin, turn):
    """(x, y, z) to the side, up from the floor and ahead -> the world."""
    c, s = np.cos(turn), np.sin(turn)
    return lambda x, y, z: np.array([origin[0] + c * x + s * z, y, origin[2] - s * x + c * z])


def thing(r, mesh, material, at, size):
    """Some piece of furniture on the floor, about as wide as `size`."""
    kind, yaw = int(r.integers(0, 7)), r.uniform(0, 6.3)
    own = material(spec=r.uniform(0, 0.25), gloss=r.uniform(6, 60))
    put = lambda shape, up, box, mat=own: mesh.put(shape, at + [0, up, 0], box, yaw, mat)
    if kind == 0:
        h = size * r.uniform(0.5, 2.0)
        put(BOX, h / 2, (size, h, size * r.uniform(0.4, 1)))
    elif kind == 1:
        h = size * r.uniform(0.6, 2.4)
        put(TUBE, h / 2, (size * 0.6, h, size * 0.6))
    elif kind == 2:
        put(BALL, size * 0.4, (size * 0.4,) * 3)
    elif kind in (3, 4):  # a table or a chair
        h, w, d = r.uniform(0.42, 0.8), size * 1.2, size * 0.9
        put(BOX, h, (w, 0.05, d))
        to = local(at, yaw)
        for a in (-1, 1):
            for b in (-1, 1):
                leg = to(a * (w / 2 - 0.04), h / 2, b * (d / 2 - 0.04))
                mesh.put(BOX, leg, (0.05, h, 0.05), yaw, own)
        if kind == 4:
            mesh.put(BOX, to(0, h + 0.25, -d / 2), (w, 0.5, 0.04), yaw, own)
        elif r.random() < 0.6:
            shape = BOX if r.random() < 0.5 else TUBE
            put(shape, h + 0.15, (0.2, 0.25, 0.2), material())
    elif kind == 5:  # a plant
        put(CONE, 0.2, (0.35, 0.4, -0.35))
        leaf = material(tint=np.array([0.4, 0.9, 0.3]), plain=0.3)
        for _ in range(10):
            place = at + [r.normal(0, 0.12), 0.5 + r.uniform(0, 0.8), r.normal(0, 0.12)]
            box = r.uniform(0.05, 0.3), r.uniform(0.1, 0.4), 0.01
            mesh.put(BOX, place, box, r.uniform(0, 6.3), leaf)
    else:  # as tall and thin as a person: a coat stand, a lamp
        h = r.uniform(1.2, 1.9)
        put(TUBE, h / 2, (0.05, h, 0.05))
        shape = CONE if r.random() < 0.5 else BALL
        put(shape, h, (0.25, 0.3, 0.25), material())
        put(TUBE, 0.02, (0.4, 0.04, 0.4))


def occluder(r, root, away, side, reach):
    """Place, size and yaw of something before the person, who reaches so far towards the camera
    (`away`)."""
    h = r.uniform(0.3, 0.95)
    at = root + away * (reach + r.uniform(0.05, 0.35)) + side * r.normal(0, 0.15)
    at[1] = h / 2
    return at, (r.uniform(0.4, 1.1), h, r.uniform(0.1, 0.35)), np.arctan2(away[0], away[2])


def seat(kind, hips, top, turn, scale):
    """A person's seat, as a function that puts it into a mesh.

    hips: their middle; top: the seat's height; turn: where the pelvis looks; scale: stature over 1.70 m.
    """

    def add(mesh, r, material):
        own, to = material(spec=r.uniform(0, 0.2), plain=0.4), local(hips, turn)
        put = lambda shape, at, box, mat=own: mesh.put(shape, to(*at), box, turn, mat)
        w, d = r.uniform(0.40, 0.52), r.uniform(0.36, 0.48)
        back = -0.16 * scale - r.uniform(0.0, 0.05)
        if kind in ("box", "bench", "sofa"):
            w = dict(box=w, bench=r.uniform(0.9, 1.8), sofa=r.uniform(1.2, 2.2))[kind]
            put(BOX, (0, top / 2, back + d / 2), (w, top, d))
        elif kind == "stool":
            put(TUBE, (0, top - 0.02, back + 0.17), (0.36, 0.04, 0.36))
            put(TUBE, (0, top / 2, back + 0.17), (0.07, top, 0.07), material())
        else:
            put(BOX, (0, top - 0.02, back + d / 2), (w, 0.04, d))
            leg = top - 0.04
            for a in (-1, 1):
                for z in (back + 0.03, back + 0.03 + (d - 0.06)):
                    put(BOX, (a * (w / 2 - 0.03), leg / 2, z), (0.035, leg, 0.035))
        if kind in ("chair", "sofa"):
            h = r.uniform(0.3, 0.6)
            put(BOX, (0, top + h / 2 + 0.05, back - 0.03), (w, h, 0.05 if kind == "chair" else 0.2))
            if r.random() < 0.25:
                for a in (-1, 1):
                    at = a * (w / 2 + 0.04), top + 0.2, back + d * 0.45
                    put(BOX, at, (0.05, 0.04, d * 0.8))

    return add


def table(hips, top, turn, scale):
    """A table before a sitting person, with things on it, as such a function."""

    def add(mesh, r, material):
        own, to = material(spec=r.uniform(0, 0.25)), local(hips, turn)
        w, d = r.uniform(1.0, 1.8), r.uniform(0.5, 0.8)
        near = 0.20 * scale + r.uniform(0.02, 0.12)
        mesh.put(BOX, to(0, top - 0.015, near + d / 2), (w, 0.03, d), turn, own)
        for a in (-1, 1):
            leg = to(a * (w / 2 - 0.04), top / 2, near + d - 0.05)
            mesh.put(BOX, leg, (0.05, top, 0.05), turn, own)
        for _ in range(int(r.integers(0, 4))):
            h = r.uniform(0.02, 0.22)
            x = r.uniform(0.25, 0.45) * (1 if r.random() < 0.5 else -1) * w
            shape = BOX if r.random() < 0.6 else TUBE
            at = to(x, top + h / 2, near + r.uniform(0.1, d - 0.1))
            box = r.uniform(0.06, 0.3), h, r.uniform(0.06, 0.2)
            mesh.put(shape, at, box, turn + r.uniform(-0.5, 0.5), material())

    return add
