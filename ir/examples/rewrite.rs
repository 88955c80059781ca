//! Rewrites a file of bitcode for this or an older LLVM: `cargo run -p llvm-spirv-ir --example rewrite -- IN OUT [VERSION]`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, version @ ..] = arguments.as_slice() else { return Err("IN OUT [VERSION]".into()) };
    let mut options = llvm_ir::WriteOptions::default();
    if let Some(version) = version.first() {
        options.llvm_version = version.parse()?;
    }
    let module = llvm_ir::read(&std::fs::read(input)?)?;
    std::fs::write(output, llvm_ir::write(&module, &options)?)?;
    Ok(())
}
