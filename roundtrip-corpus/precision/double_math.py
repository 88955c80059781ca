import math
from fractions import Fraction

import numpy as np

from harness import Expect, In, Out, case

REQUIRES = ["cl_khr_fp64"]


def rounded_once(p, q):
    """p * q - p from the exact rational value."""
    return float(Fraction(p) * Fraction(q) - Fraction(p))


def cases(rng):
    n = 200
    x, y = rng.uniform(-10, 10, n), rng.uniform(0.01, 30, n)
    a, b = x.astype(np.longdouble), y.astype(np.longdouble)
    # (the function in 80 bits, the error in ulp that OpenCL allows)
    columns = [
        (np.sin(a), 4), (np.cos(a), 4), (np.exp(a), 3), (np.log(b), 3), (b**a, 16),
        (np.arctan2(a, b), 6), (np.hypot(a, b), 4), (np.cbrt(a), 2), (np.tanh(a), 5),
        (np.log1p(b), 2), (np.sqrt(b), 0.501),
    ]

    fused = np.array([rounded_once(p, q) for p, q in zip(x, y)])

    def check(found):
        found = found.reshape(n, 12)
        for k, (want, ulp) in enumerate(columns):
            complaint = Expect(want, ulp).complaint(found[:, k])
            if complaint:
                return f"function {k}: {complaint}"
        return Expect(fused).complaint(found[:, 11])

    yield case(kernel="elementary", global_size=(n,), requires=REQUIRES,
               args=[In(x), In(y), Out(np.float64, n * 12)], expect={2: check})

    runs, run = 16, 100
    x = rng.standard_normal((runs, run)) * 10.0 ** rng.integers(-8, 8, (runs, run))
    x[:, 1::2] = -x[:, ::2] * (1 + 2.0**-30)  # so that most of it cancels
    yield case(kernel="compensated_sums", global_size=(runs,), requires=REQUIRES,
               args=[In(x), Out(np.float64, runs), np.int32(run)],
               expect={1: Expect([math.fsum(row) for row in x], 1,
                                 run * 2.0**-50 * abs(x).sum(axis=1))})

    roots = rng.uniform(-5, 5, 64)
    # (x - r)(x^2 + x + 4) rises everywhere.
    cubics = np.stack([-4 * roots, 4 - roots, 1 - roots, np.ones(64)], axis=1)
    yield case(kernel="bisect", global_size=(64,), requires=REQUIRES,
               args=[In(cubics), Out(np.float64, 64), np.float64(1000)],
               expect={1: Expect(roots, 16, 8)})

    x = rng.standard_normal(n) * 2.0 ** rng.integers(-60, 70, n)
    x[:8] = [0.0, 0.5, 1.5, 2.5, -2.5, 1e300, -(2.0**63), 5e-324]
    mantissas, exponents = np.frexp(x)
    fractions, wholes = np.modf(x)
    bits = x.view(np.uint64) ^ (np.nextafter(x, np.inf).view(np.uint64) << np.uint64(1))
    rounded = [max(-(2**63), min(2**63 - 1, round(v))) for v in x.tolist()]
    yield case(
        kernel="parts", global_size=(n,), requires=REQUIRES,
        args=[In(x), Out(np.float64, n), Out(np.int32, n), Out(np.float64, n),
              Out(np.float64, n), Out(np.float64, n), Out(np.uint64, n), Out(np.int64, n)],
        expect={1: mantissas, 2: exponents.astype(np.int32), 3: fractions, 4: wholes,
                5: 2 * x, 6: bits, 7: np.array(rounded, np.int64)},
    )
