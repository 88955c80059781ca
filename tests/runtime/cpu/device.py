"""A small OpenCL device for the harness: it runs SPIR-V as x86 code with 32-bit or 64-bit pointers.

The SPIR-V comes back as LLVM IR with OpenCL C's builtins (`-r --spirv-target-env=CL2.0`); flatten.py makes x86 IR of
that, opencl_builtins.py defines the builtins, core.c runs work-groups, code_x86.py makes an executable of it all. With 32
bits the code is that of the x32 ABI: all that it sees is below 2 GiB, where this process maps its code, stacks and buffers.
"""

import ctypes
import pathlib
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from code_x86 import LIBM, MARCH, Compiler  # noqa: E402
from harness import GUARD, Arg, Buffer, Image, Local, Pipe, Sampler  # noqa: E402

STACK = 1 << 16
MOST_ITEMS = 1024
CHANNELS = {1: 0x10B0, 2: 0x10B2, 4: 0x10B5}
CHANNEL_TYPES = {
    "SNORM_INT8": 0x10D0, "SNORM_INT16": 0x10D1, "UNORM_INT8": 0x10D2, "UNORM_INT16": 0x10D3, "SIGNED_INT8": 0x10D7,
    "SIGNED_INT16": 0x10D8, "SIGNED_INT32": 0x10D9, "UNSIGNED_INT8": 0x10DA, "UNSIGNED_INT16": 0x10DB,
    "UNSIGNED_INT32": 0x10DC, "HALF_FLOAT": 0x10DD, "FLOAT": 0x10DE,
}
ADDRESSING = {"NONE": 0, "CLAMP_TO_EDGE": 2, "CLAMP": 4, "REPEAT": 6, "MIRRORED_REPEAT": 8}


# ------------------------------------------------------------- memory that 32 bits reach

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
ALL_ACCESS, PRIVATE_ANONYMOUS, LOW, NOT_OVER = 7, 0x22, 0x40, 0x100000


class Low:
    """Memory below 2 GiB, for as long as this object lives."""

    def __init__(self, size, address=None):
        self.size = max(size, 1)
        flags = PRIVATE_ANONYMOUS | (NOT_OVER if address else LOW)
        self.address = _libc.mmap(address, self.size, ALL_ACCESS, flags, -1, 0)
        if self.address in (None, ctypes.c_void_p(-1).value) or address not in (None, self.address):
            raise MemoryError(f"no memory for {size} bytes where 32 bits reach")

    def __del__(self):
        if getattr(self, "address", None):
            _libc.munmap(self.address, self.size)

    def write(self, data, offset=0):
        ctypes.memmove(self.address + offset, data, len(data))

    def read(self, size, offset=0):
        return ctypes.string_at(self.address + offset, size)


class Loaded:
    """An executable in memory, and where its symbols are."""

    def __init__(self, path):
        self.data = data = path.read_bytes()
        self.wide = data[4] == 2
        header = struct.unpack_from("<QQQ" if self.wide else "<III", data, 24)
        program, sections = header[1], header[2]
        count, = struct.unpack_from("<H", data, 0x38 if self.wide else 0x2C)
        size = 0x38 if self.wide else 0x20
        loads = [s for s in (self.segment(program + i * size) for i in range(count)) if s[0] == 1]
        begin = min(s[2] for s in loads) & ~0xFFF
        end = max(s[2] + s[4] for s in loads)
        self.memory = Low((end - begin + 0xFFF) & ~0xFFF, begin)
        for _, offset, address, in_file, _ in loads:
            self.memory.write(data[offset:offset + in_file], address - begin)
        self.symbols = self.read_symbols(sections)

    def segment(self, at):
        """Kind, offset in the file, address, size in the file, size in memory."""
        if self.wide:
            kind, _, offset, address, _, in_file, size = struct.unpack_from("<IIQQQQQ", self.data, at)
        else:
            kind, offset, address, _, in_file, size = struct.unpack_from("<IIIIII", self.data, at)
        return kind, offset, address, in_file, size

    def read_symbols(self, sections):
        entry = struct.Struct("<IIQQQQIIQQ" if self.wide else "<IIIIIIIIII")
        count, = struct.unpack_from("<H", self.data, 0x3C if self.wide else 0x30)
        table = [entry.unpack_from(self.data, sections + i * entry.size) for i in range(count)]
        found = {}
        for section in (s for s in table if s[1] == 2):
            names = table[section[6]][4]
            for at in range(section[4], section[4] + section[5], 24 if self.wide else 16):
                name, value = struct.unpack_from("<I4xQ" if self.wide else "<II", self.data, at)
                end = self.data.index(b"\0", names + name)
                found[self.data[names + name:end].decode()] = value
        return found

    def put(self, symbol, value, size):
        ctypes.memmove(self.symbols[symbol], value.to_bytes(size, "little"), size)


# ------------------------------------------------------------- the device


class CpuDevice:
    """Runs programs whose pointers have 32 or 64 bits; the interface of harness.Device."""

    name = "cpu/"

    def __init__(self, bits, objects, clang="clang-22"):
        flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
        if not {"avx2", "fma", "f16c"} <= flags:
            raise RuntimeError(f"code for {MARCH} needs a processor with AVX2, FMA and F16C")
        self.bits = bits
        self.word = bits // 8
        self.compiler = Compiler(bits, objects, clang)
        self.stacks = Low(STACK * MOST_ITEMS)
        self.main_stack = Low(1 << 20)
        self.libm = ctypes.CDLL("libm.so.6")

    def lacks(self, case):
        return []

    def build(self, path):
        """A program of LLVM assembly for a device."""
        loaded = Loaded(self.compiler.executable(path))
        for function in LIBM:
            address = ctypes.cast(getattr(self.libm, function), ctypes.c_void_p).value
            loaded.put(f"host_{function}", address, 8)
        return loaded

    def run(self, program, case):
        """Runs `case`; returns None or a complaint."""
        bound = {}
        for step in case.launches:
            self.launch(program, step, bound)
        for label, buffer, want in case.expect:
            complaint = want.complaint(self.content(buffer, bound[buffer]))
            if complaint:
                return f"{label}: {complaint}"
        for buffer, memory in bound.items():
            if isinstance(buffer, Buffer) and (damage := self.damage(buffer, memory[0])):
                return damage
        return None

    def content(self, buffer, memory):
        data = memory[0].read(buffer.initial.nbytes)
        return np.frombuffer(data, buffer.initial.dtype).reshape(buffer.initial.shape)

    def damage(self, buffer, memory):
        if memory.read(len(GUARD), buffer.initial.nbytes) != GUARD:
            return "something was written beyond a buffer's end"
        if type(buffer).__name__ == "In" and memory.read(buffer.initial.nbytes) != buffer.initial.tobytes():
            return "an In was written to"
        return None

    def launch(self, program, step, bound):
        local = Low(sum(self.room(a.nbytes) for a in step.args if isinstance(a, Local)))
        next_local = local.address
        slots, values = [], Low(self.word * (len(step.args) + 1) + sum(256 + len(self.value(a)) for a in step.args))
        at = self.room(self.word * (len(step.args) + 1))
        for argument in step.args:
            if isinstance(argument, Local):
                value = self.pointer(next_local)
                next_local += self.room(argument.nbytes)
            elif isinstance(argument, Arg):
                if argument not in bound:
                    bound[argument] = self.bind(argument)
                value = self.pointer(bound[argument][1])
            else:
                value = self.value(argument)
            values.write(value, at)
            slots.append(values.address + at)
            at += self.room(len(value))
        values.write(b"".join(self.pointer(slot) for slot in slots))
        program.put("rt_local_begin", local.address, self.word)
        program.put("rt_local_end", local.address + local.size, self.word)
        sizes = step.local_size or tuple(self.divisor(n) for n in step.global_size)
        three = lambda dims, fill: struct.pack("<3I", *(tuple(dims) + (fill,) * 3)[:3])
        words = self.pointer(program.symbols[f"run.{step.kernel}"]) + self.pointer(values.address)
        words += self.pointer(self.stacks.address) + struct.pack("<2I", STACK, len(step.global_size))
        words += three(step.global_size, 1) + three(sizes, 1) + three(step.offset or (0, 0, 0), 0)
        launch = Low(256)
        launch.write(words)
        enter = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(program.symbols["enter"])
        enter(launch.address, self.main_stack.address + self.main_stack.size - 64)

    @staticmethod
    def divisor(n):
        """A size for groups where the host gives none."""
        return max(d for d in range(1, 17) if n % d == 0)

    @staticmethod
    def room(size):
        return (size + 127) // 128 * 128

    def pointer(self, address):
        return address.to_bytes(self.word, "little")

    def value(self, argument):
        if isinstance(argument, Arg):
            return b"\0" * 8
        return argument if isinstance(argument, bytes) else np.asarray(argument).tobytes()

    def bind(self, argument):
        """Memory for an argument, and the pointer that the kernel gets."""
        if isinstance(argument, Sampler):
            bits = ADDRESSING[argument.addressing] | int(argument.normalized)
            return None, bits | (0x20 if argument.filtering == "LINEAR" else 0x10)
        if isinstance(argument, Pipe):
            memory = Low(128 + argument.packet * argument.capacity)
            memory.write(self.pointer(memory.address + 128) + struct.pack("<2I", argument.packet, argument.capacity))
            return memory, memory.address
        memory = Low(argument.initial.nbytes + len(GUARD))
        memory.write(argument.initial.tobytes() + GUARD)
        if not isinstance(argument, Image):
            return memory, memory.address
        return memory, self.image(argument, memory)

    def image(self, argument, memory):
        shape = argument.initial.shape
        size, channels = tuple(reversed(shape[:-1])), shape[-1]
        words = self.pointer(memory.address) + struct.pack("<3I", *(size + (1, 1))[:3])
        words += struct.pack("<4I", len(size), channels, CHANNELS[channels], CHANNEL_TYPES[argument.channel_type])
        memory.header = Low(len(words))
        memory.header.write(words)
        return memory.header.address
