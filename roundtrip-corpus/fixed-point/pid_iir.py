import math

import numpy as np
from harness import In, Out, case


def clip(v, lo, hi):
    return max(lo, min(hi, v))


def shortened(v, bits):
    """v / 2**bits to the nearest integer, halves up."""
    return (2 * v + 2**bits) // 2 ** (bits + 1)


def cascade(samples, sections):
    for b0, b1, b2, a1, a2 in sections:
        x, y = [0, 0], [0, 0]
        out = []
        for v in samples:
            acc = b0 * v + b1 * x[-1] + b2 * x[-2] - a1 * y[-1] - a2 * y[-2]
            x.append(v)
            y.append(clip(shortened(acc, 14), -32768, 32767))
            out.append(y[-1])
        samples = out
    return samples


def control(target, gains, steps):
    kp, ki, kd, lo, hi = gains
    integral = previous = saturated = position = speed = 0
    path = []
    for _ in range(steps):
        error = target - position
        moved = integral + ki * error
        raw = shortened(kp * error + moved + kd * (error - previous), 16)
        u = clip(raw, lo, hi)
        if raw == u or (raw > u and error <= 0) or (raw < u and error > 0):
            integral = moved
        else:
            saturated += 1
        previous = error
        speed += int((u - speed) / 16)
        position += int(speed / 8)
        path.append(position)
    return path, saturated


def cases(rng):
    # Butterworth-like sections, a resonant one, and one that overdrives.
    sections = np.array([
        [1106, 2211, 1106, -18727, 6763], [16384, -30000, 14000, -28000, 13000],
        [8192, 3000, -8192, 5000, 15000], [32767, 0, 0, -8000, 0],
    ], np.int16)
    channels, samples = 12, 150
    t = np.arange(samples)[:, None]
    x = 9000 * np.sin(t * (0.02 + 0.1 * np.arange(channels)))
    x = (x + rng.normal(0, 3000, (samples, channels))).clip(-32768, 32767).astype(np.int16)
    x[:, 0] = 0
    x[0, 0] = 32767  # an impulse
    want = []
    for c in range(channels):
        order = [sections[(s + c) % 4].tolist() for s in range(4)]
        want.append(cascade(x[:, c].tolist(), order))
    yield case(
        kernel="cascade", global_size=(channels,), local_size=(4,),
        args=[In(x), Out(np.int16, x.shape), In(sections), np.uint32(4), np.uint32(samples)],
        expect={1: np.array(want, np.int16).T},
    )

    items, steps = 24, 120
    targets = rng.integers(-200000, 200000, items, dtype=np.int32)
    gains = np.stack([
        rng.integers(1000, 200000, items), rng.integers(0, 3000, items),
        rng.integers(0, 400000, items), rng.integers(-90000, -5000, items),
        rng.integers(5000, 90000, items),
    ], axis=1).astype(np.int32)
    runs = [control(a, g, steps) for a, g in zip(targets.tolist(), gains.tolist())]
    yield case(
        kernel="control", global_size=(items,), local_size=(8,),
        args=[In(targets), In(gains), np.uint32(steps), Out(np.int32, (items, steps)),
              Out(np.uint32, items)],
        expect={
            3: np.array([path for path, _ in runs], np.int32),
            4: np.array([s for _, s in runs], np.uint32),
        },
    )

    n = 64
    angle = np.linspace(-np.pi / 2, np.pi / 2, n)
    exact = np.stack([np.cos(angle), np.sin(angle)], axis=1) * 2**29

    def near(found):
        # 24 steps leave an angle of 2^-23, and each rounds by up to one unit.
        worst = np.abs(found - exact).max()
        return None if worst < 2**29 * 2**-22 + 48 else f"off by {worst}"

    squares = rng.integers(0, 1 << 64, n, dtype=np.uint64) >> np.arange(n, dtype=np.uint64)
    squares[:4] = 0, 2**64 - 1, (2**32 - 1) ** 2, (2**32 - 1) ** 2 - 1
    yield case(
        kernel="cordic", global_size=(n,), local_size=(16,),
        args=[In(np.rint(angle * 2**29).astype(np.int32)), Out(np.int32, (n, 2)),
              Out(np.uint32, n), In(squares)],
        expect={1: near, 2: np.array([math.isqrt(v) for v in squares.tolist()], np.uint32)},
    )
