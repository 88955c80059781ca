import numpy as np
from harness import InOut, case


def cases(rng):
    x = rng.integers(-1000, 1000, 48, dtype=np.int32)
    # The first block multiplies, the second one doubles, behind it.
    yield case(
        kernel="scale", global_size=(1,), local_size=(1,), requires=["device queue"],
        args=[InOut(x), np.int32(7), np.int32(len(x))],
        expect={0: x * 7 * 2},
    )
