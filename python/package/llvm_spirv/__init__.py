"""Translates between LLVM IR and SPIR-V, both ways.

A module is given as `bytes`, as anything that has the buffer protocol, as `str` where it is text, or as a path. Settings are those of
the program's flags, by name: `translate(module, spirv_ext="+all", environment="opencl3.0")`. Errors are exceptions of the class
`Error`, with `code`, `place` and `hint`; what was dropped is a `TranslationWarning`.
"""

from __future__ import annotations

import json
import warnings as _warnings
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, Unpack, cast, overload

from llvm_spirv import _native
from llvm_spirv._errors import (
    Error,
    InternalError,
    InvalidError,
    Place,
    Source,
    TranslationWarning,
    UnsupportedError,
    UsageError,
)
from llvm_spirv._run import Local, run
from llvm_spirv._settings import Settings
from llvm_spirv._types import Argument, Asker, Buffer, EntryPoint, Explanation, Inspection, Module, Reason, RoundTrips

__all__ = [
    "Argument",
    "Asker",
    "Buffer",
    "EntryPoint",
    "Error",
    "Explanation",
    "Inspection",
    "InternalError",
    "InvalidError",
    "Local",
    "Module",
    "Place",
    "Reason",
    "RoundTrips",
    "Settings",
    "Source",
    "TranslationWarning",
    "UnsupportedError",
    "UsageError",
    "__version__",
    "assemble",
    "disassemble",
    "explain",
    "inspect",
    "ir",
    "roundtrip",
    "run",
    "to_llvm",
    "translate",
    "validate",
]

__version__: str = _native.VERSION
_T = TypeVar("_T")
_NAMES = frozenset(row[0] for row in _native.settings())


def translate(module: Module, /, **settings: Unpack[Settings]) -> bytes:
    """Returns the SPIR-V binary that LLVM IR becomes, bitcode or assembly."""
    return _warned(_native.translate(module, _pairs(settings)))


@overload
def to_llvm(module: Module, /, *, text: Literal[False] = False, **settings: Unpack[Settings]) -> bytes: ...
@overload
def to_llvm(module: Module, /, *, text: Literal[True], **settings: Unpack[Settings]) -> str: ...
def to_llvm(module: Module, /, *, text: bool = False, **settings: Unpack[Settings]) -> bytes | str:
    """Returns the LLVM IR that SPIR-V becomes, a binary or assembly: bitcode, or as `text` LLVM assembly."""
    written = _warned(_native.to_llvm(module, text, _pairs(settings)))
    return written.decode(errors="surrogateescape") if text else written


@overload
def ir(module: Module, /, *, text: Literal[False] = False, llvm_version: int = 22, verify: bool = True) -> bytes: ...
@overload
def ir(module: Module, /, *, text: Literal[True], llvm_version: int = 22, verify: bool = True) -> str: ...
def ir(module: Module, /, *, text: bool = False, llvm_version: int = 22, verify: bool = True) -> bytes | str:
    """Returns LLVM IR of any version for a version of LLVM, as bitcode or as `text`; `verify` checks LLVM's rules."""
    written = _warned(_native.ir(module, text, llvm_version, verify))
    return written.decode(errors="surrogateescape") if text else written


def inspect(module: Module, /, **settings: Unpack[Settings]) -> Inspection:
    """Returns the interface of SPIR-V, or of the SPIR-V that LLVM IR becomes."""
    return cast(Inspection, json.loads(_warned(_native.inspect(module, _pairs(settings)))))


def explain(module: Module, /, **settings: Unpack[Settings]) -> Explanation:
    """Returns which instructions ask for each capability, extension and for the version, and what the settings do not allow."""
    return cast(Explanation, json.loads(_warned(_native.explain(module, _pairs(settings)))))


def roundtrip(module: Module, /, *, examples: int = 3, **settings: Unpack[Settings]) -> RoundTrips:
    """Translates there and back twice, and returns what that changed, with at most so many `examples` of each finding."""
    return cast(RoundTrips, json.loads(_native.roundtrip(module, examples, _pairs(settings))))


def validate(
    module: Module, /, *, spirv_val: bool = False, target_env: str | None = None, **settings: Unpack[Settings]
) -> None:
    """Raises an error where SPIR-V breaks a rule that each reader relies on, or declares what the environment forbids.

    With `spirv_val` it is the program of SPIRV-Tools that checks, by all rules of `target_env`.
    """
    if spirv_val:
        return _native.spirv_val(module, target_env)
    return _native.validate(module, _pairs(settings))


def assemble(text: Module, /) -> bytes:
    """Returns the SPIR-V binary of SPIR-V assembly, as `spirv-as` makes it."""
    return _native.assemble(text)


def disassemble(module: Module, /) -> str:
    """Returns SPIR-V as assembly, as `spirv-dis` writes it."""
    return _native.disassemble(module)


def _warned(answer: tuple[_T, list[str]]) -> _T:
    result, warnings = answer
    for warning in warnings:
        _warnings.warn(warning, TranslationWarning, stacklevel=3)
    return result


def _pairs(settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Returns settings as the program's flags have them."""
    pairs: list[tuple[str, str]] = []
    for name, value in settings.items():
        flag = name.replace("_", "-")
        if flag not in _NAMES:
            raise TypeError(f"there is no setting {name!r}")
        if isinstance(value, Mapping):
            pairs.extend((flag, f"{key}={one}") for key, one in value.items())
        elif isinstance(value, bool):
            pairs.append((flag, "true" if value else "false"))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            pairs.append((flag, ",".join(map(str, value))))
        else:
            pairs.append((flag, str(value)))
    return pairs
