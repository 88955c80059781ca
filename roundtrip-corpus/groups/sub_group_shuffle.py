import numpy as np
from harness import In, Out, case


def cases(rng):
    f = rng.normal(size=256).astype(np.float32)
    yield case(
        kernel="butterfly",
        global_size=(256,),
        local_size=(64,),
        args=[In(f), Out(np.float32, 256)],
        expect={1: np.zeros(256, np.float32)},
        requires=["cl_khr_subgroup_shuffle"],
    )
    x = rng.integers(-1000, 1000, 256, dtype=np.int32)
    yield case(
        kernel="neighbours",
        global_size=(256,),
        local_size=(64,),
        args=[In(x), Out(np.int32, 256)],
        expect={1: x.reshape(-1, 2)[:, ::-1].reshape(-1)},
        requires=["cl_khr_subgroup_shuffle"],
    )
