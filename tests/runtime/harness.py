"""What a corpus program's `.py` file uses to say how its kernels are checked.

A program is two files, `roundtrip-corpus/<concept>/<name>.cl` and
`roundtrip-corpus/<concept>/<name>.py`. The Python file defines one generator:

    import numpy as np
    from harness import case, In, Out, Local

    def cases(rng):                       # rng: a seeded np.random.Generator
        x = rng.integers(0, 100, 4096, dtype=np.int32)
        yield case(
            kernel="reduce",
            global_size=(4096,), local_size=(256,),
            args=[In(x), Out(np.int32, 16), Local(4 * 256), np.int32(4096)],
            expect={1: x.reshape(16, 256).sum(axis=1)},
        )

Arguments, in the kernel's order (nothing may be written beyond a buffer's
end, nor to an In; both are checked):

    In(array)             a buffer the kernel reads
    InOut(array)          a buffer with initial content that may be checked
    Out(dtype, shape)     a buffer to be written; filled with 0xA5 bytes first,
                          so that an element left unwritten is noticed
    Local(nbytes)         local memory
    Image(array, ...)     an image to read (see the class)
    OutImage(...)         an image to write
    Sampler(...)          a sampler
    Pipe(packet, n)       a pipe for n packets of so many bytes, empty at first
    np.float32(3) etc.    a scalar by value; an ndarray gives a vector
                          (np.array([1, 2, 3, 4], np.int32) for an int4), a
                          structured np.void or bytes a struct by value

`expect` maps an argument's position (or the buffer object itself) to what it
must hold afterwards: an array, or `Expect(array, ulp=..., scale=...)`, or a
function that takes the array found and returns None or a complaint (for
results that may come in any order).

Several launches in a row, sharing buffers, are one case too:

    data, sums = InOut(x), Out(np.int32, 16)
    yield case(
        launches=[
            launch("scan_blocks", (4096,), (256,), [data, sums]),
            launch("add_offsets", (4096,), (256,), [data, sums]),
        ],
        expect={data: np.cumsum(x)},
    )

Tolerances. Integers must be equal. A float may be off by `ulp` units in the
last place (default 0: equal), counted as OpenCL does: the distance between
what was found and the reference, over the spacing of the result's type at
the reference. So give the reference in a wider type (float64 for a float
result, np.longdouble for a double one) where it is not exact. Where rounding
errors of large terms cancel into a small result, say how large the terms
are: with `scale` (a number or an array) the spacing is taken at
max(|reference|, scale) instead; a dot product, for instance, is within
`ulp=n, scale=sum(|a*b|)`.

Two optional module-level names, each a sentence saying why:

    NOT_EXECUTED      translate this program, but do not run it
    NOT_FROM_SOURCE   do not build this program with the runtime's compiler

`case(..., requires=["cl_khr_fp16"])` runs the case only where the device has
those extensions, or "pipes", or a "device queue"; elsewhere on the device of
the harness's own (cpu/), which has all that the programs ask for.
"""

import math
from fractions import Fraction

import numpy as np


# Follows every buffer, to notice what is written beyond its end.
GUARD = b"\xa5" * 128


class Arg:
    """A kernel argument that lives in a device object made by `bind`."""

    def bind(self, cl, context):
        raise NotImplementedError

    def read(self, cl, queue, mem):
        raise NotImplementedError


class Buffer(Arg):
    """A global or constant buffer; use In, InOut or Out."""

    def __init__(self, initial):
        self.initial = np.ascontiguousarray(initial)

    def bind(self, cl, context):
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        hostbuf = np.frombuffer(self.initial.tobytes() + GUARD, np.uint8)
        return cl.Buffer(context, flags, hostbuf=hostbuf)

    def read(self, cl, queue, mem):
        found = np.empty_like(self.initial)
        cl.enqueue_copy(queue, found, mem)
        return found

    def damage(self, cl, queue, mem):
        """None, or which part of the buffer no kernel should have changed."""
        guard = np.empty(len(GUARD), np.uint8)
        cl.enqueue_copy(queue, guard, mem, src_offset=self.initial.nbytes)
        return None if guard.tobytes() == GUARD else "something was written beyond its end"


class In(Buffer):
    """A buffer that the kernel only reads: the harness checks that too."""

    def damage(self, cl, queue, mem):
        if self.read(cl, queue, mem).tobytes() != self.initial.tobytes():
            return "it was written to, but is an In"
        return super().damage(cl, queue, mem)


class InOut(Buffer):
    """A buffer with initial content that the kernel changes."""


class Out(Buffer):
    """A buffer that the kernel fills."""

    def __init__(self, dtype, shape):
        fresh = np.empty(shape, dtype)
        fresh.reshape(-1).view(np.uint8)[:] = 0xA5
        super().__init__(fresh)


class Local(Arg):
    """`nbytes` of local memory."""

    def __init__(self, nbytes):
        self.nbytes = int(nbytes)

    def bind(self, cl, context):
        return cl.LocalMemory(self.nbytes)


_CHANNEL_TYPES = {
    np.dtype(np.float32): "FLOAT",
    np.dtype(np.float16): "HALF_FLOAT",
    np.dtype(np.int8): "SIGNED_INT8",
    np.dtype(np.uint8): "UNSIGNED_INT8",
    np.dtype(np.int16): "SIGNED_INT16",
    np.dtype(np.uint16): "UNSIGNED_INT16",
    np.dtype(np.int32): "SIGNED_INT32",
    np.dtype(np.uint32): "UNSIGNED_INT32",
}


class Image(Arg):
    """An image holding `array`, shaped ([depth,] height, width[, channels]).

    With channels the array's last axis must be 1, 2 or 4 long. A 1-D image
    has shape (width, channels). `channel_type` (such as "UNORM_INT8")
    replaces the one that follows from the element type.
    """

    readable = True

    def __init__(self, array, channel_type=None):
        self.initial = np.ascontiguousarray(array)
        self.channel_type = channel_type or _CHANNEL_TYPES[self.initial.dtype]

    def _size(self):
        return tuple(reversed(self.initial.shape[:-1]))

    def bind(self, cl, context):
        order = {1: "R", 2: "RG", 4: "RGBA"}[self.initial.shape[-1]]
        fmt = cl.ImageFormat(
            getattr(cl.channel_order, order), getattr(cl.channel_type, self.channel_type)
        )
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Image(context, flags, fmt, shape=self._size(), hostbuf=self.initial)

    def read(self, cl, queue, mem):
        found = np.empty_like(self.initial)
        size = self._size()
        cl.enqueue_copy(queue, found, mem, origin=(0,) * len(size), region=size)
        return found


class OutImage(Image):
    """An image to be written, shaped as Image's array is."""

    def __init__(self, dtype, shape, channel_type=None):
        super().__init__(np.zeros(shape, dtype), channel_type)


class Sampler(Arg):
    """A sampler; the names are pyopencl's addressing_mode and filter_mode."""

    def __init__(self, normalized=False, addressing="CLAMP_TO_EDGE", filtering="NEAREST"):
        self.normalized, self.addressing, self.filtering = normalized, addressing, filtering

    def bind(self, cl, context):
        return cl.Sampler(
            context,
            self.normalized,
            getattr(cl.addressing_mode, self.addressing),
            getattr(cl.filter_mode, self.filtering),
        )


class Pipe(Arg):
    """A pipe between kernels; the host can neither write nor read it."""

    def __init__(self, packet, capacity):
        self.packet, self.capacity = packet, capacity


class Expect:
    """What a buffer must hold: `want`, within `ulp` (see the module's text)."""

    def __init__(self, want, ulp=0, scale=None):
        self.want, self.ulp, self.scale = want, ulp, scale

    def complaint(self, found):
        return mismatch(found, self.want, self.ulp, self.scale)


class _Check:
    """An expectation given as a function."""

    def __init__(self, function):
        self.complaint = function


class Launch:
    def __init__(self, kernel, global_size, local_size, args, offset=None):
        self.kernel, self.offset = kernel, offset
        self.global_size = tuple(global_size)
        self.local_size = tuple(local_size) if local_size else None
        self.args = list(args)


def launch(kernel, global_size, local_size=None, args=(), offset=None):
    """One kernel launch of a case that has several, or has a global offset."""
    return Launch(kernel, global_size, local_size, args, offset)


class Case:
    def __init__(self, name, launches, expect, requires):
        self.name, self.launches, self.expect = name, launches, expect
        self.requires = requires


def case(
    kernel=None,
    global_size=None,
    local_size=None,
    args=(),
    *,
    launches=None,
    expect,
    ulp=0,
    name=None,
    requires=(),
):
    """One launch (or several, with `launches`) and what must come of it.

    `ulp` is the tolerance of every plain array in `expect`; `name` tells
    cases of the same kernel apart in messages.
    """
    if launches is None:
        launches = [Launch(kernel, global_size, local_size, args)]
    checks = []
    for key, want in expect.items():
        if isinstance(key, int):
            label, buffer = f"argument {key}", launches[0].args[key]
        else:
            label, buffer = f"buffer {len(checks)} of expect", key
        if callable(want):
            want = _Check(want)
        elif not isinstance(want, Expect):
            want = Expect(want, ulp)
        checks.append((label, buffer, want))
    name = name or "+".join(dict.fromkeys(step.kernel for step in launches))
    return Case(name, list(launches), checks, list(requires))


# ---------------------------------------------------------------- comparing


def ulp_error(found, want, scale=None):
    """The error of `found` in units in the last place of its own type."""
    kind = found.dtype.type
    info = np.finfo(kind)
    exact = np.asarray(want, np.longdouble)
    with np.errstate(all="ignore"):
        magnitude = np.abs(exact)
        if scale is not None:
            magnitude = np.maximum(magnitude, np.asarray(scale, np.longdouble))
        # The spacing at the largest finite value serves for anything above.
        inside = np.minimum(magnitude, np.longdouble(info.max))
        exponent = np.where(inside > 0, np.frexp(inside)[1] - 1, info.minexp)
        # Subnormals are all spaced alike.
        exponent = np.maximum(exponent, int(info.minexp))
        spacing = np.ldexp(np.longdouble(1), exponent - info.nmant)
        error = np.abs(found.astype(np.longdouble) - exact) / spacing
        # Equal infinities, NaN for NaN, and overflow where the reference
        # overflows as well are all no error; any other NaN is.
        rounded = exact.astype(kind)
        same = (found == rounded) & np.isinf(found)
        same |= np.isnan(found) & np.isnan(exact)
        error = np.where(same, 0, error)
    return np.where(np.isnan(error), np.inf, error)


def mismatch(found, want, ulp=0, scale=None):
    """None if `found` is `want` within the tolerance, else what is wrong."""
    want = np.asarray(want)
    if found.dtype.names:
        for field in found.dtype.names:
            complaint = mismatch(found[field], want[field], ulp, scale)
            if complaint:
                return f"field {field}: {complaint}"
        return None
    if want.shape != found.shape:
        if want.size != found.size:
            return f"the reference has shape {want.shape}, the buffer {found.shape}"
        want = want.reshape(found.shape)
    if found.dtype.kind != "f":
        bad = found != want
        worst = ""
    elif ulp == 0 and want.dtype == found.dtype:
        bad = (found != want) & ~(np.isnan(found) & np.isnan(want))
        worst = ""
    else:
        error = ulp_error(found, want, scale)
        bad = error > ulp
        worst = f", worst {float(error.max(initial=0)):.4g} ulp of {ulp}"
    count = int(np.count_nonzero(bad))
    if count == 0:
        return None
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    where = ",".join(map(str, at))
    return f"[{where}] is {found[at]!r}, not {want[at]!r} ({count} of {bad.size} differ{worst})"


# ------------------------------------------------------------------ running


class Device:
    """The OpenCL device that runs the programs."""

    name = "runtime"

    def __init__(self):
        import pyopencl as cl

        self.cl = cl
        platform = cl.get_platforms()[0]
        self.context = cl.Context(platform.get_devices()[:1])
        self.queue = cl.CommandQueue(self.context)
        # Of pipes and device queues the programs ask for more than Intel's runtime has.
        self.extensions = set(self.context.devices[0].extensions.split())

    def build_source(self, text, options):
        return self.cl.Program(self.context, text).build(options)

    def build_il(self, words, options=()):
        # By the language version Intel's runtime picks the names it links
        # atomics by; those on generic pointers are there from 2.0 on only.
        version = [option for option in options if option.startswith("-cl-std=")]
        return self.cl.Program(self.context, words).build(version)

    def lacks(self, case):
        """The extensions that `case` needs and the device has not."""
        return [name for name in case.requires if name not in self.extensions]

    def launch(self, program, case):
        """Runs the launches of `case`; returns the memory of each argument."""
        bound = {}
        for step in case.launches:
            kernel = self.cl.Kernel(program, step.kernel)
            for position, arg in enumerate(step.args):
                if isinstance(arg, Arg):
                    if arg not in bound:
                        bound[arg] = arg.bind(self.cl, self.context)
                    kernel.set_arg(position, bound[arg])
                elif isinstance(arg, bytes):
                    kernel.set_arg(position, arg)
                else:
                    kernel.set_arg(position, np.asarray(arg).tobytes())
            self.cl.enqueue_nd_range_kernel(
                self.queue, kernel, step.global_size, step.local_size, step.offset
            )
        self.queue.finish()
        return bound

    def run(self, program, case):
        """Runs `case`; returns None or a complaint."""
        bound = self.launch(program, case)
        for label, buffer, want in case.expect:
            complaint = want.complaint(buffer.read(self.cl, self.queue, bound[buffer]))
            if complaint:
                return f"{label}: {complaint}"
        for buffer, mem in bound.items():
            damage = isinstance(buffer, Buffer) and buffer.damage(self.cl, self.queue, mem)
            if damage:
                return f"{self.name_of(buffer, case)}: {damage}"
        return None

    @staticmethod
    def name_of(buffer, case):
        for step in case.launches:
            for position, arg in enumerate(step.args):
                if arg is buffer:
                    return f"argument {position} of {step.kernel}"
        return "a buffer"


# --------------------------------------------------------------- references


def round_to_integer(x, mode):
    """The integer that `x`, a Fraction, is rounded to in a mode such as "rte"."""
    if mode == "rte":
        return round(x)
    if mode == "rtp":
        return math.ceil(x)
    if mode == "rtn":
        return math.floor(x)
    return math.trunc(x)


def round_to_float(x, dtype, mode):
    """The number of a float type that `x`, a Fraction, is rounded to, exactly."""
    if x == 0:
        return 0.0
    info = np.finfo(dtype)
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    if Fraction(2) ** exponent > abs(x):
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, int(info.minexp)) - int(info.nmant))
    rounded = round_to_integer(x / unit, mode) * unit
    if abs(rounded) > Fraction(float(info.max)):
        # Past the largest number: an infinity, unless the mode stops short.
        stops = mode == "rtz" or mode == ("rtp" if x < 0 else "rtn")
        return math.copysign(float(info.max) if stops else math.inf, x)
    return float(rounded)


def converted(value, dtype, mode, saturate=False):
    """A Python number converted as OpenCL's convert_<type>[_sat]_<mode> does."""
    special = isinstance(value, float) and not math.isfinite(value)
    if np.dtype(dtype).kind == "f":
        return value if special else round_to_float(Fraction(value), dtype, mode)
    info = np.iinfo(dtype)
    lo, hi = int(info.min), int(info.max)
    if special:
        return hi if value > 0 else lo
    whole = round_to_integer(Fraction(value), mode)
    if saturate:
        return min(max(whole, lo), hi)
    # Between integers a plain conversion keeps the low bits.
    return (whole - lo) % (hi - lo + 1) + lo
