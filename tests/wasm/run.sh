#!/usr/bin/env bash
# Builds the translator for WebAssembly, and the program with the same back end; under Node the one gives what the other gives.
#   tests/wasm/run.sh [PROFILE]
set -euo pipefail
cd "$(dirname "$0")/../.."
profile=${1:-checks}
wasm=wasm32-unknown-unknown
skip() { echo "tests/wasm: NOT RUN: $1" >&2; exit 0; }
command -v node >/dev/null || skip "there is no node"
rustc --print target-libdir --target "$wasm" 2>/dev/null | xargs test -d || skip "there is no $wasm (rustup target add $wasm)"

without_llvm=(--quiet --profile "$profile" --no-default-features --features native --target-dir target/native)
cargo build "${without_llvm[@]}" --target "$wasm" --package llvm-spirv --example translate
cargo build "${without_llvm[@]}" --package llvm-spirv-rs
built=$profile; [ "$profile" != dev ] || built=debug
node --test-reporter=dot tests/wasm/test.mjs "target/native/$wasm/$built/examples/translate.wasm" "target/native/$built/llvm-spirv-rs"
