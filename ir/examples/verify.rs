//! Verifies files of bitcode, and lists the faults of each: `cargo run -p llvm-spirv-ir --example verify -- FILE...`.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut invalid = false;
    let mut out = std::io::stdout().lock();
    for file in std::env::args().skip(1) {
        let faults: Vec<String> = match llvm_ir::read(&std::fs::read(&file)?) {
            Ok(module) => llvm_ir::verify(&module).iter().map(ToString::to_string).collect(),
            Err(error) => vec![error.to_string()],
        };
        invalid |= !faults.is_empty();
        for fault in faults {
            writeln!(out, "{file}: {fault}")?;
        }
    }
    if invalid { Err("not valid".into()) } else { Ok(()) }
}
