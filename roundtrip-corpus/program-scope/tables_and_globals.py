import math

import numpy as np
from harness import In, InOut, Out, case, launch


def cases(rng):
    n = 64
    # name[0], weight, at, link
    sites = [
        (97, 3, (0.5, -1.0), (1, 2, 3)), (120, -7, (2.0, 4.0), (0, 0, 2)),
        (0, 11, (-3.0, 0.25), (3, 1, 0)), (0, 40, (0.0, 0.0), (0, 0, 1)),
    ]
    corners = [(0, 0, 1, 1), (1, 0.5, 0.25, 0.125), (-2, 8, 2**-10, 3)]
    big = [1 << 40, -1, 0x123456789ABCDEF]
    greeting = b"program scope\0"
    pick = rng.integers(0, 256, n, dtype=np.uint8)
    ints, floats, longs, text = [], [], [], []
    for i, at in enumerate(pick.tolist()):
        s = sites[at & 3]
        for hop in range(3):
            s = sites[s[3][hop]]
        row, x = at % 5, i % 7 - 3
        # A row of Pascal's triangle is a power of 1 + x.
        ints.append(s[1] + (1 + x) ** row + s[0])
        floats.append(np.array(corners[at % 3]) + np.array(sites[at & 3][2] + s[2]))
        longs.append(big[at % 3] + int(math.pi / 2 * 1e6))
        text.append(greeting[at % len(greeting)])
    yield case(
        kernel="tables", global_size=(n,), local_size=(16,),
        args=[In(pick), Out(np.int32, n), Out(np.float32, (n, 4)), Out(np.int64, n),
              Out(np.int8, n)],
        expect={
            1: np.array(ints, np.int32), 2: np.array(floats), 3: np.array(longs),
            4: np.array(text, np.int8),
        },
    )

    # The state after seven steps, with a look at it in the middle.
    logs, state = [], []
    counter, history, cursor = 100, [1, 2, 3, 0, 0, 0, 0, 0], 3
    weight, at, link, wide, ticket = 5, [1.0, 2.0], [9, 8, 7], 0, 1000
    launches, expect = [], {}
    for step in range(7):
        counter += 7
        history[cursor] = counter
        cursor = 3 if cursor == 7 else cursor + 1
        weight -= 1
        at = [at[1] * 2, at[0] * 2]
        link[weight & 1] += 1
        wide += 1 << 33
        ticket += 5
        log = Out(np.int32, 2)
        launches.append(launch("step_state", (1,), None, [log]))
        expect[log] = np.array([ticket, counter], np.int32)
        if step in (3, 6):
            out, where, total = Out(np.int32, 12), Out(np.float32, 2), Out(np.uint64, 1)
            launches.append(launch("read_state", (8,), None, [out, where, total]))
            digits = link[0] * 100 + link[1] * 10 + link[2]
            expect[out] = np.array(history + [weight, digits, ord("q"), cursor], np.int32)
            expect[where] = np.array(at)
            expect[total] = np.array([wide], np.uint64)
    # The last element tells where the counter stands.
    seen = InOut(np.array([0] * n + [counter], np.int32))
    launches.append(launch("count_items", (n,), (16,), [seen]))
    expect[seen] = np.array([1] * n + [counter], np.int32)
    log = Out(np.int32, 2)
    launches.append(launch("step_state", (1,), None, [log]))
    expect[log] = np.array([ticket + 5, counter + n + 7], np.int32)
    yield case(launches=launches, expect=expect)
