import numpy as np

from harness import Expect, In, Local, Out, case, launch

EXTREMES = np.dtype(
    [("lowest", "f4"), ("highest", "f4"), ("lowest_at", "u4"), ("highest_at", "u4")]
)
GROUPS, SIZE = 8, 64


def cases(rng):
    n = 5000  # not a multiple of anything
    ints = rng.integers(-(2**31), 2**31, n, dtype=np.int32)  # sums wrap around
    partial, total = Out(np.int32, GROUPS), Out(np.int32, 1)
    yield case(
        launches=[
            launch("sum_int", (GROUPS * SIZE,), (SIZE,),
                   [In(ints), partial, Local(4 * SIZE), np.uint32(n)]),
            launch("sum_int", (GROUPS,), (GROUPS,),
                   [partial, total, Local(4 * GROUPS), np.uint32(GROUPS)]),
        ],
        expect={total: np.sum(ints, dtype=np.int64).astype(np.int32).reshape(1)},
    )

    floats = rng.standard_normal(n, dtype=np.float32)
    partial, total = Out(np.float32, GROUPS), Out(np.float32, 1)
    depth = n // (GROUPS * SIZE * 4) + 1 + 2 + 6 + 1 + 2 + 3  # additions on any path
    yield case(
        launches=[
            launch("sum_float", (GROUPS * SIZE,), (SIZE,),
                   [In(floats), partial, Local(4 * SIZE), np.uint32(n // 4)]),
            launch("sum_float", (2,), (2,), [partial, total, Local(8), np.uint32(2)]),
        ],
        expect={total: Expect([np.sum(floats, dtype=np.float64)], depth, abs(floats).sum())},
    )

    coarse = rng.integers(-100, 100, n).astype(np.float32)  # with many ties
    want = np.zeros(1, EXTREMES)
    want["lowest"], want["lowest_at"] = coarse.min(), coarse.argmin()
    want["highest"], want["highest_at"] = coarse.max(), coarse.argmax()
    partial, result = Out(EXTREMES, GROUPS), Out(EXTREMES, 1)
    yield case(
        launches=[
            launch("extremes", (GROUPS * SIZE,), (SIZE,),
                   [In(coarse), partial, Local(16 * SIZE), np.uint32(n)]),
            launch("extremes_final", (GROUPS,), (GROUPS,), [partial, result, Local(16 * GROUPS)]),
        ],
        expect={result: want},
    )
