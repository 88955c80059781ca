import numpy as np

from harness import In, Local, Out, case, launch

GROUP, DIGITS = 64, 16


def cases(rng):
    n = 1024
    groups = n // GROUP
    x = (rng.standard_normal(n) * 10.0 ** rng.integers(-20, 20, n)).astype(np.float32)
    x[100:200] = x[300:400]  # equal keys, to show that the sort is stable
    x[7], x[8], x[9], x[10] = np.inf, -np.inf, 0.0, 1e-40
    keys, values = [Out(np.uint32, n), Out(np.uint32, n)], [Out(np.uint32, n), Out(np.uint32, n)]
    counts, result = Out(np.uint32, groups * DIGITS), Out(np.float32, n)

    steps = [launch("to_keys", (n,), None, [In(x), keys[0], values[0]])]
    for step in range(8):
        shift, a, b = np.uint32(4 * step), step % 2, 1 - step % 2
        steps += [
            launch("histogram", (n,), (GROUP,), [keys[a], counts, shift]),
            launch("scan_counts", (32,), (32,), [counts, Local(4 * 32), np.uint32(groups * DIGITS)]),
            launch("scatter", (n,), (GROUP,),
                   [keys[a], values[a], keys[b], values[b], counts, shift]),
        ]
    steps.append(launch("from_keys", (n,), None, [keys[0], result]))
    order = np.argsort(x, kind="stable")
    yield case(name="radix sort", launches=steps,
               expect={result: x[order], values[0]: order.astype(np.uint32)})
