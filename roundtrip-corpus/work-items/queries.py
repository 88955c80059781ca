import numpy as np
from harness import In, Local, Out, case, launch

FIELDS = 40
LAUNCHES = [
    ((48,), (8,), None), ((30,), (5,), (7,)), ((12, 6), (4, 3), None), ((8, 10), (2, 5), (3, 100)),
    ((8, 4, 6), (4, 2, 3), None), ((6, 4, 2), (3, 1, 2), (1, 20, 300)),
]


def answers(size, group, offset):
    """All answers by position in the grid and question * 3 + dimension."""
    dims = len(size)
    size, group = np.array(size + (1,) * 3)[:3], np.array(group + (1,) * 3)[:3]
    offset = np.array((offset or ()) + (0,) * 3)[:3]
    rows = []
    for z in range(size[2]):
        for y in range(size[1]):
            for x in range(size[0]):
                at = np.array([x, y, z])
                local = at % group
                rows.append(np.concatenate([
                    at + offset, local, at // group, size, group, size // group, offset, group,
                    [dims, (z * size[1] + y) * size[0] + x,
                     (local[2] * group[1] + local[1]) * group[0] + local[0]],
                ]))
    return np.array(rows, np.uint32)


def cases(rng):
    for size, group, offset in LAUNCHES:
        want = answers(size, group, offset)
        padded = np.zeros((len(want), FIELDS), np.uint32)
        padded[:, : want.shape[1]] = want
        launches, expect = [], {}
        for kernel in ("constant_dimensions", "counted_dimensions"):
            out = Out(np.uint32, padded.shape)
            launches.append(launch(kernel, size, group, [out], offset))
            expect[out] = padded
        for dim in range(3):
            out = Out(np.uint32, (len(want), 8))
            launches.append(launch("one_dimension", size, group, [out, np.uint32(dim)], offset))
            expect[out] = want[:, dim:24:3]
        yield case(launches=launches, expect=expect, name=f"queries of {size} from {offset}")

    w, h = 24, 12
    m = rng.integers(-100, 100, (h, w), dtype=np.int32)
    yield case(
        kernel="transpose", global_size=(w, h), local_size=(8, 4),
        args=[In(m), Out(np.int32, (w, h)), Local(4 * 32)], expect={1: m.T},
    )

    n, group = 37, 8
    i = np.arange(n)
    size = np.where(i < n // group * group, group, n % group)
    yield case(
        kernel="ragged", global_size=(n,), local_size=(group,), args=[Out(np.uint32, (n, 4))],
        expect={0: np.stack([size, 0 * i + group, 0 * i + 5, i], axis=1).astype(np.uint32)},
    )

    size = (8, 4, 6)
    linear = answers(size, (4, 2, 3), None)[:, 26]
    yield case(
        kernel="required", global_size=size, local_size=(4, 2, 3),
        args=[Out(np.uint32, len(linear))], expect={0: 423 + 1000 * linear},
    )
