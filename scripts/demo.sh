#!/usr/bin/env bash
# Translates a shipped kernel to SPIR-V, validates it, translates it back, and shows both; runs it where the runner has been built.
set -euo pipefail
tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=roundtrip-corpus/demo/saxpy.cl

step() { printf '\n\033[1m%s\033[0m\n' "$*"; "$@"; }

step cat $source
step clang-22 -target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c $source -o "$work/saxpy.bc"
step "$tool" "$work/saxpy.bc" -o "$work/saxpy.spv"
step spirv-val "$work/saxpy.spv"
step "$tool" -S "$work/saxpy.bc" -o -
step "$tool" -r -S "$work/saxpy.spv" -o -
step "$tool" roundtrip "$work/saxpy.spv"

if [ ! -x "$(dirname "$tool")/spirv-runner" ]; then
  printf '\nTo run it, too: scripts/setup.sh run && cargo build --profile checks --package llvm-spirv-runner\n'
  exit
fi
# Eight times 2 * 3 + 1: the words of the floats 3 and 1, the lowest byte first.
words() { for _ in 1 2 3 4 5 6 7 8; do printf "$1"; done; }
words '\x00\x00\x40\x40' >"$work/x.bin"
words '\x00\x00\x80\x3f' >"$work/y.bin"
step "$tool" run "$work/saxpy.spv" --global 8 --arg f32:2 --arg "in:$work/x.bin" --arg "inout:$work/y.bin" --arg u32:8 \
  --print f32:8 --expect 2:f32:7,7,7,7,7,7,7,7
