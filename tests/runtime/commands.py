"""Runs clang, LLVM's tools and the translator; counts what each takes."""

import collections
import os
import pathlib
import resource
import subprocess

COMMAND_TIMEOUT = 60  # seconds for one run

# Processor seconds of this process, by what they were spent on.
SPENT = collections.Counter()


class Failure(Exception):
    """A check that failed, with the reason."""


class Timed:
    """Adds the processor time of a block, or of the processes that it waits for, to SPENT."""

    def __init__(self, name, whose=resource.RUSAGE_SELF):
        self.name, self.whose = name, whose

    def now(self):
        usage = resource.getrusage(self.whose)
        return usage.ru_utime + usage.ru_stime

    def __enter__(self):
        self.start = self.now()

    def __exit__(self, *_):
        SPENT[self.name] += self.now() - self.start


def command(*words):
    """Runs a command; a failure carries its first complaint."""
    words = [str(word) for word in words]
    # The runtime's libraries are for the runtime only.
    env = {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"}
    try:
        with Timed(pathlib.Path(words[0]).name, resource.RUSAGE_CHILDREN):
            done = subprocess.run(
                words, env=env, capture_output=True, text=True, errors="replace",
                timeout=COMMAND_TIMEOUT,
            )
    except subprocess.TimeoutExpired:
        raise Failure(f"`{' '.join(words)}` took more than {COMMAND_TIMEOUT} s")
    except OSError as error:
        raise Failure(f"cannot run {words[0]}: {error.strerror}")
    output = (done.stderr + done.stdout).strip()
    if done.returncode != 0:
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit {done.returncode}"
        raise Failure(f"`{' '.join(words)}`: {how}: {one_line(output)}")
    return output


def one_line(text, limit=400):
    lines = [line.strip() for line in str(text).splitlines() if line.strip()]
    joined = " | ".join(lines) or "(no message)"
    return joined if len(joined) <= limit else joined[: limit - 3] + "..."
