import numpy as np
from harness import In, Out, case

SIZE = 1 << 256


def words(numbers, count=4):
    raw = b"".join(v.to_bytes(8 * count, "little") for v in numbers)
    return np.frombuffer(raw, np.uint64).reshape(len(numbers), count)


def numbers(rng, n):
    """Random ones, sparse ones, and the extremes."""
    out = [0, 1, SIZE - 1, SIZE - 2**64, 2**128 - 1, 2**192, 2**64 - 1]
    while len(out) < n:
        v = int.from_bytes(rng.bytes(32), "little")
        w = rng.integers(0, 3, 4)  # whole words of zeros or ones
        for k in range(4):
            mask = (2**64 - 1) << (64 * k)
            v = v & ~mask if w[k] == 0 else v | mask if w[k] == 1 and len(out) % 2 else v
        out.append(v)
    return out


def cases(rng):
    n = 64
    a = numbers(rng, n)
    b = [numbers(rng, n)[k] for k in rng.permutation(n)]
    b[2], b[3] = SIZE - 1, 1
    product = words([x * y for x, y in zip(a, b)], 8)
    carries = np.array([[x + y >= SIZE, x < y] for x, y in zip(a, b)], np.uint8)
    yield case(
        kernel="arithmetic", global_size=(n,), local_size=(8,),
        args=[In(words(a)), In(words(b)), Out(np.uint64, (n, 4)), Out(np.uint64, (n, 4)),
              Out(np.uint64, (n, 8)), Out(np.uint8, (n, 2))],
        expect={
            2: words([(x + y) % SIZE for x, y in zip(a, b)]),
            3: words([(x - y) % SIZE for x, y in zip(a, b)]), 4: product, 5: carries,
        },
    )

    # The prime of secp256k1, and an odd modulus with room above it.
    for m in (2**256 - 2**32 - 977, 0x1234567 << 200 | 0xABCDEF12345):
        base = [v % m for v in a]
        expo = rng.integers(0, 1 << 20, n, dtype=np.uint32)
        expo[:3] = 0, 1, 0xFFFFFFFF
        want = [pow(x, e, m) for x, e in zip(base, expo.tolist())]
        yield case(
            kernel="power", global_size=(n,), local_size=(8,), name=f"power modulo {m:#x}",
            args=[In(words(base)), In(expo), words([m])[0], words([2**512 % m])[0],
                  Out(np.uint64, (n, 4))],
            expect={4: words(want)},
        )

    room = 78
    text = "".join(f"{v:<{room}}" for v in a).encode()
    yield case(
        kernel="print_decimal", global_size=(n,), local_size=(8,),
        args=[In(words(a)), Out(np.uint8, (n, room)), np.uint32(room)],
        expect={1: np.frombuffer(text, np.uint8)},
    )
