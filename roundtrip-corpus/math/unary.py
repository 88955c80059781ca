import math

import numpy as np
from harness import Expect, In, Out, case


def each(function):
    return np.vectorize(function, otypes=[np.float64])


def sinpi(x):
    r = np.remainder(x, 2.0)  # exact; then to the nearest half turn
    q = np.rint(r)
    return np.where(q % 2 == 0, 1, -1) * np.sin(np.pi * (r - q))


def cospi(x):
    r = np.remainder(x, 2.0)
    return np.where(np.abs(r - 1) < 0.25, -np.cos(np.pi * (r - 1)), sinpi(r + 0.5))


def tanpi(x):
    pole = np.remainder(x, 1.0) == 0.5
    at_pole = np.where(np.floor(x) % 2 == 0, np.inf, -np.inf)
    return np.where(pole, at_pole, sinpi(x) / np.where(pole, 1, cospi(x)))


def half_away(x):
    return np.trunc(x + np.copysign(0.5, x))


# The function of the reference, and the error OpenCL allows, in ulp.
REALS = [
    (np.sin, 4), (np.cos, 4), (np.tan, 5), (np.arcsinh, 4), (np.arctan, 5),
    (lambda x: np.arctan(x) / np.pi, 5), (np.cbrt, 2), (np.tanh, 5), (each(math.erf), 16),
    (sinpi, 4), (cospi, 4), (tanpi, 6), (np.abs, 0), (np.floor, 0), (np.ceil, 0), (np.trunc, 0),
    (np.rint, 0), (half_away, 0), (lambda x: np.frexp(x)[1] - 1.0, 0),
]
MODERATE = [
    (np.exp, 3), (np.exp2, 3), (each(lambda x: 10.0**x), 3), (np.expm1, 3), (np.sinh, 4),
    (np.cosh, 4), (each(math.gamma), 16), (each(math.lgamma), None), (each(math.erfc), 16),
]
POSITIVE = [
    (np.log, 3), (np.log2, 3), (np.log10, 3), (np.log1p, 2), (np.sqrt, 3),
    (lambda x: 1 / np.sqrt(x), 2), (None, 4),
]
UNIT = [
    (np.arcsin, 4), (np.arccos, 4), (lambda x: np.arcsin(x) / np.pi, 5),
    (lambda x: np.arccos(x) / np.pi, 5), (np.arctanh, 5),
]


def within(want, ulps):
    """A check of rows with a tolerance each; None allows 16 ulp of 1 or more."""

    def check(found):
        for r, (row, ulp) in enumerate(zip(want, ulps)):
            # No limit is set for lgamma, which has zeros at 1 and 2.
            expect = Expect(row, 16, 1.0) if ulp is None else Expect(row, ulp)
            complaint = expect.complaint(found[r])
            if complaint:
                return f"function {r}: {complaint}"
        return None

    return check


def cases(rng):
    n = 128
    reals = rng.normal(0, 3, n) * 10 ** rng.uniform(-3, 4, n)
    reals[:12] = [0.5, -0.5, 1.5, 2.5, -2.5, 3.0, -7.0, 0.25, 100.75, 1e5, -1234.5, 0.125]
    moderate = rng.uniform(-8, 8, n)
    moderate[moderate < -4] += 12.3  # gamma has poles at the negative integers
    near = np.abs(moderate - np.rint(moderate)) < 0.05
    moderate[near] += 0.1
    positive = 10 ** rng.uniform(-20, 20, n)
    positive[:8] = [1.0, 2.0, 0.5, 10.0, 1.001, 0.999, 4.0, 1e-3]
    unit = rng.uniform(-0.999, 0.999, n)
    unit[:6] = [0.0, 0.5, -0.5, 0.999, 1e-4, -1e-6]
    for kernel, x, table in (
        ("on_reals", reals, REALS), ("on_moderate", moderate, MODERATE),
        ("on_positive", positive, POSITIVE), ("on_unit", unit, UNIT),
    ):
        x = x.astype(np.float32)
        d = x.astype(np.float64)
        # The argument of acosh is rounded to a float.
        acosh = np.arccosh((np.float32(1) + x).astype(np.float64))
        want = [f(d) if f else acosh for f, _ in table]
        yield case(
            kernel=kernel, global_size=(n,), local_size=(16,),
            args=[In(x), Out(np.float32, (len(table), n)), np.uint32(n)],
            expect={1: within(want, [ulp for _, ulp in table])},
        )

    x = (rng.normal(0, 4, 16 * n)).astype(np.float32)
    d = x.astype(np.float64)
    parts = [np.sin(d[: 2 * n]), np.exp(d[: 3 * n] / 8), np.sqrt(np.abs(d[: 4 * n])),
             np.floor(d[: 8 * n]), np.arctan(d)]

    def check(found):
        at = 0
        for part, ulp in zip(parts, (4, 3, 3, 0, 5)):
            complaint = Expect(part, ulp).complaint(found[at : at + part.size])
            if complaint:
                return f"width {part.size // n}: {complaint}"
            at += part.size
        return None

    yield case(
        kernel="vectors", global_size=(n,), local_size=(16,),
        args=[In(x), Out(np.float32, 33 * n), np.uint32(n)], expect={1: check},
    )

    x = rng.normal(0, 8, n).clip(-31, 31)
    e = x.astype(np.longdouble)
    a = np.abs(e)
    want = [
        np.sin(e), np.cos(e), np.tan(e), np.arctan(e), np.exp(e), np.cbrt(e), np.sinh(e),
        np.tanh(e), np.rint(e), half_away(e), np.log(a), np.log2(a), np.sqrt(a),
        np.arcsin(e / 32), 1 / np.sqrt(a),
    ]
    four = np.expm1(e[:, None] * np.array([1, -1, 0.5, 0.25], np.longdouble)).reshape(4, n)
    yield case(
        kernel="doubles", global_size=(n,), local_size=(16,),
        args=[In(x), Out(np.float64, (19, n)), np.uint32(n)],
        expect={
            1: within(
                want + list(four),
                [4, 4, 5, 5, 3, 2, 4, 5, 0, 0, 3, 3, 0.5001, 4, 2] + [3] * 4,
            )
        },
    )

    inf, nan = np.inf, np.nan
    x = np.array([inf, -inf, nan, -1.0, 0.0, 2.0, 200.0, -200.0], np.float32)
    d = x.astype(np.float64)
    with np.errstate(all="ignore"):
        want = np.array([
            np.sqrt(d), np.log(d), np.exp(d), np.tanh(d), np.floor(d), np.arcsin(d), np.sin(d),
            np.cbrt(d), np.abs(d), np.rint(d),
        ])
    # exp(-200) is too small for a float, subnormal ones included.
    want[2, 7] = 0
    yield case(
        kernel="specials", global_size=(x.size,),
        args=[In(x), Out(np.float32, want.shape), np.uint32(x.size)], expect={1: want}, ulp=5,
    )
