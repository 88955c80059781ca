//! Functions of subgroups: they become instructions `OpGroupNonUniform*`.

use super::call::Call;
use crate::error::Result;
use crate::legalize::logical::inputs;
use crate::llvm::{AttributePlace, Opcode, Predicate, Type, Value};
use ::spirv::{BuiltIn, GroupOperation, Scope};

/// The operands of a function.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// The value.
    Value,
    /// The value, and the index of an invocation.
    ValueAndIndex,
    /// A condition.
    Condition,
    /// A mask of invocations.
    Mask,
    /// A mask, and the group operation by which its bits are counted.
    Count(GroupOperation),
    /// A mask and an index.
    MaskAndIndex,
    /// No operands.
    Nothing,
}

/// The functions, by the name after `sub_group_`, with the name of the instruction after `GroupNonUniform`.
const ROWS: &[(&str, &str, Meaning)] = &[
    ("all", "All", Meaning::Condition),
    ("any", "Any", Meaning::Condition),
    ("non_uniform_all", "All", Meaning::Condition),
    ("non_uniform_any", "Any", Meaning::Condition),
    ("non_uniform_all_equal", "AllEqual", Meaning::Value),
    ("elect", "Elect", Meaning::Nothing),
    ("broadcast", "Broadcast", Meaning::ValueAndIndex),
    ("non_uniform_broadcast", "Broadcast", Meaning::ValueAndIndex),
    ("broadcast_first", "BroadcastFirst", Meaning::Value),
    ("ballot", "Ballot", Meaning::Condition),
    ("inverse_ballot", "InverseBallot", Meaning::Mask),
    ("ballot_bit_extract", "BallotBitExtract", Meaning::MaskAndIndex),
    ("ballot_bit_count", "BallotBitCount", Meaning::Count(GroupOperation::Reduce)),
    ("ballot_inclusive_scan", "BallotBitCount", Meaning::Count(GroupOperation::InclusiveScan)),
    ("ballot_exclusive_scan", "BallotBitCount", Meaning::Count(GroupOperation::ExclusiveScan)),
    ("ballot_find_lsb", "BallotFindLSB", Meaning::Mask),
    ("ballot_find_msb", "BallotFindMSB", Meaning::Mask),
    ("shuffle", "Shuffle", Meaning::ValueAndIndex),
    ("shuffle_xor", "ShuffleXor", Meaning::ValueAndIndex),
    ("shuffle_up", "ShuffleUp", Meaning::ValueAndIndex),
    ("shuffle_down", "ShuffleDown", Meaning::ValueAndIndex),
];

/// The functions that return a mask of invocations.
const MASKS: &[(&str, BuiltIn)] = &[
    ("get_sub_group_eq_mask", BuiltIn::SubgroupEqMask),
    ("get_sub_group_ge_mask", BuiltIn::SubgroupGeMask),
    ("get_sub_group_gt_mask", BuiltIn::SubgroupGtMask),
    ("get_sub_group_le_mask", BuiltIn::SubgroupLeMask),
    ("get_sub_group_lt_mask", BuiltIn::SubgroupLtMask),
];

/// The reductions and scans, with the instructions for signed integers, unsigned integers and floating-point numbers.
const OPERATIONS: &[(&str, [&str; 3])] = &[
    ("add", ["IAdd", "IAdd", "FAdd"]),
    ("mul", ["IMul", "IMul", "FMul"]),
    ("min", ["SMin", "UMin", "FMin"]),
    ("max", ["SMax", "UMax", "FMax"]),
    ("and", ["BitwiseAnd", "BitwiseAnd", ""]),
    ("or", ["BitwiseOr", "BitwiseOr", ""]),
    ("xor", ["BitwiseXor", "BitwiseXor", ""]),
];

/// The reductions and scans of conditions.
const LOGICAL: &[(&str, &str)] =
    &[("logical_and", "LogicalAnd"), ("logical_or", "LogicalOr"), ("logical_xor", "LogicalXor")];

/// The prefixes of reductions and scans, with their group operations.
const WAYS: &[(&str, GroupOperation)] = &[
    ("clustered_reduce_", GroupOperation::ClusteredReduce),
    ("reduce_", GroupOperation::Reduce),
    ("scan_inclusive_", GroupOperation::InclusiveScan),
    ("scan_exclusive_", GroupOperation::ExclusiveScan),
];

/// Returns the result of a subgroup function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    if let Some((_, builtin)) = MASKS.iter().find(|row| row.0 == call.name.base) {
        return inputs::load(call.place, *builtin, 4).map(Some);
    }
    let Some(rest) = call.name.base.strip_prefix("sub_group_") else { return Ok(None) };
    if let Some((_, name, meaning)) = ROWS.iter().find(|row| row.0 == rest) {
        return row(call, name, *meaning).map(Some);
    }
    let rest = rest.strip_prefix("non_uniform_").unwrap_or(rest);
    let Some((way, operation)) = WAYS.iter().find_map(|way| Some((way.1, rest.strip_prefix(way.0)?))) else {
        return Ok(None);
    };
    let mut args = vec![number(call, way as u64)?, call.arg(0)?];
    if way == GroupOperation::ClusteredReduce {
        args.push(call.emit.resize(call.arg(1)?, call.place.context.int_type(32)?, false)?);
    }
    if let Some((_, name)) = LOGICAL.iter().find(|row| row.0 == operation) {
        let x = call.arg(0)?;
        args[1] = call.icmp(Predicate::Ne, x, call.int(x.ty(), 0)?)?;
        let made = instruction(call, name, call.place.context.bool_type(), &args)?;
        return call.emit.cast(Opcode::ZExt, made, call.ty()).map(Some);
    }
    let Some((_, names)) = OPERATIONS.iter().find(|row| row.0 == operation) else { return Ok(None) };
    let kind = if call.is_float(0) { 2 } else { usize::from(!call.is_signed(0)) };
    instruction(call, names[kind], call.ty(), &args).map(Some)
}

fn number<'m>(call: &Call<'_, 'm>, number: u64) -> Result<Value<'m>> {
    call.place.context.const_int(call.place.context.int_type(32)?, number)
}

/// Calls an instruction, whose scope is the subgroup.
fn instruction<'m>(call: &Call<'_, 'm>, name: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    let mut all = vec![number(call, Scope::Subgroup as u64)?];
    all.extend(args);
    let made = call.friendly(&format!("__spirv_GroupNonUniform{name}"), ty, &all, false)?;
    if let Some(function) = made.called_function() {
        function.add_attribute(AttributePlace::Function, "convergent", 0)?;
    }
    Ok(made)
}

fn row<'m>(call: &Call<'_, 'm>, name: &str, meaning: Meaning) -> Result<Value<'m>> {
    let boolean = call.place.context.bool_type();
    let is_condition = matches!(name, "All" | "Any" | "AllEqual" | "Elect" | "InverseBallot" | "BallotBitExtract");
    let args = match meaning {
        Meaning::Nothing => Vec::new(),
        Meaning::Value | Meaning::Mask => vec![call.arg(0)?],
        Meaning::ValueAndIndex | Meaning::MaskAndIndex => {
            vec![call.arg(0)?, call.emit.resize(call.arg(1)?, call.place.context.int_type(32)?, false)?]
        }
        Meaning::Condition => {
            let x = call.arg(0)?;
            vec![call.icmp(Predicate::Ne, x, call.int(x.ty(), 0)?)?]
        }
        Meaning::Count(operation) => vec![number(call, operation as u64)?, call.arg(0)?],
    };
    let made = instruction(call, name, if is_condition { boolean } else { call.ty() }, &args)?;
    call.emit.cast(Opcode::ZExt, made, call.ty())
}
