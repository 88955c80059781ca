import numpy as np

from harness import In, Out, case, launch

SEGMENT = 128


def cases(rng):
    for n in [128, 1000]:
        x = rng.integers(-(2**63), 2**63 - 1, n)
        x[n // 3:n // 2] = rng.integers(-3, 3, n // 2 - n // 3)  # many equal ones
        groups = -(-n // SEGMENT)
        buffers = [Out(np.int64, n), Out(np.int64, n)]
        steps = [launch("sort_segments", (groups * SEGMENT // 2,), (SEGMENT // 2,),
                        [In(x), buffers[0], np.uint32(n)])]
        now, run = 0, SEGMENT
        while run < n:
            steps.append(launch("merge_runs", (1024,), (64,),
                                [buffers[now], buffers[1 - now], np.uint32(n), np.uint32(run)]))
            now, run = 1 - now, run * 2
        yield case(name=f"odd-even merge of {n}", launches=steps,
                   expect={buffers[now]: np.sort(x)})
