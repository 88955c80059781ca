import numpy as np
from harness import In, Out, case


def cases(rng):
    n = 48
    a, b, mask = rng.integers(0, 256, (3, n, 16), dtype=np.uint8)
    two = np.take_along_axis(np.concatenate([a, b], axis=1), mask % 32, 1)
    yield case(
        kernel="permute", global_size=(n,), local_size=(16,),
        args=[In(a), In(b), In(mask), Out(np.uint8, (n, 16)), Out(np.uint8, (n, 16)),
              Out(np.uint8, (n, 8))],
        expect={
            3: np.take_along_axis(a, mask % 16, 1), 4: two,
            5: np.take_along_axis(two, mask[:, 1::2] % 16, 1),
        },
    )

    a, b = rng.normal(size=(2, n, 2)).astype(np.float32)
    mask = rng.integers(0, 1 << 32, (n, 4), dtype=np.uint32)
    four = np.take_along_axis(np.concatenate([a, b], axis=1), mask % 4, 1)
    wide = np.concatenate([mask, mask[:, ::-1] ^ 1], axis=1) % 4
    yield case(
        kernel="widen", global_size=(n,), local_size=(16,),
        args=[In(a), In(b), In(mask), Out(np.float32, (n, 4)), Out(np.float32, (n, 8))],
        expect={3: four, 4: np.take_along_axis(four, wide, 1)},
    )

    v = rng.integers(-9, 10, (n, 4), dtype=np.int32)
    yield case(
        kernel="sort_lanes", global_size=(n,), local_size=(16,),
        args=[In(v), Out(np.int32, (n, 4))], expect={1: np.sort(v, axis=1)},
    )

    a, b = rng.integers(-500, 500, (2, n, 8), dtype=np.int16)
    mask = rng.integers(0, 1 << 16, (n, 8), dtype=np.uint16)
    for i in range(0, n, 6):
        a[i] = -np.abs(a[i])
        b[i] = np.abs(b[i]) + 1
        b[i + 1] = -np.abs(b[i + 1]) - 1
        mask[i + 2], mask[i + 3] = mask[i + 2] & 0x7FFF, mask[i + 3] | 0x8080
        a[i + 4], b[i + 5] = np.abs(a[i + 4]), -np.abs(a[i + 5]) - 1
        a[i + 5] = b[i + 5] - np.arange(8) % 2
    sign = mask.view(np.int16)
    signed = np.copysign(a[:, :4].astype(np.float32), b[:, 4:].astype(np.float32))
    below = a < b
    flags = [
        below.any(axis=1), below.all(axis=1), (sign < 0).any(axis=1), (sign < 0).all(axis=1),
        (a.view(np.int32) < 0).any(axis=1), (b.view(np.int32)[:, :3] < 0).all(axis=1),
        (a.view(np.int64) < 0).any(axis=1), (mask.view(np.int8) < 0).all(axis=1),
    ]
    assert all(f.any() and not f.all() for f in flags)
    yield case(
        kernel="choose", global_size=(n,), local_size=(16,),
        args=[
            In(a), In(b), In(mask), Out(np.int16, (n, 8)), Out(np.int16, (n, 8)),
            Out(np.float32, (n, 4)), Out(np.int32, n),
        ],
        expect={
            3: (a & ~sign) | (b & sign), 4: np.where(sign < 0, b, a), 5: signed,
            6: sum(f.astype(np.int32) << k for k, f in enumerate(flags)).astype(np.int32),
        },
    )

    v = rng.integers(-(1 << 62), 1 << 62, (n, 2), dtype=np.int64)
    lo, hi = -(1 << 61), (1 << 60) + 1
    yield case(
        kernel="clamp_long", global_size=(n,), local_size=(16,),
        args=[In(v), np.int64(lo), np.int64(hi), Out(np.int64, (n, 2)), Out(np.uint8, n)],
        expect={
            3: np.clip(v, lo, hi), 4: np.where(v[:, 0] < v[:, 1], 99, 17).astype(np.uint8),
        },
    )
