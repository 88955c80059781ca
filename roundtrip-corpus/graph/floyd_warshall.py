import heapq

import numpy as np

from harness import InOut, case, launch

TILE, INFINITE = 8, 0x3FFFFFFF


def dijkstra(edges, start, n):
    best, queue = [INFINITE] * n, [(0, start)]
    while queue:
        so_far, node = heapq.heappop(queue)
        if so_far < best[node]:
            best[node] = so_far
            for to, weight in edges[node]:
                heapq.heappush(queue, (so_far + weight, to))
    return best


def cases(rng):
    n = 48
    there = rng.random((n, n)) < 0.05  # sparse enough for nodes out of reach
    weights = np.where(there, rng.integers(1, 1000, (n, n)), INFINITE).astype(np.int32)
    np.fill_diagonal(weights, 0)
    edges = [[(j, int(weights[i, j])) for j in range(n) if there[i, j]] for i in range(n)]
    distance, tiles, steps = InOut(weights), n // TILE, []
    for k in range(tiles):
        args = [distance, np.int32(n), np.int32(k)]
        steps += [
            launch("diagonal", (TILE, TILE), (TILE, TILE), args),
            launch("cross_tiles", (n, 2 * TILE), (TILE, TILE), args),
            launch("other_tiles", (n, n), (TILE, TILE), args),
        ]
    yield case(name="shortest paths", launches=steps,
               expect={distance: np.array([dijkstra(edges, i, n) for i in range(n)], np.int32)})
