#!/usr/bin/env bash
# Makes the profile of a program that counts what it executes (TRAINED=1 scripts/dist.sh): has it translate both ways, and merges the
# counts of each group of files by its weight.
#   scripts/train.sh PROGRAM PROFILE    CLANG is the compiler, by default clang-22; PROFDATA merges, by default as below
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1") profile=$(realpath -m "$2")
# A profile is read by the LLVM that rustc has, whose component has no version in its name.
version=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
for merge in "${PROFDATA:-$(rustc --print target-libdir)/../bin/llvm-profdata}" "llvm-profdata-$version" ""; do
  ! command -v "$merge" > /dev/null || break
done
[ -n "$merge" ] || { echo "$0: there is no llvm-profdata of LLVM $version: rustup component add llvm-tools" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/optimised" "$work/written" "$work/described"
for source in roundtrip-corpus/*/*.cl; do
  name=${source//\//.}
  compile=("${CLANG:-clang-22}" -target spir64 -cl-std=CL3.0 -Xclang -finclude-default-header -emit-llvm -c "$source")
  # A program that asks for other flags is left out.
  "${compile[@]}" -O2 -o "$work/optimised/$name.bc" 2>/dev/null || continue
  "${compile[@]}" -O0 -o "$work/written/$name.bc" 2>/dev/null || true
  "${compile[@]}" -O0 -g -o "$work/described/$name.bc" 2>/dev/null || true
done

# Counts what is executed from here on for a group. Most modules are kernels, optimised and without debug information.
groups=()
group() {
  export LLVM_PROFILE_FILE=$work/counts/$1/%m.profraw
  groups+=("--weighted-input=$2,$work/counts/$1")
}
# A process for each file, of one thread: the counts are the same each time.
run() { "$program" "$@" > /dev/null 2>&1; }
# there WAY FILE BACK: translates a file, and what it becomes.
there() { ! run ${1:+"$1"} "$2" -o "$work/module" || run ${3:+"$3"} "$work/module" -o "$work/back" || true; }
# text FILE: prints a kernel's assembly, translates it, and prints what it becomes.
text() { ! { run ir -S "$1" -o "$work/module.ll" && run "$work/module.ll" -o "$work/module"; } || run dis "$work/module" || true; }
# kernels GROUP WEIGHT: translates the kernels of a group there and back.
kernels() { group "$1" "$2"; for kernel in "$work/$1"/*.bc; do there "" "$kernel" -r; done; }
kernels optimised 10
kernels written 5
kernels described 6
# Some are there to be refused.
group shaders 1
grep -rl --include='*.spvasm' 'OpCapability Shader' tests/filetests | LC_ALL=C sort | while read -r shader; do there -r "$shader" ""; done
group text 1
all=("$work"/*/*.bc)
for ((i = 0; i < ${#all[@]}; i += 8)); do text "${all[i]}"; done
# What was not executed has counts, too, all zero: it is made small.
"$merge" merge -o "$profile" "${groups[@]}"
