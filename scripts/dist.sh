#!/usr/bin/env bash
# Builds what is installed: the program and the C library, stripped, without paths of this machine, in target/dist.
# With RUNNER=1 spirv-runner, too, which has LLVM's code generator. LLVM_SPIRV_PIE=1 makes the program position-independent, and
# STATIC=1 links the program with the C library in it, so that one file runs on any Linux of this kind of processor. TRAINED=1
# builds twice: the first program counts what it executes while scripts/train.sh has it translate, and the second is optimised by
# that. It needs clang, and the llvm-profdata of the LLVM that rustc has (rustup component add llvm-tools, or LLVM's package).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
# Functions that are the same are one where nothing asks for their addresses. Cargo strips no program whose package has rows of
# its own in the profile.
flags=(-C link-arg=-fuse-ld=lld -C link-arg=-Wl,--icf=safe -C strip=symbols "--remap-path-prefix=$root=llvm-spirv" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo")
flags+=("--remap-path-prefix=$(rustc --print sysroot)=rust")
joined() { local IFS=$'\x1f'; echo "$*"; }
if [ "${TRAINED:-0}" != 0 ]; then
  trained=$root/target/trained
  rm -rf "$trained/profiles"
  mkdir -p "$trained/profiles"
  CARGO_ENCODED_RUSTFLAGS=$(joined "${flags[@]}" -C "profile-generate=$trained/counts") \
    cargo build --quiet --profile dist --package llvm-spirv-rs --target-dir "$trained"
  scripts/train.sh "$trained/dist/llvm-spirv-rs" "$trained/profiles/new"
  # By its digest: cargo builds anew where a flag changes, and not where a file does that a flag names.
  profile=$trained/profiles/$(sha256sum "$trained/profiles/new" | cut -c1-16)
  mv "$trained/profiles/new" "$profile"
  flags+=(-C "profile-use=$profile")
  # What is not executed often is not worth a copy at each call: a tenth of the program.
  flags+=(-C "llvm-args=-inline-threshold=25 -inlinehint-threshold=60 -inlinecold-threshold=10 -inline-cold-callsite-threshold=5 -hot-callsite-threshold=500")
fi
CARGO_ENCODED_RUSTFLAGS=$(joined "${flags[@]}")
export CARGO_ENCODED_RUSTFLAGS
export CXXFLAGS="${CXXFLAGS:-} -ffile-prefix-map=$root=llvm-spirv"
if [ "${STATIC:-0}" != 0 ]; then
  machine=$(rustc -vV | sed -n 's/^host: //p')
  export CARGO_ENCODED_RUSTFLAGS+=$'\x1f-C\x1ftarget-feature=+crt-static'
  [ "${LLVM_SPIRV_PIE:-0}" != 0 ] || CARGO_ENCODED_RUSTFLAGS+=$'\x1f-C\x1frelocation-model=static'
  cargo build --quiet --profile dist --package llvm-spirv-rs --target "$machine"
  install -D "target/$machine/dist/llvm-spirv-rs" target/dist/llvm-spirv-rs-static
  exit
fi
cargo build --quiet --profile dist --package llvm-spirv-rs --package llvm-spirv-c
# The linker that comes with rustc, as above.
lld=$(rustc --print target-libdir)/../bin/gcc-ld
linker=(-Wl,--strip-all)
[ ! -d "$lld" ] || linker+=(-B"$lld" -fuse-ld=lld -Wl,--icf=safe)
scripts/link-c.sh target/dist "${linker[@]}"
[ "${RUNNER:-0}" = 0 ] || cargo build --quiet --profile dist --package llvm-spirv-runner
