"""CPU microseconds a skeleton of the kinematics in NumPy and SciPy: the benchmark's peer.

    python kinematics_peer.py [--fixtures FOLDER] [--rounds N]

Measures every angle of docs/reference/angles.md and every joint's local transform of the 100 skeletons in
fixtures/kinematics/poses_full.bin, one skeleton at a time, as somebody would write it with
scipy.spatial.transform. First it holds its results to those in the file; then it prints one number,
the best of the rounds.
"""
import argparse
import pathlib
import time
import warnings

import numpy as np
from scipy.spatial.transform import Rotation

JOINTS = [
    'root', 'rightHip', 'rightKnee', 'rightAnkle', 'leftHip', 'leftKnee', 'leftAnkle', 'spine',
    'centerShoulder', 'centerHead', 'topHead', 'leftShoulder', 'leftElbow', 'leftWrist',
    'rightShoulder', 'rightElbow', 'rightWrist',
]
PARENTS = [None, 0, 1, 2, 0, 4, 5, 0, 7, 8, 9, 8, 11, 12, 8, 14, 15]
POINTS = JOINTS + ['leftHeel', 'leftToe', 'rightHeel', 'rightToe']
SIDES = {'left': 1, 'right': -1}
SIN_15, SIN_20 = np.sin(np.radians(15)), np.sin(np.radians(20))
SHORTEST = 1e-6
# Columns: ISB's X, Y, Z in body axes.
ISB = np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0]])


class Null(Exception):
    """The angle has no value."""


UNOBSERVABLE, LIMB_TOO_STRAIGHT, GIMBAL_LOCK = Null(1), Null(2), Null(3)


def unit(v):
    length = np.linalg.norm(v)
    if length < SHORTEST:
        raise UNOBSERVABLE
    return v / length


def between(a, b):
    a, b = unit(a), unit(b)
    return np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b)


def atan2(y, x, least=SIN_15):
    if np.hypot(y, x) < least:
        raise GIMBAL_LOCK
    return np.arctan2(y, x)


def asin(x):
    return np.arcsin(np.clip(x, -1, 1))


def upright(line, y):
    """x along the line, made level to the unit vector y."""
    x = unit(line - (line @ y) * y)
    return np.column_stack([x, y, np.cross(x, y)])


def thorax_of(p):
    u, v = p['leftShoulder'] - p['rightShoulder'], p['centerShoulder'] - p['spine']
    width, height = np.linalg.norm(u), np.linalg.norm(v)
    if (min(width, height) < SHORTEST
            or np.linalg.norm(np.cross(u, v)) <= 1e-6 * width * height):
        raise UNOBSERVABLE
    rotation, _ = Rotation.align_vectors(
        [u / 2, -u / 2, -v], [[width / 2, 0, 0], [-width / 2, 0, 0], [0, -height, 0]])
    return rotation.as_matrix()


def pelvis_of(p):
    x = unit(p['leftHip'] - p['rightHip'])
    trunk = p['spine'] - p['root']
    y = unit(trunk - (trunk @ x) * x)
    return np.column_stack([x, y, np.cross(x, y)])


def limb_axes(bone, hinge):
    """The frame of a bone from the body's x axis along its hinge."""
    x, y = unit(hinge), -unit(bone)
    return np.column_stack([x, y, np.cross(x, y)])


def carried(frame, y):
    """The frame turned by the shortest arc so that its y axis lies along y."""
    start, y = frame[:, 1], unit(y)
    axis = np.cross(start, y)
    sine = np.linalg.norm(axis)
    if sine == 0:
        return frame
    arc = Rotation.from_rotvec(axis / sine * np.arctan2(sine, start @ y))
    return arc.as_matrix() @ frame


def local_transforms(p):
    pelvis, thorax = pelvis_of(p), thorax_of(p)
    frames = {'root': pelvis, 'spine': thorax, 'centerShoulder': thorax}
    frames['centerHead'] = frames['topHead'] = carried(thorax, p['topHead'] - p['centerHead'])
    for side in SIDES:
        for parent, names, forward in [
                (thorax, ('Shoulder', 'Elbow', 'Wrist'), 1),
                (pelvis, ('Hip', 'Knee', 'Ankle'), -1)]:
            a, b, c = (side + name for name in names)
            d, s = p[b] - p[a], p[c] - p[b]
            hinge = forward * np.cross(s, d)
            straight = carried(parent, -d)
            bent = np.linalg.norm(hinge) > SIN_20 * np.linalg.norm(d) * np.linalg.norm(s)
            if bent and (forward > 0 or hinge @ straight[:, 0] > 0):
                frames[a], frames[b] = limb_axes(d, hinge), limb_axes(s, hinge)
            else:
                frames[a], frames[b] = straight, carried(straight, -s)
            frames[c] = frames[b]
    transforms = np.tile(np.eye(4), (len(JOINTS), 1, 1))
    for i, parent in enumerate(PARENTS):
        if parent is not None:
            back = frames[JOINTS[parent]].T
            transforms[i, :3, :3] = back @ frames[JOINTS[i]]
            transforms[i, :3, 3] = back @ (p[JOINTS[i]] - p[JOINTS[parent]])
    return transforms


def cardan(sequence, proximal, distal):
    """Angles of the distal frame in the proximal one, in ISB axes."""
    return Rotation.from_matrix((proximal @ ISB).T @ distal @ ISB).as_euler(sequence)


def measure(p, up, front):
    """Every angle by name: a number, or the reason's code as a Null."""
    found = {}

    def put(name, of, *arguments):
        try:
            found[name] = of(*arguments)
        except Null as null:
            found[name] = null

    hips, shoulders = p['leftHip'] - p['rightHip'], p['leftShoulder'] - p['rightShoulder']
    whole = p['centerShoulder'] - p['root']
    pelvis, thorax = pelvis_of(p), thorax_of(p)
    trunk = unit(whole)
    hip_trunk, shoulder_trunk = upright(hips, trunk), upright(shoulders, trunk)
    level = np.linalg.norm(hips - (hips @ up) * up)
    heading = upright(hips, up) if level >= SIN_15 * np.linalg.norm(hips) else None
    z = unit(front - (front @ up) * up)
    world = np.column_stack([np.cross(up, z), up, z])

    def within(frame, v):
        return frame.T @ unit(v)

    def sagittal(frame, v):
        _, y, z = within(frame, v)
        return atan2(z, -y)

    def inclination(v):
        if heading is None:
            raise GIMBAL_LOCK
        _, y, z = within(heading, v)
        return atan2(y, z)

    def axial(sequence, frame, d, s, hinge, out):
        if np.linalg.norm(hinge) <= SIN_20 * np.linalg.norm(d) * np.linalg.norm(s):
            raise LIMB_TOO_STRAIGHT
        x, _, z = within(frame, d)
        if sequence == 'ZXY' and abs(x) > np.cos(np.radians(15)):
            raise GIMBAL_LOCK
        if sequence == 'YXY' and np.hypot(x, z) < SIN_20:
            raise GIMBAL_LOCK
        gamma = cardan(sequence, frame, limb_axes(d, hinge))[2]
        # SciPy's second angle is 0…π: the left arm's; the right arm's is negative.
        return gamma + np.pi if sequence == 'YXY' and out < 0 else -out * gamma

    def hip_rotation(*arguments):
        gamma = axial('ZXY', *arguments)
        if abs(gamma) > np.pi / 2:
            raise UNOBSERVABLE
        return gamma

    def projection(thigh, shank, out):
        line = thigh + shank
        normal = np.cross(hips, line)
        if np.linalg.norm(normal) < SIN_20 * np.linalg.norm(hips) * np.linalg.norm(line):
            raise GIMBAL_LOCK
        n = unit(normal)
        a, b = (v - (v @ n) * n for v in (thigh, shank))
        for part, v in ((a, thigh), (b, shank)):
            if np.linalg.norm(part) < SIN_15 * np.linalg.norm(v):
                raise GIMBAL_LOCK
        return -out * np.arctan2(n @ np.cross(a, b), a @ b)

    for side, out in SIDES.items():
        s, e, w, h, k, a, heel, toe = (
            p[side + name] for name in
            ('Shoulder', 'Elbow', 'Wrist', 'Hip', 'Knee', 'Ankle', 'Heel', 'Toe'))
        arm, forearm, thigh, shank, foot = e - s, w - e, k - h, a - k, toe - heel
        put(side + 'ElbowFlexion', between, arm, forearm)
        put(side + 'KneeFlexion', between, thigh, shank)
        put(side + 'HipFlexion', sagittal, pelvis, thigh)
        put(side + 'HipAdduction', lambda: -asin(out * within(pelvis, thigh)[0]))
        put(side + 'HipRotation', hip_rotation, pelvis, thigh, shank, np.cross(thigh, shank), out)
        put(side + 'HipFlexion3D', between, -whole, thigh)
        put(side + 'HipFlexionSagittal', sagittal, hip_trunk, thigh)
        put(side + 'ShoulderFlexion', sagittal, thorax, arm)
        x, y, z = within(thorax, arm)
        put(side + 'ShoulderAdduction', lambda: -asin(out * x))
        hinge = np.cross(forearm, arm)
        put(side + 'ShoulderRotation', axial, 'ZXY', thorax, arm, forearm, hinge, out)
        put(side + 'ShoulderAbduction', atan2, out * x, -y)
        put(side + 'ShoulderPlaneOfElevation', atan2, z, out * x, SIN_20)
        put(side + 'ThoracohumeralElevation', lambda: np.arctan2(np.hypot(x, z), -y))
        put(side + 'ThoracohumeralRotation', axial, 'YXY', thorax, arm, forearm, hinge, out)
        put(side + 'ShoulderElevation', between, -whole, arm)
        put(side + 'ShoulderFlexionSagittal', sagittal, shoulder_trunk, arm)
        put(side + 'KneeFPPA', projection, thigh, shank, out)
        put(side + 'AnkleDorsiflexion', lambda: np.pi / 2 - between(-shank, foot))
        for name, v in [('Thigh', thigh), ('Shank', shank), ('Foot', foot), ('UpperArm', arm),
                        ('Forearm', forearm)]:
            put(f'{side}{name}Inclination', inclination, v)
        put(side + 'ShoulderHipKnee', between, s - h, thigh)
        put(side + 'HipShoulderElbow', between, h - s, arm)
        for joint in ('Elbow', 'Knee', 'Hip', 'Shoulder'):
            flexion = found[f'{side}{joint}Flexion']
            found[f'{side}{joint}Included'] = (
                flexion if isinstance(flexion, Null) else np.pi - flexion)

    alpha, beta, gamma = cardan('ZXY', pelvis, thorax)
    locked = np.cos(beta) < SIN_15
    found['trunkFlexion'] = GIMBAL_LOCK if locked else -alpha
    found['trunkLateralBend'] = beta
    found['trunkRotation'] = GIMBAL_LOCK if locked else gamma
    x, y, z = within(thorax, p['topHead'] - p['centerHead'])
    put('neckFlexion', atan2, z, y)
    put('neckLateralBend', atan2, -x, y)
    put('trunkLean', between, whole, up)
    put('trunkInclination', inclination, whole)
    put('headInclination', inclination, p['topHead'] - p['centerShoulder'])
    put('shoulderLineInclination', lambda: asin(unit(shoulders) @ up))
    rho, lam, tau = cardan('YXZ', world, pelvis)
    locked = np.cos(lam) < SIN_15
    found['pelvisList'] = lam
    found['pelvisTilt'] = GIMBAL_LOCK if locked else -tau
    found['pelvisRotation'] = GIMBAL_LOCK if locked else rho
    alpha, beta, gamma = cardan('ZXY', world, pelvis)
    locked = np.cos(beta) < SIN_15
    found['pelvis_tilt'] = GIMBAL_LOCK if locked else alpha
    found['pelvis_list'] = beta
    found['pelvis_rotation'] = GIMBAL_LOCK if locked else gamma
    for i, parent in enumerate(PARENTS):
        if parent is not None:
            t = pelvis.T @ (p[JOINTS[i]] - p[JOINTS[parent]])
            put(JOINTS[i] + '.yaw', lambda: np.arccos(np.clip(unit(t)[2], -1, 1)))
            put(JOINTS[i] + '.roll', lambda: np.arctan2(t[1], t[0]))
    return found


def skeletons(folder):
    """(points by name, up, front, stored angles, stored transforms) of each stored pose."""
    data = np.fromfile(folder / 'poses_full.bin', '<f8')
    count, width, extra = data[1:4].astype(int)
    names = (folder / 'names.txt').read_text().split()
    for row in data[4 + extra:].reshape(count, width):
        points, up, front, _, angles, transforms = np.split(
            row, np.cumsum([3 * len(POINTS), 3, 3, len(JOINTS), len(names)]))
        yield (dict(zip(POINTS, points.reshape(-1, 3))), up, front, dict(zip(names, angles)),
               transforms.reshape(-1, 4, 4).swapaxes(1, 2))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        '--fixtures', type=pathlib.Path,
        default=pathlib.Path(__file__).resolve().parent.parent / 'fixtures' / 'kinematics')
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter('ignore', UserWarning)  # SciPy's, at gimbal lock
    people = list(skeletons(options.fixtures))
    for index, (points, up, front, angles, transforms) in enumerate(people):
        found = measure(points, up, front)
        assert found.keys() == angles.keys()
        for name, value in found.items():
            if isinstance(value, Null):
                agrees = angles[name] == 1000 + value.args[0]
            else:
                agrees = angles[name] < 1000 and abs(
                    np.exp(1j * value) - np.exp(1j * angles[name])) < 1e-9
            assert agrees, f'pose {index}, {name}: {value} here, {angles[name]} in the file'
        assert np.abs(local_transforms(points) - transforms).max() < 1e-9, f'pose {index}'
    best = np.inf
    for _ in range(options.rounds):
        start = time.process_time()
        for points, up, front, _, _ in people:
            local_transforms(points)
            measure(points, up, front)
        best = min(best, time.process_time() - start)
    print(best / len(people) * 1e6)


if __name__ == '__main__':
    main()
