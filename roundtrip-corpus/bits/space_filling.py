import numpy as np
from harness import In, Out, case


def interleave(values, bits):
    """The codes of a Morton curve: bit b of value k is bit b * len + k."""
    code = 0
    for b in range(bits):
        for k, v in enumerate(values):
            code |= (v >> b & 1) << (b * len(values) + k)
    return code


def hilbert(order):
    """All points of the curve through a square, by recursion on its parts."""
    if order == 1:
        return [(0, 0)]
    h = order // 2
    part = hilbert(h)
    return (
        [(y, x) for x, y in part]
        + [(x, y + h) for x, y in part]
        + [(x + h, y + h) for x, y in part]
        + [(order - 1 - y, h - 1 - x) for x, y in part]
    )


def cases(rng):
    n = 128
    p = rng.integers(0, 1 << 16, (n, 2), dtype=np.uint16)
    codes = np.array([interleave(v, 16) for v in p.tolist()], np.uint32)
    yield case(
        kernel="morton", global_size=(n,), local_size=(16,),
        args=[In(p), Out(np.uint32, n), Out(np.uint16, (n, 2))], expect={1: codes, 2: p},
    )

    p = rng.integers(0, 1 << 21, (n, 3), dtype=np.uint32)
    codes = np.array([interleave(v, 21) for v in p.tolist()], np.uint64)
    yield case(
        kernel="morton3", global_size=(n,), local_size=(16,),
        args=[In(p), Out(np.uint64, n)], expect={1: codes},
    )

    for order in (2, 8, 32):
        m = order * order
        yield case(
            kernel="hilbert", global_size=(m,), local_size=(4,), name=f"hilbert of {order}",
            args=[np.uint32(order), Out(np.uint32, (m, 2)), Out(np.uint32, m)],
            expect={
                1: np.array(hilbert(order), np.uint32), 2: np.arange(m, dtype=np.uint32),
            },
        )

    x, masks = rng.integers(0, 1 << 64, (2, n), dtype=np.uint64)
    masks[::4] &= masks[1::4]
    x[0], masks[0], masks[1] = 0, 0, 2**64 - 1
    rows = []
    for v, m in zip(x.tolist(), masks.tolist()):
        text = f"{v:064b}"
        places = [k for k in range(64) if m >> k & 1]
        deposit = sum((v >> k & 1) << at for k, at in enumerate(places))
        extract = sum((v >> at & 1) << k for k, at in enumerate(places))
        turned = text[m % 64 :] + text[: m % 64]
        rows.append([
            int(text[::-1], 2), deposit, extract, v ^ v >> 1, v, text.count("1") % 2, v & -v,
            int(turned, 2),
        ])
    yield case(
        kernel="permutations", global_size=(n,), local_size=(16,),
        args=[In(x), In(masks), Out(np.uint64, (n, 8))], expect={2: np.array(rows, np.uint64)},
    )
