"""Packs MakeHuman's CC0 assets into the folder that `--assets` names (done once).

    python -m render.pack BASE ASSETS TEXTURES OUT

BASE: MakeHuman's `makehuman/data`; ASSETS: `base` of makehuman-assets; TEXTURES: the same tree with the
real pictures (only those whose SHA-256 is the one that makehuman-assets names).
"""

import io
import json
import lzma
import pathlib
import re
import sys

import cv2
import numpy as np


def read_obj(path):
    v, vt, faces, groups = [], [], [], []
    group = ""
    for line in open(path, encoding="utf8", errors="replace"):
        p = line.split()
        if not p:
            continue
        if p[0] == "v":
            v.append([float(x) for x in p[1:4]])
        elif p[0] == "vt":
            vt.append([float(x) for x in p[1:3]])
        elif p[0] == "g":
            group = p[1]
        elif p[0] == "f":
            c = [tuple(int(x) - 1 if x else -1 for x in (q.split("/") + [""])[:2]) for q in p[1:]]
            for k in range(1, len(c) - 1):
                faces.append([c[0], c[k], c[k + 1]])
                groups.append(group)
    faces = np.array(faces)
    return (
        np.array(v),
        np.array(vt if vt else [[0, 0]]),
        faces[..., 0],
        faces[..., 1],
        np.array(groups),
    )


def read_mhclo(path):
    out = dict(scale={}, verts=[], delete=[], obj=None)
    mode = None
    for line in open(path, encoding="utf8", errors="replace"):
        p = line.split("#")[0].split()
        if not p:
            continue
        if p[0] in ("x_scale", "y_scale", "z_scale"):
            out["scale"][p[0][0]] = (int(p[1]), int(p[2]), float(p[3]))
        elif p[0] == "obj_file":
            out["obj"] = p[1]
        elif p[0] == "verts":
            mode = "verts"
        elif p[0] == "delete_verts":
            mode = "delete"
        elif mode == "verts" and re.match(r"^-?\d", p[0]):
            if len(p) == 1:
                out["verts"].append([int(p[0])] * 3 + [1.0, 0, 0, 0, 0, 0])
            else:
                out["verts"].append([int(x) for x in p[:3]] + [float(x) for x in p[3:9]])
        elif mode == "delete" and re.match(r"^\d", p[0]):
            i = 0
            while i < len(p):
                if i + 2 < len(p) and p[i + 1] == "-":
                    out["delete"] += range(int(p[i]), int(p[i + 2]) + 1)
                    i += 3
                else:
                    out["delete"].append(int(p[i]))
                    i += 1
    return out


def mesh_and_rig(base):
    A = {}
    v, vt, f, ft, g = read_obj(base / "3dobjs/base.obj")
    A["base/v"] = np.round(v * 10000).astype(np.int32)
    A["base/vt"] = vt.astype(np.float32)
    keep = {"body": 0, "helper-tights": 1, "helper-skirt": 2}
    code = np.array([keep.get(x, 9) for x in g])
    sel = code < 9
    A["base/f"], A["base/ft"], A["base/group"] = (
        f[sel].astype(np.uint16),
        ft[sel].astype(np.uint16),
        code[sel].astype(np.uint8),
    )
    skel = json.load(open(base / "rigs/default.mhskel"))
    weights = json.load(open(base / "rigs/default_weights.mhw"))["weights"]
    rig = dict(
        bones={n: [b["parent"], b["head"], b["tail"]] for n, b in skel["bones"].items()},
        joints=skel["joints"],
    )
    A["rig"] = np.frombuffer(json.dumps(rig).encode(), np.uint8)
    names = list(skel["bones"])
    A["weights/bone"] = np.concatenate(
        [np.full(len(w), names.index(n)) for n, w in weights.items()]
    ).astype(np.uint8)
    flat = [x for w in weights.values() for x in w]
    A["weights/vert"] = np.array([x[0] for x in flat]).astype(np.uint16)
    A["weights/w"] = np.array([x[1] for x in flat]).astype(np.float32)
    return A


def targets(folder):
    """Changes of shape in whole numbers of 0.1 mm (MakeHuman's unit is 1 dm, with three decimals)."""
    T, first, idx, dx = [], [0], [], []
    for p in sorted(folder.rglob("*.target")):
        rel = str(p.relative_to(folder))[:-7]
        top = rel.split("/")[0]
        if top in ("asym", "bodyshapes", "expression", "genitals", "pelvis"):
            continue
        if "baby" in rel:
            continue
        if top == "breast" and "cup" in rel and ("averagefirmness" not in rel or "child" in rel):
            continue
        rows = [q.split() for q in open(p, encoding="utf8") if not q.startswith("#") and q.strip()]
        if not rows:
            continue
        i = np.array([int(r[0]) for r in rows])
        d = np.round(np.array([[float(x) for x in r[1:4]] for r in rows]) * 1000).astype(int)
        ok = np.abs(d).max(1) > 0
        T.append(rel)
        idx.append(i[ok])
        dx.append(d[ok])
        first.append(first[-1] + ok.sum())
    A = {}
    A["targets/names"] = np.frombuffer("\n".join(T).encode(), np.uint8)
    A["targets/first"] = np.array(first, np.int32)
    A["targets/index"] = np.concatenate([np.diff(i, prepend=0) for i in idx]).astype(np.int16)
    d = np.concatenate(dx).astype(np.int16)
    for k in range(3):
        A[f"targets/d{k}"] = d[:, k]
    return A


def garments(base, assets, textures):
    """Clothes, hair, eyebrows, eyes; their arrays, what there is (kind, name, textured?) and their pictures."""
    A, pieces = {}, []
    jobs = [
        (k, p)
        for k in ("clothes", "hair", "eyebrows")
        for p in sorted((assets / k).rglob("*.mhclo"))
    ]
    jobs += [("eyes", base / "eyes/low-poly/low-poly.mhclo")]
    tex = {}
    for kind, p in jobs:
        name = p.stem
        if name.startswith("fedora_"):
            continue
        c = read_mhclo(p)
        v, vt, f, ft, g = read_obj(p.parent / c["obj"])
        m = np.array(c["verts"])
        assert len(m) == len(v), (name, len(m), len(v))
        key = f"clo/{name}/"
        A[key + "ref"] = m[:, :3].astype(np.uint16)
        A[key + "w"] = m[:, 3:6].astype(np.float32)
        A[key + "d"] = m[:, 6:].astype(np.float32)
        A[key + "scale"] = np.array([c["scale"].get(a, (0, 0, 0)) for a in "xyz"])
        A[key + "delete"] = np.array(c["delete"], np.uint16)
        A[key + "vt"], A[key + "f"], A[key + "ft"] = (
            vt.astype(np.float32),
            f.astype(np.uint16),
            ft.astype(np.uint16),
        )
        t = None
        rel = p.parent.relative_to(assets) if kind != "eyes" else None
        if rel is not None:
            found = [
                q
                for q in (textures / rel).glob("*.png")
                if not re.search("normal|_ao|displac", q.name)
            ]
            if found:
                t = cv2.imread(str(found[0]), cv2.IMREAD_UNCHANGED)
                tex[name] = t
        pieces.append((kind, name, t is not None))
    A["pieces"] = np.frombuffer(
        "\n".join(f"{k} {n} {int(t)}" for k, n, t in pieces).encode(), np.uint8
    )
    for q in sorted((textures / "eyes/materials").glob("*_eye.png")):
        tex[q.stem] = cv2.imread(str(q), cv2.IMREAD_UNCHANGED)
    return A, pieces, tex


def write_textures(out, pieces, tex):
    sizes = {"clothes": 512, "hair": 512, "eyebrows": 256}
    kinds = {n: k for k, n, _ in pieces}
    (out / "textures").mkdir(parents=True, exist_ok=True)
    for name, t in tex.items():
        s = sizes.get(kinds.get(name, ""), 128)
        if name.startswith("shoes"):
            s = 256
        if t.dtype != np.uint8:
            t = (t / 257).astype(np.uint8)
        if t.ndim == 2:
            t = t[..., None].repeat(3, 2)
        t = cv2.resize(t, (s, s), interpolation=cv2.INTER_AREA)
        alpha = t.shape[2] == 4 and kinds.get(name) in ("hair", "eyebrows")
        if alpha:
            cv2.imwrite(str(out / f"textures/{name}.png"), t, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        else:
            cv2.imwrite(
                str(out / f"textures/{name}.jpg"), t[..., :3], [cv2.IMWRITE_JPEG_QUALITY, 88]
            )


def main(base, assets, textures, out):
    base, assets, textures, out = map(pathlib.Path, (base, assets, textures, out))
    worn, pieces, tex = garments(base, assets, textures)
    A = {**mesh_and_rig(base), **targets(base / "targets"), **worn}
    write_textures(out, pieces, tex)
    b = io.BytesIO()
    np.savez(b, **A)
    data = lzma.compress(b.getvalue(), preset=6)
    (out / "makehuman.npz.xz").write_bytes(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
