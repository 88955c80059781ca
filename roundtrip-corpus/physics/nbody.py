import numpy as np

from harness import Expect, In, Local, Out, case, launch

PARAMS = np.dtype([("dt", "f4"), ("softening2", "f4"), ("count", "u4")])


def cases(rng):
    n, group = 150, 64
    position = rng.standard_normal((n, 4)).astype(np.float32)
    position[:, 3] = rng.uniform(0.1, 1, n)
    velocity = rng.standard_normal((n, 4)).astype(np.float32)
    params = np.array((0.01, 0.05, n), PARAMS)
    dt, softening2 = float(params["dt"]), float(params["softening2"])

    p, v = position.astype(np.float64), velocity.astype(np.float64)
    d = p[None, :, :3] - p[:, None, :3]
    pulls = d * (p[None, :, 3] / ((d**2).sum(2) + softening2) ** 1.5)[:, :, None]
    new_v, new_p = v.copy(), p.copy()
    new_v[:, :3] += dt * pulls.sum(1)
    new_p[:, :3] += dt * new_v[:, :3]
    # Each term is off by some 12 ulp (rsqrt 2, cubed), and there are n
    # roundings of the running sum.
    scale = v.copy()
    scale[:, :3] = abs(v[:, :3]) + dt * abs(pulls).sum(1)
    place = abs(p)
    place[:, :3] += dt * scale[:, :3]

    moved, speed = Out(np.float32, (n, 4)), Out(np.float32, (n, 4))
    energy, momentum = Out(np.float32, n), Out(np.float32, 3)
    size = -(-n // group) * group
    mv = new_p[:, 3:] * new_v[:, :3]
    yield case(
        launches=[
            launch("step_bodies", (size,), (group,),
                   [In(position), In(velocity), moved, speed, Local(16 * group), params]),
            launch("kinetic", (n,), None, [moved, speed, energy, momentum, np.uint32(n)]),
        ],
        expect={
            speed: Expect(new_v, n + 20, scale),
            moved: Expect(new_p, n + 20, place),
            energy: Expect(0.5 * p[:, 3] * (new_v[:, :3] ** 2).sum(1), 2 * n + 50,
                           0.5 * p[:, 3] * (scale[:, :3] ** 2).sum(1)),
            momentum: Expect(mv.sum(0), 2 * n + 50, (p[:, 3:] * scale[:, :3]).sum(0)),
        },
    )
