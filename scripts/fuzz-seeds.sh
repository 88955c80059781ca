#!/usr/bin/env bash
# Makes the seeds of a fuzz target from the programs of roundtrip-corpus, what was found before (regressions), the file tests,
# and tests/fuzz/seeds.
#   scripts/fuzz-seeds.sh reverse
# TOOL names the translator that makes SPIR-V of them, if it is not target/checks/llvm-spirv-rs.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?usage: $0 reverse|forward|reader|mangling|annotations|internal_text|spirv_text}
tool=${TOOL:-target/checks/llvm-spirv-rs}
# libFuzzer gets further with small inputs.
largest=24000
seeds=tests/fuzz/corpus/$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$seeds"

# compile SOURCE LEVEL FLAGS...
compile() {
  local source=$1 level=$2 options; shift 2
  options=$(sed -n '1s|^// options:||p' "$source")
  # shellcheck disable=SC2086 # options are words
  clang-22 -target spir64 -cl-std=CL3.0 $options "-$level" -Xclang -finclude-default-header -emit-llvm -o - "$@" "$source"
}

keep() { [ "$(stat -c %s "$1")" -gt $largest ] || mv "$1" "$seeds/$2"; }

[ "$target" = annotations ] || for source in $(find roundtrip-corpus -name '*.cl'); do
  for level in O0 O2; do
    name=$(basename "$source" .cl).$level
    case $target in
    mangling)
      compile "$source" $level -S | grep -o '@_Z[A-Za-z0-9_]*' | sort -u | while read -r symbol; do
        printf %s "${symbol#@}" >"$seeds/${symbol#@}"
      done ;;
    forward)
      compile "$source" $level -S | grep -v -e '^;' -e '^source_filename' >"$work/out"
      keep "$work/out" "$name.ll" ;;
    internal_text)
      ln -sf "$(realpath "$tool")" "$work/llvm-spirv"
      compile "$source" $level -c >"$work/in"
      "$work/llvm-spirv" -spirv-text "$work/in" -o "$work/out" && keep "$work/out" "$name.spt" || true ;;
    *)
      compile "$source" $level -c >"$work/in"
      "$tool" "$work/in" -o "$work/out" && keep "$work/out" "$name.spv" || true ;;
    esac
  done
done
# shader SOURCE: the module of a shader in $work/out, for the environment that it names
shader() {
  local env; env=$(sed -n 's|^// ENV: ||p' "$1")
  glslangValidator -V --target-env "${env:-vulkan1.0}" -o "$work/out" "$1" >/dev/null
}
case $target in forward | reverse | reader)
  for source in roundtrip-corpus/shaders/*.*; do
    [ "${source##*.}" != md ] && [ "${source##*.}" != spvasm ] && shader "$source" || continue
    if [ "$target" = forward ]; then
      "$tool" -r -S "$work/out" -o "$work/out.ll" && mv "$work/out.ll" "$work/out"
      keep "$work/out" "$(basename "$source").ll"
    else
      keep "$work/out" "$(basename "$source").spv"
    fi
  done ;;
esac
# What earlier runs found that reaches further, a line each.
kept=tests/fuzz/seeds/$target.txt
[ ! -f "$kept" ] || { number=0; while IFS= read -r text; do printf %s "$text" >"$seeds/kept.$((number += 1))"; done <"$kept"; }
case $target in
internal_text)
  cp tests/fuzz/seeds/internal_text/*.spt "$seeds" ;;
forward)
  for source in $(find tests roundtrip-corpus/regressions -path tests/fuzz/corpus -prune -o -name '*.ll' -size -24k -print); do cp "$source" "$seeds/${source//\//.}"; done ;;
annotations)
  grep -rhoE '(\{[A-Za-z_0-9]+(:[^}"]*)?\})+' tests/filetests metadata/src | sort -u | while read -r text; do
    printf %s "$text" >"$seeds/$(printf %s "$text" | sha1sum | cut -c1-16)"
  done ;;
spirv_text)
  for source in $(find tests roundtrip-corpus/regressions -path tests/fuzz/corpus -prune -o -name '*.spvasm' -print); do
    cp "$source" "$work/out"
    keep "$work/out" "${source//\//.}"
  done ;;
reverse | reader)
  cp roundtrip-corpus/regressions/*.spv "$seeds"
  for source in $(find tests roundtrip-corpus/regressions -path tests/fuzz/corpus -prune -o -name '*.spvasm' -print); do
    source_name=${source//\//.}
    spirv-as "$source" -o "$work/out" 2>/dev/null && keep "$work/out" "${source_name%asm}" || true
  done ;;
esac
echo "$(find "$seeds" -type f | wc -l) seeds in $seeds"
