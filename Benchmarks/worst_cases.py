"""Draws the frames in which skeletons are farthest off, beside the truth.

    worst_cases.py POSE3D FOLDER OUT.png [--depth] [--count 6]

FOLDER holds frames with a case.json, as `pose3d-bench lift` reads them. Every one of them is analysed from its
picture, with --depth with the sensor's depth map too. Of the worst, by the mean distance of the 17 joints
relative to the root, the picture is shown with the skeleton over it, and on the right the skeleton seen from the person's
side of the picture, the camera being on the left. The truth is white, ours coloured: left side orange, right side blue.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image, ImageDraw, ImageFont

JOINTS = (
    "root rightHip rightKnee rightAnkle leftHip leftKnee leftAnkle spine centerShoulder centerHead topHead "
    "leftShoulder leftElbow leftWrist rightShoulder rightElbow rightWrist").split()
PARENTS = [0, 0, 1, 2, 0, 4, 5, 0, 7, 8, 9, 8, 11, 12, 8, 14, 15]
COLORS = {"left": (255, 160, 64), "right": (86, 160, 255)}
WIDTH, HEIGHT, SIDE, SCALE = 300, 380, 200, 3


def analysed(program, folder, case, depth):
    k = case["color_intrinsics"]
    with tempfile.TemporaryDirectory() as name:
        camera = pathlib.Path(name) / "camera.json"
        camera.write_text(json.dumps({c: k[c] for c in ("width", "height", "fx", "fy", "cx", "cy")}))
        command = [program, "analyze", folder / case["color_file"], "--camera", camera, "-o", "-"]
        if depth:
            command += ["--depth", folder / case["depth_file"], "--depth-scale", str(case["depth_scale_m"])]
        people = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["people"]
    if not people:
        return None
    places = {j["name"]: j["cameraPosition"] for j in people[0]["joints"]}
    return np.array([places[j] for j in JOINTS])


def bones(draw, points, truth, width):
    for joint, parent in enumerate(PARENTS):
        if joint:
            color = (255, 255, 255) if truth else next(
                (c for s, c in COLORS.items() if JOINTS[joint].startswith(s)), (220, 220, 120))
            draw.line([tuple(points[parent]), tuple(points[joint])], fill=color, width=width)


def panel(folder, case, ours, truth, words):
    k = case["color_intrinsics"]
    project = lambda X: np.stack([X[:, 0] / X[:, 2] * k["fx"] + k["cx"], X[:, 1] / X[:, 2] * k["fy"] + k["cy"]], 1)
    box = np.concatenate([project(truth), project(ours)])
    middle = (box.min(0) + box.max(0)) / 2
    size = max((box.max(0) - box.min(0))[1] / HEIGHT, (box.max(0) - box.min(0))[0] / WIDTH) * 1.2
    corner = middle - np.array([WIDTH, HEIGHT]) / 2 * size
    picture = Image.open(folder / case["color_file"]).convert("RGB").transform(
        (WIDTH * SCALE, HEIGHT * SCALE), Image.AFFINE,
        (size / SCALE, 0, corner[0], 0, size / SCALE, corner[1]), Image.BICUBIC)
    canvas = Image.new("RGB", ((WIDTH + SIDE) * SCALE, (HEIGHT + 24) * SCALE), (32, 34, 38))
    canvas.paste(picture, (0, 0))
    draw = ImageDraw.Draw(canvas)
    for X, is_truth in ((truth, True), (ours, False)):
        bones(draw, (project(X) - corner) / size * SCALE, is_truth, 2 * SCALE)
    relative = [X - X[0] for X in (truth, ours)]
    both = np.concatenate(relative)[:, [2, 1]]
    at = (both.min(0) + both.max(0)) / 2
    extent = (both.max(0) - both.min(0)) / np.array([SIDE, HEIGHT]) * 1.15
    for X, is_truth in zip(relative, (True, False)):
        places = (X[:, [2, 1]] - at) / extent.max() + np.array([WIDTH + SIDE / 2, HEIGHT / 2])
        bones(draw, places * SCALE, is_truth, 2 * SCALE)
    draw.rectangle([0, HEIGHT * SCALE, canvas.width, canvas.height], fill=(32, 34, 38))
    font = ImageFont.load_default(13 * SCALE)
    draw.text((8 * SCALE, (HEIGHT + 3) * SCALE), words, fill=(235, 235, 235), font=font)
    return canvas.resize((WIDTH + SIDE, HEIGHT + 24), Image.LANCZOS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pose3d")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--depth", action="store_true")
    parser.add_argument("--count", type=int, default=6)
    arguments = parser.parse_args()
    found = []
    for path in sorted(arguments.folder.glob("*/case.json")):
        case = json.loads(path.read_text())
        if len(case.get("persons", [])) != 1 or "color_file" not in case:
            continue
        person = case["persons"][0]
        ours = analysed(arguments.pose3d, path.parent, case, arguments.depth)
        if ours is None:
            continue
        truth = np.array([person["joints_camera_m"][j] for j in JOINTS])
        if not arguments.depth:
            # The size isn't in the picture: a body of 1.8 m where the true one stands.
            ours = truth[0] + (ours - ours[0]) * person["stature_m"] / 1.8
        error = 1000 * np.linalg.norm((ours - ours[0]) - (truth - truth[0]), axis=1).mean()
        found.append((error, path.parent, case, ours, truth))
    found.sort(key=lambda f: -f[0])
    panels = [
        panel(folder, case, ours, truth,
              f"{case['persons'][0]['pose'].replace('_', ' ')}, {case['view']}: {error:.0f} mm")
        for error, folder, case, ours, truth in found[:arguments.count]]
    columns = 3
    rows = -(-len(panels) // columns)
    sheet = Image.new("RGB", (columns * (WIDTH + SIDE + 6) - 6, rows * (HEIGHT + 30) - 6), (255, 255, 255))
    for i, p in enumerate(panels):
        sheet.paste(p, (i % columns * (WIDTH + SIDE + 6), i // columns * (HEIGHT + 30)))
    sheet.save(arguments.out)
    for error, folder, *_ in found[:arguments.count]:
        print(f"{error:6.1f} mm  {folder.name}")


if __name__ == "__main__":
    main()
