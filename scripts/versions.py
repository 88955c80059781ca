#!/usr/bin/env python3
"""Compares how `llvm-spirv-rs ir` reads what many compilers write with how LLVM 22 reads it: docs/reference/testing.md has the table.

    versions.py make FOLDER SOURCES...     compiles C, C++, OpenCL and Rust sources below SOURCES by each compiler there is
    versions.py assemble FOLDER TESTS...   makes bitcode of old LLVMs of assembly below TESTS, such as LLVM's own tests
    versions.py in FOLDER                  prints each file by `ir -S` and by LLVM 22, and counts
    versions.py text FOLDERS...            reads assembly by both: equal text, or refused at the same line
    versions.py out FILES...               writes for LLVM 15, 16, 19 and 22, and has the tools of each read it
"""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("LLVM_SPIRV_RS", str(ROOT / "target/native/debug/llvm-spirv-rs"))
# Tools of old LLVMs, as Debian's packages have them, unpacked in a folder.
OLD_LLVM = pathlib.Path(os.environ.get("OLD_LLVM", "/work/oracles/llvm"))
VERSIONS = [15, 16, 19, 22]
CLANGS = [13, 14, 15, 16, 19, 22]
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
LONGEST = 60


def run(command, **options):
    """Returns the status and both outputs; a program that runs too long, or is killed, has a status of its own."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=LONGEST, **options)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return "late", b"", b""


def tool(name, version):
    """Returns the command of a tool of an LLVM, and its environment."""
    if version == 22:
        return f"/usr/lib/llvm-22/bin/{name}", dict(os.environ)
    path = OLD_LLVM / f"usr/lib/llvm-{version}/bin/{name}"
    return str(path), dict(os.environ, LD_LIBRARY_PATH=str(OLD_LLVM / "usr/lib/x86_64-linux-gnu"))


def each(function, items):
    """Yields what `function` makes of each item, two at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(function, items)


def number(text, below):
    """Returns a number that looks random, always the same for a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little") % below


# --- Inputs ---------------------------------------------------------------------------------------------------------------------

def clang(version, source, output, options):
    return [f"clang-{version}", "-w", "-c", "-emit-llvm", "-ferror-limit=1", *language(source), *options, str(source), "-o", output]


def language(source):
    """Returns the options for a source of a language."""
    includes = sorted({f"-I{folder}" for folder in list(source.parents)[:3]} | {f"-I{source.parent.parent / 'include'}"})
    match source.suffix:
        case ".cl":
            return ["--target=spir64-unknown-unknown", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-nogpulib"]
        case ".cpp" | ".cc" | ".cxx":
            return ["-std=c++17", *includes]
        case _:
            return includes


def jobs_of(source):
    """Yields the compilations of a source: two of each clang, one with and one without debug information."""
    if source.suffix == ".rs":
        yield from rust_jobs(source)
        return
    for version in CLANGS:
        for debug in [[], ["-g"]]:
            level = LEVELS[number(f"{source}{version}{debug}", 4)]
            yield f"clang-{version}", source, [level, *debug], lambda out, v=version, o=[level, *debug]: clang(v, source, out, o)
    zig = os.environ.get("ZIG")
    if zig and source.suffix != ".cl":
        for debug in [["-g0"], ["-g"]]:
            level = LEVELS[number(f"{source}zig{debug}", 4)]
            options = [*language(source), level, *debug]
            yield "zig cc", source, options, lambda out, o=options: [zig, "c++" if source.suffix != ".c" else "cc", "-w", "-c", "-emit-llvm", *o, str(source), "-o", out]


def rust_jobs(source):
    for debug in ["0", "2"]:
        level = "0123s"[number(f"{source}{debug}", 5)]
        options = ["-C", f"opt-level={level}", "-C", f"debuginfo={debug}"]
        command = ["rustc", "--edition=2021", "--crate-type=lib", "-Awarnings", "-C", "codegen-units=1", *options, str(source)]
        yield "rustc", source, options, lambda out, c=command: [*c, f"--emit=llvm-{'ir' if out.endswith('.ll') else 'bc'}", "-o", out]


def make(folder, sources):
    """Compiles sources. Every third file is assembly, the others are bitcode."""
    kinds = {".c", ".cpp", ".cc", ".cl", ".rs"}
    found = [p for s in sources for p in ([pathlib.Path(s)] if os.path.isfile(s) else sorted(pathlib.Path(s).rglob("*"))) if p.suffix in kinds]

    def compile_one(job):
        producer, source, options, command = job
        form = "ll" if number(f"{source}{producer}{options}form", 3) == 0 else "bc"
        at = pathlib.Path(folder) / producer.replace(" ", "-")
        at.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "_", "_".join([*source.parts[-3:-1], source.stem])) + "".join(options[-2:]).replace("-", "_").replace("/", "")
        out = at / f"{name}.{form}"
        line = command(str(out))
        if form == "ll" and "-c" in line:
            line[line.index("-c")] = "-S"
        return producer, run(line)[0] == 0

    counts = collections.Counter(made for made in each(compile_one, [job for source in found for job in jobs_of(source)]))
    for (producer, good), count in sorted(counts.items()):
        print(f"{producer:12} {'compiled' if good else 'refused':8} {count:6}")


def assemble(folder, tests):
    """Makes bitcode of assembly by the assemblers of old LLVMs."""
    found = [p for test in tests for p in sorted(pathlib.Path(test).rglob("*.ll"))]

    def assemble_one(job):
        version, path = job
        at = pathlib.Path(folder) / f"llvm-as-{version}"
        at.mkdir(parents=True, exist_ok=True)
        out = at / (re.sub(r"\W+", "_", "_".join(path.parts[-3:])) + ".bc")
        if version in (13, 14):
            line, environment = [f"clang-{version}", "-w", "-x", "ir", "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes"], None
        else:
            line, environment = tool("llvm-as", version)
            line = [line]
        return version, run([*line, str(path), "-o", str(out)], env=environment)[0] == 0

    for (version, good), count in sorted(collections.Counter(each(assemble_one, [(v, p) for v in CLANGS[:-1] for p in found])).items()):
        print(f"llvm-as-{version} {'assembled' if good else 'refused':9} {count:6}")


# --- Comparisons ----------------------------------------------------------------------------------------------------------------

def body(text):
    """Returns assembly without the name of the file."""
    return re.sub(rb"\A; ModuleID = .*\n", b"", text)


def by_llvm(path):
    """Returns what LLVM 22 prints of a file, or None and what it says of it."""
    if path.suffix == ".bc":
        status, text, message = run([tool("llvm-dis", 22)[0], str(path), "-o", "-"])
        return (body(text), b"") if status == 0 else (None, message or str(status).encode())
    status, bitcode, message = run([tool("llvm-as", 22)[0], str(path), "-o", "-"])
    if status != 0:
        return None, message or str(status).encode()
    status, text, message = run([tool("llvm-dis", 22)[0], "-", "-o", "-"], input=bitcode)
    return (body(text), message) if status == 0 else (None, message)


def by_us(path):
    # LLVM's tools verify assembly; its reader of bitcode trusts that.
    options = ["--no-verify"] if path.suffix == ".bc" else []
    status, text, message = run([PROGRAM, "ir", str(path), "-S", *options, "-o", "-"])
    return (body(text), message) if status == 0 else (None, message or str(status).encode())


def line_of(message):
    """Returns the line of a file that a message of LLVM or of ours names."""
    found = re.search(rb"\.ll:(\d+):(\d+)", message)
    return found and int(found.group(1))


def verdict(path):
    """Returns the row of the table that a file counts in, and what to say of it."""
    (want, why), (got, said) = by_llvm(path), by_us(path)
    if want is not None and want == got:
        return "equal", ""
    # LLVM drops invalid debug information, or refuses a module that does not say the version of it; here it stays, with a warning.
    if got is not None and b"LLVM will drop debug information" in said:
        return "wrong debug", ""
    if want is not None and got is not None:
        pairs = zip(want.splitlines(), got.splitlines())
        differs = next(((i, w, g) for i, (w, g) in enumerate(pairs) if w != g), (0, b"length", b"length"))
        return "differ", f"line {differs[0] + 1}\n   want {differs[1][:400]}\n   got  {differs[2][:400]}"
    if want is None and got is None:
        if b"PLEASE submit" in why or b"LLVM ERROR" in why or why == b"late":
            return "LLVM crashes", f"{why[:150]}\n   {said[:150]}"
        if path.suffix == ".bc" or line_of(why) == line_of(said):
            return "both refuse", ""
        return "other line", f"\n   want {why[:300]}\n   got  {said[:300]}"
    if want is None:
        if b"PLEASE submit" in why or b"LLVM ERROR" in why or why == b"late":
            return "LLVM crashes", f"{why[:150]}"
        return "only LLVM refuses", f"\n   {why[:300]}"
    return "only we refuse", f"\n   {said[:300]}"


def compare(files):
    """Prints each file that is not equal, then the table by producer."""
    table = collections.defaultdict(collections.Counter)
    for path, (row, message) in zip(files, each(verdict, files)):
        table[f"{path.parent.name} {path.suffix}"][row] += 1
        if message:
            print(f"{row}: {path}: {message}", flush=True)
    rows = ["equal", "both refuse", "wrong debug", "LLVM crashes", "differ", "other line", "only LLVM refuses", "only we refuse"]
    print("| files | number | " + " | ".join(rows) + " |")
    total = collections.Counter()
    for name, counts in sorted(table.items()):
        total += counts
        print(f"| {name} | {sum(counts.values())} | " + " | ".join(str(counts[row]) for row in rows) + " |")
    print(f"| all | {sum(total.values())} | " + " | ".join(str(total[row]) for row in rows) + " |")


def out(files):
    """Writes each file for each LLVM and verifies it by that LLVM's `opt`, as bitcode and as assembly."""
    table = collections.defaultdict(collections.Counter)

    def write_one(job):
        path, version, form = job
        with tempfile.TemporaryDirectory() as at:
            written = f"{at}/out.{form}"
            line = [PROGRAM, "ir", str(path), f"--llvm-version={version}", "-o", written, *(["-S"] if form == "ll" else [])]
            status, _, message = run(line)
            if status != 0:
                return "refused" if b"E0417" in message else "not written", message
            program, environment = tool("opt", version)
            # Old tools do not know the architectures of shaders.
            triple = "-mtriple=spir64-unknown-unknown"
            status, _, message = run([program, "-passes=verify", triple, "-disable-output", written], env=environment)
            # LLVM drops invalid debug information with a warning: that is a loss.
            return ("read", b"") if status == 0 and b"invalid debug info" not in message else ("not read", message)

    jobs = [(path, version, form) for path in files for version in VERSIONS for form in ("bc", "ll")]
    for (path, version, form), (row, message) in zip(jobs, each(write_one, jobs)):
        table[version, form][row] += 1
        if message:
            print(f"{row}: {path} for {version} as {form}: {message[:300]}", flush=True)
    for (version, form), counts in sorted(table.items()):
        print(f"| {version} {form} | " + " | ".join(f"{row} {count}" for row, count in sorted(counts.items())) + " |")


def below(folders, suffixes):
    """Returns the files below folders, sorted by name."""
    return [p for f in folders for p in ([pathlib.Path(f)] if os.path.isfile(f) else sorted(pathlib.Path(f).rglob("*"))) if p.suffix in suffixes]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["make", "assemble", "in", "text", "out"])
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    match arguments.what:
        case "make":
            make(arguments.paths[0], arguments.paths[1:])
        case "assemble":
            assemble(arguments.paths[0], arguments.paths[1:])
        case "in":
            compare(below(arguments.paths, {".bc", ".ll"}))
        case "text":
            compare(below(arguments.paths, {".ll"}))
        case "out":
            out(below(arguments.paths, {".bc", ".ll"}))


if __name__ == "__main__":
    sys.exit(main())
