import numpy as np

from harness import Expect, In, InOut, Local, Out, case


def cases(rng):
    rows, columns = 200, 150
    dense = rng.standard_normal((rows, columns)).astype(np.float32)
    # Some rows are full and some are empty.
    density = rng.choice([0, 0.02, 0.2, 1], rows, p=[0.2, 0.5, 0.25, 0.05])
    dense[rng.random((rows, columns)) >= density[:, None]] = 0
    where = dense != 0
    start = np.concatenate([[0], np.cumsum(where.sum(axis=1))]).astype(np.uint32)
    column = np.nonzero(where)[1].astype(np.uint32)
    matrix = [In(start), In(column), In(dense[where])]

    x = rng.standard_normal(columns).astype(np.float32)
    wide = dense.astype(np.float64)
    want = Expect(wide @ x, 2 * columns, abs(wide) @ abs(x))
    yield case(kernel="spmv_scalar", global_size=(256,), local_size=(64,),
               args=[*matrix, In(x), Out(np.float32, rows), np.uint32(rows)], expect={4: want})
    yield case(kernel="spmv_vector", global_size=(rows * 32,), local_size=(32,),
               args=[*matrix, In(x), Out(np.float32, rows), Local(4 * 32)], expect={4: want})

    x = rng.standard_normal(rows).astype(np.float32)
    yield case(kernel="spmv_transposed", global_size=(256,), local_size=(64,),
               args=[*matrix, In(x), InOut(np.zeros(columns, np.float32)), np.uint32(rows)],
               expect={4: Expect(wide.T @ x, 2 * rows, abs(wide.T) @ abs(x))})
