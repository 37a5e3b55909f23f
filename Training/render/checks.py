"""Checks of rows, and the tables by which sets are compared.

python -m render.checks ROWS [OTHER]      each a folder of rows-*.npz or one file
"""

import sys

import numpy as np

from .load import load

MARKS = dict(Shoulder=11, Elbow=13, Wrist=15, Hip=23, Knee=25, Ankle=27)
LOOKS = ["", "_flip", "_heavy", "_heavy_flip", "_heavy_again"]
IMAGES = ("depth", "mask")


def point(d, name):
    i = list(d["joint_names"]).index(name)
    return d["joints"][:, i], d["joints2d"][:, i], d["vis"][:, i]


def flexion(d, a, b, c):
    A, B, C = (point(d, n)[0].astype(float) for n in (a, b, c))
    u, v = B - A, C - B
    cos = (u * v).sum(1) / np.linalg.norm(u, axis=1) / np.linalg.norm(v, axis=1)
    return np.degrees(np.arccos(np.clip(cos, -1, 1)))


def classes(d):
    """Name -> which rows."""
    kind, az = d["kind"], np.abs(d["view_az"])
    trunk = point(d, "centerShoulder")[0] - point(d, "root")[0]
    trunk = trunk / np.linalg.norm(trunk, axis=1, keepdims=True)
    lean = np.degrees(np.arccos(np.clip(-(trunk * d["gravity"]).sum(1), -1, 1)))
    box = np.clip(d["bbox"], 0, np.tile(d["K"][:, 4:6], 2))
    size = np.maximum(box[:, 2] - box[:, 0], box[:, 3] - box[:, 1])
    starts = lambda *names: np.logical_or.reduce([np.char.startswith(kind, n) for n in names])
    out = {
        "all": np.ones(len(kind), bool),
        "mocap": starts("mocap"),
        "procedural": starts("proc"),
        "sitting": starts("sit", "desk", "floor", "reps_sit", "proc_chair", "proc_floor"),
        "floor work": starts(
            "plank",
            "fours",
            "supine",
            "prone",
            "side_raise",
            "side_fetal",
            "side_clam",
            "side_rest",
            "proc_pushup",
            "push_up",
            "plank_forearm",
        ),
        "bent over": starts("bent", "reps_bent", "proc_hinge", "proc_row", "reach_down"),
        "squats, lunges": starts("squat", "one_leg", "lunge", "proc_squat", "proc_lunge"),
        "arms crossed, behind": np.logical_or.reduce(
            [np.char.find(kind, k) >= 0 for k in ("cross", "behind", "hugging")]
        ),
        "trunk > 70°": lean > 70,
        "from the front": az < 22.5,
        "oblique": (az >= 22.5) & (az < 67.5) | (az >= 112.5) & (az < 157.5),
        "from the side": (az >= 67.5) & (az < 112.5),
        "from behind": az >= 157.5,
        "cut by the frame": d["cropped"],
        "something before": d["occluder"],
        "two people": d["n_people"] > 1,
        "smaller than 180 px": size < 180,
    }
    if "view" in d:
        out.update({f"view {v}": d["view"] == v for v in np.unique(d["view"])})
    if "clip" in d:
        out["clips"] = d["clip"] >= 0
    return {k: np.asarray(m, bool) for k, m in out.items()}


def errors(d, marks):
    """Name -> (mm at the joint's distance, visibility), (rows, 2 sides)."""
    out = {}
    for name, m in MARKS.items():
        e = []
        for i, side in enumerate(("left", "right")):
            p, flat, vis = point(d, side + name)
            off = np.linalg.norm(marks[:, m + i, :2] - flat, axis=1)
            e.append((off / d["K"][:, 0] * p[:, 2] * 1000, vis))
        out[name] = np.stack([q[0] for q in e], 1), np.stack([q[1] for q in e], 1)
    return out


def right_person(d, look=""):
    """Rows in which the look found the person, not another one or something else."""
    marks = d["landmarks" + look]
    ok = np.isfinite(marks[:, 0, 0]) & (d["det_other" + look] == 0)
    e = errors(d, marks)
    trunk = np.concatenate([e[k][0] for k in ("Shoulder", "Hip")], 1).mean(1)
    return ok & (np.nan_to_num(trunk, nan=1e9) < 300)


def numbers(e, vis, rows):
    e, vis = e[rows], vis[rows]
    q = lambda m: f"{np.median(e[m]):.0f} / {e[m].mean():.0f}" if m.sum() > 20 else "–"
    return q(vis > 0), q(vis == 1), q(vis == 2)


def table(d):
    print(
        f"rows {len(d['found'])}, characters {len(np.unique(d['character']))}, in clips {(d['clip'] >= 0).sum() if 'clip' in d else 0}"
    )
    ok, e = right_person(d), errors(d, d["landmarks"])
    every = (
        np.concatenate([v[0] for v in e.values()], 1),
        np.concatenate([v[1] for v in e.values()], 1),
    )
    print(
        "\n| class | rows | found % | wrong thing % | mm median / mean | visible | hidden by the body |\n|---|---|---|---|---|---|---|"
    )
    for name, m in classes(d).items():
        if m.sum() < 20:
            continue
        f = d["found"][m]
        wrong = (f & ~ok[m]).sum() / max(1, f.sum())
        print(
            f"| {name} | {m.sum()} | {100 * f.mean():.1f} | {100 * wrong:.1f} |",
            " | ".join(numbers(*every, m & ok)),
            "|",
        )
    print(
        "\n| joint, full | in the frame | visible | hidden by the body | visible % |\n|---|---|---|---|---|"
    )
    for name, (a, v) in e.items():
        print(f"| {name} |", " | ".join(numbers(a, v, ok)), f"| {100 * (v[ok] == 1).mean():.0f} |")
    looks = [
        k for k in LOOKS if "landmarks" + k in d and np.isfinite(d["landmarks" + k][:, 0, 0]).any()
    ]
    both = np.logical_and.reduce([right_person(d, k) for k in looks])
    print(
        f"\n| look ({both.sum()} rows) | mm median / mean | > 100 mm % | elbows | wrists | knees | ankles |\n|---|---|---|---|---|---|---|"
    )
    sets = {
        ("full" if k == "" else "full" + k if k == "_flip" else k[1:]).replace("_", ", "): d[
            "landmarks" + k
        ]
        for k in looks
    }
    if "_heavy_again" in looks:
        three = np.stack([d["landmarks" + k] for k in looks if "heavy" in k])
        sets["mean of the three of heavy"] = three.mean(0)
    for name, marks in sets.items():
        q = errors(d, marks)
        a = np.concatenate([x[both][v[both] > 0] for x, v in q.values()])
        by = (
            f"{q[k][0][both][q[k][1][both] > 0].mean():.0f}"
            for k in ("Elbow", "Wrist", "Knee", "Ankle")
        )
        print(
            f"| {name} | {np.median(a):.0f} / {a.mean():.0f} | {100 * (a > 100).mean():.1f} |",
            " | ".join(by),
            "|",
        )


def truth(d):
    p = d["joints"][..., :2] / d["joints"][..., 2:] * d["K"][:, None, :2] + d["K"][:, None, 2:4]
    shift = np.abs(p - d["joints2d"])[d["joints"][..., 2] > 0.1].max()
    print(
        f"re-projection: {shift:.4f} px at most; NaN in the truth: {np.isnan(d['joints']).sum() + np.isnan(d['extra']).sum()}"
    )
    worst, characters = 0, np.unique(d["character"])
    for a, b in (("Hip", "Knee"), ("Knee", "Ankle"), ("Shoulder", "Elbow"), ("Elbow", "Wrist")):
        length = np.linalg.norm(point(d, "left" + a)[0] - point(d, "left" + b)[0], axis=1)
        worst = max(worst, max(np.ptp(length[d["character"] == c]) for c in characters))
    splits = [len(np.unique(d["split"][d["character"] == c])) for c in characters]
    print(
        f"segments differ within a character by {worst * 1000:.3f} mm at most; characters {len(characters)}, in both splits {sum(s > 1 for s in splits)}"
    )
    print(
        f"validation rows {100 * (d['split'] == 'val').mean():.1f} %; row numbers unique: {len(np.unique(d['frame_id'])) == len(d['frame_id'])}"
    )
    edges = [0, 5, 10, 20, 40, 60, 80, 100, 120, 135, 181]
    for name, chain in (("elbows", "Shoulder Elbow Wrist"), ("knees", "Hip Knee Ankle")):
        a = np.concatenate([flexion(d, *(s + k for k in chain.split())) for s in ("left", "right")])
        share = np.histogram(a, edges)[0] / len(a)
        print(
            f"{name}, share %:",
            ", ".join(f"{x}–{y}°: {100 * q:.1f}" for x, y, q in zip(edges, edges[1:], share)),
        )
    stature = [d["stature"][d["character"] == c][0] for c in characters]
    print("stature of characters, 1 / 50 / 99 %:", np.percentile(stature, (1, 50, 99)).round(2))
    if "depth_check" in d:
        for s in np.unique(d["sensor"]):
            c = d["depth_check"][d["sensor"] == s]
            print(
                f"{s}: {len(c)} rows, readings on {100 * c[:, 0].mean():.0f} % of the person, |noisy − clean| 50/68/95 %: {np.median(c[:, 1:], 0).round(0)} mm"
            )


def main():
    for path in sys.argv[1:]:
        print(f"\n# {path}\n")
        d = load(path, IMAGES)
        truth(d)
        table(d)


if __name__ == "__main__":
    main()
