//! The collective functions of OpenCL C, each row both ways.
//!
//! The name of an arithmetic function consists of the group (`work_group_`, `sub_group_`, `sub_group_non_uniform_`),
//! the group operation (`reduce_`, `scan_inclusive_`, ...) and the operation (`add`); the type of the argument selects
//! the instruction.

use ::spirv::{GroupOperation as How, Op, Scope};
use llvm_spirv_mangling::Type;

/// The instruction and operation that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The instruction.
    pub op: Op,
    /// The group, where the instruction has it as an operand.
    pub scope: Option<Scope>,
    /// The group operation.
    pub operation: Option<How>,
    /// Whether the first argument is a boolean in SPIR-V.
    pub of_boolean: bool,
    /// Whether the result is a boolean in SPIR-V.
    pub tests: bool,
    /// The mask of the arguments that are unsigned if they are integers.
    pub unsigned: u32,
}

/// The mask of the arguments behind the value: source, distance, cluster size.
const PLACES: u32 = !1;
/// The mask of all arguments.
const ALL: u32 = !0;

impl Call {
    fn new(op: Op, scope: Scope) -> Self {
        let scope = Some(scope);
        Self { op, scope, operation: None, of_boolean: false, tests: false, unsigned: PLACES }
    }
}

/// The kinds of numbers that an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Integers of either sign.
    Integer,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floating-point numbers.
    Float,
    /// Predicates.
    Boolean,
}

use Numbers::{Boolean, Float, Integer, Signed, Unsigned};

/// The arithmetic operations: their numbers, the instruction for the whole group, and the one for the active
/// invocations.
pub(super) const ARITHMETIC: &[(&str, Numbers, Op, Op)] = &[
    ("add", Integer, Op::GroupIAdd, Op::GroupNonUniformIAdd),
    ("add", Float, Op::GroupFAdd, Op::GroupNonUniformFAdd),
    ("min", Signed, Op::GroupSMin, Op::GroupNonUniformSMin),
    ("min", Unsigned, Op::GroupUMin, Op::GroupNonUniformUMin),
    ("min", Float, Op::GroupFMin, Op::GroupNonUniformFMin),
    ("max", Signed, Op::GroupSMax, Op::GroupNonUniformSMax),
    ("max", Unsigned, Op::GroupUMax, Op::GroupNonUniformUMax),
    ("max", Float, Op::GroupFMax, Op::GroupNonUniformFMax),
    ("mul", Integer, Op::GroupIMulKHR, Op::GroupNonUniformIMul),
    ("mul", Float, Op::GroupFMulKHR, Op::GroupNonUniformFMul),
    ("and", Integer, Op::GroupBitwiseAndKHR, Op::GroupNonUniformBitwiseAnd),
    ("or", Integer, Op::GroupBitwiseOrKHR, Op::GroupNonUniformBitwiseOr),
    ("xor", Integer, Op::GroupBitwiseXorKHR, Op::GroupNonUniformBitwiseXor),
    ("logical_and", Boolean, Op::GroupLogicalAndKHR, Op::GroupNonUniformLogicalAnd),
    ("logical_or", Boolean, Op::GroupLogicalOrKHR, Op::GroupNonUniformLogicalOr),
    ("logical_xor", Boolean, Op::GroupLogicalXorKHR, Op::GroupNonUniformLogicalXor),
];

/// The prefix that some names have for bitwise operations of uniform groups.
pub const BITWISE: &str = "bitwise_";

/// Name prefixes: prefix, scope, group operation, and whether it is non-uniform (for the active invocations only).
pub(super) const HOW: &[(&str, Scope, How, bool)] = &[
    ("work_group_reduce_", Scope::Workgroup, How::Reduce, false),
    ("work_group_scan_inclusive_", Scope::Workgroup, How::InclusiveScan, false),
    ("work_group_scan_exclusive_", Scope::Workgroup, How::ExclusiveScan, false),
    ("sub_group_reduce_", Scope::Subgroup, How::Reduce, false),
    ("sub_group_scan_inclusive_", Scope::Subgroup, How::InclusiveScan, false),
    ("sub_group_scan_exclusive_", Scope::Subgroup, How::ExclusiveScan, false),
    ("sub_group_non_uniform_reduce_", Scope::Subgroup, How::Reduce, true),
    ("sub_group_non_uniform_scan_inclusive_", Scope::Subgroup, How::InclusiveScan, true),
    ("sub_group_non_uniform_scan_exclusive_", Scope::Subgroup, How::ExclusiveScan, true),
    ("sub_group_clustered_reduce_", Scope::Subgroup, How::ClusteredReduce, true),
];

/// The types of the first argument and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Both are values.
    Values,
    /// Both are booleans.
    Vote,
    /// The result is a boolean.
    Test,
    /// The argument is a boolean.
    Ballot,
    /// Both are values, the first one is unsigned.
    Bits,
    /// Both are values, the second one is signed.
    Delta,
    /// Both are values, unsigned ones where it does not matter.
    Broadcast,
}

use Shape::{Ballot, Bits, Broadcast, Delta, Test, Values, Vote};

/// Name, group, instruction, shape.
pub(super) const FUNCTIONS: &[(&str, Scope, Op, Shape)] = &[
    ("work_group_all", Scope::Workgroup, Op::GroupAll, Vote),
    ("work_group_any", Scope::Workgroup, Op::GroupAny, Vote),
    ("work_group_broadcast", Scope::Workgroup, Op::GroupBroadcast, Broadcast),
    ("sub_group_all", Scope::Subgroup, Op::GroupAll, Vote),
    ("sub_group_any", Scope::Subgroup, Op::GroupAny, Vote),
    ("sub_group_broadcast", Scope::Subgroup, Op::GroupBroadcast, Broadcast),
    ("sub_group_elect", Scope::Subgroup, Op::GroupNonUniformElect, Test),
    ("sub_group_non_uniform_all", Scope::Subgroup, Op::GroupNonUniformAll, Vote),
    ("sub_group_non_uniform_any", Scope::Subgroup, Op::GroupNonUniformAny, Vote),
    ("sub_group_non_uniform_all_equal", Scope::Subgroup, Op::GroupNonUniformAllEqual, Test),
    ("sub_group_non_uniform_broadcast", Scope::Subgroup, Op::GroupNonUniformBroadcast, Broadcast),
    ("sub_group_broadcast_first", Scope::Subgroup, Op::GroupNonUniformBroadcastFirst, Broadcast),
    ("sub_group_ballot", Scope::Subgroup, Op::GroupNonUniformBallot, Ballot),
    ("sub_group_inverse_ballot", Scope::Subgroup, Op::GroupNonUniformInverseBallot, Test),
    ("sub_group_ballot_bit_extract", Scope::Subgroup, Op::GroupNonUniformBallotBitExtract, Test),
    ("sub_group_ballot_find_lsb", Scope::Subgroup, Op::GroupNonUniformBallotFindLSB, Bits),
    ("sub_group_ballot_find_msb", Scope::Subgroup, Op::GroupNonUniformBallotFindMSB, Bits),
    ("sub_group_shuffle", Scope::Subgroup, Op::GroupNonUniformShuffle, Values),
    ("sub_group_shuffle_xor", Scope::Subgroup, Op::GroupNonUniformShuffleXor, Values),
    ("sub_group_shuffle_up", Scope::Subgroup, Op::GroupNonUniformShuffleUp, Values),
    ("sub_group_shuffle_down", Scope::Subgroup, Op::GroupNonUniformShuffleDown, Values),
    ("sub_group_rotate", Scope::Subgroup, Op::GroupNonUniformRotateKHR, Delta),
    ("sub_group_clustered_rotate", Scope::Subgroup, Op::GroupNonUniformRotateKHR, Delta),
];

/// Counts of bits in a ballot, which are one instruction with several group operations.
pub(super) const COUNTS: &[(&str, How)] = &[
    ("sub_group_ballot_bit_count", How::Reduce),
    ("sub_group_ballot_inclusive_scan", How::InclusiveScan),
    ("sub_group_ballot_exclusive_scan", How::ExclusiveScan),
];

/// A vendor's functions, which always act on the subgroup.
pub(super) const VENDOR: &[(&str, Op)] = &[
    ("intel_sub_group_shuffle", Op::SubgroupShuffleINTEL),
    ("intel_sub_group_shuffle_down", Op::SubgroupShuffleDownINTEL),
    ("intel_sub_group_shuffle_up", Op::SubgroupShuffleUpINTEL),
    ("intel_sub_group_shuffle_xor", Op::SubgroupShuffleXorINTEL),
];

/// A vendor's block reads and writes: prefix of the name, instruction on memory, instruction on images.
pub(super) const BLOCKS: &[(&str, Op, Op)] = &[
    ("intel_sub_group_block_read", Op::SubgroupBlockReadINTEL, Op::SubgroupImageBlockReadINTEL),
    ("intel_sub_group_block_write", Op::SubgroupBlockWriteINTEL, Op::SubgroupImageBlockWriteINTEL),
];

fn matches(numbers: Numbers, first: Option<&Type>) -> bool {
    let Some(first) = first else { return false };
    match numbers {
        Integer => first.is_signed_integer() || first.is_unsigned_integer(),
        Signed => first.is_signed_integer(),
        Unsigned => first.is_unsigned_integer(),
        Float => first.is_float(),
        Boolean => *first == Type::Int,
    }
}

fn arithmetic(op: Op, scope: Scope, how: How, numbers: Numbers) -> Call {
    let of_boolean = numbers == Boolean;
    let unsigned = if numbers == Unsigned { ALL } else { PLACES };
    Call { operation: Some(how), of_boolean, tests: of_boolean, unsigned, ..Call::new(op, scope) }
}

fn function((_, scope, op, shape): &(&str, Scope, Op, Shape)) -> Call {
    let (of_boolean, tests) = (matches!(shape, Vote | Ballot), matches!(shape, Vote | Test));
    let of_bits = matches!(op, Op::GroupNonUniformInverseBallot | Op::GroupNonUniformBallotBitExtract);
    let unsigned = match shape {
        Bits | Broadcast => ALL,
        _ if of_bits => ALL,
        Delta => PLACES & !0b10,
        _ => PLACES,
    };
    Call { of_boolean, tests, unsigned, ..Call::new(*op, *scope) }
}

fn count(how: How) -> Call {
    let op = Op::GroupNonUniformBallotBitCount;
    Call { operation: Some(how), unsigned: ALL, ..Call::new(op, Scope::Subgroup) }
}

fn vendor(op: Op) -> Call {
    let unsigned = match op {
        Op::SubgroupShuffleDownINTEL | Op::SubgroupShuffleUpINTEL => 0b100,
        Op::SubgroupImageBlockReadINTEL => 0,
        Op::SubgroupImageBlockWriteINTEL => 0b100,
        Op::SubgroupBlockReadINTEL | Op::SubgroupBlockWriteINTEL => ALL,
        _ => PLACES,
    };
    Call { scope: None, unsigned, ..Call::new(op, Scope::Subgroup) }
}

/// Returns the call that a name denotes, given the type of its first parameter.
pub(super) fn by_name(base: &str, first: Option<&Type>) -> Option<Call> {
    if !base.contains("_group_") {
        return None;
    }
    if let Some(row) = FUNCTIONS.iter().find(|row| row.0 == base) {
        return Some(function(row));
    }
    if let Some((_, how)) = COUNTS.iter().find(|row| row.0 == base) {
        return Some(count(*how));
    }
    if let Some((_, op)) = VENDOR.iter().find(|row| row.0 == base) {
        return Some(vendor(*op));
    }
    if let Some((_, memory, image)) = BLOCKS.iter().find(|row| is_block(base, row.0)) {
        let of_image = first.is_some_and(|first| matches!(first, Type::Named(_)));
        return Some(vendor(if of_image { *image } else { *memory }));
    }
    HOW.iter().find_map(|(start, scope, how, non_uniform)| {
        let what = base.strip_prefix(start)?;
        let what = what.strip_prefix(BITWISE).unwrap_or(what);
        let row = ARITHMETIC.iter().find(|row| row.0 == what && matches(row.1, first))?;
        Some(arithmetic(if *non_uniform { row.3 } else { row.2 }, *scope, *how, row.1))
    })
}

/// Returns whether a name is that of a block access, such as `intel_sub_group_block_read_us4`: its suffix is a kind of
/// integer and a number of components.
fn is_block(base: &str, start: &str) -> bool {
    let Some(end) = base.strip_prefix(start) else { return false };
    let end = end.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(end, "" | "_uc" | "_us" | "_ui" | "_ul")
}

/// Returns whether the instruction is a vendor's.
pub(super) fn is_vendor(op: Op) -> bool {
    VENDOR.iter().any(|row| row.1 == op) || is_block_op(op)
}

/// Returns whether the instruction reads or writes a block.
pub(super) fn is_block_op(op: Op) -> bool {
    BLOCKS.iter().any(|row| row.1 == op || row.2 == op)
}

/// Returns the name of a block read or write of `lanes` integers of a width; those of 32 bits have no suffix for the width.
pub(super) fn by_block(op: Op, width: u32, lanes: u64) -> Option<(String, Call)> {
    let start = BLOCKS.iter().find(|row| row.1 == op || row.2 == op)?.0;
    let kind = match width {
        8 => "_uc",
        16 => "_us",
        32 => "",
        64 => "_ul",
        _ => return None,
    };
    let lanes = if lanes > 1 { lanes.to_string() } else { String::new() };
    Some((format!("{start}{kind}{lanes}"), vendor(op)))
}

/// Returns whether the instruction has a group operation as an operand.
pub(super) fn has_operation(op: Op) -> bool {
    op == Op::GroupNonUniformBallotBitCount || ARITHMETIC.iter().any(|row| row.2 == op || row.3 == op)
}

/// Returns the name for an instruction, given the type of its first argument and the number of arguments.
pub(super) fn by_op(
    op: Op,
    scope: Option<Scope>,
    how: Option<How>,
    first: Option<&Type>,
    args: usize,
) -> Option<(String, Call)> {
    let Some(scope) = scope else {
        return VENDOR.iter().find(|row| row.1 == op).map(|row| (row.0.to_owned(), vendor(op)));
    };
    let Some(how) = how else {
        let fits = |name: &str| op != Op::GroupNonUniformRotateKHR || name.contains("clustered") == (args > 2);
        let row = FUNCTIONS.iter().find(|row| row.2 == op && row.1 == scope && fits(row.0));
        return row.map(|row| (row.0.to_owned(), function(row)));
    };
    if op == Op::GroupNonUniformBallotBitCount {
        let row = COUNTS.iter().find(|row| row.1 == how && scope == Scope::Subgroup)?;
        return Some((row.0.to_owned(), count(how)));
    }
    let row = ARITHMETIC.iter().find(|row| row.2 == op || row.3 == op)?;
    // A boolean is no number, and no builtin takes vectors of predicates.
    first.filter(|first| row.1 != Boolean || **first == Type::Bool)?;
    let non_uniform = row.3 == op;
    let start =
        HOW.iter().find(|(_, group, manner, there)| *group == scope && *manner == how && *there == non_uniform)?;
    Some((format!("{}{}", start.0, row.0), arithmetic(op, scope, how, row.1)))
}
