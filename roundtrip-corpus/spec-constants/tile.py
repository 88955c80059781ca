import numpy as np
from harness import In, Out, case

NOT_FROM_SOURCE = "specialization constants are SPIR-V's, not OpenCL C's"


def cases(rng):
    values = rng.integers(0, 2**63, (16, 24), dtype=np.uint64)
    tiles = values.reshape(2, 8, 3, 8).transpose(0, 2, 3, 1)
    want = (tiles & np.uint64(0x0F0F0F0F0F0F0F0F)) - np.uint64(3)
    yield case(
        kernel="tile",
        global_size=(24, 16),
        args=[In(values), Out(np.uint64, values.shape), np.uint32(24)],
        expect={1: np.ascontiguousarray(want).reshape(values.shape)},
    )
