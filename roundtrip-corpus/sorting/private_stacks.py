import numpy as np
from harness import In, InOut, Out, case

N = 64


def rows(rng, count):
    """Random rows, and ones that are hard on a careless quicksort."""
    data = rng.integers(-(1 << 31), 1 << 31, (count, N), dtype=np.int32)
    data[0], data[1], data[2] = np.arange(N), np.arange(N)[::-1], 7
    data[3] = rng.integers(0, 3, N)
    data[4] = np.abs(np.arange(N) - N // 2)
    data[5, ::2], data[5, 1::2] = 2**31 - 1, -(2**31)
    return data


def cases(rng):
    count = 32
    data = rows(rng, count)
    yield case(
        kernel="quicksort", global_size=(count,), local_size=(8,),
        args=[InOut(data), Out(np.uint32, count)],
        expect={
            0: np.sort(data, axis=1),
            1: lambda found: None if found.max() <= 7 else f"the stack grew to {found.max()}",
        },
    )

    # The low byte is no part of the key: it shows that the sort is stable.
    keys = rng.integers(0, 1 << 50, (count, N), dtype=np.uint64)
    keys[1:9] %= np.uint64(10)
    keys[9] = np.arange(N)[::-1]
    tagged = keys << np.uint64(8) | rng.integers(0, 256, (count, N), dtype=np.uint64)
    order = np.argsort(keys, axis=1, kind="stable")
    upper = np.triu(np.ones((N, N), bool), 1)
    inversions = ((keys[:, :, None] > keys[:, None, :]) & upper).sum(axis=(1, 2))
    yield case(
        kernel="merge_sort", global_size=(count,), local_size=(8,),
        args=[InOut(tagged), Out(np.uint32, count)],
        expect={
            0: np.take_along_axis(tagged, order, 1), 1: inversions.astype(np.uint32),
        },
    )

    record = np.dtype([("key", np.float32), ("payload", np.uint32)])
    for n in (64, 37, 1):
        data = np.zeros((count, n), record)
        data["key"] = rng.permuted(np.tile(np.arange(n) * 0.75 - 9, (count, 1)), axis=1)
        data["payload"] = rng.integers(0, 1 << 32, (count, n))
        order = np.argsort(data["key"], axis=1)
        yield case(
            kernel="heap_sort", global_size=(count,), local_size=(8,), name=f"heap_sort of {n}",
            args=[InOut(data), np.uint32(n)], expect={0: np.take_along_axis(data, order, 1)},
        )

    data = rows(rng, 6)
    yield case(
        kernel="quickselect", global_size=(6 * N,), local_size=(16,),
        args=[In(data), Out(np.int32, 6 * N)], expect={1: np.sort(data, axis=1)},
    )
