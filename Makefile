# Two commands for a fresh Debian machine: `make demo` shows what the program does, `make test` passes the tests.
.PHONY: demo install package static reproducible playground platforms test test-install corpus bench fuzz fuzz-all mutants lint deny grammar requirements outside book

TOOL := target/release/llvm-spirv-rs
# What the tests build: the profile `checks` of Cargo.toml.
CHECKS := target/checks

# The program is that of the tests: built in half the time, and quick enough for a kernel.
demo:
	@scripts/setup.sh demo
	@cargo build --profile checks --quiet --package llvm-spirv-rs
	@! command -v llvm-config-22 >/dev/null || cargo build --profile checks --quiet --package llvm-spirv-runner
	@scripts/demo.sh $(CHECKS)/llvm-spirv-rs

# make install PREFIX=/usr/local DESTDIR= KHRONOS_LINK=1 RUNNER=0
PREFIX ?= /usr/local
install: export RUNNER ?= 1
install:
	@[ "$$RUNNER" = 0 ] || scripts/setup.sh run
	scripts/dist.sh
	scripts/install.sh "$(PREFIX)" "$(DESTDIR)"

# A tarball and a package for Debian, in target/dist. RUNNER=1 puts spirv-runner in; LLVM_SPIRV_PIE=1 makes the program position-independent.
# TRAINED=0 builds in half the time a program that is slower: docs/guide/install.md has the figures.
package: export TRAINED ?= 1
package:
	@[ "$${RUNNER:-0}" = 0 ] || scripts/setup.sh run
	@[ "$$TRAINED" = 0 ] || [ -n "$$CLANG" ] || scripts/setup.sh demo
	scripts/dist.sh
	scripts/package.sh

# target/dist/llvm-spirv-rs-static: the program, linked with the C library.
static:
	STATIC=1 scripts/dist.sh

# Whether the last commit, built in another folder, gives the same bytes.
reproducible:
	scripts/reproducible.sh

# target/playground/index.html: the translator on a page, in one file that needs no server.
playground:
	scripts/playground.sh release

# Whether library and program compile for other platforms, as far as the toolchain has them.
TARGETS ?= aarch64-unknown-linux-gnu aarch64-apple-darwin x86_64-pc-windows-msvc
platforms:
	@for target in $(TARGETS); do \
	  if rustup target list --installed 2>/dev/null | grep -qx $$target; then echo "$$target"; cargo check --quiet --target $$target --package llvm-spirv --package llvm-spirv-ir \
	    $$(case $$target in wasm*) ;; *) echo --package llvm-spirv-rs;; esac) || exit 1; \
	  else echo "$$target: NOT CHECKED, this toolchain lacks it (rustup target add $$target)"; fi; \
	done

# The packages with tests of cargo's. The other two have none, and would have the program built anew: with them, its dependencies have
# other features than it asks for.
TESTED := --workspace --exclude llvm-spirv-benches --exclude llvm-spirv-python

test:
	@scripts/setup.sh test
	.local/venv/bin/python -B -m unittest discover -s tests/runtime
	cargo build --profile checks --package llvm-spirv-rs --package llvm-spirv-c
	cargo test --profile checks $(TESTED) --quiet
	tests/capi/run.sh $(CHECKS)
	tests/wasm/run.sh
	python/tests/run.sh
	tests/browser/run.sh
	tests/install/run.sh $(CHECKS)
	.local/venv/bin/python tests/runtime/run.py
	.local/venv/bin/python -W ignore tests/runtime/runner.py
	.local/venv/bin/python tests/runtime/shaders.py

# What `make install` and `make package` put down, built as they build it: `make test` has the same test with its own build.
test-install:
	@scripts/setup.sh test
	RUNNER=1 scripts/dist.sh
	STATIC=1 scripts/dist.sh
	tests/install/run.sh

# The corpus as LLVM's optimiser may make it: vectorisers at O3 and Os, 32 and 64 bits, without extensions and with all;
# passes that clang does not run; clang's other target. tests/runtime/README.md says how to run a part of it.
PIPELINES := scalars,functions,control,loops,memory,scalarised,narrow,raw,spirv,hexagon,aarch64,small,whole
corpus:
	@scripts/setup.sh test
	cargo build --profile checks --quiet --package llvm-spirv-rs --package llvm-spirv-runner
	.local/venv/bin/python tests/runtime/run.py --optimiser O3,Os
	.local/venv/bin/python tests/runtime/run.py --optimiser O2 --recipe $(PIPELINES)
	.local/venv/bin/python tests/runtime/run.py --opt "" --spir "" --spirv64 O3,Os
	.local/venv/bin/python -W ignore tests/runtime/runner.py --opt O3
	.local/venv/bin/python -W ignore tests/runtime/runner.py --target spir --opt O0,O2,O3

bench:
	@scripts/setup.sh bench
	cargo build --release --quiet --package llvm-spirv-rs --package llvm-spirv-runner --package llvm-spirv-vulkan
	@scripts/bench.sh $(TOOL)

# make fuzz TARGET=reverse SECONDS=600
fuzz:
	@scripts/setup.sh test
	cargo build --profile checks --quiet
	@scripts/fuzz.sh $(or $(TARGET),reverse) $(or $(SECONDS),60)

# All six fuzz targets, two at a time: make fuzz-all SECONDS=120
fuzz-all:
	@scripts/setup.sh test
	cargo build --profile checks --quiet
	@scripts/fuzz-all.sh $(or $(SECONDS),120)

# Damaged modules through the translator: make mutants SPIRV=100000 SHADERS=100000 DEBUG=20000 ASSEMBLY=20000 BITCODE=20000
mutants:
	@scripts/setup.sh test
	cargo build --profile checks --package llvm-spirv-rs --package llvm-spirv-damage
	$(CHECKS)/mutants --spirv $(or $(SPIRV),100000) --shaders $(or $(SHADERS),100000) \
	  --debug $(or $(DEBUG),20000) --assembly $(or $(ASSEMBLY),20000) --bitcode $(or $(BITCODE),20000) $(FLAGS)

# Programs of others, from any folder: make outside DIR=/tmp/kernels FLAGS="--levels O2" (tests/outside/README.md)
outside:
	@scripts/setup.sh test
	cargo build --release --quiet
	@python3 tests/outside/run.py $(DIR) --tool $(TOOL) $(FLAGS)

# The pages of docs/ as a book with a search, in target/book: wants mdbook (cargo install --locked mdbook).
book:
	mdbook build docs

# Writes grammar/src/generated/ from the JSON files in grammar/; its tests compare.
grammar:
	python3 grammar/generate.py

lint:
	python3 grammar/generate.py --check
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --profile checks -- -D warnings
	cargo clippy --package llvm-spirv --package llvm-spirv-c --profile checks -- -D warnings
	scripts/public_api.py

# Licences, duplicates, sources and known faults of what is linked, by deny.toml (cargo install cargo-deny).
deny:
	cargo deny --workspace --all-features check

# Which items of tests/requirements.txt have a test named after them.
requirements:
	@cargo test --profile checks --quiet --package llvm-spirv-rs --test requirements -- requirements_of --nocapture
