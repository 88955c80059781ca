"""Runs clang, LLVM's tools and the translator."""

import os
import subprocess

COMMAND_TIMEOUT = 60  # seconds for one run


class Failure(Exception):
    """A check that failed, with the reason."""


def command(*words):
    """Runs a command; a failure carries its first complaint."""
    words = [str(word) for word in words]
    # The runtime's libraries are for the runtime only.
    env = {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"}
    try:
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
