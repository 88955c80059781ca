#!/usr/bin/env python3
"""Executes the corpus's compute shaders by `spirv-runner` and on a Vulkan device, and compares what they leave in buffers.

    tests/runtime/shaders.py [--opt O0,O2] [--only scan,shared] [--groups 2,1,1] [--folder MODULES]

Lavapipe runs each shader by `compare --show` (the crate in tests/vulkan/), which fills the resources by a pattern and prints them
before and after. The runner executes the module as it is (O0), and what comes out of -r, LLVM's optimiser and the translator
(O2). Words must be the same; floating-point numbers may differ by 16 units in the last place or 2^-20.
`DEVIATIONS` lists what cannot be compared, how that shows, and why: whatever else is not equal is a failure, and so is what is
listed and equal.
"""

import argparse
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILT = ROOT / "target" / "checks"
# What comes of a shader.
EQUAL, DIFFERS, REFUSED, NOT_RUN = "equal", "differs", "refused", "not run"
DEVIATIONS = {
    "extended_set": (DIFFERS, "adds the bits of floating-point numbers, which differ in the last place, as integers"),
    "float_controls": (NOT_RUN, "Lavapipe does not keep denormals"),
    "mathematics": (DIFFERS, "the exponent of what is not finite is any number"),
    "subgroups": (NOT_RUN, "Lavapipe has no clusters"),
    "ray_query": (NOT_RUN, "Lavapipe has no acceleration structures"),
}
# Sums of many products, in another order.
TOLERANCES = {"bodies": 1e-4}
# Shaders all of whose work-groups write the same words, or race for them.
GROUPS = {"integers": "1,1,1", "mathematics": "1,1,1", "extended_set": "1,1,1", "image_atomics": "1,1,1"}
# Resources that are not compared: each invocation of a row of eight loads the texel that one of them stores to, which on Lavapipe
# all have loaded before.
RACES = {"storage_images": {"texels 0.5"}}
PUSH = {
    "bodies": struct.pack("<ffI", 0.5, 0.25, 128),
    "mandelbrot": bytes(16) + struct.pack("<4fI", -2, -1.5, 3, 3, 50),
}


def memories(text):
    """The resources before and after, by name; then for places with addresses what these lead to, and for images their shapes."""
    found = {"before": {}, "after": {}, "about": {}}
    for line in text.splitlines():
        when, name, value = line.split("\t")
        found[when][name] = value if when == "about" else bytes.fromhex(value)
    return found["before"], found["after"], found["about"]


def name_of(resource):
    """The runner's name of a resource."""
    kind, _, rest = resource.partition(" ")
    return {"push": "push", "pointee": "b" + rest.lstrip("%")}.get(kind) or rest.replace("[", ":").rstrip("]").replace(".", ":")


def image_words(file, shape):
    """The runner's words for an image: layers are another dimension, formats are channels and a type."""
    *sizes, layers, name = shape.split()
    while sizes[-1] == "1" and len(sizes) > 1:
        sizes.pop()
    sizes += [layers] * (layers != "1")
    parts = re.fullmatch(r"(R|Rg|Rgba)(\d+)(f|i|ui||Snorm)", name)
    if not parts:
        raise Complaint(NOT_RUN, f"no word of the runner's for images of the format {name}")
    letters, bits, kind = parts.groups()
    kind = {"f": "f", "i": "i", "ui": "u", "": "unorm", "Snorm": "snorm"}[kind]
    return f"image:{file}:{'x'.join(sizes)}:{len(letters)}:{kind}{bits}"


def without_addresses(content, resource, about):
    """The bytes of a resource; addresses are zeros."""
    content = bytearray(content)
    for place in about:
        name, _, offset = place.rpartition("+")
        if name == resource:
            content[int(offset) : int(offset) + 8] = bytes(8)
    return bytes(content)


def are_close(x, y, tolerance):
    """Whether two floating-point numbers of a usual size are near each other."""
    if x != x and y != y:
        return True
    usual = [2.0**-30 < abs(v) < 2.0**60 or v == 0 for v in (x, y)]
    return all(usual) and abs(x - y) <= max(2.0**-20, tolerance * abs(x))


def differing(want, have, name):
    """The offsets of the words that differ, as no kind of number that could be there is near."""
    tolerance = TOLERANCES.get(name, 2.0**-19)
    wrong = []
    for at in range(0, min(len(want), len(have)) // 4 * 4, 4):
        if want[at : at + 4] == have[at : at + 4]:
            continue
        kinds = [("<f", at, 4), ("<d", at // 8 * 8, 8)]
        near = False
        for kind, begin, size in kinds:
            if begin + size <= min(len(want), len(have)):
                x, y = (struct.unpack(kind, data[begin : begin + size])[0] for data in (want, have))
                near = near or are_close(x, y, tolerance)
        halves = [struct.unpack("<ee", data[at : at + 4]) for data in (want, have)]
        near = near or all(are_close(x, y, 2.0**-9) or x == y for x, y in zip(*halves))
        if not near:
            wrong.append(at)
    return wrong


def difference(resource, want, have, name):
    """What is wrong with a resource, or None."""
    wrong = differing(want, have, name)
    if not wrong:
        return None
    at = wrong[0]
    return f"{resource}: {len(wrong)} words differ, the first at {at}: {have[at:at + 4].hex()}, not {want[at:at + 4].hex()}"


class Complaint(Exception):
    """Anything but equal: its kind, and a sentence."""


def shown(module, name, groups):
    """The resources before and after the device has run a shader."""
    show = [BUILT / "compare", module, "--show", "--groups", groups]
    if name in PUSH:
        show += ["--push", PUSH[name].hex()]
    done = subprocess.run(show, capture_output=True, text=True, timeout=120, env={"LP_NUM_THREADS": "1"})
    if done.returncode or done.stdout.startswith("error"):
        raise Complaint(NOT_RUN, (done.stdout + done.stderr).strip()[:120])
    return memories(done.stdout)


def optimised(module, folder):
    """A module as -r, LLVM's optimiser and the translator leave it."""
    bitcode, after, result = (pathlib.Path(folder) / name for name in ("back.bc", "optimised.bc", "optimised.spv"))
    translator = BUILT / "llvm-spirv-rs"
    for words in (
        [translator, "-r", module, "-o", bitcode],
        ["opt-22", "-O2", bitcode, "-o", after],
        [translator, after, "-o", result],
    ):
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise Complaint(REFUSED, f"{pathlib.Path(words[0]).name}: {done.stderr.strip()[:200]}")
    return result


def check(module, name, groups, resources):
    """Complains unless the runner leaves what the device leaves."""
    before, after, about = resources
    with tempfile.TemporaryDirectory() as folder:
        command, files = [BUILT / "spirv-runner", module, "--groups", groups, "--timeout", "60", "--threads", "1"], {}
        for place, content in before.items():
            kind, called = place.partition(" ")[0], name_of(place)
            if kind == "push" and content:
                command += ["--push", f"bytes:{content.hex()}"]
            elif kind in ("buffer", "pointee"):
                files[place] = pathlib.Path(folder) / called
                files[place].write_bytes(content)
            if kind == "buffer":
                command += ["--bind", f"{called}={files[place]}", "--out", f"{called}={files[place]}"]
            elif kind == "pointee":
                command += ["--buffer", f"{called}=inout:{files[place]}"]
            elif kind in ("image", "texels"):
                files[place] = pathlib.Path(folder) / f"{kind}{called}".replace(":", ".")
                files[place].write_bytes(content)
                command += ["--bind", f"{called}={image_words(files[place], about[place])}"]
        for place, target in about.items():
            resource, plus, offset = place.rpartition("+")
            if not plus:
                continue
            command += ["--address", f"{name_of(resource)}+{offset}={name_of(target)}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise Complaint(REFUSED, done.stderr.strip()[-200:])
        for place, content in after.items():
            if place in files and place not in RACES.get(name, ()):
                left = (without_addresses(data, place, about) for data in (content, files[place].read_bytes()))
                complaint = difference(place, *left, name)
                if complaint:
                    raise Complaint(DIFFERS, complaint)


def verdict(name, kind):
    """None, or what is wrong with a result: it is another than DEVIATIONS say, or than equal."""
    wanted = DEVIATIONS.get(name, (EQUAL, ""))[0]
    return None if kind == wanted else f"{kind}, not {wanted}"


def modules(arguments, folder):
    """Names and modules: of the corpus, or those in a folder."""
    only = [word for word in arguments.only.split(",") if word]
    if arguments.folder:
        for module in sorted(pathlib.Path(arguments.folder).glob("*.spv")):
            if not only or any(word in module.name for word in only):
                yield module.name.removesuffix(".spv"), module
        return
    for source in sorted((ROOT / "roundtrip-corpus/shaders").glob("*.comp")):
        if only and source.stem not in only:
            continue
        module = pathlib.Path(folder) / f"{source.stem}.spv"
        build = ["glslangValidator", "-V", "--target-env", "vulkan1.3", "-o", module, source]
        subprocess.run(build, check=True, capture_output=True)
        yield source.stem, module


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="names of shaders")
    parser.add_argument("--groups", default="2,1,1", help="numbers of work-groups")
    parser.add_argument("--opt", default="O0,O2", help="O0: as it is; O2: through LLVM's optimiser")
    parser.add_argument("--folder", help="SPIR-V modules in place of the corpus")
    arguments = parser.parse_args()
    counts, failed = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, module in modules(arguments, folder):
            groups = GROUPS.get(name, arguments.groups)
            for level, (kind, text) in results(module, name, groups, arguments.opt.split(","), folder):
                wrong = verdict(name, kind)
                if wrong:
                    print(f"{level} {name}: {wrong}: {text}", flush=True)
                    failed += 1
                counts[level, kind] = counts.get((level, kind), 0) + 1
    for level in arguments.opt.split(","):
        print(f"{level}: " + ", ".join(f"{count} {kind}" for (at, kind), count in sorted(counts.items()) if at == level))
    print(f"{failed} failures")
    return 1 if failed else 0


def results(module, name, groups, levels, folder):
    """What comes of a shader at each level: a kind, and a sentence."""
    resources = None
    for level in levels:
        try:
            resources = resources or shown(module, name, groups)
            check(module if level == "O0" else optimised(module, folder), name, groups, resources)
            yield level, (EQUAL, "")
        except Complaint as complaint:
            yield level, complaint.args
        except subprocess.TimeoutExpired:
            yield level, ("does not end", "")


if __name__ == "__main__":
    sys.exit(main())
