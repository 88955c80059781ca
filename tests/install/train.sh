#!/usr/bin/env bash
# Whether scripts/train.sh merges counts of each group that it has: with a program, a compiler and a merging tool in place of the real
# ones, which take twenty minutes to build and to use.
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "tests/install/train.sh: $*" >&2; exit 1; }

# Each writes the file that follows `-o`; the program writes counts, too, and notes the way it went.
cat > "$scratch/clang" <<'SH'
#!/bin/sh
for argument; do [ "$last" != -o ] || echo made > "$argument"; last=$argument; done
SH
cat > "$scratch/program" <<SH
#!/bin/sh
mkdir -p "\${LLVM_PROFILE_FILE%/*}" && echo counts > "\${LLVM_PROFILE_FILE%/*}/counts.profraw"
echo "\${LLVM_PROFILE_FILE%/*} \$1 \$2" | sed 's:.*/counts/::; s: [^ ]*/[^ ]*: FILE:g' >> "$scratch/ways"
exec "$scratch/clang" "\$@"
SH
cat > "$scratch/merge" <<'SH'
#!/bin/bash
for argument; do
  case $argument in --weighted-input=*) grep -q counts "${argument#*,}"/*.profraw || exit 1; echo "$argument" >> "${0%/*}/merged";; esac
done
exec "${0%/*}/clang" "$@"
SH
chmod +x "$scratch/clang" "$scratch/program" "$scratch/merge"
CLANG="$scratch/clang" PROFDATA="$scratch/merge" scripts/train.sh "$scratch/program" "$scratch/profile" || fail "no profile is made"
[ -s "$scratch/profile" ] || fail "the profile is empty"
sort -u "$scratch/ways" > "$scratch/each"
for way in "optimised FILE -o" "optimised -r FILE" "written FILE -o" "written -r FILE" "described FILE -o" "described -r FILE" "shaders -r FILE" "shaders FILE -o" \
  "text ir -S" "text FILE -o" "text dis FILE"; do
  grep -qxF -e "$way" "$scratch/each" || fail "nothing is trained: $way"
done
[ "$(sort -u "$scratch/merged" | wc -l)" = "$(cut -d' ' -f1 "$scratch/ways" | sort -u | wc -l)" ] || fail "a group is not merged"
