"""CPU milliseconds a frame of MediaPipe's BlazePose following one person: the benchmark's peer.

    tracking_peer.py [--task FILE.task] FRAME...

Without --task it is `solutions.pose` (mediapipe 0.10.21, complexity 1, no smoothing of landmarks),
with it the Tasks' pose landmarker (mediapipe 1.2.2) in its video mode. The frames are decoded first.
Each line that arrives on standard input starts a round over all frames, which is answered by the CPU
time of this process a frame, in milliseconds.
"""

import sys
import time

import mediapipe
import numpy
from PIL import Image


def solution():
    pose = mediapipe.solutions.pose.Pose(model_complexity=1, smooth_landmarks=False)

    def begin():
        pose.reset()

    def follow(frame, _):
        pose.process(frame)

    return begin, follow


def task(path):
    vision = mediapipe.tasks.vision
    options = vision.PoseLandmarkerOptions(
        base_options=mediapipe.tasks.BaseOptions(model_asset_path=path),
        running_mode=vision.RunningMode.VIDEO,
    )
    landmarker = vision.PoseLandmarker.create_from_options(options)
    clock = [0]

    def begin():
        pass

    def follow(frame, _):
        clock[0] += 33
        image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=frame)
        landmarker.detect_for_video(image, clock[0])

    return begin, follow


arguments = sys.argv[1:]
if arguments[:1] == ["--task"]:
    begin, follow = task(arguments[1])
    arguments = arguments[2:]
else:
    begin, follow = solution()
frames = [numpy.asarray(Image.open(path).convert("RGB")) for path in arguments]
for _ in sys.stdin:
    begin()
    start = time.process_time()
    for index, frame in enumerate(frames):
        follow(frame, index)
    print((time.process_time() - start) * 1000 / len(frames), flush=True)
