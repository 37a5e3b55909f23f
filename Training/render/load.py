"""Rows of one or many files as one set of arrays."""

import pathlib

import numpy as np


def load(path, leave_out=(), last=None, side=None):
    """The arrays of a folder of row files (or of one file), put together.

    leave_out: names of arrays; last: so many files at most; side: depth and mask padded to that many
    pixels (sets with crops of 160 next to those of 96).
    """
    path = pathlib.Path(path)
    files = sorted(path.glob("rows-*.npz"))[:last] if path.is_dir() else [path]
    parts = {}
    for f in files:
        with np.load(f) as d:
            for k in d.files:
                if k in leave_out:
                    continue
                a = d[k]
                if side and k in ("depth", "mask"):
                    a = np.pad(a, ((0, 0), (0, side - a.shape[1]), (0, side - a.shape[2])))
                parts.setdefault(k, []).append(a)
    return {k: v[0] if k.endswith("_names") else np.concatenate(v) for k, v in parts.items()}
