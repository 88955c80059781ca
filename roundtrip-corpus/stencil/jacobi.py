import numpy as np

from harness import Expect, In, InOut, case, launch

TILE = 16


def cases(rng):
    width, height, steps = 45, 37, 10
    u = rng.uniform(-1, 1, (height, width)).astype(np.float32)
    f = rng.uniform(-1, 1, (height, width)).astype(np.float32)
    h2 = np.float32(0.01)
    want = u.astype(np.float64)
    for _ in range(steps):
        around = want[1:-1, :-2] + want[1:-1, 2:] + want[:-2, 1:-1] + want[2:, 1:-1]
        want[1:-1, 1:-1] = (around + float(h2) * f[1:-1, 1:-1]) / 4
    up = lambda size: -(-size // TILE) * TILE
    buffers, source = [InOut(u), InOut(u)], In(f)
    yield case(
        launches=[
            launch("poisson_2d", (up(width), up(height)), (TILE, TILE),
                   [buffers[i % 2], source, buffers[1 - i % 2],
                    np.int32(width), np.int32(height), h2])
            for i in range(steps)
        ],
        # Averages never grow, so neither does a step's error of a few ulp.
        expect={buffers[steps % 2]: Expect(want, 6 * steps, 1.1)},
    )

    shape, steps, rate = (9, 14, 21), 5, np.float32(0.125)
    u = rng.uniform(0, 100, shape).astype(np.float32)
    want = u.astype(np.float64)
    for _ in range(steps):
        p = np.pad(want, 1, mode="edge")
        around = (p[1:-1, 1:-1, :-2] + p[1:-1, 1:-1, 2:] + p[1:-1, :-2, 1:-1]
                  + p[1:-1, 2:, 1:-1] + p[:-2, 1:-1, 1:-1] + p[2:, 1:-1, 1:-1])
        want = want + float(rate) * (around - 6 * want)
    size = np.array([shape[2], shape[1], shape[0], 0], np.int32)
    buffers = [InOut(u), InOut(u)]
    yield case(
        launches=[
            launch("heat_3d", (21, 14, 9), (7, 7, 3),
                   [buffers[i % 2], buffers[1 - i % 2], size, rate])
            for i in range(steps)
        ],
        expect={buffers[steps % 2]: Expect(want, 20 * steps, 100)},
    )
