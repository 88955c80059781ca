#!/usr/bin/env bash
# Installs what scripts/dist.sh has built, or what is in the folder BUILT: program, manual page, completions, C library, headers, pkg-config file.
#   scripts/install.sh PREFIX [DESTDIR]
# With KHRONOS_LINK=1 there is a link llvm-spirv to the program, too, under which it takes the Khronos translator's flags.
# With RUNNER=1 spirv-runner is beside it, which the verb `run` starts.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${1:?usage: $0 PREFIX [DESTDIR]}
to=${2:-}$prefix
built=${BUILT:-target/dist}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

install -D -m 755 "$built/llvm-spirv-rs" "$to/bin/llvm-spirv-rs"
[ "${KHRONOS_LINK:-0}" = 0 ] || ln -sfn llvm-spirv-rs "$to/bin/llvm-spirv"
[ "${RUNNER:-0}" = 0 ] || install -D -m 755 "$built/spirv-runner" "$to/bin/spirv-runner"

install -D -m 755 "$built/libllvm_spirv_c.so.1" "$to/lib/libllvm_spirv_c.so.$version"
ln -sfn "libllvm_spirv_c.so.$version" "$to/lib/libllvm_spirv_c.so.1"
ln -sfn libllvm_spirv_c.so.1 "$to/lib/libllvm_spirv_c.so"
install -D -m 644 capi/include/llvm_spirv.h "$to/include/llvm_spirv.h"
install -D -m 644 capi/include/libllvm_spirv.h "$to/include/libllvm_spirv.h"
ln -sfn libllvm_spirv_c.so.1 "$to/lib/libllvm_spirv.so"
mkdir -p "$to/lib/pkgconfig"
sed "s|@prefix@|$prefix|; s|@version@|$version|" capi/llvm_spirv.pc.in > "$to/lib/pkgconfig/llvm_spirv.pc"

# The C++ interface, whose version is that of the LLVM with which it is to be used: users ask for the same number.
llvm=${LLVM_VERSION:-$(llvm-config-22 --version 2>/dev/null || echo 22.1.0)}
for header in LLVMSPIRVLib.h LLVMSPIRVOpts.h LLVMSPIRVExtensions.inc; do
  install -D -m 644 "capi/include/LLVMSPIRVLib/$header" "$to/include/LLVMSPIRVLib/$header"
done
ln -sfn libllvm_spirv_c.so.1 "$to/lib/libLLVMSPIRVLib.so"
sed "s|@prefix@|$prefix|; s|@llvm@|$llvm|" capi/LLVMSPIRVLib.pc.in > "$to/lib/pkgconfig/LLVMSPIRVLib.pc"
install -D -m 644 capi/LLVMSPIRVLibConfig.cmake "$to/lib/cmake/LLVMSPIRVLib/LLVMSPIRVLibConfig.cmake"
sed "s|@llvm@|$llvm|" capi/LLVMSPIRVLibConfigVersion.cmake.in > "$to/lib/cmake/LLVMSPIRVLib/LLVMSPIRVLibConfigVersion.cmake"

mkdir -p "$to/share/man/man1" "$to/share/bash-completion/completions" "$to/share/zsh/site-functions" \
  "$to/share/fish/vendor_completions.d"
"$built/llvm-spirv-rs" generate man > "$to/share/man/man1/llvm-spirv-rs.1"
verbs=$("$built/llvm-spirv-rs" generate verbs)
for verb in $verbs; do
  "$built/llvm-spirv-rs" generate man "$verb" > "$to/share/man/man1/llvm-spirv-rs-$verb.1"
done
"$built/llvm-spirv-rs" generate bash > "$to/share/bash-completion/completions/llvm-spirv-rs"
"$built/llvm-spirv-rs" generate zsh > "$to/share/zsh/site-functions/_llvm-spirv-rs"
"$built/llvm-spirv-rs" generate fish > "$to/share/fish/vendor_completions.d/llvm-spirv-rs.fish"
mkdir -p "$to/share/doc/llvm-spirv-rs"
scripts/licences.py > "$to/share/doc/llvm-spirv-rs/LICENCES.md"
for text in LICENSE NOTICE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/*/*.md docs/*/*.txt docs/images/*; do
  install -D -m 644 "$text" "$to/share/doc/llvm-spirv-rs/$text"
done
