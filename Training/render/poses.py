"""Where poses come from: mocap, the training's exercise families, movements; alone or as clips."""

import pathlib

import body
import numpy as np

from . import movements
from .contact import clashes
from .movements.posture import Foot
from .rig import KEYS, hand_pose, rodrigues


class Mocap:
    """Directions of the clips; train and val clips apart; balanced over sources."""

    def __init__(self, folder):
        self.sets = {"train": [], "val": []}
        if folder is None:
            return
        for name in ("mocap17", "mocap17_more"):
            path = pathlib.Path(folder) / f"{name}.npz"
            if not path.exists():
                continue
            d = np.load(path)
            X, clip = d["X"].astype(np.float32), d["clip"]
            names = d["names"] if "names" in d.files else np.arange(clip.max() + 1).astype(str)
            for c in range(len(d["split"])):
                i = np.flatnonzero(clip == c)
                if len(i) < 4:
                    continue
                s = str(d["split"][c])
                prmd = "PRMD" in str(d["source"][c])
                self.sets[s].append((X[i[0] : i[-1] + 1], str(names[c]), prmd, float(d["fps"][c])))

    def clip(self, r, split, least=0):
        s = self.sets[split]
        prmd = r.random() < 0.3
        pool = (
            [c for c in s if c[2] == prmd and len(c[0]) > least]
            or [c for c in s if len(c[0]) > least]
            or s
        )
        # Long clips a little more often.
        w = np.sqrt([len(c[0]) for c in pool])
        return pool[int(r.choice(len(pool), p=w / w.sum()))]

    def frame(self, r, split):
        X, name, _, _ = self.clip(r, split)
        i = int(r.integers(0, len(X)))
        return one(X[i : i + 1]), name


def one(X):
    X = X.astype(np.float64)
    L = body.to_local(X - X[:, 10:11])
    return {k: L[k][0] for k in KEYS}


def turned(L, angle):
    c, s = np.cos(angle), np.sin(angle)
    return dict(L, Rp=np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ L["Rp"])


FLIP = np.array([-1.0, 1, 1])


def mirrored(L):
    out = {}
    for k, v in L.items():
        if k in ("Rp", "Rc", "Rh"):
            out[k] = v * FLIP[:, None] * FLIP[None]
        elif k[-1] in "LR":
            out[k[:-1] + ("R" if k[-1] == "L" else "L")] = v * FLIP
        else:
            out[k] = v * FLIP
    return out


def perturbed(r, L, other, sigma):
    """Limbs of another pose, small turns."""
    L = dict(L)
    for names, share in (
        (("uaL", "faL", "uaR", "faR"), 0.25),
        (("uaL", "faL"), 0.2),
        (("uaR", "faR"), 0.2),
        (("Rh", "nk"), 0.2),
    ):
        if r.random() < share:
            for k in names:
                L[k] = other[k]
    for s in "LR":
        for a, c in (("ua", ("fa",)), ("th", ("sh", "ft"))):
            R = rodrigues(r.normal(0, sigma, 3))
            L[a + s] = R @ L[a + s]
            for k in c:
                L[k + s] = R @ L[k + s]
            hinge = np.cross(L[a + s], L[c[0] + s])
            n = np.linalg.norm(hinge)
            if n > 0.08:
                angle = (
                    np.arcsin(min(1, n))
                    if L[a + s] @ L[c[0] + s] > 0
                    else np.pi - np.arcsin(min(1, n))
                )
                d = np.clip(angle + r.normal(0, sigma * 1.4), 0.02, 2.6) - angle
                Q = rodrigues(hinge / n * d)
                for k in c:
                    L[k + s] = Q @ L[k + s]
    L["Rc"] = rodrigues(r.normal(0, sigma * 0.6, 3)) @ L["Rc"]
    L["Rh"] = rodrigues(r.normal(0, sigma * 1.2, 3)) @ L["Rh"]
    L["Rp"] = rodrigues(r.normal(0, sigma * 0.6, 3)) @ L["Rp"]
    return L


class Still:
    """Wobble of a single picture: everything off by a random amount, by name."""

    def __init__(self, r):
        self.r, self.seen = r, {}

    def __call__(self, name, amount):
        if name not in self.seen:
            self.seen[name] = float(np.clip(self.r.normal(), -2.5, 2.5))
        return amount * self.seen[name]


class Sway:
    """Wobble of a clip at a time: a constant part and three slow sines, by name."""

    def __init__(self, r):
        self.r, self.seen, self.t = r, {}, 0.0

    def __call__(self, name, amount):
        if name not in self.seen:
            self.seen[name] = (
                self.r.normal() * 0.8,
                self.r.uniform(0.12, 0.9, 3),
                self.r.uniform(0, 6.28, 3),
                self.r.dirichlet([2, 2, 2]),
            )
        c, f, p, w = self.seen[name]
        return amount * (c + 0.45 * float((w * np.sin(2 * np.pi * f * self.t + p)).sum()))


def ends(r):
    """How far a single picture is between the ends: often at one of them."""
    q = r.random()
    return 0.0 if q < 0.22 else 1.0 if q < 0.55 else float(r.random())


def mocap(r, split, clips):
    L, name = clips.frame(r, split)
    kind = "mocap_" + name
    if r.random() < 0.5:
        other, _ = clips.frame(r, split)
        L = perturbed(r, L, other, np.radians(r.choice([3, 7, 12])))
        kind = "mocapaug_" + name
    return (mirrored(L) if r.random() < 0.5 else L), kind


class Drawn:
    """A pose: directions of bones, its kind, the hands, what one sits on and at, and which points stay
    where they are while a clip moves on."""

    def __init__(self, L, kind, hands, movement=None, posture=None):
        self.L, self.kind, self.hands = L, kind, hands
        self.seat = movement.seat if movement else ""
        self.seat_top = movement.seat_top if movement else None
        self.desk = bool(movement and movement.desk)
        feet = [s for s in posture.stance if isinstance(posture.legs[s], Foot)] if posture else []
        ankles = [dict(L="leftAnkle", R="rightAnkle")[s] for s in feet]
        self.anchor = ankles or ["leftHip", "rightHip"]


def single(r, split, clips, build, bank):
    """One pose, drawn again while limbs are inside each other (up to 8 times)."""
    for _ in range(8):
        hands, m, posture = hand_pose(r), None, None
        q = r.random()
        if clips.sets[split] and q < 0.25:
            L, kind = mocap(r, split, clips)
        elif q < 0.37:
            batch, kinds = bank
            i = int(r.integers(0, len(kinds)))
            L, kind = {k: batch[k][i] for k in KEYS}, "proc_" + str(kinds[i])
            if r.random() < 0.5:
                L = mirrored(L)
        else:
            m = movements.draw(r, build)
            posture, kind = m.at(ends(r), Still(r)), m.kind
            L = build.directions(posture, hands)
        L = turned(L, r.uniform(0, 2 * np.pi))
        if not clashes(build.posed(L, hands), build.person.stature):
            break
    return Drawn(L, kind, hands, m, posture)


def clip(r, split, clips, build, n, rate=15):
    """n poses at `rate` a second: repetitions of a movement, or a stretch of mocap."""
    hands, angle = hand_pose(r), r.uniform(0, 2 * np.pi)
    if clips.sets[split] and r.random() < 0.3:
        X, name, _, _ = clips.clip(r, split, n)
        if len(X) >= n:
            i = int(r.integers(0, len(X) - n + 1))
            return [
                Drawn(turned(one(X[k : k + 1]), angle), "mocapclip_" + name, hands)
                for k in range(i, i + n)
            ]
    period, phase, power = r.uniform(20, 45), r.uniform(0, 1), r.uniform(0.7, 1.4)
    for _ in range(8):
        m = movements.draw(r, build)
        sway = Sway(r)
        poses = []
        for k in range(n):
            sway.t = k / rate
            u = (0.5 - 0.5 * np.cos(2 * np.pi * (k / period + phase))) ** power
            u *= 1 - 0.06 * (1 + np.sin(k * 0.05 + phase * 6))
            posture = m.at(u, sway)
            L = turned(build.directions(posture, hands), angle)
            poses.append(Drawn(L, "reps_" + m.kind, hands, m, posture))
        if not any(clashes(build.posed(p.L, hands), build.person.stature) for p in poses[::8]):
            break
    return poses
