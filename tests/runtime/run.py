#!/usr/bin/env python3
"""Runs the round-trip corpus on a real OpenCL device.

Every program of roundtrip-corpus/ is built and checked against its host
reference in three ways:

    source           by the runtime's own compiler: is the program right?
    TARGET-OPT       by clang and the translator: .cl -> .bc -> .spv
    TARGET-OPT-lap   and once around: .spv -> .bc -> .spv

TARGET-OPT may be followed by `+RECIPE`, where LLVM's optimiser was told more
than clang tells it (recipes.py), and by `-all`, where the translator may use
every extension. What has 32-bit pointers runs on a device of the harness's
own (cpu/), and so does what the runtime says it lacks a capability for.

Run tests/runtime/setup.sh once before. Each program runs in a process of its
own, so that a crash or a hang in the runtime is a failure of one check.
"""

import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import typing
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "cpu")]
sys.dont_write_bytecode = True

from commands import Failure, command, one_line  # noqa: E402
from recipes import RECIPES, VECTORISERS, bits_of, compile_ir  # noqa: E402

ROOT = HERE.parent.parent
CORPUS = ROOT / "roundtrip-corpus"
VENV = ROOT / ".local" / "venv"
ICD = ROOT / ".local" / "icd"

OPT_LEVELS = ["O0", "O1", "O2", "O3", "Os"]
DEFAULT_STD = "-cl-std=CL3.0"
PROGRAM_TIMEOUT = 120  # seconds for all checks of one program, and more where there are many
CHECK_TIMEOUT = 30  # seconds for each of them then


class Build(typing.NamedTuple):
    """How SPIR-V is made of a program."""

    target: str
    opt: str
    recipe: str = ""
    extensions: str = ""

    def label(self):
        recipe, extensions = ("+" + self.recipe if self.recipe else ""), ("-all" if self.extensions else "")
        return f"{self.target}-{self.opt}{recipe}{extensions}"


def cl_options(source):
    """The options of a program: its `// options:` first line, or the default."""
    with open(source) as file:
        first = file.readline()
    given = first.removeprefix("// options:").split() if first.startswith("// options:") else []
    if not any(option.startswith("-cl-std=") for option in given):
        given.insert(0, DEFAULT_STD)
    return given


def plan(args):
    """The checks of every program, in order: (stage, build)."""
    if args.source_only:
        return [("source", None)]
    builds = [Build("spir64", opt) for opt in args.opt]
    builds += [Build("spirv64", opt) for opt in args.spirv64]
    builds += [
        Build("spir", opt, recipe, extensions)
        for opt in args.spir for recipe in args.recipe or ["masks"] for extensions in ("", "+all")
    ]
    if args.optimiser:
        recipes = args.recipe or ["", *VECTORISERS]
        builds = [
            Build(target, opt, recipe, extensions)
            for target in ("spir64", "spir") for opt in args.optimiser
            for recipe in recipes for extensions in ("", "+all")
        ]
    return ([] if args.optimiser else [("source", None)]) + [
        (stage, build) for build in builds for stage in ("direct", "lap")
    ]


def label(check):
    stage, build = check
    return "source" if stage == "source" else Build(*build).label() + ("-lap" if stage == "lap" else "")


# ------------------------------------------------- the process of a program


class Program:
    """One corpus program and the files made of it."""

    def __init__(self, source, work, tool, clang, validator):
        self.source, self.tool, self.clang, self.validator = pathlib.Path(source), tool, clang, validator
        self.work = work
        self.options = cl_options(source)
        spec = importlib.util.spec_from_file_location(
            "corpus_" + self.source.stem, self.source.with_suffix(".py")
        )
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        # Seeded by the name, so that adding a program changes no other's data.
        seed = zlib.crc32(self.source.stem.encode())
        import numpy

        self.cases = list(self.module.cases(numpy.random.default_rng(seed)))
        self.devices = {}
        self.on_both = False
        self.notes = set()

    def check(self, stage, build):
        if stage == "source":
            reason = getattr(self.module, "NOT_FROM_SOURCE", None)
            if reason:
                self.notes.add(f"not built from source: {reason}")
                return
            for case in self.cases:
                if lacking := self.device(64).lacks(case):
                    self.notes.add(f"{case.name}: no {', '.join(lacking)} here: translated, and then executed by cpu/")
            self.execute(self.device(64), lambda device: device.build_source(self.source.read_text(), self.options))
            return
        build = Build(*build)
        stem = self.work / build.label()
        spv, bc2, spv2 = (stem.with_name(stem.name + end) for end in (".spv", ".lap.bc", ".lap.spv"))
        extensions = ["--spirv-ext=" + build.extensions] if build.extensions else []
        if stage == "direct":
            ir, warnings = compile_ir(self.clang, self.source, self.options, build.target, build.opt, build.recipe, stem)
            if warnings:
                raise Failure(f"clang warns: {one_line(warnings)}")
            command(self.tool, *extensions, ir, "-o", spv)
            made = spv
        else:
            if not spv.exists():
                raise Failure("there is no first translation to go on from")
            command(self.tool, *extensions, "-r", spv, "-o", bc2)
            command(self.tool, *extensions, bc2, "-o", spv2)
            command(self.tool, "roundtrip", *extensions, spv)
            made = spv2
        self.validate(made, build)
        self.run(made, bits_of(build.target), extensions)

    def validate(self, spirv, build):
        """Asks SPIRV-Tools, of which an older release does not know the newest extensions."""
        try:
            command(self.validator, spirv)
        except Failure as failure:
            unknown = ("Invalid capability operand", "requires one of these extensions", "Invalid number of bits")
            if not build.extensions or not any(text in str(failure) for text in unknown):
                raise
            self.notes.add("uses extensions that the validator does not know")

    def run(self, spirv, bits, extensions):
        """On the runtime; on the device of our own where that has other pointers, or lacks what the module uses."""
        if bits == 64:
            try:
                self.execute(self.device(64), lambda device: device.build_il(spirv.read_bytes(), self.options))
                if not self.on_both and not any(self.device(64).lacks(case) for case in self.cases):
                    return
            except Failure as failure:
                if not extensions or "unsupported capability" not in str(failure):
                    raise
                self.notes.add("uses a capability that the runtime lacks: executed by cpu/")
        assembly = spirv.with_name(spirv.name + ".ll")
        command(self.tool, *extensions, "-r", "-S", "--spirv-target-env=CL2.0", spirv, "-o", assembly)
        self.execute(self.device(bits, own=True), lambda device: device.build(assembly, assembly.name))

    def device(self, bits, own=False):
        """Each is made when it is first asked for."""
        if (bits, own) not in self.devices:
            if own:
                from device import CpuDevice
                self.devices[bits, own] = CpuDevice(bits, self.work, self.clang)
            else:
                from harness import Device
                self.devices[bits, own] = Device()
        return self.devices[bits, own]

    def execute(self, device, build):
        reason = getattr(self.module, "NOT_EXECUTED", None)
        if reason:
            self.notes.add(f"not executed: {reason}")
            return
        cases = [case for case in self.cases if not device.lacks(case)]
        if not cases:
            return
        try:
            program = build(device)
        except Exception as error:
            raise Failure(f"cannot be built for execution: {one_line(error)}")
        for case in cases:
            try:
                complaint = device.run(program, case)
            except Exception as error:
                complaint = f"{type(error).__name__}: {error}"
            if complaint:
                raise Failure(f"{case.name}: {one_line(complaint)}")


def work_on_program(job):
    """The body of a program's process; speaks JSON lines on standard output."""
    # The runtime's own chatter must not get between the lines of the protocol.
    protocol = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def say(**message):
        protocol.write(json.dumps(message) + "\n")

    program = Program(job["source"], pathlib.Path(job["work"]), job["tool"], job["clang"], job["validator"])
    program.on_both = job["both"]
    for number in job["checks"]:
        say(begin=number)
        try:
            program.check(*job["plan"][number])
        except Failure as failure:
            say(failed=number, why=str(failure))
        else:
            say(passed=number)
    for note in sorted(program.notes):
        say(note=note)
    say(end=True)


# ------------------------------------------------------- the parent process


def runtime_environment(vector_width):
    env = dict(os.environ)
    env.pop("PYTHONPATH", None)
    env["OCL_ICD_VENDORS"] = str(ICD)
    env["LD_LIBRARY_PATH"] = str(VENV / "lib")
    env["PYOPENCL_NO_CACHE"] = "1"  # a cached build would test nothing
    if vector_width:
        env["CL_CONFIG_CPU_VECTORIZER_MODE"] = str(vector_width)
    return env


def run_program(source, checks, args, work, again=None):
    """Runs all checks of a program; returns (results by check number, notes).

    `again` has the numbers of those that are done once more, without the
    runtime's vectoriser, and on the device of our own besides.

    A result is None or the reason of a failure. After a crash the remaining
    checks get a fresh process; after a timeout they are given up.
    """
    results, notes = {number: None for number in range(len(checks)) if again and number not in again}, []
    vector_width = 1 if again else args.vector_width
    limit = max(PROGRAM_TIMEOUT, CHECK_TIMEOUT * len(checks))
    while len(results) < len(checks):
        left = [number for number in range(len(checks)) if number not in results]
        job = {
            "source": str(source), "work": str(work), "tool": args.tool, "clang": args.clang,
            "validator": args.validator, "plan": checks, "checks": left, "both": bool(again),
        }
        process = subprocess.Popen(
            [VENV / "bin" / "python", "-W", "ignore", __file__, "--worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="replace", env=runtime_environment(vector_width),
        )
        try:
            out, err = process.communicate(json.dumps(job), timeout=limit)
            hung = False
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            hung = True
        current, ended = None, False
        for line in out.splitlines():
            message = json.loads(line)
            if "begin" in message:
                current = message["begin"]
            elif "passed" in message:
                results[message["passed"]], current = None, None
            elif "failed" in message:
                results[message["failed"]], current = message["why"], None
            elif "note" in message:
                notes.append(message["note"])
            else:
                ended = True
        if ended:
            continue
        if hung:
            why = f"timed out: {limit} s for the program were over"
        elif process.returncode < 0:
            why = f"the process died of signal {-process.returncode}: {one_line(err[-300:])}"
        else:
            why = f"the process ended with {process.returncode}: {one_line(err[-300:])}"
        if current is not None:
            results[current] = why
        if hung or current is None:
            # No check is to blame alone; another try would end the same way.
            for number in range(len(checks)):
                results.setdefault(number, why)
    return results, notes


def without_vectoriser(source, checks, args, work, results, notes):
    """What fails, and does not where the runtime vectorises nothing nor on our own device, is the runtime's fault."""
    failed = {number for number, why in results.items() if why}
    then, more = run_program(source, checks, args, work, again=failed)
    for number in failed:
        if then[number] is None:
            results[number] = None
            notes.append(f"{label(checks[number])} goes wrong in the runtime's vectoriser only")
    return results, list(dict.fromkeys(notes + more))


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
    parser.add_argument("--tool", default=str(ROOT / "target" / "release" / "llvm-spirv-rs"),
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
    parser.add_argument("--validator", default="spirv-val", help="default: %(default)s")
    parser.add_argument("--source-only", action="store_true",
                        help="only build from source: checks the programs themselves")
    parser.add_argument("--jobs", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--work", metavar="DIR",
                        help="keep the intermediate files here (default: a temporary folder)")
    parser.add_argument("--vector-width", type=int, choices=[1, 4, 8, 16], metavar="N",
                        help="make the runtime vectorise by N (1: not at all), to tell "
                             "whether its vectoriser or the translator is wrong")
    parser.add_argument("--times", action="store_true", help="print each program's time")
    return parser.parse_args()


def main():
    args = parse_arguments()
    if not (VENV / "bin" / "python").exists() or not ICD.is_dir():
        sys.exit("run tests/runtime/setup.sh first")
    if not args.source_only:
        tool = shutil.which(args.tool)
        if not tool:
            sys.exit(f"there is no translator at {args.tool}")
        args.tool = str(pathlib.Path(tool).resolve())
    programs = sorted(CORPUS.glob("*/*.cl"))
    programs = [p for p in programs if args.filter in f"{p.parent.name}/{p.stem}"]
    if not programs:
        sys.exit("no program matches")

    checks = plan(args)
    temporary = None if args.work else tempfile.TemporaryDirectory(prefix="roundtrip-")
    base = pathlib.Path(args.work or temporary.name)
    passed = failed = 0
    lock = threading.Lock()

    def one(source):
        nonlocal passed, failed
        name = f"{source.parent.name}/{source.stem}"
        if not source.with_suffix(".py").exists():
            results, notes, took = {0: "it has no .py file"}, [], 0.0
        else:
            work = (base / source.parent.name / source.stem).resolve()
            # Stale files must not stand in for a translation that fails now.
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            start = time.monotonic()
            results, notes = run_program(source, checks, args, work)
            if args.optimiser and any(results.values()):
                results, notes = without_vectoriser(source, checks, args, work, results, notes)
            took = time.monotonic() - start
        with lock:
            for number, why in sorted(results.items()):
                if why is None:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAILED {name} {label(checks[number])}: {why}")
            for note in notes:
                print(f"note: {name} {note}")
            if args.times:
                print(f"time: {name} {took:.1f} s")
            sys.stdout.flush()

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for future in [pool.submit(one, source) for source in programs]:
            future.result()
    if temporary:
        temporary.cleanup()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        work_on_program(json.loads(sys.stdin.read()))
    else:
        main()
