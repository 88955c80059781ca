"""The types of what goes in and of what comes out."""

from __future__ import annotations

import os
from typing import Any, Protocol, TypeAlias, TypedDict


class Buffer(Protocol):
    """Bytes in one piece: `bytes`, `bytearray`, `memoryview`, `mmap`, an array of NumPy."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


Module: TypeAlias = "Buffer | str | os.PathLike[str]"
"""A module: its bytes, its text, or the path of its file."""


class Argument(TypedDict):
    """An argument of an entry point."""

    id: int
    name: str | None
    type: str
    type_id: int
    storage_class: str | None


class EntryPoint(TypedDict):
    """A kernel or shader."""

    name: str
    execution_model: str
    local_size: list[Any] | None
    execution_modes: list[dict[str, Any]]
    inputs: list[dict[str, Any]]
    outputs: list[dict[str, Any]]
    arguments: list[Argument]


class Asker(TypedDict):
    """The first instruction that asks for something."""

    instruction: str
    operand: str | None
    function: str | None
    word: int
    origin: dict[str, Any] | None


class Reason(TypedDict):
    """A capability or extension, and who asks for it."""

    name: str
    asked_by: Asker | None
    count: int


class Inspection(TypedDict):
    """The interface of a module: docs/guide/inspect.md."""

    file: str
    version: str
    generator: dict[str, Any]
    addressing_model: str
    memory_model: str
    capabilities: list[Reason]
    extensions: list[Reason]
    extended_instruction_sets: list[str]
    entry_points: list[EntryPoint]
    descriptors: list[dict[str, Any]]
    push_constants: list[dict[str, Any]]
    specialization_constants: list[dict[str, Any]]
    reflection: list[dict[str, Any]]
    constructs: list[dict[str, Any]]
    types: list[dict[str, Any]]


class Explanation(TypedDict):
    """The instructions that ask for what a module declares, and what the settings do not allow."""

    file: str
    missing: list[dict[str, Any]]
    errors: list[dict[str, Any]]
    version: dict[str, Any] | None
    capabilities: list[Reason] | None
    extensions: list[Reason] | None
    constructs: list[dict[str, Any]]


class RoundTrips(TypedDict):
    """The changes of two round trips."""

    file: str
    summary: str
    instructions_before: int
    instructions_after: int
    second_differs: dict[str, Any] | None
    findings: list[dict[str, Any]]
    undocumented: int
    is_fixpoint: bool
