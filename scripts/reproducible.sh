#!/usr/bin/env bash
# Builds the last commit in a folder of its own, and compares program and C library with those of target/dist, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ -z "$(git status --porcelain)" ] || { echo "$0: the folder has changes that are not committed" >&2; exit 1; }
scripts/dist.sh
git clone --quiet . "$scratch/another-folder"
"$scratch/another-folder/scripts/dist.sh"
for file in llvm-spirv-rs libllvm_spirv_c.so.1; do
  cmp "target/dist/$file" "$scratch/another-folder/target/dist/$file"
  sha256sum "target/dist/$file"
done
