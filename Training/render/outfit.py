"""What a character wears: MakeHuman's suits, shoes, hair; garments cut from the body's surface."""

import cv2
import numpy as np

from . import skin
from .mesh import ARMS, HANDS, LIMBS, limb_of, renumbered, smoother, vertex_normals
from .seeds import pick
from .textures import fabric, hsv

FEMALE = [f"female_{n}" for n in ("casualsuit01", "casualsuit02", "elegantsuit01", "sportsuit01")]
MALE = [f"male_casualsuit0{k}" for k in range(1, 7)] + ["male_elegantsuit01", "male_worksuit01"]
HAIR = "bob02 braid01 long01 ponytail01 short01 short02 short03 short04 afro01 bob01".split()
HAIR_SHARES = {
    True: np.array([0.02, 0.01, 0.03, 0.03, 0.26, 0.22, 0.18, 0.18, 0.05, 0.02]),
    False: np.array([0.14, 0.14, 0.18, 0.18, 0.06, 0.05, 0.05, 0.05, 0.05, 0.10]),
}


def dressed(r, person, parts):
    """Puts clothes and hair into `parts`. The body's colours, which of its vertices show, and the
    names of what is worn."""
    A, male = person.A, person.info["gender"] > 0.5
    show = np.ones(A.nbody, bool)
    suit = None
    if r.random() < 0.45:
        own = MALE if male else FEMALE
        suit = str(r.choice(own if r.random() < 0.8 else FEMALE + MALE))
    names = [suit] if suit else []
    if r.random() < 0.8:
        names.append(f"shoes0{int(r.integers(1, 7))}")
    hair = None
    if r.random() >= 0.1:
        p = HAIR_SHARES[male]
        hair = str(r.choice(HAIR, p=p / p.sum()))
        names.append(hair)
    if r.random() < 0.05 and (hair is None or hair.startswith("short")):
        names.append("fedora")
    names += [f"eyebrow{int(r.integers(1, 13)):03d}", "low-poly"]
    colour, hair_colour = skin.skin(r, person), skin.hair_colour(r, person.info)
    for name in names:
        piece(r, person, parts, name, show, hair_colour)
    if suit is None:
        names += Tailor(r, person, parts, show).outfit(male)
    return colour, show, names


def piece(r, person, parts, name, show, hair_colour):
    """A garment, shoes, hair, eyebrows or eyes of MakeHuman's, fitted to the body."""
    A, v = person.A, person.v
    kind, _ = A.pieces[name]
    z = {k: A.z[f"clo/{name}/{k}"] for k in ("ref", "w", "d", "scale", "delete", "vt", "f", "ft")}
    ref = z["ref"].astype(int)
    size = [
        abs(v[int(a), k] - v[int(b), k]) * 10 / d if d else 1.0
        for k, (a, b, d) in enumerate(z["scale"])
    ]
    vertices = np.einsum("nkc,nk->nc", v[ref], z["w"]) + z["d"] * np.array(size) * 0.1
    w = np.maximum(z["w"], 0)
    w = w / (w.sum(1, keepdims=True) + 1e-9)
    weights = np.einsum("nkb,nk->nb", A.W[ref], w)
    uv = z["vt"][z["ft"].astype(int)].copy()
    uv[..., 1] = 1 - uv[..., 1]
    show[z["delete"][z["delete"] < A.nbody]] = False
    picture = A.textures.get(name)
    if kind in ("hair", "eyebrows"):
        if picture is None:  # bob01, afro01 have none; the strands of another, opaque
            picture = A.textures["long01"].copy()
            picture[..., 3] = 255
            uv = uv * 2
        grey = picture[..., :3].astype(np.float32).mean(2)
        grey = grey / max(grey[picture[..., 3] > 100].mean(), 1) * 128
        grey = np.clip(grey, 0, 255).astype(np.uint8)
        flags = 1 | 2 | 16 | (4 if kind == "eyebrows" else 0)
        tex = parts.texture(np.dstack([grey, grey, grey, picture[..., 3]]))
        material = parts.material(tex, hair_colour * 2.2, 0.10, 18, flags, hair_colour * 0.25)
    elif kind == "eyes":
        t = A.textures[pick(r, "brownlight_eye brownlight_eye blue_eye green_eye grey_eye")]
        tex = parts.texture(np.ascontiguousarray(t[..., 2::-1]))
        material = parts.material(tex, (1.1, 1.1, 1.1), 0.4, 60, 4)
    else:
        mode = r.random()
        if picture is None:
            cloth = fabric(r)
            uv = uv * 4
            if name == "fedora":
                tint = np.array(hsv(r.random(), 0.3, r.uniform(0.05, 0.5)))
                material = parts.material(-1, tint, 0.02, 8, 2)
            else:
                tex = parts.texture(cloth)
                material = parts.material(tex, np.full(3, r.uniform(0.5, 1)), 0.02, 8, 2, bump=0.3)
        else:
            tex = parts.texture(recoloured(r, picture, mode))
            shine = 0.15 if "shoes" in name else 0.04
            material = parts.material(tex, (1, 1, 1), shine, 12, 2, bump=0.25)
    parts.put(vertices, weights, z["f"].astype(np.int32), uv, material)


def recoloured(r, picture, mode):
    """The picture of a garment as it is, in another hue, or its shading with a pattern (by `mode`, 0
    to 1)."""
    rgb = picture[..., 2::-1].astype(np.float32)
    if 0.25 <= mode < 0.65:
        h = cv2.cvtColor((rgb / 255).astype(np.float32), cv2.COLOR_RGB2HSV)
        h[..., 0] = (h[..., 0] + r.uniform(0, 360)) % 360
        h[..., 1] = np.clip(h[..., 1] * r.uniform(0.2, 1.6) + r.uniform(0, 0.25), 0, 1)
        h[..., 2] = np.clip(h[..., 2] * r.uniform(0.5, 1.5), 0, 1)
        rgb = cv2.cvtColor(h, cv2.COLOR_HSV2RGB) * 255
    elif mode >= 0.65:
        pattern = cv2.resize(fabric(r), picture.shape[1::-1]).astype(np.float32)
        grey = rgb.mean(2, keepdims=True)
        rgb = pattern * np.clip(0.55 + (grey - np.median(grey)) / 110, 0.2, 1.3)
    return np.clip(rgb, 0, 255).astype(np.uint8)


class Tailor:
    """Cuts garments from the body's surface, pushes them out, smooths and creases them."""

    def __init__(self, r, person, parts, show):
        self.r, self.person, self.parts, self.show = r, person, parts, show
        A = person.A
        self.p, self.W = person.v[: A.nbody], A.W[: A.nbody]
        limbs = np.array([limb_of(n) for n in A.bones])
        self.arm = self.W[:, np.isin(limbs, ARMS)].sum(1)
        self.head = self.W[:, limbs == LIMBS.index("head")].sum(1)
        self.hands = self.W[:, np.isin(limbs, HANDS)].sum(1) > 0.5
        # How far down the sleeve and the trouser leg: 1 at elbow and knee, 2 at wrist and ankle.
        self.sleeve, self.length = np.zeros(A.nbody), np.zeros(A.nbody)
        for n in ("left", "right"):
            at = {k: person.points[n + k][1] for k in "Shoulder Elbow Wrist Hip Knee Ankle".split()}
            side = self.p[:, 0] > 0 if n == "left" else self.p[:, 0] <= 0
            down = self.along(at["Shoulder"], at["Elbow"], at["Wrist"])
            self.sleeve[side] = np.where(self.arm > 0.4, np.clip(down, 0, 3), -1)[side]
            down = self.along(at["Hip"], at["Knee"], at["Ankle"])
            low = self.p[:, 1] < at["Hip"][1] + 0.02
            self.length[side] = np.where(low, np.clip(down, 0, 3), -1)[side]

    def along(self, a, b, c):
        t = lambda a, b: (self.p - a) @ (b - a) / ((b - a) @ (b - a))
        return np.where(t(a, b) < 1, t(a, b), 1 + t(b, c))

    def cloth(self):
        r = self.r
        self.tile, self.shift = r.uniform(1.0, 3.5), r.random(2)
        pattern = fabric(r)
        tint, shine = np.full(3, r.uniform(0.45, 1.0)), r.uniform(0, 0.05)
        bump = r.uniform(0.1, 0.5)
        self.material = self.parts.material(
            self.parts.texture(pattern), tint, shine, 8, 2, bump=bump
        )

    def garment(self, region, thick, rounds, flare, crease):
        """Of the faces within `region` (of vertices); False where there are too few."""
        r, p, f = self.r, self.p, self.person.A.body_f
        whole, touched = region[f].all(1), region[f].any(1)
        if whole.sum() < 50:
            return False
        used, tri = renumbered(f[whole], len(p))
        body = p[used].copy()
        n = vertex_normals(p, f)[used]
        L = smoother(tri, len(used))
        for _ in range(2):
            n = L @ n
        n /= np.linalg.norm(n, axis=1, keepdims=True) + 1e-9
        out = thick + flare * np.clip((self.person.cs[1] - 0.1 - body[:, 1]) / 0.5, 0, 1.2)
        o = body + n * out[:, None]
        for _ in range(rounds):
            o = 0.5 * o + 0.5 * (L @ o)
            d = ((o - body) * n).sum(1)
            o += n * np.maximum(out * 0.6 - d, 0)[:, None]
        ph, k = r.uniform(0, 6, 4), r.uniform(25, 60)
        wave = np.sin(k * o[:, 1] * 0.5 + 3 * np.sin(k * 0.4 * o[:, 0] + ph[0]) + ph[1])
        wave = wave * np.sin(k * 0.6 * o[:, 0] + ph[2] + k * 0.3 * o[:, 2])
        o += n * (crease * wave)[:, None]
        # The pattern from the front, or on the flanks from the side.
        facing = n[tri].mean(1)
        flank = np.abs(facing[:, 0]) > np.abs(facing[:, 2])
        xyz = body[tri]
        u = np.where(flank[:, None], xyz[..., 2], xyz[..., 0])
        uv = np.stack([u, -xyz[..., 1]], -1) * self.tile + self.shift
        self.parts.put(o, self.W[used], tri, uv, self.material)
        # The body under it isn't drawn, but at its edge.
        edge = np.zeros(len(p), bool)
        edge[np.unique(f[touched & ~whole])] = True
        edge[np.unique(f[edge[f].any(1)])] = True
        self.show[region & ~edge] = False
        return True

    def skirt(self, waist, hem):
        person, v = self.person, self.person.v
        f = person.A.skirt_f
        f = f[(v[f][..., 1].max(1) < waist + 0.05) & (v[f][..., 1].min(1) > hem)]
        if len(f) <= 20:
            return False
        used, tri = renumbered(f, len(v))
        o = v[used].copy()
        xyz = o[tri]
        around = np.arctan2(xyz[..., 0], xyz[..., 2] - person.root[2]) * 0.2
        uv = np.stack([around, -xyz[..., 1]], -1) * self.tile
        self.parts.put(o, person.A.W[used], tri, uv, self.material)
        return True

    def outfit(self, male):
        """Trousers or a skirt, and a top; their names."""
        r, p, person = self.r, self.p, self.person
        scale, root, worn = person.stature / 1.7, person.root[1], []
        collar = person.points["neckBase"][1][1] + r.uniform(-0.05, 0.01)
        waist = root + r.uniform(0.04, 0.13) * scale
        dress = not male and r.random() < 0.12
        self.cloth()
        below = (p[:, 1] < waist) & ~(self.arm > 0.3) & ~self.hands
        if dress or (not male and r.random() < 0.12):
            hem = root - r.uniform(0.35, 1.1) * (root - person.points["leftKnee"][1][1])
            if self.skirt(waist, hem):
                worn.append("skirt")
                if self.garment(below & (self.length < 0.12), 0.004, 0, 0, 0):
                    worn.append("briefs")
        else:
            long = r.choice([0.25, 0.5, 0.85, 1.55, 1.85, 1.93], p=[0.1, 0.18, 0.1, 0.1, 0.22, 0.3])
            region = below & (self.length < long + r.uniform(-0.05, 0.05))
            if r.random() < 0.5:
                fit = r.uniform(0.008, 0.024), int(r.integers(2, 14)), 0, r.uniform(0.001, 0.005)
                name = "wide trousers"
            else:
                fit, name = (r.uniform(0.003, 0.006), 0, 0, 0.0008), "tight trousers"
            if self.garment(region, *fit):
                worn.append(name)
        if not (dress and r.random() < 0.6):
            self.cloth()
        cut = r.choice([-0.2, 0.1, 0.45, 0.9, 1.5, 1.9], p=[0.12, 0.1, 0.34, 0.08, 0.06, 0.3])
        hem = root + r.choice([0.16, 0.06, -0.03, -0.09], p=[0.08, 0.3, 0.42, 0.2]) * scale
        top = (p[:, 1] > hem) & (p[:, 1] < collar) & ~self.hands & (self.head < 0.6)
        top &= ~((self.arm > 0.4) & (self.sleeve > cut))
        if cut < 0:  # no sleeves
            top &= ~(self.arm > 0.35)
        if r.random() < 0.93 or not male:
            if r.random() < 0.6:
                fit = r.uniform(0.009, 0.022), int(r.integers(2, 20)), r.uniform(0, 0.02)
                fit, name = (*fit, r.uniform(0.001, 0.006)), "wide top"
            else:
                fit, name = (r.uniform(0.004, 0.007), 0, 0, 0.0008), "tight top"
            if self.garment(top, *fit):
                worn.append(name)
        return worn
