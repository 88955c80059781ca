#!/usr/bin/env bash
# Prints the path of the spirv-val that the tests ask: what SPIRV_VAL names, or else the one of the Python packages that
# tests/runtime/setup.sh installs, which has the release that the tests expect.
set -euo pipefail
if [ -n "${SPIRV_VAL:-}" ]; then
  echo "$SPIRV_VAL"
  exit
fi
root="$(cd "$(dirname "$0")/.." && pwd)"
find_program() { find "$root/.local/venv/lib" -path '*/cmeel.prefix/bin/spirv-val' 2>/dev/null | head -1; }
program=$(find_program)
[ -n "$program" ] || { "$root/tests/runtime/setup.sh" >&2; program=$(find_program); }
[ -n "$program" ] || { echo "$0: no spirv-val in .local/venv: remove it and run this again" >&2; exit 1; }
echo "$program"
