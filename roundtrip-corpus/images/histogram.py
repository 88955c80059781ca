import numpy as np
from harness import Image, InOut, case


def cases(rng):
    image = rng.integers(0, 256, (37, 61, 1), dtype=np.uint8)
    want = np.bincount(image.reshape(-1) >> 4, minlength=16).astype(np.uint32)
    yield case(
        kernel="histogram",
        global_size=(64,),
        args=[Image(image), InOut(np.zeros(16, np.uint32))],
        expect={1: want},
    )
