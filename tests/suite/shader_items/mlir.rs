//! The rows of the tables compared with MLIR, from whose manuals they come: `mlir-opt --convert-spirv-to-llvm` on the
//! same shaders.

use super::module::{assembled, instruction, trip};
use super::rows::{ARITHMETIC, BITS, CONVERSIONS, EXTENDED, FLOATS, INTEGERS, LOGIC, OPEN, Row, SELECTS};
use crate::support::{check_all, run};
use std::process::Command;

const NONE: &str = "MLIR does not translate it";

/// The reason for the differences of shifts.
const FROZEN: &str = "MLIR makes poison of a shift that goes too far, which is any number in SPIR-V";

/// The instructions that MLIR does not translate, or translates differently, with the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    ("FMod", NONE),
    ("SMod", NONE),
    ("GL.Acos", NONE),
    ("GL.Asin", NONE),
    ("GL.Atan", NONE),
    ("GL.Cosh", NONE),
    ("GL.Sinh", NONE),
    ("GL.FSign", NONE),
    ("GL.SAbs", NONE),
    ("GL.SSign", NONE),
    ("GL.InverseSqrt", "MLIR divides by a square root, which is no longer that instruction on the way back"),
    ("ShiftLeftLogical", FROZEN),
    ("ShiftRightArithmetic", FROZEN),
    ("ShiftRightLogical", FROZEN),
    ("LogicalNotEqual", "MLIR compares booleans; LLVM makes xor of that"),
];

/// Returns the instructions of the only function in MLIR's translation; an error if MLIR does not translate the module.
fn of_mlir(assembly: &str) -> Result<Vec<String>, String> {
    let module = assembled(assembly)?;
    let dialect =
        run(Command::new("mlir-translate-22").args(["--no-implicit-module", "--deserialize-spirv"]), &module)?;
    // Its patterns for comparisons and for `Not` fail on integers with a sign.
    let mut dialect = String::from_utf8(dialect).map_err(|error| error.to_string())?;
    ["16", "32", "64"].iter().for_each(|width| dialect = dialect.replace(&format!("si{width}"), &format!("i{width}")));
    let converted = run(Command::new("mlir-opt-22").arg("--convert-spirv-to-llvm"), dialect.as_bytes())?;
    // The module of the shader is in one of its own, which would be empty in LLVM IR.
    let text = String::from_utf8(converted).map_err(|error| error.to_string())?;
    let inner = text.trim().strip_prefix("module {").and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    let llvm = run(Command::new("mlir-translate-22").arg("--mlir-to-llvmir"), inner.as_bytes())?;
    Ok(instructions(&String::from_utf8(llvm).map_err(|error| error.to_string())?))
}

/// Returns the instructions of the only function, each without names, operands, flags, alignment and metadata.
fn instructions(llvm: &str) -> Vec<String> {
    let lines = llvm.lines().skip_while(|line| !line.starts_with("define")).skip(1).take_while(|line| *line != "}");
    lines.map(normal).filter(|line| !line.is_empty()).collect()
}

fn normal(line: &str) -> String {
    let line = line.trim();
    let line = line.split_once(" = ").map_or(line, |(_, behind)| behind);
    let is_operand = |word: &&str| word.starts_with('%') || word.starts_with("ptr");
    let words = line.split_whitespace().take_while(|word| !is_operand(word));
    let words = words.filter(|word| !["contract", "tail", "spir_func"].contains(word));
    let words: Vec<_> = words.map(|word| word.split_once('(').map_or(word, |(callee, _)| callee)).collect();
    words.join(" ")
}

/// Checks that each row, on scalars and on vectors, gives the same instructions as MLIR, except for the listed
/// differences.
#[test]
fn rows_are_those_of_mlir() {
    let tables: [&[Row]; 9] = [ARITHMETIC, BITS, CONVERSIONS, FLOATS, INTEGERS, LOGIC, SELECTS, EXTENDED, OPEN];
    let rows = tables.into_iter().flatten();
    let all: Vec<_> = rows.flat_map(|row| [(row, ""), (row, "v4")]).collect();
    check_all("rows against MLIR", &all, |((name, result, operands, _), width)| {
        let wide: Vec<_> = operands.iter().map(|ty| format!("{width}{ty}")).collect();
        let names: Vec<_> = wide.iter().map(String::as_str).collect();
        let text = instruction(name, &format!("{width}{result}"), &names);
        let (theirs, ours) = (of_mlir(&text), instructions(&trip(&text)?.llvm));
        let listed = DIFFERENCES.iter().find(|(listed, _)| listed == name).map(|(_, reason)| *reason);
        match (&theirs, listed) {
            (Err(complaint), Some(NONE)) if complaint.contains("failed to legalize") => Ok(()),
            (Ok(theirs), None) if *theirs == ours => Ok(()),
            (Ok(theirs), Some(reason)) if reason != NONE && *theirs != ours => Ok(()),
            _ => Err(format!("{name} {width}: listed: {listed:?}, MLIR has {theirs:?}, ours is {ours:?}")),
        }
    });
}
