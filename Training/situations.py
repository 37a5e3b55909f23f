"""How far off elbows, knees, hips and shoulders are, by pose and by view, beside MediaPipe's own 3D.

    python situations.py SET.bin SET.out

SET.bin is what `calibrate.py pack` wrote of the three looks of people who weren't trained with, SET.out what
`pose3d-bench calibration` made of it. Prints tables in Markdown: medians and what nine in ten are below,
in degrees. MediaPipe's are the angles of the heavy model's world landmarks, one look. "Aligned" is the mean
distance of the twelve limb joints after the best similarity transform, in millimetres.
"""

import sys

import numpy as np

from calibrate import JOINTS, LANDMARKS, LIMBS, ORIGINS, RESULT

# What a picture shows, by the beginnings of the names of its pose.
POSES = [
    ('standing, walking', ('stand', 'walk', 'step_up', 'proc_stand', 'proc_tpose', 'proc_cross', 'balance',
                           'twist', 'side_bend')),
    ('lifting and pressing', ('proc_curl', 'proc_press', 'proc_raise', 'proc_row', 'proc_rom', 'proc_side')),
    ('squats, lunges, one leg', ('squat', 'lunge', 'one_leg', 'proc_squat', 'proc_lunge', 'proc_kick',
                                 'proc_highknee', 'proc_jack', 'proc_warrior')),
    ('sitting', ('sit', 'desk', 'proc_chair')),
    ('bent over', ('bent', 'proc_hinge')),
    ('kneeling, on all fours, planks', ('kneel', 'fours', 'plank', 'proc_kneel', 'proc_quad', 'proc_pushup',
                                        'proc_dip')),
    ('on the floor', ('floor', 'supine', 'prone', 'side_clam', 'side_rest', 'proc_floor', 'proc_supine',
                      'proc_bridge')),
    ('motion capture', ('mocap',)),
]
VIEWS = [('front', 0, 30), ('oblique', 30, 60), ('side', 60, 120), ('back', 120, 181)]
ANGLES = {
    'elbow': ('Shoulder', 'Elbow', 'Wrist'), 'knee': ('Hip', 'Knee', 'Ankle'),
    'hip': ('Shoulder', 'Hip', 'Knee'), 'shoulder': ('Hip', 'Shoulder', 'Elbow')}


def limbs(joints):
    return joints[:, [JOINTS.index(j) for j in LIMBS]]


def flexion(limb, names):
    """Degrees by which the middle joint is bent, both sides one after the other."""
    sides = []
    for side in ('left', 'right'):
        a, b, c = [limb[:, LIMBS.index(side + n)] for n in names]
        u, v = b - a, c - b
        sides.append(np.degrees(np.arctan2(np.linalg.norm(np.cross(u, v), axis=-1), (u * v).sum(-1))))
    return np.stack(sides, 1)


def aligned(A, B):
    """Mean distances in mm after the best similarity transform of each."""
    a, b = A - A.mean(1, keepdims=True), B - B.mean(1, keepdims=True)
    u, s, vt = np.linalg.svd(np.einsum('nja,njb->nab', a, b))
    d = np.ones_like(s)
    d[:, 2] = np.sign(np.linalg.det(u @ vt))
    scale = (s * d).sum(1) / (a ** 2).sum((1, 2))
    turned = a @ (u * d[:, None]) @ vt * scale[:, None, None]
    return 1000 * np.linalg.norm(turned - b, axis=-1).mean(1)


def view(limb):
    """Degrees between where the trunk faces and the direction to the camera, 0…180."""
    place = lambda n: limb[:, LIMBS.index(n)]
    across = place('leftShoulder') - place('rightShoulder') + place('leftHip') - place('rightHip')
    up = place('leftShoulder') + place('rightShoulder') - place('leftHip') - place('rightHip')
    facing = np.cross(across, up)
    to = -limb.mean(1)
    cosine = (facing * to).sum(1) / np.linalg.norm(facing, axis=1) / np.linalg.norm(to, axis=1)
    return np.degrees(np.arccos(cosine.clip(-1, 1)))


def main(rows, results):
    data = np.load(f'{rows}.npz')
    out = np.fromfile(results, '<f4').reshape(-1, 8, RESULT).astype(float)
    first = ORIGINS['blazePose']
    good = (out[:, first, 0] == 1) & (out[:, first + 1, 0] == 1) & np.isfinite(data['mediapipe']).all((1, 2))
    place = lambda k: limbs(out[good, first + k, 4:55].reshape(-1, 17, 3))
    truth = limbs(data['joints'][good])
    marks = data['mediapipe'][good][:, [LANDMARKS.index(j) for j in LIMBS]]
    systems = {'with depth': place(0), 'one picture': place(1), 'MediaPipe': marks}
    errors = {
        s: {a: np.abs(flexion(X, n) - flexion(truth, n)) for a, n in ANGLES.items()}
        for s, X in systems.items()}
    distance = {s: aligned(X, truth) for s, X in systems.items()}
    kind = data['kind'][good]
    of = np.array([next((n for n, p in POSES if k.startswith(p)), 'other') for k in kind])
    angle = view(truth)
    groups = [('all', np.ones(len(kind), bool))]
    groups += [(n, of == n) for n in [p for p, _ in POSES] + ['other']]
    groups += [(f'seen from the {n}' if n != 'oblique' else 'seen obliquely', (a <= angle) & (angle < b))
               for n, a, b in VIEWS]
    rows = [(what, chosen) for what, chosen in groups if chosen.sum() >= 15]
    for pair in (('elbow', 'knee'), ('hip', 'shoulder')):
        head = [f'{name}: {s}' for name in pair for s in systems]
        print('\n| | pictures | ' + ' | '.join(head) + ' |\n' + '|---' * (len(head) + 2) + '|')
        for what, chosen in rows:
            cells = []
            for name in pair:
                for s in systems:
                    e = errors[s][name][chosen]
                    cells.append(f'{np.median(e):.0f} ({np.quantile(e, .9):.0f})')
            print(f'| {what} | {chosen.sum()} | ' + ' | '.join(cells) + ' |')
    print('\n| | pictures | ' + ' | '.join(f'aligned: {s}, mm' for s in systems) + ' |\n|---|---|---|---|---|')
    for what, chosen in rows:
        print(f'| {what} | {chosen.sum()} | '
              + ' | '.join(f'{distance[s][chosen].mean():.0f}' for s in systems) + ' |')


if __name__ == '__main__':
    main(*sys.argv[1:])
