"""Writes `package/llvm_spirv/_settings.py`, the types of the settings, of the library's table; the tests compare.

    python python/tests/settings.py
"""

import pathlib

from llvm_spirv import _native

FILE = pathlib.Path(__file__).resolve().parent.parent / "package/llvm_spirv/_settings.py"
HEAD = '''"""The settings of a translation, by the names of the program's flags. Written by `tests/settings.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

Text: TypeAlias = str | int | Sequence[str | int] | Mapping[str, str | int] | Mapping[int, str | int]
"""A text; a sequence stands for its items with commas between them, a mapping for `NAME=VALUE` each."""


class Settings(TypedDict, total=False):
    """The settings of a translation."""

'''


def written() -> str:
    """Returns the text of the file."""
    lines = []
    for name, kind, words, about in _native.settings():
        literals = ", ".join(f'"{word}"' for word in words)
        types = {"switch": "bool", "number": "int", "words": f"Literal[{literals}]", "text": "Text"}
        form = f" (`{words[0]}`)" if kind == "text" and words else ""
        about = about[0].upper() + about[1:]
        lines.append(f'    {name.replace("-", "_")}: {types[kind]}\n    """{about}{form}."""\n')
    return HEAD + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(written())
