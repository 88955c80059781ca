#!/usr/bin/env bash
# Fuzzes all six targets, two at a time, and says which of them found something.
#   scripts/fuzz-all.sh 120      seconds for each
# FUZZ_SEED makes a run the same each time, so that what it finds is new in the change that it runs on: no more inputs than RUNS
# has, so that a quicker machine goes no further; no values of comparisons and no corpus read again, which follow addresses
# and the clock. `reverse` and `forward` then run their seeds alone: tables keyed by addresses of LLVM's objects change their
# coverage, hence the inputs that libFuzzer goes on with, from one run to the next.
# With PLAIN=1 they are those of the tests' build, and run their seeds (scripts/fuzz.sh).
# TOOL names the translator that makes the seeds, if it is not target/checks/llvm-spirv-rs.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-120}
[[ $time =~ ^[1-9][0-9]*$ ]] || { echo "$0: $time is no number of seconds" >&2; exit 2; }
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

targets=(reverse forward reader mangling annotations internal_text spirv_text)
corpus=tests/fuzz/corpus
for target in "${targets[@]}"; do
  [ "$target" = reader ] || [ -d "$corpus/$target" ] || printf '%s\n' "$target"
done | xargs -r -n 1 -P "$(nproc)" scripts/fuzz-seeds.sh
# Both read modules.
[ -d "$corpus/reader" ] || cp -R "$corpus/reverse" "$corpus/reader"
# Built one after the other: what runs at the same time is measured against a clock.
for target in "${targets[@]}"; do
  scripts/fuzz.sh "$target" 0 -runs=0 >"$logs/$target.seeds" 2>&1 || { cat "$logs/$target.seeds"; exit 1; }
done

# What a log says that is not progress, and the input, which is gone with the machine of a CI.
finding() {
  local input
  grep -vE '^#[0-9]+' "$1" | tail -80 || true
  # A stack that overflows leaves none.
  input=$(grep -oE 'tests/fuzz/artifacts/[a-z_]+/[a-z]+-[0-9a-f]+' "$1" | tail -1 || true)
  [ ! -f "$input" ] || { echo "$input, by base64 -d | gzip -d:"; gzip -9 -c "$input" | base64 -w 120; }
}

# At most two minutes of each target on the machine of the tests.
declare -A RUNS=([reverse]=0 [forward]=0 [reader]=1200000 [mangling]=1400000 [annotations]=3000000 [internal_text]=130000 [spirv_text]=300000)
fuzz() {
  if [ -n "${FUZZ_SEED:-}" ]; then
    setarch --addr-no-randomize scripts/fuzz.sh "$1" "$time" -seed="$FUZZ_SEED" -runs="${RUNS[$1]}" -use_cmp=0 -reload=0
  else
    scripts/fuzz.sh "$1" "$time"
  fi
}

failed=()
# finish TARGET PID
finish() {
  local outcome=clean
  wait "$2" || { outcome=failed; failed+=("$1"); finding "$logs/$1"; }
  echo "$1: $outcome, $(grep -oE '^(Done|#)[0-9 ]+(runs|DONE)[^[]*' "$logs/$1" | tail -1)"
}

for ((i = 0; i < ${#targets[@]}; i += 2)); do
  pids=()
  for target in "${targets[@]:i:2}"; do
    fuzz "$target" >"$logs/$target" 2>&1 &
    pids+=($!)
  done
  for j in "${!pids[@]}"; do finish "${targets[i + j]}" "${pids[j]}"; done
done
[ ${#failed[@]} = 0 ] || { echo "found something: ${failed[*]}; the inputs are in tests/fuzz/artifacts/"; exit 1; }
