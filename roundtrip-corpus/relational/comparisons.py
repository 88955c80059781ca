import numpy as np
from harness import In, Out, case

KERNELS = [
    ("float1", np.float32, 1), ("float2_", np.float32, 2), ("float3_", np.float32, 3),
    ("float4_", np.float32, 4), ("float8_", np.float32, 8), ("float16_", np.float32, 16),
    ("double1", np.float64, 1), ("double2_", np.float64, 2), ("double4_", np.float64, 4),
]


def draw(rng, shape, dtype):
    """Few different values, so that all relations occur."""
    odd = np.array([0.0, -0.0, 1.5, -1.5, 2.0, np.inf, -np.inf, np.nan, 3e30, -1e-30], dtype)
    return rng.choice(odd, shape)


def tests(x, y):
    tiny = np.finfo(x.dtype).tiny
    return [
        x == y, x != y, x > y, x >= y, x < y, x <= y, (x < y) | (x > y),
        ~(np.isnan(x) | np.isnan(y)), np.isnan(x) | np.isnan(y), np.isfinite(x), np.isinf(x),
        np.isnan(x), np.isfinite(x) & (np.abs(x) >= tiny), np.signbit(x),
    ]


def cases(rng):
    n = 64
    for kernel, dtype, width in KERNELS:
        x, y = draw(rng, (2, n, width), dtype)
        want = np.stack(tests(x, y), axis=1)
        if width == 1:
            want = want.astype(np.int32)
        else:
            want = -want.astype(np.int32 if dtype == np.float32 else np.int64)
        yield case(
            kernel=kernel, global_size=(n,), local_size=(16,),
            args=[In(x), In(y), Out(want.dtype, want.shape)], expect={2: want},
        )

    x, y = draw(rng, (2, n, 4), np.float32)
    v = np.where(np.isnan(x), np.float32(-1), x)
    v = np.where(np.isinf(x), np.copysign(np.float32(1e30), x), v)
    v = np.where(y > v, y, v)
    out = np.where(x < y, v, -v)
    first = x[:, 0]
    largest = np.finfo(np.float32).max
    cleaned = np.where(np.isnan(first), np.float32(2), np.clip(first, -largest, largest))
    scalars = cleaned + np.where(x[:, 1] < y[:, 1], 0, 1).astype(np.float32)
    second = y[:, 0]
    flags = [
        np.isnan(x).any(axis=1), np.isfinite(x).all(axis=1), (x > y).any(axis=1),
        (x[:, :2] <= y[:, :2]).all(axis=1), first < second, first <= second, first > second,
        first >= second, first == second, first != second, ~(first < second), first != 0,
        first == 0, (x[:, 2] < y[:, 2]) & ~np.isnan(x[:, 3]) & ~np.isnan(y[:, 3]),
        (x[:, 2] > y[:, 2]) | np.signbit(y[:, 3]), (x == 0).any(axis=1),
    ]
    yield case(
        kernel="sanitize", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), Out(np.float32, (n, 4)), Out(np.float32, n), Out(np.int32, n)],
        expect={
            2: out, 3: scalars,
            4: sum(f.astype(np.int32) << k for k, f in enumerate(flags)).astype(np.int32),
        },
    )
