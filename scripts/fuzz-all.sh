#!/usr/bin/env bash
# Fuzzes all six targets, two at a time, and says which of them found something.
#   scripts/fuzz-all.sh 120      seconds for each
# TOOL names the translator that makes the seeds, if it is not target/release/llvm-spirv-rs.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-120}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Built and seeded one after the other: what runs at the same time is measured against a clock.
targets=(reverse forward reader mangling annotations internal_text)
for target in "${targets[@]}"; do
  scripts/fuzz.sh "$target" 0 -runs=0 >"$logs/$target.seeds" 2>&1 || { cat "$logs/$target.seeds"; exit 1; }
done

failed=()
# finish TARGET PID
finish() {
  local outcome=clean
  wait "$2" || { outcome=failed; failed+=("$1"); tail -40 "$logs/$1"; }
  echo "$1: $outcome, $(grep -oE '^(Done|#)[0-9 ]+(runs|DONE)[^[]*' "$logs/$1" | tail -1)"
}

for ((i = 0; i < ${#targets[@]}; i += 2)); do
  pids=()
  for target in "${targets[@]:i:2}"; do
    scripts/fuzz.sh "$target" "$time" >"$logs/$target" 2>&1 &
    pids+=($!)
  done
  for j in "${!pids[@]}"; do finish "${targets[i + j]}" "${pids[j]}"; done
done
[ ${#failed[@]} = 0 ] || { echo "found something: ${failed[*]}; the inputs are in fuzz/artifacts/"; exit 1; }
