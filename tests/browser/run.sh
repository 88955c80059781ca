#!/usr/bin/env bash
# Pages in headless Chromium: that of `view`.
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
node --test --test-concurrency=1 --test-reporter=spec tests/browser/view.mjs
