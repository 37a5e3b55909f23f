"""One row: a person in a pose in a room before a camera; truth, depth, and BlazePose's output."""

import collections
import contextlib
import dataclasses
import time

import body
import numpy as np

from . import camera, contact, furniture, poses, room, scene
from .assets import Assets
from .character import Person
from .posing import Build
from .raster import skinned
from .rig import joints as posed_points
from .rig import place, pose_rig, rodrigues
from .seeds import Stream, generator
from .sensors import depth_crop
from .textures import Store, Surfaces
from .truth import EXTRA, JOINTS, visibility

FIRST_CHARACTER, CHARACTERS = 640, 2560  # the earlier set's were 0 to 639
BLOCK = 60
# The landmarks by which a detected person is distinguished from the one beside.
TRUNK_MARKS = [11, 12, 23, 24, 25, 26]
TRUNK_POINTS = [JOINTS.index(s + k) for k in ("Shoulder", "Hip", "Knee") for s in ("left", "right")]


def parts_of(seed, block):
    """The parts of a block of 60 rows, a person each: (first, count, a clip?, number of the part)."""
    if generator(seed, Stream.LAYOUT, block).random() < 0.16:
        return [(0, 40, True, 0), (40, 10, False, 4), (50, 10, False, 5)]
    return [(10 * k, 10, False, k) for k in range(6)]


def grounded(V, J, anchor):
    """On the floor, the anchor points' middle over the origin; with the points between joints."""
    middle = sum(J[n] for n in anchor) / len(anchor)
    move = np.array([-middle[0], -V[:, 1].min(), -middle[2]])
    J = {n: p + move for n, p in J.items()}
    J["root"] = (J["leftHip"] + J["rightHip"]) / 2
    J["centerShoulder"] = (J["leftShoulder"] + J["rightShoulder"]) / 2
    J["centerHead"] = (J["skullBase"] + J["topHead"]) / 2
    return V + move.astype(np.float32), J


def trunk_frame(J):
    return body.frame(J["leftShoulder"] - J["rightShoulder"], J["centerShoulder"] - J["root"])


def heading(J):
    """Where the front of the trunk looks, about the vertical."""
    ahead = trunk_frame(J)[:, 2]
    return float(np.arctan2(ahead[0], ahead[2]))


@dataclasses.dataclass
class Cast:
    """Who does what in a row: the person's vertices V and points J in the world."""

    person: Person
    build: Build
    drawn: poses.Drawn
    V: np.ndarray
    J: dict
    # What the camera is placed by: the person's vertices, or the corners of what a clip needs; the
    # points and vertices there (a clip's first).
    seen: np.ndarray
    at: dict
    first: np.ndarray
    part: int
    clip: tuple | None = None  # its key
    frame: int = -1


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
        """Times a part of the work."""
        t = time.process_time()
        yield
        self.time[name] += time.process_time() - t

    def person(self, part):
        """The person of a part (counted through) in what they wear there, and their build."""
        part = max(0, part)
        outfit, k = divmod(part, CHARACTERS)
        if part not in self.people:
            with self.stage("people"):
                p = Person(self.assets, int(self.order[k]), outfit, self.seed)
                self.people[part] = p, Build(p)
            while len(self.people) > 4:
                self.people.popitem(False)
        self.people.move_to_end(part)
        return self.people[part]

    def single(self, r, person, build, block):
        if self.bank[0] != block:
            self.bank = block, body.procedural(150, generator(self.seed, Stream.FAMILIES, block))
        return poses.single(r, person.info["split"], self.mocap, build, self.bank[1])

    def mesh(self, person, drawn, turn=None):
        """Vertices and points of a drawn pose, standing or come to rest on the floor; the turn that
        did that."""
        L = drawn.L if turn is None else dict(drawn.L, Rp=turn @ drawn.L["Rp"])
        R, X = pose_rig(person, L, drawn.hands)
        J, V = posed_points(person, R, X), skinned(person, place(person, R, X))
        if turn is None and contact.lying(J):
            return self.mesh(person, drawn, contact.settled(V[::9]))
        return (*grounded(V, J, drawn.anchor), np.eye(3) if turn is None else turn)

    def sequence(self, key, person, build, count):
        """The poses of a clip, the turn that brings it to rest as a whole, the corners of what it needs,
        and its first frame's points and vertices."""
        if self.clip[0] != key:
            r = generator(self.seed, Stream.MOTION, *key)
            drawn = poses.clip(r, person.info["split"], self.mocap, build, count)
            V, J, turn = self.mesh(person, drawn[0])
            span = []
            for d in drawn[::4]:
                v = self.mesh(person, d, turn)[0]
                span += [v.min(0), v.max(0)]
            box = np.min(span, 0) - 0.05, np.max(span, 0) + 0.05
            corners = np.array(np.meshgrid(*zip(*box))).reshape(3, -1).T
            self.clip = key, (drawn, turn, corners, J, V)
        return self.clip[1]

    def cast(self, row):
        block, inside = divmod(row, BLOCK)
        first, count, is_clip, part = next(
            q for q in parts_of(self.seed, block) if q[0] <= inside < q[0] + q[1]
        )
        number, frame = block * 6 + part, inside - first
        person, build = self.person(number)
        if is_clip:
            key = (block, part)
            drawn, turn, seen, at, start = self.sequence(key, person, build, count)
            V, J, _ = self.mesh(person, drawn[frame], turn)
            return Cast(person, build, drawn[frame], V, J, seen, at, start, number, key, frame)
        drawn = self.single(generator(self.seed, Stream.ROW, row), person, build, block)
        V, J, _ = self.mesh(person, drawn)
        return Cast(person, build, drawn, V, J, V[::7], J, V, number)

    def row(self, row):
        """The arrays of a row, and its picture (RGB)."""
        with self.stage("pose"):
            cast = self.cast(row)
        # A clip has one room, one light, one camera with a little shake.
        key = cast.clip or (row, 1000)
        r = generator(self.seed, Stream.SCENE, *key)
        with self.stage("scene"):
            view = self.view(r, cast)
            cam = camera.place(r, cast.seen, view, heading(cast.at), cast.at)
            if cast.clip:
                shake = generator(self.seed, Stream.SHAKE, row).normal(0, 0.0012, 3)
                cam.R = rodrigues(shake) @ cam.R
            S, other, occluded, outdoor = self.scene(r, cast, cam, view, row // BLOCK)
        toc = lambda p: (p - cam.pos) @ cam.R.T
        K = np.array([*cam.K, cam.w, cam.h], np.float32)
        project = lambda X: (X[:, :2] / X[:, 2:] * K[:2] + K[2:4]).astype(np.float32)
        truth = np.array([toc(cast.J[n]) for n in JOINTS + EXTRA]).astype(np.float32)
        flat, n = project(truth), len(JOINTS)
        with self.stage("picture"):
            center = toc((cast.seen.max(0) + cast.seen.min(0)) / 2)
            light = generator(self.seed, Stream.LIGHT, *key)
            image, luminance = S.picture(light, center, outdoor)
        with self.stage("visibility"):
            vis = visibility(S, cast.person, truth, flat, K)
        with self.stage("depth"):
            noise = generator(self.seed, Stream.DEPTH, row)
            depth = depth_crop(noise, S, cam, cast.V, toc, luminance)
        p = toc(cast.V)
        p = project(p[p[:, 2] > 0.05])
        towards = trunk_frame(cast.J).T @ (cam.pos - cast.J["centerShoulder"])
        towards /= np.linalg.norm(towards)
        out = dict(
            K=K,
            joints=truth[:n],
            extra=truth[n:],
            joints2d=flat[:n],
            extra2d=flat[n:],
            vis=vis[:n],
            vis_extra=vis[n:],
            stature=np.float32(cast.person.stature),
            character=f"g{cast.person.cid:04d}",
            split=cast.person.info["split"],
            kind=cast.drawn.kind,
            view=view,
            view_az=np.float32(np.degrees(np.arctan2(towards[0], towards[2]))),
            view_el=np.float32(np.degrees(np.arcsin(towards[1]))),
            gravity=(cam.R @ np.array([0, -1.0, 0])).astype(np.float32),
            cam_height=np.float32(cam.height),
            cam_dist=np.float32(cam.dist),
            cam_pitch=np.float32(cam.pitch),
            device=cam.device,
            sensor=cam.sensor,
            cropped=bool(cam.cropped),
            occluder=occluded,
            n_people=1 + (other is not None),
            bbox=np.array([*p.min(0), *p.max(0)], np.float32),
            frame_id=row,
            clip=cast.part if cast.clip else -1,
            clip_frame=cast.frame,
            outdoor=outdoor,
            outfit=" ".join(cast.person.outfit),
            **depth,
        )
        others = other and project(np.array([toc(other[JOINTS[i]]) for i in TRUNK_POINTS]))
        out.update(self.looks(image, flat[TRUNK_POINTS], others))
        return out, image

    def view(self, r, cast):
        """How the camera looks: see `camera.place`."""
        q = r.random()
        if cast.drawn.desk and q < 0.8:
            return "desk"
        if cast.clip:
            return "side" if q < 0.35 else "room"
        if cast.J["centerHead"][1] - cast.J["root"][1] > 0.3 and q < 0.09:
            return "cut"
        return "far" if q < 0.18 else "side" if q < 0.38 else "room"

    def scene(self, r, cast, cam, view, block):
        """The scene; the points of another person in it or None; whether something stands before the
        person; whether there are no walls."""
        root = cast.at["root"]
        away = cam.pos - root  # from the person to the camera
        away = away * [1, 0, 1] / np.linalg.norm(away[[0, 2]])
        side = np.array([-away[2], 0, away[0]])
        crowd, spots, other, occluder = [(cast.person, cast.V)], [root], None, None
        q = r.random()
        if q < 0.11 and not cast.clip and view != "desk":
            companion, V, other = self.companion(r, cast.part, q < 0.045, block, away, side)
            crowd.append((companion, V))
            spots.append(other["root"])
        clear = cam.dist > 1.9 and view not in ("cut", "desk") and not contact.lying(cast.at)
        if r.random() < (0.02 if cast.clip else 0.08) and clear:
            reach = 0.5 if cast.clip else max(0.25, float(((cast.V - root) @ away).max())) + 0.12
            occluder = furniture.occluder(r, root, away, side, reach)
        props, (store, mats) = self.props(cast), (Store(), [])
        mesh, outdoor = room.room(r, self.surfaces, store, mats, cam, spots, occluder, props)
        return scene.Scene(crowd, cam, mesh, store, mats), other, occluder is not None, outdoor

    def companion(self, r, part, near, block, away, side):
        """Another person beside, before or (not near) behind: who, vertices, points."""
        person, build = self.person(part - 1)
        V, J, _ = self.mesh(person, self.single(r, person, build, block))
        if near:
            at = away * r.uniform(-0.9, 0.9) + side * r.uniform(0.35, 1.0) * r.choice([-1, 1])
        else:
            at = -away * r.uniform(1.0, 4.5) + side * r.normal(0, 1.4)
        return person, V + at.astype(np.float32), {n: p + at for n, p in J.items()}

    def props(self, cast):
        """Seat and table of a pose."""
        drawn, J, build, V = cast.drawn, cast.at, cast.build, cast.first
        if not drawn.seat:
            return []
        hips = J["root"]
        right = J["rightHip"] - J["leftHip"]
        turn = float(np.arctan2(right[2], -right[0]))  # of the pelvis
        if drawn.seat_top is not None:
            ankles = (J["leftAnkle"] + J["rightAnkle"]) / 2
            hips = ankles - np.array([np.sin(turn), 0, np.cos(turn)]) * (build.thigh - 0.02)
            return [furniture.seat(drawn.seat, hips, drawn.seat_top, turn, build.scale)]
        under = V[np.abs(V - hips)[:, [0, 2]].max(1) < 0.12 * build.scale]
        top = float(under[:, 1].min()) if len(under) else hips[1] - build.seat
        out = [furniture.seat(drawn.seat, hips, max(0.05, top), turn, build.scale)]
        if drawn.desk:
            elbow = (J["leftElbow"][1] + J["rightElbow"][1]) / 2
            top = float(np.clip(elbow - 0.03, hips[1] + 0.12, hips[1] + 0.32))
            out.append(furniture.table(hips, top, turn, build.scale))
        return out

    def looks(self, image, own, others):
        """BlazePose's output, by inference pass; rounded to 1/32 px, 1/4096 m, 1/1024."""
        if self.detector is None:
            return dict(found=False)
        out = {}
        nothing = np.full((33, 5), np.nan, np.float32), np.full((33, 3), np.nan, np.float32)
        for name, look in self.detector(image, self.stage).items():
            marks, world = look or nothing
            xyz = np.round(marks[:, :3] * 32) / 32
            seen = np.round(marks[:, 3:] * 1024) / 1024
            out["landmarks" + name] = np.concatenate([xyz, seen[:, :1]], 1)
            out["presence" + name] = seen[:, 1].astype(np.float16)
            out["world" + name] = np.round(world * 4096) / 4096
            out["det_other" + name] = 0
            if look and others is not None:
                off = lambda p: np.linalg.norm(marks[TRUNK_MARKS, :2] - p, axis=1).mean()
                out["det_other" + name] = int(off(others) < off(own))
        return dict(found=bool(np.isfinite(out["landmarks"][0, 0])), **out)
