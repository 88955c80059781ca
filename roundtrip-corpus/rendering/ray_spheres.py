import numpy as np
from harness import In, Out, case

FAR = 1e9


def dot(a, b):
    return (a * b).sum(axis=-1)


def unit(v):
    return v / np.sqrt(dot(v, v))[..., None]


def intersect(origin, direction, spheres):
    """Distance, normal and surface of the nearest hit of each ray."""
    best = np.full(len(origin), FAR)
    normal, surface = np.zeros_like(origin), np.zeros((len(origin), 4))
    for s in spheres:
        to = s[:3] - origin
        b = dot(to, direction)
        d = b * b - dot(to, to) + s[3] ** 2
        q = np.sqrt(np.maximum(d, 0))
        t = np.where(b - q > 1e-3, b - q, np.where(b + q > 1e-3, b + q, FAR))
        t = np.where(d < 0, FAR, t)
        p = origin + direction * t[:, None]
        nearer = t < best
        best = np.where(nearer, t, best)
        normal = np.where(nearer[:, None], unit(p - s[:3]), normal)
        surface = np.where(nearer[:, None], s[4:], surface)
    with np.errstate(all="ignore"):
        t = np.where(direction[:, 1] < 0, -origin[:, 1] / direction[:, 1], FAR)
    p = origin + direction * t[:, None]
    floor = (t > 1e-3) & (t < best)
    odd = (np.floor(p[:, 0]) + np.floor(p[:, 2])) % 2 == 1
    tiles = np.where(odd[:, None], [0.9, 0.9, 0.9, 0.125], [0.1, 0.1, 0.15, 0.25])
    best = np.where(floor, t, best)
    normal = np.where(floor[:, None], [0.0, 1.0, 0.0], normal)
    return best, normal, np.where(floor[:, None], tiles, surface)


def render(spheres, eye, light, w, h):
    y, x = np.mgrid[0:h, 0:w].reshape(2, -1)
    depth_of_view = np.full(w * h, -eye[3])
    direction = unit(np.stack([(2 * x + 1 - w) / h, (h - 2 * y - 1) / h, depth_of_view], axis=1))
    origin = np.repeat(eye[None, :3], w * h, axis=0)
    colour, weight = np.zeros((w * h, 3)), np.ones((w * h, 3))
    depth, alive = np.zeros(w * h, int), np.ones(w * h, bool)
    for _ in range(4):
        t, normal, surface = intersect(origin, direction, spheres)
        up = np.abs(direction[:, 1:2])
        sky = np.array([1, 1, 1]) * (1 - up) + np.array([0.3, 0.5, 0.9]) * up
        missed = alive & (t >= FAR)
        colour += np.where(missed[:, None], weight * sky, 0)
        alive &= ~missed
        p = origin + direction * t[:, None]
        to_light = unit(light[:3] - p)
        shade = np.maximum(dot(normal, to_light), 0)
        blocker, _, _ = intersect(p, to_light, spheres)
        between = (blocker < FAR) & (blocker < np.sqrt(dot(light[:3] - p, light[:3] - p)))
        shade = np.where(between, 0, shade)
        mirror = surface[:, 3]
        lit = weight * surface[:, :3] * ((1 - mirror) * (0.125 + 0.875 * shade))[:, None]
        colour += np.where(alive[:, None], lit, 0)
        weight *= np.where(alive, mirror, 1)[:, None]
        alive &= mirror >= 1e-3
        depth += alive
        bounced = unit(direction - 2 * dot(direction, normal)[:, None] * normal)
        origin = np.where(alive[:, None], p, origin)
        direction = np.where(alive[:, None], bounced, direction)
    return colour / (1 + colour), depth


def cases(rng):
    w, h = 48, 32
    spheres = np.array([
        [0.0, 1.0, -1.0, 1.0, 0.9, 0.2, 0.1, 0.5], [2.1, 0.7, -0.5, 0.7, 0.1, 0.7, 0.2, 0.25],
        [-1.9, 0.8, -0.2, 0.8, 0.2, 0.3, 0.9, 0.75], [0.6, 0.3, 0.9, 0.3, 0.8, 0.8, 0.1, 0.0],
        [-0.7, 0.25, 1.2, 0.25, 0.5, 0.5, 0.5, 0.875],
    ], np.float32)
    eye = np.array([0.2, 1.3, 5.0, 1.6], np.float32)
    light = np.array([4.0, 6.0, 5.0, 0.0], np.float32)
    colour, depth = render(*(v.astype(np.float64) for v in (spheres, eye, light)), w, h)
    luma = colour @ [0.2126, 0.7152, 0.0722]

    # Rays that graze an edge may go either way; everywhere else the picture
    # must be right.
    def close(found, want, limit):
        off = np.abs(found.astype(np.float64) - want).reshape(w * h, -1).max(axis=1) > limit
        if off.mean() > 0.02:
            at = int(np.argmax(off))
            return f"{off.sum()} of {off.size} pixels differ, the first is {at}"
        return None

    picture = np.concatenate([colour * 255, depth[:, None]], axis=1)
    yield case(
        kernel="render", global_size=(w, h), local_size=(8, 4),
        args=[In(spheres), np.int32(len(spheres)), eye, light, Out(np.uint8, (w * h, 4)),
              Out(np.float32, w * h)],
        expect={
            4: lambda found: close(found, picture, 0.75), 5: lambda found: close(found, luma, 2e-4),
        },
    )
