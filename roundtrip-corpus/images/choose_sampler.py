import numpy as np
from harness import Image, Out, Sampler, case


def cases(rng):
    height, width, by = 6, 16, 5
    image = rng.integers(1, 100, (height, width, 4)).astype(np.float32)
    want = image[:, np.maximum(np.arange(width) - by, 0)]
    want[1::2, :by] = 0
    yield case(
        kernel="shift",
        global_size=(width, height),
        args=[Image(image), Out(np.float32, image.shape), Sampler(), np.int32(by)],
        expect={1: want},
    )
