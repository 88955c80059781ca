import numpy as np

from harness import In, InOut, case, launch

CLUSTERS, GROUP, ROUNDS = 8, 64, 5


def cases(rng):
    n = 1000
    middles = rng.integers(40, 216, (CLUSTERS, 4))
    pixels = middles[rng.integers(0, CLUSTERS, n)] + rng.integers(-40, 40, (n, 4))
    pixels = pixels.astype(np.uint8)
    pixels[:, 3] = 0  # the kernels leave alpha alone
    start = pixels[:CLUSTERS].copy()
    start[7] = [255, 0, 255, 0]  # may well attract nothing

    centres, labels, moves = start.astype(np.int64), np.full(n, 255), 0
    for _ in range(ROUNDS):
        distance = ((pixels[:, None].astype(np.int64) - centres) ** 2).sum(axis=2)
        now = distance.argmin(axis=1)
        moves += np.count_nonzero(now != labels)
        labels = now
        for k in range(CLUSTERS):
            own = pixels[labels == k].astype(np.int64)
            if len(own):
                centres[k] = (own.sum(axis=0) + len(own) // 2) // len(own)

    c, l = InOut(start), InOut(np.full(n, 255, np.uint8))
    p, sums, moved = In(pixels), InOut(np.zeros((CLUSTERS, 4), np.uint32)), InOut(np.zeros(1, np.uint32))
    yield case(
        launches=[
            launch("assign", (1024,), (GROUP,), [p, c, l, sums, moved, np.uint32(n)]),
            launch("update", (CLUSTERS,), None, [c, sums]),
        ] * ROUNDS,
        expect={l: labels.astype(np.uint8), c: centres.astype(np.uint8),
                moved: np.array([moves], np.uint32),
                sums: np.zeros((CLUSTERS, 4), np.uint32)},
    )
