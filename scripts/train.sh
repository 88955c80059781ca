#!/usr/bin/env bash
# Translates both ways, with a program that counts what it executes (TRAINED=1 scripts/dist.sh): the kernels of the corpus, optimised,
# and as written with debug information; and the shaders of the file tests. The counts are in COUNTS/optimised, described and shaders.
#   scripts/train.sh PROGRAM COUNTS    CLANG is the compiler, by default clang-22
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1") counts=$(realpath -m "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/optimised" "$work/described"
for source in roundtrip-corpus/*/*.cl; do
  name=${source//\//.}
  compile=("${CLANG:-clang-22}" -target spir64 -cl-std=CL3.0 -Xclang -finclude-default-header -emit-llvm -c "$source")
  # A program that asks for other flags is left out.
  "${compile[@]}" -O2 -o "$work/optimised/$name.bc" 2>/dev/null || continue
  "${compile[@]}" -O0 -g -o "$work/described/$name.bc" 2>/dev/null || true
done
# there WAY FILE BACK: translates a file, and what it becomes. A process for each, of one thread: the counts are the same each time.
there() {
  "$program" ${1:+"$1"} "$2" -o "$work/module" > /dev/null 2>&1 || return 0
  "$program" ${3:+"$3"} "$work/module" -o "$work/back" > /dev/null 2>&1 || true
}
for kind in optimised described; do
  export LLVM_PROFILE_FILE=$counts/$kind/%m.profraw
  for kernel in "$work/$kind"/*.bc; do there "" "$kernel" -r; done
done
export LLVM_PROFILE_FILE=$counts/shaders/%m.profraw
# Some are there to be refused.
grep -rl --include='*.spvasm' 'OpCapability Shader' tests/filetests | LC_ALL=C sort | while read -r shader; do there -r "$shader" ""; done
