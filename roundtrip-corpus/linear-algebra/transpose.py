import numpy as np

from harness import In, InOut, Out, case

TILE, ROWS = 16, 4


def grid(width, height):
    up = lambda size: -(-size // TILE)
    return (up(width) * TILE, up(height) * ROWS)


def cases(rng):
    # The last axis is the vector; a 3-vector takes the room of four.
    for name, dtype, lanes in [("uchar", "u1", 1), ("float", "f4", 1), ("double2", "f8", 2),
                               ("short3", "i2", 4)]:
        width, height = 45, 23
        size = np.dtype(dtype).itemsize * width * height * lanes
        x = np.frombuffer(rng.bytes(size), dtype).reshape(height, width, lanes)
        if dtype[0] == "f":
            x = rng.standard_normal(x.shape).astype(dtype)
        want = x.transpose(1, 0, 2)
        if name == "short3":
            want = (lambda w: lambda found: None if (found[..., :3] == w[..., :3]).all()
                    else "differs")(want)
        yield case(
            kernel=f"transpose_{name}", global_size=grid(width, height), local_size=(TILE, ROWS),
            requires=["cl_khr_fp64"] if name == "double2" else [],
            args=[In(x), Out(dtype, (width, height, lanes)), np.int32(width), np.int32(height)],
            expect={1: want},
        )
    x = rng.integers(0, 2**32, (64, 64), dtype=np.uint32)
    yield case(kernel="transpose_in_place", global_size=grid(64, 64), local_size=(TILE, ROWS),
               args=[InOut(x), np.int32(64)], expect={0: x.T})
