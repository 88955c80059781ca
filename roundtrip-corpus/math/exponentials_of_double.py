import numpy as np
from harness import In, Out, case

N = 512


def rounded(values):
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(np.float64)


def cases(rng):
    x = rng.uniform(-300, 300, N)
    x[: N // 2] = rng.uniform(-2, 2, N // 2)
    x[:8] = [0.0, -0.0, 1.0, -1.0, 1e-300, np.inf, -np.inf, np.nan]
    wide = x.astype(np.longdouble)
    with np.errstate(all="ignore"):
        want = rounded(np.stack([np.exp(wide), np.exp2(wide), np.longdouble(10) ** wide], axis=1))
    yield case(kernel="powers", global_size=(N,), local_size=(64,), args=[In(x), Out(np.float64, (N, 3))],
               expect={1: want}, ulp=3)

    x = np.exp2(rng.uniform(-1000, 1000, N))
    x[: N // 2] = rng.uniform(0.5, 2, N // 2)
    x[:8] = [1.0, 2.0, 10.0, 0.0, -1.0, np.inf, np.nan, 1.0000001]
    wide = x.astype(np.longdouble)
    with np.errstate(all="ignore"):
        want = rounded(np.stack([np.log(wide), np.log2(wide), np.log10(wide)], axis=1))
    yield case(kernel="logarithms", global_size=(N,), local_size=(64,), args=[In(x), Out(np.float64, (N, 3))],
               expect={1: want}, ulp=3)

    x = rng.uniform(-20, 20, (N, 2))
    want = rounded(np.log(x.astype(np.longdouble) ** 2 + 2))
    yield case(kernel="of_vectors", global_size=(N,), local_size=(64,), args=[In(x), Out(np.float64, (N, 2))],
               expect={1: want}, ulp=6)
