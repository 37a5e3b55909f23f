"""Milliseconds a frame of MediaPipe's solutions.pose on a video, decoding included: the peer.

    video_peer.py VIDEO

mediapipe 0.10.21, complexity 1, as its examples use it: OpenCV reads a frame, turns its colours round,
and the pose is looked for. Wall time, from the first frame to the last; starting Python and loading the
models is not in it.
"""

import sys
import time

import cv2
import mediapipe

pose = mediapipe.solutions.pose.Pose(model_complexity=1)
capture = cv2.VideoCapture(sys.argv[1])
frames, start = 0, 0.0
while True:
    is_there, frame = capture.read()
    if not is_there:
        break
    pose.process(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
    # The first frame waits for the models.
    if frames == 0:
        start = time.perf_counter()
    frames += 1
print((time.perf_counter() - start) * 1000 / max(frames - 1, 1))
