import numpy as np
from harness import In, Local, Out, case

TAPS = [3, -1, 4, 1, -5, 9, 2, -6, 5, 3, -5, 8]


def cases(rng):
    n = 40
    rgb = rng.integers(0, 256, (n, 3), dtype=np.uint8)
    yield case(
        kernel="deinterleave", global_size=(n,), local_size=(8,),
        args=[In(rgb)] + [Out(np.uint8, n) for _ in range(3)] + [Out(np.uint8, (n, 3))],
        expect={1: rgb[:, 0], 2: rgb[:, 1], 3: rgb[:, 2], 4: rgb[:, ::-1]},
    )

    for shift in range(4):
        x = rng.integers(-1000, 1000, 16 * n + 3, dtype=np.int32)
        stride = 33 + shift
        want = Out(np.int32, (n, stride))
        rows = want.initial.copy()
        for i in range(n):
            at = 0
            for w in (2, 3, 4, 8, 16):
                rows[i, at : at + w] = x[shift + i * w :][:w] + w
                at += w
        yield case(
            kernel="shifted", global_size=(n,), local_size=(8,), name=f"shifted by {shift}",
            args=[In(x), want, np.uint32(shift), np.uint32(stride)], expect={1: rows},
        )

    group, groups = 16, 5
    x = rng.integers(-300, 300, (groups, group * 4), dtype=np.int16)
    for at in range(3):
        taps = np.array(TAPS[4 * at : 4 * at + 4])
        padded = np.concatenate([x, np.zeros((groups, 4), int)], axis=1)
        windows = np.lib.stride_tricks.sliding_window_view(padded, 4, axis=1)
        y = (windows[:, : group * 4] * taps).sum(axis=2)
        yield case(
            kernel="fir_local", global_size=(group * groups,), local_size=(group,),
            name=f"fir_local with taps {at}",
            args=[In(x), Out(np.int16, x.shape), Local(2 * (4 * group + 4)), np.uint32(at)],
            expect={1: y.astype(np.int16)},
        )

    x = rng.integers(-(1 << 60), 1 << 60, (n, 16), dtype=np.int64)
    rows = []
    for row in x:
        ring = (row.reshape(8, 2) ^ np.arange(8)[:, None])[::-1].reshape(16).copy()
        ring[:8] = ring[5:13].copy()
        rows.append(ring)
    yield case(
        kernel="private_ring", global_size=(n,), local_size=(8,),
        args=[In(x), Out(np.int64, (n, 16))], expect={1: np.array(rows)},
    )

    x = rng.normal(size=17 * n).astype(np.float32)
    rows = []
    for i in range(n):
        # The index of a vload counts in vectors, from a base of any element.
        v = x[i : i + 16][::-1] * np.float32(2)
        rows.append(np.concatenate([v[:8], v[8:11], v[8:] + np.float32(7)]))
    yield case(
        kernel="floats", global_size=(n,), local_size=(8,),
        args=[In(x), Out(np.float32, (n, 19)), np.uint32(7)], expect={1: np.array(rows)},
    )
