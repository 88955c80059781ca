#!/usr/bin/env python3
"""Takes any folder of .cl, .ll, .bc and .spv files through the translator and prints the failures in clusters.

    make outside DIR=folder FLAGS="--include folder/include --define N=4"

README.md beside this file says what each stage asks for."""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import sys
import tempfile

import stages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = (".cl", ".ocl")
TRANSLATED = (".ll", ".bc", ".spv")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path, metavar="PATH", help="a folder or a file")
    parser.add_argument("--tool", default=str(ROOT / "target/release/llvm-spirv-rs"))
    parser.add_argument("--validator", default="spirv-val")
    parser.add_argument("--targets", default="spir64,spir", help="clang's targets for .cl (default: %(default)s)")
    parser.add_argument("--levels", default="O0,O2,O3,Os", help="clang's levels for .cl (default: %(default)s)")
    parser.add_argument("--std", default="CL2.0", help="-cl-std for .cl (default: %(default)s)")
    parser.add_argument("--include", action="append", default=[], help="a folder of headers for .cl")
    parser.add_argument("--define", action="append", default=[], help="a macro for .cl: NAME or NAME=VALUE")
    parser.add_argument("--clang-flag", action="append", default=[], help="any other flag of clang's")
    parser.add_argument("--ext", dest="extensions", action="append", default=[], help="as --spirv-ext")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="keep what is made in this folder")
    parser.add_argument("--filter", default="", help="only files whose path contains this")
    parser.add_argument("--name", help="the first column of the table")
    settings = parser.parse_args()
    settings.extensions = [f"--spirv-ext={entry}" for entry in settings.extensions]
    return settings


def jobs(settings):
    """Returns the modules to check: a source is one for each target and level, any other file is one."""
    for path in settings.paths:
        files = [path] if path.is_file() else stages.find(path, SOURCES + TRANSLATED)
        for source in (file for file in files if settings.filter in str(file)):
            if source.suffix in SOURCES:
                for target in settings.targets.split(","):
                    yield from ((source, target, level) for level in settings.levels.split(","))
            else:
                yield source, "", ""


def outcome(settings, folder, job):
    """Returns a pair: the kind of outcome, and the failure, where there is one."""
    source, target, level = job
    try:
        return ("passed" if stages.check(settings, source, target, level, folder) else "empty"), None
    except stages.Refused as refused:
        return "refused", refused
    except stages.Failure as failure:
        return "failed", failure


def cluster(failure):
    """Returns a complaint without what differs from module to module: numbers, names, paths. Of a round trip the opcode
    that differs tells the classes apart."""
    if failure.stage.endswith("round trip"):
        return failure.stage, failure.message
    text = re.sub(r"\S*/\S+", "PATH", failure.message)
    text = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "NAME", text)
    text = re.sub(r"\(in .*", "", text)
    text = re.sub(r"[@%][\w.$]+", "NAME", text)
    return failure.stage, re.sub(r"\d+", "N", text)[:160].strip()


def print_clusters(title, found):
    """Prints complaints of one kind, the most frequent first, each with an example."""
    for (stage, text), examples in sorted(found.items(), key=lambda item: -len(item[1])):
        (source, target, level), failure = examples[0]
        print(f"{title} {len(examples):5} {stage}: {text}")
        print(f"      e.g. {source} {target} {level}: {failure.message[:300]}")
        if failure.command:
            print(f"      {' '.join(failure.command)}")


def main():
    settings = arguments()
    work = settings.keep or pathlib.Path(tempfile.mkdtemp(prefix="outside."))
    every = list(jobs(settings))
    folders = [work / f"{number:05}" for number in range(len(every))]
    counts, clusters = collections.Counter(), {"failed": {}, "refused": {}}
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        outcomes = pool.map(lambda pair: outcome(settings, *pair), zip(folders, every))
        for job, folder, (kind, failure) in zip(every, folders, outcomes):
            counts[kind] += 1
            if failure:
                clusters[kind].setdefault(cluster(failure), []).append((job, failure))
            if kind != "failed" and not settings.keep:
                shutil.rmtree(folder, ignore_errors=True)
    print_clusters("refused", clusters["refused"])
    print_clusters("FAILED", clusters["failed"])
    if counts["failed"]:
        print(f"what failed is kept in {work}")
    elif not settings.keep:
        shutil.rmtree(work, ignore_errors=True)
    name = settings.name or settings.paths[0].name
    modules = counts["passed"] + counts["failed"]
    print(f"| {name} | {modules} | {counts['passed']} | {counts['refused']} not compiled, {counts['empty']} without functions |")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['refused'] + counts['empty']} skipped")
    return 1 if counts["failed"] or not modules else 0


if __name__ == "__main__":
    sys.exit(main())
