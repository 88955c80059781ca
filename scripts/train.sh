#!/usr/bin/env bash
# Translates what users translate, both ways, with a program that counts what it executes (TRAINED=1 scripts/dist.sh): the kernels of
# the corpus, without debug information and with, and the modules in assembly of the file tests, which have shaders among them.
#   scripts/train.sh PROGRAM    CLANG is the compiler, by default clang-22
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/kernels"
for source in roundtrip-corpus/*/*.cl; do
  name=${source//\//.}
  compile=("${CLANG:-clang-22}" -target spir64 -cl-std=CL3.0 -Xclang -finclude-default-header -emit-llvm -c "$source")
  # A program that asks for other flags is left out.
  "${compile[@]}" -O2 -o "$work/kernels/$name.bc" 2>/dev/null || continue
  "${compile[@]}" -O0 -g -o "$work/kernels/$name.g.bc" 2>/dev/null || true
done
"$program" -j 1 --out-dir "$work/spirv" "$work"/kernels/*.bc > /dev/null 2>&1
"$program" -j 1 -r --out-dir "$work/llvm" "$work"/spirv/*.spv > /dev/null 2>&1
# Some are there to be refused.
mapfile -t modules < <(find tests/filetests -name '*.spvasm' | LC_ALL=C sort)
"$program" -j 1 -r --out-dir "$work/modules" "${modules[@]}" > /dev/null 2>&1 || true
"$program" -j 1 --out-dir "$work/again" "$work/modules" > /dev/null 2>&1 || true
