"""One corpus program, in a process of its own: what is made of it, validated and executed.

Much comes out the same: IR that a recipe changes nothing in, a roundtrip that gives the bytes it began with, a module that needs
no extension. So everything is remembered by the bytes that it was made of, failures too, and done once.
"""

import hashlib
import importlib.util
import json
import os
import pathlib
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "cpu")]
sys.dont_write_bytecode = True

from builds import READABLE, Build, Check, cl_options  # noqa: E402
from commands import SPENT, Failure, Timed, command, one_line  # noqa: E402
from recipes import IrMaker, bits_of  # noqa: E402
from validation import without_unknown  # noqa: E402


class Program:
    """One corpus program and the files made of it."""

    def __init__(self, job):
        self.source, self.work = pathlib.Path(job["source"]), pathlib.Path(job["work"])
        self.objects, self.tool = pathlib.Path(job["objects"]), job["tool"]
        self.clang, self.validator = job["clang"], job["validator"]
        self.oracles = job["oracles"]  # the runtime, our own device, or both
        self.options = cl_options(self.source)
        self.irs = IrMaker(self.clang, self.source, self.options, self.work)
        with Timed("references"):
            self.module = self.load()
            # Seeded by the name, so that adding a program changes no other's data.
            import numpy

            self.cases = list(self.module.cases(numpy.random.default_rng(zlib.crc32(self.source.stem.encode()))))
        self.known, self.devices = {}, {}
        self.refused, self.notes = set(), set()

    def load(self):
        path = self.source.with_suffix(".py")
        spec = importlib.util.spec_from_file_location("corpus_" + path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def once(self, key, action):
        """The value of `action`, or its failure: what has the same key comes out the same."""
        if key not in self.known:
            try:
                self.known[key] = action(), None
            except Failure as failure:
                self.known[key] = None, failure
        value, failure = self.known[key]
        if failure:
            raise failure
        return value

    def check(self, stage, build):
        if stage == "source":
            self.check_source()
            return
        extensions = build.options()
        made = self.check_valid(stage, build)
        bits = bits_of(build.target)
        self.once(("run", bits, build.extensions, digest(made)), lambda: self.run(made, bits, extensions))
        if stage == "direct" and digest(made) in self.refused:
            self.run_readable(build._replace(extensions=READABLE))

    def check_valid(self, stage, build):
        """The SPIR-V of a build, or of that once around, which SPIRV-Tools accept."""
        made = self.translated(build)
        if stage == "roundtrip":
            made = self.once(("roundtrip", build.extensions, digest(made)), lambda: self.roundtrip(made, build.options()))
        self.once(("validate", build.extensions, digest(made)), lambda: self.validate(made, stage, build))
        return made

    def check_source(self):
        if reason := getattr(self.module, "NOT_FROM_SOURCE", None):
            self.notes.add(f"not built from source: {reason}")
            return
        for case in self.cases:
            if lacking := self.device(64).lacks(case):
                self.notes.add(f"{case.name}: no {', '.join(lacking)} here: translated, and then executed by cpu/")
        self.execute(self.device(64), lambda device: device.build_source(self.source.read_text(), self.options))

    # ------------------------------------------------- translating

    def translated(self, build):
        """The SPIR-V of a build."""
        def translate():
            out = self.work / f"{build.label()}.spv"
            command(self.tool, *build.options(), ir, "-o", out)
            return out

        made_of = build.target, build.opt, build.recipe
        ir, warnings = self.once(("ir", *made_of), lambda: self.irs.make(*made_of))
        if warnings:
            raise Failure(f"clang warns: {one_line(warnings)}")
        return self.once(("forward", build.extensions, digest(ir)), translate)

    def roundtrip(self, spirv, extensions):
        """The SPIR-V of a module's way back and forth; a second time around gives the same."""
        back, again = (spirv.with_suffix(end) for end in (".roundtrip.bc", ".roundtrip.spv"))
        command(self.tool, *extensions, "-r", spirv, "-o", back)
        command(self.tool, *extensions, back, "-o", again)
        command(self.tool, "roundtrip", *extensions, spirv)
        return again

    def validate(self, made, stage, build):
        """Asks SPIRV-Tools; about the same module less the extensions that the release does not know, where it says so."""
        try:
            command(self.validator, made)
        except Failure as failure:
            known = without_unknown(str(failure), build.extensions)
            if known is None:
                raise
            self.check_valid(stage, build._replace(extensions=known))

    # ------------------------------------------------- executing

    def run(self, spirv, bits, extensions):
        """On the runtime; on the device of our own where that has other pointers, or lacks what the module uses."""
        if bits == 64 and self.oracles != "own":
            try:
                self.once(("runtime", digest(spirv)), lambda: self.execute(
                    self.device(64), lambda device: device.build_il(spirv.read_bytes(), self.options)))
                if self.oracles == "runtime" and not any(self.device(64).lacks(case) for case in self.cases):
                    return
            except Failure as failure:
                if not extensions or "unsupported capability" not in str(failure):
                    raise
                self.notes.add("uses a capability that the runtime lacks: executed by cpu/")
                self.refused.add(digest(spirv))
        assembly = spirv.with_name(spirv.name + ".ll")
        command(self.tool, *extensions, "-r", "-S", "--spirv-target-env=CL2.0", spirv, "-o", assembly)
        self.once(("own", bits, digest(assembly)), lambda: self.execute(
            self.device(bits, own=True), lambda device: device.build(assembly)))

    def run_readable(self, build):
        """Has the runtime, which reads the SPIR-V itself, decide on the other extensions where it refuses one of them all."""
        spirv = self.translated(build)
        try:
            self.once(("run", 64, build.extensions, digest(spirv)), lambda: self.run(spirv, 64, build.options()))
        except Failure as failure:
            raise Failure(f"with {build.extensions}: {failure}")

    def device(self, bits, own=False):
        """Each is made when it is first asked for."""
        if (bits, own) not in self.devices:
            if own:
                from device import CpuDevice
                self.devices[bits, own] = CpuDevice(bits, self.objects, self.clang)
            else:
                from harness import Device
                self.devices[bits, own] = Device()
        return self.devices[bits, own]

    def execute(self, device, build):
        if reason := getattr(self.module, "NOT_EXECUTED", None):
            self.notes.add(f"not executed: {reason}")
            return
        cases = [case for case in self.cases if not device.lacks(case)]
        if not cases:
            return
        try:
            with Timed(f"{device.name}: building"):
                program = build(device)
        except Exception as error:
            raise Failure(f"cannot be built for execution: {one_line(error)}")
        for case in cases:
            try:
                with Timed(f"{device.name}: running"):
                    complaint = device.run(program, case)
            except Exception as error:
                complaint = f"{type(error).__name__}: {error}"
            if complaint:
                raise Failure(f"{case.name}: {one_line(complaint)}")


def digest(path):
    """What a file holds, but for the name that LLVM's assembly begins with."""
    data = path.read_bytes()
    if data.startswith(b"; ModuleID"):
        data = data.partition(b"\n")[2]
    return hashlib.sha256(data).hexdigest()


def work_on(job):
    """The body of a program's process; speaks JSON lines on standard output."""
    # The runtime's own chatter must not get between the lines of the protocol.
    protocol = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def say(**message):
        protocol.write(json.dumps(message) + "\n")

    program = Program(job)
    for number in job["checks"]:
        say(begin=number)
        stage, build = job["plan"][number]
        try:
            program.check(*Check(stage, build and Build(*build)))
        except Failure as failure:
            say(failed=number, why=str(failure))
        else:
            say(passed=number)
    for note in sorted(program.notes):
        say(note=note)
    say(spent=dict(SPENT))
    say(end=True)


if __name__ == "__main__":
    work_on(json.loads(sys.stdin.read()))
