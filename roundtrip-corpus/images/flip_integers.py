import numpy as np
from harness import Image, OutImage, case


def cases(rng):
    shape = (19, 23, 4)
    signed = rng.integers(-30000, 30000, shape).astype(np.int16)
    yield case(
        kernel="flip_signed",
        global_size=(23, 19),
        args=[Image(signed), OutImage(np.int16, shape)],
        expect={1: -signed[::-1]},
    )
    unsigned = rng.integers(0, 65536, shape).astype(np.uint16)
    yield case(
        kernel="flip_unsigned",
        global_size=(23, 19),
        args=[Image(unsigned), OutImage(np.uint16, shape)],
        expect={1: unsigned[:, ::-1]},
    )
