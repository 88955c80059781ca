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
    "ray_query": "acceleration structures are not for the processor",
}
PUSH = {
    "bodies": struct.pack("<ffI", 0.5, 0.25, 128),
    "mandelbrot": bytes(20) + struct.pack("<4fI", -2, -1.5, 3, 3, 50),
}


def memories(text):
    """The resources before and after, by name."""
    found = {"before": {}, "after": {}}
    for line in text.splitlines():
        when, name, digits = line.split("\t")
        found[when][name] = bytes.fromhex(digits)
    return found["before"], found["after"]


def is_close(a, b):
    """Whether two words are floating-point numbers of a usual size that are near each other."""
    x, y = struct.unpack("<ff", struct.pack("<II", a, b))
    if x != x and y != y:
        return True
    usual = [2.0**-30 < abs(v) < 2.0**60 or v == 0 for v in (x, y)]
    return all(usual) and (abs(x - y) <= 2.0**-20 or (x * y > 0 and abs(a - b) <= 16))


def difference(name, want, have):
    """What is wrong with a resource, or None."""
    size = min(len(want), len(have)) // 4
    words = zip(struct.unpack(f"<{size}I", want[: 4 * size]), struct.unpack(f"<{size}I", have[: 4 * size]))
    wrong = [(at, a, b) for at, (a, b) in enumerate(words) if a != b and not is_close(a, b)]
    if wrong:
        at, a, b = wrong[0]
        return f"{name}: {len(wrong)} words differ, the first at {4 * at}: {b:#010x}, not {a:#010x}"
    return None


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
        command, files = [ROOT / "target/release/spirv-runner", module, "--groups", groups, "--timeout", "60"], {}
        for place, content in before.items():
            kind, _, rest = place.partition(" ")
            if kind == "push" and content:
                command += ["--push", f"bytes:{content.hex()}"]
            elif kind == "buffer":
                numbers = rest.replace("[", ".").rstrip("]").replace(".", ":")
                files[place] = pathlib.Path(folder) / numbers
                files[place].write_bytes(content)
                command += ["--bind", f"{numbers}={files[place]}", "--out", f"{numbers}={files[place]}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            return "refused", done.stderr.strip().removeprefix("error: ")[-200:]
        for place, content in after.items():
            if place in files:
                complaint = difference(place, content, files[place].read_bytes())
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
                result = check(module, name, arguments.groups)
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
