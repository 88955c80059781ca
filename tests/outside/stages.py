"""The stages that a module goes through, each a function that raises `Failure` where the module does not pass."""

import os
import pathlib
import signal
import struct
import subprocess

TIMEOUT = 120  # seconds for one command
OP_FUNCTION = 54
SPIRV_HEADER = 5  # words
MAGIC = 0x07230203


class Failure(Exception):
    """A module that does not pass: the stage, the first line of the complaint, and the command that repeats it."""

    def __init__(self, stage, message, command=()):
        super().__init__(message)
        self.stage, self.message, self.command = stage, message, list(map(str, command))


class Refused(Failure):
    """A source that the front end refuses: it says nothing about the translator."""


def run(stage, command, failure=Failure):
    """Runs a command and returns its standard error; raises `failure` unless it exits with 0."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise failure(stage, f"takes more than {TIMEOUT} s", command)
    said = (done.stderr or done.stdout).decode(errors="replace").strip()
    if done.returncode < 0:
        raise failure(stage, f"ended by {signal.Signals(-done.returncode).name}", command)
    if done.returncode != 0:
        raise failure(stage, complaint(said), command)
    return said


def complaint(text):
    """Returns the first line that states an error, or the first line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "no message")


def compile_source(source, bitcode, settings, target, level):
    """OpenCL C to bitcode, by clang."""
    header = ["-Xclang", "-fdeclare-opencl-builtins", "-Xclang", "-finclude-default-header"]
    folders = [source.parent, *settings.include]
    flags = [f"-I{folder}" for folder in folders] + [f"-D{name}" for name in settings.define]
    options = ["-target", target, f"-cl-std={settings.std}", f"-{level}", "-w", "-emit-llvm", *settings.clang_flag]
    command = ["clang-22", *options, *header, *flags, "-c", "-x", "cl", source, "-o", bitcode]
    run("compile", command, Refused)


def forward(settings, source, spirv, extensions):
    """LLVM IR to SPIR-V; returns the extensions that were allowed: all of them where the module needs one."""
    command = [settings.tool, source, "-o", spirv]
    try:
        run("forward", [*command, *extensions])
        return extensions
    except Failure:
        if extensions:
            raise
    every = ["--spirv-ext=+all"]
    run("forward", [*command, *every])
    return every


def reverse(settings, spirv, bitcode):
    """SPIR-V to LLVM IR, which LLVM's own verifier takes."""
    run("reverse", [settings.tool, "-r", spirv, "-o", bitcode])
    run("verifier", ["opt-22", "-passes=verify", "-disable-output", bitcode])


def validate(settings, spirv):
    """The validator takes the module."""
    run("validator", [settings.validator, spirv])


def same(stage, first, second):
    """Two files have the same bytes."""
    if first.read_bytes() != second.read_bytes():
        raise Failure(stage, difference(first, second), ["cmp", first, second])


def difference(first, second):
    """Returns the opcode of the first instruction in which two modules differ."""
    pairs = zip(instructions(first.read_bytes()), instructions(second.read_bytes()))
    number = next((one[0] & 0xFFFF for one, other in pairs if one != other), None)
    return "the lengths differ" if number is None else f"differs first in an instruction of opcode {number}"


def instructions(data):
    """Yields the words of each instruction of a SPIR-V binary in this machine's byte order."""
    words = struct.unpack(f"={len(data) // 4}I", data[: len(data) // 4 * 4])
    at = SPIRV_HEADER
    while at < len(words):
        length = max(words[at] >> 16, 1)
        yield words[at:at + length]
        at += length


def has_function(spirv):
    """Returns whether a SPIR-V binary defines or declares a function at all."""
    return any(instruction[0] & 0xFFFF == OP_FUNCTION for instruction in instructions(spirv.read_bytes()))


def is_spirv(path):
    """Returns whether a file begins with SPIR-V's magic number, in either byte order."""
    head = path.read_bytes()[:4]
    return head in (struct.pack("<I", MAGIC), struct.pack(">I", MAGIC))


def round_trips(settings, folder, start, extensions, exact):
    """Two round trips: all modules are valid, and the second gives what the first gave. What this translator wrote itself
    comes back byte for byte in the first."""
    before, modules = start, [start]
    for number in (1, 2):
        bitcode, after = folder / f"{number}.bc", folder / f"{number}.spv"
        reverse(settings, before, bitcode)
        run("forward again", [settings.tool, bitcode, "-o", after, *extensions])
        modules.append(after)
        before = after
    validate(settings, modules[1])
    same("second round trip", modules[1], modules[2])
    if exact:
        same("first round trip", modules[0], modules[1])


def check(settings, source, target, level, folder):
    """Takes one module through all stages; returns whether it holds a function, which is what counts as a module."""
    folder.mkdir(parents=True, exist_ok=True)
    if is_spirv(source):
        validate_input(settings, source)
        round_trips(settings, folder, source, ["--spirv-ext=+all"], exact=False)
        return has_function(source)
    bitcode, spirv = source, folder / "0.spv"
    if source.suffix in (".cl", ".ocl"):
        bitcode = folder / "0.bc"
        compile_source(source, bitcode, settings, target, level)
    extensions = forward(settings, bitcode, spirv, settings.extensions)
    validate(settings, spirv)
    round_trips(settings, folder, spirv, extensions, exact=True)
    return has_function(spirv)


def validate_input(settings, source):
    """A SPIR-V module of others that the validator refuses says nothing about the translator."""
    run("input", [settings.validator, source], Refused)


def find(folder, suffixes):
    """Returns the files of a folder with these endings, sorted."""
    found = []
    for root, _, names in os.walk(folder):
        found += [pathlib.Path(root) / name for name in names if pathlib.Path(name).suffix in suffixes]
    return sorted(found)
