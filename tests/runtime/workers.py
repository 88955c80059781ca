"""The process of a program, from outside: a crash or a hang in it is a failure of one check."""

import collections
import json
import os
import pathlib
import subprocess
import typing

from commands import one_line

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENV = ROOT / ".local" / "venv"
ICD = ROOT / ".local" / "icd"

PROCESSOR = "core-avx2"  # the runtime's word for the processor that it compiles for
PROGRAM_TIMEOUT = 120  # seconds for all checks of one program, and more where there are many
CHECK_TIMEOUT = 30  # seconds for each of them then


class Outcome(typing.NamedTuple):
    """What came of a program: for each check by its number None or why it failed; notes; where the time went."""

    results: dict
    notes: list
    spent: collections.Counter


def environment(vector_width):
    env = dict(os.environ)
    env.pop("PYTHONPATH", None)
    env["OCL_ICD_VENDORS"] = str(ICD)
    env["LD_LIBRARY_PATH"] = str(VENV / "lib")
    env["PYOPENCL_NO_CACHE"] = "1"  # a cached build would test nothing
    # Its vectoriser goes by the processor otherwise, and so do its faults: what passes here would fail elsewhere.
    env.setdefault("CL_CONFIG_CPU_TARGET_ARCH", PROCESSOR)
    if vector_width:
        env["CL_CONFIG_CPU_VECTORIZER_MODE"] = str(vector_width)
    return env


def run_program(job, numbers, vector_width):
    """Runs the checks of those numbers. After a crash the remaining ones get a fresh process; after a timeout they are
    given up."""
    outcome = Outcome({}, [], collections.Counter())
    limit = max(PROGRAM_TIMEOUT, CHECK_TIMEOUT * len(numbers))
    while left := [number for number in numbers if number not in outcome.results]:
        process = subprocess.Popen(
            [VENV / "bin" / "python", "-W", "ignore", HERE / "program.py"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="replace", env=environment(vector_width),
        )
        try:
            out, err = process.communicate(json.dumps(job | {"checks": left}), timeout=limit)
            hung = False
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            hung = True
        current, ended = read_messages(out, outcome)
        if ended:
            continue
        if hung:
            why = f"timed out: {limit} s for the program were over"
        elif process.returncode < 0:
            why = f"the process died of signal {-process.returncode}: {one_line(err[-300:])}"
        else:
            why = f"the process ended with {process.returncode}: {one_line(err[-300:])}"
        # Where no check is to blame alone, another try would end the same way.
        given_up = [current] if current is not None and not hung else left
        for number in given_up:
            outcome.results.setdefault(number, why)
    return outcome


def read_messages(out, outcome):
    """Takes down what a process said; the check that it was at when it ended, and whether it came to its end."""
    current, ended = None, False
    for line in out.splitlines():
        message = json.loads(line)
        if "begin" in message:
            current = message["begin"]
        elif "passed" in message:
            outcome.results[message["passed"]], current = None, None
        elif "failed" in message:
            outcome.results[message["failed"]], current = message["why"], None
        elif "note" in message:
            outcome.notes.append(message["note"])
        elif "spent" in message:
            outcome.spent.update(message["spent"])
        else:
            ended = True
    return current, ended
