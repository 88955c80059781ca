"""The device of `run/`: cases are launches of `spirv-runner`, whose buffers are files.

Alone, it executes the corpus and says what equals the host's references:

    tests/runtime/runner.py [--opt O0,O2] [--target spir] [--only reduction,atomics/counter] [--jobs 2]

`REFUSED` lists the programs that do not run, and a part of what the runner says then. Whatever else does not run is a failure,
and so is what is listed and runs.
"""

import argparse
import collections
import concurrent.futures
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import zlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORPUS = ROOT / "roundtrip-corpus"
sys.path[:0] = [str(HERE)]

from builds import cl_options  # noqa: E402
from harness import GUARD, Arg, Buffer, Image, Local, Pipe, Sampler  # noqa: E402

CHANNELS = {
    "SNORM_INT8": "snorm8", "SNORM_INT16": "snorm16", "UNORM_INT8": "unorm8", "UNORM_INT16": "unorm16",
    "SIGNED_INT8": "i8", "SIGNED_INT16": "i16", "SIGNED_INT32": "i32", "UNSIGNED_INT8": "u8", "UNSIGNED_INT16": "u16",
    "UNSIGNED_INT32": "u32", "HALF_FLOAT": "f16", "FLOAT": "f32",
}
TIMEOUT = 60
REFUSED = {}


class Refused(Exception):
    """The runner says why it does not run a kernel."""


class Failed(Exception):
    """A case computes something else than its reference."""


class Runner:
    """Runs cases in processes of their own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def launches(self, spirv, cases):
        """Runs `cases` in one process; returns the file of each argument."""
        files, words = {}, [self.program, spirv, "--timeout", str(TIMEOUT)]
        for number, step in enumerate(step for case in cases for step in case.launches):
            words += ["--then"] * (number > 0) + self.launch(step, files)
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            lines = done.stderr.strip().split("\n")
            raise Refused(next((line for line in lines if line.startswith("error")), lines[-1]))
        return files

    def run(self, spirv, cases):
        """Runs `cases` in one process; returns None or the complaint about the first that is wrong."""
        files = self.launches(spirv, cases)
        for label, buffer, want in (expected for case in cases for expected in case.expect):
            complaint = want.complaint(self.content(buffer, files[buffer]))
            if complaint:
                return f"{label}: {complaint}"
        return next(filter(None, (self.damage(*pair) for pair in files.items())), None)

    def content(self, buffer, file):
        data = file.read_bytes()[:buffer.initial.nbytes]
        return np.frombuffer(data, buffer.initial.dtype).reshape(buffer.initial.shape)

    def damage(self, buffer, file):
        """Says what a kernel has written that it must not."""
        if not isinstance(buffer, Buffer):
            return None
        data, size = file.read_bytes(), buffer.initial.nbytes
        if data[size:] != GUARD:
            return "something was written beyond a buffer's end"
        if type(buffer).__name__ == "In" and data[:size] != buffer.initial.tobytes():
            return "an In was written to"
        return None

    def launch(self, step, files):
        """The words of one launch."""
        words = ["--kernel", step.kernel, "--global", ",".join(map(str, step.global_size))]
        if step.local_size:
            words += ["--local", ",".join(map(str, step.local_size))]
        if step.offset:
            words += ["--offset", ",".join(map(str, step.offset))]
        for argument in step.args:
            words += ["--arg", self.word(argument, files)]
        return words

    def word(self, argument, files):
        if isinstance(argument, Local):
            return f"local:{argument.nbytes}"
        if isinstance(argument, Pipe):
            # The file of an empty pipe is not there yet.
            file = files.setdefault(argument, self.folder / f"{len(files)}.bin")
            return f"pipe:{file}:{argument.packet}:{argument.capacity}"
        if isinstance(argument, Sampler):
            words = ["normalized"] if argument.normalized else []
            return "sampler:" + ",".join([*words, argument.addressing.lower(), argument.filtering.lower()])
        if not isinstance(argument, Arg):
            data = argument if isinstance(argument, bytes) else np.asarray(argument).tobytes()
            if isinstance(argument, np.ndarray) and argument.shape == (3,):
                data += bytes(len(data) // 3)
            return f"bytes:{data.hex()}"
        if argument not in files:
            files[argument] = self.folder / f"{len(files)}.bin"
            guard = b"" if isinstance(argument, Image) else GUARD
            files[argument].write_bytes(argument.initial.tobytes() + guard)
        if isinstance(argument, Image):
            shape = argument.initial.shape
            size = "x".join(map(str, reversed(shape[:-1])))
            return f"image:{files[argument]}:{size}:{shape[-1]}:{CHANNELS[argument.channel_type]}"
        return f"inout:{files[argument]}"


def cases(path):
    spec = importlib.util.spec_from_file_location("program_" + path.stem, path.with_suffix(".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "cases"):
        return []
    return list(module.cases(np.random.default_rng(zlib.crc32(path.stem.encode()))))


def refusals_of(runner, spirv, all_cases):
    """What the runner says of cases that it does not run; what is wrong with another is a `Failed`."""
    try:
        # Together they are compiled once.
        if runner.run(spirv, all_cases) is None:
            return []
    except Refused:
        pass
    refusals = []
    for case in all_cases:
        try:
            complaint = runner.run(spirv, [case])
        except Refused as refused:
            refusals.append(f"{case.name}: not run: {refused}")
            continue
        if complaint:
            raise Failed(f"{case.name}: {complaint}")
    return refusals


def verdict(name, refusals, refused=REFUSED):
    """None, or what is wrong: a refusal that is not listed, or none where one is."""
    part = refused.get(name)
    if part is None:
        return refusals[0] if refusals else None
    others = [text for text in refusals if part not in text]
    if not refusals:
        return "runs, and REFUSED says that it does not"
    return others[0] if others else None


def translated(path, level, arguments, folder):
    """The SPIR-V module of a program; a `Failed` where a tool does not make it."""
    bitcode, spirv = f"{folder}/a.bc", f"{folder}/a.spv"
    clang = [arguments.clang, "-target", arguments.target, *cl_options(path), f"-{level}", "-Xclang", "-finclude-default-header"]
    for words in (clang + ["-emit-llvm", "-c", "-o", bitcode, str(path)], [arguments.translator, bitcode, "-o", spirv]):
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"{pathlib.Path(words[0]).name}: {done.stderr.strip()[:300]}")
    return spirv


def execute(path, level, arguments):
    """Whether a program has run at a level, and None or what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            spirv = translated(path, level, arguments, folder)
            refusals = refusals_of(Runner(arguments.runner, folder), spirv, cases(path))
        except Failed as failed:
            return False, str(failed)
    return not refusals, verdict(f"{path.parent.name}/{path.stem}", refusals)


def options(description):
    """A parser of what chooses programs, levels and tools."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    built = ROOT / "target" / "checks"
    parser.add_argument("--opt", default="O0,O2")
    parser.add_argument("--only", default="", help="parts of names, with commas")
    parser.add_argument("--target", default="spir64", choices=["spir64", "spir", "spirv64", "spirv32"], help="spir: pointers of 32 bits")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--translator", default=str(built / "llvm-spirv-rs"))
    parser.add_argument("--runner", default=str(built / "spirv-runner"))
    return parser


def programs(only):
    """The corpus's programs whose names contain a part of `only`."""
    wanted = [part for part in only.split(",") if part]
    paths = [path for path in sorted(CORPUS.glob("*/*.cl")) if path.with_suffix(".py").exists()]
    return [path for path in paths if not wanted or any(part in str(path) for part in wanted)]


def main():
    arguments = options(__doc__).parse_args()
    paths = programs(arguments.only)
    counts, failed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        checks = [(path, level) for level in arguments.opt.split(",") for path in paths]
        for (path, level), (has_run, complaint) in zip(checks, pool.map(lambda check: execute(*check, arguments), checks)):
            counts[level, has_run and complaint is None] += 1
            if complaint:
                failed += 1
                print(f"{level} {path.relative_to(CORPUS)}: {complaint}", flush=True)
    for level in arguments.opt.split(","):
        print(f"{level}: {counts[level, True]} of {len(paths)} programs equal their references")
    print(f"{failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
