#!/usr/bin/env bash
# Makes target/playground/index.html: the translator on a page, in one file that needs no server.
#   scripts/playground.sh [PROFILE]
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-release}
wasm=wasm32-unknown-unknown
cargo build --quiet --profile "$profile" --target "$wasm" --package llvm-spirv --example translate
built=$profile; [ "$profile" != dev ] || built=debug
mkdir -p target/playground
python3 - "${CARGO_TARGET_DIR:-target}/$wasm/$built/examples/translate.wasm" target/playground/index.html <<'PYTHON'
import base64, gzip, pathlib, sys

wasm, page = map(pathlib.Path, sys.argv[1:])
here = pathlib.Path("examples/wasm")
parts = {
    "@WASM@": base64.b64encode(gzip.compress(wasm.read_bytes(), 9, mtime=0)).decode(),
    "@TRANSLATOR@": (here / "translator.mjs").read_text().replace("export class", "class"),
    "@SCRIPT@": (here / "playground/script.js").read_text(),
}
text = (here / "playground/page.html").read_text()
for name, part in parts.items():
    text = text.replace(name, part)
page.write_text(text)
print(f"{page}: {page.stat().st_size / 1e6:.1f} MB")
PYTHON
