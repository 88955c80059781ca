#!/usr/bin/env bash
# Builds the wheel, installs it into a new environment, and runs its tests there; mypy checks the types.
#   python/tests/run.sh [PROFILE]
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
cd "$root"
skip() { echo "python/tests: NOT RUN: $1" >&2; exit 0; }
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip "python3 is older than 3.11"

venv=$root/target/python/venv
wheels=$root/target/python/wheels
rm -rf "$venv" "$wheels"
python3 -m venv "$venv"
export PATH="$venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
export LLVM_SPIRV_PROFILE="${1:-checks}" RUNNER=0
! command -v llvm-config-22 >/dev/null || RUNNER=1
pip install --quiet --disable-pip-version-check 'maturin>=1.9,<2' numpy 'dask[distributed]' mypy
pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$wheels" ./python
pip install --quiet --disable-pip-version-check --no-deps "$wheels"/llvm_spirv-*.whl

cd python
mypy --config-file pyproject.toml package/llvm_spirv backend.py
mypy --config-file pyproject.toml --cache-dir "$root/target/python/mypy" tests/*.py ../examples/dask_translate.py
# A wheel without LLVM has no `run`; what is exported says PyO3.
printf '%s\n' 'llvm_spirv\._native\.(run|__all__)' > "$root/target/python/allowed"
stubtest --allowlist "$root/target/python/allowed" --ignore-unused-allowlist llvm_spirv._native
cd tests
python -m unittest discover --quiet -s .
