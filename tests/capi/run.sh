#!/usr/bin/env bash
# Compiles and runs the tests of the C interface against both libraries of a build, and compares what the shared one exports with the
# list of it and with the headers.
#   tests/capi/run.sh target/release [MODULES]
set -euo pipefail
here=$(realpath "$(dirname "$0")")
root=$here/../..
build=$(realpath "${1:?usage: $0 FOLDER [MODULES]}")
compile=(clang-22 -std=gnu17 -Wall -Wextra -Werror -O1 -I "$root/capi/include" -pthread)
system=(-lm -ldl)

"$root/scripts/link-c.sh" "$build"
nm -D --defined-only "$build/libllvm_spirv_c.so.1" | sed -n 's/^[0-9a-f]* T //p' | LC_ALL=C sort > "$build/exported"
awk '/^[A-Z_0-9]+ \{/ { version = $1 } /^    [A-Za-z_]+;/ { sub(";", "", $1); print $1 "@@" version }' "$root/capi/symbols.map" |
  LC_ALL=C sort > "$build/listed"
for header in llvm_spirv libllvm_spirv; do
  clang-22 -E -P "$root/capi/include/$header.h" | grep -oE '\b(llvm_spirv_[a-z0-9_]+|LLVMSPIRV[A-Za-z]+)\(' | tr -d '('
done | LC_ALL=C sort -u > "$build/declared"
diff "$build/exported" "$build/listed"
sed 's/@@.*//' "$build/listed" | diff - "$build/declared"

for test in test queries julia; do
  "${compile[@]}" -o "$build/capi-$test-shared" "$here/$test.c" "$build/libllvm_spirv_c.so.1" -Wl,-rpath,"$build"
  "$build/capi-$test-shared" "${@:2}"
  "${compile[@]}" -o "$build/capi-$test-static" "$here/$test.c" "$build/libllvm_spirv_c.a" "${system[@]}"
  "$build/capi-$test-static" 1
done
for header in llvm_spirv libllvm_spirv; do
  clang++-22 -std=c++17 -fsyntax-only -x c++ -Wall -Wextra -Werror "$root/capi/include/$header.h"
done
