import numpy as np
from harness import Expect, Image, OutImage, case


def cases(rng):
    image = rng.integers(0, 256, (17, 31, 1), dtype=np.uint8)
    p = np.pad(image[..., 0].astype(np.int64), 1, "edge")
    smooth = p[:-2] + 2 * p[1:-1] + p[2:]
    across = p[:, :-2] + 2 * p[:, 1:-1] + p[:, 2:]
    right = smooth[:, 2:] - smooth[:, :-2]
    down = across[2:] - across[:-2]
    want = np.sqrt((right**2 + down**2).astype(np.float64))[..., None]
    yield case(
        kernel="sobel",
        global_size=(31, 17),
        args=[Image(image), OutImage(np.float32, (17, 31, 1))],
        expect={1: Expect(want, ulp=3)},
    )
