import numpy as np

from harness import Expect, In, InOut, case


def cases(rng):
    for m, n, k in [(48, 32, 64), (37, 19, 45)]:
        a = rng.standard_normal((m, k), dtype=np.float32)
        b = rng.standard_normal((k, n), dtype=np.float32)
        c = rng.standard_normal((m, n), dtype=np.float32)
        alpha, beta = np.float32(1.5), np.float32(-0.25)
        wide = [x.astype(np.float64) for x in (a, b, c)]
        want = alpha * (wide[0] @ wide[1]) + beta * wide[2]
        # k roundings of partial sums no larger than the sum of magnitudes,
        # and a few more for the scaling.
        terms = alpha * (abs(wide[0]) @ abs(wide[1])) + abs(beta * wide[2])
        up = lambda size: (size + 15) // 16 * 16
        yield case(
            name=f"matmul {m}x{n}x{k}",
            kernel="matmul",
            global_size=(up(n), up(m)),
            local_size=(16, 16),
            args=[In(a), In(b), InOut(c), np.int32(m), np.int32(n), np.int32(k), alpha, beta],
            expect={2: Expect(want, ulp=k + 3, scale=terms)},
        )
