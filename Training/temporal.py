"""The network that reads a person's lifted joints over time: its inputs, the loop, the weights file.

usage: temporal.py train NETWORK.pkl TRUTH.npz LIFTED.bin [TRUTH.npz LIFTED.bin ...] [--minutes 30]
       temporal.py export NETWORK.pkl ../Sources/CLifterWeights/temporal_f16.bin

TRUTH.npz is of `sequences.py make`, LIFTED.bin of `pose3d-bench sequences`. The inputs are those of TemporalFeatures.swift,
the network that of TemporalNetwork.swift. Its outputs are by how much 20 points are to be moved along their rays, so that
they lie as far behind the root as the true ones, and the logarithm of the scale of a Laplace distribution for each.
"""

import argparse
import pickle
import struct
import time

import jax
import jax.numpy as jnp
import numpy as np

WIDTH = 160
DILATIONS = [1, 2, 4, 8, 16]
LENGTH = 64
RATE = 15.0
# Of 21 points: the 17 joints in the program's order (root first), left heel, left toe, right heel, right toe.
MIRROR = np.array([0, 4, 5, 6, 1, 2, 3, 7, 8, 9, 10, 14, 15, 16, 11, 12, 13, 19, 20, 17, 18])
POINTS = 20
INPUTS = 3 * POINTS + 16 + 3 + 4
# Hip, knee, ankle and shoulder, elbow, wrist; left before right.
LIMBS = [(4, 5, 6), (1, 2, 3), (11, 12, 13), (14, 15, 16)]
THIGHS = [(4, 5), (1, 2)]


# -- inputs -------------------------------------------------------------------------------------------------------------


def features(joints, sigmas, feet, gravity):
    """What the network reads of (n, frames) moments: see TemporalFeatures.swift.

    Returns the rows, the points' rays per unit of depth, the points relative to the root, whether there are feet, and the
    axes of the view.
    """
    points = np.concatenate([joints, feet], 2).astype(np.float64)
    root = points[:, :, 0]
    z = root / np.linalg.norm(root, axis=-1, keepdims=True)
    down = np.broadcast_to(gravity[:, None], z.shape)
    y = down - z * (down * z).sum(-1, keepdims=True)
    y /= np.linalg.norm(y, axis=-1, keepdims=True)
    axes = np.stack([np.cross(y, z), y, z], -2)
    seen = np.einsum("ntij,ntkj->ntki", axes, points)
    rays = seen / np.where(seen[..., 2:] > 0.05, seen[..., 2:], 1)
    relative = seen - seen[:, :, :1]
    has_feet = np.abs(feet).sum(-1).min(-1) > 0
    relative[:, :, 17:] *= has_feet[..., None, None]
    velocity = np.zeros_like(root)
    velocity[:, 1:-1] = (root[:, 2:] - root[:, :-2]) / 2 * RATE
    velocity[:, 0], velocity[:, -1] = velocity[:, 1], velocity[:, -2]
    velocity = np.clip(np.einsum("ntij,ntj->nti", axes, velocity), -3, 3)
    rows = np.concatenate(
        [
            relative[:, :, 1:].reshape(*relative.shape[:2], 3 * POINTS) / 0.3,
            np.log(np.maximum(sigmas[:, :, 1:], 1e-3) / 0.05),
            velocity,
            3 * (down * z).sum(-1, keepdims=True),
            np.log(seen[:, :, 0, 2:] / 4),
            has_feet[..., None],
            np.ones_like(has_feet[..., None]),
        ],
        -1,
    )
    return rows.astype(np.float32), rays.astype(np.float32), relative.astype(np.float32), has_feet, axes


def mirror_of_rows():
    """The places and signs of the mirrored person's inputs."""
    place, sign = np.arange(INPUTS), np.ones(INPUTS, np.float32)
    for point in range(1, 21):
        for axis in range(3):
            place[3 * (point - 1) + axis] = 3 * (MIRROR[point] - 1) + axis
        sign[3 * (point - 1)] = -1
    for joint in range(1, 17):
        place[60 + joint - 1] = 60 + MIRROR[joint] - 1
    sign[76] = -1
    return place, sign


# -- network ------------------------------------------------------------------------------------------------------------


def start(key):
    keys = iter(jax.random.split(key, 40))

    def dense(inputs, outputs, scale=1.0):
        weights = jax.random.normal(next(keys), (inputs, outputs)) * scale * np.sqrt(2 / inputs)
        return dict(weights=weights, bias=jnp.zeros(outputs))

    blocks = [
        dict(gain=jnp.ones(WIDTH), offset=jnp.zeros(WIDTH), convolution=dense(3 * WIDTH, WIDTH), layer=dense(WIDTH, WIDTH, 0.3))
        for _ in DILATIONS
    ]
    return dict(input=dense(INPUTS, WIDTH), blocks=blocks, gain=jnp.ones(WIDTH), offset=jnp.zeros(WIDTH),
                output=dense(WIDTH, 2 * POINTS, 0.1))


def normalized(x, gain, offset):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + 1e-5) * gain + offset


def shifted(x, by):
    """The values some moments before (by > 0) or after; 0 beyond the ends."""
    frames = x.shape[1]
    if by > 0:
        return jnp.pad(x, ((0, 0), (by, 0), (0, 0)))[:, :frames]
    return jnp.pad(x, ((0, 0), (0, -by), (0, 0)))[:, -by:]


def network(p, rows, mask):
    """Shifts in metres, and logarithms of scales."""
    dense = lambda layer, x: x @ layer["weights"] + layer["bias"]
    h = dense(p["input"], rows * mask[..., None])
    for block, dilation in zip(p["blocks"], DILATIONS):
        t = normalized(h, block["gain"], block["offset"]) * mask[..., None]
        t = jnp.concatenate([shifted(t, dilation), t, shifted(t, -dilation)], -1)
        h = h + dense(block["layer"], jax.nn.relu(dense(block["convolution"], t)))
    outputs = dense(p["output"], normalized(h, p["gain"], p["offset"]))
    return outputs[..., :POINTS] * 0.1, jnp.clip(outputs[..., POINTS:] - 3, -6, 0)


# -- loss ---------------------------------------------------------------------------------------------------------------


def between(u, v):
    normal = jnp.cross(u, v)
    return jnp.arctan2(jnp.sqrt((normal * normal).sum(-1) + 1e-8), (u * v).sum(-1))


def angles(points):
    """Flexions of knees and elbows, and the angles of the thighs with the trunk, in radians."""
    limb = lambda a, b, c: between(points[..., b, :] - points[..., a, :], points[..., c, :] - points[..., b, :])
    trunk = points[..., 0, :] - points[..., 8, :]
    thigh = lambda hip, knee: between(trunk, points[..., knee, :] - points[..., hip, :])
    return jnp.stack([limb(*joints) for joints in LIMBS] + [thigh(*joints) for joints in THIGHS], -1)


ANGLE_WEIGHTS = np.array([1, 1, 0.6, 0.6, 0.5, 0.5], np.float32)


def loss(p, rows, rays, relative, shift, angle, has_feet, mask):
    found, scale = network(p, rows, mask)
    weights = jnp.concatenate(
        [jnp.repeat(mask[..., None], 16, -1), jnp.repeat(0.5 * (mask * has_feet)[..., None], 4, -1)], -1)
    error = jnp.abs(found - shift)
    likelihood = ((error * jnp.exp(-scale) + scale) * weights).sum() / weights.sum()
    mean = (error * weights).sum() / weights.sum()
    moved = relative.at[:, :, 1:].add(found[..., None] * rays[:, :, 1:])
    wrong = jnp.sqrt((angles(moved) - angle) ** 2 + 0.05**2)
    wrong = (wrong * ANGLE_WEIGHTS * mask[..., None]).sum() / mask.sum()
    return likelihood + 10 * mean + 2 * wrong, (likelihood, mean, wrong)


# -- commands -----------------------------------------------------------------------------------------------------------


def load(truth, lifted):
    truth = dict(np.load(truth))
    count = len(truth["X"])
    numbers = np.fromfile(lifted, np.float32).reshape(count, LENGTH, 81)
    usable = (numbers[..., 0] > 0).all(1) & np.isfinite(numbers).all((1, 2))
    numbers, true = numbers[usable], truth["X"][usable].astype(np.float64)
    rows, rays, relative, has_feet, axes = features(
        numbers[..., 1:52].reshape(len(true), LENGTH, 17, 3), numbers[..., 52:69],
        numbers[..., 69:].reshape(len(true), LENGTH, 4, 3), truth["gravity"][usable])
    true = np.einsum("ntij,ntkj->ntki", axes, true)
    true = (true - true[:, :, :1]).astype(np.float32)
    shift = np.clip((true - relative)[:, :, 1:, 2], -1, 1)
    return dict(rows=rows, rays=rays, relative=relative, shift=shift, angle=np.asarray(angles(jnp.array(true))),
                has_feet=has_feet.astype(np.float32), validation=truth["validation"][usable],
                frames=truth["frames"][usable] if "frames" in truth else np.full(len(true), LENGTH))


def mirrored(batch, chosen):
    place, sign = mirror_of_rows()
    flip = np.array([-1, 1, 1], np.float32)
    batch = {key: value.copy() for key, value in batch.items()}
    batch["rows"][chosen] = batch["rows"][chosen][..., place] * sign
    for key in ("rays", "relative"):
        batch[key][chosen] = batch[key][chosen][:, :, MIRROR] * flip
    batch["shift"][chosen] = batch["shift"][chosen][..., MIRROR[1:] - 1]
    batch["angle"][chosen] = batch["angle"][chosen][..., [1, 0, 3, 2, 5, 4]]
    return batch


def train(arguments):
    sets = [load(*pair) for pair in zip(arguments.sets[::2], arguments.sets[1::2])]
    data = {key: np.concatenate([s[key] for s in sets]) for key in sets[0]}
    del sets
    names = ("rows", "rays", "relative", "shift", "angle", "has_feet")
    learned, kept = np.where(~data["validation"])[0], np.where(data["validation"])[0]
    p = pickle.load(open(arguments.start, "rb")) if arguments.start else start(jax.random.PRNGKey(0))
    print(f"{len(learned)} sequences, {len(kept)} for validation, {sum(x.size for x in jax.tree.leaves(p))} weights", flush=True)
    m = v = jax.tree.map(jnp.zeros_like, p)
    judge = jax.jit(network)

    @jax.jit
    def step(p, m, v, count, rate, batch, mask):
        (_, parts), slope = jax.value_and_grad(loss, has_aux=True)(p, *[batch[name] for name in names], mask)
        size = jnp.sqrt(sum((x**2).sum() for x in jax.tree.leaves(slope)))
        slope = jax.tree.map(lambda x: x * jnp.minimum(1, 2 / size), slope)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, slope)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g**2, v, slope)
        p = jax.tree.map(
            lambda p, m, v: p * (1 - 0.01 * rate) - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.99**count)) + 1e-8),
            p, m, v)
        return p, m, v, parts

    random, begun, count, told, recent = np.random.default_rng(0), time.time(), 0, 0.0, []
    while (share := (time.time() - begun) / 60 / arguments.minutes) < 1:
        count += 1
        rate = arguments.rate * min(1, count / 300) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        chosen = np.sort(random.choice(learned, 48))
        batch = mirrored({name: data[name][chosen] for name in names}, random.random(48) < 0.5)
        mask = (np.arange(LENGTH) < data["frames"][chosen, None]).astype(np.float32)
        for row in np.where(random.random(48) < 0.25)[0]:
            first = random.integers(0, max(1, data["frames"][chosen[row]] - 10))
            mask[row, :first] = 0
            mask[row, first + random.integers(8, 64) :] = 0
        p, m, v, parts = step(p, m, v, count, rate, batch, mask)
        recent.append([float(x) for x in parts])
        if share > told + 0.1:
            told += 0.1
            before, after = [], []
            for first in range(0, len(kept), 128):
                own = kept[first : first + 128]
                mask = np.arange(LENGTH) < data["frames"][own, None]
                found, _ = judge(p, data["rows"][own], mask.astype(np.float32))
                relative = jnp.array(data["relative"][own])
                moved = relative.at[:, :, 1:].add(found[..., None] * data["rays"][own][:, :, 1:])
                before.append((np.asarray(angles(relative)) - data["angle"][own])[mask])
                after.append((np.asarray(angles(moved)) - data["angle"][own])[mask])
            root = lambda e: np.degrees(np.sqrt((np.concatenate(e) ** 2).mean(0))).round(2)
            print(f"{share:.1f} step {count}", np.mean(recent[-500:], 0).round(4), root(before), "->", root(after), flush=True)
            pickle.dump(jax.tree.map(np.asarray, p), open(arguments.network, "wb"))
    pickle.dump(jax.tree.map(np.asarray, p), open(arguments.network, "wb"))


def export(arguments):
    p = pickle.load(open(arguments.network, "rb"))
    half = lambda a: np.asarray(a, np.float32).astype("<f2").tobytes()
    layer = lambda d: half(d["weights"]) + half(d["bias"])
    out = b"P3DT" + struct.pack("<5I", 1, INPUTS, WIDTH, len(DILATIONS), 2 * POINTS) + layer(p["input"])
    for block in p["blocks"]:
        out += half(block["gain"]) + half(block["offset"]) + layer(block["convolution"]) + layer(block["layer"])
    out += half(p["gain"]) + half(p["offset"]) + layer(p["output"])
    with open(arguments.weights, "wb") as file:
        file.write(out)
    print(len(out), "bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("train")
    command.add_argument("network")
    command.add_argument("sets", nargs="+")
    command.add_argument("--minutes", type=float, default=30)
    command.add_argument("--rate", type=float, default=1e-3)
    command.add_argument("--start", help="a network to go on from")
    command.set_defaults(run=train)
    command = commands.add_parser("export")
    command.add_argument("network")
    command.add_argument("weights")
    command.set_defaults(run=export)
    arguments = parser.parse_args()
    arguments.run(arguments)
