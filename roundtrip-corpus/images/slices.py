import numpy as np
from harness import Image, Out, case


def cases(rng):
    volume = rng.integers(-20000, 20000, (5, 6, 7, 4), dtype=np.int16)
    want = np.transpose(volume[::-1], (2, 1, 0, 3)).astype(np.int64) * 3
    yield case(
        kernel="turn",
        global_size=(5, 6, 7),
        args=[Image(volume), Out(np.int16, (7, 6, 5, 4))],
        expect={1: np.clip(want, -32768, 32767).astype(np.int16)},
    )
