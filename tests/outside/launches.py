"""Launches of kernels that nobody has told how they are launched: what LLVM IR says of arguments, and numbers to try."""

import hashlib
import re
import typing

import numpy as np

BASES = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8", "half": "f2",
    "float": "f4", "double": "f8", "signed char": "i1", "unsigned char": "u1", "unsigned short": "u2", "unsigned int": "u4",
    "unsigned long": "u8", "size_t": "u8",
}
ELEMENTS = 1 << 16
LOCAL_BYTES = 16384
SIDE = 64  # of images
VECTOR = re.compile(r"(.*?) ?__attribute__\(\(ext_vector_type\((\d+)\)\)\)")
ID = re.compile(r"(?:get_(?:global|group|local)_(?:id|size)|__spirv_BuiltIn\w+?(?:Id|Size))[ij]\(i32 [^)]*?([0-2])\)")
# Sizes of work-groups by the number of dimensions, and numbers for integers: the first launch without a complaint counts.
LOCALS = {1: [(64,), (256,), (16,), (1,)], 2: [(16, 16), (8, 8), (32, 8), (64, 1), (1, 1)], 3: [(4, 4, 4), (8, 8, 1), (1, 1, 1)]}
COUNTS = [32, 64, 4, 1]


class Argument(typing.NamedTuple):
    """One argument of a kernel: kind (buffer, local, image, sampler, value), element, components, whether it is written."""

    kind: str
    element: str = ""
    components: int = 1
    is_out: bool = True


class Kernel(typing.NamedTuple):
    name: str
    arguments: list
    local: tuple | None
    dimensions: int


class Launch(typing.NamedTuple):
    """A size of work-groups, how many of them in each dimension, and a number for integers."""

    local: tuple
    groups: int
    count: int

    def size(self):
        return tuple(self.groups * size for size in self.local)


class Unknown(Exception):
    """An argument that no number can be made up for."""


def argument(space, access, base):
    """The argument that a kernel's metadata describe."""
    name = base.rstrip("*").strip()
    if name.startswith("image2d_t"):
        return Argument("image", "f4", 4, access != "read_only")
    if name == "sampler_t":
        return Argument("sampler")
    is_pointer = base.endswith("*")
    if base.count("*") > 1:
        raise Unknown(base)
    if is_pointer and space == 3:
        return Argument("local")
    vector = VECTOR.fullmatch(name)
    name, components = (vector[1], int(vector[2])) if vector else (name, 1)
    if not is_pointer and name not in BASES:
        raise Unknown(base)
    return Argument("buffer" if is_pointer else "value", BASES.get(name, "i4"), components, space == 1)


def kernels(assembly):
    """The kernels of a module in LLVM assembly, and what cannot be launched by its name: an `Unknown`."""
    nodes = dict(re.findall(r"^!(\d+) = (?:distinct )?!\{(.*)\}$", assembly, re.M))
    for line, body in re.findall(r"^(define .*spir_kernel .*)\n((?:.*\n)*?)}$", assembly, re.M):
        name = re.search(r'@"?([\w.$]+)"?\(', line)[1]
        found = {key: nodes[number] for key, number in re.findall(r"!(\w+) !(\d+)", line) if number in nodes}
        spaces = [int(number) for number in re.findall(r"i32 (\d+)", found.get("kernel_arg_addr_space", ""))]
        access, bases = (re.findall(r'!"([^"]*)"', found.get(f"kernel_arg_{key}", "")) for key in ("access_qual", "base_type"))
        local = re.findall(r"i32 (\d+)", found.get("reqd_work_group_size", ""))
        try:
            yield Kernel(name, [argument(*each) for each in zip(spaces, access, bases)], tuple(map(int, local)) or None, dimensions(body))
        except Unknown as unknown:
            yield name, unknown


def dimensions(body):
    """The dimensions of ids that a function asks for."""
    return 1 + max(map(int, ID.findall(body)), default=0)


def launches(kernel, groups):
    """What to try, in order: so many groups in each dimension, with numbers as wide as the grid or smaller ones."""
    sizes = [kernel.local] if kernel.local else LOCALS[kernel.dimensions]
    return [Launch(local, many, count) for many in groups for local in sizes for count in (many * local[0], *COUNTS)]


def content(kernel, position, given, count):
    """Numbers for an argument, the same in each process: small ones."""
    seed = hashlib.sha256(f"{kernel} {position}".encode()).digest()[:4]
    random = np.random.default_rng(int.from_bytes(seed, "little"))
    kind = np.dtype(given.element)
    amount = {"buffer": ELEMENTS, "image": SIDE * SIDE * 4, "value": given.components}[given.kind]
    if kind.kind == "f":
        return random.uniform(0.1, 1, amount).astype(kind)
    return np.full(amount, count, kind) if given.kind == "value" else random.integers(0, max(count, 2), amount).astype(kind)
