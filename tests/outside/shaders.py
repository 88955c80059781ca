#!/usr/bin/env python3
"""Takes a folder of shaders in SPIR-V there and back, also through LLVM's optimiser, and prints a table by stage.

    tests/outside/shaders.py folder --validator path/to/spirv-val --levels O1,O2,O3,Os

README.md beside this file says what each column counts."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ENVIRONMENTS = ("vulkan1.3", "spv1.6")
LIMIT = 60  # seconds
ENTRY_POINT = 15
STAGES = {
    0: "vertex", 1: "tessellation control", 2: "tessellation evaluation", 3: "geometry", 4: "fragment", 5: "compute",
    5267: "mesh, task", 5268: "mesh, task", 5364: "mesh, task", 5365: "mesh, task",
    **{model: "ray tracing" for model in range(5313, 5319)},
}  # fmt: skip


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path, metavar="PATH", help="a folder or a file")
    parser.add_argument("--tool", default=str(ROOT / "target/release/llvm-spirv-rs"))
    parser.add_argument("--validator", default=os.environ.get("SPIRV_VAL", "spirv-val"))
    parser.add_argument("--levels", default="O1,O2,O3,Os", help="LLVM's levels (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--filter", default="", help="only files whose name contains this")
    parser.add_argument("--invalid-too", action="store_true", help="judge by vulkan1.3 what comes back of invalid modules, too")
    parser.add_argument("--examples", type=int, default=2, help="of each class of failure")
    settings = parser.parse_args()
    settings.levels = [level for level in settings.levels.split(",") if level]
    return settings


def run(*command, given=None):
    """Returns the exit code, the output and the first line of the complaint."""
    try:
        done = subprocess.run([str(part) for part in command], input=given, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return 124, b"", f"takes longer than {LIMIT} s"
    said = (done.stderr.decode(errors="replace").strip() or done.stdout.decode(errors="replace").strip()).splitlines()
    return done.returncode, done.stdout, (said or [""])[0]


def stage(module):
    """Returns the stage of a module's entry points, or that there are several or none."""
    order = "<" if module[:1] == b"\x03" else ">"
    words = struct.unpack(f"{order}{len(module) // 4}I", module[: len(module) // 4 * 4])
    at, found = 5, set()
    while at < len(words) and words[at] >> 16:
        if words[at] & 0xFFFF == ENTRY_POINT:
            found.add(STAGES.get(words[at + 1], "other"))
        at += words[at] >> 16
    return found.pop() if len(found) == 1 else "libraries, several stages"


def checks(settings, file, environment, folder):
    """Yields for each check its name, and the complaint or None."""
    bitcode = folder / "there.bc"
    code, _, said = run(settings.tool, "-r", file, "-o", bitcode)
    yield "-r", said if code else None
    if code:
        return
    code, _, said = run("opt-22", "-passes=verify", "-disable-output", bitcode)
    yield "verifier", said if code else None
    for level in ["plain", *settings.levels]:
        optimised = bitcode
        if level != "plain":
            optimised = folder / f"{level}.bc"
            code, _, said = run("opt-22", f"-{level}", bitcode, "-o", optimised)
            if code:
                yield level, f"opt: {said}"
                continue
        code, module, said = run(settings.tool, optimised, "-o", "-")
        if code:
            yield level, f"refused: {said}"
            continue
        code, _, said = run(settings.validator, "--target-env", environment, "-", given=module)
        yield level, f"invalid: {said}" if code else None
    code, output, said = run(settings.tool, "roundtrip", "--color", "never", "--examples", "1", file)
    yield "exact", output.decode(errors="replace").strip() or said if code else None


def outcome(settings, file):
    """Returns the file's stage, the environment that it is valid for or None, and its checks."""
    module = file.read_bytes()
    valid = [e for e in ENVIRONMENTS if run(settings.validator, "--target-env", e, file)[0] == 0]
    valid += [ENVIRONMENTS[0]] if settings.invalid_too else []
    if not valid:
        return stage(module), None, []
    with tempfile.TemporaryDirectory(prefix="outside.") as folder:
        return stage(module), valid[0], list(checks(settings, file, valid[0], pathlib.Path(folder)))


def cluster(text):
    """Returns a complaint without what differs from module to module: numbers, names, paths."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "NAME", text.replace("\n", " / "))
    text = re.sub(r"\S*/\S+", "PATH", text)
    text = re.sub(r"[@%][\w.$]+", "NAME", text)
    return re.sub(r"\d+", "N", text)[:150].strip()


def print_failures(found, examples):
    """Prints classes of failures, the most frequent first, with examples."""
    for (check, _), failures in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"FAILED {len(failures):4} {check}")
        for file, said in failures[:examples]:
            print(f"    {file}: {said[:600]}")


def print_table(outcomes, levels):
    """Prints a row a stage: modules, valid ones, and how many of those pass each check."""
    columns = ["-r", "verifier", "plain", "exact", *levels]
    print(f"| stage | modules | valid | {' | '.join(columns)} |")
    print("|" + " --- |" * (len(columns) + 3))
    stages = collections.Counter(name for name, _, _ in outcomes)
    for name in [*(name for name, _ in stages.most_common()), "all"]:
        rows = [row for row in outcomes if name in (row[0], "all")]
        valid = [dict(results) for _, environment, results in rows if environment]
        passed = [str(sum(check in row and row[check] is None for row in valid)) for check in columns]
        print(f"| {name} | {len(rows)} | {len(valid)} | {' | '.join(passed)} |")


def main():
    settings = arguments()
    files = [f for path in settings.paths for f in ([path] if path.is_file() else sorted(path.rglob("*.spv")))]
    files = [file for file in files if settings.filter in file.name]
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        outcomes = list(pool.map(lambda file: outcome(settings, file), files))
    found = collections.defaultdict(list)
    for file, (_, _, results) in zip(files, outcomes):
        for check, said in results:
            if said is not None:
                found[check, cluster(said)].append((file.name, said))
    print_failures(found, settings.examples)
    print_table(outcomes, settings.levels)
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
