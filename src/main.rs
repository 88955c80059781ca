//! The program.

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1]).unwrap();
    let context = llvm_spirv::llvm::Context::new();
    let options = llvm_spirv::options::Options::default();
    let module = context.parse(&bytes, &args[1]).unwrap_or_else(|e| { eprintln!("{e}"); std::process::exit(1) });
    match llvm_spirv::forward::translate(&module, &options) {
        Ok(t) => {
            for w in t.warnings { eprintln!("warning: {w}"); }
            let b: Vec<u8> = t.words.iter().flat_map(|w| w.to_le_bytes()).collect();
            std::fs::write(&args[2], b).unwrap();
        }
        Err(e) => { eprintln!("{e}"); std::process::exit(1) }
    }
}
