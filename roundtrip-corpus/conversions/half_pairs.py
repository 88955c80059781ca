import math

import numpy as np
from harness import In, Out, case, converted

INTS = {
    "char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16,
    "int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64,
}
FLOATS = {"half": np.float16, "float": np.float32, "double": np.float64}
TYPES = INTS | FLOATS
FP16 = ["cl_khr_fp16"]


def integers(rng, dtype):
    info = np.iinfo(dtype)
    lo, hi = int(info.min), int(info.max)
    picks = {lo, hi, lo + 1, hi - 1, 0, 1, 65503, 65504, 65519, 65520, 65521, 65535}
    for at in (11, 12, 14, 15):  # halfway cases, and their neighbours
        step = 1 << (at - 10)
        for base in ((1 << at) + 6 * step, (1 << at) + 7 * step):
            picks |= {base + step // 2 + d for d in (-1, 0, 1)}
    picks |= {-p for p in picks}
    picks |= {int(v) for v in rng.integers(lo, hi, 30, dtype=dtype, endpoint=True)}
    picks |= {int(v) for v in rng.integers(-70000, 70000, 60)}
    return np.array(sorted(p for p in picks if lo <= p <= hi), dtype)


def floats(rng, dtype):
    picks = [0.0, 0.25, 0.5, 0.75, 1.5, 2.5, 3.5, 126.5, 127.5, 128.5, 254.5, 255.5, 2047.0]
    picks += [32736.0, 32752.0, 32768.0, 65472.0, 65504.0, 2.0**-14]
    picks += list(rng.normal(0, 40, 30)) + list(10 ** rng.uniform(-3, 4.8, 30))
    if dtype != np.float16:
        ties = (rng.integers(2048, 4096, 40) + 0.5) * 2.0 ** rng.integers(-24, 4, 40)
        picks += list(ties) + [65519.996, 65520.0, 70000.0, 1e30, 1 + 2**-11, 1 + 2**-11 + 2**-23]
    picks = np.array(picks, np.float64).astype(dtype)
    return np.concatenate([picks, -picks, np.array([np.inf, -np.inf], dtype)])


def fits(value, dtype):
    if not math.isfinite(value):
        return False
    info = np.iinfo(dtype)
    return math.floor(value) >= int(info.min) and math.ceil(value) <= int(info.max)


def cases(rng):
    values = {n: (integers if n in INTS else floats)(rng, t) for n, t in TYPES.items()}
    pairs = [("half", target) for target in TYPES]
    pairs += [(source, "half") for source in TYPES if source != "half"]
    for source, target in pairs:
        dtype, wild = TYPES[target], values[source]
        safe = wild.copy()
        if target in INTS:
            safe[[not fits(v, dtype) for v in wild.tolist()]] = 12.5
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
            local_size=(16,), args=args, expect={len(args) - 2: want}, requires=FP16,
        )

    n = 64
    x = rng.uniform(-0.1, 1.1, (n, 4)).astype(np.float16)
    wide = (x.astype(np.float32) * np.float32(255)).tolist()  # exact: 11 and 8 bits
    down = np.array([[converted(v, np.float16, "rtn") for v in r] for r in wide], np.float16)
    byte = np.array([[converted(v, np.uint8, "rte", True) for v in r] for r in wide], np.uint8)
    total = (down.astype(np.float64) + byte).astype(np.float16)
    yield case(
        kernel="quantise", global_size=(n,), local_size=(16,),
        args=[In(x), Out(np.float16, (n, 4)), Out(np.uint8, (n, 4))],
        expect={1: total, 2: byte}, requires=FP16,
    )
