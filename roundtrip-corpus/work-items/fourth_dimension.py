import numpy as np
from harness import Out, case

WORK = np.dtype([("ids", np.uint32, 4), ("sizes", np.uint32, 4), ("dimensions", np.uint8)])


def cases(rng):
    for size, group in [((6, 4, 2), (3, 2, 1)), ((10,), (5,))]:
        whole = tuple(size) + (1,) * (3 - len(size))
        rows = np.zeros(int(np.prod(whole)), WORK)
        for i, (z, y, x) in enumerate(np.ndindex(whole[::-1])):
            rows[i] = ((x, y, z, 0), (whole[0], (tuple(group) + (1, 1))[1], whole[2], 1), len(size))
        yield case(
            kernel="all_four", global_size=size, local_size=group, args=[Out(WORK, len(rows))], expect={0: rows},
            name=f"work of {len(size)} dimensions",
        )
