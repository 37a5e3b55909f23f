"""BlazePose landmark models without the operators of the body mask, a sixth of their time: MediaPipe's
runtime computes every operator that is listed, and nothing here reads the mask. The other outputs
stay what they were, bit for bit."""

import pathlib
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).parents[2] / "scripts"))

from prune_segmentation import (  # noqa: E402
    MASK,
    MODEL_SUBGRAPHS,
    SUBGRAPH_OUTPUTS,
    SUBGRAPH_TENSORS,
    TENSOR_NAME,
    Buffer,
)

# Field numbers of the schema, as in that script.
SUBGRAPH_OPERATORS = 3
OPERATOR_INPUTS, OPERATOR_OUTPUTS = 1, 2


def unmasked(data):
    """The model with only the operators that lead to the other outputs. MediaPipe expects five
    outputs, so the mask's place gets the tensor of the output before it. A model done before is
    returned as it is."""
    b = Buffer(data)
    subgraphs = b.vector(b.field(b.follow(0), MODEL_SUBGRAPHS, "subgraphs"))
    graph = b.follow(subgraphs[0])
    tensors = b.vector(b.field(graph, SUBGRAPH_TENSORS, "tensors"))
    places = b.vector(b.field(graph, SUBGRAPH_OUTPUTS, "outputs"))
    outputs = [b.number("i", p) for p in places]
    names = [b.string(b.field(b.follow(tensors[i]), TENSOR_NAME, "name")) for i in outputs]
    if MASK not in names:
        return data
    mask = names.index(MASK)
    listed = b.field(graph, SUBGRAPH_OPERATORS, "operators")
    entries = b.vector(listed)
    operators = [b.follow(p) for p in entries]
    tensors_of = lambda o, field: {b.number("i", p) for p in b.vector(b.field(o, field, "tensors"))}
    needed, kept = set(outputs[:mask] + outputs[mask + 1 :]), []
    for o in reversed(operators):
        if needed & tensors_of(o, OPERATOR_OUTPUTS):
            kept.insert(0, o)
            needed |= tensors_of(o, OPERATOR_INPUTS)
    struct.pack_into("<I", b.data, listed, len(kept))
    for entry, o in zip(entries, kept):
        struct.pack_into("<I", b.data, entry, o - entry)
    struct.pack_into("<i", b.data, places[mask], outputs[mask - 1])
    return bytes(b.data)
