"""The functions of raster.c, compiled when first needed."""

import ctypes
import hashlib
import os
import pathlib
import subprocess

import numpy as np

HERE = pathlib.Path(__file__).parent
FLAGS = """
    -O3 -march=native -fno-math-errno -fno-trapping-math -ffinite-math-only -fno-signed-zeros
    -fassociative-math -freciprocal-math -shared -fPIC""".split()
# Structures as there: Mat, Tex, Light.
MATERIAL = np.dtype(
    "i4, 3f4, f4, f4, i4, 3f4, f4",
)
MATERIAL.names = "tex tint spec gloss flags tint2 bump".split()
TEXTURE = np.dtype([("offset", "i8"), ("size", "i4"), ("levels", "i4")])
LIGHT = np.dtype("9f4, 3f4, 4f4, i4, 3f4, 3f4, i4, 3f4, f4", align=True)
LIGHT.names = "R t K size dir pos point colour soft".split()


def library():
    source = HERE / "raster.c"
    tag = hashlib.sha256(source.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:12]
    path = HERE / ".build" / f"raster-{tag}.so"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        subprocess.run(["gcc", *FLAGS, "-o", str(part), str(source), "-lm"], check=True)
        part.replace(path)
    return ctypes.CDLL(str(path))


LIB = library()


def call(name, *arguments):
    """Arrays as pointers, floats as 32 bits, whole numbers as int."""
    LIB[name](*(passed(a) for a in arguments))


def passed(a):
    if isinstance(a, np.ndarray):
        assert a.flags.c_contiguous
        return ctypes.c_void_p(a.ctypes.data)
    return ctypes.c_float(a) if isinstance(a, (float, np.floating)) else ctypes.c_int(int(a))


def f4(a):
    return np.ascontiguousarray(a, np.float32)


def skinned(person, transforms):
    """The person's vertices by the transforms of the bones, (B, 12)."""
    out = np.empty_like(person.rest)
    call("skin", len(out), person.rest, person.bone, person.weight, 4, transforms, out)
    return out


def normals(vertices, triangles):
    out, own = np.empty_like(vertices), np.arange(len(vertices), dtype=np.int32)
    call("normals", len(vertices), len(triangles), vertices, triangles, own, out)
    return out
