import numpy as np
from harness import Image, Out, OutImage, case, launch


def cases(rng):
    signal = rng.integers(-1000, 1000, (96, 2), dtype=np.int32)
    want = np.stack([np.convolve(signal[:, c], [1, -4, 6, -4, 1], "same") for c in (0, 1)], axis=1)
    filtered, unloaded, width = OutImage(np.int32, signal.shape), Out(np.int32, signal.shape), Out(np.int32, 1)
    yield case(
        launches=[
            launch("filter", (96,), None, [Image(signal), filtered, width]),
            launch("unload", (96,), None, [filtered, unloaded]),
        ],
        expect={unloaded: want.astype(np.int32), width: np.array([963], np.int32)},
    )
