"""CPU milliseconds a picture of MediaPipe's BlazePose full on stills: the benchmark's peer.

Reads the pictures named on the command line, finds the person in each once to warm up and once
under the clock, and prints one number.
"""

import sys
import time

import mediapipe
import numpy
from PIL import Image

pictures = [numpy.asarray(Image.open(path).convert("RGB")) for path in sys.argv[1:]]
pose = mediapipe.solutions.pose.Pose(static_image_mode=True, model_complexity=1)
for picture in pictures:
    pose.process(picture)
start = time.process_time()
for picture in pictures:
    pose.process(picture)
print((time.process_time() - start) * 1000 / len(pictures))
