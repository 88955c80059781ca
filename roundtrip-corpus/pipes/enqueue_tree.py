import numpy as np
from harness import InOut, Out, case


def cases(rng):
    x = rng.integers(-1000, 1000, 64, dtype=np.int32)

    def total(found):
        return None if found[0] == x.sum() else f"the sum is {found[0]}, not {x.sum()}"

    def sizes(found):
        return None if found[4] >= 1 and found[5] >= 1 else f"groups of {found[4]}, multiples of {found[5]}"

    yield case(
        kernel="reduce", global_size=(1,), local_size=(1,), requires=["device queue"],
        args=[InOut(x), np.uint32(32), Out(np.uint32, 6)],
        expect={0: total, 2: sizes},
    )
