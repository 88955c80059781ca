import math

import numpy as np
from harness import In, Out, case, converted

INTS = {
    "char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16,
    "int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64,
}
FLOATS = {"float": np.float32, "double": np.float64}
TYPES = INTS | FLOATS


def integers(rng, dtype):
    """Edges, and values around the halfway cases between floats or doubles."""
    info = np.iinfo(dtype)
    lo, hi = int(info.min), int(info.max)
    picks = {lo, lo + 1, hi, hi - 1, 0, 1, hi // 2, hi // 2 + 1}
    for bits, at in ((24, 30), (24, 61), (53, 61), (53, 63)):
        ulp = 1 << (at - bits + 1)
        base = (1 << at) + 5 * ulp
        for b in (base, base + ulp):
            picks |= {b + ulp // 2 + d for d in (-1, 0, 1)}
            picks |= {-b - ulp // 2 + d for d in (-1, 0, 1)}
    picks |= {int(v) for v in rng.integers(lo, hi, 32, dtype=dtype, endpoint=True)}
    return np.array(sorted(v for v in picks if lo <= v <= hi), dtype)


def floats(rng, dtype):
    """Ties, the edges of the integer types and their neighbours, infinities."""
    picks = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 3.5, 6.25, 99.5, 100.5]
    for kind in INTS.values():
        info = np.iinfo(kind)
        for edge in (float(info.min), float(info.max)):
            picks += [edge, edge + 0.25, edge - 0.25, edge + 0.5, edge - 0.5, edge * 1.5]
            picks += [float(np.nextafter(dtype(edge), dtype(d))) for d in (-np.inf, np.inf)]
    if dtype == np.float64:
        # Halfway between floats, near the largest float, and past it.
        picks += [1 + 2**-24, 1 + 3 * 2**-24, 1 + 2**-24 + 2**-52, 1 - 2**-26]
        picks += [float(np.finfo(np.float32).max) * (1 + d) for d in (0, 2**-26, 2**-24, 1)]
        picks += [1e300, 3.0e-30]
    picks += list(rng.normal(0, 50, 12)) + list(10 ** rng.uniform(-3, 25, 12))
    # Subnormal floats may be flushed to zero.
    picks = [p for p in picks if p == 0 or abs(p) > 1e-37]
    both = np.array(picks + [-p for p in picks], np.float64).astype(dtype)
    return np.concatenate([both, np.array([np.inf, -np.inf, np.nan], dtype)])


def fits(value, target):
    """Whether each rounding of the float lies within the integer type."""
    if not math.isfinite(value):
        return False
    info = np.iinfo(TYPES[target])
    return math.floor(value) >= int(info.min) and math.ceil(value) <= int(info.max)


def cases(rng):
    values = {n: (integers if n in INTS else floats)(rng, t) for n, t in TYPES.items()}
    for source, stype in TYPES.items():
        for target, dtype in TYPES.items():
            if source in INTS and target in INTS:
                continue
            wild = values[source]
            if target in INTS:
                # NaN should, but need not, become 0.
                wild = wild[wild == wild]
            safe = wild.copy()
            if target in INTS:
                safe[[not fits(v, target) for v in wild.tolist()]] = stype(12.5)
            # The default mode comes first: rte to a float, rtz to an integer.
            modes = ["rtz" if target in INTS else "rte", "rte", "rtz", "rtp", "rtn"]
            rows = [[converted(v, dtype, m) for v in safe.tolist()] for m in modes]
            if target in INTS:
                rows += [[converted(v, dtype, m, True) for v in wild.tolist()] for m in modes]
            want = np.array([np.array(row, dtype) for row in rows])
            args = [In(safe)] + ([In(wild)] if target in INTS else [])
            args += [Out(dtype, want.shape), np.uint32(safe.size)]
            yield case(
                kernel=f"{source}_to_{target}", global_size=(-(-safe.size // 16) * 16,),
                local_size=(16,), args=args, expect={len(args) - 2: want},
            )
