"""Measures by what the solver's standard deviations have to be multiplied, and how the errors of
different joints go together; writes the tables of the program.

    python calibrate.py pack hard.bin ROWS.npz           # validation people of rendered rows
    python calibrate.py pack easy.bin ROWS.npz --easy    # those who are seen whole, alone and large enough
    python calibrate.py pack fast.bin ROWS.npz --look 0  # the full model once, as in videos
    python calibrate.py cases frames.bin FRAMES POSE3D   # frames with a case.json, as `pose3d-bench lift` reads them
    pose3d-bench calibration easy.bin easy.out
    python calibrate.py report easy.bin easy.out         # how far off, how honest
    python situations.py easy.bin easy.out               # by pose and view, beside MediaPipe's
    python calibrate.py fit ../Sources frames:.75 hard:.25

`fit` reads SET.bin.npz (the truth, written by `pack`) and SET.out. The program that lifted must be built
with the tables that are in SOURCES now: its covariances are divided by their factors first. A set counts
by its share; sets of easier and harder poses keep each other in check. A factor is the mean of those that
put 68.3 % of the errors within one standard deviation and 95.4 % within two, so that neither the middle
nor the tails are forgotten; factors of groups are the set's level times how the group differs from it.
"""

import argparse
import json
import pathlib
import re
import struct
import subprocess

import numpy as np
from PIL import Image

import rows

JOINTS = ('root rightHip rightKnee rightAnkle leftHip leftKnee leftAnkle spine centerShoulder '
          'centerHead topHead leftShoulder leftElbow leftWrist rightShoulder rightElbow '
          'rightWrist').split()
LIMBS = [j for j in JOINTS if j not in ('root', 'spine', 'centerShoulder', 'centerHead', 'topHead')]
MIRROR = [JOINTS.index(j.replace('left', 'x').replace('right', 'left').replace('x', 'right'))
          for j in JOINTS]
GROUPS = 'root hips knees ankles spine centerShoulder head shoulders elbows wrists'.split()
GROUP = np.array([0, 1, 2, 3, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 7, 8, 9])
# The order of the program's cases, and which of the eight results belong to each.
ORIGINS = dict(blazePose=0, exact=2, precise=4, detected=6)
DEPTHS = ['without a depth map', 'confirmed by the depth map', 'not confirmed by the depth map']
RESULT = 183


def pack(out, files, count, look, easy):
    """Rows of the form of `render` as the program's bench reads them, and their truth."""
    truth = dict(joints=[], stature=[], kind=[], mediapipe=[])
    with open(out, 'wb') as file:
        for path in files:
            data = rows.opened(path)
            at, vis, world, spread, good = rows.averaged(data, rows.LOOKS[look])
            if look % 2 == 0:
                spread[:] = np.nan
            data['marks'] = np.concatenate([at, vis[..., None], spread[..., None]], -1)
            data['marksWorld'] = world
            order = [list(data['joint_names']).index(j) for j in JOINTS]
            usable = good & (data['split'] == 'val')
            if easy:
                box = data['bbox']
                usable &= (~data['cropped'] & ~data['occluder'] & (data['n_people'] == 1)
                           & (box[:, 3] - box[:, 1] > 150))
            if 'clip' in data:
                usable &= data['clip'] < 0
            trunk = [JOINTS.index(s + p) for s in ('left', 'right') for p in ('Shoulder', 'Hip')]
            seen = at[:, [11, 23, 12, 24]].mean(1)
            middle = data['joints2d'][:, order][:, trunk].mean(1)
            off = np.linalg.norm(seen - middle, axis=1) * data['joints'][:, order[0], 2]
            # The detector was on something else.
            usable &= off < 0.3 * data['K'][:, 0]
            for i in np.flatnonzero(usable)[:count // len(files)]:
                write(file, data, i, order)
                truth['joints'].append(data['joints'][i][order])
                truth['stature'].append(data['stature'][i])
                truth['kind'].append(data['kind'][i])
                truth['mediapipe'].append(data['world_heavy'][i])
    np.savez(out + '.npz', **{k: np.array(v) for k, v in truth.items()})
    print(len(truth['stature']), 'rows')


LANDMARKS = (
    'nose leftEyeInner leftEye leftEyeOuter rightEyeInner rightEye rightEyeOuter leftEar rightEar '
    'mouthLeft mouthRight leftShoulder rightShoulder leftElbow rightElbow leftWrist rightWrist '
    'leftPinky rightPinky leftIndex rightIndex leftThumb rightThumb leftHip rightHip leftKnee '
    'rightKnee leftAnkle rightAnkle leftHeel rightHeel leftToe rightToe').split()


def cases(out, folder, program, effort):
    """Frames of one person with their depth maps, and what the program detects in them."""
    truth = dict(joints=[], stature=[])
    places = LIMBS + ['topHead']
    with open(out, 'wb') as file:
        for path in sorted(folder.glob('*/case.json')):
            case = json.loads(path.read_text())
            if len(case.get('persons', [])) != 1 or 'color_file' not in case:
                continue
            command = [program, 'detect', path.parent / case['color_file'], '--effort', effort, '-o', '-']
            people = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)['people']
            if not people:
                continue
            found, person, k = people[0], case['persons'][0], case['color_intrinsics']
            depth = np.array(Image.open(path.parent / case['depth_file'])) * case['depth_scale_m']
            marks = [found['points'][j] for j in LANDMARKS]
            sigma = [found.get('sigma', {}).get(j, np.nan) for j in LANDMARKS]
            exact = [[*person['joints_2d_px'][j], person['visibility'][j] != 'out_of_frame']
                     for j in places] + [[0, 0, 0]]
            file.write(struct.pack('<4I', k['width'], k['height'], *depth.shape[::-1]))
            file.write(np.array([k['fx'], k['fy'], k['cx'], k['cy']], '<f8').tobytes())
            file.write(np.array([[*m[:3], s] for m, s in zip(marks, sigma)], '<f8').tobytes())
            file.write(np.array([found['worldLandmarks'][j][:3] for j in LANDMARKS], '<f8').tobytes())
            file.write(np.array(exact, '<f8').tobytes())
            file.write(np.round(depth * 1000).astype('<u2').tobytes())
            truth['joints'].append([person['joints_camera_m'][j] for j in JOINTS])
            truth['stature'].append(person['stature_m'])
    np.savez(out + '.npz', **{k: np.array(v) for k, v in truth.items()})
    print(len(truth['stature']), 'frames')


def write(file, data, i, order):
    fx, fy, cx, cy, width, height = data['K'][i].astype(float)
    ax, bx, ay, by = data['depth_affine'][i].astype(float)
    rows, columns = data['depth_hw'][i]
    size = max(1, round(width / ax)), max(1, round(height / ay))
    depth = np.zeros(size[::-1], '<u2')
    x = np.round(np.arange(columns) + (bx + .5) / ax - .5).astype(int)
    y = np.round(np.arange(rows) + (by + .5) / ay - .5).astype(int)
    inside = (x >= 0) & (x < size[0]), (y >= 0) & (y < size[1])
    depth[np.ix_(y[inside[1]], x[inside[0]])] = data['depth'][i][:rows, :columns][
        np.ix_(inside[1], inside[0])]
    places = [JOINTS.index(j) for j in LIMBS + ['topHead']]
    exact = np.concatenate([data['joints2d'][i][order][places],
                            (data['vis'][i][order][places] > 0)[:, None]], 1)
    nose = np.append(data['extra2d'][i][0], data['vis_extra'][i][0] > 0)
    file.write(struct.pack('<4I', int(width), int(height), *size))
    file.write(np.array([fx, fy, cx, cy], '<f8').tobytes())
    file.write(data['marks'][i].astype('<f8').tobytes())
    file.write(data['marksWorld'][i].astype('<f8').tobytes())
    file.write(np.vstack([exact, nose]).astype('<f8').tobytes())
    file.write(depth.tobytes())


def level(ratios):
    return .5 * (np.quantile(ratios, .683) + np.quantile(ratios, .954) / 2)


def lifted(name, result, table):
    """Errors, covariances without their factors, classes; statures."""
    truth = np.load(f'{name}.bin.npz')
    out = np.fromfile(f'{name}.out', '<f4').reshape(-1, 8, RESULT)[:, result].astype(float)
    depth = result % 2 == 0
    good = (out[:, 0] == 1) & ((out[:, 1] == 1) | (not depth))
    out, joints, stature = out[good], truth['joints'][good], truth['stature'][good]
    if not depth:
        joints = joints * (1.8 / stature)[:, None, None]
    place, c = out[:, 4:55].reshape(-1, 17, 3), out[:, 55:157].reshape(-1, 17, 6)
    kind = out[:, 157:174].astype(int) + 1
    error = (place - place[:, :1]) - (joints - joints[:, :1])
    error[:, 0] = place[:, 0] - joints[:, 0]
    covariance = c[..., [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 17, 3, 3)
    factor = table[kind, GROUP[None, :]]
    covariance = covariance / factor[..., :, None] / factor[..., None, :]
    return dict(error=error, covariance=covariance, kind=kind, stature=out[:, 2:4],
                height=stature)


def flexion(joints, side, limb):
    a, b, c = [joints[:, JOINTS.index(side + j)] for j in limb]
    u, v = b - a, c - b
    return np.degrees(np.arctan2(np.linalg.norm(np.cross(u, v), axis=-1), (u * v).sum(-1)))


def report(name, results):
    """Prints mean and median error of the joints in mm, elbows and knees (median and mean of degrees,
    bias where the truth is straight or fully bent), stature, and shares within one and two sigmas."""
    truth = np.load(f'{name}.npz')
    out = np.fromfile(results, '<f4').reshape(-1, 8, RESULT).astype(float)
    for number, origin in enumerate(ORIGINS):
        for depth in (0, 1):
            r, joints = out[:, ORIGINS[origin] + depth], truth['joints']
            good = (r[:, 0] == 1) & ((r[:, 1] == 1) | (depth == 1))
            r, joints, stature = r[good], joints[good], truth['stature'][good]
            if depth == 1:
                joints = joints * (1.8 / stature)[:, None, None]
            place, c = r[:, 4:55].reshape(-1, 17, 3), r[:, 55:157].reshape(-1, 17, 6)
            error = (place - place[:, :1]) - (joints - joints[:, :1])
            distance = 1000 * np.linalg.norm(error, axis=-1)
            words = [f'{origin:9} {"none " if depth else "depth"} {good.mean():.3f}',
                     f'joints {distance.mean():5.1f} (frames {np.median(distance.mean(1)):5.1f})']
            for joint, limb in (('elbow', ('Shoulder', 'Elbow', 'Wrist')),
                                ('knee', ('Hip', 'Knee', 'Ankle'))):
                said, true = [np.concatenate([flexion(x, s, limb) for s in ('left', 'right')])
                              for x in (place, joints)]
                e = said - true
                bias = lambda m: f'{np.median(e[m]):+.1f}' if m.sum() > 20 else '-'
                words.append(f'{joint} {np.median(np.abs(e)):4.1f} {np.abs(e).mean():4.1f} '
                             f'[{bias(true < 10)} {bias(true > 115)}]')
            if depth == 0:
                e = np.abs(r[:, 2] / stature - 1)
                words.append(f'stature {100 * e.mean():.1f} % ({100 * (r[:, 2] / stature - 1).mean():+.1f})')
            sigma = np.sqrt(c[:, 1:, [0, 3, 5]])
            ratio = np.abs(error[:, 1:]) / sigma
            words += ['within ' + ' '.join(
                f'{100 * (ratio[..., a] < 1).mean():.0f}/{100 * (ratio[..., a] < 2).mean():.0f}'
                for a in range(3))]
            print(' | '.join(words))


def factors(sets, result, table):
    """Factors by class, group and axis from the results with depth and without."""
    found = np.ones((3, len(GROUPS), 3))
    parts = {name: [lifted(name, result + k, table) for k in (0, 1)] for name in sets}
    for kind in range(3):
        ratios, groups = {}, {}
        for name, both in parts.items():
            r = [np.abs(p['error']) / np.sqrt(np.einsum('njaa->nja', p['covariance']) + 1e-12)
                 for p in both]
            at = [p['kind'] == kind for p in both]
            ratios[name] = np.concatenate([x[a] for x, a in zip(r, at)])
            groups[name] = np.concatenate([np.broadcast_to(GROUP, a.shape)[a] for a in at])
        for axis in range(3):
            levels = {n: level(r[groups[n] > 0, axis]) for n, r in ratios.items() if len(r) > 50}
            weights = [sets[n] for n in levels]
            mean = np.average(np.log(list(levels.values())), weights=weights)
            for group in range(len(GROUPS)):
                own = [np.log(level(ratios[n][groups[n] == group, axis]) / levels[n])
                       for n in levels if (groups[n] == group).sum() > 60]
                found[kind, group, axis] = np.exp(mean + (np.mean(own) if own else 0))
    return found, parts


def roots(covariance):
    values, vectors = np.linalg.eigh(covariance + 1e-10 * np.eye(3))
    values = np.sqrt(np.maximum(values, 1e-12))
    back = np.swapaxes(vectors, -1, -2)
    return (vectors / values[..., None, :]) @ back


def correlation(parts, found, with_depth):
    """One coefficient a pair of joints, the mean over axes; left and right alike; positive definite."""
    total = np.zeros((17, 17))
    for both in parts.values():
        p = both[0 if with_depth else 1]
        factor = found[p['kind'], GROUP[None, :]]
        whole = p['covariance'] * factor[..., :, None] * factor[..., None, :]
        white = np.einsum('njab,njb->nja', roots(whole), p['error'])
        white[:, 0] = 0
        # Hard pictures must not outweigh the others.
        white /= np.maximum(np.sqrt((white ** 2).sum((1, 2)) / 48), .3)[:, None, None]
        white = white.clip(-3, 3)
        total += np.einsum('nja,nka->jk', white, white) / len(white)
    total = (total + total[MIRROR][:, MIRROR]) / 2
    scale = np.sqrt(np.maximum(np.diag(total), 1e-9))
    total = total / scale / scale[:, None]
    total[0], total[:, 0], total[0, 0] = 0, 0, 1
    values, vectors = np.linalg.eigh(total)
    total = (vectors * np.maximum(values, 1e-3)) @ vectors.T
    scale = np.sqrt(np.diag(total))
    return total / scale / scale[:, None]


def read_table(path):
    text = path.read_text()
    rows = re.findall(r'\[([\d.]+), ([\d.]+), ([\d.]+)\],', text)
    stature = re.search(r'stature: \[Double\] = \[(.*?)\]', text).group(1).split(',')
    return (np.array(rows, float).reshape(4, 3, len(GROUPS), 3),
            np.array(stature, float))


def write_factors(path, table, stature):
    lines = ['// Written by Training/calibrate.py: see there.', '', 'internal import PoseGeometry', '',
             'extension JointErrorModel {',
             '  /// Factors along x, y and z by origin, depth and group, in the order of their cases.',
             '  static let table: [Vector3] = [']
    for origin, by_depth in zip(ORIGINS, table):
        for depth, by_group in zip(DEPTHS, by_depth):
            lines.append(f'    // {origin}, {depth}')
            lines += ['    [%.2f, %.2f, %.2f],  // %s' % (*row, name)
                      for row, name in zip(by_group, GROUPS)]
    lines += ['  ]', '', '  /// The same for the logarithm of stature, by origin.',
              '  static let stature: [Double] = [%s]' % ', '.join('%.2f' % s for s in stature), '}']
    path.write_text('\n'.join(lines) + '\n')


def write_correlations(path, with_depth, without):
    number = lambda v: f'{v:.2f}'.rstrip('0').rstrip('.').replace('-0', '0') if abs(v) < .005 \
        else f'{v:.2f}'.rstrip('0').rstrip('.')
    lines = ['// Written by Training/calibrate.py: see there.', '', 'extension JointCorrelation {']
    for name, what, table in (('withDepthTable', 'with', with_depth),
                              ('withoutDepthTable', 'without', without)):
        lines += [f'  /// Row by row up to the diagonal, {what} a depth map.',
                  f'  static let {name}: [Double] = [']
        for i, joint in enumerate(JOINTS):
            lines += [f'    // {joint}', '    ' + ', '.join(map(number, table[i, :i + 1])) + ',']
        lines.append('  ]')
    path.write_text('\n'.join(lines + ['}']) + '\n')


def fit(sets, sources):
    path = sources / 'Pose3D/Lifting/JointErrorModel+Tables.swift'
    table, stature = read_table(path)
    found, height, with_depth, without = [], [], [], []
    for number, (origin, result) in enumerate(ORIGINS.items()):
        own, parts = factors(sets, result, table[number])
        found.append(own)
        levels = [level(np.abs(np.log(p['stature'][:, 0] / p['height'])) * p['stature'][:, 0]
                        / p['stature'][:, 1]) for p, _ in parts.values()]
        height.append(stature[number] * np.exp(np.average(np.log(levels), weights=list(sets.values()))))
        if origin in ('blazePose', 'detected'):
            with_depth.append(correlation(parts, own, True))
            without.append(correlation(parts, own, False))
    write_factors(path, found, height)
    write_correlations(sources / 'Kinematics/JointCorrelation+Tables.swift',
                       np.mean(with_depth, 0), np.mean(without, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest='command', required=True)
    packing = commands.add_parser('pack')
    packing.add_argument('out')
    packing.add_argument('files', nargs='+')
    packing.add_argument('--count', type=int, default=3000)
    packing.add_argument('--look', type=int, default=3, help='an index of rows.LOOKS')
    packing.add_argument('--easy', action='store_true')
    framing = commands.add_parser('cases')
    framing.add_argument('out')
    framing.add_argument('folder', type=pathlib.Path)
    framing.add_argument('program')
    framing.add_argument('--effort', default='best')
    reporting = commands.add_parser('report')
    reporting.add_argument('rows')
    reporting.add_argument('results')
    fitting = commands.add_parser('fit')
    fitting.add_argument('sources', type=pathlib.Path)
    fitting.add_argument('sets', nargs='+', help='SET:SHARE')
    arguments = parser.parse_args()
    if arguments.command == 'pack':
        pack(arguments.out, arguments.files, arguments.count, arguments.look, arguments.easy)
    elif arguments.command == 'cases':
        cases(arguments.out, arguments.folder, arguments.program, arguments.effort)
    elif arguments.command == 'report':
        report(arguments.rows, arguments.results)
    else:
        sets = {name: float(share) for name, share in (s.split(':') for s in arguments.sets)}
        fit(sets, arguments.sources)


if __name__ == '__main__':
    main()
