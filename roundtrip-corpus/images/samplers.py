import numpy as np
from harness import Image, Out, case


def cases(rng):
    width = 8
    image = rng.integers(-99, 99, (4, width, 4)).astype(np.float32)
    row = image[1]
    want = np.empty((24, 4, 4), np.float32)
    for i in range(24):
        x = i - 8
        want[i, 0] = row[min(max(x, 0), width - 1)]
        want[i, 1] = row[x] if 0 <= x < width else 0
        want[i, 2] = row[x % width]
        folded = x % (2 * width)
        want[i, 3] = row[folded if folded < width else 2 * width - 1 - folded]
    yield case(
        kernel="samplers",
        global_size=(24,),
        args=[Image(image), Out(np.float32, want.shape)],
        expect={1: want},
    )
