#!/usr/bin/env python3
"""Writes src/generated/ from the machine-readable grammar of Khronos in khronos/ and from additions/.

usage: generate.py          write the files
       generate.py --check  compare them with what would be written; exit 1 where they differ
"""
import sys

sys.dont_write_bytecode = True
from generator import enums, rows, source

FOLDER = source.ROOT / "src" / "generated"


def files():
    """Returns the text of each generated file by its name."""
    grammar = source.Grammar()
    return {"enums.rs": enums.core(grammar), "extended.rs": enums.extended(grammar), "table.rs": rows.table(grammar)}


def main():
    texts = files()
    if sys.argv[1:] == ["--check"]:
        stale = [name for name, text in texts.items() if (FOLDER / name).read_text() != text]
        if stale:
            sys.exit(f"{', '.join(stale)}: not what grammar/generate.py writes; run it")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        for name, text in texts.items():
            (FOLDER / name).write_text(text)


main()
