#!/usr/bin/env bash
# Prints the path of the spirv-val that the tests ask: what SPIRV_VAL names, or else the one of tests/validator/spirv-val, which is
# built where it is missing or old (some minutes at first: it is all the C++ of SPIRV-Tools).
set -euo pipefail
if [ -n "${SPIRV_VAL:-}" ]; then
  echo "$SPIRV_VAL"
  exit
fi
root="$(cd "$(dirname "$0")/.." && pwd)"
source="$root/tests/validator/spirv-val"
program="$root/target/validator/release/spirv-val"
if [ ! -x "$program" ] || [ -n "$(find "$source" -type f -newer "$program" -print -quit)" ]; then
  echo "building $program" >&2
  (cd "$source" && CC=clang-22 CXX=clang++-22 cargo build --quiet --release --locked --target-dir "$root/target/validator" >&2)
  touch "$program"
fi
echo "$program"
