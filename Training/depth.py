"""The depth crops of detections.npz read at every pixel as the program reads a depth map (near mode).

    python depth.py DETECTIONS.NPZ CACHE-FOLDER

Writes CACHE-FOLDER/nearmode.npz: `near` and `spread` (N, 160, 160), millimetres, 0 = no reading.
"""

import ctypes
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

LIMBS = [3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16]


def library(folder):
    path = folder / "nearmode.so"
    source = pathlib.Path(__file__).with_name("nearmode.c")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", path, source, "-lm"], check=True)
    return ctypes.CDLL(str(path))


def main(detections, cache):
    cache = pathlib.Path(cache)
    cache.mkdir(parents=True, exist_ok=True)
    lib = library(cache)
    data = np.load(detections)
    depth, hw, affine = data["depth"], data["depth_hw"], data["depth_affine"]
    points = np.concatenate([data["joints2d"][:, LIMBS + [0]], data["extra2d"][:, :9]], 1)
    center = points.mean(1, keepdims=True)
    size = 2.6 * np.sqrt(((points - center) ** 2).sum(2).mean(1))
    radius = np.clip(np.round(0.012 * size / affine[:, 0]), 1, 25).astype(int)
    expected = data["joints"][:, 10, 2]
    near, spread = np.zeros(depth.shape, np.uint16), np.zeros(depth.shape, np.uint16)

    def one(i):
        crop = np.ascontiguousarray(depth[i])
        n, s = np.zeros(crop.shape, np.float32), np.zeros(crop.shape, np.float32)
        pointer = lambda a: a.ctypes.data_as(ctypes.c_void_p)
        lib.near_mode(
            pointer(crop), crop.shape[1], int(hw[i, 0]), int(hw[i, 1]), int(radius[i]),
            ctypes.c_float(expected[i]), ctypes.c_float(1.1), pointer(n), pointer(s))
        near[i], spread[i] = np.round(n * 1000), np.round(s * 1000)

    with ThreadPoolExecutor(2) as pool:
        for count, _ in enumerate(pool.map(one, range(len(depth)))):
            if count % 500 == 0:
                print(count, "of", len(depth), flush=True)
    np.savez(cache / "nearmode.npz", near=near, spread=spread)


if __name__ == "__main__":
    main(*sys.argv[1:])
