import numpy as np
from harness import In, Out, Pipe, case, launch

GROUP = 16


def cases(rng):
    n = 64
    x = rng.integers(-1000, 1000, n, dtype=np.int32)

    def any_order(found):
        return None if np.array_equal(np.sort(found), np.sort(x)) else f"found {found}, want {x} in any order"

    for producer in ("produce", "produce_reserved"):
        packets, out = Pipe(4, n), Out(np.int32, n)
        yield case(
            name=producer, requires=["pipes"],
            launches=[
                launch(producer, (n,), (GROUP,), [packets, In(x)]),
                launch("consume", (n,), (GROUP,), [packets, out]),
            ],
            expect={out: any_order},
        )

    # More is asked for than there is: what gets no packet writes nothing.
    packets, out = Pipe(4, n), Out(np.int32, n)
    untouched = np.full(n // 2, -0x5A5A5A5B, np.int32)

    def half(found):
        got = np.sort(found)
        want = np.sort(np.concatenate([x[:n // 2], untouched]))
        return None if np.array_equal(got, want) else f"found {found}"

    yield case(
        name="short", requires=["pipes"],
        launches=[
            launch("produce", (n // 2,), (GROUP,), [packets, In(x)]),
            launch("consume", (n,), (GROUP,), [packets, out]),
        ],
        expect={out: half},
    )
