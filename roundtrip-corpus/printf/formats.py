import numpy as np
from harness import In, Out, case


def collatz(v):
    steps = 0
    while v != 1:
        steps += 1
        if steps > 500:
            return -1
        v = 3 * v + 1 if v & 1 else v // 2
    return steps


def cases(rng):
    n = 16
    x = rng.integers(1, 1000, n, dtype=np.int32)
    i = np.arange(n)
    acc = x.astype(np.int64)
    acc[0] += x[0] + 1
    acc[1] -= 2
    d = x.astype(np.float64)
    vectors = np.stack([d, d + 0.5, -d, 1 / (1.0 + i)], axis=1)
    yield case(
        kernel="formats", global_size=(n,), local_size=(4,),
        args=[In(x), Out(np.int32, n), Out(np.float32, (n, 4))],
        # The quotient may be off by 2.5 ulp.
        expect={1: (acc * 2 + x * i).astype(np.int32), 2: vectors}, ulp=2.5,
    )

    x = x.copy()
    x[5] = 0  # never gets to 1
    yield case(
        kernel="control", global_size=(n,), local_size=(4,),
        args=[In(x), Out(np.int32, n), np.int32(5)],
        expect={1: np.array([collatz(int(v)) for v in x], np.int32)},
    )
