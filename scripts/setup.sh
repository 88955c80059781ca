#!/usr/bin/env bash
# Installs what a fresh Debian machine with a Rust toolchain lacks. Quick where nothing is missing.
#   scripts/setup.sh demo    clang for a kernel, and a validator for what it becomes
#   scripts/setup.sh run     that, and the LLVM that `run` has
#   scripts/setup.sh test    that, and what the tests need
#   scripts/setup.sh bench   that, and what the benchmarks compare with
set -euo pipefail
cd "$(dirname "$0")/.."

demo=(clang-22 spirv-tools)
run=("${demo[@]}" llvm-22-dev libpolly-22-dev libzstd-dev zlib1g-dev libffi-dev libxml2-dev g++ lld-22)
tests=("${run[@]}" llvm-22 llvm-22-tools mlir-22-tools libclc-15 llvm-spirv-15 ocl-icd-libopencl1 libtbb12 cmake pkgconf python3-venv strace glslang-tools spirv-cross chromium
  mesa-vulkan-drivers libvulkan1 zsh fish)

case "${1:-demo}" in
demo) wanted=("${demo[@]}") ;;
run) wanted=("${run[@]}") ;;
test) wanted=("${tests[@]}") ;;
bench) wanted=("${tests[@]}" pocl-opencl-icd) ;;
*) echo "usage: $0 [demo|run|test|bench]" >&2; exit 2 ;;
esac

as_root=(); [ "$(id -u)" = 0 ] || as_root=(sudo)
missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
command -v cargo >/dev/null || { echo "cargo not found: install a Rust toolchain (rustup.rs)" >&2; exit 1; }
if [ "${1:-demo}" = test ] || [ "${1:-demo}" = bench ]; then
  # For tests/wasm/run.sh, which says what it lacks.
  command -v node >/dev/null || DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends nodejs >/dev/null || true
  ! command -v rustup >/dev/null || rustup target list --installed | grep -q wasm32-unknown-unknown ||
    timeout 300 rustup target add wasm32-unknown-unknown || true
  tests/runtime/setup.sh
fi
