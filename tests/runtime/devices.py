#!/usr/bin/env python3
"""Executes the corpus by `spirv-runner` and by Intel's CPU runtime, and compares what both leave in buffers and images.

    tests/runtime/devices.py [--opt O0,O2,O3] [--only reduction] [--jobs 2]

Both get the same SPIR-V. A case's tolerance is that of its reference, twice, as each of both may be so far from it on its own
side. What a case checks by a function (results in any order) is checked by it on both. `faults.txt` says what is wrong on
Intel's runtime: what is listed there for -O0 to -O3 is not compared.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import faults
import runner
from harness import Expect, mismatch
from workers import VENV, environment

TIMEOUT = 240


def compared(case, mine, theirs):
    """Kinds of what comes of each expectation of a case, with a sentence where the devices differ."""
    for label, buffer, want in case.expect:
        one, other = mine(buffer), theirs(buffer)
        if one.tobytes() == other.tobytes():
            yield "same bits", ""
        elif not isinstance(want, Expect):
            complaint = want.complaint(one) or want.complaint(other)
            yield ("differs", f"{case.name}: {label}: {complaint}") if complaint else ("in another order", "")
        else:
            complaint = mismatch(one, other, 2 * want.ulp, want.scale)
            yield ("differs", f"{case.name}: {label}: {complaint}") if complaint else ("within ulps", "")


def outcomes(path, spirv, program, folder):
    """What comes of the cases of a program."""
    from harness import Device

    device, own = Device(), runner.Runner(program, folder)
    built = None
    for case in runner.cases(path):
        if lacking := device.lacks(case):
            yield "not on Intel's runtime", ", ".join(lacking)
            continue
        built = built or device.build_il(pathlib.Path(spirv).read_bytes(), runner.cl_options(path))
        bound = device.launch(built, case)
        files = own.launches(spirv, [case])
        yield from compared(
            case, lambda buffer: own.content(buffer, files[buffer]), lambda buffer: buffer.read(device.cl, device.queue, bound[buffer])
        )


def in_process(path, level, arguments):
    """What comes of a program, in a process that a crash of the runtime may end."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            spirv = runner.translated(path, level, arguments, folder)
        except runner.Failed as failed:
            return [("fails", str(failed))]
        words = [VENV / "bin/python", "-W", "ignore", __file__, "--child", path, spirv, arguments.runner, folder]
        try:
            done = subprocess.run(words, capture_output=True, text=True, env=environment(0), timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return [("fails", "does not end")]
    found = [tuple(json.loads(line)) for line in done.stdout.splitlines() if line.startswith("[")]
    return found + ([("fails", done.stderr.strip()[-200:])] if done.returncode else [])


def name_of(path):
    return f"{path.parent.name}/{path.stem}"


def is_listed(path, level):
    """Whether a line of faults.txt is about a program at a level."""
    listed = faults.Faults({name_of(program) for program in runner.programs("")}).faults
    return any(fault.program == name_of(path) and fault.covers(f"spir64-{level}") for fault in listed)


def main():
    arguments = runner.options(__doc__).parse_args()
    paths, failed = runner.programs(arguments.only), 0
    checks = [(path, level) for level in arguments.opt.split(",") for path in paths]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (path, level), found in zip(checks, pool.map(lambda check: in_process(*check, arguments), checks)):
            for kind, text in found:
                counts[level, kind] += 1
                if kind in ("differs", "fails") and not is_listed(path, level):
                    failed += 1
                    print(f"{level} {name_of(path)}: {kind}: {text}", flush=True)
    for level in arguments.opt.split(","):
        print(f"{level}: " + ", ".join(f"{count} {kind}" for (at, kind), count in sorted(counts.items()) if at == level))
    print(f"{failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        for outcome in outcomes(pathlib.Path(sys.argv[2]), *sys.argv[3:]):
            print(json.dumps(outcome), flush=True)
        sys.exit(0)
    sys.exit(main())
