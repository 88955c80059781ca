import numpy as np
from harness import In, Out, case


def cases(rng):
    values = rng.normal(size=(6, 8, 8)).astype(np.float32)
    want = np.empty_like(values)
    for z in range(0, 6, 3):
        for y in range(0, 8, 4):
            for x in range(0, 8, 2):
                want[z : z + 3, y : y + 4, x : x + 2] = values[z + 1, y + 2, x + 1]
    yield case(
        kernel="tell",
        global_size=(8, 8, 6),
        local_size=(2, 4, 3),
        args=[In(values), Out(np.float32, values.shape), Out(np.int32, values.shape)],
        expect={1: want, 2: np.ones(values.shape, np.int32)},
    )
