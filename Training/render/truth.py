"""The points that are the truth of a row, and whether they can be seen."""

import numpy as np
from layout import JOINTS

from .mesh import LIMBS

EXTRA = """
    nose leftEye rightEye leftEar rightEar leftToeTip rightToeTip leftHeel rightHeel leftToeBase
    rightToeBase leftIndexKnuckle rightIndexKnuckle leftPinkyKnuckle rightPinkyKnuckle leftThumb
    rightThumb leftHandTip rightHandTip neckBase skullBase""".split()
VISIBILITY = "out_of_frame visible occluded_self occluded_object occluded_other_person".split()

# Limbs on which a ray to a point may stop, and how far before it (m at 1.70 m and average weight).
ALLOW = {
    "Shoulder": ("trunk uarm", 0.11),
    "Elbow": ("uarm farm", 0.085),
    "Wrist": ("farm hand", 0.068),
    "Hip": ("trunk thigh", 0.108),
    "Knee": ("thigh shank", 0.105),
    "Ankle": ("shank foot", 0.10),
    "root": ("trunk thighL thighR", 0.16),
    "centerShoulder": ("trunk head", 0.15),
    "spine": ("trunk", 0.20),
    "topHead": ("head", 0.14),
    "centerHead": ("head", 0.16),
    "nose": ("head", 0.05),
    "Eye": ("head", 0.05),
    "Ear": ("head", 0.06),
    "ToeTip": ("foot", 0.075),
    "Heel": ("foot", 0.055),
    "ToeBase": ("foot", 0.08),
    "IndexKnuckle": ("hand farm", 0.055),
    "PinkyKnuckle": ("hand farm", 0.055),
    "Thumb": ("hand", 0.05),
    "HandTip": ("hand", 0.05),
    "neckBase": ("trunk head", 0.14),
    "skullBase": ("head trunk", 0.14),
}
# Five rays around a point, metres.
AROUND = np.array([(0, 0, 0), (0.015, 0, 0), (-0.015, 0, 0), (0, 0.015, 0), (0, -0.015, 0)])


def allowed(name):
    side = "L" if name.startswith("left") else "R" if name.startswith("right") else ""
    limbs, depth = ALLOW[name[4:] if side == "L" else name[5:] if side == "R" else name]
    mask = np.zeros(16, bool)
    for k in limbs.split():
        mask[LIMBS.index(k if k in LIMBS else k + side)] = True
    return mask, depth


LIMIT = [allowed(n) for n in JOINTS + EXTRA]


def visibility(S, person, truth, flat, K):
    """Per point: out of the frame, visible, or hidden by what (places in VISIBILITY)."""
    Q = truth[:, None] + AROUND
    px = Q[..., :2] / Q[..., 2:] * K[:2] + K[2:4]
    z, hit = S.rays(K[:4], px.reshape(-1, 2))
    z, hit = z.reshape(-1, 5), hit.reshape(-1, 5)
    a, b = S.ranges[0]
    c, d = S.ranges[1] if len(S.ranges) > 1 else (0, 0)
    size = person.stature / 1.7 * (1 + 0.5 * (person.info["weight"] - 0.5))
    out = np.ones(len(truth), np.uint8)
    for i, (mask, depth) in enumerate(LIMIT):
        if truth[i, 2] < 0.05 or not (0 <= flat[i, 0] <= K[4] - 1 and 0 <= flat[i, 1] <= K[5] - 1):
            out[i] = 0
            continue
        own = (hit[i] >= a) & (hit[i] < b)
        limb = np.where(own, person.limb[np.clip(hit[i] - a, 0, len(person.limb) - 1)], 15)
        free = (
            (hit[i] < 0)
            | (z[i] > truth[i, 2])
            | (own & mask[limb] & (z[i] > truth[i, 2] - depth * size))
        )
        if free.sum() >= 3:
            continue
        other = (hit[i] >= c) & (hit[i] < d)
        out[i] = 2 + int(np.argmax([(~free & q).sum() for q in (own, ~own & ~other, other)]))
    return out
