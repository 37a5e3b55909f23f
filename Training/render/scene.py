"""Posed people in a room as one mesh in camera axes; its depth, rays, lights and picture."""

import cv2
import numpy as np

from .raster import LIGHT, MATERIAL, TEXTURE, call, f4, normals
from .textures import hsv

SHADOWS = 512  # side of a shadow map, pixels
REACH = 2.0  # half of its side, metres
SUPER = 2  # samples a pixel and axis; `shade` takes the occlusion at half their resolution


class Scene:
    """crowd: (person, vertices in the world), the one to be seen first; mesh: of the room; store,
    materials: its textures and materials, to which the people's are added.

    ranges: the triangles (first, one after the last) of everyone in the crowd.
    """

    def __init__(self, crowd, camera, mesh, store, materials):
        self.camera = camera
        R, pos = camera.R, camera.pos
        parts, self.ranges, first, count = [], [], 0, 0
        for person, vertices in crowd:
            base, offset = len(materials), len(store.table)
            for t in person.textures:
                store.put(t)
            for tex, *rest in person.mats:
                materials.append((tex + offset if tex >= 0 else tex, *rest))
            v = f4((vertices - pos) @ R.T.astype(np.float32))
            n = normals(v, person.tri)
            parts.append((v, person.colour, n, person.uv, person.tri + count, person.mat + base))
            count += len(v)
            self.ranges.append((first, first + len(person.tri)))
            first += len(person.tri)
        v, n, uv, f, m = (np.concatenate(q) for q in (mesh.V, mesh.N, mesh.U, mesh.F, mesh.M))
        parts.append(((v - pos) @ R.T, np.ones_like(v), n @ R.T, uv, f + count, m))
        V, C, N, U, F, M = (np.concatenate(q) for q in zip(*parts))
        self.V, self.C, self.N, self.U = f4(V), f4(C), f4(N), f4(U)
        self.F, self.M = np.ascontiguousarray(F, np.int32), np.ascontiguousarray(M, np.uint8)
        assert len(materials) < 256
        self.mats = np.zeros(len(materials), MATERIAL)
        for i, q in enumerate(materials):
            self.mats[i] = (q[0], q[1:4], q[4], q[5], q[6], q[7:10], q[10])
        self.tex = np.array(store.table, TEXTURE)
        self.store = np.concatenate(store.parts)
        self.up = f4(R @ np.array([0, 1.0, 0]))

    def faces(self, V):
        """What every function of raster.c needs of the mesh, with these vertices."""
        return V, len(self.F), self.F, self.M, self.mats, self.U, self.tex, self.store

    def raster(self, K, w, h, V=None, parallel=False, casters=False):
        """1 / z (nearest: of a parallel projection, −z) and triangle of every pixel; −1: nothing."""
        z, i = np.empty((h, w), np.float32), np.empty((h, w), np.int32)
        faces = self.faces(self.V if V is None else V)
        call("raster", *faces, f4(K), w, h, parallel, casters, z, i)
        return z, i

    def rays(self, K, px):
        """z and triangle that a ray through each pixel place meets first; −1: none."""
        px = f4(px)
        z, hit = np.empty(len(px), np.float32), np.empty(len(px), np.int32)
        low, high = px.min(0) - 1, px.max(0) + 1
        call("rays", *self.faces(self.V), f4(K), len(px), px, *low, *high, z, hit)
        return z, hit

    def lights(self, r, center, outdoor):
        """Lights around the middle of the person (camera axes), with their shadow maps."""
        count = 1 if outdoor else int(r.choice([1, 2, 3], p=[0.3, 0.45, 0.25]))
        lights, maps = np.zeros(count, LIGHT), np.empty((count, SHADOWS, SHADOWS), np.float32)
        for k in range(count):
            a, el = r.uniform(0, 2 * np.pi), np.radians(r.uniform(25, 80))
            towards = np.array([np.cos(el) * np.sin(a), np.sin(el), np.cos(el) * np.cos(a)])
            towards = self.camera.R @ towards
            away, warm = r.uniform(1.8, 5), r.uniform(-1, 1)
            colour = np.array([1 + 0.18 * warm, 1, 1 - 0.22 * warm])
            if outdoor:
                power = r.uniform(1.2, 2.6)
            else:
                power = r.uniform(0.5, 1.6) / count * (away**2 + 1) / 9
            up = self.up if abs(-towards @ self.up) < 0.9 else np.array([1.0, 0, 0])
            x = np.cross(-towards, up)
            x /= np.linalg.norm(x)
            Q = np.stack([x, np.cross(-towards, x), -towards])
            t, s = -Q @ center, SHADOWS / (2 * REACH)
            K = (s, s, SHADOWS / 2, SHADOWS / 2)
            soft = r.uniform(0.8, 2.5) if outdoor else r.uniform(2, 14)
            at = center + towards * away
            lights[k] = (
                *(Q.reshape(-1), t, K, SHADOWS),
                *(towards, at, not outdoor, colour * power, soft),
            )
            V = f4(self.V @ Q.T.astype(np.float32) + t.astype(np.float32))
            maps[k], _ = self.raster(lights[k]["K"], SHADOWS, SHADOWS, V, True, True)
        return lights, maps

    def picture(self, r, center, outdoor):
        """RGB u8 (h, w, 3) after exposure, tone, blur, noise, JPEG; and the clean luminance."""
        c = self.camera
        lights, maps = self.lights(r, center, outdoor)
        w, h = c.w * SUPER, c.h * SUPER
        fx, fy, cx, cy = c.K
        K = f4((fx * SUPER, fy * SUPER, (cx + 0.5) * SUPER - 0.5, (cy + 0.5) * SUPER - 0.5))
        z, i = self.raster(K, w, h)
        open_ = np.empty((c.h, c.w), np.float32)
        call("occlusion", w, h, SUPER, z, K[0], 0.18, r.uniform(0.4, 0.9), open_)
        open_ = cv2.blur(open_, (5, 5))
        a = r.uniform(0.6, 1.2) if outdoor else r.uniform(0.4, 1.0)
        tone = np.array([1 + r.normal(0, 0.06), 1, 1 + r.normal(0, 0.08)])
        sky, ground = f4(a * tone), f4(a * r.uniform(0.25, 0.7) * tone)
        back = np.full(3, 0.2)
        if outdoor:
            back = hsv(r.uniform(0.5, 0.65), r.uniform(0, 0.6), r.uniform(0.6, 1.4))
        rgb = np.empty((h, w, 3), np.float32)
        mesh = (self.V, self.N, self.C, self.F, self.M, self.mats, self.U, self.tex, self.store)
        light = (len(lights), lights, maps, self.up, sky, ground, f4(back), open_)
        call("shade", w, h, z, i, *mesh, K, *light, rgb)
        rgb = cv2.resize(np.minimum(rgb, 4), (c.w, c.h), interpolation=cv2.INTER_AREA)
        return developed(r, rgb)


def developed(r, rgb):
    """A picture of linear light as a camera gives it, and its luminance before blur and noise."""
    mean = np.exp(np.log(rgb.mean(2) + 1e-3).mean())
    exposure = np.exp(r.normal(np.log(0.16), 0.35)) / mean
    white = np.exp(r.normal(0, 0.04, 3))
    grey = r.uniform(0.05, 0.5)  # real rooms are less vivid than random textures
    rgb = rgb + grey * (rgb.mean(2, keepdims=True) - rgb)
    x = rgb * (exposure * white).astype(np.float32)
    x = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)  # a film's curve
    x = np.power(x, r.uniform(1 / 2.4, 1 / 2.0)).astype(np.float32)
    luminance = x @ np.array([0.3, 0.59, 0.11], np.float32)
    if r.random() < 0.6:
        x = cv2.GaussianBlur(x, (0, 0), r.uniform(0.3, 0.8))
    sigma, key = r.uniform(0, 0.025), int(r.integers(0, 2**31))
    noise = np.random.Generator(np.random.SFC64(key)).standard_normal(x.shape, dtype=np.float32)
    x = x + noise * sigma * r.uniform(0.4, 1)
    x = (np.clip(x, 0, 1) * 255 + 0.5).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(50, 96))]
    _, packed = cv2.imencode(".jpg", x[..., ::-1], quality)
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1]), luminance
