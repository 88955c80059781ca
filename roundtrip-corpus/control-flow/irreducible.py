import re
import zlib

import numpy as np

from harness import In, Out, case

COUNTS = np.dtype([(f, "i4") for f in ("words", "numbers", "comments", "errors")])


def tangle(x, limit):
    """The states of `tangled` as a table of what comes next."""
    left = right = 0
    state = {0: "left", 1: "right", 2: "start"}[x % 3]
    if state == "start":
        x, state = x * 3 + 1, "left"
    while True:
        if state == "left":
            left, x = left + 1, x & 0xFFFF
            if left + right >= limit:
                break
            if x % 2:
                state = "right"
                continue
            x = x // 2 + 7
            if x % 5:
                x = x * 3 + 1
            else:
                x, state = x ^ x >> 3, "right"
        else:
            right, x = right + 1, x + left
            if left + right >= limit:
                break
            if x % 7 == 0:
                state = "left"
            elif x & 2:
                x ^= x >> 3
            else:
                x, state = x * 3 + 1, "left"
    return left * 1000 + right, x


def count(line):
    """The same tokens by regular expressions."""
    counts = dict.fromkeys(COUNTS.names, 0)
    for token in re.findall(r"[0-9]+[a-z][a-z0-9]*|[0-9]+|[a-z][a-z0-9]*|\{[^}]*\}?|[^ ]", line):
        if token[0] == "{":
            counts["comments" if token[-1] == "}" else "errors"] += 1
        elif token.isdigit():
            counts["numbers"] += 1
        elif re.fullmatch("[a-z0-9]+", token):
            counts["words"] += 1
            counts["errors"] += token[0].isdigit()
        else:
            counts["errors"] += 1
    return tuple(counts.values())


def cases(rng):
    n, modulus = 128, 4294967291
    a, b = rng.integers(0, 2**32, (2, n), dtype=np.uint32)
    b[:4] = [0, 1, 2, 2**31]
    product = [int(p) * int(q) % modulus for p, q in zip(a, b)]
    yield case(kernel="modular_products", global_size=(n,), local_size=(32,),
               args=[In(a), In(b), Out(np.uint32, n), np.uint32(modulus)],
               expect={2: np.array(product, np.uint32)})

    start = rng.integers(0, 60000, n, dtype=np.int32)
    yield case(kernel="tangled", global_size=(n,), local_size=(16,),
               args=[In(start), Out(np.int32, (n, 2)), np.int32(60)],
               expect={1: np.array([tangle(int(x), 60) for x in start], np.int32)})

    width, lines = 48, 64
    text = rng.choice(list("abz019 {}  .b3"), (lines, width)).astype("S1")
    counts = [count(b"".join(line).decode()) for line in text]
    yield case(kernel="scan_text", global_size=(lines,),
               args=[In(text.view(np.int8)), Out(COUNTS, lines), np.int32(width)],
               expect={1: np.array(counts, COUNTS)})

    data = rng.integers(0, 256, 100, dtype=np.uint8)
    lengths = rng.integers(0, 101, 64, dtype=np.int32)
    lengths[:6] = range(6)
    sums = [zlib.adler32(data[:k].tobytes()) for k in lengths]
    yield case(kernel="duff", global_size=(64,), local_size=(64,),
               args=[In(data), In(lengths), Out(np.uint32, 64)],
               expect={2: np.array(sums, np.uint32)})
