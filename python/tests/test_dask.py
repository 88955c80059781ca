"""A folder of modules on a Dask cluster: one is damaged, one worker dies, and one run is interrupted.

    python python/tests/test_dask.py 10000    with so many modules
"""

import os
import pathlib
import signal
import sys
import tempfile
import time
import unittest

import kernels

import llvm_spirv

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "examples"))
import dask_translate
from distributed import Client, LocalCluster

COUNT = int(sys.argv.pop()) if __name__ == "__main__" and len(sys.argv) > 1 else 300


def fill(folder: pathlib.Path, count: int) -> None:
    """Makes modules that all differ, in folders, and damages one."""
    for number in range(count):
        file = folder / f"{number % 10}/k{number}.ll"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(kernels.SCALE.replace("@scale", f"@scale{number}") if number != 7 else kernels.DAMAGED)


class Interrupted(Exception):
    """The end of a run, at the will of the test."""


class ADaskCluster(unittest.TestCase):
    def test_all_modules_are_done_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder, LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster, Client(cluster) as client:
            source, target = (pathlib.Path(folder, name) for name in ("ll", "spv"))
            fill(source, COUNT)
            self.run_with_death(client, str(source), str(target))
            times = {path: path.stat().st_mtime_ns for path in target.rglob("*.spv")}
            again = dask_translate.translate(client, dask_translate.Job("again", str(source), str(target), ()))
            self.assertEqual((again.translated, again.up_to_date, len(again.failures)), (0, COUNT - 1, 1))
            self.assertEqual(times, {path: path.stat().st_mtime_ns for path in target.rglob("*.spv")})
            self.resume(client, str(source), str(pathlib.Path(folder, "second")))

    def run_with_death(self, client: Client, source: str, target: str) -> None:
        """One worker dies when a third is done: all is done, and there are two reports."""

        def kill(done: int, all: int) -> None:
            if done == COUNT // 3:
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)

        # A worker that is killed leaves the file that it was writing: at times, and here always.
        left = pathlib.Path(target, "3", "k23.spv.0.first.part")
        left.parent.mkdir(parents=True)
        left.write_bytes(b"")
        begin = time.monotonic()
        summary = dask_translate.translate(client, dask_translate.Job("first", source, target, ()), kill)
        took = time.monotonic() - begin
        print(f"{COUNT} modules, one damaged, one of two workers killed: {took:.1f} s")
        print(dask_translate.table(summary.failures))
        self.assertEqual((summary.translated, summary.up_to_date), (COUNT - 1, 0))
        self.assertEqual([record.code for record in summary.failures], ["E0102", "worker"])
        self.assertEqual(summary.failures[0].module, "7/k7.ll")
        made = sorted(pathlib.Path(target).rglob("*.spv"))
        self.assertEqual(len(made), COUNT - 1)
        self.assertEqual([*pathlib.Path(target).rglob("*.part")], [])
        name = made[-1].relative_to(target).with_suffix(".ll")
        self.assertEqual(made[-1].read_bytes(), llvm_spirv.translate(pathlib.Path(source, name)))

    def resume(self, client: Client, source: str, target: str) -> None:
        """A run that stops in the middle is gone on with by the next."""

        def stop(done: int, all: int) -> None:
            if done == COUNT // 2:
                raise Interrupted

        with self.assertRaises(Interrupted):
            dask_translate.translate(client, dask_translate.Job("stopped", source, target, ()), stop)
        # What the workers are at, they end.
        time.sleep(0.5)
        rest = dask_translate.translate(client, dask_translate.Job("rest", source, target, ()))
        self.assertGreaterEqual(rest.up_to_date, COUNT // 2 - 1)
        self.assertEqual((rest.translated + rest.up_to_date, len(rest.failures)), (COUNT - 1, 1))


if __name__ == "__main__":
    unittest.main()
