import numpy as np
from harness import In, Local, Out, case

MAX_LEN = 48


def levenshtein(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


def align(a, b):
    """The best score and the script that leads to it, backwards."""
    best = {}
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i == 0 or j == 0:
                best[i, j] = -2 * (i + j), "D" if i else "I"
                continue
            same = a[i - 1] == b[j - 1]
            best[i, j] = max(
                # The first of equals is taken.
                (best[i - 1, j - 1][0] + (2 if same else -1), "M" if same else "S"),
                (best[i - 1, j][0] - 2, "D"), (best[i, j - 1][0] - 2, "I"),
                key=lambda option: option[0],
            )
    i, j, script = len(a), len(b), ""
    while i or j:
        move = best[i, j][1]
        script += move
        i, j = i - (move != "I"), j - (move != "D")
    return best[len(a), len(b)][0], script


def mutated(rng, text):
    out = bytearray()
    for c in text:
        r = rng.random()
        if r > 0.1:
            out.append(c if r > 0.2 else int(rng.choice(list(b"ACGT"))))
        if r > 0.92:
            out.append(int(rng.choice(list(b"ACGT"))))
    return bytes(out[:MAX_LEN])


def cases(rng):
    letters = np.frombuffer(b"ACGT", np.uint8)
    texts = [(b"kitten", b"sitting"), (b"", b"ACGT"), (b"AAAA", b""), (b"", b""), (b"G", b"G")]
    for length in (5, 17, 31, 32, 40, 44, 48, 48):
        a = rng.choice(letters, length).tobytes()
        texts.append((a, mutated(rng, a)))
    texts.append((rng.choice(letters, 48).tobytes(), rng.choice(letters, 20).tobytes()))
    pool, pairs = b"", []
    for a, b in texts:
        pairs.append((len(pool), len(a), len(pool) + len(a), len(b)))
        pool += a + b
    n = len(texts)
    text, pairs = In(np.frombuffer(pool, np.uint8)), In(np.array(pairs, np.uint16))
    yield case(
        kernel="levenshtein", global_size=(16 * n,), local_size=(16,),
        args=[text, pairs, Out(np.int32, n)],
        expect={2: np.array([levenshtein(a, b) for a, b in texts], np.int32)},
    )
    aligned = [align(a, b) for a, b in texts]
    script = "".join(s.ljust(2 * MAX_LEN, ".") for _, s in aligned).encode()
    cells = (MAX_LEN + 1) ** 2
    yield case(
        kernel="needleman_wunsch", global_size=(16 * n,), local_size=(16,),
        args=[text, pairs, Out(np.int32, n), Out(np.uint8, (n, 2 * MAX_LEN)), Local(4 * cells),
              Local(4 * (cells // 16 + 1))],
        expect={
            2: np.array([s for s, _ in aligned], np.int32), 3: np.frombuffer(script, np.uint8),
        },
    )
