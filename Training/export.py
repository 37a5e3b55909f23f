"""Writes the weights in the form that is compiled into the program.

    python export.py CHECKPOINT.PKL ../Sources/CLifterWeights/lifter_f16.bin

Magic `P3DL`, five little-endian 32-bit numbers (version 3, inputs, width, blocks, outputs), then half
floats, row-major [in][out]: input layer, blocks (normalisation, two layers), normalisation, output.
Prints the file's SHA-256 and how far rounding moves the network's joints.
"""

import hashlib
import pickle
import struct
import sys

import jax
import numpy as np

import layout
import network


def arrays(p):
    order = [("i", "w"), ("i", "b")]
    for b in range(network.BLOCKS):
        order += [
            (f"n{b}", "g"), (f"n{b}", "o"), (f"a{b}", "w"), (f"a{b}", "b"), (f"b{b}", "w"),
            (f"b{b}", "b")]
    order += [("nf", "g"), ("nf", "o"), ("o", "w"), ("o", "b")]
    return [np.asarray(p[a][b], np.float32) for a, b in order]


def main(checkpoint, path):
    p = pickle.load(open(checkpoint, "rb"))
    header = struct.pack("<5I", 4, layout.INPUTS, network.WIDTH, network.BLOCKS, layout.OUTPUTS)
    data = b"P3DL" + header + b"".join(a.astype("<f2").tobytes() for a in arrays(p))
    with open(path, "wb") as file:
        file.write(data)
    rounded = jax.tree.map(lambda a: np.asarray(a, np.float16).astype(np.float32), p)
    f = np.random.default_rng(0).normal(0, .5, (500, layout.INPUTS)).astype(np.float32)
    moved = network.split(network.raw(p, f))["y"] - network.split(network.raw(rounded, f))["y"]
    print(f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")
    print(f"rounding moves joints by {1000 * np.linalg.norm(moved, axis=-1).mean():.2f} mm")


if __name__ == "__main__":
    main(*sys.argv[1:])
