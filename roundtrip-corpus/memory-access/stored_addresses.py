import numpy as np
from harness import Out, case


def far_apart(found):
    """Where the variables lie is the device's affair; how far their elements are apart is not."""
    pairs = found.reshape(-1, 3, 2).astype(np.int64)
    apart = pairs[:, :, 1] - pairs[:, :, 0]
    wrong = np.argwhere(apart != [4, 12, 28])
    return None if len(wrong) == 0 else f"elements are {apart[wrong[0][0]]} bytes apart, not 4, 12 and 28"


def cases(rng):
    yield case(
        kernel="addresses", global_size=(8,), local_size=(4,), args=[Out(np.uint64, 48)], expect={0: far_apart},
    )
    yield case(
        kernel="aligned", global_size=(8,), local_size=(4,), args=[Out(np.uint32, 32)],
        expect={0: np.tile(np.array([0, 0, 0, 10], np.uint32), 8)},
    )
