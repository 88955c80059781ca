#!/usr/bin/env bash
# Compiles and runs the test of the C interface against both libraries of a build.
#   tests/capi/run.sh target/release [MODULES]
set -euo pipefail
here=$(dirname "$0")
build=$(realpath "${1:?usage: $0 FOLDER [MODULES]}")
ln -sfn libllvm_spirv_c.so "$build/libllvm_spirv_c.so.1"
compile=(clang-22 -std=gnu17 -Wall -Wextra -Werror -O1 -I "$here/../../include" "$here/test.c" -pthread)
"${compile[@]}" -o "$build/capi-test-shared" -L "$build" -lllvm_spirv_c -Wl,-rpath,"$build"
"$build/capi-test-shared" "${@:2}"
system=(-lm -ldl)
"${compile[@]}" -o "$build/capi-test-static" "$build/libllvm_spirv_c.a" "${system[@]}"
"$build/capi-test-static" 1
clang++-22 -std=c++17 -fsyntax-only -x c++ -Wall -Wextra -Werror "$here/../../include/llvm_spirv.h"
