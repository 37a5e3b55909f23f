"""MakeHuman's base mesh, targets, rig and clothes as plain arrays."""

import io
import json
import lzma
import pathlib

import cv2
import numpy as np


class Assets:
    def __init__(self, folder):
        path = pathlib.Path(folder)
        z = np.load(io.BytesIO(lzma.open(path / "makehuman.npz.xz").read()))
        self.z = {k: z[k] for k in z.files}
        z = self.z
        self.v = z["base/v"] * 1e-5  # metres
        self.vt = z["base/vt"]
        self.f, self.ft, self.group = (
            z["base/f"].astype(np.int32),
            z["base/ft"].astype(np.int32),
            z["base/group"],
        )
        names = bytes(z["targets/names"]).decode().split("\n")
        self.target_index = {n: i for i, n in enumerate(names)}
        first = z["targets/first"]
        self.first = first
        index = z["targets/index"].astype(np.int64)
        self.index = np.concatenate([np.cumsum(index[a:b]) for a, b in zip(first[:-1], first[1:])])
        self.delta = np.stack([z[f"targets/d{k}"] for k in range(3)], 1)
        rig = json.loads(bytes(z["rig"]).decode())
        self.bones = list(rig["bones"])
        self.bone_index = {n: i for i, n in enumerate(self.bones)}
        # Parents before children.
        self.parent = np.array([self.bone_index.get(rig["bones"][n][0], -1) for n in self.bones])
        order, done = [], set()
        while len(order) < len(self.bones):
            for i in range(len(self.bones)):
                if i not in done and (self.parent[i] < 0 or self.parent[i] in done):
                    order.append(i)
                    done.add(i)
        self.order = order
        self.head_of = [rig["joints"][rig["bones"][n][1]] for n in self.bones]
        self.tail_of = [rig["joints"][rig["bones"][n][2]] for n in self.bones]
        n, b = len(self.v), len(self.bones)
        W = np.zeros((n, b), np.float32)
        np.add.at(W, (z["weights/vert"].astype(int), z["weights/bone"].astype(int)), z["weights/w"])
        empty = W.sum(1) == 0
        W[empty, self.bone_index["head"]] = 1
        self.W = W / W.sum(1, keepdims=True)
        self.pieces = {}
        for line in bytes(z["pieces"]).decode().split("\n"):
            kind, name, tex = line.split()
            self.pieces[name] = (kind, tex == "1")
        self.textures = {}
        for p in sorted((path / "textures").iterdir()):
            self.textures[p.stem] = cv2.imread(str(p), cv2.IMREAD_UNCHANGED)
        body = self.group == 0
        self.body_f, self.body_ft = self.f[body], self.ft[body]
        self.skirt_f, self.skirt_ft = self.f[self.group == 2], self.ft[self.group == 2]
        self.tights_f = self.f[self.group == 1]
        self.nbody = int(self.body_f.max()) + 1
        t = lambda n: self.index[first[self.target_index[n]] : first[self.target_index[n] + 1]]
        d = lambda n: np.abs(
            self.delta[first[self.target_index[n]] : first[self.target_index[n] + 1]]
        ).max(1)
        lips = np.zeros(n)
        for k in ("mouth/mouth-upperlip-volume-incr", "mouth/mouth-lowerlip-volume-incr"):
            x = d(k) / d(k).max()
            lips[t(k)] = np.maximum(lips[t(k)], x)
        self.lips = lips[: self.nbody]
        self.ears = {"L": t("ears/l-ear-scale-incr"), "R": t("ears/r-ear-scale-incr")}
        cheeks = np.zeros(n)
        for k in ("cheek/l-cheek-volume-incr", "cheek/r-cheek-volume-incr"):
            cheeks[t(k)] = d(k) / d(k).max()
        self.cheeks = cheeks[: self.nbody]

    def add(self, v, name, weight):
        i = self.target_index.get(name)
        if i is None or weight == 0:
            return
        a, b = self.first[i], self.first[i + 1]
        v[self.index[a:b]] += self.delta[a:b] * (weight * 1e-4)
