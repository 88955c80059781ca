import numpy as np
from harness import In, Out, case


def cases(rng):
    n = 64
    # Gains and biases are multiples of 1/8: the products are exact, whether
    # or not the multiplication and the addition are fused.
    pixels = rng.integers(0, 256, (n, 4), dtype=np.uint8)
    gain = np.array([1.5, 0.125, -2.0, 0.5], np.float32)
    bias = np.array([-20.25, 3.5, 300.5, 0.0], np.float32)
    graded = pixels.astype(np.float64) * gain + bias
    yield case(
        kernel="regrade", global_size=(n,), local_size=(16,),
        args=[In(pixels), Out(np.uint8, (n, 4)), Out(np.int8, (n, 4)), gain, bias],
        expect={
            1: np.clip(np.rint(graded), 0, 255).astype(np.uint8),
            2: np.clip(np.floor(graded - 128), -128, 127).astype(np.int8),
        },
    )

    a, b = rng.integers(-32768, 32768, (2, n, 8), dtype=np.int16)
    gain = np.int16(230)
    wide = (a.astype(np.int64) * gain + b.astype(np.int64) * gain) >> 8
    yield case(
        kernel="mix_audio", global_size=(n,), local_size=(8,),
        args=[In(a), In(b), Out(np.int16, (n, 8)), Out(np.int32, (n, 8)), gain],
        expect={
            2: np.clip(wide, -32768, 32767).astype(np.int16),
            3: wide.astype(np.int32),
        },
    )

    x = rng.integers(0, 1 << 32, (n, 16), dtype=np.uint32)
    x >>= rng.integers(0, 32, (n, 16), dtype=np.uint32)
    yield case(
        kernel="narrow16", global_size=(n,), local_size=(8,),
        args=[In(x), Out(np.uint8, (n, 16)), Out(np.uint8, (n, 16)), Out(np.uint16, (n, 16))],
        expect={
            1: np.minimum(x, 255).astype(np.uint8),
            2: (x & 255).astype(np.uint8),
            3: np.minimum(x >> 3, 65535).astype(np.uint16),
        },
    )

    f = (rng.integers(-2000, 2000, (n, 3)) / 4).astype(np.float32)
    ways = [np.rint, np.trunc, np.ceil, np.floor, np.trunc]
    yield case(
        kernel="rounding3", global_size=(n,), local_size=(8,),
        args=[In(f), Out(np.int32, (n, 5, 3))],
        expect={1: np.stack([way(f) for way in ways], axis=1).astype(np.int32)},
    )

    f = (rng.uniform(1, 120, (n, 4)) * rng.choice([-1, 1], (n, 4))).astype(np.float32)
    casts = np.stack([
        np.trunc(f[:, 0]), np.trunc(f[:, 1]), np.trunc(np.abs(f[:, 2])), f[:, 3] > 1,
    ], axis=1).astype(np.int16)
    yield case(
        kernel="bits", global_size=(n,), local_size=(8,),
        args=[
            In(f), Out(np.int32, (n, 4)), Out(np.float32, (n, 4)), Out(np.uint64, (n, 2)),
            Out(np.int16, (n, 4)),
        ],
        expect={
            1: (np.frexp(f)[1] - 1).astype(np.int32), 2: f * np.float32(8),
            3: f.view(np.uint64), 4: casts,
        },
    )
