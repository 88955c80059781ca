//! Tests the expansion of constant expressions of globals to instructions.

use llvm_ir::draft::Draft;
use llvm_ir::instruction::Opcode;
use llvm_ir::transform::expand::{expand, expand_uses};

#[test]
fn expressions() {
    super::compare_files("expand", |draft: &Draft| {
        let place = draft.global_named(b"place").unwrap();
        assert!(expand_uses(place).unwrap());
        assert!(!expand_uses(place).unwrap());
    });
}

#[test]
fn one_expression() {
    let text = b"@g = global i64 0\ndefine ptr @f() {\n  ret ptr inttoptr (i64 add (i64 ptrtoint (ptr @g to i64), i64 8) to ptr)\n}\n";
    let draft = Draft::thaw(llvm_ir::parse(text).unwrap());
    let end = draft.functions().find_map(|f| f.instructions().last()).unwrap();
    let value = expand(end.operands().next().unwrap(), end).unwrap();
    end.set_operand(0, value).unwrap();
    let block = end.block().unwrap();
    let opcodes: Vec<_> = block.instructions().filter_map(|i| i.opcode()).collect();
    assert_eq!(opcodes, [Opcode::PtrToInt, Opcode::Add, Opcode::IntToPtr, Opcode::Ret]);
    super::verified("one expression", draft);
}
