#!/usr/bin/env bash
# Prints one table: what translations cost TOOL, llvm-spirv-15 where it is installed, and LLVM itself.
#   scripts/bench.sh target/release/llvm-spirv-rs
# BENCH_QUICK=1 runs everything once, to see whether it works. BENCH_CARGO holds further flags for cargo.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${1:?usage: $0 TOOL}
read -ra flags <<<"${BENCH_CARGO:-}"
cargo run --release --quiet --package llvm-spirv-benches "${flags[@]}" -- "$tool"
