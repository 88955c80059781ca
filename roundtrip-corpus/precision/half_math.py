import numpy as np

from harness import Expect, In, InOut, Out, case

f16 = np.float16
SUMMARY = np.dtype([("low", "f2"), ("high", "f2"), ("count", "u2")])
FP16 = ["cl_khr_fp16"]


def towards(x, direction):
    """x rounded to half towards `direction` (an infinity, or 0)."""
    with np.errstate(over="ignore"):
        near = x.astype(f16)
    wide = near.astype(np.float64)
    if direction == 0:
        beyond = abs(wide) > abs(x)
        target = np.zeros_like(near)
    else:
        beyond = wide < x if direction > 0 else wide > x
        target = np.full_like(near, direction)
    return np.where(beyond, np.nextafter(near, target), near)


def cases(rng):
    n = 256
    x, y = rng.standard_normal(n).astype(f16), rng.standard_normal(n).astype(f16)
    a = np.float32(0.7)
    want = (float(a) * x.astype(np.float64) + y.astype(np.float64)).astype(np.float32)
    yield case(kernel="axpy_storage", global_size=(n // 4,), args=[In(x), InOut(y), a],
               expect={1: want.astype(f16)})

    x = (rng.standard_normal(n) * 2.0 ** rng.integers(-26, 15, n)).astype(np.float32)
    x[:6] = [0, 65504, -65504, 1, 2.0**-24, -(2.0**-14)]  # exact in half
    x[6:8] = [np.inf, -np.inf]
    x[8:12] = [65519, -65519, 65530, -1e9]  # beyond the largest half
    x[12:14] = [1 + 2.0**-11, 1 + 3 * 2.0**-11]  # ties
    x = np.where(abs(x) > 60000, x, np.clip(x, -60000, 60000)).astype(np.float32)
    with np.errstate(over="ignore"):
        nearest = x.astype(f16)
    yield case(
        kernel="round_all_ways", global_size=(n,),
        args=[In(x)] + [Out(f16, n) for _ in range(4)],
        expect={1: nearest, 2: towards(x, 0), 3: towards(x, np.inf), 4: towards(x, -np.inf)},
    )

    x = rng.uniform(-2, 2, n).astype(f16)
    value = np.full(n, -1.5, f16)
    for c in [2, 0.25, -0.5, 1]:
        value = value * x + f16(c)
    wide = x.astype(np.float64)
    yield case(
        kernel="polynomials", global_size=(n,), requires=FP16,
        args=[In(x), Out(f16, n), Out(f16, n), Out(f16, n)],
        expect={1: value, 2: (wide * wide - wide).astype(f16),
                3: Expect(np.sqrt(abs(wide)) / 2, 2)},
    )

    v = (rng.standard_normal((64, 8)) * 10.0 ** rng.integers(0, 5, (64, 8)))
    v = np.clip(v, -65000, 65000).astype(f16)
    limit = f16(1.5)
    v[::7, 3] = limit  # which is not above itself
    want = np.zeros(64, SUMMARY)
    want["low"], want["high"] = v.min(axis=1), v.max(axis=1)
    want["count"] = (v > limit).sum(axis=1)
    whole = np.clip(np.floor(v.astype(np.float64)), -32768, 32767).astype(np.int16)
    yield case(
        kernel="summarise", global_size=(64,), requires=FP16,
        args=[In(v), Out(SUMMARY, 64), Out(np.int16, v.shape), limit],
        expect={1: want, 2: whole},
    )
