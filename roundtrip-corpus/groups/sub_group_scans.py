import numpy as np
from harness import In, Out, case


def cases(rng):
    x = rng.integers(-100, 100, 128, dtype=np.int32)
    lanes = Out(np.uint32, 128)
    starts = []

    def lanes_count_up(found):
        # How large a sub-group is, is the device's affair.
        starts[:] = np.flatnonzero(found == 0)
        steps = np.diff(found.astype(int))
        return None if found[0] == 0 and np.all((steps == 1) | (found[1:] == 0)) else f"lanes are {found}"

    def per_group(function):
        bounds = [*starts, 128]
        return np.concatenate([function(x[a:b]) for a, b in zip(bounds, bounds[1:])])

    def scans(found):
        want = np.stack([
            per_group(np.cumsum),
            per_group(lambda part: np.cumsum(part) - part),
            per_group(np.maximum.accumulate),
            per_group(np.minimum.accumulate),
        ], axis=1)
        return None if np.array_equal(found, want) else f"found {found[:3]}, want {want[:3]}"

    def extremes(found):
        want = np.stack([
            per_group(lambda part: np.full(len(part), part.max())),
            per_group(lambda part: np.full(len(part), part.min())),
        ], axis=1)
        return None if np.array_equal(found, want) else f"found {found[:3]}, want {want[:3]}"

    yield case(
        kernel="scans",
        global_size=(128,),
        local_size=(64,),
        args=[In(x), Out(np.int32, (128, 4)), Out(np.float32, (128, 2)), lanes],
        expect={3: lanes_count_up, 1: scans, 2: extremes},
    )
