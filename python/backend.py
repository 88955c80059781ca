"""Builds the wheel: the program, which goes to the PATH, and by maturin the module.

Environment: LLVM_SPIRV_PROFILE, cargo's profile (release); RUNNER=1, with `llvm_spirv.run`, for which LLVM 22 must be installed.
"""

import os
import pathlib
import shutil
import subprocess
from typing import Any

import maturin
from maturin import build_sdist, get_requires_for_build_sdist, get_requires_for_build_wheel

__all__ = [
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

HERE = pathlib.Path(__file__).resolve().parent
PROFILE = os.environ.get("LLVM_SPIRV_PROFILE", "release")
PROGRAM = "llvm-spirv-rs.exe" if os.name == "nt" else "llvm-spirv-rs"


def put_program() -> None:
    """Builds the program and puts it where maturin takes scripts from."""
    command = ["cargo", "build", "--quiet", "--profile", PROFILE, "--package", "llvm-spirv-rs"]
    subprocess.run(command, cwd=HERE.parent, check=True)
    built = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target"))
    scripts = HERE / "data/scripts"
    scripts.mkdir(parents=True, exist_ok=True)
    shutil.copy2(built / PROFILE / PROGRAM, scripts / PROGRAM)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Returns the name of the wheel, which is built in the folder."""
    put_program()
    arguments = f"--profile {PROFILE}" + (" --features run" if os.environ.get("RUNNER") == "1" else "")
    return str(maturin.build_wheel(wheel_directory, {"build-args": arguments, **(config_settings or {})}, metadata_directory))
