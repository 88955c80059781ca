import numpy as np
from harness import In, Out, case, converted

INTS = {
    "char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16,
    "int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64,
}


def values(rng, dtype):
    """The edges of every type that `dtype` can hold, and some others."""
    info = np.iinfo(dtype)
    lo, hi = int(info.min), int(info.max)
    picks = {0, 1, hi // 2}
    for other in map(np.iinfo, INTS.values()):
        for edge in (int(other.min), int(other.max)):
            picks |= {edge - 1, edge, edge + 1}
    picks |= {int(v) for v in rng.integers(lo, hi, 32, dtype=dtype, endpoint=True)}
    return np.array(sorted(v for v in picks if lo <= v <= hi), dtype)


def cases(rng):
    for source, stype in INTS.items():
        x = values(rng, stype)
        for target, dtype in INTS.items():
            # There is nothing to round: five rows alike, twice.
            plain = np.array([converted(v, dtype, "rtz") for v in x.tolist()], dtype)
            clamped = np.array([converted(v, dtype, "rtz", True) for v in x.tolist()], dtype)
            yield case(
                kernel=f"{source}_to_{target}", global_size=(-(-x.size // 16) * 16,),
                local_size=(16,), args=[In(x), Out(dtype, (10, x.size)), np.uint32(x.size)],
                expect={1: np.repeat([plain, clamped], 5, axis=0)},
            )
