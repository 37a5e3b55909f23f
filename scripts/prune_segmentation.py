#!/usr/bin/env python3
"""Takes the segmentation output out of a BlazePose landmark model.

    prune_segmentation.py SOURCE DESTINATION.tflite

SOURCE is the model (.tflite) or a pose landmarker bundle (.task), a ZIP archive that holds it.

The model computes a 256 x 256 body mask that this project doesn't use and that costs a third of the
model's time. A runtime computes only what an output needs, so it is enough to strike the mask from the list
of outputs: no tensor or operator is removed, the other outputs stay what they were, bit for bit.

A .tflite file is a FlatBuffer [1] with the schema of TensorFlow Lite [2]. What is used here:

- All numbers are little-endian. An offset (uint32) counts from the place where it is stored.
- The file begins with the offset of its root table and the identifier "TFL3".
- A table begins with the distance (int32) back to its vtable: uint16 size of the vtable, uint16 size of
  the table, then for each field a uint16, its place counted from the start of the table, or 0 if it is absent.
- A vector is its length (uint32), then its elements. A string is a vector of bytes.
- A field that is a vector, a string or a table holds the offset of it.

The vector `outputs` of the first subgraph, int32 indices of tensors, is shortened in place.

[1] FlatBuffers, "Internals"  [2] tensorflow/lite/schema/schema.fbs

Only Python's standard library is needed. Exit codes: 0 done, 2 wrong arguments, 65 not such a model.
"""

import io
import os
import struct
import sys
import zipfile
import zlib

MASK = "Identity_2"
BUNDLED = "pose_landmarks_detector.tflite"

# Field numbers, by their order in the schema.
MODEL_SUBGRAPHS = 2
SUBGRAPH_TENSORS, SUBGRAPH_OUTPUTS = 0, 2
TENSOR_NAME = 3


class NotSuchAModel(Exception):
    """The file is not what this program is for."""


class Buffer:
    """A FlatBuffer: finds fields in tables and elements in vectors, and never reads outside the file."""

    def __init__(self, data):
        self.data = bytearray(data)

    def number(self, kind, place):
        size = struct.calcsize(kind)
        if place < 0 or place + size > len(self.data):
            raise NotSuchAModel(f"it is damaged: place {place} is outside the file")
        return struct.unpack_from("<" + kind, self.data, place)[0]

    def follow(self, place):
        return place + self.number("I", place)

    def field(self, table, number, name):
        """The place of what the given field of a table refers to."""
        vtable = table - self.number("i", table)
        entry = 4 + 2 * number
        place = self.number("H", vtable + entry) if entry < self.number("H", vtable) else 0
        if place == 0:
            raise NotSuchAModel(f"it has no {name}")
        return self.follow(table + place)

    def vector(self, place):
        """The places of the elements, of four bytes each, of the vector at a place."""
        count = self.number("I", place)
        if place + 4 + 4 * count > len(self.data):
            raise NotSuchAModel(f"it is damaged: a list of {count} elements is longer than the file")
        return [place + 4 + 4 * index for index in range(count)]

    def string(self, place):
        end = place + 4 + self.number("I", place)
        if end > len(self.data):
            raise NotSuchAModel("it is damaged: a name is longer than the file")
        return self.data[place + 4 : end].decode("utf-8", "replace")


def prune(data, name):
    """The model in `data` without the output that is called `name`."""
    if data[4:8] != b"TFL3":
        raise NotSuchAModel("it is no TensorFlow Lite model")
    buffer = Buffer(data)
    model = buffer.follow(0)
    subgraphs = buffer.vector(buffer.field(model, MODEL_SUBGRAPHS, "subgraphs"))
    if len(subgraphs) != 1:
        raise NotSuchAModel(f"it has {len(subgraphs)} subgraphs and not one")
    subgraph = buffer.follow(subgraphs[0])
    tensors = buffer.vector(buffer.field(subgraph, SUBGRAPH_TENSORS, "tensors"))
    outputs = buffer.field(subgraph, SUBGRAPH_OUTPUTS, "outputs")
    places = buffer.vector(outputs)

    kept, names = [], []
    for place in places:
        index = buffer.number("i", place)
        if not 0 <= index < len(tensors):
            raise NotSuchAModel(f"it is damaged: an output is tensor {index} of {len(tensors)}")
        names.append(buffer.string(buffer.field(buffer.follow(tensors[index]), TENSOR_NAME, "tensor name")))
        if names[-1] != name:
            kept.append(index)
    if len(kept) != len(names) - 1 or not kept:
        raise NotSuchAModel(f"one of several outputs must be called {name}; it has {', '.join(names) or 'none'}")

    struct.pack_into("<I", buffer.data, outputs, len(kept))
    for place, index in zip(places, kept):
        struct.pack_into("<i", buffer.data, place, index)
    # The element that is left over belongs to nothing any more.
    struct.pack_into("<i", buffer.data, places[-1], 0)
    return bytes(buffer.data)


def landmark_model(data):
    """The model in a file, which is one itself or a bundle."""
    # A bundle begins with a few bytes that align its members.
    if b"PK\3\4" not in data[:19]:
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            return bundle.read(BUNDLED)
    except KeyError:
        raise NotSuchAModel(f"it is a ZIP archive without {BUNDLED}") from None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as problem:
        raise NotSuchAModel(f"it is a damaged bundle: {problem}") from None


def main(arguments):
    if len(arguments) != 2:
        print("usage: prune_segmentation.py SOURCE DESTINATION.tflite", file=sys.stderr)
        return 2
    source, destination = arguments
    try:
        with open(source, "rb") as file:
            pruned = prune(landmark_model(file.read()), MASK)
        unfinished = destination + ".unfinished"
        with open(unfinished, "wb") as file:
            file.write(pruned)
        os.replace(unfinished, destination)
    except NotSuchAModel as problem:
        print(f"prune_segmentation.py: {source} is not the expected model: {problem}", file=sys.stderr)
        return 65
    except OSError as problem:
        print(f"prune_segmentation.py: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
