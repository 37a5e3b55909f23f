"""The people that MediaPipe Tasks finds in pictures: the recall benchmark's peer.

    python recall_peer.py TASK FRAMES

TASK is a pose landmarker bundle (.task), run picture by picture with num_poses=4 and otherwise its
defaults. FRAMES is a folder of folders of PNGs, one a camera. Printed is a JSON object: for each
picture (camera/name) the middles of the hips of the people in it, in pixels. Needs mediapipe 1.2.2.
"""
import argparse
import json
import pathlib

import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision

LEFT_HIP, RIGHT_HIP = 23, 24


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('task', type=pathlib.Path)
    parser.add_argument('frames', type=pathlib.Path)
    options = parser.parse_args()
    landmarker = vision.PoseLandmarker.create_from_options(
        vision.PoseLandmarkerOptions(
            base_options=BaseOptions(model_asset_path=str(options.task)), num_poses=4))
    people = {}
    for path in sorted(options.frames.glob('*/*.png')):
        image = mp.Image.create_from_file(str(path))
        if image.image_format == mp.ImageFormat.SRGBA:
            # Pictures with an alpha channel give other numbers than those without.
            image = mp.Image(mp.ImageFormat.SRGB, image.numpy_view()[:, :, :3].copy())
        people[f'{path.parent.name}/{path.stem}'] = [
            [
                (pose[LEFT_HIP].x + pose[RIGHT_HIP].x) / 2 * image.width,
                (pose[LEFT_HIP].y + pose[RIGHT_HIP].y) / 2 * image.height,
            ]
            for pose in landmarker.detect(image).pose_landmarks
        ]
    print(json.dumps(people))


if __name__ == '__main__':
    main()
