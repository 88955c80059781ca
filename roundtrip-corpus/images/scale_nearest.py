import numpy as np
from harness import Image, OutImage, case


def cases(rng):
    image = rng.integers(0, 256, (8, 16, 4), dtype=np.uint8)
    # Powers of two, so that no pixel is halfway between two.
    for name, height, width in [("larger", 32, 64), ("smaller", 4, 8)]:
        rows = (np.arange(height) * 8 + 4) // height
        columns = (np.arange(width) * 16 + 8) // width
        yield case(
            kernel="scale",
            name=name,
            global_size=(width + 3, height + 1),
            args=[Image(image), OutImage(np.uint8, (height, width, 4))],
            expect={1: image[rows][:, columns]},
        )
