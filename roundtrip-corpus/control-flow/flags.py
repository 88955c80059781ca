from itertools import groupby

import numpy as np
from harness import In, Out, case


def cases(rng):
    rows, width = 9, 23
    data = rng.integers(0, 3, (rows, width), dtype=np.uint8)
    lengths = np.zeros((rows, width), np.uint32)
    count = np.zeros((rows, 2), np.uint32)
    # Byte 0 is set after 4k+1 and 4k+2 steps, byte 1 until the second step of each four and from the fourth on.
    both = sum(1 for x in range(width) if (x // 2 + 1) % 2 == 1 and ((x + 1) // 2) % 2 == 0)
    for row in range(rows):
        runs = [len(list(group)) for _, group in groupby(data[row])]
        lengths[row, : len(runs)] = runs
        count[row] = len(runs), both
    yield case(
        kernel="run_lengths", global_size=(rows,), local_size=(3,),
        args=[In(data), Out(np.uint32, (rows, width)), Out(np.uint32, (rows, 2)), np.int32(width)],
        expect={1: lengths, 2: count},
    )
