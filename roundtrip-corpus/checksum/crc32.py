import zlib

import numpy as np
from harness import In, Local, Out, case


def cases(rng):
    for items, block in ((64, 57), (16, 128), (8, 1)):
        data = rng.integers(0, 256, items * block, dtype=np.uint8)
        raw = data.tobytes()
        crcs = np.array(
            [zlib.crc32(raw[i * block : (i + 1) * block]) for i in range(items)], np.uint32
        )
        yield case(
            kernel="crc_three_ways", global_size=(items,), local_size=(8,),
            name=f"crc_three_ways in blocks of {block}",
            args=[In(data), np.uint32(block)] + [Out(np.uint32, items) for _ in range(3)]
            + [Local(256 * 4)],
            expect={2: crcs, 3: crcs, 4: crcs},
        )
        prefix = [zlib.crc32(raw[: (i + 1) * block]) for i in range(items)]
        yield case(
            kernel="crc_prefix", global_size=(1,), name=f"crc_prefix in blocks of {block}",
            args=[In(crcs), np.uint32(items), np.uint32(block), Out(np.uint32, items)],
            expect={3: np.array(prefix, np.uint32)},
        )
