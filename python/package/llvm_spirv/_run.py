"""Kernels on this processor, in this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llvm_spirv import _native
from llvm_spirv._types import Module


@dataclass(frozen=True)
class Local:
    """So many bytes of local memory, for a parameter that is a pointer to it."""

    size: int


def run(
    module: Module,
    kernel: str,
    /,
    *arguments: Any,
    global_size: int | Sequence[int],
    local_size: int | Sequence[int] | None = None,
    sub_group_size: int = 8,
    threads: int = 0,
) -> float:
    """Runs a kernel of a module in this process, and returns the seconds that its work-groups took.

    An array is a buffer: in one piece, of the type of numbers that the kernel has there; the kernel changes it in place, unless it is
    read-only. A number is a value: of Python by the type of the parameter, of NumPy of its own type. Without `local_size` groups
    divide the grid. With 0 `threads` there is one a core. A kernel that writes beyond its buffers writes into this process: for
    code that is not trusted there is `llvm-spirv-rs run`, whose kernels have a process of their own.
    """
    if not _native.HAS_RUN:
        raise NotImplementedError(
            "this build of llvm_spirv runs no kernels: RUNNER=1 pip install ./python, where LLVM 22 is installed "
            "(llvm-22-dev), builds one that does; the program `llvm-spirv-rs run` needs spirv-runner alone"
        )
    given = [_given(argument) for argument in arguments]
    sizes = _sizes(global_size), None if local_size is None else _sizes(local_size)
    return _native.run(module, kernel, given, sizes, sub_group_size, threads)


def _sizes(size: int | Sequence[int]) -> list[int]:
    return [size] if isinstance(size, int) else list(size)


def _given(argument: Any) -> tuple[str, str, Any]:
    """Returns the kind of an argument, its type of numbers, and its bytes or text."""
    if isinstance(argument, Local):
        return "local", "", str(argument.size)
    if isinstance(argument, (bool, int, float)) and not hasattr(argument, "dtype"):
        return "number", "", str(int(argument)) if isinstance(argument, bool) else repr(argument)
    if not hasattr(argument, "dtype"):
        return "buffer", "", memoryview(argument).cast("B")
    dtype = argument.dtype.str.lstrip("<|=")
    if dtype.startswith(">"):
        raise ValueError("an array has the order of bytes of another processor: array.astype(array.dtype.newbyteorder('='))")
    if not hasattr(argument, "flags") or not hasattr(argument, "__array_interface__"):
        raise TypeError(f"{type(argument).__name__} is no argument of a kernel")
    if argument.shape == () and not hasattr(argument, "__setitem__"):
        return "value", dtype, argument.tobytes()
    if not argument.flags.c_contiguous:
        raise ValueError("an array does not lie in one piece: numpy.ascontiguousarray makes a copy that does")
    return "buffer", dtype, memoryview(argument.reshape(-1).view("u1"))
