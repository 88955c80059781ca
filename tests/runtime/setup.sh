#!/bin/sh
# Installs what tests/runtime/run.py needs into the git-ignored .local folder:
# a Python environment (.local/venv) holding numpy, pyopencl and Intel's CPU
# OpenCL runtime, and an ICD folder (.local/icd) naming that runtime.
# Safe to run again: it does nothing when the pinned versions are in place.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
local_dir="$root/.local"
venv="$local_dir/venv"
icd="$local_dir/icd"
wanted="$here/requirements.txt"
stamp="$venv/.requirements.installed"

if ! cmp -s "$wanted" "$stamp"; then
    mkdir -p "$local_dir"
    [ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
    cp "$wanted" "$stamp"
fi

runtime="$venv/lib/libintelocl.so"
if [ ! -e "$runtime" ]; then
    echo "setup.sh: $runtime is missing; remove $venv and run this again" >&2
    exit 1
fi
mkdir -p "$icd"
printf '%s\n' "$runtime" >"$icd/intel.icd"
