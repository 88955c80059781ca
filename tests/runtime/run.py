#!/usr/bin/env python3
"""Runs the round-trip corpus on a real OpenCL device.

Every program of roundtrip-corpus/ is built and checked against its host
reference in three ways:

    source           by the runtime's own compiler: is the program right?
    TARGET-OPT       by clang and the translator: .cl -> .bc -> .spv
    TARGET-OPT-roundtrip   and once around: .spv -> .bc -> .spv

TARGET-OPT may be followed by `+RECIPE`, where LLVM's optimiser was told more
than clang tells it (recipes.py), and by `-all`, where the translator may use
every extension. What has 32-bit pointers runs on a device of the harness's
own (cpu/), and so does what the runtime says it lacks a capability for.

Run tests/runtime/setup.sh once before. Each program runs in a process of its
own, so that a crash or a hang in the runtime is a failure of one check.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True

from builds import OPT_LEVELS, plan  # noqa: E402
from faults import Faults  # noqa: E402
from recipes import RECIPES  # noqa: E402
from workers import ICD, ROOT, VENV, run_program  # noqa: E402

CORPUS = ROOT / "roundtrip-corpus"


def levels(text):
    chosen = [word.lstrip("-") for word in text.split(",") if word]
    for word in chosen:
        if word not in OPT_LEVELS:
            raise argparse.ArgumentTypeError(f"{word} is not one of {','.join(OPT_LEVELS)}")
    return chosen


def recipes(text):
    chosen = [word for word in text.split(",") if word]
    for word in chosen:
        if word not in RECIPES:
            raise argparse.ArgumentTypeError(f"{word} is not one of {','.join(RECIPES)}")
    return chosen


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=str(ROOT / "target" / "checks" / "llvm-spirv-rs"),
                        help="the translator (default: %(default)s)")
    parser.add_argument("--clang", default="clang-22", help="default: %(default)s")
    parser.add_argument("--filter", default="", metavar="NAME",
                        help="only programs whose concept/name contains NAME")
    parser.add_argument("--opt", type=levels, default=OPT_LEVELS, metavar="LEVELS",
                        help="levels for -target spir64 (default: all of O0,O1,O2,O3,Os)")
    parser.add_argument("--spirv64", type=levels, default=["O2"], metavar="LEVELS",
                        help="levels for -target spirv64 (default: O2; may be empty)")
    parser.add_argument("--spir", type=levels, default=["O3"], metavar="LEVELS",
                        help="levels for -target spir, 32 bits (default: O3; may be empty)")
    parser.add_argument("--optimiser", type=levels, metavar="LEVELS",
                        help="instead of all this: spir64 and spir at these levels, each recipe, with no "
                             "extension and with all")
    parser.add_argument("--recipe", type=recipes, metavar="NAMES",
                        help=f"recipes for --optimiser and --spir, of {','.join(RECIPES)} "
                             "(default: none and the vectorisers')")
    parser.add_argument("--validator", help="default: what scripts/validator.sh builds")
    parser.add_argument("--source-only", action="store_true",
                        help="only build from source: checks the programs themselves")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="programs at a time (default: as many as there are processors)")
    parser.add_argument("--work", metavar="DIR",
                        help="keep the intermediate files here (default: a temporary folder)")
    parser.add_argument("--vector-width", type=int, choices=[1, 4, 8, 16], metavar="N",
                        help="make the runtime vectorise by N (1: not at all), to tell "
                             "whether its vectoriser or the translator is wrong")
    parser.add_argument("--times", action="store_true", help="print each program's time, and where it all went")
    return parser.parse_args()


def name_of(source):
    return f"{source.parent.name}/{source.stem}"


class Run:
    """All programs, some at a time, and what came of them."""

    def __init__(self, args, base):
        self.args, self.base = args, base
        self.checks = plan(args)
        self.faults = Faults({name_of(source) for source in CORPUS.glob("*/*.cl")})
        self.passed = self.failed = 0
        self.spent = collections.Counter()
        self.lock = threading.Lock()
        # Stale files must not stand in for what fails now.
        shutil.rmtree(base / "objects", ignore_errors=True)

    def one(self, source):
        """Runs a program and prints what came of it."""
        if not source.with_suffix(".py").exists():
            with self.lock:
                self.failed += 1
                print(f"FAILED {name_of(source)}: it has no .py file", flush=True)
            return
        work = (self.base / source.parent.name / source.stem).resolve()
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        start = time.monotonic()
        job = {
            "source": str(source), "work": str(work), "objects": str(self.base.resolve() / "objects"), "plan": self.checks,
            "tool": self.args.tool, "clang": self.args.clang, "validator": self.args.validator, "oracles": "runtime",
        }
        outcome = run_program(job, list(range(len(self.checks))), self.args.vector_width)
        labels = {number: check.label() for number, check in enumerate(self.checks)}
        again = lambda failed, who: run_program(job | {"oracles": who}, failed, vector_width=1)
        self.faults.compare(name_of(source), labels, outcome, again)
        with self.lock:
            self.report(name_of(source), labels, outcome, time.monotonic() - start)

    def report(self, name, labels, outcome, took):
        for number, why in sorted(outcome.results.items()):
            if why is None:
                self.passed += 1
            else:
                self.failed += 1
                print(f"FAILED {name} {labels[number]}: {why}")
        for note in dict.fromkeys(outcome.notes):
            print(f"note: {name} {note}")
        self.spent += outcome.spent
        if self.args.times:
            print(f"time: {name} {took:.1f} s")
        sys.stdout.flush()

    def summary(self):
        for line in self.faults.unused():
            print(f"note: {line}")
        if self.args.times:
            print("processor seconds:")
            for what, seconds in self.spent.most_common():
                print(f"{seconds:10.1f}  {what}")
        print(f"{self.passed} passed, {self.failed} failed")


def main():
    args = parse_arguments()
    if not (VENV / "bin" / "python").exists() or not ICD.is_dir():
        sys.exit("run tests/runtime/setup.sh first")
    if not args.source_only:
        tool = shutil.which(args.tool)
        if not tool:
            sys.exit(f"there is no translator at {args.tool}")
        args.tool = str(pathlib.Path(tool).resolve())
        args.validator = args.validator or subprocess.check_output(ROOT / "scripts" / "validator.sh", text=True).strip()
    programs = [source for source in sorted(CORPUS.glob("*/*.cl")) if args.filter in name_of(source)]
    if not programs:
        sys.exit("no program matches")
    # The longest first, so that none is left over at the end.
    programs.sort(key=lambda source: -source.stat().st_size)
    with tempfile.TemporaryDirectory(prefix="roundtrip-") as temporary:
        try:
            run = Run(args, pathlib.Path(args.work or temporary))
        except ValueError as error:
            sys.exit(str(error))
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for future in [pool.submit(run.one, source) for source in programs]:
                future.result()
    run.summary()
    sys.exit(1 if run.failed else 0)


if __name__ == "__main__":
    main()
