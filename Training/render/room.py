"""Rooms, and places without walls."""

import numpy as np

from . import furniture
from .textures import hsv
from .things import BOX, TUBE, Mesh

BOTH_SIDES, NO_SHADOW = 2, 4  # flags of raster.c


def room(r, surfaces, store, materials, camera, people, occluder, props=()):
    """A room around the camera and the people (places of their roots, first the one to be seen), with
    furniture, `props` (each puts itself into the mesh) and perhaps something before the person.

    Fills `materials` and `store`; returns the mesh, and whether there are no walls.
    """
    mesh = Mesh()

    def material(spec=0.02, gloss=10, flags=BOTH_SIDES, tint=None, bump=0.15, plain=0.12):
        if tint is None:
            tint = np.array(hsv(r.random(), r.uniform(0, 0.25), r.uniform(0.5, 1.0)))
        texture = -1 if r.random() < plain else store.put(surfaces(r))
        materials.append((texture, *tint, spec, gloss, flags, 0, 0, 0, bump))
        return len(materials) - 1

    outdoor = r.random() < 0.08
    flags = BOTH_SIDES | NO_SHADOW
    floor = material(spec=r.uniform(0, 0.12), gloss=r.uniform(8, 60), flags=flags)
    scale, turn = r.uniform(0.4, 1.6), r.uniform(0, np.pi)
    if outdoor:
        field(r, mesh, material, floor, scale)
    else:
        box(r, mesh, material, floor, scale, turn, [camera.pos] + people)
    around(r, mesh, material, camera.pos, np.array(people[0]))
    for add in props:
        add(mesh, r, material)
    if occluder is not None:
        at, size, yaw = occluder
        shape = BOX if r.random() < 0.8 else TUBE
        mesh.put(shape, at, size, r.uniform(-0.4, 0.4) + yaw, material(spec=0.05))
    return mesh, outdoor


def field(r, mesh, material, floor, scale, half=30.0):
    """Ground, and hedges or houses far off."""
    corners = [(x * half, 0, z * half) for x, z in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    mesh.quad(corners, (0, 1, 0), [(x * scale, z * scale) for x, _, z in corners], floor)
    material(flags=BOTH_SIDES | NO_SHADOW, bump=0)
    for _ in range(int(r.integers(2, 6))):
        a, d = r.uniform(0, 2 * np.pi), r.uniform(8, 16)
        w, h = r.uniform(3, 9), r.uniform(1.5, 6)
        at = (d * np.sin(a), h / 2, d * np.cos(a))
        screen = material(flags=BOTH_SIDES | NO_SHADOW)
        mesh.put(BOX, at, (w, h, 0.5), a, screen, (w / 2, h / 2))


def box(r, mesh, material, floor, scale, turn, inside):
    """Floor, ceiling, four walls with things on them, turned by any angle."""
    flags = BOTH_SIDES | NO_SHADOW
    c, s = np.cos(turn), np.sin(turn)
    points = np.array([np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]]) @ p for p in inside])
    low = points.min(0) - r.uniform(0.7, 3.0, 3)
    high = points.max(0) + r.uniform(0.7, 3.0, 3)
    h = max(r.uniform(2.3, 4.0), inside[0][1] + 0.3)
    corner = lambda x, y, z: (c * x + s * z, y, -s * x + c * z)
    (x0, _, z0), (x1, _, z1) = low, high
    flat = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)]
    uv = [(x * scale, z * scale) for x, z in flat]
    mesh.quad([corner(x, 0, z) for x, z in flat], (0, 1, 0), uv, floor)
    flat = [(x0, z0), (x1, z0), (x1, z1), (x0, z1)]
    ceiling = material(flags=flags, plain=0.7, tint=np.full(3, r.uniform(0.6, 1)))
    mesh.quad([corner(x, h, z) for x, z in flat], (0, -1, 0), flat, ceiling)
    same = r.random() < 0.6
    wall = material(flags=flags, plain=0.35)
    for k, (nx, nz) in enumerate(((0, 1), (-1, 0), (0, -1), (1, 0))):
        (xa, za), (xb, zb) = flat[k], flat[(k + 1) % 4]
        own = wall if same else material(flags=flags, plain=0.25)
        length, q = np.hypot(xb - xa, zb - za), r.uniform(0.25, 1.2)
        normal = np.array([c * nx + s * nz, 0, -s * nx + c * nz])
        corners = [corner(xa, 0, za), corner(xb, 0, zb), corner(xb, h, zb), corner(xa, h, za)]
        mesh.quad(corners, normal, [(0, h * q), (length * q, h * q), (length * q, 0), (0, 0)], own)
        yaw = np.arctan2(normal[0], normal[2])
        for _ in range(int(r.integers(0, 4))):  # pictures, windows, shelves
            t, w, tall = r.uniform(0.08, 0.92), r.uniform(0.25, 1.4), r.uniform(0.25, 1.3)
            y = r.uniform(0.6, h - 0.4)
            at = np.array(corner(xa + t * (xb - xa), y, za + t * (zb - za)))
            deep = r.uniform(0.02, 0.3) if r.random() < 0.7 else 0.03
            bright = r.uniform(0.4, 1.2) if r.random() < 0.9 else np.array([2.0, 2.1, 2.2])
            thing = material(spec=r.uniform(0, 0.2), tint=np.full(3, bright), plain=0.3)
            mesh.put(BOX, at + normal * deep / 2, (w, tall, deep), yaw, thing)


def around(r, mesh, material, camera, person):
    """Things on the floor, not between camera and person nor too near to either."""
    flat = lambda p: np.array([p[0], p[2]])
    a, b = flat(camera), flat(person)

    def free(p, radius):
        p = flat(p)
        t = np.clip((p - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        return (
            np.linalg.norm(p - a - t * (b - a)) > radius + 0.45
            and np.linalg.norm(p - b) > radius + 0.95
            and np.linalg.norm(p - a) > radius + 0.5
        )

    away = (person - camera) / (np.linalg.norm(person - camera) + 1e-6)
    for _ in range(int(r.integers(1, 10))):
        for _ in range(6):
            at = person + away * r.uniform(-1, 4)
            at = at + np.array([r.normal(0, 2.2), 0, r.normal(0, 2.2)])
            at[1] = 0
            size = r.uniform(0.2, 1.1)
            if free(at, size * 0.75):
                furniture.thing(r, mesh, material, at, size)
                break
