#!/usr/bin/env bash
# Builds the translator for WebAssembly, and the program; under Node the one gives what the other gives.
#   tests/wasm/run.sh [PROFILE]
set -euo pipefail
cd "$(dirname "$0")/../.."
profile=${1:-checks}
wasm=wasm32-unknown-unknown
skip() { echo "tests/wasm: NOT RUN: $1" >&2; exit 0; }
command -v node >/dev/null || skip "there is no node"
rustc --print target-libdir --target "$wasm" 2>/dev/null | xargs test -d || skip "there is no $wasm (rustup target add $wasm)"

flags=(--quiet --profile "$profile")
cargo build "${flags[@]}" --target "$wasm" --package llvm-spirv --example translate
cargo build "${flags[@]}" --package llvm-spirv-rs
built=$profile; [ "$profile" != dev ] || built=debug
node --test-reporter=dot tests/wasm/test.mjs "target/$wasm/$built/examples/translate.wasm" "target/$built/llvm-spirv-rs"
