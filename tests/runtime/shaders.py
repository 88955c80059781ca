#!/usr/bin/env python3
"""Executes the corpus's compute shaders by `spirv-runner` and on a Vulkan device, and compares what they leave in buffers.

    tests/runtime/shaders.py [--only scan,shared] [--groups 2,1,1] [--folder MODULES]

Lavapipe runs each shader by `compare --show` (the crate in vulkan/), which fills the resources by a pattern and prints them
before and after. Words must be the same; floating-point numbers may differ by 16 units in the last place or 2^-20.
`DEVIATIONS` lists what cannot be compared, and why.
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DEVIATIONS = {
    "addresses": "the command line cannot say addresses of buffers",
    "extended_set": "adds the bits of floating-point numbers, which differ in the last place, as integers",
    "linked_lists": "the command line cannot say addresses of buffers",
    "mathematics": "the exponent of what is not finite is any number",
    "image_atomics": "what images hold before is not shown by `compare`",
    "storage_images": "what images hold before is not shown by `compare`",
    "ray_query": "acceleration structures are not for the processor",
}
# Sums of many products, in another order.
TOLERANCES = {"bodies": 1e-4}
# Shaders all of whose work-groups write the same words.
GROUPS = {"integers": "1,1,1", "mathematics": "1,1,1", "extended_set": "1,1,1"}
# Images that are only written: width, height, channels, type.
IMAGES = {"mandelbrot": {"0.0": (16, 16, 4, "unorm8")}}
PUSH = {
    "bodies": struct.pack("<ffI", 0.5, 0.25, 128),
    "mandelbrot": bytes(16) + struct.pack("<4fI", -2, -1.5, 3, 3, 50),
}


def memories(text):
    """The resources before and after, by name."""
    found = {"before": {}, "after": {}}
    for line in text.splitlines():
        when, name, digits = line.split("\t")
        found[when][name] = bytes.fromhex(digits)
    return found["before"], found["after"]


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


def check(module, name, groups):
    """None if the runner leaves what the device leaves; else a kind and a complaint."""
    show = [ROOT / "target/release/compare", module, "--show", "--groups", groups]
    if name in PUSH:
        show += ["--push", PUSH[name].hex()]
    shown = subprocess.run(show, capture_output=True, text=True, timeout=120, env={"LP_NUM_THREADS": "1"})
    if shown.returncode or shown.stdout.startswith("error"):
        return "not run", (shown.stdout + shown.stderr).strip()[:120]
    before, after = memories(shown.stdout)
    with tempfile.TemporaryDirectory() as folder:
        command, files = [ROOT / "target/release/spirv-runner", module, "--groups", groups, "--timeout", "60", "--threads", "1"], {}
        for place, content in before.items():
            kind, _, rest = place.partition(" ")
            if kind == "push" and content:
                command += ["--push", f"bytes:{content.hex()}"]
            elif kind == "buffer":
                numbers = rest.replace("[", ".").rstrip("]").replace(".", ":")
                files[place] = pathlib.Path(folder) / numbers
                files[place].write_bytes(content)
                command += ["--bind", f"{numbers}={files[place]}", "--out", f"{numbers}={files[place]}"]
        for numbers, (width, height, channels, kind) in IMAGES.get(name, {}).items():
            place = f"image {numbers}"
            files[place] = pathlib.Path(folder) / f"image{numbers}"
            files[place].write_bytes(bytes(len(after[place])))
            shape = f"{width}x{height}:{channels}:{kind}"
            command += ["--bind", f"{numbers.replace('.', ':')}=image:{files[place]}:{shape}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            return "refused", done.stderr.strip().removeprefix("error: ")[-200:]
        for place, content in after.items():
            if place in files:
                complaint = difference(place, content, files[place].read_bytes(), name)
                if complaint:
                    return "differs", complaint
    return None


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
    parser.add_argument("--folder", help="SPIR-V modules in place of the corpus")
    arguments = parser.parse_args()
    counts, failed = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, module in modules(arguments, folder):
            try:
                result = check(module, name, GROUPS.get(name, arguments.groups))
            except subprocess.TimeoutExpired:
                result = ("does not end", "")
            kind, text = result or ("equal", "")
            known = DEVIATIONS.get(name)
            if result:
                print(f"{name}: {kind}: {text}" + (f" ({known})" if known else ""), flush=True)
                failed += known is None and kind != "not run"
            counts[kind] = counts.get(kind, 0) + 1
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
