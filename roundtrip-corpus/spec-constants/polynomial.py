import numpy as np
from harness import Expect, In, Out, case

NOT_FROM_SOURCE = "specialization constants are SPIR-V's, not OpenCL C's"


def cases(rng):
    x = rng.integers(-8, 9, 64).astype(np.float32)
    yield case(
        kernel="evaluate",
        global_size=(64,),
        args=[In(x), Out(np.float32, 64)],
        expect={1: np.polyval([0.5, 4, 3, 2, 1], x.astype(np.float64)).astype(np.float32)},
    )
