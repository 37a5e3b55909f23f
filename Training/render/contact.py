"""Contact."""

import numpy as np

from .rig import rodrigues


def lying(J):
    """Not on the feet alone: the trunk far from upright and the legs not under it."""
    u = (J["leftShoulder"] + J["rightShoulder"]) - (J["leftHip"] + J["rightHip"])
    up = u[1] / np.linalg.norm(u)
    if up > np.cos(np.radians(62)):
        return False
    leg = (
        sum(
            np.linalg.norm(J[s + a] - J[s + b])
            for s in ("left", "right")
            for a, b in (("Hip", "Knee"), ("Knee", "Ankle"))
        )
        / 2
    )
    high = max(J["leftHip"][1] - J["leftAnkle"][1], J["rightHip"][1] - J["rightAnkle"][1])
    return high < 0.72 * leg or up < np.cos(np.radians(112))


def settled(points, limit=np.radians(65)):
    """The turn by which a rigid body of these points comes to rest on the floor."""
    P = points.astype(np.float64)
    com = P.mean(0)
    Q = np.eye(3)
    contact = []
    for _ in range(3):
        y = P[:, 1] - P[:, 1].min()
        a = P[int(y.argmin())]
        if len(contact) == 0:
            contact.append(a)
            d = com - a
            d[1] = 0
            n = np.linalg.norm(d)
            if n < 0.06:  # balanced: it falls to where it is longest
                q = (P - a) * [1, 0, 1]
                d = q[int((q**2).sum(1).argmax())]
                n = np.linalg.norm(d)
            d /= n
            axis = np.cross([0, 1.0, 0], d)  # turning by + moves the side of d down
            pivot = a
        else:
            # Two points: about the line through them, towards the centre of mass.
            e = contact[1] - contact[0]
            e[1] = 0
            n = np.linalg.norm(e)
            if n < 0.05:
                break
            e /= n
            d = com - contact[0]
            d[1] = 0
            d -= e * (d @ e)
            n = np.linalg.norm(d)
            if n < 0.08:
                q = (P - contact[0]) * [1, 0, 1]
                q -= e * (q @ e)[:, None]
                d = q[int((q**2).sum(1).argmax())]
                n = np.linalg.norm(d)
            if n < 0.03:
                break
            d /= n
            axis = np.cross([0, 1.0, 0], d)
            pivot = contact[0]
        rel = P - pivot
        ahead, up = rel @ d, rel[:, 1]
        ok = ahead > 0.05
        if not ok.any():
            break
        angle = np.arctan2(np.maximum(up[ok], 0), ahead[ok])
        k = int(angle.argmin())
        t = float(angle[k])
        used = np.arccos(np.clip((np.trace(Q) - 1) / 2, -1, 1))
        if t + used > limit:
            break
        R = rodrigues(axis * t)
        P = pivot + rel @ R.T
        com = pivot + R @ (com - pivot)
        Q = R @ Q
        touch = P[np.flatnonzero(ok)[k]]
        contact = [pivot, touch]
    return Q


def clashes(J, stature):
    """Elbows, wrists, hands inside the trunk, the head, or legs through each other."""
    s = stature / 1.7

    def gap(p, a, b):
        d = b - a
        t = np.clip((p - a) @ d / (d @ d), 0, 1)
        return np.linalg.norm(p - a - t * d)

    root = (J["leftHip"] + J["rightHip"]) / 2
    cs = (J["leftShoulder"] + J["rightShoulder"]) / 2
    low, high = root + 0.1 * (cs - root), root + 0.85 * (cs - root)
    head = (J["skullBase"] + J["topHead"]) / 2
    for n in ("left", "right"):
        for k, r in (("Wrist", 0.10), ("HandTip", 0.085), ("Elbow", 0.075)):
            if gap(J[n + k], low, high) < r * s or np.linalg.norm(J[n + k] - head) < 0.10 * s:
                return True
        for k in ("Wrist", "HandTip"):
            for m in ("left", "right"):
                if gap(J[n + k], J[m + "Hip"], J[m + "Knee"]) < 0.065 * s:
                    return True
        if gap(J[n + "Knee"], low, high) < 0.105 * s:
            return True
    if (
        np.linalg.norm(J["leftAnkle"] - J["rightAnkle"]) < 0.075 * s
        or np.linalg.norm(J["leftKnee"] - J["rightKnee"]) < 0.08 * s
    ):
        return True
    for n, m in (("left", "right"), ("right", "left")):
        if (
            gap(J[n + "Ankle"], J[m + "Hip"], J[m + "Knee"]) < 0.08 * s
            or gap(J[n + "Knee"], J[m + "Knee"], J[m + "Ankle"]) < 0.07 * s
        ):
            return True
    return False
