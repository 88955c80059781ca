"""y = a * x + y, fused: rounded once."""

import numpy as np
from harness import In, InOut, case


def cases(rng):
    count = 1000
    x = rng.standard_normal(1024).astype(np.float32)
    y = rng.standard_normal(1024).astype(np.float32)
    # Exact in double: 24 + 24 bits of product, and a sum that loses less than half a ULP of float.
    expected = y.copy()
    expected[:count] = (np.float64(2.5) * x[:count].astype(np.float64) + y[:count]).astype(np.float32)
    yield case(
        kernel="saxpy",
        global_size=(1024,),
        local_size=(64,),
        args=[np.float32(2.5), In(x), InOut(y), np.uint32(count)],
        expect={2: expected},
        ulp=1,
    )
