import numpy as np
from harness import In, InOut, case


def cases(rng):
    n = 3000
    words = rng.integers(0, 1 << 32, n, dtype=np.uint32) & np.uint32(0x3F7F0FFF)
    bins = np.bincount(words.view(np.uint8), minlength=256).astype(np.uint32)
    yield case(
        kernel="histogram", global_size=(1024,), local_size=(64,),
        args=[In(words), np.uint32(n), InOut(np.zeros(256, np.uint32))],
        expect={2: bins},
    )

    stats = np.dtype([
        ("count", np.uint32), ("sum", np.int32), ("lowest", np.int32), ("highest", np.int32),
        ("or", np.uint32), ("and", np.uint32), ("xor", np.uint32), ("remaining", np.uint32),
    ])
    values = (rng.integers(-(1 << 20), 1 << 20, 1000, dtype=np.int32) | 0x40).astype(np.int32)
    start = np.zeros(1, stats)
    start["lowest"], start["highest"] = 2**31 - 1, -(2**31)
    start["and"], start["remaining"] = 0xFFFFFFFF, values.size
    want = np.zeros(1, stats)
    want["count"] = values.size
    want["sum"] = values.sum(dtype=np.int32)  # it fits
    want["lowest"], want["highest"] = values.min(), values.max()
    bits = values.view(np.uint32)
    want["or"], want["and"] = np.bitwise_or.reduce(bits), np.bitwise_and.reduce(bits)
    want["xor"] = np.bitwise_xor.reduce(bits)
    yield case(
        kernel="statistics", global_size=(1024,), local_size=(128,),
        args=[In(values), np.uint32(values.size), InOut(start)],
        expect={2: want},
    )

    # Weights are multiples of 1/4, small enough for every partial sum to be
    # exact: the order of the additions cannot matter.
    keys = rng.integers(0, 256, 500, dtype=np.uint8)
    keys[(keys & 15) == 9] = 3
    weight = rng.integers(-100, 100, 500).astype(np.float32) / 4
    sums = np.zeros(16, np.float32)
    np.add.at(sums, keys & 15, weight)
    present = np.bincount(keys & 15, minlength=16) > 0
    yield case(
        kernel="weighted", global_size=(512,), local_size=(32,),
        args=[
            In(keys), In(weight), np.uint32(500), InOut(np.zeros(16, np.float32)),
            InOut(np.full(16, -1, np.float32)), InOut(np.zeros(16, np.int32)),
        ],
        expect={
            3: sums,
            4: np.where(present, 1, -1).astype(np.float32),
            5: present.astype(np.int32),
        },
    )
