"""Rig."""

import body
import numpy as np


def basis(a, h):
    """Columns: a, h made orthogonal to a, a x h."""
    a = a / (np.linalg.norm(a) + 1e-12)
    h = h - a * (a @ h)
    h = h / (np.linalg.norm(h) + 1e-12)
    return np.stack([a, h, np.cross(a, h)], 1)


KEYS = [
    "Rp",
    "Rc",
    "Rh",
    "sp",
    "up",
    "nk",
    "uaL",
    "faL",
    "uaR",
    "faR",
    "thL",
    "shL",
    "ftL",
    "thR",
    "shR",
    "ftR",
]


def rodrigues(v):
    a = np.linalg.norm(v)
    if a < 1e-9:
        return np.eye(3)
    k = v / a
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + np.sin(a) * K + (1 - np.cos(a)) * K @ K


def logarithm(R):
    c = np.clip((np.trace(R) - 1) / 2, -1, 1)
    a = np.arccos(c)
    w = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    n = np.linalg.norm(w)
    if n < 1e-6:
        if c > 0:
            return w / 2
        i = int(np.argmax(np.diag(R)))
        k = R[:, i] + np.eye(3)[:, i]
        return a * k / np.linalg.norm(k)
    return w / n * a


def slerp(A, B, t):
    return rodrigues(logarithm(B @ A.T) * t) @ A


def swing(a, b):
    """The smallest rotation that turns a to b."""
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    v = np.cross(a, b)
    s, c = np.linalg.norm(v), a @ b
    if s < 1e-8:
        return np.eye(3) if c > 0 else rodrigues(np.pi * basis(a, np.array([0.3, 0.5, 0.81]))[:, 1])
    return rodrigues(v / s * np.arctan2(s, c))


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


def step(x, a, b):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def hand_pose(r):
    return dict(
        pron=r.normal(0, np.radians(35), 2),
        bend=r.normal(0, np.radians(14), (2, 2)),
        curl=np.where(r.random(2) < 0.42, r.uniform(0.7, 1.5, 2), np.abs(r.normal(0.3, 0.25, 2))),
        toe=abs(r.normal(0, 0.15)),
    )


def pose_rig(person, L, extra):
    """Global rotations and heads (posed) of the bones. L: directions of one pose, world y up."""
    A, b = person.A, person.A.bone_index
    H = person.heads
    P = {k: v[1] for k, v in person.points.items()}
    Rp = L["Rp"]
    Rc = Rp @ L["Rc"]
    Rh = Rc @ L["Rh"]
    up0 = person.cs - person.root
    F0p = body.frame(P["leftHip"] - P["rightHip"], up0)
    F0c = body.frame(P["leftShoulder"] - P["rightShoulder"], up0)
    center = (P["skullBase"] + P["topHead"]) / 2
    F0h = body.frame(P["leftEar"] - P["rightEar"], P["topHead"] - center)
    Gp, Gc, Gh = Rp @ F0p.T, Rc @ F0c.T, Rh @ F0h.T
    G = {}
    G["root"] = Gp
    for n, t in (
        ("spine05", 0.12),
        ("spine04", 0.32),
        ("spine03", 0.6),
        ("spine02", 0.85),
        ("spine01", 1.0),
    ):
        G[n] = slerp(Gp, Gc, t)
    for n, t in (("neck01", 0.25), ("neck02", 0.5), ("neck03", 0.75)):
        G[n] = slerp(Gc, Gh, t)
    G["head"] = Gh
    for i, (s, n, sg) in enumerate((("L", "left", 1.0), ("R", "right", -1.0))):
        ua, fa = Rc @ L["ua" + s], Rc @ L["fa" + s]
        d = L["ua" + s]
        # Collar bone follows the arm.
        rest = np.array([sg, 0, 0])
        lift = 0.55 * max(0, d[1] + 0.15)
        turn = 0.28 * d[2] if d[1] < 0.8 else 0
        goal = np.array([sg, lift, turn])
        Gk = Rc @ swing(rest, goal) @ F0c.T
        G["clavicle." + s] = Gk
        G["shoulder01." + s] = Gk
        u0, l0 = P[n + "Elbow"] - P[n + "Shoulder"], P[n + "Wrist"] - P[n + "Elbow"]
        h0 = np.cross(u0, l0)
        h0 = h0 / np.linalg.norm(h0)
        G1 = swing(Gk @ u0, ua) @ Gk
        flex = np.degrees(np.arccos(np.clip(ua @ fa, -1, 1)))
        a = step(flex, 6, 26)
        bent = np.cross(ua, fa)
        bent = bent / (np.linalg.norm(bent) + 1e-9)
        h = (1 - a) * (G1 @ h0) + a * bent
        Gu = basis(ua, h) @ basis(u0, h0).T
        Gl = basis(fa, h) @ basis(l0, h0).T
        G["upperarm01." + s] = slerp(G1, Gu, 0.5)
        G["upperarm02." + s] = Gu
        G["lowerarm01." + s] = Gl
        pr = extra["pron"][i]
        tw = lambda t: rodrigues(unit(fa) * t * sg)
        G["lowerarm02." + s] = tw(pr * 0.5) @ Gl
        Gw = tw(pr) @ Gl
        side = H[b["finger2-1." + s]] - H[b["finger5-1." + s]]
        along = H[b["finger3-1." + s]] - P[n + "Wrist"]
        side = unit(side - unit(along) * (side @ unit(along)))
        palm = np.cross(unit(along), side)
        bend = extra["bend"][i]
        Gw = Gw @ rodrigues(side * bend[0]) @ rodrigues(palm * bend[1] * 0.6)
        G["wrist." + s] = Gw
        curl = extra["curl"][i]
        # Bending towards the palm, about the axis from the little to the index finger.
        sgn = -sg
        for k in range(2, 6):
            R = Gw
            for m, w in ((1, 0.8), (2, 1.0), (3, 0.7)):
                R = R @ rodrigues(side * (sgn * curl * w))
                G[f"finger{k}-{m}.{s}"] = R
        # Legs.
        th, sh, ft = Rp @ L["th" + s], Rp @ L["sh" + s], Rp @ L["ft" + s]
        t0, s0, f0 = (
            P[n + "Knee"] - P[n + "Hip"],
            P[n + "Ankle"] - P[n + "Knee"],
            P[n + "ToeTip"] - P[n + "Ankle"],
        )
        x0 = F0p[:, 0]
        flex = np.degrees(np.arccos(np.clip(th @ sh, -1, 1)))
        a = step(flex, 10, 35)
        foot = np.cross(-sh, ft)
        foot = foot / (np.linalg.norm(foot) + 1e-9)
        lateral = Gp @ x0
        foot = 0.7 * foot + 0.3 * lateral
        bent = np.cross(th, sh)
        bent = bent / (np.linalg.norm(bent) + 1e-9)
        h = (1 - a) * foot + a * bent
        G1 = swing(Gp @ t0, th) @ Gp
        Gt = basis(th, h) @ basis(t0, x0).T
        Gs = basis(sh, h) @ basis(s0, x0).T
        f0x = np.cross(np.array([0, 1.0, 0]), f0)
        Gf = basis(ft, 0.8 * h + 0.2 * foot) @ basis(f0, f0x).T
        G["pelvis." + s] = Gp
        G["upperleg01." + s] = slerp(G1, Gt, 0.5)
        G["upperleg02." + s] = Gt
        G["lowerleg01." + s] = Gs
        G["lowerleg02." + s] = slerp(Gs, basis(sh, 0.5 * h + 0.5 * foot) @ basis(s0, x0).T, 0.5)
        G["foot." + s] = Gf
    R = np.zeros((len(A.bones), 3, 3))
    X = np.zeros((len(A.bones), 3))
    for i in A.order:
        p = A.parent[i]
        name = A.bones[i]
        if p < 0:
            R[i] = G.get(name, Gp)
            X[i] = 0
            continue
        R[i] = G[name] if name in G else R[p]
        X[i] = X[p] + R[p] @ (H[i] - H[p])
    return R, X


def place(person, R, X):
    """Affine transforms of the bones (B, 12)."""
    t = X - np.einsum("bij,bj->bi", R, person.heads)
    return np.ascontiguousarray(
        np.concatenate([R, t[..., None]], 2).reshape(len(R), 12).astype(np.float32)
    )


def joints(person, R, X):
    """name -> posed point."""
    return {k: X[i] + R[i] @ (p - person.heads[i]) for k, (i, p) in person.points.items()}
