"""The network's inputs and outputs: points, orders, counts. Mirrored in the program's LifterInput."""

import numpy as np

# The 17 joints in the order of the training data (with nine points of head and feet after them).
JOINTS = [
    "topHead", "centerHead", "centerShoulder", "leftShoulder", "leftElbow", "leftWrist",
    "rightShoulder", "rightElbow", "rightWrist", "spine", "root", "leftHip", "leftKnee",
    "leftAnkle", "rightHip", "rightKnee", "rightAnkle",
]
ROOT = 10
PREDICTED = [j for j in range(17) if j != ROOT]
# The mirror image of each of the 26 points.
MIRROR = np.array(
    [0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 14, 15, 16, 11, 12, 13, 17, 19, 18, 21, 20, 23, 22, 25, 24])
# The 22 keypoints: limbs (12), nose, eyes, ears, topHead, toes, heels; by their place in the 26.
KEYPOINTS = np.array([3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 0, 22, 23, 24, 25])
KEYPOINT_MIRROR = np.array(
    [3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 14, 13, 16, 15, 17, 19, 18, 21, 20])
NK = 22
# The keypoints among MediaPipe's 33 landmarks; topHead is not among them.
BLAZEPOSE = [11, 13, 15, 12, 14, 16, 23, 25, 27, 24, 26, 28, 0, 2, 5, 7, 8, None, 31, 32, 29, 30]
WORLD = [k for k in range(NK) if k != 17]

# The places at which the depth map is read, as weights of keypoints: the limbs, nose, topHead,
# the middle of the ears, root, centerShoulder, spine, toes, heels, the middles of the limbs' bones
# (upper arms, forearms, thighs, shanks), the flanks.
def _reading_weights():
    rows = [{k: 1.0} for k in list(range(12)) + [12, 17]]
    rows += [{15: 0.5, 16: 0.5}, {6: 0.5, 9: 0.5}, {0: 0.5, 3: 0.5}]
    rows += [{0: 0.25, 3: 0.25, 6: 0.25, 9: 0.25}]
    rows += [{k: 1.0} for k in (18, 19, 20, 21)]
    for a, b in ((0, 1), (3, 4), (1, 2), (4, 5), (6, 7), (9, 10), (7, 8), (10, 11), (0, 6), (3, 9)):
        rows.append({a: 0.5, b: 0.5})
    matrix = np.zeros((len(rows), NK), np.float32)
    for i, row in enumerate(rows):
        for k, weight in row.items():
            matrix[i, k] = weight
    return matrix

READINGS = _reading_weights()
NR = len(READINGS)
READING_MIRROR = np.array(
    [3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 13, 14, 15, 16, 17, 19, 18, 21, 20,
     23, 22, 25, 24, 27, 26, 29, 28, 31, 30])
TORSO_READINGS = [0, 3, 6, 9, 17]
# Around these readings the raw map is read on three circles, at eight places each: from the right
# clockwise, in units of the body's size in the picture. They show where a limb ends.
CROSSES = list(range(12)) + [14]
CROSS_MIRROR = np.array([3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12])
NC = len(CROSSES)
_eighths = np.array(
    [[1, 0], [.7071, .7071], [0, 1], [-.7071, .7071], [-1, 0], [-.7071, -.7071], [0, -1],
     [.7071, -.7071]])
STEPS = np.concatenate([r * _eighths for r in (.0225, .045, .09)]).astype(np.float32)
NSTEP = len(STEPS)
STEP_MIRROR = np.array([8 * r + (4 - i) % 8 for r in range(3) for i in range(8)])

# The points whose distance behind the visible surface is predicted: the 17 joints and the middles
# of ten bones, as weights of joints.
def _surface_weights():
    matrix = np.zeros((27, 17), np.float32)
    matrix[:17] = np.eye(17)
    pairs = ((3, 4), (6, 7), (4, 5), (7, 8), (11, 12), (14, 15), (12, 13), (15, 16), (3, 11), (6, 14))
    for i, (a, b) in enumerate(pairs):
        matrix[17 + i, a] = matrix[17 + i, b] = 0.5
    return matrix

SURFACES = _surface_weights()
NS = len(SURFACES)
SURFACE_MIRROR = np.array(list(MIRROR[:17]) + [18, 17, 20, 19, 22, 21, 24, 23, 26, 25])

# Features, in this order.
SIZES = dict(
    keypoints=2 * NK, confidence=NK, scale=1, known=1,  # the first training's 68
    precision=1, blazepose=1, worldKnown=1, world=3 * len(WORLD), gravity=3, depthKnown=1,
    metricScale=1, readings=NR, readingValid=NR, readingSpread=NR, crosses=NSTEP * NC,
    looks=1, spread=NK)  # whether several looks were taken, and how far apart they are
INPUTS = sum(SIZES.values())

# The bones whose lengths are predicted, as their ends, and the mean of people's lengths, as a
# fraction of stature: lower and upper trunk, neck, head, upper arm, forearm, thigh, shank, widths
# of hips and shoulders. Those of the two sides are averaged.
LENGTHS = [
    ([(10, 9)], .141), ([(9, 2)], .141), ([(2, 1)], .133), ([(1, 0)], .056),
    ([(3, 4), (6, 7)], .156), ([(4, 5), (7, 8)], .147), ([(11, 12), (14, 15)], .241),
    ([(12, 13), (15, 16)], .249), ([(11, 14)], .115), ([(3, 6)], .210)]
NL = len(LENGTHS)
# The joints whose flexion is predicted: left elbow, right elbow, left knee, right knee.
FLEXIONS = np.array([[3, 4, 5], [6, 7, 8], [11, 12, 13], [14, 15, 16]])
FLEXION_MIRROR = np.array([1, 0, 3, 2])
NF = len(FLEXIONS)

# What comes out, in this order: joints of a body of 1.8 m, the logarithms of their scales, stature and
# its scale, distances behind the surface and their scales, bone lengths and theirs, flexions and theirs.
OUTPUT_SIZES = dict(
    joints=48, scales=48, stature=1, statureScale=1, behind=NS, behindScales=NS, lengths=NL,
    lengthScales=NL, flexions=NF, flexionScales=NF)
OUTPUTS = sum(OUTPUT_SIZES.values())

def _offsets(sizes):
    result, first = {}, 0
    for name, size in sizes.items():
        result[name] = slice(first, first + size)
        first += size
    return result

OFFSETS = _offsets(SIZES)
OUTPUT_OFFSETS = _offsets(OUTPUT_SIZES)
