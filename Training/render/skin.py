"""Colours of skin and hair (linear)."""

import numpy as np

TONES = np.array([(0.78, 0.52, 0.40), (0.50, 0.28, 0.17), (0.13, 0.062, 0.036)])
HAIR = [
    (0.02, 0.016, 0.013),
    (0.05, 0.03, 0.018),
    (0.10, 0.055, 0.03),
    (0.25, 0.13, 0.05),
    (0.45, 0.32, 0.16),
    (0.28, 0.08, 0.03),
]


def hair_colour(r, info):
    if info["age"] > 50 and r.random() < 0.5:
        g = r.uniform(0.25, 0.7)
        return np.array([g, g, g * 0.97])
    fair, dark = (0.35, 0.25, 0.17, 0.1, 0.09, 0.04), (0.75, 0.2, 0.05, 0, 0, 0)
    p = np.array(fair if info["dark"] < 0.45 else dark)
    return np.array(HAIR[r.choice(6, p=p)]) * r.uniform(0.7, 1.3)


def skin(r, person):
    """Of every vertex of the body: a base tone, blotches, lips, cheeks, eye sockets, stubble."""
    A, info = person.A, person.info
    v = person.v[: A.nbody]
    q, (light, mid, dark) = info["dark"], TONES
    if q < 0.5:
        base = light + (mid - light) * min(1, q * 2)
    else:
        base = mid + (dark - mid) * (q * 2 - 1)
    base = base * r.uniform(0.85, 1.1) * np.array([1, r.uniform(0.95, 1.05), r.uniform(0.9, 1.08)])
    colour = np.tile(base, (A.nbody, 1))
    p = v * 40
    blotch = np.sin(p[:, 0] * 1.3 + 2 * np.sin(p[:, 1])) * np.sin(p[:, 1] * 0.9 + p[:, 2])
    colour *= 1 + 0.03 * blotch[:, None]
    lips = np.clip(A.lips * 1.6 - 0.5, 0, 1)[:, None]
    lip = base * np.array([0.82, 0.48, 0.48]) * r.uniform(0.8, 1.1)
    if info["gender"] < 0.5 and r.random() < 0.35:
        lip = np.array([r.uniform(0.35, 0.6), 0.05, 0.07])
    colour = colour * (1 - lips) + lip * lips
    cheeks = 0.35 * np.clip(A.cheeks, 0, 1)[:, None]
    colour = colour * (1 - cheeks) + base * np.array([1.05, 0.82, 0.8]) * cheeks
    for s in "LR":
        eye = person.heads[A.bone_index[f"eye.{s}"]]
        d = np.linalg.norm((v - eye) * np.array([0.75, 1, 0.6]), axis=1)
        colour *= 1 - np.clip(1 - (d - 0.013) / 0.012, 0, 1)[:, None] * r.uniform(0.15, 0.4)
    if info["gender"] > 0.5 and r.random() < 0.45 and info["age"] > 18:
        bones = [A.bone_index[n] for n in ("jaw", "oris01", "oris05")]
        jaw = A.W[: A.nbody][:, bones].sum(1)[:, None]
        k = np.clip(jaw, 0, 1) * r.uniform(0.15, 0.75) * (1 - lips)
        colour = colour * (1 - k) + hair_colour(r, info) * k
    return colour
