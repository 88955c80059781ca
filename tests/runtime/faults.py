"""Faults of Intel's runtime: what comes out wrong in its vectoriser, through no fault of the translator's.

faults.txt names each. Where a listed check fails, two more judges decide: the runtime with its vectoriser off, and the
device of our own (cpu/), which share nothing with it nor with each other. What is right to both has passed, and a note says
so. What is not listed has failed, whatever they say; and a line that nothing needs is reported.
"""

import fnmatch
import pathlib
import re

LIST = pathlib.Path(__file__).resolve().parent / "faults.txt"
LINE = re.compile(r"(\S+/\S+)\s+(\S+)\s+(\d{4}-\d\d-\d\d)\s+(\S.*)")


class Fault:
    """A line of the list: a program, a pattern of labels, since when, and what the runtime does."""

    def __init__(self, line):
        match = LINE.fullmatch(line)
        if not match:
            raise ValueError(f"{LIST.name}: not `PROGRAM CHECKS YYYY-MM-DD REASON`: {line}")
        self.program, self.checks, self.since, self.reason = match.groups()
        self.met = self.needed = False

    def covers(self, label):
        return fnmatch.fnmatchcase(label, self.checks)


class Faults:
    """The list, and what of it was needed."""

    def __init__(self, programs):
        lines = [line.strip() for line in LIST.read_text().splitlines()]
        self.faults = [Fault(line) for line in lines if line and not line.startswith("#")]
        for fault in self.faults:
            if fault.program not in programs:
                raise ValueError(f"{LIST.name}: there is no program {fault.program}")

    def judge(self, program, labels, outcome, second):
        """Of `outcome`'s failures those that are the runtime's become passes; `second(numbers)` asks the other judges."""
        failed = [number for number, why in outcome.results.items() if why]
        then = second(failed) if failed else None
        for number, label in labels.items():
            listed = [fault for fault in self.faults if fault.program == program and fault.covers(label)]
            for fault in listed:
                fault.met = True
            if number not in failed:
                continue
            if then.results[number]:
                outcome.results[number] += f" | the other judges: {then.results[number]}"
            elif not listed:
                outcome.results[number] += f" | right without the runtime's vectoriser, and on cpu/; not in {LIST.name}"
            else:
                outcome.results[number] = None
                outcome.notes.append(f"{label} goes wrong in the runtime's vectoriser only, as {LIST.name} says")
                for fault in listed:
                    fault.needed = True

    def idle(self):
        """Lines whose checks were all right without them."""
        return [f"{LIST.name}: {f.program} {f.checks} was not needed here" for f in self.faults if f.met and not f.needed]
