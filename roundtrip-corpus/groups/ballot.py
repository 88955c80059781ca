import numpy as np
from harness import In, Out, case


def cases(rng):
    x = rng.integers(-5, 6, 64, dtype=np.int32)
    yield case(
        kernel="vote",
        global_size=(64,),
        local_size=(64,),
        args=[In(x), Out(np.uint32, (64, 4)), Out(np.uint32, (64, 4))],
        expect={2: lambda found: None if np.array_equal(found[:, 3] != 0, x > 0) else "votes differ"},
        requires=["cl_khr_subgroup_ballot"],
    )
