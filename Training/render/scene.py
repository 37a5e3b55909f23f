"""Cameras, rooms, lights, pictures, visibility: everything between posed people and pixels."""

import ctypes
import hashlib
import os
import pathlib
import subprocess

import cv2
import numpy as np

from .textures import hsv

HERE = pathlib.Path(__file__).parent
MAT = np.dtype(
    [
        ("tex", "i4"),
        ("tint", "f4", 3),
        ("spec", "f4"),
        ("gloss", "f4"),
        ("flags", "i4"),
        ("tint2", "f4", 3),
        ("bump", "f4"),
    ]
)
TEX = np.dtype([("offset", "i8"), ("size", "i4"), ("levels", "i4")])
LIGHT = np.dtype(
    [
        ("R", "f4", 9),
        ("t", "f4", 3),
        ("K", "f4", 4),
        ("size", "i4"),
        ("dir", "f4", 3),
        ("pos", "f4", 3),
        ("point", "i4"),
        ("colour", "f4", 3),
        ("soft", "f4"),
    ],
    align=True,
)
MAP = 512


def library():
    source = HERE / "raster.c"
    flags = [
        "-O3",
        "-march=native",
        "-fno-math-errno",
        "-fno-trapping-math",
        "-ffinite-math-only",
        "-fno-signed-zeros",
        "-fassociative-math",
        "-freciprocal-math",
        "-shared",
        "-fPIC",
    ]
    tag = hashlib.sha256(source.read_bytes() + " ".join(flags).encode()).hexdigest()[:12]
    path = HERE / ".build" / f"raster-{tag}.so"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        subprocess.run(["gcc", *flags, "-o", str(part), str(source), "-lm"], check=True)
        part.replace(path)
    return ctypes.CDLL(str(path))


LIB = library()


def ptr(a):
    assert a.flags.c_contiguous
    return ctypes.c_void_p(a.ctypes.data)


f4 = lambda a: np.ascontiguousarray(a, np.float32)


def skin(person, T):
    out = np.empty_like(person.rest)
    LIB.skin(len(out), ptr(person.rest), ptr(person.bone), ptr(person.weight), 4, ptr(T), ptr(out))
    return out


class Scene:
    """People (posed, world vertices) and a room in camera axes, ready for the rasteriser."""

    def __init__(self, people, camera, mesh, store, mats):
        self.camera = camera
        R, pos = camera.R, camera.pos
        V, C, F, M, U = [], [], [], [], []
        n, self.ranges, first = 0, [], 0
        normals = []
        for person, verts in people:
            cam = f4((verts - pos) @ R.T.astype(np.float32))
            base = len(mats)
            offset = len(store.table)
            for t in person.textures:
                store.put(t)
            for q in person.mats:
                q = list(q)
                if q[0] >= 0:
                    q[0] += offset
                mats.append(tuple(q))
            nn = np.empty_like(cam)
            weld = np.arange(len(cam), dtype=np.int32)
            LIB.normals(len(cam), len(person.tri), ptr(cam), ptr(person.tri), ptr(weld), ptr(nn))
            (
                V.append(cam),
                C.append(person.colour),
                F.append(person.tri + n),
                M.append(person.mat + base),
                U.append(person.uv),
            )
            normals.append(nn)
            n += len(cam)
            self.ranges.append((first, first + len(person.tri)))
            first += len(person.tri)
        if mesh is not None:
            v = np.concatenate(mesh.V)
            V.append((v - pos) @ R.T)
            normals.append(np.concatenate(mesh.N) @ R.T)
            C.append(np.ones_like(v))
            (
                F.append(np.concatenate(mesh.F) + n),
                M.append(np.concatenate(mesh.M)),
                U.append(np.concatenate(mesh.U)),
            )
        self.V, self.C, self.N, self.U = (
            f4(np.concatenate(V)),
            f4(np.concatenate(C)),
            f4(np.concatenate(normals)),
            f4(np.concatenate(U)),
        )
        self.F = np.ascontiguousarray(np.concatenate(F), np.int32)
        self.M = np.ascontiguousarray(np.concatenate(M), np.uint8)
        assert len(mats) < 256
        self.mats = np.zeros(len(mats), MAT)
        for i, q in enumerate(mats):
            self.mats[i] = (q[0], q[1:4], q[4], q[5], q[6], q[7:10], q[10])
        self.tex = np.array(store.table or [(0, 8, 1)], TEX)
        self.store = np.concatenate(store.parts) if store.parts else np.zeros(1024, np.uint8)
        self.up = f4(R @ np.array([0, 1.0, 0]))

    def raster(self, K, w, h, V=None, ortho=0, casters=0):
        z, i = np.empty((h, w), np.float32), np.empty((h, w), np.int32)
        K = f4(K)
        V = self.V if V is None else V
        LIB.raster(
            ptr(V),
            len(self.F),
            ptr(self.F),
            ptr(self.M),
            ptr(self.mats),
            ptr(self.U),
            ptr(self.tex),
            ptr(self.store),
            ptr(K),
            w,
            h,
            ortho,
            casters,
            ptr(z),
            ptr(i),
        )
        return z, i

    def rays(self, K, px):
        px = f4(px)
        n = len(px)
        z, hit = np.empty(n, np.float32), np.empty(n, np.int32)
        K = f4(K)
        lo, hi = px.min(0), px.max(0)
        g = ctypes.c_float
        LIB.rays(
            ptr(self.V),
            len(self.F),
            ptr(self.F),
            ptr(self.M),
            ptr(self.mats),
            ptr(self.U),
            ptr(self.tex),
            ptr(self.store),
            ptr(K),
            n,
            ptr(px),
            g(lo[0] - 1),
            g(lo[1] - 1),
            g(hi[0] + 1),
            g(hi[1] + 1),
            ptr(z),
            ptr(hit),
        )
        return z, hit

    def lights(self, r, center, outdoor):
        """center: middle of the person, camera axes. Lights with their shadow maps."""
        R = self.camera.R
        count = 1 if outdoor else int(r.choice([1, 2, 3], p=[0.3, 0.45, 0.25]))
        L = np.zeros(count, LIGHT)
        maps = np.empty((count, MAP, MAP), np.float32)
        for k in range(count):
            a, el = r.uniform(0, 2 * np.pi), np.radians(r.uniform(25, 80))
            d = np.array([np.cos(el) * np.sin(a), np.sin(el), np.cos(el) * np.cos(a)])
            d = R @ d
            dist = r.uniform(1.8, 5)
            L[k]["dir"] = d
            L[k]["pos"] = center + d * dist
            L[k]["point"] = 0 if outdoor else 1
            warm = r.uniform(-1, 1)
            colour = np.array([1 + 0.18 * warm, 1, 1 - 0.22 * warm])
            L[k]["colour"] = colour * (
                r.uniform(1.2, 2.6) if outdoor else r.uniform(0.5, 1.6) / count * (dist**2 + 1) / 9
            )
            z = -d
            x = np.cross(z, self.up if abs(z @ self.up) < 0.9 else np.array([1.0, 0, 0]))
            x /= np.linalg.norm(x)
            y = np.cross(z, x)
            Q = np.stack([x, y, z])
            t = -Q @ center
            radius = 2.0
            s = MAP / (2 * radius)
            L[k]["R"], L[k]["t"], L[k]["K"], L[k]["size"] = (
                Q.reshape(-1),
                t,
                (s, s, MAP / 2, MAP / 2),
                MAP,
            )
            L[k]["soft"] = r.uniform(0.8, 2.5) if outdoor else r.uniform(2, 14)
            V = f4(self.V @ Q.T.astype(np.float32) + t.astype(np.float32))
            maps[k], _ = self.raster(L[k]["K"], MAP, MAP, V, 1, 1)
        return L, maps

    def picture(
        self, r, center, outdoor, super=2
    ):  # `shade` takes occlusion at half resolution, so super is 2
        """RGB u8 (h, w, 3) after exposure, tone, blur, noise, JPEG; and the clean luminance."""
        c = self.camera
        lights, maps = self.lights(r, center, outdoor)
        w, h = c.w * super, c.h * super
        K = np.array(
            [
                c.K[0] * super,
                c.K[1] * super,
                (c.K[2] + 0.5) * super - 0.5,
                (c.K[3] + 0.5) * super - 0.5,
            ]
        )
        z, i = self.raster(K, w, h)
        ao = np.empty((c.h, c.w), np.float32)
        LIB.occlusion(
            w,
            h,
            2,
            ptr(z),
            ctypes.c_float(K[0]),
            ctypes.c_float(0.18),
            ctypes.c_float(r.uniform(0.4, 0.9)),
            ptr(ao),
        )
        ao = cv2.blur(ao, (5, 5))
        a = r.uniform(0.6, 1.2) if outdoor else r.uniform(0.4, 1.0)
        tone = np.array([1 + r.normal(0, 0.06), 1, 1 + r.normal(0, 0.08)])
        sky, ground = f4(a * tone), f4(a * r.uniform(0.25, 0.7) * tone)
        back = f4(
            np.array(hsv(r.uniform(0.5, 0.65), r.uniform(0, 0.6), r.uniform(0.6, 1.4)))
            if outdoor
            else np.full(3, 0.2)
        )
        rgb = np.empty((h, w, 3), np.float32)
        K = f4(K)
        LIB.shade(
            w,
            h,
            ptr(z),
            ptr(i),
            ptr(self.V),
            ptr(self.N),
            ptr(self.C),
            ptr(self.F),
            ptr(self.M),
            ptr(self.mats),
            ptr(self.U),
            ptr(self.tex),
            ptr(self.store),
            ptr(K),
            len(lights),
            ptr(lights),
            ptr(maps),
            ptr(self.up),
            ptr(sky),
            ptr(ground),
            ptr(back),
            ptr(ao),
            ptr(rgb),
        )
        rgb = cv2.resize(np.minimum(rgb, 4), (c.w, c.h), interpolation=cv2.INTER_AREA)
        # Exposure by the mean, white balance, film curve.
        mean = np.exp(np.log(rgb.mean(2) + 1e-3).mean())
        e = np.exp(r.normal(np.log(0.16), 0.35)) / mean
        wb = np.exp(r.normal(0, 0.04, 3))
        grey = r.uniform(0.05, 0.5)  # real rooms are less vivid than random textures
        rgb = rgb + grey * (rgb.mean(2, keepdims=True) - rgb)
        x = rgb * (e * wb).astype(np.float32)
        x = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)
        x = np.power(x, r.uniform(1 / 2.4, 1 / 2.0)).astype(np.float32)
        lum = x @ np.array([0.3, 0.59, 0.11], np.float32)
        if r.random() < 0.6:
            s = r.uniform(0.3, 0.8)
            x = cv2.GaussianBlur(x, (0, 0), s)
        sigma = r.uniform(0, 0.025)
        g = np.random.Generator(np.random.SFC64(int(r.integers(0, 2**31)))).standard_normal(
            (c.h, c.w, 3), dtype=np.float32
        )
        x = x + g * sigma * r.uniform(0.4, 1)
        x = (np.clip(x, 0, 1) * 255 + 0.5).astype(np.uint8)
        ok, j = cv2.imencode(
            ".jpg", x[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(50, 96))]
        )
        x = cv2.imdecode(j, cv2.IMREAD_COLOR)[..., ::-1]
        return np.ascontiguousarray(x), lum
