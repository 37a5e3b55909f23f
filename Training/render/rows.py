"""One row: a person in a pose in a room before a camera; truth, visibility, depth, and what BlazePose says."""

import collections
import contextlib
import time

import body
import cv2
import numpy as np

from . import camera, contact, poses, room, scene, sensors
from .assets import Assets
from .character import Person
from .mesh import LIMBS
from .posing import Build
from .rig import joints as posed_points
from .rig import place, pose_rig, rodrigues
from .seeds import Stream, generator
from .textures import Store, Surfaces

FIRST_CHARACTER, CHARACTERS = 640, 2560  # the former set's were 0 to 639
SUPER, CROP = 60, 96
JOINTS = [
    "topHead",
    "centerHead",
    "centerShoulder",
    "leftShoulder",
    "leftElbow",
    "leftWrist",
    "rightShoulder",
    "rightElbow",
    "rightWrist",
    "spine",
    "root",
    "leftHip",
    "leftKnee",
    "leftAnkle",
    "rightHip",
    "rightKnee",
    "rightAnkle",
]
EXTRA = [
    "nose",
    "leftEye",
    "rightEye",
    "leftEar",
    "rightEar",
    "leftToeTip",
    "rightToeTip",
    "leftHeel",
    "rightHeel",
    "leftToeBase",
    "rightToeBase",
    "leftIndexKnuckle",
    "rightIndexKnuckle",
    "leftPinkyKnuckle",
    "rightPinkyKnuckle",
    "leftThumb",
    "rightThumb",
    "leftHandTip",
    "rightHandTip",
    "neckBase",
    "skullBase",
]
VISIBILITY = [
    "out_of_frame",
    "visible",
    "occluded_self",
    "occluded_object",
    "occluded_other_person",
]

# Limbs on which a ray to a point may stop, and how far before the point (m at 1.70 m and average weight).
ALLOW = {
    "Shoulder": ("trunk uarm", 0.11),
    "Elbow": ("uarm farm", 0.085),
    "Wrist": ("farm hand", 0.068),
    "Hip": ("trunk thigh", 0.108),
    "Knee": ("thigh shank", 0.105),
    "Ankle": ("shank foot", 0.10),
    "root": ("trunk thighL thighR", 0.16),
    "centerShoulder": ("trunk head", 0.15),
    "spine": ("trunk", 0.20),
    "topHead": ("head", 0.14),
    "centerHead": ("head", 0.16),
    "nose": ("head", 0.05),
    "Eye": ("head", 0.05),
    "Ear": ("head", 0.06),
    "ToeTip": ("foot", 0.075),
    "Heel": ("foot", 0.055),
    "ToeBase": ("foot", 0.08),
    "IndexKnuckle": ("hand farm", 0.055),
    "PinkyKnuckle": ("hand farm", 0.055),
    "Thumb": ("hand", 0.05),
    "HandTip": ("hand", 0.05),
    "neckBase": ("trunk head", 0.14),
    "skullBase": ("head trunk", 0.14),
}
# Five rays around a point, metres.
AROUND = np.array([(0, 0, 0), (0.015, 0, 0), (-0.015, 0, 0), (0, 0.015, 0), (0, -0.015, 0)])


def allowed(name):
    side = "L" if name.startswith("left") else "R" if name.startswith("right") else ""
    limbs, depth = ALLOW[name[4:] if side == "L" else name[5:] if side == "R" else name]
    mask = np.zeros(16, bool)
    for k in limbs.split():
        mask[LIMBS.index(k if k in LIMBS else k + side)] = True
    return mask, depth


LIMIT = [allowed(n) for n in JOINTS + EXTRA]


def layout(seed, block):
    """The parts of a block of 60 rows: (first, count, a clip?, number of the part)."""
    if generator(seed, Stream.LAYOUT, block).random() < 0.16:
        return [(0, 40, True, 0), (40, 10, False, 4), (50, 10, False, 5)]
    return [(10 * k, 10, False, k) for k in range(6)]


def grounded(V, J, anchor):
    """On the floor, the middle of the anchor points over the origin; with the points between joints."""
    mid = sum(J[n] for n in anchor) / len(anchor)
    move = np.array([-mid[0], -V[:, 1].min(), -mid[2]])
    J = {n: p + move for n, p in J.items()}
    J["root"] = (J["leftHip"] + J["rightHip"]) / 2
    J["centerShoulder"] = (J["leftShoulder"] + J["rightShoulder"]) / 2
    J["centerHead"] = (J["skullBase"] + J["topHead"]) / 2
    return V + move.astype(np.float32), J


def heading(J):
    """Where the person looks, about the vertical (of somebody who lies: along the trunk's front)."""
    f = body.frame(J["leftShoulder"] - J["rightShoulder"], J["centerShoulder"] - J["root"])[:, 2]
    return float(np.arctan2(f[0], f[2]))


class Maker:
    """Makes rows. A row depends on the seed and its number only, whatever was made before."""

    def __init__(self, seed, assets, mocap=None, detector=None):
        self.seed, self.detector = seed, detector
        self.assets = Assets(assets)
        self.mocap = poses.Mocap(mocap)
        self.surfaces = Surfaces(seed)
        self.order = FIRST_CHARACTER + generator(seed, Stream.ORDER).permutation(CHARACTERS)
        self.people = collections.OrderedDict()
        self.clip, self.bank = (None, None), (None, None)
        self.time = collections.Counter()

    @contextlib.contextmanager
    def stage(self, name):
        t = time.process_time()
        yield
        self.time[name] += time.process_time() - t

    def person(self, part):
        """The person of a part (counted through) in what they wear there."""
        part = max(0, part)
        round_, k = divmod(part, CHARACTERS)
        if part not in self.people:
            with self.stage("people"):
                p = Person(self.assets, int(self.order[k]), round_, self.seed)
                self.people[part] = p, Build(p)
            while len(self.people) > 4:
                self.people.popitem(False)
        self.people.move_to_end(part)
        return self.people[part]

    def families(self, block):
        if self.bank[0] != block:
            self.bank = block, body.procedural(150, generator(self.seed, Stream.FAMILIES, block))
        return self.bank[1]

    def mesh(self, person, drawn, turn=None):
        """Vertices and points of a drawn pose, standing or come to rest on the floor; the turn that did that."""
        L = drawn.L if turn is None else dict(drawn.L, Rp=turn @ drawn.L["Rp"])
        R, X = pose_rig(person, L, drawn.hands)
        J, V = posed_points(person, R, X), scene.skin(person, place(person, R, X))
        if turn is None and contact.lying(J):
            return self.mesh(person, drawn, contact.settled(V[::9]))
        return (*grounded(V, J, drawn.anchor), np.eye(3) if turn is None else turn)

    def sequence(self, key, person, build, count, block):
        """The poses of a clip, the turn that brings it to rest as a whole, and the points that its camera sees."""
        if self.clip[0] != key:
            r = generator(self.seed, Stream.MOTION, *key)
            drawn = poses.clip(r, person.info["split"], self.mocap, build, count)
            _, _, turn = self.mesh(person, drawn[0])
            span, first = [], None
            for d in drawn[::4]:
                V, J, _ = self.mesh(person, d, turn)
                first = first or J
                span += [V.min(0), V.max(0)]
            span = np.array(span)
            corners = (
                np.array(np.meshgrid(*zip(span.min(0) - 0.05, span.max(0) + 0.05))).reshape(3, -1).T
            )
            self.clip = key, (drawn, turn, corners, first)
        return self.clip[1]

    def row(self, row):
        """The arrays of a row, and its picture (RGB)."""
        block, inside = divmod(row, SUPER)
        first, count, is_clip, part = next(
            q for q in layout(self.seed, block) if q[0] <= inside < q[0] + q[1]
        )
        number, inside = block * 6 + part, inside - first
        person, build = self.person(number)
        r = generator(self.seed, Stream.ROW, row)
        # A clip has one room, one light, one camera.
        shared = (block, part) if is_clip else (row, 1000)
        scene_r, light_r = (
            generator(self.seed, Stream.SCENE, *shared),
            generator(self.seed, Stream.LIGHT, *shared),
        )
        with self.stage("pose"):
            if is_clip:
                drawn, turn, seen, at = self.sequence(shared, person, build, count, block)
                drawn = drawn[inside]
                V, J, _ = self.mesh(person, drawn, turn)
            else:
                drawn = poses.single(
                    r, person.info["split"], self.mocap, build, self.families(block)
                )
                V, J, _ = self.mesh(person, drawn)
                seen, at = V[::7], J
        with self.stage("scene"):
            view = self.view(scene_r, drawn, at, is_clip)
            cam = camera.place(scene_r, seen, view, heading(at), at)
            if is_clip:
                cam.R = (
                    rodrigues(generator(self.seed, Stream.SHAKE, row).normal(0, 0.0012, 3)) @ cam.R
                )
            crowd, away, other = [(person, V)], cam.pos - at["root"], None
            away = away * [1, 0, 1] / np.linalg.norm(away[[0, 2]])
            side = np.array([-away[2], 0, away[0]])
            q, spots = scene_r.random(), [at["root"]]
            if q < 0.11 and not is_clip and view != "desk":
                companion, V2, other = self.companion(scene_r, number, q < 0.045, block, away, side)
                crowd.append((companion, V2))
                spots.append(other["root"])
            occluder = None
            if (
                scene_r.random() < 0.09
                and cam.dist > 1.9
                and view not in ("cut", "desk")
                and not contact.lying(at)
            ):
                occluder = self.occluder(scene_r, V, at, away, side, is_clip)
            props = self.props(
                scene_r,
                drawn,
                person,
                V if not is_clip else self.mesh(person, self.clip[1][0][0], turn)[0],
                at,
                build,
            )
            store, mats = Store(), []
            mesh, outdoor = room.room(
                scene_r, self.surfaces, store, mats, cam, spots, occluder, props
            )
            S = scene.Scene(crowd, cam, mesh, store, mats)
        toc = lambda p: (p - cam.pos) @ cam.R.T
        K = np.array([*cam.K, cam.w, cam.h], np.float32)
        project = lambda X: (X[:, :2] / X[:, 2:] * K[:2] + K[2:4]).astype(np.float32)
        truth = np.array([toc(J[n]) for n in JOINTS + EXTRA]).astype(np.float32)
        flat = project(truth)
        with self.stage("picture"):
            image, light = S.picture(light_r, toc((seen.max(0) + seen.min(0)) / 2), outdoor)
        with self.stage("visibility"):
            vis = visibility(S, person, truth, flat, K)
        with self.stage("depth"):
            depth = depth_crop(generator(self.seed, Stream.DEPTH, row), S, cam, V, toc, light)
        F = body.frame(J["leftShoulder"] - J["rightShoulder"], J["centerShoulder"] - J["root"])
        d = F.T @ (cam.pos - J["centerShoulder"])
        d /= np.linalg.norm(d)
        p = toc(V)
        p = project(p[p[:, 2] > 0.05])
        n = len(JOINTS)
        out = dict(
            K=K,
            joints=truth[:n],
            extra=truth[n:],
            joints2d=flat[:n],
            extra2d=flat[n:],
            vis=vis[:n],
            vis_extra=vis[n:],
            stature=np.float32(person.stature),
            character=f"g{person.cid:04d}",
            split=person.info["split"],
            kind=drawn.kind,
            view=view,
            view_az=np.float32(np.degrees(np.arctan2(d[0], d[2]))),
            view_el=np.float32(np.degrees(np.arcsin(d[1]))),
            gravity=(cam.R @ np.array([0, -1.0, 0])).astype(np.float32),
            cam_height=np.float32(cam.height),
            cam_dist=np.float32(cam.dist),
            cam_pitch=np.float32(cam.pitch),
            device=cam.device,
            sensor=cam.sensor,
            cropped=bool(cam.cropped),
            occluder=occluder is not None,
            n_people=len(crowd),
            bbox=np.array([*p.min(0), *p.max(0)], np.float32),
            frame_id=row,
            clip=number if is_clip else -1,
            clip_frame=inside if is_clip else -1,
            outdoor=outdoor,
            outfit=" ".join(person.outfit),
            **depth,
        )
        marks = [
            JOINTS.index(s + k) for k in ("Shoulder", "Hip", "Knee") for s in ("left", "right")
        ]
        others = (
            None if other is None else project(np.array([toc(other[JOINTS[i]]) for i in marks]))
        )
        out.update(self.looks(image, flat[marks], others))
        return out, image

    def view(self, r, drawn, J, is_clip):
        """How the camera looks: see `camera.place`."""
        q = r.random()
        if drawn.desk and q < 0.8:
            return "desk"
        if is_clip:
            return "side" if q < 0.35 else "room"
        if J["centerHead"][1] - J["root"][1] > 0.3 and q < 0.09:
            return "cut"
        return "far" if q < 0.18 else "side" if q < 0.38 else "room"

    def companion(self, r, number, near, block, away, side):
        """Another person beside, before or (not near) behind: who, vertices, points."""
        person, build = self.person(number - 1)
        V, J, _ = self.mesh(
            person, poses.single(r, person.info["split"], self.mocap, build, self.families(block))
        )
        if near:
            at = away * r.uniform(-0.9, 0.9) + side * r.uniform(0.35, 1.0) * r.choice([-1, 1])
        else:
            at = -away * r.uniform(1.0, 4.5) + side * r.normal(0, 1.4)
        return person, V + at.astype(np.float32), {n: p + at for n, p in J.items()}

    def occluder(self, r, V, J, away, side, is_clip):
        h = r.uniform(0.3, 0.95)
        reach = 0.5 if is_clip else max(0.25, float(((V - J["root"]) @ away).max())) + 0.12
        at = J["root"] + away * (reach + r.uniform(0.05, 0.35)) + side * r.normal(0, 0.15)
        at[1] = h / 2
        return at, (r.uniform(0.4, 1.1), h, r.uniform(0.1, 0.35)), np.arctan2(away[0], away[2])

    def props(self, r, drawn, person, V, J, build):
        """Seat and table of a pose."""
        if not drawn.seat:
            return []
        hips = J["root"]
        right = (J["rightHip"] - J["leftHip"]) * [1, 0, 1]
        turn = float(np.arctan2(right[2], -right[0]))  # of the pelvis
        if drawn.seat_top is not None:
            ankles = (J["leftAnkle"] + J["rightAnkle"]) / 2
            hips = ankles - np.array([np.sin(turn), 0, np.cos(turn)]) * (build.thigh - 0.02)
            return [room.seat(drawn.seat, hips, drawn.seat_top, turn, build.scale)]
        near = V[np.abs(V - hips)[:, [0, 2]].max(1) < 0.12 * build.scale]
        top = float(near[:, 1].min()) if len(near) else hips[1] - build.seat
        out = [room.seat(drawn.seat, hips, max(0.05, top), turn, build.scale)]
        if drawn.desk:
            elbow = (J["leftElbow"][1] + J["rightElbow"][1]) / 2
            out.append(
                room.table(
                    hips,
                    float(np.clip(elbow - 0.03, hips[1] + 0.12, hips[1] + 0.32)),
                    turn,
                    build.scale,
                )
            )
        return out

    def looks(self, image, own, others):
        """What BlazePose says, by look; rounded to 1/32 px, 1/4096 m, 1/1024."""
        out = dict(found=False)
        if self.detector is None:
            return out
        for name, q in self.detector(image, self.stage).items():
            marks, world = (
                q
                if q is not None
                else (np.full((33, 5), np.nan, np.float32), np.full((33, 3), np.nan, np.float32))
            )
            xyz = np.round(marks[:, :3] * 32) / 32
            seen = np.round(marks[:, 3:] * 1024) / 1024
            out["landmarks" + name] = np.concatenate([xyz, seen[:, :1]], 1)
            out["presence" + name] = seen[:, 1].astype(np.float16)
            out["world" + name] = np.round(world * 4096) / 4096
            out["det_other" + name] = 0
            if q is not None and others is not None:
                at = marks[[11, 12, 23, 24, 25, 26], :2]
                off = lambda p: np.linalg.norm(at - p, axis=1).mean()
                out["det_other" + name] = int(off(others) < off(own))
        out["found"] = bool(np.isfinite(out["landmarks"][0, 0]))
        return out


def visibility(S, person, truth, flat, K):
    """Per point: out of the frame, visible, or hidden by what (places in VISIBILITY)."""
    Q = truth[:, None] + AROUND
    px = Q[..., :2] / Q[..., 2:] * K[:2] + K[2:4]
    z, hit = S.rays(K[:4], px.reshape(-1, 2))
    z, hit = z.reshape(-1, 5), hit.reshape(-1, 5)
    a, b = S.ranges[0]
    c, d = S.ranges[1] if len(S.ranges) > 1 else (0, 0)
    size = person.stature / 1.7 * (1 + 0.5 * (person.info["weight"] - 0.5))
    out = np.ones(len(truth), np.uint8)
    for i, (mask, depth) in enumerate(LIMIT):
        if truth[i, 2] < 0.05 or not (0 <= flat[i, 0] <= K[4] - 1 and 0 <= flat[i, 1] <= K[5] - 1):
            out[i] = 0
            continue
        own = (hit[i] >= a) & (hit[i] < b)
        limb = np.where(own, person.limb[np.clip(hit[i] - a, 0, len(person.limb) - 1)], 15)
        free = (
            (hit[i] < 0)
            | (z[i] > truth[i, 2])
            | (own & mask[limb] & (z[i] > truth[i, 2] - depth * size))
        )
        if free.sum() >= 3:
            continue
        other = (hit[i] >= c) & (hit[i] < d)
        out[i] = 2 + int(np.argmax([(~free & q).sum() for q in (own, ~own & ~other, other)]))
    return out


def depth_crop(r, S, cam, V, toc, light):
    """The sensor's noisy map around the person, at most 96 × 96, and how its pixels lie in the picture."""
    Wd, Hd = cam.depth_size
    s = Wd / cam.W
    K = np.array(
        [
            cam.frameK[0] * s,
            cam.frameK[1] * s,
            (cam.frameK[2] + 0.5) * s - 0.5,
            (cam.frameK[3] + 0.5) * s - 0.5,
        ]
    )
    p = toc(V)
    p = camera.project(p[p[:, 2] > 0.05], K)
    (x0, y0), (x1, y1) = p.min(0), p.max(0)
    m = 0.12 * max(min(x1, Wd) - max(x0, 0), min(y1, Hd) - max(y0, 0)) + 1
    # Inside the picture's window.
    wx0, wy0 = [(q + 0.5) * s - 0.5 for q in cam.window]
    wx1, wy1 = wx0 + cam.w / cam.scale * s, wy0 + cam.h / cam.scale * s
    cx0, cx1 = int(np.ceil(max(x0 - m, wx0, 0))), int(np.floor(min(x1 + m, wx1, Wd - 1)))
    cy0, cy1 = int(np.ceil(max(y0 - m, wy0, 0))), int(np.floor(min(y1 + m, wy1, Hd - 1)))
    pad = 14 if cam.sensor != "tof" else 4
    ax0, ay0 = cx0 - pad, cy0 - pad
    w, h = cx1 + pad - ax0 + 1, cy1 + pad - ay0 + 1
    zb, ids = S.raster((K[0], K[1], K[2] - ax0, K[3] - ay0), w, h)
    z = np.where(zb > 0, 1 / np.maximum(zb, 1e-6), 0).astype(np.float32)
    theta = sensors.incidence(z, K, ax0, ay0)
    conf = np.zeros((h, w), np.uint8)
    if cam.sensor == "tof":
        u = ((np.arange(w) + ax0 + 0.5) / s - 0.5 - cam.window[0] + 0.5) * cam.scale - 0.5
        v = ((np.arange(h) + ay0 + 0.5) / s - 0.5 - cam.window[1] + 0.5) * cam.scale - 0.5
        l = light[np.clip(np.rint(v), 0, cam.h - 1).astype(int)][
            :, np.clip(np.rint(u), 0, cam.w - 1).astype(int)
        ]
        rad = (
            np.hypot(
                (np.arange(w) + ax0 - K[2])[None] / (Wd / 2),
                (np.arange(h) + ay0 - K[3])[:, None] / (Hd / 2),
            )
            / 1.41
        )
        n = sensors.tof(r, z, theta, l, rad)
    elif cam.sensor == "stereo":
        n = sensors.stereo(r, z, K[0])
    else:
        n, conf = sensors.lidar(r, z, theta)
    mask = np.zeros((h, w), np.uint8)
    for k, (a, b) in enumerate(S.ranges):
        mask[(ids >= a) & (ids < b)] = min(k + 1, 2)
    cut = np.s_[cy0 - ay0 : cy1 - ay0 + 1, cx0 - ax0 : cx1 - ax0 + 1]
    n, z, mask, conf = n[cut], z[cut], mask[cut], conf[cut]
    step = max(1, int(np.ceil(max(n.shape) / CROP)))
    n, z, mask, conf = (q[::step, ::step] for q in (n, z, mask, conf))
    mm = np.clip(np.round(n * 1000), 0, 65535).astype(np.uint16)
    near = cv2.dilate((mask == 1).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    mm = np.where(near, mm, (mm + 8) // 16 * 16).astype(np.uint16)
    D, M = np.zeros((CROP, CROP), np.uint16), np.zeros((CROP, CROP), np.uint8)
    h, w = mm.shape
    D[:h, :w], M[:h, :w] = mm, mask | (conf << 4)
    ax = step / s * cam.scale
    bx = ((cx0 + 0.5) / s - cam.window[0]) * cam.scale - 0.5
    by = ((cy0 + 0.5) / s - cam.window[1]) * cam.scale - 0.5
    own = mask == 1
    ok = own & (mm > 0)
    err = np.abs(n - z)[ok] * 1000
    check = [
        ok.sum() / max(1, own.sum()),
        *(np.percentile(err, (50, 68, 95)) if len(err) else (0, 0, 0)),
    ]
    return dict(
        depth=D,
        mask=M,
        depth_hw=np.array([h, w], np.int16),
        depth_affine=np.array([ax, bx, ax, by], np.float32),
        depth_native_step=np.float32(step),
        depth_check=np.array(check, np.float32),
    )
