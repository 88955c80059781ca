import numpy as np

from harness import Expect, In, Out, case, launch

RADIUS, TILE = 4, 16


def convolve(image, weights, axis):
    """One pass, with edges clamped, by shifting the whole image."""
    pad = [(RADIUS, RADIUS) if i == axis else (0, 0) for i in range(2)]
    padded = np.pad(image, pad, mode="edge")
    size = image.shape[axis]
    return sum(w * padded.take(range(k, k + size), axis) for k, w in enumerate(weights))


def cases(rng):
    width, height = 75, 41
    image = rng.integers(0, 256, (height, width), dtype=np.uint8)
    wide = image.astype(np.float64)
    up = lambda size: -(-size // TILE) * TILE
    grid = ((up(width), up(height)), (TILE, TILE))
    size = [np.int32(width), np.int32(height)]

    binomial = np.array([1, 8, 28, 56, 70, 56, 28, 8, 1]) / 256
    rows = convolve(wide, binomial, 1)
    middle, out = Out(np.float32, image.shape), Out(np.uint8, image.shape)
    yield case(
        name="blur",
        launches=[
            launch("blur_rows", *grid, [In(image), middle, *size]),
            launch("blur_columns", *grid, [middle, out, *size]),
        ],
        expect={middle: rows.astype(np.float32),
                out: np.rint(convolve(rows, binomial, 0)).astype(np.uint8)},
    )

    weights = rng.standard_normal(2 * RADIUS + 1, dtype=np.float32)
    exact = weights.astype(np.float64)
    middle, out, w = Out(np.float32, image.shape), Out(np.float32, image.shape), In(weights)
    yield case(
        name="filter",
        launches=[
            launch("filter_rows", *grid, [In(image), middle, w, *size]),
            launch("filter_columns", *grid, [middle, out, w, *size]),
        ],
        expect={out: Expect(convolve(convolve(wide, exact, 1), exact, 0), 4 * (2 * RADIUS + 1),
                            convolve(convolve(wide, abs(exact), 1), abs(exact), 0))},
    )
