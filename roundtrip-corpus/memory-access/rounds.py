import numpy as np
from harness import In, Out, case

N = 32


def wrap(x):
    return ((int(x) + 2**31) % 2**32) - 2**31


def cases(rng):
    rows = rng.integers(-1000, 1000, (N, 9), dtype=np.int32)

    want = []
    for row in rows:
        total = 0
        for value in reversed(row):
            total = wrap(total * 31 + int(value))
        want.append(total)
    yield case(kernel="list", global_size=(N,), local_size=(8,), args=[In(rows), Out(np.int32, N)],
               expect={1: np.array(want, np.int32)})

    for rounds in (1, 2, 5, 12):
        want = []
        for row in rows:
            written = [int(row[k % 9]) + k for k in range(rounds)]
            total = 0
            for value in written[:-2]:
                total = wrap(total * 7 + value)
            want.append(total)
        yield case(kernel="two_ago", global_size=(N,), local_size=(8,),
                   args=[In(rows), Out(np.int32, N), np.int32(rounds)],
                   expect={1: np.array(want, np.int32)}, name=f"two ago of {rounds}")

    for rounds in (1, 8, 1000):
        want = []
        for row in rows:
            total = 0
            for k in range(rounds):
                pair = (int(row[k % 9]), k)
                low, high = pair if k % 2 == 0 else pair[::-1]
                total = wrap(total * 5 + low - high)
            want.append(total)
        yield case(kernel="forgotten", global_size=(N,), local_size=(8,),
                   args=[In(rows), Out(np.int32, N), np.int32(rounds)],
                   expect={1: np.array(want, np.int32)}, name=f"forgotten after {rounds}")
