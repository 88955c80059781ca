import numpy as np
from harness import In, Out, case


def cases(rng):
    groups, size = 6, 32
    x = rng.integers(-1000, 1000, (groups, size), dtype=np.int32)
    b = rng.integers(0, 2**32, (groups, size), dtype=np.uint32)
    extremes = np.stack(
        [
            x.sum(axis=1).astype(np.int32).view(np.uint32),
            x.min(axis=1).view(np.uint32),
            x.max(axis=1).view(np.uint32),
            b.min(axis=1),
            b.max(axis=1),
        ],
        axis=1,
    )
    yield case(
        kernel="reduce",
        global_size=(groups * size,),
        local_size=(size,),
        args=[In(x), Out(np.int32, x.shape), In(b), Out(np.uint32, extremes.shape)],
        expect={1: x, 3: extremes},
    )
    f = rng.integers(-100, 100, (groups, size)).astype(np.float32)
    longs = np.full((groups, size), -(2**63), np.int64)
    longs[:, 1:] = np.maximum.accumulate(f.astype(np.int64) << 32, axis=1)[:, :-1]
    yield case(
        kernel="scan",
        global_size=(groups * size,),
        local_size=(size,),
        args=[In(f), Out(np.float32, f.shape), Out(np.int64, f.shape)],
        expect={1: np.cumsum(f, axis=1).astype(np.float32), 2: longs},
    )
