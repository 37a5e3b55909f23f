"""A dressed character: rest mesh, weights, materials, and the points that are its truth."""

import numpy as np

from . import outfit
from .mesh import Parts, limb_of
from .seeds import Stream, generator
from .shape import body_shape
from .textures import noise

TWISTS = [
    ("upperarm01", "upperarm02", "lowerarm01"),
    ("lowerarm01", "lowerarm02", "wrist"),
    ("upperleg01", "upperleg02", "lowerleg01"),
    ("lowerleg01", "lowerleg02", "foot"),
]
JOINT_BONES = dict(
    Shoulder="upperarm01",
    Elbow="lowerarm01",
    Wrist="wrist",
    Hip="upperleg01",
    Knee="lowerleg01",
    Ankle="foot",
)
HEAD_POINTS = dict(IndexKnuckle="finger2-1", PinkyKnuckle="finger5-1", Thumb="finger1-3")
TAIL_POINTS = dict(ToeTip="toe1-2", ToeBase="foot", HandTip="finger3-3")


class Person:
    """Character `cid` in its outfit number `outfit`.

    info: what the body was made of; points: name -> (bone that moves it, place at rest, metres);
    rest, bone, weight, colour, tri, uv, mat: the mesh (see `Parts.joined`); limb: place in LIMBS of
    every triangle.
    """

    def __init__(self, A, cid, outfit, seed=0):
        self.A, self.cid = A, cid
        self.v, self.info = body_shape(A, cid, seed)
        self.stature = self.info["stature"]
        self.heads = np.array([self.v[j].mean(0) for j in A.head_of])
        self.tails = np.array([self.v[j].mean(0) for j in A.tail_of])
        self.points = self.rest_points()
        middle = lambda k: (self.points["left" + k][1] + self.points["right" + k][1]) / 2
        self.root, self.cs = middle("Hip"), middle("Shoulder")
        self.points["spine"] = (A.bone_index["spine02"], (self.root + self.cs) / 2)
        self.build(generator(seed, Stream.OUTFIT, cid, outfit))

    def rest_points(self):
        A, b, H = self.A, self.A.bone_index, self.heads
        for one, two, end in TWISTS:  # on the line between the joints
            for s in "LR":
                a, m, c = (b[f"{n}.{s}"] for n in (one, two, end))
                d = H[c] - H[a]
                H[m] = H[a] + d * np.clip((H[m] - H[a]) @ d / (d @ d), 0.2, 0.8)
        v, head = self.v[: A.nbody], b["head"]
        scale, middle = self.stature / 1.7, np.abs(v[:, 0]) < 0.02
        crown = v[middle][v[middle, 1].argmax()] * [0, 1, 1]
        face = (v[:, 1] > H[head][1]) & middle
        points = dict(
            topHead=(head, crown),
            nose=(head, v[face][v[face, 2].argmax()]),
            neckBase=(b["neck01"], H[b["neck01"]]),
            skullBase=(head, H[head]),
        )
        for s, n in (("L", "left"), ("R", "right")):
            for names, at in ((JOINT_BONES, H), (HEAD_POINTS, H), (TAIL_POINTS, self.tails)):
                for k, bone in names.items():
                    i = b[f"{bone}.{s}"]
                    points[n + k] = (i, at[i])
            eye, ahead = H[b[f"eye.{s}"]], self.tails[b[f"eye.{s}"]]
            ahead = (ahead - eye) / np.linalg.norm(ahead - eye)
            points[n + "Eye"] = (head, eye + ahead * 0.0125 * scale)
            points[n + "Ear"] = (head, self.v[A.ears[s]].mean(0))
            foot = b[f"foot.{s}"]
            low = v[(v[:, 1] < 0.04 * scale) & (v[:, 0] * np.sign(H[foot][0]) > 0)]
            points[n + "Heel"] = (foot, low[low[:, 2].argmin()])
        return points

    def build(self, r):
        A, parts = self.A, Parts()
        # Clothes first: they say which part of the body is not drawn. Only wholly hidden faces are
        # left out, so that no gap opens at the edge of a garment.
        colour, show, self.outfit = outfit.dressed(r, self, parts)
        keep = show[A.body_f].any(1)
        detail = noise(generator(Stream.SKIN, self.cid), 128, 5, 8)
        grey = np.clip(225 + 30 * (detail - 0.5) * 2, 0, 255).astype(np.uint8)
        shine = r.uniform(0.05, 0.14)
        material = parts.material(parts.texture(grey), (1.25, 1.25, 1.25), shine, 14, 8)
        uv = A.vt[A.body_ft] * 6
        parts.put(
            self.v[: A.nbody], A.W[: A.nbody], A.body_f[keep], uv[keep], material, colour, True
        )
        self.mats, self.textures = parts.materials, parts.textures
        for k, a in parts.joined().items():
            setattr(self, k, a)
        limbs = np.array([limb_of(n) for n in A.bones])
        main = self.bone[np.arange(len(self.bone)), self.weight.argmax(1)]
        self.limb = limbs[main[self.tri[:, 0]]].astype(np.uint8)
