#!/usr/bin/env bash
# Installs into a scratch folder and uses what is there: the program, the one that runs kernels, the manual page, completions, and
# the C library by pkg-config. Of what scripts/dist.sh has built it says what is wrong with the files themselves, too: their size, and
# paths of this machine in them.
#   tests/install/run.sh [FOLDER]    target/dist; or target/checks, which `make test` has built anyway
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
export BUILT=${1:-target/dist}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
KHRONOS_LINK=1 RUNNER=1 scripts/install.sh /opt/llvm-spirv "$scratch"
usr=$scratch/opt/llvm-spirv
fail() { echo "tests/install: $*" >&2; exit 1; }

# The program that runs kernels has LLVM's code generator.
for file in "$usr/bin/llvm-spirv-rs" "$usr/lib/libllvm_spirv_c.so.1" "$usr/bin/spirv-runner"; do
  [ "$BUILT" = target/dist ] || break
  size=$(stat -Lc %s "$file")
  most=15; [ "${file##*/}" != spirv-runner ] || most=64
  [ "$size" -lt $((most << 20)) ] || fail "$file has $size bytes"
  for path in "$root" "${CARGO_HOME:-$HOME/.cargo}"; do
    ! LC_ALL=C grep -qaF "$path/" "$file" || fail "$file names $path"
  done
done
# The program with the C library in it needs no loader, and gives the same bytes.
static=target/dist/llvm-spirv-rs-static
if [ "$BUILT" = target/dist ]; then
  objdump -p "$static" > "$scratch/headers"
  ! grep -qE ' (INTERP|NEEDED) ' "$scratch/headers" || fail "$static asks for a loader or a library"
fi
# By a file: `grep -q` ends at once, and a pipe fails then where the other side still writes.
objdump -p "$usr/lib/libllvm_spirv_c.so" > "$scratch/headers"
grep -q 'SONAME *libllvm_spirv_c.so.1$' "$scratch/headers" || fail "no SONAME"

printf '%s\n' 'target triple = "spir64-unknown-unknown"' 'define spir_kernel void @k() {' '  ret void' '}' > "$scratch/k.ll"
"$usr/bin/llvm-spirv-rs" "$scratch/k.ll" -o "$scratch/k.spv"
"$usr/bin/llvm-spirv" -r "$scratch/k.spv" -o "$scratch/k.bc"
if [ "$BUILT" = target/dist ]; then
  "$static" "$scratch/k.ll" -o "$scratch/static.spv"
  cmp "$scratch/k.spv" "$scratch/static.spv" || fail "$static gives other bytes"
fi
cat > "$scratch/add.ll" <<'LL'
target triple = "spir64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @add(ptr addrspace(1) %p, i32 %n) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %k = trunc i64 %i to i32
  %s = add i32 %k, %n
  store i32 %s, ptr addrspace(1) %q, align 4
  ret void
}
LL
"$usr/bin/llvm-spirv-rs" "$scratch/add.ll" -o "$scratch/add.spv"
"$usr/bin/llvm-spirv-rs" run "$scratch/add.spv" --global 4 --arg out:16 --arg i32:10 --expect 0:i32:10,11,12,13 \
  || fail "the kernel does not run"
# The installed pages name no page that is not there; what only a clone has, they name without a link.
readme=$usr/share/doc/llvm-spirv-rs
grep -oE '\]\([^)#:]+' "$readme/README.md" | sed 's/^](//' | sort -u > "$scratch/links"
[ -s "$scratch/links" ] || fail "README.md has no links"
while read -r link; do
  [ -e "$readme/$link" ] || fail "README.md names $link, which is not installed"
done < "$scratch/links"
for text in share/man/man1/llvm-spirv-rs.1 share/bash-completion/completions/llvm-spirv-rs \
  share/zsh/site-functions/_llvm-spirv-rs share/fish/vendor_completions.d/llvm-spirv-rs.fish; do
  grep -q llvm-spirv-rs "$usr/$text" || fail "$text is empty"
done
"$usr/bin/llvm-spirv-rs" generate verbs > "$scratch/verbs"
grep -qx view "$scratch/verbs" || fail "the verbs are not listed"
while read -r verb; do
  grep -q "^.TH llvm-spirv-rs-$verb 1" "$usr/share/man/man1/llvm-spirv-rs-$verb.1" || fail "no manual page of $verb"
done < "$scratch/verbs"
grep -q '^| clap |' "$usr/share/doc/llvm-spirv-rs/LICENCES.md" || fail "no licences"
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

# Completions know the values of flags.
source "$usr/share/bash-completion/completions/llvm-spirv-rs"
complete_with() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  _llvm__spirv__rs llvm-spirv-rs "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
  printf '%s\n' "${COMPREPLY[@]}"
}
complete_with llvm-spirv-rs --environment vulkan1 | grep -qx vulkan1.3 || fail "environments are not completed"
complete_with llvm-spirv-rs --spirv-ext +SPV_KHR_expect | grep -qx +SPV_KHR_expect_assume || fail "extensions are not completed"
# So do those of the other shells, for the program, behind a file, and for a verb: words, and what they must become.
while IFS='|' read -r words wanted; do
  if command -v fish >/dev/null; then
    fish --no-config -c "source $usr/share/fish/vendor_completions.d/llvm-spirv-rs.fish; complete -C '$words'" > "$scratch/completed"
    grep -qF -e "$wanted" "$scratch/completed" || fail "fish does not complete $words"
  fi
  if command -v zsh >/dev/null; then
    timeout 60 zsh -f tests/install/complete.zsh "$usr/share/zsh/site-functions" "$words" > "$scratch/completed"
    grep -qF -e "$wanted" "$scratch/completed" || fail "zsh does not complete $words"
  fi
done <<'WORDS'
llvm-spirv-rs --spirv-ext +SPV_KHR_exp|+SPV_KHR_expect_assume
llvm-spirv-rs k.ll --spirv-ext +SPV_KHR_exp|+SPV_KHR_expect_assume
llvm-spirv-rs k.ll --diag|--diagnostics
llvm-spirv-rs rou|roundtrip
llvm-spirv-rs inspect --js|--json
llvm-spirv-rs --diagnostics=json inspect k.ll --js|--json
WORDS
for shell in fish zsh; do command -v $shell >/dev/null || echo "tests/install: completions of $shell: NOT RUN: it is not installed" >&2; done

# The two other ways that README has to see the program at work; profile and folder are those of the tests, whose builds they share.
cargo install --quiet --locked --path cli --profile checks --target-dir target --root "$scratch/cargo"
"$scratch/cargo/bin/llvm-spirv-rs" "$scratch/k.ll" -o - | cmp - "$scratch/k.spv"
scripts/demo.sh "$usr/bin/llvm-spirv-rs" > "$scratch/demo"
grep -q 'second round trip identical' "$scratch/demo" || fail "the demonstration does not end with a round trip"

# A package made twice is the same file; what is unpacked works where it lies. What the tests build is large, and not for anybody else.
[ "$BUILT" = target/dist ] || export LEVEL=1
scripts/package.sh > "$scratch/packages"
while read -r package; do cp "$package" "$scratch/"; done < "$scratch/packages"
scripts/package.sh > /dev/null
while read -r package; do cmp "$package" "$scratch/${package##*/}" || fail "$package differs"; done < "$scratch/packages"
mkdir "$scratch/unpacked"
tar -C "$scratch/unpacked" --strip-components=1 -xzf "$BUILT"/llvm-spirv-rs-*.tar.gz
"$scratch/unpacked/bin/llvm-spirv-rs" "$scratch/k.ll" -o "$scratch/unpacked.spv"
cmp "$scratch/k.spv" "$scratch/unpacked.spv"
unset PKG_CONFIG_SYSROOT_DIR
[[ $(PKG_CONFIG_PATH=$scratch/unpacked/lib/pkgconfig pkg-config --variable=libdir llvm_spirv) == "$scratch"/unpacked/* ]] || fail "the tarball's pkg-config file is not relocatable"
if command -v dpkg-deb >/dev/null; then
  dpkg-deb -x "$BUILT"/llvm-spirv-rs_*.deb "$scratch/debian"
  "$scratch/debian/usr/bin/llvm-spirv-rs" "$scratch/k.ll" -o - | cmp - "$scratch/k.spv"
  dpkg-deb -f "$BUILT"/llvm-spirv-rs_*.deb Depends | grep -q 'libc6 (>= ' || fail "the package for Debian depends on no libc6"
fi
tests/cpp/run.sh "$usr"
tests/install/train.sh
echo "installed, packed, and used from there"
