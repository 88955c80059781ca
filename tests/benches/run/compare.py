#!/usr/bin/env python3
"""Times kernels on `spirv-runner`, PoCL, Intel's CPU runtime and Lavapipe: the same source, buffers and sizes, all cores.

    tests/benches/run/compare.py [--only scan,fft] [--launches 9] [--rounds 3] [--release target/release]

Milliseconds are the least of several launches, without compilation; the devices take turns, so that what else the machine does
in one round is no device's disadvantage. `first` is the time from the source (for the runner: the
SPIR-V module, in a new process) to the end of the first launch. Lavapipe gets the kernels as compute shaders
(`--environment=vulkan1.3`), by `compare --kernel` (the crate in tests/vulkan/). The results of all are compared.
"""

import argparse
import functools
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tests/runtime"))
import vulkan  # noqa: E402
SOURCE = HERE / "kernels.cl"
CLANG = ["clang-22", "-target", "spir64", "-O2", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-emit-llvm", "-c"]
N = 512


class Out:
    """A buffer that the kernel writes."""

    def __init__(self, initial):
        self.initial = initial


def programs():
    """Names, global and local sizes, arguments: arrays are buffers, numbers are values."""
    random = np.random.default_rng(1)

    def floats(*shape, low=0.0, high=1.0):
        return random.uniform(low, high, shape).astype(np.float32)

    int32, zeros = np.int32, np.zeros
    count = 1 << 20
    return {
        "matrix_multiply": ((N, N), (16, 16), [floats(N, N), floats(N, N), Out(zeros((N, N), np.float32)), int32(N)]),
        "reduction": ((count,), (256,), [floats(4 * count), Out(zeros(count // 256, np.float32))]),
        "scan": ((count,), (256,), [random.integers(0, 9, count, int32), Out(zeros(count, int32))]),
        "n_body": ((4096,), (256,), [floats(4096, 4), Out(zeros((4096, 4), np.float32)), int32(4096)]),
        "fft": ((count // 2,), (128,), [Out(floats(count, 2, low=-1))]),
        "convolution": ((1024, 1024), (64, 4), [floats(1028, 1028), floats(25), Out(zeros((1024, 1024), np.float32)), int32(1024)]),
        "black_scholes": (
            (count,), (256,),
            [floats(count, low=5, high=30), floats(count, low=1, high=100), floats(count, low=0.25, high=10), Out(zeros(count, np.float32))],
        ),
        "sha256": ((1 << 17,), (64,), [random.integers(0, 2**32, 1 << 21, np.uint32), Out(zeros(1 << 20, np.uint32))]),
        "sort": ((count,), (256,), [Out(random.integers(0, 2**32, count, np.uint32))]),
        "histogram": ((count // 16,), (256,), [random.integers(0, 256, 4 * count, np.uint8), Out(zeros(256, np.uint32))]),
        "mandelbrot": ((1024, 1024), (64, 4), [Out(zeros((1024, 1024), np.uint32)), int32(1024)]),
        "stencil": ((128, 128, 128), (128, 2, 1), [floats(130, 130, 130), Out(zeros((130, 130, 130), np.float32)), int32(128)]),
    }


def on_platform(names, launches, folder):
    """Runs programs on the one OpenCL platform that there is, and writes times and results; in a process of its own."""
    import pyopencl as cl

    [platform] = cl.get_platforms()
    context = cl.Context(platform.get_devices())
    queue = cl.CommandQueue(context)
    times = {}
    for name in names:
        size, local, arguments = programs()[name]
        begin = time.perf_counter()
        kernel = getattr(cl.Program(context, SOURCE.read_text()).build(["-cl-std=CL1.2"]), name)
        given, outs = [], []
        for argument in arguments:
            data = argument.initial if isinstance(argument, Out) else argument
            if data.ndim:
                flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
                given.append(cl.Buffer(context, flags, hostbuf=data))
                outs += [(given[-1], data)] if isinstance(argument, Out) else []
            else:
                given.append(data)
        kernel.set_args(*given)
        cl.enqueue_nd_range_kernel(queue, kernel, size, local).wait()
        first = time.perf_counter() - begin
        for buffer, data in outs:
            result = np.empty_like(data)
            cl.enqueue_copy(queue, result, buffer)
            np.save(f"{folder}/{name}.npy", result)
        best = math.inf
        for _ in range(launches):
            begin = time.perf_counter()
            cl.enqueue_nd_range_kernel(queue, kernel, size, local).wait()
            best = min(best, time.perf_counter() - begin)
        times[name] = (best * 1e3, first * 1e3)
    print(json.dumps(times))


def platform(icd, names, launches, folder):
    """Times and results of a platform by its ICD file; none where it is not there."""
    vendors = pathlib.Path(folder) / "vendors"
    vendors.mkdir(exist_ok=True)
    (vendors / "only.icd").write_text(icd + "\n")
    environment = {**os.environ, "OCL_ICD_VENDORS": str(vendors), "PYOPENCL_NO_CACHE": "1", "POCL_KERNEL_CACHE": "0"}
    environment["LD_LIBRARY_PATH"] = str(ROOT / ".local/venv/lib") if "intel" in icd else ""
    words = [sys.executable, "-W", "ignore", __file__, "--platform", folder, "--launches", str(launches), "--only", ",".join(names)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"{icd}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.strip().splitlines()[-1])


def translated(source, folder, release, *options):
    """The SPIR-V module of a source."""
    bitcode, module = f"{folder}/{source.stem}.bc", f"{folder}/{source.stem}.spv"
    subprocess.run([*CLANG, source, "-o", bitcode], check=True)
    subprocess.run([release / "llvm-spirv-rs", *options, bitcode, "-o", module], check=True)
    return module


def runner(names, launches, folder, release):
    """Times and results of the runner."""
    module = translated(SOURCE, folder, release)
    times = {}
    for name in names:
        size, local, arguments = programs()[name]
        words, result = ["--kernel", name], None
        for option, sizes in (("--global", size), ("--local", local)):
            words += [option, ",".join(map(str, sizes))]
        for number, argument in enumerate(arguments):
            data = argument.initial if isinstance(argument, Out) else argument
            if not data.ndim:
                words += ["--arg", f"i32:{data}"]
                continue
            file = f"{folder}/{name}.{number}.npy"
            np.save(file, data)
            is_out = isinstance(argument, Out)
            words += ["--arg", ("inout:" if is_out else "in:") + file]
            result = file if is_out else result
        begin = time.perf_counter()
        subprocess.run([release / "spirv-runner", module, *words], check=True, capture_output=True)
        first = time.perf_counter() - begin
        os.replace(result, f"{folder}/{name}.npy")
        np.save(result, next(argument.initial for argument in arguments if isinstance(argument, Out)))
        timed = subprocess.run([release / "spirv-runner", module, *words, "--time", str(launches)], check=True, capture_output=True, text=True)
        times[name] = (float(timed.stdout.split("time: ")[1].split()[0]), first * 1e3)
    return times


def lavapipe(names, launches, folder, release):
    """Times and results of Lavapipe; none where it is not there."""
    module = vulkan.Module(translated(SOURCE, folder, release, "--environment=vulkan1.3"))
    environment = {**os.environ, "VK_LOADER_LAYERS_DISABLE": "~all~"}
    times = {}
    for name in names:
        size, local, arguments = programs()[name]
        groups = ",".join(str(whole // part) for whole, part in zip(size, local))
        words, push, bound, result = ["--kernel", name, "--groups", groups, "--time", str(launches)], b"", [], None
        for argument in arguments:
            data = argument.initial if isinstance(argument, Out) else argument
            if not data.ndim:
                push = vulkan.packed(push, data)
                continue
            bound.append(f"{folder}/{name}.{len(bound)}")
            data.tofile(bound[-1])
            words += ["--bind", f"0:{len(bound) - 1}={bound[-1]}"]
            result = (bound[-1], data) if isinstance(argument, Out) else result
        first = module.first_constant(name)
        for index, number in enumerate([*local, *[1] * (3 - len(local)), len(size)] if first is not None else []):
            words += ["--constant", f"{first + index}={number}"]
        begin = time.perf_counter()
        done = subprocess.run([release / "compare", module.path, *words, "--push", push.hex()], env=environment, capture_output=True, text=True)
        if done.returncode:
            print(f"Lavapipe: {name}: {done.stderr.strip()}", file=sys.stderr)
            return None
        took = time.perf_counter() - begin
        best = float(done.stdout.split("time: ")[1].split()[0])
        np.save(f"{folder}/{name}.npy", np.fromfile(result[0], result[1].dtype).reshape(result[1].shape))
        times[name] = (best, took * 1e3 - launches * best)
    return times


def start(folder, release):
    """The least time from the start of `llvm-spirv-rs run` to its end, of a kernel that takes none to speak of."""
    module, data = translated(ROOT / "roundtrip-corpus/demo/saxpy.cl", folder, release), f"{folder}/saxpy.npy"
    np.save(data, np.ones(1024, np.float32))
    words = ["--global", "1024", "--local", "64", "--arg", "f32:2", "--arg", f"in:{data}", "--arg", f"inout:{data}", "--arg", "u32:1024"]
    best = math.inf
    for _ in range(20):
        begin = time.perf_counter()
        subprocess.run([release / "llvm-spirv-rs", "run", module, *words], check=True)
        best = min(best, time.perf_counter() - begin)
    return best * 1e3


# The share of elements that may differ: where a product is rounded before it is added, points near the border leave in another round.
SHARES = {"mandelbrot": 0.02}


def differs(name, one, other):
    """Whether results are not the same, within what sums in another order give."""
    if one.dtype.kind != "f":
        return np.mean(one != other) > SHARES.get(name, 0)
    return not np.allclose(one, other, rtol=2e-3, atol=2e-3)


def in_turns(ways, rounds):
    """The least times of each way's rounds; without the ways that there are not."""
    times = {}
    for _ in range(rounds):
        for who, way in list(ways.items()):
            found = way()
            if not found:
                del ways[who]
                continue
            before = times.get(who, found)
            times[who] = {name: tuple(map(min, before[name], found[name])) for name in found}
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="names of programs")
    parser.add_argument("--launches", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=3, help="how often each device has its turn")
    parser.add_argument("--release", type=lambda path: pathlib.Path(path).resolve(), default=ROOT / "target/release")
    parser.add_argument("--platform", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    names = [name for name in programs() if not arguments.only or name in arguments.only.split(",")]
    if arguments.platform:
        return on_platform(names, arguments.launches, arguments.platform)
    pocl = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
    icds = {"PoCL": pocl.read_text().strip() if pocl.exists() else None, "Intel": (ROOT / ".local/icd/intel.icd").read_text().strip()}
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        folders = {who: f"{folder}/{who}" for who in ("runner", *icds, "Lavapipe")}
        for path in folders.values():
            os.mkdir(path)
        ways = {"runner": lambda: runner(names, arguments.launches, folders["runner"], arguments.release)}
        for who, icd in icds.items():
            ways |= {who: functools.partial(platform, icd, names, arguments.launches, folders[who])} if icd else {}
        ways["Lavapipe"] = lambda: lavapipe(names, arguments.launches, folders["Lavapipe"], arguments.release)
        times = in_turns(ways, arguments.rounds)
        others = [who for who in times if who != "runner"]
        heads = [f"{who:>10}" for who in times] + [f"{'x ' + who:>12}" for who in others] + [f"{who + ' first':>16}" for who in times]
        print(f"{'run, ms':<18}" + "".join(heads))
        for name in names:
            mine = times["runner"][name][0]
            row = "".join(f"{times[who][name][0]:>10.2f}" for who in times) + "".join(f"{times[who][name][0] / mine:>12.2f}" for who in others)
            note = ""
            for who in others:
                if differs(name, np.load(f"{folders['runner']}/{name}.npy"), np.load(f"{folders[who]}/{name}.npy")):
                    wrong, note = True, note + f"  differs from {who}"
            print(f"{name:<18}{row}" + "".join(f"{times[who][name][1]:>16.0f}" for who in times) + note)
        means = [math.exp(sum(math.log(times[who][name][0] / times["runner"][name][0]) for name in names) / len(names)) for who in others]
        print(f"{'geometric mean':<18}" + " " * 10 * len(times) + "".join(f"{mean:>12.2f}" for mean in means))
        print(f"saxpy of 1024, from the start of the program to its end: {start(folder, arguments.release):.0f} ms")
        print("x: their time divided by the runner's: above 1 the runner is faster.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
