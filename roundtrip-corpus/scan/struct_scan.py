import numpy as np

from harness import In, Out, case

GROUP = 64
SPAN = np.dtype([(f, "i8") for f in ("sum", "prefix", "suffix", "best")])
AFFINE = np.dtype([("scale", "u4"), ("shift", "u4")])


def cases(rng):
    n = 4 * GROUP
    values = rng.integers(-1000, 1000, n, dtype=np.int32)
    starts = (rng.random(n) < 0.1).astype(np.uint8)
    sums, running = np.zeros(n, np.int32), 0
    for i in range(n):
        running = 0 if starts[i] or i % GROUP == 0 else running
        running += int(values[i])
        sums[i] = running
    yield case(kernel="segmented_sum", global_size=(n,), local_size=(GROUP,),
               args=[In(values), In(starts), Out(np.int32, n)], expect={2: sums})

    values = rng.integers(-(2**31), 2**31, 2 * GROUP, dtype=np.int32)  # sums need 64 bits
    spans = np.zeros(2 * GROUP, SPAN)
    for i in range(2 * GROUP):
        part = [int(v) for v in values[i // GROUP * GROUP:i + 1]]
        before = np.concatenate([[0], np.cumsum(part)])
        spans[i] = (sum(part), before[1:].max(), before[-1] - before[:-1].min(),
                    max(before[j] - before[:j].min() for j in range(1, len(before))))
    yield case(kernel="best_subarrays", global_size=(2 * GROUP,), local_size=(GROUP,),
               args=[In(values), Out(SPAN, 2 * GROUP)], expect={1: spans})

    state, states = 12345, []
    for _ in range(GROUP):
        state = (1664525 * state + 1013904223) % 2**32
        states.append(state)
    yield case(kernel="lcg_states", global_size=(GROUP,), local_size=(GROUP,),
               args=[np.array((1664525, 1013904223), AFFINE), np.uint32(12345),
                     Out(np.uint32, GROUP)],
               expect={2: np.array(states, np.uint32)})
