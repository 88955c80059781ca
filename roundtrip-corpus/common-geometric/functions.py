import numpy as np
from harness import Expect, In, Out, case


def smoothstep(lo, hi, x):
    t = np.clip((x - lo) / (hi - lo), 0, 1)
    return t * t * (3 - 2 * t)


def rows_within(want, scale, ulp):
    """Checks rows against float64 values, errors counted at a scale."""
    return Expect(np.stack(want), ulp, np.stack(np.broadcast_arrays(*scale)))


def cases(rng):
    n = 96
    x, y = rng.normal(0, 2, (2, n)).astype(np.float32)
    w = rng.uniform(0, 1, n).astype(np.float32)
    x[:4], y[:4] = [0.0, -0.5, 1.5, 3.0], [0.0, -0.5, 2.0, -3.0]
    a, b, t = (v.astype(np.float64) for v in (x, y, w))
    want = [
        np.clip(a, -0.5, 1.5), a + (b - a) * t, np.where(b < a, 0, 1), smoothstep(-1, 2, a),
        np.sign(a), np.degrees(a), np.radians(a), np.maximum(a, b), np.minimum(a, b),
        np.clip(a, np.minimum(b, t), np.maximum(b, t)),
    ]
    zero = np.zeros(n)
    scale = [zero, np.abs(a) + np.abs(b), zero, zero + 1] + [zero] * 6

    def exact(found, want=want, scale=scale):
        for r in (0, 2, 4, 7, 8, 9):
            complaint = Expect(want[r].astype(np.float32)).complaint(found[r])
            if complaint:
                return f"row {r}: {complaint}"
        return rows_within(want, scale, 4).complaint(found)

    yield case(
        kernel="common", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), In(w), Out(np.float32, (10, n)), np.uint32(n)], expect={3: exact},
    )

    x, y = rng.normal(0, 2, (2, n, 4)).astype(np.float32)
    a, b, t = x.astype(np.float64), y.astype(np.float64), w.astype(np.float64)[:, None]
    mask = np.concatenate([0 * t, 0 * t + 1, 0 * t + 0.5, t], axis=1)
    want = [
        np.clip(a, -1, t), a + (b - a) * t, np.where(a < t, 0, 1), smoothstep(-1, 2, b),
        np.maximum(a, t), np.minimum(a, t), np.sign(a - b), a + (b - a) * mask,
    ]
    size = np.abs(a) + np.abs(b)
    scale = [0 * a, size, 0 * a, 0 * a + 1, 0 * a, 0 * a, 0 * a, size]
    yield case(
        kernel="broadcast", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), In(w), Out(np.float32, (n, 8, 4))],
        expect={3: Expect(np.stack(want, axis=1), 4, np.stack(scale, axis=1))},
    )

    rows, scale, ulps = [], [], []
    for k in (1, 2, 3, 4):
        p, q = a[:, :k], b[:, :k]
        length, distance = np.sqrt((p * p).sum(axis=1)), np.sqrt(((p - q) ** 2).sum(axis=1))
        rows += [(p * q).sum(axis=1), length, distance, length, distance]
        terms = np.abs(p * q).sum(axis=1)
        # The difference of the points is rounded to floats.
        spread = np.sqrt(((np.abs(p) + np.abs(q)) ** 2).sum(axis=1))
        scale += [terms, 0 * t[:, 0], spread, 0 * t[:, 0], spread]
        ulps += [2 * k, 4 + k, 4 + k, 8192, 8192]

    def measured(found, scale=scale):
        for r, row in enumerate(rows):
            complaint = Expect(row, ulps[r], scale[r]).complaint(found[:, r])
            if complaint:
                return f"measure {r}: {complaint}"
        return None

    yield case(
        kernel="measures", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), Out(np.float32, (n, 20))], expect={2: measured},
    )

    def unit(v):
        return v / np.sqrt((v * v).sum(axis=1, keepdims=True))

    across = np.cross(a[:, :3], b[:, :3])
    terms = np.abs(a[:, [1, 2, 0]] * b[:, [2, 0, 1]]) + np.abs(a[:, [2, 0, 1]] * b[:, [1, 2, 0]])
    want = [
        unit(a), np.concatenate([unit(a[:, :3]), np.sign(b[:, :1])], axis=1), unit(b),
        np.concatenate([across, 0 * t], axis=1),
        np.concatenate([across, unit(a[:, 2:])[:, 1:]], axis=1),
    ]
    around = np.concatenate([terms, 0 * t], axis=1)
    scale = [0 * a, 0 * a, 0 * a, around, around]

    def directed(found, want=want, scale=scale):
        # fast_normalize may be off as much as half_rsqrt.
        for r, ulp in enumerate((6, 6, 8192, 3, 6)):
            complaint = Expect(want[r], ulp, scale[r]).complaint(found[:, r])
            if complaint:
                return f"vector {r}: {complaint}"
        return None

    yield case(
        kernel="directions", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), Out(np.float32, (n, 5, 4))], expect={2: directed},
    )

    dirs, normals = rng.normal(size=(2, n, 3))
    d, m = unit(dirs.astype(np.longdouble)), unit(normals.astype(np.longdouble))
    c = (d * m).sum(axis=1, keepdims=True)
    nn = np.where(c < 0, m, -m)
    c = np.abs(c)
    r = d + 2 * c * nn
    k = 1 - 0.5625 * (1 - c * c)  # always positive for a ratio below 1
    bent = 0.75 * d + (0.75 * c - np.sqrt(k)) * nn
    apart = np.sqrt(((d - nn) ** 2).sum(axis=1, keepdims=True))
    last = np.concatenate([c, smoothstep(0, 1, c), apart], axis=1)
    yield case(
        kernel="rays", global_size=(n,), local_size=(16,),
        args=[In(dirs), In(normals), Out(np.float64, (n, 3, 3))],
        expect={2: Expect(np.stack([r, bent, last], axis=1), 32, 1.0)},
    )
