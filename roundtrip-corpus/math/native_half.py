import numpy as np
from harness import Expect, In, Out, case

# half_ functions may be off by 8192 ulp; the accuracy of native_ functions is
# up to the device, and expected to be as good here.
LOOSE = 8192


def cases(rng):
    n = 128
    x = rng.uniform(-5, 5, n).astype(np.float32)
    d = x.astype(np.float64)
    p = (np.abs(x) + np.float32(0.125)).astype(np.float64)
    rows = [
        np.sin(d), np.cos(d), np.tan(d / 4), np.exp(d), np.exp2(d), 10**d, np.log(p), np.log2(p),
        np.log10(p), np.sqrt(p), 1 / np.sqrt(p), 1 / p,
    ]
    # Near a zero of the function the absolute error counts.
    scale = np.array([1.0, 1.0, 0, 0, 0, 0, 1.0, 1.0, 1.0, 0, 0, 0])
    yield case(
        kernel="one_argument", global_size=(n,), local_size=(16,),
        args=[In(x), Out(np.float32, (24, n)), np.uint32(n)],
        expect={1: Expect(np.repeat(rows, 2, axis=0), LOOSE, np.repeat(scale, 2)[:, None])},
    )

    y = rng.uniform(-4, 4, n).astype(np.float32)
    p = (np.abs(x) + np.float32(0.25)).astype(np.float64)
    e = y.astype(np.float64)
    yield case(
        kernel="two_arguments", global_size=(n,), local_size=(16,),
        args=[In(x), In(y), Out(np.float32, (4, n)), np.uint32(n)],
        expect={2: np.array([e / p, e / p, p**e, p**e])}, ulp=LOOSE,
    )

    r = rng.uniform(0, 2, (n, 4)).astype(np.float32)
    d = r.astype(np.float64)
    angle, gain, tilt = 0.75, 3.0, 1.25
    want = np.sin(d * angle) * gain / np.sqrt(np.exp2(np.cos(d * tilt)))
    yield case(
        kernel="lens", global_size=(n,), local_size=(16,),
        args=[In(r), Out(np.float32, (n, 4)), np.float32(angle), np.float32(gain),
              np.float32(tilt)],
        expect={1: Expect(want, 4 * LOOSE, 1.0)},
    )
