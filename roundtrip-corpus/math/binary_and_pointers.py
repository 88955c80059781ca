import math

import numpy as np
from harness import Expect, In, Local, Out, case


def within(want, ulps, scales=None):
    def check(found):
        for r, row in enumerate(want):
            scale = None if scales is None else scales[r]
            complaint = Expect(row, ulps[r], scale).complaint(found[r])
            if complaint:
                return f"row {r}: {complaint}"
        return None

    return check


def both(function, x, y):
    return np.array([function(a, b) for a, b in zip(x.tolist(), y.tolist())])


def f32(x):
    return np.asarray(x, np.float32)


def cases(rng):
    n = 128
    base = f32(10 ** rng.uniform(-2, 2, n))
    expo = f32(rng.uniform(-9, 9, n))
    whole = rng.integers(-9, 10, n, dtype=np.int32)
    base[:3], expo[:3], whole[:3] = [1.0, 2.0, 9.0], [5.5, 3.0, 0.5], [0, 10, -1]
    b, e = base.astype(np.float64), expo.astype(np.float64)
    k = whole.astype(np.float64)
    odd = (whole | 1).astype(np.float64)
    want = [
        b**e, b**e, (-b) ** k, b ** (1 / odd), -(b ** (1 / odd)), (-b) ** k, np.hypot(b, e),
        b / (np.abs(expo) + np.float32(0.5)).astype(np.float64),
    ]
    yield case(
        kernel="powers", global_size=(n,), local_size=(16,),
        args=[In(base), In(expo), In(whole), Out(np.float32, (8, n)), np.uint32(n)],
        expect={3: within(want, [16, 16, 16, 16, 16, 16, 4, 2.5])},
    )

    x = f32(rng.normal(0, 1, n) * 10 ** rng.uniform(-2, 3, n))
    y = f32(rng.normal(0, 1, n) * 10 ** rng.uniform(-2, 2, n))
    x[:4], y[:4] = [1.0, -1.0, 7.5, -7.5], [1.0, -1.0, 3.0, 3.0]
    c, d = x.astype(np.float64), y.astype(np.float64)
    order, same = np.abs(c) > np.abs(d), np.abs(c) == np.abs(d)
    bigger = np.where(same, np.maximum(c, d), np.where(order, c, d))
    smaller = np.where(same, np.minimum(c, d), np.where(order, d, c))
    want = [
        np.arctan2(c, d), np.arctan2(c, d) / np.pi, np.fmod(c, d), both(math.remainder, c, d),
        f32(np.maximum(c - d, 0)), np.maximum(c, d), np.minimum(c, d), bigger, smaller,
        np.copysign(c, d), np.nextafter(x, y), c * d - c, c * 4 + d,
    ]
    ulps = [6, 6] + [0] * 9 + [0.5001, 2]
    # mad may round its product first.
    scales = [None] * 12 + [np.abs(c) * 4]
    yield case(
        kernel="pairs", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), Out(np.float32, (13, n)), np.uint32(n)],
        expect={2: within(want, ulps, scales)},
    )

    a, b = f32(rng.normal(size=(2, n, 4)))
    product = a.astype(np.float64) * b  # 48 bits: exact
    high = f32(product)
    yield case(
        kernel="two_product", global_size=(n,), local_size=(16,),
        args=[In(a), In(b), Out(np.float32, (n, 4)), Out(np.float32, (n, 4))],
        expect={2: high, 3: f32(product - high)},
    )

    x = f32(rng.choice([-1, 1], n) * 10 ** rng.uniform(-15, 15, n))
    x[:4] = [1.0, 0.99999994, 2.0, -8.0]
    by = rng.integers(-40, 41, n, dtype=np.int32)
    by[:4] = [127, -126, 200, 200]  # the last two overflow
    log = np.frexp(x)[1] - 1
    with np.errstate(over="ignore"):
        scaled = f32(np.ldexp(x.astype(np.float64), by))
    yield case(
        kernel="exponents", global_size=(n,), local_size=(16,),
        args=[In(x), In(by), Out(np.float32, n), Out(np.float32, (n, 2)), Out(np.int32, n),
              Out(np.uint32, n)],
        expect={
            2: scaled, 3: f32(np.stack([log, log], axis=1)),
            4: (log * 11 - 2000).astype(np.int32), 5: np.full(n, 0x7FC00000, np.uint32),
        },
    )

    x = f32(rng.normal(0, 12, n))
    x[np.abs(x - np.rint(x)) < 0.03] += np.float32(0.25)  # away from lgamma's poles
    d = x.astype(np.float64)
    mantissa, exponent = np.frexp(x)
    below = np.minimum(d - np.floor(d), float(np.nextafter(np.float32(1), np.float32(0))))
    rest = both(math.remainder, d, np.full(n, 3.25))
    quotient = np.rint((d - rest) / 3.25).astype(np.int32)  # less than 7 bits
    third, third_exponent = np.frexp(x * np.float32(0.37))
    sign = np.array([1 if v > 0 or math.floor(v) % 2 == 0 else -1 for v in d.tolist()])
    lgamma = np.array([math.lgamma(v) for v in d.tolist()])
    want = [mantissa, np.fmod(d, 1), np.trunc(d), f32(below), np.floor(d), np.sin(d), rest, lgamma,
            third]
    # No limit is set for lgamma.
    scales = [None] * 7 + [np.maximum(1, np.abs(d)), None]
    yield case(
        kernel="two_results", global_size=(n,), local_size=(16,),
        args=[In(x), Out(np.float32, (9, n)), Out(np.int32, (3, n)), Out(np.float32, n),
              Out(np.int32, n), Local(64), Local(64), np.uint32(n)],
        expect={
            1: within(want, [0, 0, 0, 0, 0, 4, 0, 16, 0], scales),
            2: np.stack([exponent, quotient, third_exponent]).astype(np.int32),
            3: Expect(np.cos(d), 4), 4: sign.astype(np.int32),
        },
    )

    x = f32(rng.normal(0, 1000, (n, 4)))
    d = x.astype(np.float64)
    mantissa, exponent = np.frexp(x)
    below = np.minimum(d - np.floor(d), float(np.nextafter(np.float32(1), np.float32(0))))
    yield case(
        kernel="two_results4", global_size=(n,), local_size=(16,),
        args=[In(x), Out(np.float32, (n, 4, 4)), Out(np.int32, (n, 4)), Out(np.float32, (n, 4))],
        expect={
            1: f32(np.stack([mantissa, np.fmod(d, 1), np.trunc(d), below], axis=1)),
            2: exponent.astype(np.int32), 3: f32(np.floor(d)),
        },
    )
