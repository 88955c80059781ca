import numpy as np
from harness import In, Out, case


def cases(rng):
    x = rng.integers(-9, 10, (6, 32), dtype=np.int32)
    want = np.zeros_like(x)
    for row, kept in zip(want, x):
        positive = [v for v in kept if v > 0]
        row[: len(positive)] = positive
    yield case(
        kernel="compact",
        global_size=(x.size,),
        local_size=(32,),
        args=[In(x), Out(np.int32, x.shape), Out(np.int32, 6)],
        expect={1: want, 2: (x > 0).sum(axis=1).astype(np.int32)},
    )
