#!/usr/bin/env python3
"""Executes the corpus's kernels as compute shaders of Vulkan, and compares what they compute with the host's references.

    tests/runtime/vulkan.py                          all programs, at -O0 and -O2
    tests/runtime/vulkan.py --opt O2 --filter scan/  some of them
    tests/runtime/vulkan.py --buffers addresses      with buffers by address

Each program is compiled by clang, translated with `--environment=vulkan1.3`, and each launch of its cases run by
`target/checks/compare --kernel` (the crate in tests/vulkan/). Programs that the translator refuses are those of
tests/vulkan_kernels.txt. `DEVIATIONS` lists what does not compute the reference's numbers, and why.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import builds
import harness

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEVIATIONS = {
    "checksum/crc32": "Lavapipe ends loops after 65,535 rounds of an invocation",
    "memory-access/vload_vstore_half": "Lavapipe rounds numbers of 64 bits to 32 and then to 16 bits",
    "precision/half_math": "its products and sums are rounded twice, which Vulkan allows",
    "demo/saxpy": "its products and sums are rounded twice, which Vulkan allows",
    "atomics/explicit_cl20": "Lavapipe goes wrong at memory barriers in a loop; without them the sum is right",
    "math/binary_and_pointers": "GLSL.std.450's Pow is a power of 2 of a product with a logarithm, each rounded to 32 bits",
    "math/unary": "GLSL.std.450's Asinh is the logarithm of a sum that cancels below 0",
    "precision/double_math": "its fma of 64 bits is a product and a sum, which Vulkan allows",
    "sorting/private_stacks O0": "behind a loop that invocations leave at different times Lavapipe has a later round's value",
}


CHANNELS = {
    "SNORM_INT8": (0x10D0, "8Snorm"),
    "SNORM_INT16": (0x10D1, "16Snorm"),
    "UNORM_INT8": (0x10D2, "8"),
    "UNORM_INT16": (0x10D3, "16"),
    "SIGNED_INT8": (0x10D7, "8i"),
    "SIGNED_INT16": (0x10D8, "16i"),
    "SIGNED_INT32": (0x10D9, "32i"),
    "UNSIGNED_INT8": (0x10DA, "8ui"),
    "UNSIGNED_INT16": (0x10DB, "16ui"),
    "UNSIGNED_INT32": (0x10DC, "32ui"),
    "HALF_FLOAT": (0x10DD, "16f"),
    "FLOAT": (0x10DE, "32f"),
}
ORDERS = {1: (0x10B0, "R"), 2: (0x10B2, "Rg"), 4: (0x10B5, "Rgba")}


class Skip(Exception):
    """A launch that Vulkan has no form for."""


class Module:
    """A translated program, and what its assembly says of specialization constants."""

    def __init__(self, path, by_address):
        self.path = path
        self.by_address = by_address
        self.text = subprocess.run(["spirv-dis", "--raw-id", path], capture_output=True, text=True, check=True).stdout
        self.constants = dict(re.findall(r"OpDecorate (%\d+) SpecId (\d+)", self.text))

    def first_constant(self, kernel):
        """The number of the constant for the size of the workgroup in the first dimension, if the host says it."""
        entry = re.search(rf'OpEntryPoint GLCompute (%\d+) "{kernel}"', self.text)[1]
        size = re.search(rf"OpExecutionModeId {entry} LocalSizeId (%\d+)", self.text)
        return int(self.constants[size[1]]) if size else None

    def lengths(self, kernel):
        """The constants for the lengths of local memory of a kernel, and the size of an element of each."""
        arrays = {ty: rest for ty, *rest in re.findall(r"(%\d+) = OpTypeArray (%\d+) (%\d+)", self.text)}
        pointees = dict(re.findall(r"(%\d+) = OpTypePointer Workgroup (%\d+)", self.text))
        names = dict(re.findall(r'OpName (%\d+) "([^"]*)"', self.text))
        found = []
        for variable, ty in re.findall(r"(%\d+) = OpVariable (%\d+) Workgroup", self.text):
            element, length = arrays.get(pointees[ty], (None, None))
            if length in self.constants and names[variable].startswith(kernel + "."):
                found.append((int(self.constants[length]), self.size(element)))
        return sorted(found)

    def bindings(self, kernel):
        """The variables of a kernel that have a binding, by name."""
        bindings = dict(re.findall(r"OpDecorate (%\d+) Binding (\d+)", self.text))
        names = re.findall(rf'OpName (%\d+) "({re.escape(kernel)}\.[^"]*)"', self.text)
        return {name: int(bindings[variable]) for variable, name in names if variable in bindings}

    def image(self, kernel, binding):
        """The dimensions of the image at a binding of a kernel, and whether it is sampled or a storage image."""
        name = next(name for name, known in self.bindings(kernel).items() if known == binding)
        variables = re.findall(rf'OpName (%\d+) "{re.escape(name)}"', self.text)
        pointer = next(filter(None, (re.search(rf"{id} = OpVariable (%\d+) UniformConstant", self.text) for id in variables)))[1]
        ty = re.search(rf"{pointer} = OpTypePointer UniformConstant (%\d+)", self.text)[1]
        dim, sampled = re.search(rf"{ty} = OpTypeImage %\d+ (\S+) \d \d \d (\d)", self.text).groups()
        return dim, "storage" if sampled == "2" else "sampled"

    def answers(self, kernel, images):
        """The push constants that say what only the host knows of images."""
        bindings, found = self.bindings(kernel), b""
        asked = rf'OpMemberName %\d+ \d+ "({re.escape(kernel)}\.[^"]*)\.(channel_\w+)"'
        for name, question in re.findall(asked, self.text):
            image = images[bindings[name]]
            order, channel = ORDERS[image.initial.shape[-1]][0], CHANNELS[image.channel_type][0]
            found += np.uint32(order if question == "channel_order" else channel).tobytes()
        return found

    def samplers(self, kernel):
        """The samplers that a kernel says itself: binding and number."""
        named = ((re.search(r"\.sampler\.(\d+)$", name), binding) for name, binding in self.bindings(kernel).items())
        return [(binding, int(name[1])) for name, binding in named if name]

    def size(self, ty):
        number = re.search(rf"{ty} = OpType(?:Int|Float) (\d+)", self.text)
        if number:
            return int(number[1]) // 8
        component, count = re.search(rf"{ty} = OpTypeVector (%\d+) (\d+)", self.text).groups()
        return self.size(component) * int(count)


def packed(push, value):
    """The push constants with one more member, aligned as OpenCL C does."""
    if isinstance(value, bytes):
        data = value
        alignment = max(size for size in (1, 2, 4, 8, 16) if len(data) % size == 0)
    else:
        array = np.asarray(value)
        if array.ndim == 1 and array.size == 3:
            array = np.append(array, array[:1])
        whole = array.nbytes if array.ndim else array.dtype.itemsize
        alignment = array.dtype.alignment if array.dtype.names else whole
        data = array.tobytes()
    return push + bytes(-len(push) % alignment) + data


def sampler_number(sampler):
    """The number of a sampler in OpenCL C."""
    addressing = ["NONE", "CLAMP_TO_EDGE", "CLAMP", "REPEAT", "MIRRORED_REPEAT"].index(sampler.addressing)
    return sampler.normalized | addressing << 1 | (0x20 if sampler.filtering == "LINEAR" else 0x10)


def sizes(step):
    """The numbers of work-items, and those in a workgroup, in three dimensions."""
    global_size, local_size = list(step.global_size), list(step.local_size or ())
    if step.offset and any(step.offset):
        raise Skip("an offset")
    if not local_size:
        local_size = [next(size for size in (64, 32, 16, 8, 4, 2, 1) if global_size[0] % size == 0)]
    local_size += [1] * (3 - len(local_size))
    global_size += [1] * (3 - len(global_size))
    if any(whole % part for whole, part in zip(global_size, local_size)):
        raise Skip("workgroups of several sizes")
    return global_size, local_size


def launch(module, step, files, folder):
    """Runs one launch; the buffers are files."""
    global_size, local_size = sizes(step)
    options, push, binding, lengths, images = [], b"", 0, iter(module.lengths(step.kernel)), {}
    for arg in step.args:
        if isinstance(arg, harness.Buffer):
            if arg not in files:
                files[arg] = folder / str(len(files))
                files[arg].write_bytes(arg.initial.tobytes() + harness.GUARD)
            if module.by_address:
                push = packed(push, np.uint64(0))
                options += ["--address", f"{len(push) - 8}={files[arg]}"]
            else:
                options += ["--bind", f"0:{binding}={files[arg]}"]
                binding += 1
        elif isinstance(arg, harness.Local):
            number, size = next(lengths)
            options += ["--constant", f"{number}={-(-arg.nbytes // size)}"]
        elif isinstance(arg, harness.Image):
            if arg not in files:
                files[arg] = folder / str(len(files))
                files[arg].write_bytes(arg.initial.tobytes())
            dim, kind = module.image(step.kernel, binding)
            name = ORDERS[arg.initial.shape[-1]][1] + CHANNELS[arg.channel_type][1]
            size = "x".join(map(str, reversed(arg.initial.shape[:-1])))
            options += ["--image", f"0:{binding}={name},{dim},{size},{kind},{files[arg]}"]
            images[binding] = arg
            binding += 1
        elif isinstance(arg, harness.Sampler):
            options += ["--sampler", f"0:{binding}={sampler_number(arg)}"]
            binding += 1
        elif isinstance(arg, harness.Arg):
            raise Skip(type(arg).__name__)
        else:
            push = packed(push, arg)
    for place, number in module.samplers(step.kernel):
        options += ["--sampler", f"0:{place}={number}"]
    answers = module.answers(step.kernel, images)
    push += bytes(-len(push) % 4 if answers else 0) + answers
    first = module.first_constant(step.kernel)
    if first is not None:
        for index, number in enumerate([*local_size, len(step.global_size)]):
            options += ["--constant", f"{first + index}={number}"]
    groups = ",".join(str(whole // part) for whole, part in zip(global_size, local_size))
    push += bytes(-len(push) % 4)
    command = [ROOT / "target/checks/compare", module.path, "--kernel", step.kernel, "--groups", groups, "--push", push.hex()]
    environment = {**os.environ, "LP_NUM_THREADS": "1"}
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=120, env=environment)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


def run(module, case):
    """Runs a case; None, or a complaint."""
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for step in case.launches:
            launch(module, step, files, pathlib.Path(folder))
        for label, buffer, want in case.expect:
            data = np.frombuffer(files[buffer].read_bytes()[: buffer.initial.nbytes], np.uint8)
            complaint = want.complaint(data.view(buffer.initial.dtype).reshape(buffer.initial.shape))
            if complaint:
                return f"{label}: {complaint}"
        for buffer, file in files.items():
            if isinstance(buffer, harness.Buffer) and file.read_bytes()[buffer.initial.nbytes :] != harness.GUARD:
                return "something was written beyond the end of a buffer"
    return None


def translated(source, opt, folder, tool, buffers):
    """The module of a program; None where the translator refuses it."""
    bitcode, module = folder / "program.bc", folder / "program.spv"
    clang = ["clang-22", "-target", "spirv64", *builds.cl_options(source), f"-{opt}", "-Xclang", "-finclude-default-header"]
    subprocess.run([*clang, "-emit-llvm", "-c", source, "-o", bitcode], check=True, capture_output=True)
    command = [tool, "--environment=vulkan1.3", f"--buffers={buffers}", bitcode, "-o", module]
    done = subprocess.run(command, capture_output=True, text=True)
    return Module(module, buffers == "addresses") if done.returncode == 0 else None


def check(source, opt, folder, tool, buffers):
    """`passed`, `refused` or `skipped`, or what went wrong."""
    module = translated(source, opt, folder, tool, buffers)
    if module is None:
        return "refused"
    spec = importlib.util.spec_from_file_location("corpus_" + source.stem, source.with_suffix(".py"))
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    ran = 0
    for case in program.cases(np.random.default_rng(zlib.crc32(source.stem.encode()))):
        try:
            complaint = run(module, case)
        except Skip:
            continue
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            complaint = str(error)
        if complaint:
            return f"{case.name}: {complaint}"
        ran += 1
    return "passed" if ran else "skipped"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opt", default="O0,O2", help="levels of optimisation")
    parser.add_argument("--filter", default="", help="a part of the name of programs")
    parser.add_argument("--tool", default=ROOT / "target/checks/llvm-spirv-rs", help="the translator")
    parser.add_argument("--buffers", default="bindings", choices=["bindings", "addresses"], help="how kernels reach them")
    args = parser.parse_args()
    refused = {line.split(":")[0] for line in (ROOT / "tests/vulkan_kernels.txt").read_text().splitlines() if ": " in line}
    counts, failures = {}, 0
    for source in sorted((ROOT / "roundtrip-corpus").glob("*/*.cl")):
        name = f"{source.parent.name}/{source.stem}"
        if args.filter not in name:
            continue
        for opt in args.opt.split(","):
            with tempfile.TemporaryDirectory() as folder:
                result = check(source, opt, pathlib.Path(folder), args.tool, args.buffers)
            deviation = DEVIATIONS.get(name) or DEVIATIONS.get(f"{name} {opt}")
            known = deviation is not None
            if result not in ("passed", "refused", "skipped"):
                print(f"{name} {opt}: {result}" + (f" ({deviation})" if known else ""), flush=True)
                failures += not known
                result = "deviates" if known else "failed"
            elif (result == "refused") != (name in refused):
                print(f"{name} {opt}: {result}, unlike what tests/vulkan_kernels.txt says", flush=True)
                failures += 1
            elif known and result == "passed":
                print(f"{name} {opt}: passes, and is listed as one that does not", flush=True)
                failures += 1
            counts[result] = counts.get(result, 0) + 1
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
