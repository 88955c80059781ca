import numpy as np
from harness import Expect, Image, OutImage, Sampler, case


def cases(rng):
    height, width = 24, 40
    image = rng.integers(-64, 64, (height, width, 4)).astype(np.float32)
    rows = np.clip(np.arange(-1, height + 1), 0, height - 1)
    columns = np.clip(np.arange(-1, width + 1), 0, width - 1)
    padded = image[rows][:, columns].astype(np.float64)
    want = sum(padded[y : y + height, x : x + width] for y in range(3) for x in range(3)) / 8
    yield case(
        kernel="box_blur",
        global_size=(width, height),
        args=[Image(image), OutImage(np.float32, image.shape), Sampler()],
        expect={1: want.astype(np.float32)},
    )
