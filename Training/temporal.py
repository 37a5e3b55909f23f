"""The network that reads a person's lifted joints over time: its inputs, the loop, the weights file.

usage: temporal.py train NETWORK.pkl TRUTH.npz LIFTED.bin [TRUTH.npz LIFTED.bin ...] [--minutes 30]
       temporal.py export NETWORK.pkl ../Sources/CLifterWeights/temporal_f16.bin

TRUTH.npz is of `sequences.py make`, LIFTED.bin of `pose3d-bench sequences`. The inputs and the network are those of
TemporalLifter.swift. Its outputs are by how much 20 points are to be moved along their rays, so that they lie as far behind the root as the true ones, and the logarithm of the scale of a Laplace distribution for each.
"""

import argparse
import pickle
import struct
import time

import jax
import jax.numpy as jnp
import numpy as np

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
    """What the network reads of (n, frames) moments: see TemporalLifter.swift.

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


def start(key, width):
    keys = iter(jax.random.split(key, 40))

    def dense(inputs, outputs, scale=1.0):
        weights = jax.random.normal(next(keys), (inputs, outputs)) * scale * np.sqrt(2 / inputs)
        return dict(weights=weights, bias=jnp.zeros(outputs))

    blocks = [
        dict(gain=jnp.ones(width), offset=jnp.zeros(width), convolution=dense(3 * width, width), layer=dense(width, width, 0.3))
        for _ in DILATIONS
    ]
    return dict(input=dense(INPUTS, width), blocks=blocks, gain=jnp.ones(width), offset=jnp.zeros(width),
                output=dense(width, 2 * POINTS, 0.1))


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


def mirrored(batch):
    """A batch seen in a mirror."""
    place, sign = mirror_of_rows()
    flip = np.array([-1, 1, 1], np.float32)
    return dict(
        batch, rows=batch["rows"][..., place] * sign, rays=batch["rays"][:, :, MIRROR] * flip,
        relative=batch["relative"][:, :, MIRROR] * flip, shift=batch["shift"][..., MIRROR[1:] - 1],
        angle=batch["angle"][..., np.array([1, 0, 3, 2, 5, 4])])


def drawn(key, data, learned, count):
    """A batch: half of it mirrored, a quarter of it cut short, and what of it counts."""
    keys = jax.random.split(key, 6)
    chosen = learned[jax.random.randint(keys[0], (count,), 0, len(learned))]
    batch = {name: values[chosen] for name, values in data.items()}
    turned = jax.random.uniform(keys[1], (count,)) < 0.5
    batch = jax.tree.map(
        lambda a, b: jnp.where(turned.reshape(-1, *[1] * (a.ndim - 1)), b, a), batch, mirrored(batch))
    first = jnp.floor(jax.random.uniform(keys[2], (count,)) * jnp.maximum(1, batch["frames"] - 10))
    first = jnp.where(jax.random.uniform(keys[3], (count,)) < 0.25, first, 0)
    last = jnp.where(first > 0, first + jax.random.randint(keys[4], (count,), 8, LENGTH), LENGTH)
    frame = jnp.arange(LENGTH)
    mask = (frame >= first[:, None]) & (frame < jnp.minimum(last, batch["frames"])[:, None])
    return batch, mask.astype(jnp.float32)


def judged(p, data, kept):
    """Root mean squares of the angles' errors before and after, in degrees."""
    run = jax.jit(lambda p, own: network(p, own["rows"], (jnp.arange(LENGTH) < own["frames"][:, None]).astype(jnp.float32)))
    before, after = [], []
    for first in range(0, len(kept), 256):
        own = {name: values[kept[first : first + 256]] for name, values in data.items()}
        mask = np.arange(LENGTH) < np.asarray(own["frames"])[:, None]
        found, _ = run(p, own)
        moved = own["relative"].at[:, :, 1:].add(found[..., None] * own["rays"][:, :, 1:])
        before.append(np.asarray(angles(own["relative"]) - own["angle"])[mask])
        after.append(np.asarray(angles(moved) - own["angle"])[mask])
    root = lambda e: np.degrees(np.sqrt((np.concatenate(e) ** 2).mean(0))).round(2)
    return root(before), root(after)


def train(arguments):
    sets = [load(*pair) for pair in zip(arguments.sets[::2], arguments.sets[1::2])]
    fit({key: np.concatenate([s[key] for s in sets]) for key in sets[0]}, arguments)


def fit(data, arguments):
    kept = np.where(data["validation"])[0]
    learned = jnp.array(np.where(~data["validation"])[0])
    data = {name: jnp.array(values) for name, values in data.items() if name != "validation"}
    names = ("rows", "rays", "relative", "shift", "angle", "has_feet")
    p = pickle.load(open(arguments.start, "rb")) if arguments.start else start(jax.random.PRNGKey(0), arguments.width)
    print(f"{len(learned)} sequences, {len(kept)} for validation, {sum(x.size for x in jax.tree.leaves(p))} weights", flush=True)

    @jax.jit
    def step(state, data, learned, key, rate):
        p, m, v, mean, count = state
        batch, mask = drawn(key, data, learned, arguments.batch)
        (_, parts), slope = jax.value_and_grad(loss, has_aux=True)(p, *[batch[name] for name in names], mask)
        size = jnp.sqrt(sum((x**2).sum() for x in jax.tree.leaves(slope)))
        slope = jax.tree.map(lambda x: x * jnp.minimum(1, 2 / size), slope)
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, slope)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g**2, v, slope)
        p = jax.tree.map(
            lambda p, m, v: p * (1 - 0.01 * rate) - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.99**count)) + 1e-8),
            p, m, v)
        # The weights that are kept are a mean over the last hundreds of steps.
        share = jnp.maximum(0.002, 1 / count)
        mean = jax.tree.map(lambda a, b: a + share * (b - a), mean, p)
        return (p, m, v, mean, count), jnp.stack(parts)

    zeros = jax.tree.map(jnp.zeros_like, p)
    state, random = (p, zeros, zeros, p, 0.0), jax.random.PRNGKey(1)
    begun, count, told, recent = time.time(), 0, 0.0, []
    while (share := (time.time() - begun) / 60 / arguments.minutes) < 1:
        count += 1
        rate = arguments.rate * min(1, count / 300) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        state, parts = step(state, data, learned, jax.random.fold_in(random, count), rate)
        recent.append(parts)
        if count % 50 == 0:
            jax.block_until_ready(parts)
        if share > told + 0.1:
            told += 0.1
            before, after = judged(state[3], data, kept)
            parts = np.mean([np.asarray(x) for x in recent[-500:]], 0).round(4)
            print(f"{share:.1f} step {count}", parts, before, "->", after, flush=True)
            recent = []
            pickle.dump(jax.tree.map(np.asarray, state[3]), open(arguments.network, "wb"))
    print(f"step {count}", *judged(state[3], data, kept), flush=True)
    pickle.dump(jax.tree.map(np.asarray, state[3]), open(arguments.network, "wb"))


def export(arguments):
    p = pickle.load(open(arguments.network, "rb"))
    half = lambda a: np.asarray(a, np.float32).astype("<f2").tobytes()
    layer = lambda d: half(d["weights"]) + half(d["bias"])
    out = b"P3DT" + struct.pack("<5I", 1, INPUTS, len(p["gain"]), len(DILATIONS), 2 * POINTS) + layer(p["input"])
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
    command.add_argument("--batch", type=int, default=48)
    command.add_argument("--width", type=int, default=160)
    command.add_argument("--start", help="a network to go on from")
    command.set_defaults(run=train)
    command = commands.add_parser("export")
    command.add_argument("network")
    command.add_argument("weights")
    command.set_defaults(run=export)
    arguments = parser.parse_args()
    arguments.run(arguments)
