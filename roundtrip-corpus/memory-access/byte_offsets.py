import numpy as np
from harness import In, InOut, Out, case

N = 16
BLOCK = np.dtype([("scale", np.float16), ("quants", np.uint8, 16)])


def cases(rng):
    numbers = rng.integers(-1000, 1000, (N + 2, 12)).astype(np.float32)

    for src_at, dst_at, columns in ((0, 0, 12), (48, 96, 12), (4, 8, 9)):
        want = np.full((N + 2, 12), 7, np.float32)
        flat, there = numbers.reshape(-1), want.reshape(-1)
        for row in range(N):
            first, to = src_at // 4 + row * 12, dst_at // 4 + row * 12
            there[to : to + columns] = flat[first : first + columns] * np.float32(0.5)
        yield case(kernel="scaled_rows", global_size=(N,), local_size=(8,),
                   args=[In(numbers), np.uint64(src_at), InOut(np.full((N + 2, 12), 7, np.float32)), np.uint64(dst_at),
                         np.uint64(48), np.int32(columns), np.float32(0.5)],
                   expect={2: want}, name=f"rows at {src_at}")

    words = rng.integers(0, 2**32, 128, dtype=np.uint32)
    for step in (4, 8, 20):
        want = [[words[row + i * step // 4] for i in range(8)] for row in range(N)]
        yield case(kernel="stepped_by_bytes", global_size=(N,), local_size=(8,),
                   args=[In(words.view(np.uint8)), Out(np.uint32, (N, 8)), np.int32(8), np.int32(step)],
                   expect={1: np.array(want, np.uint32)}, name=f"steps of {step}")

    vectors = rng.integers(-1000, 1000, (N * 2 + 1, 4)).astype(np.float32)
    yield case(kernel="of_vectors", global_size=(N,), local_size=(8,),
               args=[In(vectors.view(np.uint8)), np.uint64(16), Out(np.float32, (N, 4)), np.uint64(32)],
               expect={2: vectors[1 : 2 * N + 1 : 2] + np.float32(1)})

    blocks = np.zeros(N + 2, BLOCK)
    blocks["scale"] = rng.integers(1, 32, N + 2).astype(np.float16)
    blocks["quants"] = rng.integers(0, 256, (N + 2, 16))
    sums = ((blocks["quants"] & 15).sum(1) + (blocks["quants"] >> 4).sum(1)).astype(np.float32)
    yield case(kernel="blocks", global_size=(N,), local_size=(8,),
               args=[In(blocks.view(np.uint8)), np.uint64(BLOCK.itemsize), Out(np.float32, N), np.int32(N)],
               expect={2: (sums * blocks["scale"].astype(np.float32))[1 : N + 1]})

    a, b = rng.integers(-99, 99, (2, N + 4)).astype(np.float32)
    for which in (0, 1):
        yield case(kernel="one_of_two", global_size=(N,), local_size=(8,),
                   args=[In(a), In(b), Out(np.float32, N), np.int32(12), np.int32(which)],
                   expect={2: (a if which else b)[3 : N + 3]}, name=f"one of two: {which}")

    for at in (0, 4):
        want = [[group[at * i // 4] for i in range(8)] for group in words[:N].reshape(-1, 8)]
        yield case(kernel="local_bytes", global_size=(N,), local_size=(8,),
                   args=[In(words[:N]), Out(np.uint32, N), np.int32(at)],
                   expect={1: np.array(want, np.uint32).reshape(-1)}, name=f"local at {at}")

    odd = rng.integers(0, 256, (N + 1, 13), dtype=np.uint8)
    yield case(kernel="odd_copies", global_size=(N,), local_size=(8,),
               args=[Out(np.uint8, (N, 13)), In(odd)], expect={0: odd[1:]})
