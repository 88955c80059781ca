import numpy as np

from harness import Expect, In, Out, case, launch

N = 256


def pairs(z):
    return np.stack([z.real, z.imag], axis=-1)


def cases(rng):
    batch = 4
    x = rng.standard_normal((batch, N, 2), dtype=np.float32)
    z = x[..., 0].astype(np.float64) + 1j * x[..., 1]
    # No intermediate value exceeds the sum of magnitudes, and each of the
    # eight stages adds a twiddle's and a multiplication's error.
    total = abs(z).sum(axis=1)[:, None]
    ulp = 8 * 8
    args = ((batch * N // 2,), (N // 2,))
    forward, back, power = (Out(np.float32, x.shape), Out(np.float32, x.shape),
                            Out(np.float32, (batch, N)))
    spectrum = np.fft.fft(z)
    yield case(
        name="forward and back",
        launches=[
            launch("fft", *args, [In(x), forward, np.int32(0)]),
            launch("fft", *args, [forward, back, np.int32(1)]),
            launch("power_spectrum", (batch * N,), None, [forward, power]),
        ],
        expect={
            forward: Expect(pairs(spectrum), ulp, total[..., None]),
            back: Expect(x, 2 * ulp, total[..., None]),
            power: Expect(abs(spectrum) ** 2, 4 * ulp, total**2),
        },
    )
    yield case(
        name="inverse", kernel="fft", global_size=args[0], local_size=args[1],
        args=[In(x), Out(np.float32, x.shape), np.int32(1)],
        expect={1: Expect(pairs(np.fft.ifft(z)), ulp, total[..., None] / N)},
    )
