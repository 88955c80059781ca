#!/usr/bin/env bash
# Pages in headless Chromium: that of `view`, and the playground.
#   tests/browser/run.sh [PROFILE]
set -euo pipefail
cd "$(dirname "$0")/../.."
skip() { echo "tests/browser: NOT RUN: $1" >&2; exit 0; }
command -v node >/dev/null || skip "there is no node"
command -v "${CHROMIUM:-chromium}" >/dev/null || skip "there is no chromium"
profile=${1:-checks}
cargo build --quiet --profile "$profile" --package llvm-spirv-rs
built=$profile; [ "$profile" != dev ] || built=debug
export PROGRAM=$PWD/target/$built/llvm-spirv-rs OUT=$PWD/target/browser
tests=(tests/browser/view.mjs)
if rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null | xargs test -d; then
  scripts/playground.sh "$profile"
  export PAGE=$PWD/target/playground/index.html
  tests+=(tests/browser/playground.mjs)
else
  echo "tests/browser/playground.mjs: NOT RUN: there is no wasm32-unknown-unknown (rustup target add wasm32-unknown-unknown)" >&2
fi
node --test --test-concurrency=1 --test-reporter=dot "${tests[@]}"
