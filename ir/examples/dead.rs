//! Erases instructions that nothing uses and that do nothing else: `cargo run -p llvm-spirv-ir --example dead -- IN OUT`. With
//! `--only-thaw` it erases none.

use std::io::Write;

use llvm_ir::draft::{Draft, Value};
use llvm_ir::instruction::Opcode;

/// Returns whether an opcode computes a value and has no other effect.
fn is_pure(opcode: Opcode) -> bool {
    use Opcode::*;
    opcode.is_binary()
        || opcode.is_cast()
        || matches!(opcode, FNeg | ICmp | FCmp | Phi | Select | GetElementPtr | Freeze)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let only_thaw = arguments.iter().position(|a| a == "--only-thaw").map(|i| arguments.remove(i)).is_some();
    let [input, output] = arguments.as_slice() else { return Err("IN OUT".into()) };
    let draft = Draft::thaw(llvm_ir::read(&std::fs::read(input)?)?);
    let dead = |value: &Value<'_>| value.opcode().is_some_and(is_pure) && value.users().next().is_none();
    let mut open: Vec<Value<'_>> = match only_thaw {
        true => Vec::new(),
        false => draft.functions().flat_map(|f| f.instructions().collect::<Vec<_>>()).filter(dead).collect(),
    };
    let mut erased = 0;
    while let Some(value) = open.pop() {
        if value.block().is_none() || !dead(&value) {
            continue;
        }
        let operands: Vec<_> = value.operands().collect();
        value.erase()?;
        erased += 1;
        open.extend(operands.into_iter().filter(dead));
    }
    std::fs::write(output, llvm_ir::write(&draft.freeze(), &llvm_ir::WriteOptions::default())?)?;
    writeln!(std::io::stdout(), "{erased} instructions erased")?;
    Ok(())
}
