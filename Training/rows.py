"""Rendered rows as the sampler reads them: the detector's output of each kind of pass, and the depth
maps read at every pixel as the program reads one (near mode).

    python rows.py CACHE SOURCE...        # detections.npz, or folders of rows-*.npz

Writes CACHE/rows/NAME.npz for every file that has none yet.
"""

import ctypes
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import layout
from layout import KEYPOINTS, NK

EXTRA = (
    "nose", "leftEye", "rightEye", "leftEar", "rightEar", "leftToeTip", "rightToeTip", "leftHeel",
    "rightHeel")
LIMBS = [3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16]
# BlazePose's landmarks with left and right swapped.
LANDMARK_MIRROR = np.array(
    [0, 4, 5, 6, 1, 2, 3, 8, 7, 10, 9] + [i + 1 if i % 2 else i - 1 for i in range(11, 33)])
# What is averaged in each kind of look; of the last, what a set has.
LOOKS = [[""], ["", "_flip"], ["_heavy"], ["_heavy", "_heavy_flip", "_heavy_again"]]

# The program's LandmarkModel.heavyVisibilityExponent.
HEAVY_EXPONENT = .5


def library(folder):
    path = folder / "nearmode.so"
    source = pathlib.Path(__file__).with_name("nearmode.c")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", path, source, "-lm"], check=True)
    return ctypes.CDLL(str(path))


def near(lib, depth, hw, radius, expected):
    """Near mode and spread of each map, millimetres, 0 = no reading."""
    result = np.zeros(depth.shape, np.uint16), np.zeros(depth.shape, np.uint16)

    def one(i):
        crop = np.ascontiguousarray(depth[i])
        n, s = np.zeros(crop.shape, np.float32), np.zeros(crop.shape, np.float32)
        pointer = lambda a: a.ctypes.data_as(ctypes.c_void_p)
        lib.near_mode(
            pointer(crop), crop.shape[1], int(hw[i, 0]), int(hw[i, 1]), int(radius[i]),
            ctypes.c_float(expected[i]), ctypes.c_float(1.1), pointer(n), pointer(s))
        result[0][i], result[1][i] = np.round(n * 1000), np.round(s * 1000)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, range(len(depth))))
    return result


def median(points, used):
    """The geometric median (Weiszfeld) of looks (l, n, k, d) of which some are used (l, n)."""
    w = used[:, :, None, None].astype(float)
    at = (points * w).sum(0) / np.maximum(w.sum(0), 1)
    for _ in range(20):
        distance = np.linalg.norm(points - at, axis=-1, keepdims=True)
        weight = w / np.maximum(distance, 1e-6)
        at = (points * weight).sum(0) / np.maximum(weight.sum(0), 1e-12)
    return at


def outvoted(places):
    """Passes (l, n) of three that come nearer to the others with left and right swapped, while the
    others agree."""
    gap = lambda a, b: np.linalg.norm(a - b, axis=-1).mean(-1)
    result = np.zeros(places.shape[:2], bool)
    for l in range(len(places)):
        a, b = [places[k] for k in range(len(places)) if k != l]
        middle = (a + b) / 2
        turned = gap(places[l][:, LANDMARK_MIRROR], middle) < gap(places[l], middle)
        result[l] = turned & (gap(a, b) < gap(a[:, LANDMARK_MIRROR], b))
    return result


def averaged(data, names):
    """One kind of look: BlazePose's 33 landmarks in pixels (n, 33, 2), their visibility, world
    landmarks, spread in pixels along each axis, and whether all looks found the person."""
    names = [k for k in names if "landmarks" + k in data]
    marks = np.stack([data["landmarks" + k] for k in names]).astype(float)
    world = np.stack([data["world" + k] for k in names]).astype(float)
    good = data["found"] & np.isfinite(marks).all((0, 2, 3))
    for k in names:
        good &= data["det_other" + k] == 0
    marks, world = np.nan_to_num(marks), np.nan_to_num(world)
    used = np.ones(marks.shape[:2], bool)
    if len(names) == 3:
        used &= ~outvoted(marks[..., :2])
    count = used.sum(0)
    at = median(marks[..., :2], used)
    squares = ((marks[..., :2] - at) ** 2).sum(-1) * used[:, :, None]
    factor = np.where(count > 1, 1 / np.maximum(count - 1, 1), 0) / 2
    spread = np.sqrt(squares.sum(0) * factor[:, None])
    power = np.array([HEAVY_EXPONENT if "_heavy" in k else 1 for k in names])[:, None, None]
    vis = ((marks[..., 3].clip(0, 1)**power) * used[:, :, None]).sum(0) / np.maximum(count, 1)[:, None]
    return at, vis, median(world, used), spread, good


def keypoints(values):
    """Of 33 landmarks (n, 33, ...) those that are the network's 22; zero for topHead."""
    result = np.zeros((len(values), NK) + values.shape[2:])
    for k, source in enumerate(layout.BLAZEPOSE):
        if source is not None:
            result[:, k] = values[:, source]
    return result


def opened(path):
    """A file of rows; the heavy model's arrays are there, NaN where there were none."""
    with np.load(path) as file:
        data = {k: file[k] for k in file.files if k != "mask"}
    if "landmarks_heavy" not in data:
        data["landmarks_heavy"] = np.full_like(data["landmarks"], np.nan)
        data["world_heavy"], data["det_other_heavy"] = data["world"], data["det_other"]
    return data


def prepared(path, lib):
    data = opened(path)
    names = list(data["extra_names"])
    X = np.concatenate([data["joints"], data["extra"][:, [names.index(k) for k in EXTRA]]], 1)
    X = X.astype(np.float32)
    K = data["K"].astype(float)
    p = X[:, KEYPOINTS, :2] / X[:, KEYPOINTS, 2:]
    size = 2.6 * np.sqrt(((p - p.mean(1, keepdims=True)) ** 2).sum(2).mean(1))
    kinds = [averaged(data, k) for k in LOOKS]
    stacked = lambda k: np.stack([keypoints(look[k]) for look in kinds], 1)
    rays = (stacked(0) - K[:, None, None, 2:4]) / K[:, None, None, 0:2]
    error = (rays - p[:, None]) / size[:, None, None, None]
    error[:, :, 17] = 0
    hw, affine = data["depth_hw"].astype(int), data["depth_affine"]
    radius = np.clip(np.round(0.012 * size * K[:, 0] / affine[:, 0]), 1, 25).astype(int)
    maps = (data["depth"],) + near(lib, data["depth"], hw, radius, X[:, 10, 2])
    flat = [np.concatenate([m[i, :h, :w].ravel() for i, (h, w) in enumerate(hw)]) for m in maps]
    place = np.stack([  # column = a x + b of a ray
        K[:, 0] / affine[:, 0], (K[:, 2] - affine[:, 1]) / affine[:, 0],
        K[:, 1] / affine[:, 2], (K[:, 3] - affine[:, 3]) / affine[:, 2]], 1)
    single = data["clip"] < 0 if "clip" in data else np.ones(len(X), bool)
    return dict(
        points=X, stature=data["stature"], gravity=data["gravity"], character=data["character"],
        split=data["split"], single=single, hw=hw.astype(np.int32), place=place.astype(np.float32),
        error=error.astype(np.float32),
        vis=stacked(1).astype(np.float32), world=stacked(2).astype(np.float32)[:, :, layout.WORLD],
        spread=(stacked(3) / (K[:, 0] * size)[:, None, None]).astype(np.float32),
        found=np.stack([look[4] for look in kinds], 1), raw=flat[0], near=flat[1], readingSpread=flat[2])


def load(cache, files=None):
    """All prepared rows as one set of arrays; `first` is where a row's map begins."""
    parts = {}
    for path in sorted((pathlib.Path(cache) / "rows").glob("*.npz")):
        if files is not None and path.stem not in files:
            continue
        with np.load(path) as d:
            for k in d.files:
                parts.setdefault(k, []).append(d[k])
    data = {k: np.concatenate(v) for k, v in parts.items()}
    sizes = data["hw"].prod(1)
    data["first"] = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return data


def main(cache, *sources):
    cache = pathlib.Path(cache)
    (cache / "rows").mkdir(parents=True, exist_ok=True)
    lib = library(cache)
    for source in map(pathlib.Path, sources):
        for path in sorted(source.glob("rows-*.npz")) if source.is_dir() else [source]:
            out = cache / "rows" / f"{source.name}-{path.name}"
            if not out.exists():
                draft = cache / "draft.npz"
                np.savez(draft, **prepared(path, lib))
                draft.rename(out)
                print(out.name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
