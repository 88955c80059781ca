import numpy as np
from harness import In, InOut, Out, case, launch


def cases(rng):
    data = rng.integers(0, 256, 5000, dtype=np.uint8)
    yield case(
        kernel="histogram20", global_size=(512,), local_size=(64,),
        args=[In(data), np.uint32(data.size), InOut(np.zeros(64, np.uint32))],
        expect={2: np.bincount(data % 64, minlength=64).astype(np.uint32)},
    )

    # Multiples of 1/8 with an exact sum in any order.
    values = rng.integers(-4000, 4000, 700).astype(np.float32) / 8
    floor = -(2**31)
    peaks = [
        np.trunc(values.astype(np.float64) * 3).max(),
        np.trunc(values.astype(np.float64) * -5).max(),
    ]
    yield case(
        kernel="float_and_max", global_size=(704,), local_size=(32,),
        args=[
            In(values), np.uint32(700), InOut(np.zeros(1, np.float32)),
            InOut(np.full(2, floor, np.int32)),
        ],
        expect={2: values.sum(dtype=np.float64), 3: np.array(peaks, np.int32)},
    )

    # Flags start clear; claimed twice with a release of the first half between.
    n, items = 24, 240
    flags, owners = InOut(np.zeros(n, np.int32)), InOut(np.zeros(n, np.int32))
    refused = InOut(np.zeros(n, np.int32))
    args = [flags, np.uint32(n), owners, refused]
    again = (np.arange(n) < n // 2).astype(np.int32)
    yield case(
        launches=[
            launch("claim", (items,), (8,), args),
            launch("release", (n // 2,), None, [flags]),
            launch("claim", (items,), (8,), args),
        ],
        expect={
            owners: 1 + again,
            refused: (1 + again) - 2 * items // n,
            flags: lambda found: None if found.all() else "a flag is clear",
        },
    )

    x = rng.integers(-(1 << 24), 1 << 24, 1000, dtype=np.int32)
    total = int(x.sum(dtype=np.int64))
    total = (total + 2**31) % 2**32 - 2**31
    padded = np.concatenate([x, np.zeros(24, np.int32)])
    yield case(
        kernel="reduce_last", global_size=(1024,), local_size=(64,),
        args=[
            In(x), np.uint32(1000), Out(np.int32, 16), InOut(np.zeros(1, np.uint32)),
            Out(np.int32, 1), InOut(np.array([0, -1, 0, 2**31 - 1, -(2**31)], np.int32)),
        ],
        expect={
            2: padded.reshape(16, 64).sum(axis=1, dtype=np.int64).astype(np.int32),
            3: np.array([16], np.uint32),
            4: np.array([total], np.int32),
            5: np.array([
                np.bitwise_or.reduce(x), np.bitwise_and.reduce(x), np.bitwise_xor.reduce(x),
                x.min(), x.max(),
            ], np.int32),
        },
    )
