"""Sequences of poses before cameras, from which the network over time learns (`temporal.py`).

usage: sequences.py make LIFTING-FOLDER FRAMES.bin TRUTH.npz [--count 6000] [--seed 1]
       pose3d-bench sequences FRAMES.bin LIFTED.bin
       temporal.py train NETWORK.pkl TRUTH.npz LIFTED.bin

A sequence has 64 frames at 15 a second, or fewer where a clip is shorter. Half are windows of motion capture, the others UI-PRMD's
exercises there and back, movements of `movements.py`, and cycles between two procedural poses of body.py. Bones get other
lengths, the body a stature of 1.8 m, and the person walks as the lower foot stays where it is. A camera sees the joints with a detector's errors, which last: a constant for each
keypoint, a slow part, noise, and limbs that are lost for a while.
"""

import argparse
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from scipy.ndimage import gaussian_filter1d

import body
import figure
from layout import BLAZEPOSE, KEYPOINT_MIRROR, KEYPOINTS, NK, ROOT, WORLD

LENGTH = 64
RATE = 15.0
FOCAL, SIDE = 1500.0, 4000.0
# The 17 joints in the program's order among the 26 points, then left heel, left toe, right heel, right toe.
POINTS = np.array([10, 14, 15, 16, 11, 12, 13, 9, 2, 1, 0, 3, 4, 5, 6, 7, 8, 24, 22, 25, 23])


# The 21 keypoints with world landmarks among the 26 points, and their mirror images among the 21.
WORLD_POINTS = KEYPOINTS[WORLD]
WORLD_MIRROR = [WORLD.index(int(KEYPOINT_MIRROR[k])) for k in WORLD]

# -- poses --------------------------------------------------------------------------------------------------------------


def straightened(poses, walks):
    """A clip with legs as long as they may be, hips and ankles staying where they are.

    Most skeletons of the CMU database have legs that are too long for their markers: people who stand have knees bent by 10 to
    20 degrees, where marker trials with measured joint centres have 2 to 8. The bones are shortened by so much that the
    tenth of a clip in which the straighter leg is straightest has 4 degrees, of a walk the quarter 9; no more than what takes
    20 degrees away.
    """
    legs = [(11, 12, 13), (14, 15, 16)]

    def flexion(hip, knee, ankle):
        thigh, shank = poses[:, knee] - poses[:, hip], poses[:, ankle] - poses[:, knee]
        cosine = (thigh * shank).sum(1) / np.linalg.norm(thigh, axis=1) / np.linalg.norm(shank, axis=1)
        return np.arccos(np.clip(cosine, -1, 1))

    least = np.minimum(*[flexion(*leg) for leg in legs])
    excess = np.percentile(least, 10) - np.radians(4)
    if walks:
        excess = max(excess, np.percentile(least, 25) - np.radians(9))
    excess = min(excess, np.radians(20))
    if excess <= 0:
        return poses
    factor = np.cos((excess + np.radians(4)) / 2) / np.cos(np.radians(2))
    poses = poses.copy()
    for hip, knee, ankle in legs:
        h, k, a = poses[:, hip], poses[:, knee], poses[:, ankle]
        thigh = factor * np.linalg.norm(k - h, axis=1, keepdims=True)
        shank = factor * np.linalg.norm(a - k, axis=1, keepdims=True)
        reach = np.linalg.norm(a - h, axis=1, keepdims=True)
        along = (a - h) / reach
        aside = (k - h) - ((k - h) * along).sum(1, keepdims=True) * along
        aside /= np.linalg.norm(aside, axis=1, keepdims=True) + 1e-9
        share = np.where(reach < thigh + shank, (reach**2 + thigh**2 - shank**2) / (2 * reach), reach * thigh / (thigh + shank))
        poses[:, knee] = h + along * share + aside * np.sqrt(np.maximum(thigh**2 - share**2, 0) * (reach < thigh + shank))
    return poses


def clips(folder):
    """Motion capture: (poses (n, 26, 3), rate, source or activity, whether it is for validation)."""
    result = []
    for name in ("mocap17.npz", "mocap17_more.npz"):
        data = dict(np.load(f"{folder}/{name}", allow_pickle=True))
        starts = np.searchsorted(data["clip"], np.arange(len(data["names"]) + 1))
        for i, (a, b) in enumerate(zip(starts[:-1], starts[1:])):
            poses = data["X"][a:b].astype(np.float64)
            # Parts of a clip that were left out: a jump of more than 20 m/s.
            speed = np.linalg.norm(np.diff(poses, axis=0), axis=2).max(1) * float(data["fps"][i])
            cuts = [0, *(np.where(speed > 20)[0] + 1), len(poses)]
            for first, last in zip(cuts[:-1], cuts[1:]):
                if last - first >= 5:
                    clip = str(data["names"][i])
                    group = clip.split("__")[1] if "__" in clip else str(data["source"][i])
                    walks = group.startswith("walking")
                    part = straightened(poses[first:last], walks)
                    result.append((part, float(data["fps"][i]), group, str(data["split"][i]) == "val"))
    return result


def stretch(poses, rate, speed, random):
    """Frames at RATE of a clip that runs `speed` times as fast, as many as it has or LENGTH; then the last one again."""
    available = int((len(poses) - 1) / (rate * speed) * RATE) + 1
    count = min(LENGTH, available)
    start = random.uniform(0, max(0, len(poses) - 1 - (count - 1) / RATE * rate * speed))
    found = resampled(poses, rate, speed, count, start)
    return np.concatenate([found, np.repeat(found[-1:], LENGTH - count, 0)]), count


def resampled(poses, rate, speed, count, start):
    """`count` frames at RATE of a clip at `rate` that runs `speed` times as fast, and back again at its ends."""
    n = len(poses)
    t = start + np.arange(count) / RATE * rate * speed
    period = 2 * (n - 1)
    t = np.abs((t % period + period) % period)
    t = np.where(t > n - 1, period - t, t)
    i = np.clip(t.astype(int), 0, n - 2)
    f = (t - i)[:, None, None]
    before, after = poses[np.maximum(i - 1, 0)], poses[np.minimum(i + 2, n - 1)]
    a, b = poses[i], poses[i + 1]
    m0, m1 = (b - before) / 2, (after - a) / 2
    return (2 * f**3 - 3 * f**2 + 1) * a + (f**3 - 2 * f**2 + f) * m0 + (3 * f**2 - 2 * f**3) * b + (f**3 - f**2) * m1


def cycles(random, count):
    """Shares of the way between two poses: there and back, with rests."""
    shares, here = [], random.uniform() < 0.7
    while len(shares) < count:
        rest, move = int(RATE * random.uniform(0, 1.2)), int(RATE * random.uniform(0.35, 2.0)) + 2
        goal = random.uniform(0.6, 1.0)
        way = (1 - np.cos(np.pi * np.arange(move) / move)) / 2
        shares += [0.0] * rest if here else []
        shares += list(way * goal) + [goal] * int(RATE * random.uniform(0, 0.8)) + list(goal - way * goal)
        here = True
    first = random.integers(0, len(shares) - count + 1)
    return gaussian_filter1d(np.array(shares[first : first + count]), 0.8)


def blended(a, b, shares):
    """Poses between two, as directions of bones and frames of pelvis, chest and head."""
    return {key: blend(a[key], b[key], shares) for key in a}


def blend(p, q, shares):
    """Directions (…, 3) or rotations (3, 3) between two, or between those of every frame."""
    rotations = p.shape[-2:] == (3, 3)
    value = p + shares.reshape(-1, *[1] * (1 + rotations)) * (q - p)
    if not rotations:
        return body.unit(value)
    u, _, v = np.linalg.svd(value)
    u[:, :, 2] *= np.sign(np.linalg.det(u @ v))[:, None]
    return u @ v


def played(movement, random):
    """A movement of movements.py, there and back, with what changes slowly meanwhile."""
    steps = len(movement["sp"][0])
    shares = cycles(random, LENGTH)
    if random.uniform() < 0.3:
        shares = 1 - shares
    place = shares.clip(0, 1) * (steps - 1)
    first = np.minimum(place.astype(int), steps - 2)
    drift = gaussian_filter1d(random.normal(size=LENGTH + 60), random.uniform(6, 25))[30 : 30 + LENGTH]
    drift = (0.5 + random.uniform(0, 0.3) * (drift - drift.mean()) / drift.std()).clip(0, 1)
    result = {}
    for key, (one, other) in movement.items():
        one, other = (blend(side[first], side[first + 1], place - first) for side in (one, other))
        result[key] = blend(one, other, drift)
    return result


def make(arguments):
    random = np.random.default_rng(arguments.seed)
    all_clips = clips(arguments.folder)
    long = [c for c in all_clips if "UI-PRMD" not in c[2] and len(c[0]) / c[1] >= 1]
    exercises = [c for c in all_clips if "UI-PRMD" in c[2] and len(c[0]) >= 8]
    print(len(long), "clips,", len(exercises), "exercises")
    by_source = {}
    for i, c in enumerate(long):
        by_source.setdefault(c[2], []).append(i)
    # A source counts by the square root of what it has; walking, which is what people do most, three times.
    weights = np.zeros(len(long))
    for source, members in by_source.items():
        size = sum(len(long[i][0]) for i in members)
        for i in members:
            weights[i] = np.sqrt(size) * len(long[i][0]) / size * (3 if source.startswith("walking") else 1)
    weights /= weights.sum()
    procedural, families = body.procedural(6000, np.random.default_rng(0))
    members = {name: np.where(families == name)[0] for name in dict.fromkeys(families)}
    names = list(dict.fromkeys(families))
    movements = dict(np.load(arguments.movements)) if arguments.movements else None
    captured = 0.55 if movements is None else 0.45
    locals_, isval, kind, valid = [], [], [], []
    legs = np.full((arguments.count, 4), np.nan)
    for number in range(arguments.count):
        choice, frames = random.uniform(), LENGTH
        if choice < captured:
            poses_, rate, _, val = long[random.choice(len(long), p=weights)]
            chosen, frames = stretch(poses_, rate, random.uniform(0.7, 1.3), random)
            L, what = body.to_local(chosen), 0
        elif choice < captured + 0.13:
            poses_, rate, _, val = exercises[random.integers(len(exercises))]
            chosen = resampled(poses_, rate, random.uniform(0.5, 1.5), LENGTH, random.uniform(0, 2 * len(poses_)))
            L, what = body.to_local(chosen), 1
        elif movements is not None and choice < 0.9:
            place = random.integers(len(movements["kind"]))
            val = movements["validation"][place]
            legs[number] = movements["legs"][place]
            L, what = played({name: movements[name][place].astype(np.float64) for name in figure.KEYS}, random), 3
        else:
            val = random.uniform() < 0.05
            family = names[random.integers(len(names))]
            b = random.choice(members[family])
            # From standing, or from another pose of the same family.
            a = random.choice(members["stand" if random.uniform() < 0.6 else family])
            pick = lambda i: {key: value[i] for key, value in procedural.items()}
            one, other = pick(a), pick(b)
            L, what = blended(one, turned(other, one), cycles(random, LENGTH)), 2
        if random.uniform() < 0.5:
            L = mirrored(L)
        locals_.append(L)
        isval.append(val)
        kind.append(what)
        valid.append(frames)
    count = len(locals_)
    stacked = {key: np.concatenate([L[key] for L in locals_]).astype(np.float32) for key in figure.KEYS}
    key = jax.random.PRNGKey(arguments.seed)
    _, lengths, head = figure.lengths(key, count, jnp.zeros(count, bool), (jnp.zeros(11), jnp.eye(11)))
    chain = lengths[:, [0, 1, 2, 3, 4, 5]].sum(1) / (1 - 0.039)
    lengths = np.array(lengths / chain[:, None] * 1.8)
    own = np.isfinite(legs[:, 0])
    lengths[np.ix_(own, [0, 1, 10, 9])] = 1.8 * legs[own]
    # The trunk, neck and head take up the rest of the stature.
    rest = 1.8 * (1 - 0.039) - lengths[:, :2].sum(1)
    lengths[:, 2:6] *= (rest / lengths[:, 2:6].sum(1))[:, None]
    head = np.full(count, 1.8 / 1.75)
    X = np.array(figure.forward(
        {k: jnp.array(v) for k, v in stacked.items()}, jnp.array(np.repeat(lengths, LENGTH, 0)),
        jnp.array(np.repeat(head, LENGTH)), jnp.zeros(count * LENGTH, bool)), np.float64)
    X = X.reshape(count, LENGTH, 26, 3)
    detections = Detections(arguments.detections) if arguments.detections else None
    frames, truth, gravity = [], [], []
    for sequence in X:
        f, t, g = seen(sequence, random, detections)
        frames.append(f)
        truth.append(t)
        gravity.append(g)
    np.concatenate(frames).astype(np.float32).tofile(arguments.frames)
    np.savez(arguments.truth, X=np.stack(truth).astype(np.float32), gravity=np.stack(gravity).astype(np.float32),
             validation=np.array(isval), kind=np.array(kind), frames=np.array(valid))


def turned(pose, other):
    """A pose that faces where another does."""

    def heading(R):
        ahead = R[:, 2] if abs(R[1, 2]) < 0.9 else -np.sign(R[1, 2]) * R[:, 1]
        return np.arctan2(ahead[0], ahead[2])

    turn = heading(other["Rp"]) - heading(pose["Rp"])
    c, s = np.cos(turn), np.sin(turn)
    return {**pose, "Rp": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ pose["Rp"]}


def mirrored(L):
    flip = np.array([-1.0, 1, 1])
    result = {}
    for key, value in L.items():
        name = key[:-1] + {"L": "R", "R": "L"}[key[-1]] if key[-1] in "LR" and key not in ("Rp", "Rc", "Rh") else key
        result[name] = value * flip if value.ndim == 2 else flip[:, None] * value * flip
    return result


# -- cameras and keypoints ----------------------------------------------------------------------------------------------


class Detections:
    """BlazePose's errors on rendered people, to be put on others in like poses.

    An error is that of a keypoint in the image over the body's size, of a world landmark over the stature, and the visibility,
    each for the 21 points that the lifting network reads.
    """

    def __init__(self, folder):
        poses, errors = [], []
        for path in sorted(pathlib.Path(folder).glob("*.npz")):
            data = np.load(path)
            # The clips are kept for measuring.
            rows = data["found"] & (data["det_other"] == 0) & (data["clip"] < 0)
            get = lambda name: data[name][rows].astype(np.float64)
            names = [str(x) for x in data["extra_names"]]
            feet = [names.index(x) for x in ("leftToeTip", "rightToeTip", "leftHeel", "rightHeel")]
            extra = get("extra")
            truth = np.concatenate([get("joints"), extra[:, :5], extra[:, feet]], 1)
            k, stature = get("K"), get("stature")
            for suffix in ("", "_heavy"):
                marks, world = get("landmarks" + suffix), get("world" + suffix)
                usable = np.isfinite(marks).all((1, 2)) & np.isfinite(world).all((1, 2))
                pose, error = self.errors(truth[usable], k[usable], stature[usable], marks[usable], world[usable])
                poses.append(pose)
                errors.append(error)
        self.poses, self.errors_ = np.concatenate(poses), np.concatenate(errors)
        flip = np.array(WORLD_MIRROR)
        mirrored = self.errors_[:, flip] * [-1, 1, -1, 1, 1, 1]
        self.poses = np.concatenate([self.poses, (self.poses.reshape(-1, 21, 3)[:, flip] * [-1, 1, 1]).reshape(-1, 63)])
        self.errors_ = np.concatenate([self.errors_, mirrored])
        self.squares = (self.poses**2).sum(1)
        print(len(self.poses), "detections")

    @staticmethod
    def posture(points):
        """The 21 points relative to the root over the stature, seen along the root's ray."""
        root = points[:, ROOT]
        z = root / np.linalg.norm(root, axis=1, keepdims=True)
        x = np.cross([0.0, 1, 0], z)
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        rotation = np.stack([x, np.cross(z, x), z], 1)
        return np.einsum("nij,nkj->nki", rotation, points[:, WORLD_POINTS] - root[:, None])

    def errors(self, truth, k, stature, marks, world):
        points = truth[:, WORLD_POINTS]
        pixels = points[..., :2] / points[..., 2:] * k[:, None, :2] + k[:, None, 2:4]
        size = k[:, 0] * stature / truth[:, ROOT, 2]
        chosen = [BLAZEPOSE[i] for i in WORLD]
        off = (marks[:, chosen, :2] - pixels) / size[:, None, None]
        hips = (truth[:, 11] + truth[:, 14]) / 2
        wrong = (world[:, chosen] - (points - hips[:, None])) / stature[:, None, None]
        pose = self.posture(truth) / stature[:, None, None] * [1, 1, 0.7]
        return pose.reshape(-1, 63), np.concatenate([off, wrong, marks[:, chosen, 3:4]], 2)

    def like(self, points, random):
        """The errors on a sequence of the 26 points of a body of 1.8 m: (frames, 21, 6)."""
        places = [0]
        while places[-1] < len(points) - 1:
            places.append(min(places[-1] + random.integers(5, 16), len(points) - 1))
        pose = (self.posture(points[places]) / 1.8 * [1, 1, 0.7]).reshape(-1, 63)
        found = (self.squares - 2 * pose @ self.poses.T).argmin(1)
        known = self.errors_[found]
        moments = np.arange(len(points))
        after = np.clip(np.searchsorted(places, moments, "right"), 1, len(places) - 1)
        a, b = np.array(places)[after - 1], np.array(places)[after]
        share = ((moments - a) / np.maximum(b - a, 1))[:, None, None]
        return known[after - 1] * (1 - share) + known[after] * share


def detected(p, pixels, size, detections, random):
    """A frame's numbers as BlazePose would give them."""
    error = detections.like(p, random)
    frames = np.zeros((len(p), 33, 3))
    world = np.zeros((len(p), 33, 3))
    chosen = [BLAZEPOSE[i] for i in WORLD]
    frames[:, chosen, :2] = pixels[:, WORLD_POINTS] + size * (error[..., :2] + 0.0015 * random.normal(size=error[..., :2].shape))
    frames[:, chosen, 2] = np.clip(error[..., 5], 0.02, 1)
    hips = (p[:, 11] + p[:, 14]) / 2
    relative = p[:, WORLD_POINTS] - hips[:, None]
    world[:, chosen] = 0.96 * (relative + 1.8 * (error[..., 2:5] + 0.0015 * random.normal(size=error[..., 2:5].shape)))
    camera = np.broadcast_to([SIDE, SIDE, FOCAL, FOCAL, SIDE / 2, SIDE / 2], (len(p), 6))
    return np.concatenate([camera, frames.reshape(len(p), -1), world.reshape(len(p), -1)], 1)


def seen(X, random, detections=None):
    """A camera's view of a sequence: what goes to the program, the points in the camera's frame, the vertical it gets."""
    turn = random.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    X = X @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
    # The lower foot stays where it is; the speed is smoothed where it changes from one to the other.
    feet = X[:, [22, 23, 24, 25]]
    low = feet[:, :, 1].argmin(1)
    step = np.array([feet[i, low[i]] - feet[i + 1, low[i]] for i in range(len(X) - 1)])
    step[:, 1] = 0
    step = gaussian_filter1d(np.clip(step, -0.2, 0.2), 1.5, axis=0)
    path = np.concatenate([[[0, 0, 0]], np.cumsum(step, 0)])
    floor = gaussian_filter1d(feet[:, :, 1].min(1), 2)
    path[:, 1] = -floor
    X = X + (path - path.mean(0) * [1, 0, 1])[:, None]
    distance = np.exp(random.uniform(np.log(2.2), np.log(7))) + max(0, -X[..., 2].min() - 1.2)
    height = random.uniform(0.4, 2.2)
    aim = random.uniform(0.7, 1.2)
    pitch = np.arctan2(height - aim, distance)
    roll = random.normal(0, 0.015)
    # The camera on the +z side looks along −z; its x points right, its y down.
    p = X - [random.normal(0, 0.15) * distance * 0.3, height, distance]
    p = p * [1, -1, -1]
    cp, sp = np.cos(pitch), np.sin(pitch)
    tilt = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    cr, sr = np.cos(roll), np.sin(roll)
    rotation = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]]) @ tilt
    p = p @ rotation.T
    down = rotation @ [0, 1, 0]
    kind = random.uniform()
    told = pitch + (random.normal(0, 0.04) if kind < 0.6 else 0)
    if kind > 0.75:
        told = 0.0
    gravity = np.array([0, np.cos(told), np.sin(told)]) if kind < 1 else down
    p[..., 2] = np.maximum(p[..., 2], 0.3)
    pixels = FOCAL * p[..., :2] / p[..., 2:] + SIDE / 2
    points = pixels[:, KEYPOINTS]
    size = FOCAL * 1.8 / np.median(p[:, ROOT, 2])
    if detections is not None:
        return detected(p, pixels, size, detections, random), p[:, POINTS], gravity
    level = np.exp(random.uniform(np.log(0.15), np.log(1.6)))
    share = np.exp(-1 / RATE / random.uniform(0.2, 0.8))
    slow = random.normal(size=points.shape)
    for i in range(1, len(slow)):
        slow[i] = share * slow[i - 1] + np.sqrt(1 - share**2) * slow[i]
    noise = 0.008 * random.normal(size=points.shape[1:]) + 0.007 * slow + 0.002 * random.normal(size=points.shape)
    confidence = np.full(points.shape[:2], 0.95)
    for _ in range(random.poisson(0.4)):
        limb = [[0, 1, 2], [3, 4, 5], [6, 7, 8, 18, 20], [9, 10, 11, 19, 21], [1, 2], [4, 5], [2], [5], [8], [11]]
        lost = limb[random.integers(len(limb))]
        first = random.integers(0, len(points))
        last = first + random.integers(4, 30)
        for k in lost:
            noise[first:last, k] += 0.03 / level * random.normal(size=2) + 0.01 * slow[first:last, k]
            confidence[first:last, k] = random.uniform(0.25, 0.7)
    points = points + size * level * noise
    absent = {17} if random.uniform() < 0.9 else set()
    layout = random.uniform()
    if layout < 0.25:
        absent |= {18, 19, 20, 21}
    elif layout < 0.55:
        absent |= {12, 13, 14, 15, 16}
    for k in absent:
        confidence[:, k] = 0
    camera = np.broadcast_to([SIDE, SIDE, FOCAL, FOCAL, SIDE / 2, SIDE / 2], (len(points), 6))
    frames = np.concatenate([camera, np.concatenate([points, confidence[..., None]], 2).reshape(len(points), 3 * NK)], 1)
    return frames, p[:, POINTS], gravity


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("make")
    command.add_argument("folder")
    command.add_argument("frames")
    command.add_argument("truth")
    command.add_argument("--count", type=int, default=6000)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--movements", help="movements.py's table; without it more of the others")
    command.add_argument("--detections", help="folder of rendered rows: keypoints with BlazePose's errors")
    arguments = parser.parse_args()
    make(arguments)
