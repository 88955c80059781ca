//! Prints the assembly of files of assembly: `cargo run -p llvm-spirv-ir --example parse -- FILE`. With `--read` it only reads.

use std::io::Write;
use std::process::ExitCode;

fn main() -> std::io::Result<ExitCode> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let only_read = arguments.iter().position(|a| a == "--read").map(|i| arguments.remove(i)).is_some();
    let options = llvm_ir::PrintOptions { module_id: "<stdin>".to_owned(), ..Default::default() };
    for file in arguments {
        let module = llvm_ir::parse(&std::fs::read(&file)?);
        match module.and_then(|module| if only_read { Ok(Vec::new()) } else { llvm_ir::print(&module, &options) }) {
            Ok(text) => std::io::stdout().write_all(&text)?,
            Err(error) => {
                writeln!(std::io::stderr(), "{file}: {error}")?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
