"""Faults of Intel's runtime: what comes out wrong in its vectoriser or ends in its compiler, through no fault of the
translator's.

faults.txt names each. Where a listed check fails, oracles decide that share nothing with what failed: for a fault of the
vectoriser the runtime without it, and the device of our own (cpu/); for a crash of the compiler cpu/ alone. What is right to
them has passed, and a note says so. What is not listed has failed, whatever they say; and a line that nothing needs is
reported.
"""

import fnmatch
import pathlib
import re

LIST = pathlib.Path(__file__).resolve().parent / "faults.txt"
LINE = re.compile(r"(\S+/\S+)\s+(\S+)\s+(\d{4}-\d\d-\d\d)\s+(vectoriser|compiler)\s+(\S.*)")
# What each kind of fault does; who else is asked then.
KINDS = {
    "vectoriser": ("goes wrong in the runtime's vectoriser only", "both"),
    "compiler": ("ends in a crash of the runtime's compiler, and is right on cpu/", "own"),
}


class Fault:
    """A line of the list: a program, a pattern of labels, since when, which part of the runtime, and what it does."""

    def __init__(self, line):
        match = LINE.fullmatch(line)
        if not match:
            raise ValueError(f"{LIST.name}: not `PROGRAM CHECKS YYYY-MM-DD KIND REASON`: {line}")
        self.program, self.checks, self.since, self.kind, self.reason = match.groups()
        self.met = self.needed = False

    def covers(self, label):
        return fnmatch.fnmatchcase(label, self.checks)


def kind_of(why):
    """LLVM says which pass it was at when it died; there is no such word of what dies when it is executed."""
    return "compiler" if "the process died" in why and "Running pass" in why else "vectoriser"


class Faults:
    """The list, and what of it was needed."""

    def __init__(self, programs, lines=None):
        lines = LIST.read_text().splitlines() if lines is None else lines
        lines = [line.strip() for line in lines]
        self.faults = [Fault(line) for line in lines if line and not line.startswith("#")]
        for fault in self.faults:
            if fault.program not in programs:
                raise ValueError(f"{LIST.name}: there is no program {fault.program}")

    def compare(self, program, labels, outcome, second):
        """Of `outcome`'s failures those that are the runtime's become passes; `second(numbers, who)` asks other oracles."""
        listed = {n: [f for f in self.faults if f.program == program and f.covers(labels[n])] for n in labels}
        for fault in (fault for found in listed.values() for fault in found):
            fault.met = True
        failed = {number: why for number, why in outcome.results.items() if why}
        for kind, (what, who) in KINDS.items():
            numbers = [number for number, why in failed.items() if kind_of(why) == kind]
            then = second(numbers, who).results if numbers else {}
            for number in numbers:
                needed = [fault for fault in listed[number] if fault.kind == kind]
                if then[number]:
                    outcome.results[number] += f" | other oracles: {then[number]}"
                elif not needed:
                    outcome.results[number] += f" | {what}; not in {LIST.name}"
                else:
                    outcome.results[number] = None
                    outcome.notes.append(f"{labels[number]} {what}, as {LIST.name} says")
                for fault in needed:
                    fault.needed |= not then[number]

    def unused(self):
        """Lines whose checks were all right without them."""
        return [f"{LIST.name}: {f.program} {f.checks} was not needed here" for f in self.faults if f.met and not f.needed]
