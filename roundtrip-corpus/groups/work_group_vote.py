import numpy as np
from harness import In, Out, case


def cases(rng):
    x = rng.integers(-2, 100, (12, 16), dtype=np.int32)
    x[::3] = np.abs(x[::3]) + 1
    want = (x > 0).all(axis=1) + 2 * (x > 90).any(axis=1) + 4 * x[:, 3]
    yield case(
        kernel="vote",
        global_size=(x.size,),
        local_size=(16,),
        args=[In(x), Out(np.int32, x.shape)],
        expect={1: np.repeat(want.astype(np.int32), 16)},
    )
    f = rng.integers(-50, 50, (8, 8)).astype(np.float32)
    blocks = f.reshape(2, 4, 2, 4)
    yield case(
        kernel="corner",
        global_size=(8, 8),
        local_size=(4, 4),
        args=[In(f), Out(np.float32, f.shape)],
        expect={1: (blocks - blocks[:, 2:3, :, 1:2]).reshape(8, 8)},
    )
