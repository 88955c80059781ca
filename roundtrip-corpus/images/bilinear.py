import numpy as np
from harness import Expect, Image, In, Out, case


def cases(rng):
    height, width = 12, 20
    image = rng.integers(0, 64, (height, width, 1)).astype(np.float32)
    # Sixteenths are exact in whatever precision the filter has.
    places = rng.integers(-32, [(width + 2) * 16, (height + 2) * 16], (512, 2)) / 16
    x, y = places[:, 0] - 0.5, places[:, 1] - 0.5
    x0, y0 = np.floor(x).astype(int), np.floor(y).astype(int)
    a, b = x - x0, y - y0

    def at(row, column):
        return image[np.clip(row, 0, height - 1), np.clip(column, 0, width - 1), 0].astype(np.float64)

    top = (1 - a) * at(y0, x0) + a * at(y0, x0 + 1)
    bottom = (1 - a) * at(y0 + 1, x0) + a * at(y0 + 1, x0 + 1)
    yield case(
        kernel="sample",
        global_size=(512,),
        args=[Image(image), In(places.astype(np.float32)), Out(np.float32, 512)],
        expect={2: Expect((1 - b) * top + b * bottom, ulp=4, scale=64)},
    )
