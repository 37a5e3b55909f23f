"""Rows by the thousand, in files of 480 that a later command takes as done.

python -m render.generate --assets ASSETS --from 0 --to 4800 --out DIR \\
      --jobs 2 --lifting FOLDER --heavy FILE.task
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import time
import zipfile

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np

from .detector import LANDMARKS, Detector
from .rows import BLOCK, Maker
from .truth import EXTRA, JOINTS, VISIBILITY

SHARD = 480
cv2.setNumThreads(1)


def save(path, rows):
    part = path.with_suffix(".part")
    arrays = {k: np.array([q[k] for q in rows]) for k in rows[0]}
    arrays.update(
        joint_names=np.array(JOINTS),
        extra_names=np.array(EXTRA),
        landmark_names=np.array(LANDMARKS),
        vis_names=np.array(VISIBILITY),
    )
    with zipfile.ZipFile(part, "w", zipfile.ZIP_LZMA) as z:
        for k, a in arrays.items():
            with z.open(k + ".npy", "w", force_zip64=True) as f:
                np.lib.format.write_array(f, np.ascontiguousarray(a), allow_pickle=False)
    part.replace(path)


def start(options):
    """Of a worker process: makes what all its files need."""
    global MAKER, OPTIONS, PARENT
    OPTIONS, PARENT = options, os.getppid()
    MAKER = Maker(options.seed, options.assets, options.lifting, Detector(options.heavy))


def shard(span):
    first, last = span
    path = pathlib.Path(OPTIONS.out) / f"rows-{first:07d}-{last:07d}.npz"
    MAKER.time.clear()
    wall, cpu, rows, n = time.time(), time.process_time(), [], last - first
    for k in range(first, last):
        if os.getppid() != PARENT:
            os._exit(1)  # the command was ended: so are its workers
        row, image = MAKER.row(k)
        rows.append(row)
        if OPTIONS.samples and (k - first) % max(1, n // OPTIONS.samples) == 0:
            folder = path.parent / "samples"
            folder.mkdir(exist_ok=True)
            cv2.imwrite(str(folder / f"{k:07d}.png"), image[..., ::-1])
    with MAKER.stage("saving"):
        save(path, rows)
    info = dict(
        wall=(time.time() - wall) / n,
        cpu=(time.process_time() - cpu) / n,
        found=float(np.mean([q["found"] for q in rows])),
        kB=path.stat().st_size / n / 1000,
        **{k: v / n for k, v in MAKER.time.items()},
    )
    line = json.dumps(dict(file=path.name, **{k: round(v, 4) for k, v in info.items()}))
    with open(path.parent / "log.jsonl", "a") as f:
        f.write(line + "\n")
    return line


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--assets", required=True, help="folder with makehuman.npz.xz and textures/")
    p.add_argument(
        "--from",
        dest="first",
        type=int,
        default=0,
        help=f"rounded down to whole blocks of {BLOCK} rows",
    )
    p.add_argument("--to", dest="last", type=int, required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument(
        "--lifting",
        help="folder with mocap17.npz and mocap17_more.npz; without it other poses in their place",
    )
    p.add_argument(
        "--heavy", help="pose_landmarker_heavy.task; without it the full model's looks only"
    )
    p.add_argument("--samples", type=int, default=0, help="pictures to keep of each file")
    options = p.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    first, last = options.first // BLOCK * BLOCK, -(-options.last // BLOCK) * BLOCK
    spans = [(a, min(a + SHARD, last)) for a in range(first, last, SHARD)]
    spans = [q for q in spans if not (out / f"rows-{q[0]:07d}-{q[1]:07d}.npz").exists()]
    with multiprocessing.get_context("spawn").Pool(options.jobs, start, (options,)) as pool:
        for line in pool.imap_unordered(shard, spans):
            print(line, flush=True)


if __name__ == "__main__":
    main()
