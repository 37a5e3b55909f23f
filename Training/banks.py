"""Pose banks: every pose as directions of its bones in the frames of pelvis, chest and head.

    python banks.py LIFTING-FOLDER CACHE

Reads the rows that rows.py prepared. Writes banks.npz (train and val) and the proportions of the rendered people.
"""

import pathlib
import sys

import numpy as np

import body
import figure
import rows


def rendered(data):
    """The 26 points of the rendered people, y up, root at the origin."""
    y = -data["gravity"].astype(float)
    z = np.array([0, 0, -1.0]) - y * (y @ [0, 0, -1.0])[:, None]
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    world = np.stack([np.cross(y, z), y, z], 1)
    X = data["points"].astype(float)
    X = X - X[:, 10:11]
    return np.einsum("tij,tkj->tki", world, X)


def proportions(X, stature, character):
    """Mean and root of the covariance of the logarithms of the bones' lengths over stature."""
    ends = dict(
        thigh=(11, 12), shank=(12, 13), spineL=(10, 9), spineU=(9, 2), neck=(2, 1), head=(1, 0),
        uarm=(3, 4), farm=(4, 5), shw=(3, 6), hipw=(11, 14), foot=(13, 22))
    length = np.stack(
        [np.linalg.norm(X[:, a] - X[:, b], axis=1) for a, b in ends.values()], 1) / stature[:, None]
    people = np.stack([np.log(length[character == c]).mean(0) for c in np.unique(character)])
    covariance = np.cov(people.T) + 1e-6 * np.eye(11)
    return people.mean(0), np.linalg.cholesky(covariance)


def main(lifting, cache):
    lifting, cache = pathlib.Path(lifting), pathlib.Path(cache)
    banks = {}
    for name in ("mocap17", "mocap17_more"):
        d = np.load(lifting / f"{name}.npz")
        X = d["X"].astype(float)
        split, source = d["split"][d["clip"]], d["source"][d["clip"]]
        for s in ("train", "val"):
            for group, mask in (
                ("prmd", np.char.find(source, "PRMD") >= 0),
                ("mocap", np.char.find(source, "PRMD") < 0)):
                keep = (split == s) & mask
                if keep.any():
                    L = body.to_local(X[keep] - X[keep][:, 10:11])
                    banks.setdefault((s, group), []).append(L)
    L, _ = body.procedural(30000, np.random.default_rng(0))
    banks[("train", "procedural")] = [L]
    L, _ = body.procedural(3000, np.random.default_rng(1))
    banks[("val", "procedural")] = [L]
    data = rows.load(cache)
    X = rendered(data)
    for s in ("train", "val"):
        # Clips show one person in one movement: a few frames of each are enough.
        keep = (data["split"] == s) & (data["single"] | (np.arange(len(X)) % 5 == 0))
        banks[(s, "rendered")] = [body.to_local(X[keep])]
    keep = data["split"] == "train"
    mean, root = proportions(X[keep], data["stature"][keep].astype(float), data["character"][keep])
    arrays = {"proportions_mean": mean, "proportions_root": root}
    for (s, group), parts in banks.items():
        for key in figure.KEYS:
            arrays[f"{s}/{group}/{key}"] = np.concatenate([p[key] for p in parts]).astype(np.float32)
        print(s, group, len(arrays[f"{s}/{group}/sp"]))
    np.savez(cache / "banks.npz", **{k: v.astype(np.float32) for k, v in arrays.items()})


if __name__ == "__main__":
    main(*sys.argv[1:])
