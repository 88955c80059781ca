//! Prints the assembly of files of assembly: `cargo run -p llvm-spirv-ir --example parse -- FILE`. With `--read` it only reads.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let only_read = arguments.iter().position(|a| a == "--read").map(|i| arguments.remove(i)).is_some();
    for file in arguments {
        let module = llvm_ir::parse(&std::fs::read(&file)?)?;
        if !only_read {
            let options = llvm_ir::PrintOptions { module_id: "<stdin>".to_owned(), ..Default::default() };
            std::io::stdout().write_all(&llvm_ir::print(&module, &options)?)?;
        }
    }
    Ok(())
}
