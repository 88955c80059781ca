import numpy as np
from harness import In, InOut, Local, Out, case


def cases(rng):
    n, group = 96, 32
    g = rng.integers(-100, 100, (n, 4), dtype=np.int32)
    yield case(
        kernel="sort_everywhere", global_size=(n,), local_size=(group,),
        args=[InOut(g), Out(np.int32, (n, 4)), Out(np.int32, (n, 4)), Local(16 * group)],
        expect={0: np.sort(g, axis=1), 1: np.sort(g ^ 0x55, axis=1), 2: np.sort(-g, axis=1)},
    )

    which = rng.integers(0, 256, n, dtype=np.uint8)
    g = rng.integers(-100, 100, (n, 2), dtype=np.int32)
    kind, i = which % 3, np.arange(n)
    after = g.copy()
    after[kind == 2, 1] += 100
    k = i % group
    result = np.choose(kind, [i + 101, k * 10 + 103 + k * 10, after[:, 0]])
    place = np.choose(kind, [4, 2, 1])
    fence = np.where(kind == 2, 2, 0)

    # A CPU, with one address space for all, may find a pointer to be of any:
    # at least the right one must be among the answers.  (Intel's get_fence
    # says global for all, so that only global pointers are checked.)
    def includes(want):
        return lambda found: None if np.all(found & want == want) else f"got {found}"

    yield case(
        kernel="chosen", global_size=(n,), local_size=(group,),
        args=[In(which), InOut(g), Out(np.int32, n), Out(np.uint32, n), Out(np.uint32, n)],
        expect={1: after, 2: result.astype(np.int32), 3: includes(place), 4: includes(fence)},
    )

    x = rng.integers(-50, 50, 8, dtype=np.int32)
    for steps in (3, 100):
        out = []
        for i in range(n):
            nodes = []
            for j in range(4):
                e = int(x[(i + j) & 7])
                nodes += [e * 1000, e + i]
            acc = 0
            for value in nodes[::-1][:steps]:
                acc = acc * 3 + value
            out.append(acc + int(x[i & 7]) * 1000)
        yield case(
            kernel="list", global_size=(n,), local_size=(group,), name=f"list, {steps} steps",
            args=[In(x), Out(np.int32, n), np.uint32(steps)],
            expect={1: np.array(out, np.int32)},
        )

    f = rng.integers(-100, 100, n).astype(np.float32)
    i = np.arange(n)
    yield case(
        kernel="spans", global_size=(n,), local_size=(group,),
        args=[InOut(f), Local(4 * group), Out(np.float32, n)],
        expect={0: f * 2, 2: f * 2.0 + (i % group) * 4 + i * 0.5 + 1.5},
    )
