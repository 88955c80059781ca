#!/usr/bin/env bash
# Builds the test of the C++ interface with what is installed in a prefix, once with pkg-config and once with CMake, and runs both.
#   tests/cpp/run.sh PREFIX      the folder that has include/, lib/
set -euo pipefail
here=$(realpath "$(dirname "$0")")
prefix=$(realpath "${1:?usage: $0 PREFIX}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset PKG_CONFIG_SYSROOT_DIR
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

listed=$(sed -n '/KHRONOS: /,/^\];/s/.*"\(SPV_.*\)".*/\1/p' "$here/../../src/environment/extension_names.rs")
named=$(sed -n 's/^EXT(\(SPV_.*\))$/\1/p' "$prefix/include/LLVMSPIRVLib/LLVMSPIRVExtensions.inc")
diff <(echo "$listed") <(echo "$named")

read -ra flags <<< "$(pkg-config --define-variable=prefix="$prefix" --cflags --libs LLVMSPIRVLib)"
clang++-22 -std=c++17 -fno-rtti -Wall -Wextra -Werror -isystem "$(llvm-config-22 --includedir)" "$here/test.cpp" "$here/second.cpp" \
  -o "$scratch/test" "${flags[@]}" "-L$(llvm-config-22 --libdir)" -lLLVM-22
"$scratch/test"
# The headers are for any LLVM from 15 on.
for version in {15..23}; do
  headers=/usr/lib/llvm-$version/include
  [ ! -e "$headers/llvm/IR/Module.h" ] || clang++-22 -std=c++17 -fno-rtti -Wall -Wextra -Werror -fsyntax-only -isystem "$headers" \
    "$here/second.cpp" "-I$prefix/include/LLVMSPIRVLib"
done
if command -v cmake >/dev/null; then
  cmake -S "$here" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix;$(llvm-config-22 --prefix)" -DCMAKE_CXX_COMPILER=clang++-22 >/dev/null
  cmake --build "$scratch/cmake" >/dev/null
  "$scratch/cmake/test"
fi
