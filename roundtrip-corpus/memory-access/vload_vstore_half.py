import numpy as np
from harness import In, Local, Out, case

MAX = 65504.0


def to_half(x, mode):
    """float64 values rounded to half, as bits."""
    x = np.asarray(x, np.float64)
    with np.errstate(all="ignore"):
        near = x.astype(np.float16)
        if mode == "rte":
            return near
        inf = np.float16(np.inf)
        up = np.where(near.astype(np.float64) < x, np.nextafter(near, inf), near)
        down = np.where(near.astype(np.float64) > x, np.nextafter(near, -inf), near)
    if mode == "rtp":
        return up
    if mode == "rtn":
        return down
    return np.where(x < 0, up, down)


def bits(halves):
    return np.ascontiguousarray(halves, np.float16).view(np.uint16)


def values(rng, dtype):
    """Values of every magnitude of half precision, with many ties."""
    grid = (rng.integers(-4096, 4096, 100) * 2.0 ** rng.integers(-25, 4, 100)).astype(dtype)
    wide = (rng.normal(size=60) * 2.0 ** rng.integers(-26, 17, 60)).astype(dtype)
    edges = [0, -0.0, 1, -1, 65504, 65519, 65520, 65536, 1e6, 1e30, 2**-14, 2**-24, 2**-25,
             3 * 2**-26, 2**-26, 1 + 2**-11, 1 + 3 * 2**-11, 1e-20, np.inf, 65519.996]
    edges = np.array(edges, dtype)
    x = np.concatenate([grid, wide, edges, -edges])
    if dtype == np.float64:
        x = np.concatenate([x, [1 + 2**-11 + 2**-40, 1 + 2**-11 - 2**-40, 65520 - 2**-30, 1e300]])
    return x


def halves(rng, n):
    """Finite halves, subnormal ones among them."""
    h = rng.integers(0, 1 << 16, n, dtype=np.uint16)
    h = np.where((h & 0x7C00) == 0x7C00, h & 0x83FF, h).astype(np.uint16)
    return h.view(np.float16)


def cases(rng):
    modes = ["rte", "rte", "rtz", "rtp", "rtn"]
    for kernel, dtype in (("scalar_modes", np.float32), ("scalar_modes_double", np.float64)):
        x = values(rng, dtype)
        want = np.array([bits(to_half(x, m)) for m in modes])
        yield case(
            kernel=kernel, global_size=(x.size,),
            args=[In(x), Out(np.uint16, want.shape), np.uint32(x.size)], expect={1: want},
        )

    n = 32
    h = halves(rng, 16 * n)
    f = h.astype(np.float32)
    yield case(
        kernel="load_all", global_size=(n,), local_size=(8,),
        args=[In(h)] + [Out(np.float32, (n, w)) for w in (1, 2, 3, 4, 8, 16)],
        expect={k + 1: f[: w * n].reshape(n, w) for k, w in enumerate((1, 2, 3, 4, 8, 16))},
    )

    # Few bits each, so that the sums are exact in float.
    h = (rng.integers(-512, 512, 16 * n) / 2.0 ** rng.integers(0, 6, 16 * n)).astype(np.float16)
    d, stride = h.astype(np.float64), 33
    rows = []
    for i in range(n):
        row = []
        for w, mode in ((2, "rtz"), (3, "rtp"), (4, "rtn"), (8, "rte"), (16, "rte")):
            v = d[i * w : i * w + w]
            row.append(bits(to_half(v * 0.25 + np.roll(v, -1) * 0.75, mode)))
        rows.append(np.concatenate(row))
    yield case(
        kernel="blur", global_size=(n,), local_size=(8,),
        args=[In(h), Out(np.uint16, (n, stride)), np.uint32(stride)],
        expect={1: np.array(rows)},
    )

    h = h[: 4 * n].reshape(n, 4)
    d = h.astype(np.float64)
    squares = bits(to_half(d[:, :3] ** 2, "rte"))

    def check(found):
        # What lies in the fourth component is unspecified.
        same = np.array_equal(found[:, :3], squares)
        return None if same else f"the squares are {found[:2]}, not {squares[:2]}"

    yield case(
        kernel="aligned", global_size=(n,), local_size=(8,),
        args=[In(h), Out(np.uint16, (n, 4)), Out(np.float32, (n, 4))],
        expect={1: check, 2: d + d[:, [2, 3, 0, 1]]},
    )

    x = rng.normal(size=(4, 16)).astype(np.float32) * 100
    down = to_half(x, "rtz").astype(np.float32)[:, ::-1]
    yield case(
        kernel="scratch", global_size=(64,), local_size=(16,),
        args=[In(x), Out(np.float32, (4, 16)), Local(32)],
        expect={1: down - to_half(x, "rtp").astype(np.float32)},
    )
