//! The device's queue: kernels enqueued by kernels, and events. The host runs them after the grid has ended.

use super::{Body, Declared, Definitions, Kind};
use llvm_spirv::error::Result;
use std::fmt::Write as _;

/// An instruction: the host's function, and the operands passed to it after context and work-item, each with a letter:
/// a `p`ointer, an `i`nt, an nd-`r`ange, or the `l`ocal sizes from there on.
struct Row {
    name: &'static str,
    function: &'static str,
    given: &'static [(char, usize)],
}

const fn row(name: &'static str, function: &'static str, given: &'static [(char, usize)]) -> Row {
    Row { name, function, given }
}

const ENQUEUED: &[(char, usize)] =
    &[('i', 1), ('r', 2), ('i', 3), ('p', 4), ('p', 5), ('p', 6), ('p', 7), ('i', 8), ('l', 10)];

const ROWS: &[Row] = &[
    row("EnqueueKernel", "spirv_queue_kernel", ENQUEUED),
    row("EnqueueMarker", "spirv_queue_marker", &[('i', 1), ('p', 2), ('p', 3)]),
    row("CreateUserEvent", "spirv_event_create", &[]),
    row("SetUserEventStatus", "spirv_event_set", &[('p', 0), ('i', 1)]),
    row("RetainEvent", "spirv_event_retain", &[('p', 0)]),
    row("ReleaseEvent", "spirv_event_release", &[('p', 0)]),
    row("IsValidEvent", "spirv_event_valid", &[('p', 0)]),
    row("CaptureEventProfilingInfo", "spirv_event_times", &[('p', 0), ('i', 1), ('p', 2)]),
    row("GetKernelWorkGroupSize", "spirv_kernel_size", &[('p', 0)]),
    row("GetKernelPreferredWorkGroupSizeMultiple", "spirv_kernel_multiple", &[('p', 0)]),
    row("GetKernelNDrangeSubGroupCount", "spirv_kernel_sub_groups", &[('r', 0), ('p', 1)]),
    row("GetKernelNDrangeMaxSubGroupSize", "spirv_kernel_sub_group_size", &[('r', 0), ('p', 1)]),
    row("GetKernelLocalSizeForSubgroupCount", "spirv_kernel_local_size", &[('i', 0), ('p', 1)]),
    row("GetKernelMaxNumSubgroups", "spirv_kernel_most_sub_groups", &[('p', 0)]),
];

fn row_of(op: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == op)
}

/// Returns what an instruction requires of the step.
pub fn kind(op: &str) -> Option<Kind> {
    row_of(op).map(|_| Kind::Item)
}

/// Defines an instruction of queues and events.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if declared.extended {
        return Ok(false);
    }
    match declared.op {
        // There is one.
        "GetDefaultQueue" => definitions.function(declared, "  ret ptr inttoptr (i64 1 to ptr)\n"),
        "BuildNDRange" => range(definitions, declared)?,
        op => match row_of(op) {
            Some(row) => asked(definitions, declared, row)?,
            None => return Ok(false),
        },
    }
    Ok(true)
}

/// The fields of an nd-range after the number of dimensions, each with the operand that it comes from.
const FIELDS: [(u32, usize); 3] = [(1, 2), (2, 0), (3, 1)];

/// Defines the construction of an nd-range: dimensions; offset, global and local size.
fn range(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<()> {
    let (mut body, ty) = (Body::default(), &declared.result.text);
    // An operand is a number, or an array of one for each dimension.
    let length = |text: &str| text.strip_prefix('[').and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    let dimensions = length(&declared.param(0)?.text).unwrap_or(1);
    let mut made = body.value(format!("insertvalue {ty} zeroinitializer, i32 {dimensions}, 0"));
    let size = format!("i{}", definitions.address_bits);
    for (field, operand) in FIELDS {
        let given = &declared.param(operand)?.text;
        for d in 0..dimensions {
            let value = match length(given) {
                Some(_) => body.value(format!("extractvalue {given} %p{operand}, {d}")),
                None => format!("%p{operand}"),
            };
            made = body.value(format!("insertvalue {ty} {made}, {size} {value}, {field}, {d}"));
        }
    }
    body.line(format!("ret {ty} {made}"));
    definitions.function(declared, &body.text);
    Ok(())
}

/// Defines an instruction as a call of the host.
fn asked(definitions: &mut Definitions, declared: &Declared<'_>, row: &Row) -> Result<()> {
    let mut body = Body::default();
    let mut given = vec![("ptr".to_owned(), "%c".to_owned()), ("ptr".to_owned(), "%i".to_owned())];
    for (kind, index) in row.given {
        match kind {
            'r' => given.push(("ptr".to_owned(), taken_apart(definitions, &mut body, declared, *index)?)),
            'l' => given.extend(locals(&mut body, declared, *index)),
            _ => {
                let ty = if *kind == 'p' { "ptr" } else { "i32" };
                if declared.param(*index)?.text != ty {
                    return Err(declared.unsupported());
                }
                given.push((ty.to_owned(), format!("%p{index}")));
            }
        }
    }
    let result = &declared.result.text;
    let narrow = if result == "i1" { "i32" } else { result };
    let call = definitions.external(narrow, row.function, &given);
    match result.as_str() {
        "void" => {
            body.line(call);
            body.line("ret void");
        }
        "i1" => {
            let value = body.value(call);
            let is = body.value(format!("icmp ne i32 {value}, 0"));
            body.line(format!("ret i1 {is}"));
        }
        _ => {
            let value = body.value(call);
            body.line(format!("ret {result} {value}"));
        }
    }
    definitions.item_function(declared, &body.text);
    Ok(())
}

/// Stores an nd-range for the host as ten 64-bit numbers.
fn taken_apart(definitions: &Definitions, body: &mut Body, declared: &Declared<'_>, index: usize) -> Result<String> {
    let ty = &declared.param(index)?.text;
    let mut numbers = vec![("i32".to_owned(), body.value(format!("extractvalue {ty} %p{index}, 0")))];
    for (field, d) in (1..=3).flat_map(|field| (0..3).map(move |d| (field, d))) {
        let value = body.value(format!("extractvalue {ty} %p{index}, {field}, {d}"));
        numbers.push((format!("i{}", definitions.address_bits), value));
    }
    Ok(array(body, &numbers))
}

/// Returns the address and the number of the sizes of local memory.
fn locals(body: &mut Body, declared: &Declared<'_>, first: usize) -> [(String, String); 2] {
    let sizes = declared.params.iter().enumerate().skip(first);
    let sizes: Vec<_> = sizes.map(|(index, ty)| (ty.text.clone(), format!("%p{index}"))).collect();
    [("ptr".to_owned(), array(body, &sizes)), ("i32".to_owned(), sizes.len().to_string())]
}

/// Stores numbers in an array of 64-bit elements, and returns its address.
fn array(body: &mut Body, numbers: &[(String, String)]) -> String {
    let place = body.value(format!("alloca [{} x i64]", numbers.len()));
    for (index, (ty, value)) in numbers.iter().enumerate() {
        let wide = if ty == "i64" { value.clone() } else { body.value(format!("zext {ty} {value} to i64")) };
        let at = body.value(format!("getelementptr i64, ptr {place}, i64 {index}"));
        let _ = writeln!(body.text, "  store i64 {wide}, ptr {at}");
    }
    place
}
