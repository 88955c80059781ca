import numpy as np
from harness import In, Out, case

M32, M64 = 2**32 - 1, 2**64 - 1
A = 4294883355


def xorshift32(x):
    x ^= x << 13 & M32
    x ^= x >> 17
    return x ^ (x << 5 & M32)


def xorshift128p(a, b):
    t = a ^ (a << 23 & M64)
    t ^= t >> 18
    t ^= b ^ (b >> 5)
    return (b, t), (t + b) & M64


def mwc(x, c):
    """The next state of the pair, and the output."""
    t = x * A + c
    return (t & M32, t >> 32), x ^ c


def cases(rng):
    items, count = 48, 20
    seeds = rng.integers(0, 1 << 64, (items, 2), dtype=np.uint64)
    out32, out64, outm = [], [], []
    for sx, sy in seeds.tolist():
        s32, s64 = sx & M32 | 1, (sx, sy | 1)
        whole = sy & 0x7FFFFFFFFFFFF
        sm = (whole & M32, whole >> 32)
        for _ in range(count):
            s32 = xorshift32(s32)
            out32.append(s32)
            s64, value = xorshift128p(*s64)
            out64.append(value)
            sm, value = mwc(*sm)
            outm.append(value)
    yield case(
        kernel="sequences", global_size=(items,), local_size=(16,),
        args=[
            In(seeds), np.uint32(count), Out(np.uint32, items * count),
            Out(np.uint64, items * count), Out(np.uint32, items * count),
        ],
        expect={
            2: np.array(out32, np.uint32), 3: np.array(out64, np.uint64),
            4: np.array(outm, np.uint32),
        },
    )

    # Skipping must agree with stepping one by one.
    base, stride, items = 0x1234_9ABCDEF1, 37, 40
    state = (base & M32, base >> 32)
    want = []
    for _ in range(items):
        want.append(state)
        for _ in range(stride):
            state, _ = mwc(*state)
    yield case(
        kernel="skip_ahead", global_size=(items,), local_size=(8,),
        args=[np.uint64(base), np.uint32(stride), Out(np.uint32, (items, 2))],
        expect={2: np.array(want, np.uint32)},
    )

    seed, samples, items = 0xC0FFEE, 100, 64
    hits = []
    for g in range(items):
        s = (seed ^ (g * 2654435761 & M32)) or 1
        inside = 0
        for _ in range(samples):
            s = xorshift32(s)
            x = s >> 8
            s = xorshift32(s)
            y = s >> 8
            inside += x * x + y * y < 1 << 48
        hits.append(inside)
    yield case(
        kernel="pi_hits", global_size=(items,), local_size=(64,),
        args=[np.uint32(seed), np.uint32(samples), Out(np.uint32, items)],
        expect={2: np.array(hits, np.uint32)},
    )
