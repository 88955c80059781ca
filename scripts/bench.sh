#!/usr/bin/env bash
# Prints two tables: what translations cost TOOL, llvm-spirv-15 where it is installed, and LLVM itself; and how long kernels take
# that the runner beside TOOL executes, PoCL and Intel's CPU runtime.
#   scripts/bench.sh target/release/llvm-spirv-rs
# BENCH_QUICK=1 runs everything once, to see whether it works. BENCH_CARGO holds further flags for cargo.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${1:?usage: $0 TOOL}
read -ra flags <<<"${BENCH_CARGO:-}"
launches=15
[ -z "${BENCH_QUICK:-}" ] || launches=1
cargo run --release --quiet --package llvm-spirv-benches "${flags[@]}" -- "$tool"
.local/venv/bin/python -W ignore tests/benches/run/compare.py --release "$(dirname "$tool")" --launches "$launches"
