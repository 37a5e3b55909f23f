"""The movements of `render/` as tables of poses, of which `sequences.py` makes sequences.

usage: movements.py ASSETS MOVEMENTS.npz [--count 8000] [--jobs 2] [--seed 3]

ASSETS is the folder of render/pack.py. A movement has 16 poses from one end to the other, twice: with the two ends of the
slow changes that a person makes meanwhile (sway). Legs stand by inverse kinematics, the mass is over the feet; so the lengths
of thigh, shank and foot and the width of the hips belong to the poses.
"""

import argparse
import multiprocessing
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

STEPS = 16
# What people do before a camera; in render/ each family has the share in which single pictures need it.
SHARES = dict(
    stand=0.12, squat=0.14, one_leg_squat=0.05, balance=0.05, lunge=0.10, bend=0.10, side_bend=0.04, twist=0.03, step=0.06,
    sit=0.07, sit_to_stand=0.14, desk=0.03, floor_sit=0.02, kneel=0.02, plank=0.06, all_fours=0.01, supine=0.02, prone=0.01,
    side_lying=0.01)


class Ends:
    """A movement's wobble at one end of its changes, by name."""

    def __init__(self, random):
        self.random, self.seen, self.side = random, {}, 0

    def __call__(self, name, amount):
        if name not in self.seen:
            middle, half = 0.8 * np.clip(self.random.normal(), -2.5, 2.5), self.random.uniform(-0.6, 0.6)
            self.seen[name] = (middle - half, middle + half)
        return amount * self.seen[name][self.side]


def start(folder):
    global PEOPLE, FAMILIES
    from render import movements
    from render.assets import Assets
    from render.character import Person
    from render.posing import Build

    assets = Assets(folder)
    PEOPLE = lambda number: Build(Person(assets, 640 + number, 0))
    FAMILIES = {family.__name__: family for family, _ in movements.FAMILIES}
    assert set(FAMILIES) == set(SHARES)


def legs(build):
    """Lengths of thigh, shank and foot, width of the hips, over the stature."""
    ends = (("leftHip", "leftKnee"), ("leftKnee", "leftAnkle"), ("leftAnkle", "leftToeTip"), ("leftHip", "rightHip"))
    return [np.linalg.norm(build.points[a] - build.points[b]) / build.person.stature for a, b in ends]


def some(job):
    """20 movements of one person."""
    from render.contact import clashes
    from render.rig import KEYS, hand_pose

    seed, number = job
    random = np.random.default_rng((seed, number))
    build = PEOPLE(number)
    names, shares = list(SHARES), np.array(list(SHARES.values()))
    found, kinds = [], []
    while len(found) < 20:
        name = names[random.choice(len(names), p=shares / shares.sum())]
        movement, ends, hands = FAMILIES[name](random, build), Ends(random), hand_pose(random)
        table = []
        for ends.side in range(2):
            table.append([build.directions(movement.at(u, ends), hands) for u in np.linspace(0, 1, STEPS)])
        if any(clashes(build.posed(table[0][k], hands), build.person.stature) for k in (0, STEPS // 2, STEPS - 1)):
            continue
        found.append({key: np.array([[pose[key] for pose in side] for side in table], np.float16) for key in KEYS})
        kinds.append(name)
    arrays = {key: np.stack([table[key] for table in found]) for key in KEYS}
    return dict(arrays, legs=np.repeat([legs(build)], len(found), 0)), kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assets")
    parser.add_argument("movements")
    parser.add_argument("--count", type=int, default=8000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    jobs = [(arguments.seed, number) for number in range(-(-arguments.count // 20))]
    parts, kinds = [], []
    with multiprocessing.get_context("spawn").Pool(arguments.jobs, start, (arguments.assets,)) as pool:
        for part, own in pool.imap(some, jobs):
            parts.append(part)
            kinds += own
            if len(parts) % 25 == 0:
                print(len(kinds), "movements", flush=True)
    arrays = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    # One person in sixteen is for validation.
    person = np.arange(len(kinds)) // 20
    np.savez_compressed(arguments.movements, kind=np.array(kinds), validation=person % 16 == 15, **arrays)


if __name__ == "__main__":
    main()
