import math

import numpy as np
from harness import In, Out, case

TYPES = {
    "char": np.int8, "uchar4": np.uint8, "short2": np.int16, "ushort": np.uint16,
    "int": np.int32, "uint8": np.uint32, "long": np.int64, "ulong2": np.uint64,
}


def cases(rng):
    n = 40
    for name, dtype in TYPES.items():
        width = int(name.lstrip("abcdefghijklmnopqrstuvwxyz") or 1)
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, (n, width), dtype=dtype, endpoint=True)
        x <<= rng.integers(0, info.bits, (n, width)).astype(dtype)
        x[0] = 0  # for which ctz is the number of bits
        want = [(v & -v).bit_length() - 1 if v else info.bits for v in x.ravel().tolist()]
        yield case(
            kernel=f"ctz_{name}", global_size=(n,), local_size=(8,),
            args=[In(x), Out(dtype, x.shape)], expect={1: np.array(want, dtype)},
        )

    f = rng.integers(1, 1 << 20, n, dtype=np.uint64)
    a = f * rng.integers(0, 1 << 40, n, dtype=np.uint64)
    b = f * rng.integers(0, 1 << 12, n, dtype=np.uint64)
    a[0] = b[1] = 0
    want = [math.gcd(x, y) for x, y in zip(a.tolist(), b.tolist())]
    yield case(
        kernel="gcds", global_size=(n,), local_size=(8,),
        args=[In(a), In(b), Out(np.uint64, n)], expect={2: np.array(want, np.uint64)},
    )

    i = np.arange(500, dtype=np.uint32)
    yield case(
        kernel="gray_walk", global_size=(4,), args=[Out(np.uint32, 500), np.uint32(500)],
        expect={0: i ^ (i >> 1)},
    )
