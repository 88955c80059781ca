import numpy as np
from harness import In, InOut, Out, case

N = 16


def cases(rng):
    values, mask = rng.integers(-50, 50, (2, N)).astype(np.float32)
    yield case(kernel="optional_mask", global_size=(N,), local_size=(8,),
               args=[In(values), In(mask), Out(np.float32, N), np.int32(N)], expect={2: values * mask})

    numbers = rng.integers(0, 100, N).astype(np.int32)
    for start in (0, 5, 99):
        want = np.where(np.arange(N) >= start, numbers, 999)
        yield case(kernel="chosen_or_none", global_size=(N,), local_size=(8,),
                   args=[In(numbers), Out(np.int32, N), np.int32(start)], expect={1: want.astype(np.int32)}, name=f"from {start}")

    a, b = rng.integers(-2, 3, (2, 12)).astype(np.float32)
    first, second = a.copy(), b.copy()
    for i in range(1, 6):
        first[i] -= first[i - 1] * second[i]
        second[i] += first[i - 1] * second[i - 1]
    yield case(kernel="recurrence", global_size=(1,), local_size=(1,), args=[InOut(a), InOut(b), np.int32(6)],
               expect={0: first, 1: second})

    numbers = rng.integers(0, 3, N).astype(np.int32)
    want = []
    for i in range(N):
        p = i
        while p > 0 and numbers[p] != 0:
            p -= 1
        want += [9 - i, int(i < 9), p]
    yield case(kernel="distances", global_size=(N,), local_size=(8,), args=[In(numbers), Out(np.int32, N * 3), np.int32(9)],
               expect={1: np.array(want, np.int32)})

    data = rng.integers(0, 256, 64, dtype=np.uint8)
    for at in (0, 3, 8):
        want = [data[at + i : at + i + 4].view(np.uint32)[0] if (at + i) % 4 == 0 else data[at + i] for i in range(N)]
        yield case(kernel="aligned_or_not", global_size=(N,), local_size=(8,),
                   args=[In(data), Out(np.uint32, N), np.uint64(at)], expect={1: np.array(want, np.uint32)}, name=f"at {at}")

    yield case(kernel="which_memory", global_size=(N,), local_size=(8,), args=[Out(np.int32, N)],
               expect={0: np.full(N, 5, np.int32)})
