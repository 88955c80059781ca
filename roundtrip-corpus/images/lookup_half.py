import numpy as np
from harness import Expect, Image, In, Out, case


def cases(rng):
    colours = rng.integers(0, 256, (16, 16, 4), dtype=np.uint8)
    values = rng.integers(0, 256, 300, dtype=np.uint8)
    want = (colours.reshape(-1, 4)[values].astype(np.float64) / 255).astype(np.float16)
    yield case(
        kernel="colour",
        global_size=(300,),
        args=[Image(colours, "UNORM_INT8"), In(values), Out(np.float16, want.shape)],
        expect={2: Expect(want.astype(np.float64), ulp=1)},
    )
