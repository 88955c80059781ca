"""Translates the modules of a folder on all workers of a Dask cluster.

    python examples/dask_translate.py kernels spv --workers 8
    python examples/dask_translate.py kernels spv --scheduler tcp://host:8786 --set spirv-ext=+all --report failures.csv

Every worker sees both folders. LLVM IR becomes SPIR-V. A run that was interrupted goes on where it stopped: beside the outputs, in
`.done`, each module has a record with the digest of its bytes, of the settings and of the version. A worker that dies costs nothing but
the module that it was at, which another one repeats. What failed is a table in the end, and the exit code 1.
"""

from __future__ import annotations

import argparse
import csv
import glob
import hashlib
import json
import os
import pathlib
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import llvm_spirv

ENDINGS = (".bc", ".ll")


@dataclass(frozen=True)
class Job:
    """A run: its number, its folders, its settings."""

    run: str
    source: str
    target: str
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Record:
    """The end of a module: in which run, and why it failed, where it did."""

    module: str
    run: str
    key: str
    code: str = ""
    place: str = ""
    message: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Summary:
    """The end of a run."""

    translated: int
    up_to_date: int
    failures: list[Record]


def modules(source: pathlib.Path) -> list[str]:
    """Returns the modules of a folder and its folders, by their paths in it."""
    found = (path.relative_to(source) for path in source.rglob("*") if path.suffix in ENDINGS)
    return sorted(map(str, found))


def put(path: pathlib.Path, data: bytes, run: str) -> None:
    """Writes a file that is whole whenever it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.{run}.part")
    part.write_bytes(data)
    os.replace(part, path)


def remove_parts(target: str, run: str) -> None:
    """Removes the files that workers of a run were writing when they died."""
    for part in pathlib.Path(target).rglob(f"*.{glob.escape(run)}.part"):
        part.unlink(missing_ok=True)


def known(file: pathlib.Path) -> Record | None:
    """Returns the record of a module, where there is a whole one."""
    try:
        return Record(**json.loads(file.read_text()))
    except (OSError, TypeError, ValueError):
        return None


def one(module: str, job: Job) -> Record:
    """Translates a module, unless that was done with the same bytes, settings and version."""
    output = pathlib.Path(job.target, module).with_suffix(".spv")
    file = pathlib.Path(job.target, ".done", f"{module}.json")
    data = pathlib.Path(job.source, module).read_bytes()
    key = hashlib.sha256(repr((llvm_spirv.__version__, job.settings)).encode() + data).hexdigest()
    record = known(file)
    if record and record.key == key and (record.code or output.exists()):
        return record
    try:
        settings: Any = {name.replace("-", "_"): value for name, value in job.settings}
        put(output, llvm_spirv.translate(data, **settings), job.run)
        record = Record(module, job.run, key)
    except llvm_spirv.Error as error:
        output.unlink(missing_ok=True)
        record = Record(module, job.run, key, error.code, str(error.place), error.message, error.hint or "")
    put(file, json.dumps(asdict(record)).encode(), job.run)
    return record


def lost_worker(event: Any) -> Record | None:
    """Returns the row for a worker that died, of an event of the scheduler."""
    _, content = event
    if not isinstance(content, dict) or content.get("action") != "remove-worker" or content.get("expected", False):
        return None
    repeated = len(content.get("processing-tasks", ()))
    text = f"the worker died; others repeated what it was at or had next: {repeated} modules"
    return Record(f"({content['worker']})", "", "", "worker", "", text)


def translate(client: Any, job: Job, progress: Callable[[int, int], None] = lambda done, all: None) -> Summary:
    """Translates the modules of a folder."""
    from distributed import as_completed

    names = modules(pathlib.Path(job.source))
    lost: list[Record | None] = []
    client.subscribe_topic("all", lambda event: lost.append(lost_worker(event)))
    futures = client.map(one, names, job=job, key=[f"{job.run}-{name}" for name in names], pure=False)
    module_of = dict(zip((future.key for future in futures), names))
    ended = as_completed(futures, with_results=True, raise_errors=False)
    del futures
    records: list[Record] = []
    for future, result in ended:
        if not isinstance(result, Record):
            # Each worker that had it died, or a file cannot be read or written.
            cause = result[1] if isinstance(result, tuple) else result
            result = Record(module_of[future.key], job.run, "", type(cause).__name__, "", str(cause))
        records.append(result)
        progress(len(records), len(names))
    client.unsubscribe_topic("all")
    remove_parts(job.target, job.run)
    failures = [record for record in records if record.code]
    new = sum(record.run == job.run and not record.code for record in records)
    failures.sort(key=lambda record: record.module)
    return Summary(new, len(records) - new - len(failures), failures + [record for record in lost if record])


def table(failures: list[Record]) -> str:
    """Returns the failures as lines of columns."""
    rows = [("module", "error", "what")] + [
        (record.module, record.code, ": ".join(filter(None, (record.place, record.message)))) for record in failures
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{row[0]:{widths[0]}}  {row[1]:{widths[1]}}  {row[2]}".rstrip() for row in rows)


def write_report(file: str, failures: list[Record]) -> None:
    """Writes the failures as a table for other programs."""
    columns = ("module", "code", "place", "message", "hint")
    with open(file, "w", newline="") as report:
        writer = csv.DictWriter(report, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(map(asdict, failures))


def connected(arguments: argparse.Namespace) -> Any:
    """Returns a client of the cluster, or of one on this machine."""
    from distributed import Client, LocalCluster

    if arguments.scheduler:
        return Client(arguments.scheduler)
    return Client(LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None))


def shown(done: int, all: int) -> None:
    """Shows how far it is, on a terminal."""
    if sys.stderr.isatty() and (done % 100 == 0 or done == all):
        print(f"\r{done} of {all}", end="\n" if done == all else "", file=sys.stderr, flush=True)


def main() -> int:
    """Runs the program."""
    parser = argparse.ArgumentParser(description="Translates the modules of a folder on a Dask cluster.")
    parser.add_argument("source", help="folder of .bc and .ll files")
    parser.add_argument("target", help="folder of the .spv files")
    parser.add_argument("--scheduler", help="address of a cluster; without it there is one on this machine")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes of that one")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting, as the program's flag")
    parser.add_argument("--report", help="file for the table of failures, as CSV")
    arguments = parser.parse_args()
    settings = tuple((name, value) for name, _, value in (setting.partition("=") for setting in arguments.set))
    folders = [str(pathlib.Path(folder).resolve()) for folder in (arguments.source, arguments.target)]
    with connected(arguments) as client:
        summary = translate(client, Job(uuid.uuid4().hex, folders[0], folders[1], settings), shown)
    failed = sum(record.code != "worker" for record in summary.failures)
    print(f"{summary.translated} translated, {summary.up_to_date} up to date, {failed} failed")
    if summary.failures:
        print(table(summary.failures))
    if arguments.report:
        write_report(arguments.report, summary.failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
