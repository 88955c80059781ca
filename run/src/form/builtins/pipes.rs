//! Pipes: objects of the host, which stores their packets.
//!
//! In a group instruction, all work-items leave the pipe in their slots; the first one to go on does the work for all,
//! and leaves the result in the slot of the first member.

use super::groups::Members;
use super::{Body, Declared, Definitions, Kind, Wait};
use llvm_spirv::error::Result;

/// An instruction: its name with `Read` for both directions, and the host's function.
struct Row {
    name: &'static str,
    function: &'static str,
    /// The parameters passed to the host, in its order, each with a letter for its type: `p`ointer or `i`nt.
    given: &'static [(char, usize)],
    is_of_group: bool,
}

const fn row(name: &'static str, function: &'static str, given: &'static [(char, usize)], is_of_group: bool) -> Row {
    Row { name, function, given, is_of_group }
}

const ROWS: &[Row] = &[
    row("ReadPipe", "spirv_pipe_pass", &[('p', 0), ('p', 1), ('i', 2)], false),
    row("ReservedReadPipe", "spirv_pipe_pass_reserved", &[('p', 0), ('p', 1), ('i', 2), ('p', 3), ('i', 4)], false),
    row("ReserveReadPipePackets", "spirv_pipe_reserve", &[('p', 0), ('i', 1), ('i', 2)], false),
    row("CommitReadPipe", "spirv_pipe_commit", &[('p', 0), ('p', 1)], false),
    row("GroupReserveReadPipePackets", "spirv_pipe_reserve_once", &[('p', 1), ('i', 2), ('i', 3)], true),
    row("GroupCommitReadPipe", "spirv_pipe_commit_once", &[('p', 1), ('p', 2)], true),
];

/// The instruction that makes a pipe from a pipe storage of the program, which the host knows by its address.
const CREATE: &str = "CreatePipeFromPipeStorage";

/// Returns the row of an instruction, and whether it writes.
fn row_of(op: &str) -> Option<(&'static Row, bool)> {
    let found = |name: &str| ROWS.iter().find(|row| row.name == name);
    match found(op) {
        Some(row) => Some((row, false)),
        None => found(&op.replacen("Write", "Read", 1)).map(|row| (row, true)),
    }
}

/// Returns what an instruction requires of the step.
pub fn kind(op: &str) -> Option<Kind> {
    if op == CREATE {
        return Some(Kind::Item);
    }
    row_of(op).filter(|(row, _)| row.is_of_group).map(|_| Kind::Waits(Wait::Exchange(1)))
}

/// Defines an instruction of pipes.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if declared.extended {
        return Ok(false);
    }
    let mut body = Body::default();
    match declared.op {
        CREATE => {
            let given = ["%c", "%p0"].map(|value| ("ptr".to_owned(), value.to_owned()));
            let pipe = body.value(definitions.external("ptr", "spirv_pipe_of_storage", &given));
            body.line(format!("ret ptr {pipe}"));
            definitions.item_function(declared, &body.text);
            return Ok(true);
        }
        "IsValidReserveId" => {
            let is_valid = body.value("icmp ne ptr %p0, null");
            body.line(format!("ret i1 {is_valid}"));
        }
        "GetNumPipePackets" => count(definitions, &mut body, declared, "spirv_pipe_packets"),
        "GetMaxPipePackets" => count(definitions, &mut body, declared, "spirv_pipe_capacity"),
        op => match row_of(op) {
            Some((row, is_write)) => return passing(definitions, declared, row, is_write).map(|()| true),
            None => return Ok(false),
        },
    }
    definitions.function(declared, &body.text);
    Ok(true)
}

fn count(definitions: &mut Definitions, body: &mut Body, declared: &Declared<'_>, function: &str) {
    let value = body.value(definitions.external("i32", function, &[("ptr".to_owned(), "%p0".to_owned())]));
    body.line(format!("ret {} {value}", declared.result.text));
}

fn passing(definitions: &mut Definitions, declared: &Declared<'_>, row: &Row, is_write: bool) -> Result<()> {
    let (mut body, mut given) = (Body::default(), Vec::new());
    if row.is_of_group {
        let slot = Members::of(&mut body).first(&mut body);
        given.push(("ptr".to_owned(), slot));
    }
    for (kind, index) in row.given {
        let ty = if *kind == 'p' { "ptr" } else { "i32" };
        if declared.param(*index)?.text != ty {
            return Err(declared.unsupported());
        }
        given.push((ty.to_owned(), format!("%p{index}")));
    }
    given.push(("i32".to_owned(), i32::from(is_write).to_string()));
    let result = &declared.result.text;
    let call = definitions.external(result, row.function, &given);
    if result == "void" {
        body.line(call);
        body.line("ret void");
    } else {
        let value = body.value(call);
        body.line(format!("ret {result} {value}"));
    }
    if row.is_of_group {
        definitions.item_function(declared, &body.text);
    } else {
        definitions.function(declared, &body.text);
    }
    Ok(())
}
