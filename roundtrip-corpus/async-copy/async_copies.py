import numpy as np
from harness import In, Local, Out, case


def cases(rng):
    groups, tiles, tile = 4, 5, 64
    x = rng.integers(-(1 << 20), 1 << 20, (groups, tiles, tile), dtype=np.int32)
    want = x * 3 - x[:, :, ::-1] + np.arange(tiles, dtype=np.int32)[:, None]
    yield case(
        kernel="pipeline", global_size=(groups * 16,), local_size=(16,),
        args=[In(x), Out(np.int32, x.shape), np.uint32(tiles)], expect={1: want},
    )

    width, height = 12, 37
    m = rng.integers(-1000, 1000, (height, width)).astype(np.float32)
    yield case(
        kernel="transpose", global_size=(width * 8,), local_size=(8,),
        args=[In(m), Out(np.float32, (width, height)), np.uint32(width), np.uint32(height),
              Local(4 * height)],
        expect={1: m.T.astype(np.float64) * 0.5 + np.arange(width)[:, None]},
    )

    n, size = 96, 32
    a, b = rng.integers(0, 256, (2, n, 4), dtype=np.uint8)
    mean = ((a.astype(int) + b + 1) >> 1).astype(np.uint8)
    yield case(
        kernel="interleave", global_size=(n,), local_size=(size,),
        args=[In(a), In(b), Out(np.uint8, (n, 2, 4)), Local(4 * size), Local(4 * size)],
        expect={2: np.stack([mean, mean ^ b[:, ::-1]], axis=1)},
    )

    n, size = 80, 20
    w = rng.integers(0, 1 << 64, (n // size, size, 2), dtype=np.uint64)
    s = rng.integers(-32768, 32768, (n // size, size), dtype=np.int16)
    yield case(
        kernel="odd_types", global_size=(n,), local_size=(size,),
        args=[In(w), Out(np.uint64, w.shape), In(s), Out(np.int16, s.shape), Local(16 * size),
              Local(2 * size)],
        expect={
            1: w[:, ::-1, ::-1] + s.astype(np.int64).view(np.uint64)[:, :, None],
            3: np.roll(s, -1, axis=1),
        },
    )
