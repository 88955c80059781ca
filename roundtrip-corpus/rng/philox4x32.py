import numpy as np
from harness import In, Out, case


def philox(ctr, key):
    ctr, key = list(ctr), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * ctr[0], 0xCD9E8D57 * ctr[2]
        ctr = [
            (p1 >> 32) ^ ctr[1] ^ key[0], p1 & 0xFFFFFFFF,
            (p0 >> 32) ^ ctr[3] ^ key[1], p0 & 0xFFFFFFFF,
        ]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return ctr


def counter(value):
    return [(value >> (32 * k)) & 0xFFFFFFFF for k in range(4)]


def cases(rng):
    ctrs = rng.integers(0, 1 << 32, (64, 4), dtype=np.uint32)
    keys = rng.integers(0, 1 << 32, (64, 2), dtype=np.uint32)
    # The known answers of the Random123 distribution.
    ctrs[0], keys[0] = 0, 0
    ctrs[1], keys[1] = 0xFFFFFFFF, 0xFFFFFFFF
    ctrs[2] = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344]
    keys[2] = [0xA4093822, 0x299F31D0]
    want = np.array([philox(c, k) for c, k in zip(ctrs.tolist(), keys.tolist())], np.uint32)
    known = [
        [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8],
        [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ]
    assert want[:3].tolist() == known
    yield case(
        kernel="raw", global_size=(64,), local_size=(16,),
        args=[In(ctrs), In(keys), Out(np.uint32, (64, 4))], expect={2: want},
    )

    # A start just below a carry through all words of the counter.
    seed, per_item, items = [0x12345678, 0x9ABCDEF0], 6, 32
    for start in (2**96 - 3, 2**128 - 2, 2**64 - 1):
        rows = [
            philox(counter((start + j) % 2**128), [seed[0], seed[1] ^ g])
            for g in range(items) for j in range(per_item)
        ]
        floats = (np.array(rows, np.uint32) >> 8).astype(np.float64) / 2**24
        yield case(
            kernel="uniform_floats", global_size=(items,), local_size=(8,),
            name=f"uniform_floats from {start:#x}",
            args=[
                np.array(seed, np.uint32), np.array(counter(start), np.uint32),
                np.uint32(per_item), Out(np.float32, (items * per_item, 4)),
            ],
            expect={3: floats},
        )

    # A bound slightly above 2^31 rejects nearly half of the draws.
    for bound in (1000, 2**31 + 12345):
        floor = 2**32 % bound
        numbers, draws = [], []
        for g in range(64):
            ctr = g << 96
            used = 0
            while True:
                product = philox(counter(ctr % 2**128), seed)[0] * bound
                used, ctr = used + 1, ctr + 1
                if product % 2**32 >= floor:
                    break
            numbers.append(product >> 32)
            draws.append(used)
        yield case(
            kernel="bounded", global_size=(64,), name=f"bounded by {bound}",
            args=[
                np.array(seed, np.uint32), np.uint32(bound), Out(np.uint32, 64),
                Out(np.uint32, 64),
            ],
            expect={2: np.array(numbers, np.uint32), 3: np.array(draws, np.uint32)},
        )
