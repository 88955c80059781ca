import numpy as np
from harness import In, Out, case

SPHERE = np.dtype({
    "names": ["position", "radius"], "formats": [(np.float32, 3), np.float32],
    "offsets": [0, 16], "itemsize": 32,
})
PARAMS = np.dtype({
    "names": ["tag", "grid", "lo", "hi", "bound", "stamp"],
    "formats": [np.uint8, (np.int16, (2, 3)), np.int32, np.int32, SPHERE, np.int64],
    "offsets": [0, 2, 16, 20, 32, 64], "itemsize": 80,
})
HEADER = np.dtype([("kind", np.uint8), ("length", "<u4"), ("port", "<u2")])
ITEM = np.dtype({
    "names": ["id", "colour"], "formats": [np.int32, (np.uint8, 4)], "offsets": [0, 4],
    "itemsize": 32,
})
SHAPE = np.dtype([("kind", np.int32), ("code", np.uint32, 2)])


def weigh(tag, grid, lo, hi):
    s = tag
    for e in grid.ravel().tolist():
        s = s * 3 + e
    return s + hi - lo


def cases(rng):
    n = 24
    p = np.zeros(1, PARAMS)
    p["tag"], p["lo"], p["hi"], p["stamp"] = 201, -1000, 77777, 0x123456789ABCDEF0
    p["grid"] = rng.integers(-300, 300, (2, 3))
    p["bound"]["position"], p["bound"]["radius"] = [1.5, -2.25, 0.5], 3.0
    before = weigh(201, p["grid"][0], -1000, 77777)
    weights, dist2 = [], []
    copies = np.repeat(p, n)
    for i in range(n):
        grid = p["grid"][0] * [1, 2, 3] - [[0], [1]]
        copies[i]["grid"], copies[i]["lo"], copies[i]["hi"] = grid, -1000 + i, 77777 - i
        at = np.array([1.5 + i, -2.25, 0.5 - i])
        copies[i]["bound"]["position"] = at
        weights.append(weigh(201, grid, -1000 + i, 77777 - i) - before)
        dist2.append(at @ at - 9)  # exact, also in float
    yield case(
        kernel="use_params", global_size=(n,), local_size=(8,),
        args=[p[0], Out(np.int32, n), Out(PARAMS, n), Out(np.float32, n)],
        expect={1: np.array(weights, np.int32), 2: copies, 3: np.array(dist2)},
    )

    wire = np.zeros(n, HEADER)
    wire["kind"] = rng.integers(0, 256, n)
    wire["length"] = rng.integers(0, 1 << 32, n)
    wire["port"] = rng.integers(0, 1 << 16, n)
    out, items = wire.copy(), np.zeros(n, ITEM)
    out["kind"] ^= 0x80
    out["length"] += np.uint32(n)
    out["port"] = wire["port"].byteswap()
    items["id"] = 32 + np.arange(n)
    port = wire["port"].astype(np.uint16)
    items["colour"] = np.stack([wire["kind"], port & 255, port >> 8, wire["kind"]], axis=1)
    yield case(
        kernel="headers", global_size=(n,), local_size=(8,),
        args=[In(wire.view(np.uint8)), Out(HEADER, n), Out(ITEM, n), np.uint32(n)],
        expect={1: out, 2: items},
    )

    x = (rng.integers(-200, 200, (n, 2)) / 4).astype(np.float32)
    kind = np.arange(n) % 3
    d = x.astype(np.float64)
    whole = np.trunc(d)
    areas = np.choose(kind, [d[:, 0] * d[:, 1], 3 * d[:, 0] ** 2, whole.sum(axis=1)])
    shapes = np.zeros(n, SHAPE)
    shapes["kind"] = kind
    codes = whole.astype(np.int32).view(np.uint32)
    shapes["code"] = np.where((kind == 2)[:, None], codes, x.view(np.uint32))
    u = np.ascontiguousarray(x[:, 0]).view(np.uint32).byteswap()
    u = (u & np.uint32(0xFFFF0000)) | ((u + np.uint32(1)) & np.uint32(0xFFFF))
    u = u << np.uint32(8) | u >> np.uint32(24)
    bits = u ^ np.ascontiguousarray(x[:, 1]).view(np.uint32) ^ u.byteswap()
    yield case(
        kernel="unions", global_size=(n,), local_size=(8,),
        args=[In(x), Out(np.float32, n), Out(np.uint32, n), Out(SHAPE, n)],
        expect={1: areas, 2: bits, 3: shapes},
    )
