import numpy as np
from harness import Expect, In, Out, case, launch

C = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
W = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)


def moments(f):
    rho = f.sum(axis=0)
    return rho, np.einsum("qyx,qd->dyx", f, C) / rho


def equilibrium(rho, u):
    cu = np.einsum("qd,dyx->qyx", C, u)
    return W[:, None, None] * rho * (1 + 3 * cu + 4.5 * cu**2 - 1.5 * (u**2).sum(axis=0))


def step(f, solid, omega, force):
    # The walls are rows of solid cells outside the grid.
    blocked = np.pad(solid, ((1, 1), (0, 0)), constant_values=True)
    pulled = np.empty_like(f)
    for q, (cx, cy) in enumerate(C):
        back = int(np.argmax((C == [-cx, -cy]).all(axis=1)))
        source = np.roll(np.pad(f[q], ((1, 1), (0, 0))), (cy, cx), (0, 1))[1:-1]
        wall = np.roll(blocked, (cy, cx), (0, 1))[1:-1]
        pulled[q] = np.where(wall, f[back], source)
    push = 3 * W * C[:, 0] * force
    next_f = pulled + omega * (equilibrium(*moments(pulled)) - pulled) + push[:, None, None]
    return np.where(solid, f, next_f)


def cases(rng):
    w, h, steps = 32, 20, 24
    omega, force = np.float32(1.25), np.float32(2**-12)
    y, x = np.mgrid[0:h, 0:w]
    solid = (x - 9) ** 2 + (y - 10) ** 2 < 10
    state = np.zeros((h, w, 4), np.float32)
    state[..., 0] = 1 + 0.05 * np.sin(2 * np.pi * x / w) + rng.normal(0, 0.01, (h, w))
    state[..., 1] = 0.08
    state[..., 2] = rng.normal(0, 0.01, (h, w))

    s = state.astype(np.float64)
    f = equilibrium(s[..., 0], np.moveaxis(s[..., 1:3], -1, 0))
    a, b, out = Out(np.float32, f.shape), Out(np.float32, f.shape), Out(np.float32, (h, w, 4))
    mask = In(solid.astype(np.uint8))
    launches = [launch("initialise", (w, h), (8, 4), [a, In(state)])]
    for _ in range(steps):
        f = step(f, solid, float(omega), float(force))
        launches.append(launch("step_once", (w, h), (8, 4), [a, b, mask, omega, force]))
        a, b = b, a
    launches.append(launch("observe", (w, h), (8, 4), [a, mask, out]))
    rho, u = moments(f)
    want = np.stack([rho, u[0], u[1], np.hypot(u[0], u[1])], axis=-1)
    want[solid] = 0
    # Each step may add a few rounding errors, all of them at densities near 1.
    yield case(
        launches=launches,
        expect={a: Expect(f, 4 * steps, 0.25), out: Expect(want, 8 * steps, 1.0)},
    )
