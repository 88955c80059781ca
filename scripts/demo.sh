#!/usr/bin/env bash
# Translates a shipped kernel to SPIR-V, validates it, translates it back, and shows both.
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
