import numpy as np
from harness import In, Out, case

N, WORDS, STEPS = 16, 16, 12


def cases(rng):
    words = rng.integers(0, 2**32, (N, WORDS), dtype=np.uint32)
    low = words & 0xFFFF
    third = words >> 16 & 0xFF
    mirrored = np.arange(N) ^ 7
    walks = {
        "whole": low[:, :STEPS] + words[:, 1 : STEPS + 1],
        "from_an_offset": low[:, 1 : STEPS + 1] + third[:, 1 : STEPS + 1],
        "over_private_memory": low[:, :STEPS] + third[:, :STEPS],
        "over_local_memory": low[mirrored, :STEPS] + third[mirrored, :STEPS],
    }
    for kernel, want in walks.items():
        for steps in (1, STEPS):
            filled = np.full((N, STEPS), 0xA5A5A5A5, np.uint32)
            filled[:, :steps] = want[:, :steps]
            yield case(kernel=kernel, global_size=(N,), local_size=(8,),
                       args=[In(words), Out(np.uint32, (N, STEPS)), np.int32(steps)], expect={1: filled})
