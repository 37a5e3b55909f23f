"""Random numbers by purpose: what one part draws never moves what another one gets."""

import enum

import numpy as np


class Stream(enum.IntEnum):
    """What a generator is for. A row depends on the seed, its number and these only."""

    BODY = 11
    SPLIT = 12
    OUTFIT = 21
    SKIN = 5
    SURFACE = 31
    LAYOUT = 101
    ORDER = 102
    ROW = 103
    SCENE = 104
    MOTION = 105
    SHAKE = 106
    LIGHT = 107
    DEPTH = 108
    FAMILIES = 109


def generator(*key):
    """The generator of a key: whole numbers, the seed first (of SKIN, the stream first)."""
    return np.random.Generator(
        np.random.PCG64(np.random.SeedSequence([int(k) & 0xFFFFFFFF for k in key]))
    )


def pick(r, names):
    """One of the names in the text; one that stands there twice comes twice as often."""
    return str(r.choice(names.split()))
