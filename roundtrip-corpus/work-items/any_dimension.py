import numpy as np
from harness import Out, case, launch

FAR = [0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 256]


def answer(what, dim, at, size, group):
    """What the function number `what` gives for a work-item, by the table of OpenCL C 6.15.1."""
    if dim >= len(size):
        return 0 if what < 4 else 1
    return [
        at[dim], at[dim] % group[dim], at[dim] // group[dim], 0,
        size[dim], group[dim], size[dim] // group[dim], group[dim],
    ][what]


def dimension(i):
    which = i % 10
    return which if which < 6 else FAR[which - 6]


def cases(rng):
    for size, group in [((40, 6), (8, 2)), ((30,), (5,))]:
        width, height = size[0], size[1] if len(size) > 1 else 1
        places = [(x, y) for y in range(height) for x in range(width)]
        launches, expect = [], {}
        for shift in (0, 3):
            want = [[answer(what, dimension(i + shift), at, size, group) for what in range(8)] for i, at in enumerate(places)]
            out = Out(np.uint32, (len(places), 8))
            launches.append(launch("ask_at_once", size, group, [out, np.uint32(shift)]))
            expect[out] = np.array(want, np.uint32)
        yield case(launches=launches, expect=expect, name=f"dimensions of {size}")
