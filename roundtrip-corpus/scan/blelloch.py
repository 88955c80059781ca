import numpy as np

from harness import In, Out, case, launch

BLOCK = 256


def cases(rng):
    for n in [1, 256, 4000]:
        x = rng.integers(0, 2**32, n, dtype=np.uint32)  # sums wrap around
        blocks = -(-n // BLOCK)
        out, sums = Out(np.uint32, n), Out(np.uint32, blocks)
        offsets, total = Out(np.uint32, blocks), Out(np.uint32, 1)
        inclusive = np.cumsum(x, dtype=np.uint32)
        yield case(
            name=f"scan of {n}",
            launches=[
                launch("scan_blocks", (blocks * BLOCK // 2,), (BLOCK // 2,),
                       [In(x), out, sums, np.uint32(n)]),
                launch("scan_blocks", (BLOCK // 2,), (BLOCK // 2,),
                       [sums, offsets, total, np.uint32(blocks)]),
                launch("add_offsets", (blocks * BLOCK,), None, [out, offsets, np.uint32(n)]),
            ],
            expect={out: inclusive - x, total: inclusive[-1:]},
        )
