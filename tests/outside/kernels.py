#!/usr/bin/env python3
"""Executes the OpenCL kernels of a folder by `spirv-runner`, Intel's CPU runtime and PoCL, and compares what they leave.

    tests/outside/kernels.py FOLDER [--define N=4] [--include DIR] [--name shoc] [--keep WORK]

Sources are OpenCL C (`.cl`), or bitcode of another language (`.bc`), as clang makes it of HIP (`--offload=spirv64`) and of OpenMP
(`-fopenmp-targets=spirv64-intel`); PoCL does not take part then.

Buffers hold small random numbers. Sizes of work-groups and numbers for integers are tried until `spirv-runner --check` has nothing
to say of the launch, and until two orders of the work-items leave the same: what is left is defined, and the devices must agree,
floating-point numbers within 2^-10. Intel's runtime gets the same SPIR-V, PoCL the source.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "tests/runtime")]
import launches  # noqa: E402
from workers import ICD, VENV  # noqa: E402

CLOSE = 2.0**-10
SAME, UNDEFINED, IDLE, NO_DEVICE = "same", "not defined with such inputs", "changes nothing with such inputs", "the device fails"


class Failed(Exception):
    """What comes of a kernel, and a sentence."""


def command(words, limit=60, **more):
    """The text that a command prints; a `Failed` with its complaint."""
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", timeout=limit, **more)
    except subprocess.TimeoutExpired:
        raise Failed("does not end", pathlib.Path(words[0]).name)
    if done.returncode:
        lines = [line for line in done.stderr.strip().splitlines() if "error" in line.lower()] or done.stderr.strip().splitlines()[-1:]
        raise Failed("fails", f"{pathlib.Path(words[0]).name}: {(lines or ['?'])[0][:300]}")
    return done.stdout


def translated(settings, source, folder):
    """The assembly and the SPIR-V of a source. Of bitcode it is the assembly that comes back, which says what arguments are."""
    if source.suffix == ".bc":
        command([settings.tool, source, "-o", folder / "a.spv"])
        return command([settings.tool, "-r", "-S", folder / "a.spv", "-o", "-"])
    clang = ["clang-22", "-target", "spir64", "-O2", "-w", "-gline-tables-only", f"-cl-std={settings.std}", "-Xclang", "-finclude-default-header"]
    try:
        command([*clang, *settings.options, "-I", source.parent, "-emit-llvm", "-c", "-o", folder / "a.bc", source])
    except Failed as failed:
        raise Failed("not compiled", failed.args[1])
    command([settings.tool, folder / "a.bc", "-o", folder / "a.spv"])
    return command(["llvm-dis-22", folder / "a.bc", "-o", "-"])


def word(given, data, file):
    """The runner's word for an argument."""
    if given.kind == "local":
        return f"local:{launches.LOCAL_BYTES}"
    if given.kind == "sampler":
        return "sampler:clamp_to_edge,nearest"
    if given.kind == "value":
        return f"bytes:{(np.append(data, data[:1]) if given.components == 3 else data).tobytes().hex()}"
    data.tofile(file)
    return f"image:{file}:{launches.SIDE}x{launches.SIDE}:4:f32" if given.kind == "image" else f"inout:{file}"


def run(settings, folder, kernel, launch, *more):
    """What the arguments of a kernel hold after the runner has run it."""
    words, files = [], {}
    for position, given in enumerate(kernel.arguments):
        has_data = given.kind in ("buffer", "image", "value")
        data = launches.content(kernel.name, position, given, launch.count) if has_data else None
        files[position] = folder / f"{kernel.name}.{position}"
        words += ["--arg", word(given, data, files[position])]
    sizes = ["--global", ",".join(map(str, launch.size())), "--local", ",".join(map(str, launch.local))]
    command([settings.runner, folder / "a.spv", "--kernel", kernel.name, *sizes, *words, "--timeout", str(settings.limit), *more])
    outs = {at: given for at, given in enumerate(kernel.arguments) if given.is_out and given.kind in ("buffer", "image")}
    return {at: numbers(files[at], given) for at, given in outs.items()}


def numbers(file, given):
    """What a file holds, without what is between vectors of three."""
    data = np.fromfile(file, given.element)
    return data.reshape(-1, 4)[:, :3].ravel() if given.components == 3 else data


def difference(one, other):
    """None, or how many elements of an argument differ."""
    for position, mine in one.items():
        theirs = other[position]
        if mine.dtype.kind == "f":
            with np.errstate(all="ignore"):
                same = np.isclose(mine.astype(np.float64), theirs.astype(np.float64), rtol=CLOSE, atol=CLOSE, equal_nan=True)
        else:
            same = mine == theirs
        if not same.all():
            at = int(np.argmin(same))
            return f"argument {position}: {int((~same).sum())} differ, the first at {at}: {mine[at]!r}, not {theirs[at]!r}"
    return None


def defined(settings, folder, kernel):
    """A launch that is defined, and what it leaves."""
    said, idle = "", False
    for launch in launches.launches(kernel, settings.groups):
        try:
            run(settings, folder, kernel, launch, "--check")
        except Failed as failed:
            if " accesses " not in failed.args[1] and " reads " not in failed.args[1] and "barrier" not in failed.args[1]:
                raise
            said = failed.args[1]
            continue
        left = run(settings, folder, kernel, launch)
        said = difference(left, run(settings, folder, kernel, launch, "--seed-order", "5", "--threads", "1"))
        if said is None and changes(kernel, launch, left):
            return launch, left
        idle = idle or said is None
        said = said and "depends on the order: " + said
    raise Failed(IDLE if idle else UNDEFINED, said)


def changes(kernel, launch, left):
    """Whether a launch changes an argument."""
    before = {at: launches.content(kernel.name, at, kernel.arguments[at], launch.count) for at in left}
    return any(len(before[at]) != len(data) or (before[at] != data).any() for at, data in left.items())


def platforms():
    """The vendors' files of the devices, by name."""
    files = {"Intel": (ICD / "intel.icd").read_text().strip()}
    pocl = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
    return files | ({"PoCL": pocl.read_text().strip()} if pocl.exists() else {})


def on_device(settings, source, folder, device, icd, found):
    """What comes of the kernels on a device, which may die."""
    where = folder / device
    where.mkdir()
    steps = []
    for kernel, launch, left in found:
        files = [str(where / f"{kernel.name}.{at}") if at in left else None for at in range(len(kernel.arguments))]
        steps.append({"name": kernel.name, "launch": launch, "arguments": kernel.arguments, "files": files})
    options = [f"-cl-std={settings.std}", *settings.options, "-I", str(source.parent)]
    environment = os.environ | {"OCL_ICD_VENDORS": icd, "LD_LIBRARY_PATH": str(VENV / "lib"), "PYOPENCL_NO_CACHE": "1"}
    for first in range(len(steps)):
        kernel, _, left = found[first]
        files = {at: pathlib.Path(file) for at, file in enumerate(steps[first]["files"]) if file}
        if not all(file.exists() for file in files.values()) or not files:
            job = {"source": str(source), "options": options, "il": str(folder / "a.spv") if device == "Intel" else "", "kernels": steps[first:]}
            (where / "job.json").write_text(json.dumps(job))
            try:
                command([VENV / "bin/python", "-W", "ignore", HERE / "execute.py", where / "job.json"], 120, env=environment)
            except Failed as failed:
                if not all(file.exists() for file in files.values()):
                    yield kernel.name, (NO_DEVICE, failed.args[1])
                    continue
        wrong = difference(left, {at: numbers(file, kernel.arguments[at]) for at, file in files.items()})
        yield kernel.name, ("differs", wrong) if wrong else (SAME, "")


def of_source(settings, source, folder):
    """Names and what comes of the kernels of a source: a kind, a sentence, and the same by device."""
    folder.mkdir()
    try:
        assembly = translated(settings, source, folder)
    except Failed as failed:
        return [("", failed.args, {})]
    results, found = [], []
    for kernel in launches.kernels(assembly):
        if not isinstance(kernel, launches.Kernel):
            results.append((kernel[0], ("has arguments of a type with no numbers", str(kernel[1])), {}))
            continue
        try:
            found.append((kernel, *defined(settings, folder, kernel)))
        except Failed as failed:
            results.append((kernel.name, failed.args, {}))
    taking = {device: icd for device, icd in platforms().items() if device == "Intel" or source.suffix == ".cl"}
    by_device = {device: dict(on_device(settings, source, folder, device, icd, found)) for device, icd in taking.items()}
    for kernel, launch, _ in found:
        results.append((kernel.name, ("runs", ""), {device: kinds[kernel.name] for device, kinds in by_device.items()}))
    return results


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tool", default=str(ROOT / "target/release/llvm-spirv-rs"))
    parser.add_argument("--runner", default=str(ROOT / "target/release/spirv-runner"))
    parser.add_argument("--std", default="CL1.2")
    parser.add_argument("--option", dest="options", action="append", default=[], help="for clang and the devices: -DN=4")
    parser.add_argument("--groups", type=lambda text: [int(part) for part in text.split(",")], default=[4, 1], help="in each dimension")
    parser.add_argument("--only", default="", help="a part of the path")
    parser.add_argument("--name", help="the first column of the table")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--limit", type=int, default=20, help="seconds for a launch")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main():
    settings = arguments()
    work = settings.keep or pathlib.Path(tempfile.mkdtemp(prefix="kernels."))
    work.mkdir(exist_ok=True)
    paths = sorted(path for kind in ("cl", "bc") for path in settings.folder.rglob(f"*.{kind}"))
    sources = [path for path in paths if settings.only in str(path)]
    counts, devices = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        jobs = [pool.submit(of_source, settings, source.resolve(), work / f"{number:04}") for number, source in enumerate(sources)]
        for source, job in zip(sources, jobs):
            for kernel, (kind, text), by_device in job.result():
                counts[kind] += 1
                if kind != "runs":
                    print(f"{source.relative_to(settings.folder)} {kernel}: {kind}: {text}", flush=True)
                for device, (way, said) in by_device.items():
                    devices[device, way] += 1
                    if way != SAME:
                        print(f"{source.relative_to(settings.folder)} {kernel}: {device}: {way}: {said}", flush=True)
    if not settings.keep:
        shutil.rmtree(work)
    print(dict(counts), {f"{device} {way}": count for (device, way), count in sorted(devices.items())})
    same = " | ".join(f"{devices[device, SAME]} of {counts['runs'] - devices[device, NO_DEVICE]}" for device in platforms())
    kernels = sum(counts.values()) - counts["not compiled"]
    print(f"| {settings.name or settings.folder.name} | {len(sources)} | {kernels} | {counts['runs']} | {counts[UNDEFINED]} | {same} |")


if __name__ == "__main__":
    main()
