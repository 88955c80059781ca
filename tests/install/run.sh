#!/usr/bin/env bash
# Installs into a scratch folder and uses what is there: the program, its manual page, completions, and the C library by
# pkg-config. Says what is wrong with the files themselves: their size, and paths of this machine in them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
KHRONOS_LINK=1 scripts/install.sh /opt/llvm-spirv "$scratch"
usr=$scratch/opt/llvm-spirv
fail() { echo "tests/install: $*" >&2; exit 1; }

for file in "$usr/bin/llvm-spirv-rs" "$usr/lib/libllvm_spirv_c.so.1"; do
  size=$(stat -Lc %s "$file")
  [ "$size" -lt $((15 << 20)) ] || fail "$file has $size bytes"
  for path in "$root" "${CARGO_HOME:-$HOME/.cargo}"; do
    ! LC_ALL=C grep -qaF "$path/" "$file" || fail "$file names $path"
  done
done
# By a file: `grep -q` ends at once, and a pipe fails then where the other side still writes.
objdump -p "$usr/lib/libllvm_spirv_c.so" > "$scratch/headers"
grep -q 'SONAME *libllvm_spirv_c.so.1$' "$scratch/headers" || fail "no SONAME"

printf '%s\n' 'target triple = "spir64-unknown-unknown"' 'define spir_kernel void @k() {' '  ret void' '}' > "$scratch/k.ll"
"$usr/bin/llvm-spirv-rs" "$scratch/k.ll" -o "$scratch/k.spv"
"$usr/bin/llvm-spirv" -r "$scratch/k.spv" -o "$scratch/k.bc"
for text in share/man/man1/llvm-spirv-rs.1 share/bash-completion/completions/llvm-spirv-rs \
  share/zsh/site-functions/_llvm-spirv-rs share/fish/vendor_completions.d/llvm-spirv-rs.fish; do
  grep -q llvm-spirv-rs "$usr/$text" || fail "$text is empty"
done
bash -n "$usr/share/bash-completion/completions/llvm-spirv-rs"

export PKG_CONFIG_PATH=$usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$scratch
read -ra flags <<< "$(pkg-config --cflags --libs llvm_spirv)"
cat > "$scratch/use.c" <<'C'
#include <llvm_spirv.h>
#include <stdio.h>
int main(void) {
  printf("%s\n", llvm_spirv_version());
  return llvm_spirv_abi_version() == LLVM_SPIRV_ABI_VERSION ? 0 : 1;
}
C
clang-22 -Wall -Werror "$scratch/use.c" -o "$scratch/use" "${flags[@]}"
LD_LIBRARY_PATH=$usr/lib "$scratch/use" > /dev/null
echo "installed, and used from there"
