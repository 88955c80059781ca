import numpy as np
from harness import In, Out, case


def occurrences(text, pattern):
    at, found = text.find(pattern), []
    while at >= 0:
        found.append(at)
        at = text.find(pattern, at + 1)
    return found


def cases(rng):
    # A small alphabet, some of it above 127, so that there are many matches.
    letters = np.frombuffer(b"aab\xe9", np.uint8)
    text = rng.choice(letters, 3001).tobytes()
    cuts = [(5, 1), (100, 2), (2999, 2), (0, 3), (700, 5), (1500, 8), (2993, 8), (40, 32)]
    patterns = [text[at : at + n] for at, n in cuts]
    patterns += [b"aaa", b"abaabaab", b"z", b"aaz", b"\xe9\xe9\xe9", b"a" * 31 + b"b"]
    spans = np.array(
        [(sum(map(len, patterns[:i])), len(p)) for i, p in enumerate(patterns)], np.uint32
    )
    pool = np.frombuffer(b"".join(patterns), np.int8)
    found = [occurrences(text, p) for p in patterns]
    none = 0xFFFFFFFF
    counts = np.array([len(f) for f in found], np.uint32)
    first = np.array([f[0] if f else none for f in found], np.uint32)
    last = np.array([f[-1] if f else none for f in found], np.uint32)
    n, t = len(patterns), In(np.frombuffer(text, np.int8))
    yield case(
        kernel="horspool", global_size=(16 * n,), local_size=(16,),
        args=[t, np.uint32(len(text)), In(pool), In(spans), Out(np.uint32, n), Out(np.uint32, n)],
        expect={4: counts, 5: first},
    )
    yield case(
        kernel="kmp", global_size=(32,), local_size=(8,),
        args=[
            t, np.uint32(len(text)), In(pool), In(spans), np.uint32(n), Out(np.uint32, n),
            Out(np.uint32, n),
        ],
        expect={5: counts, 6: last},
    )
