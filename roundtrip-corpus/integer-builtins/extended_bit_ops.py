import numpy as np
from harness import In, Out, case

TYPES = {
    "char": (np.uint8, 1), "ushort": (np.uint16, 1), "int": (np.uint32, 1),
    "ulong": (np.uint64, 1), "uint4": (np.uint32, 4),
}
NEEDED = ["cl_khr_extended_bit_ops"]


def cases(rng):
    for name, (dtype, width) in TYPES.items():
        bits = np.iinfo(dtype).bits
        place = [(a, w) for a in range(bits) for w in range(1, bits + 1 - a)]
        place = rng.permutation(np.array(place, np.uint32))[:64]
        place[0] = 0, bits
        n = len(place)
        n -= n % 4
        place = place[:n]
        base, insert = rng.integers(0, 1 << bits, (2, n, width), dtype=dtype)
        results = [[], [], [], []]
        for i, (at, count) in enumerate(place.tolist()):
            mask = (1 << count) - 1
            for b, e in zip(base[i].tolist(), insert[i].tolist()):
                field = b >> at & mask
                sign = field >> (count - 1) & 1
                results[0].append(b & ~(mask << at) | (e & mask) << at)
                results[1].append((field - (sign << count)) % (1 << bits))
                results[2].append(field)
                results[3].append(int(f"{b:0{bits}b}"[::-1], 2))
        yield case(
            kernel=f"fields_{name}", global_size=(n,), local_size=(4,),
            args=[In(base), In(insert), In(place)] + [Out(dtype, base.shape) for _ in range(4)],
            expect={3 + k: np.array(r, dtype) for k, r in enumerate(results)},
            requires=NEEDED,
        )

    bits = 7
    x = rng.normal(size=(1 << bits, 2)).astype(np.float32)
    order = [int(f"{i:0{bits}b}"[::-1], 2) for i in range(1 << bits)]
    yield case(
        kernel="fft_order", global_size=(1 << bits,), local_size=(16,),
        args=[In(x), Out(np.float32, x.shape), np.uint32(bits)], expect={1: x[order]},
        requires=NEEDED,
    )
