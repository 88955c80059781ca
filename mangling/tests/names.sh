#!/bin/sh
# Rebuilds names.txt: what clang calls the builtins used by names.cl and names.c, and what LLVM's demangler makes of it.
set -eu
cd "$(dirname "$0")"
cl() { clang-22 "$@" -Xclang -cl-ext=+all -Xclang -finclude-default-header -S -emit-llvm -w -o - names.cl; }
work=$(mktemp -d)
cl -cl-std=CL3.0 -target spir64 >"$work/a.ll"
cl -cl-std=CL2.0 -target spirv32 >"$work/b.ll"
cl -cl-std=CL1.2 -target spir >"$work/c.ll"
clang-22 -fblocks -target spir64 -S -emit-llvm -w -o "$work/d.ll" names.c
grep -h '^declare' "$work"/*.ll | grep -o '@_Z[A-Za-z0-9_]*' | tr -d @ | LC_ALL=C sort -u >"$work/mangled"
llvm-cxxfilt-22 <"$work/mangled" | paste "$work/mangled" - >names.txt
rm -r "$work"
