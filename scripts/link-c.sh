#!/usr/bin/env bash
# Links the shared C library of a build from its static one, with the versions of capi/symbols.map at its functions: the linker takes
# no version script beside the one that rustc gives it.
#   scripts/link-c.sh FOLDER [FLAGS OF THE LINKER]
set -euo pipefail
build=${1:?usage: $0 FOLDER}
map=$(dirname "$0")/../capi/symbols.map
rm -f "$build/libllvm_spirv_c.so.1"
"${CC:-cc}" -shared -o "$build/libllvm_spirv_c.so.1" -Wl,-soname,libllvm_spirv_c.so.1 -Wl,--version-script="$map" -Wl,--gc-sections \
  -Wl,--whole-archive "$build/libllvm_spirv_c.a" -Wl,--no-whole-archive "${@:2}" -lgcc_s -lm -lpthread -ldl -lc
