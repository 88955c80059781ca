import numpy as np

from harness import Out, case

VIEW = np.dtype([("left", "f4"), ("top", "f4"), ("step", "f4"), ("limit", "u4")])
FIRE = np.array([[255, 255, 190, 255], [255, 170, 0, 255], [200, 30, 0, 255], [60, 0, 20, 255]],
                np.uint8)
f32 = np.float32


def escape_times(zr, zi, cr, ci, limit):
    """For every point in single precision, all points in step."""
    counts = np.zeros(zr.shape, np.uint32)
    running = np.ones(zr.shape, bool)
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(limit):
            running &= zr * zr + zi * zi <= f32(4)
            counts += running
            zr, zi = zr * zr - zi * zi + cr, f32(2) * zr * zi + ci
    return counts


def grid(view, width, height):
    x, y = np.arange(width, dtype=f32), np.arange(height, dtype=f32)
    return np.meshgrid(view["left"] + x * view["step"], view["top"] - y * view["step"])


def cases(rng):
    width, height = 64, 48
    view = np.array((-2.1, 1.2, 0.05, 100), VIEW)[()]
    cr, ci = grid(view, width, height)
    counts = escape_times(np.zeros_like(cr), np.zeros_like(ci), cr, ci, 100)
    pixels = FIRE[counts % 4]
    pixels[counts == 100] = [0, 0, 0, 255]
    yield case(
        kernel="mandelbrot", global_size=(width, height), local_size=(16, 8),
        args=[Out(np.uint32, counts.shape), Out(np.uint8, pixels.shape), view],
        expect={0: counts, 1: pixels},
    )
    view = np.array((-1.6, 1.2, 0.05, 80), VIEW)[()]
    c = np.array([-0.8, 0.156], f32)
    counts = escape_times(*grid(view, width, height), c[0], c[1], 80)
    yield case(
        kernel="julia4", global_size=(width // 4, height), local_size=(4, 4),
        args=[Out(np.uint32, counts.shape), view, c],
        expect={0: counts},
    )
