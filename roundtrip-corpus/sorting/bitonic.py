import numpy as np

from harness import InOut, case, launch

BLOCK = 256
PAIR = np.dtype([("key", "u4"), ("value", "u4")])


def cases(rng):
    for n, descending in [(256, 0), (2048, 0), (1024, 1)]:
        pairs = np.zeros(n, PAIR)
        # Distinct keys: a bitonic sort is not stable.
        pairs["key"] = rng.permutation(n).astype(np.uint32) * np.uint32(2**32 // n)
        pairs["value"] = rng.integers(0, 2**32, n, dtype=np.uint32)
        want = np.sort(pairs, order="key")
        if descending:
            want = want[::-1]
        data, flag, half = InOut(pairs), np.uint32(descending), n // 2
        steps = [launch("sort_blocks", (half,), (BLOCK // 2,), [data, flag])]
        length = 2 * BLOCK
        while length <= n:
            distance = length // 2
            while distance >= BLOCK:
                steps.append(launch("merge_step", (half,), None,
                                    [data, np.uint32(length), np.uint32(distance), flag]))
                distance //= 2
            steps.append(launch("merge_in_block", (half,), (BLOCK // 2,),
                                [data, np.uint32(length), flag]))
            length *= 2
        yield case(name=f"bitonic {n}{' descending' * descending}", launches=steps,
                   expect={data: want})
