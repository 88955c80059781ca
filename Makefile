# Two commands for a fresh Debian machine: `make demo` shows what the program does, `make test` passes the tests.
.PHONY: demo test bench fuzz fuzz-all mutants lint requirements

TOOL := target/release/llvm-spirv-rs

demo:
	@scripts/setup.sh demo
	@cargo build --release --quiet
	@scripts/demo.sh $(TOOL)

test:
	@scripts/setup.sh test
	cargo build --release --package llvm-spirv-rs --package llvm-spirv-c
	cargo test --release --workspace --quiet
	tests/capi/run.sh target/release
	.local/venv/bin/python tests/runtime/run.py --tool $(TOOL)

bench:
	@scripts/setup.sh test
	cargo build --release --quiet
	@scripts/bench.sh $(TOOL)

# make fuzz TARGET=reverse SECONDS=600
fuzz:
	@scripts/setup.sh test
	cargo build --release --quiet
	@scripts/fuzz.sh $(or $(TARGET),reverse) $(or $(SECONDS),60)

# All six fuzz targets, two at a time: make fuzz-all SECONDS=120
fuzz-all:
	@scripts/setup.sh test
	cargo build --release --quiet
	@scripts/fuzz-all.sh $(or $(SECONDS),120)

# Damaged modules through the translator: make mutants SPIRV=100000 ASSEMBLY=20000 BITCODE=20000
mutants:
	@scripts/setup.sh test
	cargo run --release --package llvm-spirv-damage --bin mutants -- --spirv $(or $(SPIRV),100000) \
	  --assembly $(or $(ASSEMBLY),20000) --bitcode $(or $(BITCODE),20000) $(FLAGS)

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --release -- -D warnings

# Which items of tests/requirements.txt have a test named after them.
requirements:
	@scripts/setup.sh demo
	@cargo test --release --quiet --test suite requirements_of -- --nocapture
