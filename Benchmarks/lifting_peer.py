"""CPU milliseconds that lifting one person takes in NumPy: the benchmark's peer.

    python lifting_peer.py REFERENCE rgb|depth [--rounds N]

REFERENCE is the folder of the research code with which the network was developed (body.py, gen.py,
lift.py and mlp_v2.pkl). `rgb` is features, network, its mirrored pass and six steps of the solver;
`depth` is the same up to the network and then the fusion with the depth map. The person is the first
with a depth map in fixtures/lifting/goldens.json, the map the one in fixtures/demo. Its network is
the first training's, smaller and without depth among its inputs. One number is printed, the best of
the rounds.
"""
import argparse
import json
import os
import pathlib
import struct
import sys
import time
import warnings
import zlib

for library in ('OPENBLAS', 'MKL', 'OMP'):
    os.environ[library + '_NUM_THREADS'] = '1'  # read when NumPy is imported

import numpy as np

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / 'fixtures'
CALLS = 20


def depth_map(path):
    """A 16-bit grey PNG of millimetres, in metres, NaN where there is nothing."""
    data = path.read_bytes()
    packed, place = b'', 8
    while place < len(data):
        length, kind = struct.unpack('>I4s', data[place:place + 8])
        content = data[place + 8:place + 8 + length]
        if kind == b'IHDR':
            width, height, bits, colour = struct.unpack('>IIBB', content[:10])
            assert (bits, colour) == (16, 0), f'{path}: no 16-bit grey picture'
        packed += content if kind == b'IDAT' else b''
        place += length + 12
    stride = 2 * width
    lines, above = [], bytearray(stride)
    for line in np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, stride + 1):
        filtering, line = line[0], bytearray(line[1:])
        for i in range(stride):
            left, corner = (line[i - 2], above[i - 2]) if i >= 2 else (0, 0)
            if filtering == 4:
                near = [abs(above[i] - corner), abs(left - corner),
                        abs(left + above[i] - 2 * corner)]
                predicted = (left, above[i], corner)[near.index(min(near))]
            else:
                predicted = (0, left, above[i], (left + above[i]) // 2)[filtering]
            line[i] = (line[i] + predicted) & 255
        lines.append(line)
        above = line
    steps = np.frombuffer(b''.join(lines), '>u2').reshape(height, width)
    return np.where(steps > 0, steps * np.float32(0.001), np.float32(np.nan))


def sampler(depth, camera, size):
    """The median of the nearest cluster of depths in a window around a ray."""
    radius = max(1, round(0.012 * size * camera['fx']))

    def sample(_, rays, expected):
        found = np.full(len(rays), np.nan)
        for k, (x, y) in enumerate(rays):
            u = round(x * camera['fx'] + camera['cx'])
            v = round(y * camera['fy'] + camera['cy'])
            if not (0 <= u < depth.shape[1] and 0 <= v < depth.shape[0]):
                continue
            window = depth[max(0, v - radius):v + radius + 1, max(0, u - radius):u + radius + 1]
            window = window[np.isfinite(window)]
            if len(window) < 2:
                continue
            if expected is not None:
                near = window[np.abs(window - expected) < 1.1]
                window = near if len(near) >= 2 else window
            window = np.sort(window)
            for cluster in np.split(window, np.where(np.diff(window) > 0.12)[0] + 1):
                if len(cluster) >= max(2, 0.2 * len(window)):
                    found[k] = np.median(cluster)
                    break
        return found

    return sample


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('reference', type=pathlib.Path)
    parser.add_argument('stage', choices=['rgb', 'depth'])
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter('ignore')  # medians of nothing
    people = json.loads((FIXTURES / 'lifting' / 'goldens.json').read_text())['people']
    person = next(person for person in people if 'depth' in person)
    reference = options.reference.resolve()
    sys.path.insert(0, str(reference))
    os.chdir(reference)  # the code reads its weights from there
    import gen
    import lift

    points = np.array([person['input']['points']])
    mask = np.array([person['input']['mask']], bool)
    confidence = np.array([person['input']['confidence']])
    spread = points[0][mask[0]] - points[0][mask[0]].mean(0)
    size = 2.6 * np.sqrt((spread**2).sum(1).mean(keepdims=True))
    known = np.array([person['input']['hasKnownCamera']], float)
    camera = person['input']['camera']
    depth = depth_map(FIXTURES / 'demo' / 'depth.png')
    lift.use_flesh(True)
    network = lift.MLP()

    def predicted():
        features, virtual, _ = gen.encode(points, mask, confidence, known)
        positions, scales = network(features)
        return points, mask, confidence, size, positions, scales, virtual

    def from_keypoints():
        weights = dict(sig2d=0.02, wprior=3.0, wbone=0.3, latscale=1.0, iters=6)
        return lift.fit(*predicted(), cfg=weights)[0][0]

    def with_depth():
        sample = sampler(depth, camera, size[0])
        return lift.fuse(*predicted(), sample, cfg=dict(sig2d=0.015))[0][0]

    work = from_keypoints if options.stage == 'rgb' else with_depth
    assert np.isfinite(work()).all(), 'no skeleton'
    best = np.inf
    for _ in range(options.rounds):
        start = time.process_time()
        for _ in range(CALLS):
            work()
        best = min(best, time.process_time() - start)
    print(best / CALLS * 1000)


if __name__ == '__main__':
    main()
