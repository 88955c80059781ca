"""What the validator cannot know: tests/validator/known.txt, which says how each such complaint is told and what brings it about."""

import pathlib
import re

KNOWN = pathlib.Path(__file__).resolve().parents[1] / "validator" / "known.txt"


def rows():
    """Pattern of a complaint, and the extensions that it may come of."""
    lines = [line for line in KNOWN.read_text().splitlines() if line and not line.startswith("#")]
    for _, text, extensions in (line.split("|") for line in lines):
        pattern = re.escape(text).replace(re.escape("(N)"), r"\(\d+\)")
        yield re.compile(rf"error: line \d+: {pattern}(?= \||$)"), extensions.split(",")


def without_unknown(complaint, extensions):
    """The extensions less those that the validator does not know; None where the complaint says something else."""
    if not extensions:
        return None
    for pattern, names in rows():
        left = [f"-{name}" for name in names if f"-{name}" not in extensions.split(",")]
        if pattern.search(complaint) and left:
            return ",".join([extensions, *left])
    return None
