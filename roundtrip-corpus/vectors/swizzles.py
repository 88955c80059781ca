import numpy as np
from harness import In, Out, case


def cases(rng):
    n = 32
    a, b = rng.integers(-128, 128, (2, n, 16), dtype=np.int8)
    x, y = a.astype(np.int64), b.astype(np.int64)
    # b | 1 with the sign bit off is from 1 to 127; 127 + 1 wraps to -128.
    d = (y | 1) & 0x7F
    d = np.where(d == 127, 5, d)
    quotient = np.trunc(x / d).astype(np.int64)
    transposed = x.reshape(n, 4, 4).transpose(0, 2, 1).reshape(n, 16)
    rows = [
        x + y, x * y - 3, x << (y & 7), x >> (y & 7), transposed ^ ~y, x[:, ::-1],
        -(x < y).astype(int), -((x == y) | (x >= 64)).astype(int), quotient, x - quotient * d,
    ]
    yield case(
        kernel="char16_ops", global_size=(n,), local_size=(8,),
        args=[In(a), In(b), Out(np.int8, (n, 10, 16))],
        expect={2: np.stack(rows, axis=1).astype(np.int8)},
    )

    x, y = rng.integers(-(1 << 29), 1 << 29, (2, n, 3), dtype=np.int64)
    x[::5] = y[::5]
    x[1::5, 1] = 0
    t = x.copy()
    t[:, 2] += y[:, 0]
    t[:, 0] += y[:, 1]
    t[:, 1] ^= t[:, 2]
    product = np.stack([x[:, 0], x[:, 1], np.full(n, 7)], axis=1) * y[:, ::-1]
    divisor = np.array([3, -5, 11])
    quotient = np.abs(product) // np.abs(divisor) * np.sign(product) * np.sign(divisor)
    rows = [
        np.cross(x, y), t, x[:, ::-1] - y[:, [0, 0, 2]], np.maximum(x, y),
        (x != y).astype(np.int64) - (x == 0), quotient,
    ]
    yield case(
        kernel="long3_ops", global_size=(n,), local_size=(8,),
        args=[In(x), In(y), Out(np.int64, (n, 6, 3))],
        expect={2: np.stack(rows, axis=1)},
    )

    v = rng.integers(-(1 << 20), 1 << 20, (n, 8), dtype=np.int32)
    lane = rng.integers(0, 100, n, dtype=np.int32)
    out = []
    for row, at in zip(v.tolist(), lane.tolist()):
        r = [0] * 8
        r[0::2] = row[1::2]
        r[1::2] = [2 * e for e in row[0::2]]
        r[0], r[1] = r[6] + row[0], r[7] + row[7]
        r[5] = row[3]
        r[4] -= row[2]
        r[at & 7] = -1
        r[0] += r[(at + 3) & 7]
        r[1], r[2] = r[2], r[1]
        out.append(r)
    yield case(
        kernel="scatter_lanes", global_size=(n,), local_size=(8,),
        args=[In(v), Out(np.int32, (n, 8)), In(lane)],
        expect={1: np.array(out, np.int32)},
    )

    v = rng.integers(-(1 << 20), 1 << 20, (n, 16), dtype=np.int32)
    yield case(
        kernel="fold", global_size=(n,), local_size=(8,),
        args=[In(v), Out(np.int32, n)], expect={1: v.sum(axis=1).astype(np.int32)},
    )
