import numpy as np
from harness import In, Out, Pipe, case, launch

GROUP = 8


def cases(rng):
    n = 32
    x = rng.integers(-1000, 1000, (n, 4), dtype=np.int32)
    packets, out, left = Pipe(16, n + 5), Out(np.int32, (n, 4)), Out(np.uint32, n // 2)

    def groups_together(found):
        # Groups may come in any order, the packets of one stay together.
        parts = {part.tobytes() for part in found.reshape(n // GROUP, GROUP, 4)}
        want = {part.tobytes() for part in x.reshape(n // GROUP, GROUP, 4)}
        return None if parts == want else f"found {found}"

    def counts(found):
        # Each reader takes two of what was there; the pipe has room for n + 5.
        bad = (found < n + 5) | (found > n + 5 + n - 2) | (found - (n + 5)) % 2 == 1
        return None if not bad.any() else f"found {found}"

    yield case(
        requires=["pipes"],
        launches=[
            launch("produce", (n,), (GROUP,), [In(x), packets]),
            launch("consume", (n // 2,), (GROUP,), [packets, out, left]),
        ],
        expect={out: groups_together, left: counts},
    )
