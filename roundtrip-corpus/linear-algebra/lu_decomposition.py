import numpy as np

from harness import Expect, In, InOut, Out, case, launch

N = 24


def cases(rng):
    batch = 5
    # Diagonally dominant matrices with their rows shuffled: which pivot is
    # right is beyond doubt, and nothing grows.
    order = [rng.permutation(N) for _ in range(batch)]
    base = rng.uniform(-1, 1, (batch, N, N)).astype(np.float32)
    base += np.float32(3 * N) * np.eye(N, dtype=np.float32)
    matrices = np.stack([m[np.argsort(p)] for m, p in zip(base, order)])
    b = rng.uniform(-1, 1, (batch, N)).astype(np.float32)

    # The shuffled-back matrices need no pivoting: L U column by column.
    factors = base.astype(np.float64)
    for lu in factors:
        for k in range(N - 1):
            lu[k + 1:, k] /= lu[k, k]
            lu[k + 1:, k + 1:] -= np.outer(lu[k + 1:, k], lu[k, k + 1:])
    rows = np.stack([np.argsort(p)[...] for p in order])
    permutation = np.stack([np.argsort(r) for r in rows]).astype(np.int32)
    x = np.linalg.solve(matrices.astype(np.float64), b.astype(np.float64)[:, :, None])[:, :, 0]

    m, p = InOut(matrices), Out(np.int32, (batch, N))
    singular, result = Out(np.int32, batch), Out(np.float32, (batch, N))
    yield case(
        name="factorise and solve",
        launches=[
            launch("factorise", (batch * N,), (N,), [m, p, singular]),
            launch("solve", (batch,), None, [m, p, In(b), result]),
        ],
        expect={singular: np.zeros(batch, np.int32), p: permutation,
                m: Expect(factors, 8 * N, 1.0),
                result: Expect(x, 16 * N, abs(x).max())},
    )

    flat = np.ones((1, N, N), np.float32)
    yield case(
        name="a singular matrix", kernel="factorise", global_size=(N,), local_size=(N,),
        args=[InOut(flat), Out(np.int32, N), Out(np.int32, 1)],
        expect={2: np.array([1], np.int32), 0: flat},
    )
