"""Meshes of people: parts put together, limbs, normals, neighbours."""

import numpy as np
import scipy.sparse as sp

from .textures import pack

# Parts of the body that visibility tells apart.
LIMBS = (
    "trunk head uarmL farmL handL uarmR farmR handR thighL shankL footL thighR shankR footR".split()
)
ARMS, HANDS = [LIMBS.index(p + s) for s in "LR" for p in ("uarm", "farm", "hand")], [4, 7]
BONES_OF = [
    ("upperarm", "uarm"),
    ("lowerarm", "farm"),
    ("wrist finger metacarpal", "hand"),
    ("upperleg", "thigh"),
    ("lowerleg", "shank"),
    ("foot toe", "foot"),
    ("root spine clavicle shoulder breast pelvis", "trunk"),
]


def limb_of(bone):
    """Place in LIMBS of a bone of the rig, by its name."""
    side = bone[-1] if bone.endswith((".L", ".R")) else ""
    for starts, limb in BONES_OF:
        if bone.startswith(tuple(starts.split())):
            return LIMBS.index(limb if limb == "trunk" else limb + side)
    return LIMBS.index("head")


def smoother(f, n):
    """The matrix that puts every vertex at the mean of its neighbours."""
    e = np.concatenate([f[:, [0, 1]], f[:, [1, 2]], f[:, [2, 0]]])
    M = sp.coo_matrix((np.ones(len(e)), (e[:, 0], e[:, 1])), (n, n)).tocsr()
    M = M + M.T
    M.data[:] = 1
    degree = np.asarray(M.sum(1)).ravel()
    return sp.diags(1 / np.maximum(degree, 1)) @ M


def vertex_normals(v, f):
    n = np.zeros_like(v)
    c = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    for k in range(3):
        for a in range(3):
            n[:, a] += np.bincount(f[:, k], c[:, a], len(v))
    return n / (np.linalg.norm(n, axis=1, keepdims=True) + 1e-12)


def renumbered(f, count):
    """Used vertices of some faces, and the faces in their numbers."""
    used = np.unique(f)
    back = np.full(count, -1)
    back[used] = np.arange(len(used))
    return used, back[f].astype(np.int32)


class Parts:
    """Garments and skin with their materials and textures, to become one mesh."""

    def __init__(self):
        self.materials, self.textures, self.parts = [], [], []

    def material(
        self, tex=-1, tint=(1, 1, 1), spec=0.03, gloss=12, flags=0, tint2=(0, 0, 0), bump=0.0
    ):
        """Number of a material; `flags` as in raster.c."""
        self.materials.append((tex, *tint, spec, gloss, flags, *tint2, bump))
        return len(self.materials) - 1

    def texture(self, t):
        self.textures.append(pack(t))
        return len(self.textures) - 1

    def put(self, vertices, weights, faces, uv, material, colour=(1, 1, 1), first=False):
        part = vertices, weights, faces, uv.astype(np.float32), material, colour
        self.parts.insert(0 if first else len(self.parts), part)

    def joined(self):
        """rest, bone and weight (four a vertex), colour, tri, uv (by corner), mat: of all parts."""
        out = dict(rest=[], bone=[], weight=[], colour=[], tri=[], uv=[], mat=[])
        first = 0
        for vertices, weights, faces, uv, material, colour in self.parts:
            i = np.argpartition(-weights, 4, axis=1)[:, :4]
            w = np.take_along_axis(weights, i, 1)
            out["rest"].append(vertices)
            out["bone"].append(i.astype(np.uint8))
            out["weight"].append((w / w.sum(1, keepdims=True)).astype(np.float32))
            out["colour"].append(
                np.broadcast_to(np.asarray(colour, np.float32), (len(vertices), 3))
            )
            out["tri"].append(faces + first)
            out["uv"].append(uv)
            out["mat"].append(np.full(len(faces), material))
            first += len(vertices)
        types = dict(rest="f4", bone="u1", weight="f4", colour="f4", tri="i4", uv="f4", mat="u1")
        return {k: np.ascontiguousarray(np.concatenate(v).astype(types[k])) for k, v in out.items()}
