import numpy as np
from harness import Image, Out, case


def cases(rng):
    depth, height, width = 7, 5, 9
    volume = rng.normal(size=(depth, height, width, 1)).astype(np.float32)
    yield case(
        kernel="columns",
        global_size=(width, height),
        args=[Image(volume), Out(np.float32, (height, width)), Out(np.int32, 6)],
        expect={1: volume[..., 0].max(axis=0), 2: np.array([width, height, depth, 0, 1, 1], np.int32)},
    )
