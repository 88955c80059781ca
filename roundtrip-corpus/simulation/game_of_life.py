import numpy as np

from harness import InOut, Out, case, launch


def generation(cells):
    around = sum(np.roll(cells, (dy, dx), (0, 1))
                 for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)
    return ((around == 3) | (cells & (around == 2))).astype(np.uint8)


def cases(rng):
    width, height, steps = 64, 40, 6
    first = (rng.random((height, width)) < 0.4).astype(np.uint8)
    last = first
    for _ in range(steps):
        last = generation(last)

    buffers = [InOut(first), Out(np.uint8, first.shape)]
    yield case(
        name="life_bytes",
        launches=[launch("life_bytes", (width, height), (16, 8),
                         [buffers[k % 2], buffers[1 - k % 2], np.int32(width), np.int32(height)])
                  for k in range(steps)],
        expect={buffers[steps % 2]: last},
    )

    def words(cells):
        return np.packbits(cells, axis=1, bitorder="little").view(np.uint32)

    shape = (height, width // 32)
    buffers, count = [InOut(words(first)), Out(np.uint32, shape)], InOut(np.zeros(1, np.uint32))
    yield case(
        name="life_bits",
        launches=[launch("life_bits", (width // 32, height), (2, 8),
                         [buffers[k % 2], buffers[1 - k % 2], np.int32(width // 32),
                          np.int32(height)]) for k in range(steps)]
        + [launch("population", (shape[0] * shape[1],), None, [buffers[steps % 2], count])],
        expect={buffers[steps % 2]: words(last), count: last.sum(dtype=np.uint32).reshape(1)},
    )
