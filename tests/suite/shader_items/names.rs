//! The names of the dialect's operations in `docs/reference/dialect.md`, compared with those that MLIR prints.

use super::module::{assembled, instruction, shader, trip};
use super::rows::{ARITHMETIC, BITS, CONVERSIONS, EXTENDED, FLOATS, INTEGERS, LOGIC, Row, SELECTS};
use crate::pages::{pages, ticked};
use crate::support::{check_all, root, run};
use llvm_spirv::binary::{Instruction, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The operations that are not one instruction with the same name: the instructions of each operation, and its older
/// spelling.
struct Table {
    instructions: BTreeMap<String, Vec<String>>,
    older: BTreeMap<String, String>,
}

impl Table {
    fn read() -> Self {
        let text = std::fs::read_to_string(root().join("docs/reference/dialect.md")).unwrap();
        let (mut instructions, mut older) = (BTreeMap::new(), BTreeMap::new());
        for line in text.lines().filter(|line| line.starts_with("| `spirv.") || line.starts_with("| - ")) {
            let quoted = |cell| ticked(cell).map(str::to_owned).collect::<Vec<_>>();
            let cells: Vec<_> = line.trim_matches('|').split('|').map(quoted).collect();
            let [operation, old, stands_for] = cells.as_slice() else { panic!("{line}") };
            let name = operation.first().cloned().unwrap_or_default();
            older.insert(old[0].clone(), name.clone());
            instructions.insert(name, stands_for.clone());
        }
        Self { instructions, older }
    }

    /// Returns the instructions of an operation, in either spelling.
    fn of(&self, operation: &str) -> Vec<String> {
        let newer = self.older.get(operation).cloned();
        let name = newer.unwrap_or_else(|| operation.replacen("spv.", "spirv.", 1));
        match self.instructions.get(&name) {
            Some(listed) => listed.clone(),
            None if name.starts_with("spirv.GL.") || name.starts_with("spirv.CL.") => vec!["OpExtInst".to_owned()],
            None => vec![name.replacen("spirv.", "Op", 1)],
        }
    }
}

/// Returns the operations that MLIR prints for a module, with repetitions.
fn operations(module: &[u8]) -> Result<Vec<String>, String> {
    let dialect = run(Command::new("mlir-translate-22").args(["--no-implicit-module", "--deserialize-spirv"]), module)?;
    let text = String::from_utf8(dialect).map_err(|error| error.to_string())?;
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "._!#".contains(c)));
    Ok(words.filter(|word| word.starts_with("spirv.")).map(str::to_owned).collect())
}

fn opcodes(module: &[u8]) -> Vec<&'static str> {
    Words::read(module).unwrap().instructions().map(Instruction::name).collect()
}

fn row_has_its_name((name, result, operands, _): &Row) -> Result<(), String> {
    let text = instruction(name, result, operands);
    let module = assembled(&text)?;
    let count = |names: &[String], name: &str| names.iter().filter(|one| *one == name).count();
    let printed = operations(&module)?;
    if count(&printed, &format!("spirv.{name}")) != 1 {
        return Err(format!("{name}: MLIR prints {printed:?}"));
    }
    let (opcode, back) = (Table::read().of(&format!("spirv.{name}")), assembled(&trip(&text)?.spirv)?);
    let there: Vec<_> = opcodes(&module).into_iter().chain(opcodes(&back)).map(str::to_owned).collect();
    match count(&there, &opcode[0]) {
        2 => Ok(()),
        other => Err(format!("{name}: {opcode:?} is there {other} times")),
    }
}

/// Checks that an operation in CamelCase is one instruction of that name, and that one of an extended set names the
/// set.
#[test]
fn s4_05_s4_06_s4_07_operations_are_named_after_instructions() {
    let tables: [&[Row]; 8] = [ARITHMETIC, BITS, CONVERSIONS, FLOATS, INTEGERS, LOGIC, SELECTS, EXTENDED];
    let rows: Vec<_> = tables.into_iter().flatten().collect();
    assert!(rows.iter().any(|row| row.0.starts_with("GL.")));
    check_all("names of operations", &rows, |row| row_has_its_name(row));
}

/// Checks a module with operations of all kinds: all instructions except types, names and decorations belong to one.
#[test]
fn s4_08_s4_09_other_operations_are_several_instructions_or_none() {
    let globals = "%uint = OpTypeInt 32 0\n%bool = OpTypeBool\n%s = OpSpecConstant %uint 7\n%two = OpConstant %uint 2\n\
                   %yes = OpConstantTrue %bool\n%to = OpTypePointer Private %uint\n%v = OpVariable %to Private";
    let block = "%l = OpLoad %uint %v\n%q = OpIEqual %bool %l %s\nOpSelectionMerge %m None\n\
                 OpBranchConditional %q %t %m\n%t = OpLabel\n%w = OpIAdd %uint %l %two\nOpStore %v %w\nOpBranch %m\n\
                 %m = OpLabel\nOpBranch %h\n%h = OpLabel\nOpLoopMerge %x %c None\nOpBranch %b\n%b = OpLabel\n\
                 OpBranchConditional %yes %c %x\n%c = OpLabel\nOpBranch %h\n%x = OpLabel";
    let module = assembled(&shader("OpDecorate %s SpecId 3", globals, block)).unwrap();
    let (table, printed) = (Table::read(), operations(&module).unwrap());
    for name in ["spirv.module", "spirv.func", "spirv.mlir.merge", "spirv.mlir.addressof", "spirv.mlir.referenceof"] {
        assert!(printed.iter().any(|one| one == name), "MLIR prints {printed:?}");
    }
    let is_word = |name: &str| name.split('.').skip(1).any(|part| part.starts_with(|c: char| c.is_ascii_lowercase()));
    let unlisted: Vec<_> =
        printed.iter().filter(|name| is_word(name) && !table.instructions.contains_key(*name)).collect();
    assert!(unlisted.is_empty(), "docs/reference/dialect.md lacks {unlisted:?}");
    let stood_for: BTreeSet<String> = printed.iter().flat_map(|operation| table.of(operation)).collect();
    let is_other =
        |name: &str| ["OpType", "OpName", "OpMemberName", "OpDecorate", "OpSource"].iter().any(|p| name.starts_with(p));
    let there: BTreeSet<String> =
        opcodes(&module).into_iter().filter(|name| !is_other(name)).map(str::to_owned).collect();
    let missing: Vec<_> = there.difference(&stood_for).collect();
    assert!(missing.is_empty(), "{missing:?} belong to none of {printed:?}");
    for name in ["spirv.mlir.merge", "spirv.mlir.addressof", "spirv.mlir.referenceof"] {
        assert!(table.of(name).is_empty(), "{name}");
    }
}

/// Checks that the older spellings are in that table only, and have the same meaning.
#[test]
fn s1_01_older_spellings_are_aliases() {
    let table = Table::read();
    for (old, new) in &table.older {
        assert!(old.starts_with("spv.") && table.of(old) == table.instructions[new], "{old}");
    }
    assert_eq!(table.of("spv.IAdd"), ["OpIAdd"]);
    assert_eq!(table.of("spv.GL.Sqrt"), ["OpExtInst"]);
    for page in pages().into_iter().filter(|page| !page.ends_with("dialect.md")) {
        let text = std::fs::read_to_string(&page).unwrap();
        let used = text.split(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c)));
        let used: Vec<_> = used.filter(|word| word.starts_with("spv.") && word.len() > 4).collect();
        assert!(used.is_empty(), "{}: {used:?}", page.display());
    }
}
