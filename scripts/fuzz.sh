#!/usr/bin/env bash
# Fuzzes one target with libFuzzer on a stable toolchain.
#   scripts/fuzz.sh reverse 600 [libFuzzer's own flags]
# With PLAIN=1 the target is that of the tests' build, without coverage, which libFuzzer cannot go on from: it runs its seeds.
# Targets: reverse forward reader mangling annotations internal_text spirv_text. Seeds are made on first use; crashes go to tests/fuzz/artifacts/TARGET/.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?usage: $0 TARGET [TIME [FLAGS...]]}
time=${2:-60}
shift $(($# < 2 ? $# : 2))

# What `cargo fuzz` passes, less the sanitizer: `-C passes` and `-C llvm-args` need no nightly. With --target, build
# scripts and macros are built without.
coverage=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-sanitizer-coverage-trace-compares --cfg=fuzzing -Ccodegen-units=1)
host=$(rustc -vV | sed -n 's/^host: //p')
if [ "${PLAIN:-0}" = 1 ]; then
  cargo build --profile checks --quiet --package llvm-spirv-fuzz --bins
  program=${CARGO_TARGET_DIR:-target}/checks/$target
  seeds_alone=(-runs=0)
else
  build=${CARGO_TARGET_DIR:-$PWD/tests/fuzz/target}
  RUSTFLAGS="${coverage[*]}" cargo build --profile fuzz --quiet --package llvm-spirv-fuzz --target "$host" --target-dir "$build" --bin "$target"
  program=$build/$host/fuzz/$target
  seeds_alone=()
fi

mkdir -p "tests/fuzz/artifacts/$target"
flags=(-max_total_time="$time" -timeout=5 -rss_limit_mb=2048 -max_len=32768 "-artifact_prefix=tests/fuzz/artifacts/$target/")
if [ $# -gt 0 ] && [ -f "${!#}" ]; then # one input again, or made small
  exec "$program" "${flags[@]}" "$@"
fi
[ -d "tests/fuzz/corpus/$target" ] || scripts/fuzz-seeds.sh "$target"
exec "$program" "${flags[@]}" "$@" "${seeds_alone[@]}" "tests/fuzz/corpus/$target"
