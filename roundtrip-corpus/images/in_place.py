import numpy as np
from harness import Image, Out, case


def cases(rng):
    image = rng.integers(0, 256, (9, 13, 4), dtype=np.uint8)
    yield case(
        kernel="invert",
        global_size=(13, 9),
        args=[Image(image), Out(np.uint32, image.shape)],
        expect={0: 255 - image, 1: (255 - image).astype(np.uint32)},
    )
