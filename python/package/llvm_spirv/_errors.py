"""Errors as exceptions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Source:
    """A position in the source that a module was compiled from."""

    file: str
    directory: str
    line: int
    column: int | None

    def __str__(self) -> str:
        column = "" if self.column is None else f":{self.column}"
        return f"{self.file}:{self.line}{column}"


@dataclass(frozen=True)
class Place:
    """The place of an error, as far as it is known."""

    file: str | None = None
    source: Source | None = None
    function: str | None = None
    instruction: str | None = None
    word: int | None = None
    """The offset in a SPIR-V binary, in words."""
    id: int | None = None
    """The id of SPIR-V that is at fault."""

    def __str__(self) -> str:
        parts = [
            self.file,
            None if self.source is None else str(self.source),
            None if self.word is None else f"word {self.word}",
            None if self.function is None else f"in function {self.function}",
            None if self.instruction is None else f"at `{self.instruction}`",
            None if self.id is None else f"id %{self.id}",
        ]
        return ", ".join(part for part in parts if part is not None)


class Error(Exception):
    """An error of the translator."""

    code: str
    """The class of the error, such as `E0301`: `llvm-spirv-rs --explain E0301` shows its page."""
    title: str
    message: str
    hint: str | None
    place: Place
    all: tuple[Error, ...]
    """This error and the others of the same module, in the order of the input."""
    is_cut: bool
    """Whether there are more than the setting `error_limit` allowed to look for."""

    def __init__(self, objects: Sequence[Mapping[str, Any]], is_cut: bool = False) -> None:
        first, rest = objects[0], objects[1:]
        self._objects = objects
        self.code, self.title, self.message, self.hint = first["code"], first["title"], first["message"], first["hint"]
        source = first["source"] and Source(**first["source"])
        places = {name: first[name] for name in ("file", "function", "instruction", "word", "id")}
        self.place = Place(source=source, **places)
        self.all = (self, *(_alone(one) for one in rest))
        self.is_cut = is_cut
        place = f" ({self.place})" if self.place != Place() else ""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        super().__init__(f"{self.message}{place} [{self.code}]{hint}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self._objects, self.is_cut)


class InvalidError(Error):
    """The module breaks a rule of its format."""


class UnsupportedError(Error):
    """The module is fine; the translator, or the settings, cannot translate it."""


class InternalError(Error):
    """A bug of the translator."""


class UsageError(Error):
    """A file cannot be read, a program cannot be started, or arguments do not fit a kernel."""


class TranslationWarning(UserWarning):
    """Something was dropped, or guessed."""


_KINDS = {"invalid": InvalidError, "unsupported": UnsupportedError, "internal": InternalError, "io": UsageError}


def _alone(described: Mapping[str, Any]) -> Error:
    return _rebuilt([described], False)


def _rebuilt(objects: Sequence[Mapping[str, Any]], is_cut: bool) -> Error:
    return _KINDS[objects[0]["kind"]](objects, is_cut)


def made(text: str, is_cut: bool) -> Error:
    """Returns the exception for errors that are given as JSON."""
    return _rebuilt(json.loads(text), is_cut)
