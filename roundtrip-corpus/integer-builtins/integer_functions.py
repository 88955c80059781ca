import numpy as np
from harness import In, Out, case, mismatch

TYPES = {
    "char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16,
    "int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64,
}


def wrap(value, dtype):
    """The value's low bits, as a Python number of the type."""
    info = np.iinfo(dtype)
    lo, size = int(info.min), 1 << info.bits
    return (value - lo) % size + lo


def clamp(value, dtype):
    info = np.iinfo(dtype)
    return min(max(value, int(info.min)), int(info.max))


def rotate(x, y, bits):
    x, y = x % (1 << bits), y % bits
    return x << y | x >> (bits - y)


def functions(x, y, z, dtype):
    bits = np.iinfo(dtype).bits
    pattern = x % (1 << bits)
    return [
        bits - pattern.bit_length(), pattern.bit_count(), abs(x),
        clamp(x + y, dtype), clamp(x - y, dtype), (x + y) >> 1, (x + y + 1) >> 1,
        x * y >> bits, rotate(x, y, bits), max(x, y), min(x, y), abs(x - y),
        (x * y >> bits) + z, clamp(x * y + z, dtype), sorted([x, y, z])[1], x & ~z | y & z,
    ]


def unsafe_mad_sat(x, y, z, dtype):
    """Where Intel's CPU runtime computes a wrong mad_sat (wide types only).

    It misses some sums that overflow, or whose sign is not the product's.
    """
    p, bits = x * y, np.iinfo(dtype).bits
    easy = clamp(p, dtype) == p and clamp(p + z, dtype) == p + z and (p < 0) == (p + z < 0)
    return bits >= 32 and not easy and abs(p) < 1 << (bits + 1)


MAD_SAT = 13


def values(rng, dtype, n):
    """Edges of the type with every other, then numbers of any magnitude."""
    info = np.iinfo(dtype)
    lo, hi = int(info.min), int(info.max)
    edges = [lo, lo + 1, -1 if lo else hi // 2 + 1, 0, 1, 2, hi // 2, hi - 1, hi]
    pairs = [(x, y) for x in edges for y in edges]
    more = [wrap(int(v) >> int(s), dtype) for v, s in zip(
        rng.integers(lo, hi, n, dtype=dtype, endpoint=True), rng.integers(0, info.bits, n))]
    more = np.array(more, dtype)
    a = np.concatenate([np.array([x for x, _ in pairs], dtype), more])
    b = np.concatenate([np.array([y for _, y in pairs], dtype), rng.permutation(more)])
    return a, b, rng.permutation(a)


def cases(rng):
    for name, dtype in TYPES.items():
        a, b, c = values(rng, dtype, 79)
        rows = [functions(x, y, z, dtype) for x, y, z in zip(a.tolist(), b.tolist(), c.tolist())]
        want = np.array([[wrap(v, dtype) for v in row] for row in rows], dtype)
        skip = np.zeros(want.shape, bool)
        skip[:, MAD_SAT] = [
            unsafe_mad_sat(x, y, z, dtype) for x, y, z in zip(a.tolist(), b.tolist(), c.tolist())
        ]
        assert skip[:, MAD_SAT].mean() < 0.5

        def check(found, want=want, skip=skip):
            return mismatch(np.where(skip, want, found), want)

        yield case(
            kernel=f"all_{name}", global_size=(a.size,), local_size=(16,),
            args=[In(a), In(b), In(c), Out(dtype, want.shape)], expect={3: check},
        )

    n = 64
    # Operands of 24 bits; the products wrap to 32.
    a, b = rng.integers(-(1 << 23), 1 << 23, (2, n), dtype=np.int32)
    c = rng.integers(-(1 << 31), 1 << 31, n, dtype=np.int32)
    s, u = [], []
    for x, y, z in zip(a.tolist(), b.tolist(), c.tolist()):
        s.append([wrap(x * y, np.int32), wrap(x * y + z, np.int32)])
        x, y = x & 0xFFFFFF, y & 0xFFFFFF
        u.append([wrap(x * y, np.uint32), wrap(x * y + z, np.uint32)])
    yield case(
        kernel="products24", global_size=(n,), local_size=(16,),
        args=[In(a), In(b), In(c), Out(np.int32, (n, 2)), Out(np.uint32, (n, 2))],
        expect={3: np.array(s, np.int32), 4: np.array(u, np.uint32)},
    )

    v = rng.integers(0, 1 << 64, n, dtype=np.uint64)
    outs = {}
    for k, (bits, shift) in enumerate(((8, 40), (8, 40), (16, 40), (16, 40), (32, 7), (32, 7))):
        dtype = np.dtype(f"{'iu'[k % 2]}{bits // 4}").type
        mask = (1 << bits) - 1
        joined = [(e >> shift & mask) << bits | e & mask for e in v.tolist()]
        outs[k + 1] = np.array([wrap(e, dtype) for e in joined], dtype)
    yield case(
        kernel="joins", global_size=(n,), local_size=(16,),
        args=[In(v)] + [Out(o.dtype, n) for o in outs.values()], expect=outs,
    )

    a, b = rng.integers(0, 256, (2, n, 16), dtype=np.uint8)
    x, y = a.astype(np.int64), b.astype(np.int64)
    mixed = np.minimum((x + y + 1 >> 1) + np.abs(x - y), 255) - (x + np.maximum(y, 32) >> 1)
    wide = (x[:, 0::2] << 8 | y[:, 1::2]) + (x[:, :8] * 257 * y[:, 8:] * 129 >> 16)
    counts = []
    for p, q in zip(a.view(np.int32).ravel().tolist(), b.view(np.int32).ravel().tolist()):
        turned = wrap(rotate(p, q, 32), np.int32)
        ratio = clamp(p * q + p, np.int32)
        counts.append(
            ((p ^ q) % 2**32).bit_count() - (32 - (p % 2**32).bit_length())
            + int(np.fmod(turned, 1000)) + int(ratio / 77777)
            + min(max(clamp(p - q, np.int32), -1000), 1000)
        )
    yield case(
        kernel="vectors", global_size=(n,), local_size=(16,),
        args=[In(a), In(b), Out(np.uint8, (n, 16)), Out(np.uint16, (n, 8)),
              Out(np.int32, (n, 4))],
        expect={
            2: mixed.astype(np.uint8), 3: wide.astype(np.uint16),
            4: np.array(counts, np.int32),
        },
    )
