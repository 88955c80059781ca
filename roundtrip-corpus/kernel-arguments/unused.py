import numpy as np
from harness import In, Local, Out, case


def cases(rng):
    n = 64
    nothing = np.zeros(n, np.int64)
    table = rng.integers(-1000, 1000, 8, dtype=np.int32)
    rules = np.zeros(4, dtype=[("weight", np.float32), ("bias", np.int32)])
    rules["weight"] = [0.5, 2, -4, 0.25]
    rules["bias"] = rng.integers(-300, 300, 4)
    values = rng.integers(-(1 << 20), 1 << 20, n, dtype=np.int32)
    texels = rng.integers(0, 256, n, dtype=np.uint8)

    yield case(
        kernel="lowest", global_size=(n,), local_size=(8,),
        args=[In(nothing), In(table), In(nothing), In(rules), Out(np.int32, n)],
        expect={4: [3 * i - 7 for i in range(n)]},
    )
    yield case(
        kernel="from_table", global_size=(n,), local_size=(8,),
        args=[In(texels), In(table), Local(64), In(nothing), In(rules), Out(np.int32, n)],
        expect={5: [5 * int(x) + 1 for _ in range(n // 8) for x in table]},
    )
    rule = np.tile(rules, n // 4)
    yield case(
        kernel="by_rule", global_size=(n,), local_size=(8,),
        args=[In(texels), In(nothing), In(nothing), In(rules), In(nothing), In(nothing), Out(np.float32, n)],
        # Powers of two times small integers: exact.
        expect={6: ((texels.astype(np.int64) + rule["bias"]) * rule["weight"]).astype(np.float32)},
    )
    yield case(
        kernel="through_a_function", global_size=(n,), local_size=(8,),
        args=[In(table), In(values), In(nothing), Out(np.int32, n)],
        expect={3: [2 * int(x) - 9 for x in values]},
    )
