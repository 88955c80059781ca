//! OpenCL C builtins for bit fields (extension `cl_khr_extended_bit_ops`).
//!
//! In SPIR-V: `OpBitFieldInsert`, `OpBitFieldSExtract`, `OpBitFieldUExtract`, `OpBitReverse` where
//! `SPV_KHR_bit_instructions` may be used, else shifts and masks. These come back as what they are.

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::{constants, mangled, types, values};
use crate::concepts::builtins::booleans::{boolean_like, zero};
use crate::concepts::builtins::declare::{self, Effects};
use crate::concepts::builtins::{args, arguments, generic};
use crate::concepts::instructions::composites;
use crate::concepts::intrinsics;
use crate::error::Result;
use crate::llvm::{Type as LlvmType, Value};
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, Forward, Lower, Reverse, availability, lower};
use ::spirv::{Capability, Op};
use llvm_spirv_mangling::{Name, Type};

/// Name in OpenCL C, number of operands, instruction.
const ROWS: &[(&str, usize, Op)] = &[
    ("bitfield_insert", 4, Op::BitFieldInsert),
    ("bitfield_extract_signed", 3, Op::BitFieldSExtract),
    ("bitfield_extract_unsigned", 3, Op::BitFieldUExtract),
    ("bit_reverse", 1, Op::BitReverse),
];

/// The extension that the instructions require outside of Vulkan.
const EXTENSION: &str = "SPV_KHR_bit_instructions";

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::BitFieldInsert, Op::BitFieldSExtract, Op::BitFieldUExtract], reverse)],
    resolve: Some(resolve),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of a builtin to its instruction.
pub fn resolve(name: &Name) -> Option<Lower> {
    let is_number = |ty: &Type| ty.is_signed_integer() || ty.is_unsigned_integer();
    let row = ROWS.iter().find(|row| row.0 == name.base && row.1 == name.params.len())?;
    let op = name.params.iter().all(is_number).then_some(row.2)?;
    lower(move |f, inst, name| forward(f, inst, name, op))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    if !availability::allows(f.options, EXTENSION) {
        return emulate(f, inst, op);
    }
    f.spv.require_extension(EXTENSION);
    f.spv.require(Capability::BitInstructions);
    let ty = types::forward(f, inst.ty())?;
    let operands = arguments(f, inst, name)?;
    f.define(inst, op, ty, &operands).map(drop)
}

fn emulate<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    match op {
        Op::BitReverse => intrinsics::bits::reverse(f, inst),
        Op::BitFieldInsert => insert(f, inst),
        Op::BitFieldSExtract => extract(f, inst, Op::ShiftRightArithmetic),
        _ => extract(f, inst, Op::ShiftRightLogical),
    }
}

/// A bit field, with values of the type of its container.
struct Field {
    ty: Id,
    offset: Id,
    /// The number of bits of the value that lie outside of the field.
    rest: Id,
    /// A SPIR-V boolean, true if the field is empty: the result of the shifts is undefined then.
    empty: Id,
}

impl Field {
    /// Reads the offset and the number of bits from the arguments from `first` on.
    fn read<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: u32) -> Result<Self> {
        let shape = inst.ty();
        let ty = types::forward(f, shape)?;
        let offset = amount(f, args::value(inst, first)?, shape)?;
        let count = amount(f, args::value(inst, first + 1)?, shape)?;
        let width = constants::splat(f, shape, shape.scalar().int_width().into())?;
        let rest = f.emit_value(Op::ISub, ty, &[width, count])?.id;
        let zero = zero(f, shape)?;
        let boolean = boolean_like(f, shape)?;
        let empty = f.emit_value(Op::IEqual, boolean, &[count, zero])?.id;
        Ok(Self { ty, offset, rest, empty })
    }
}

/// Returns an offset or a number of bits, converted to the type of `shape`.
fn amount<'m>(f: &mut Forward<'m>, scalar: Value<'m>, shape: LlvmType<'m>) -> Result<Id> {
    let mut id = values::operand(f, scalar)?.id;
    if shape.scalar() != scalar.ty() {
        let component = types::forward(f, shape.scalar())?;
        id = f.emit_value(Op::UConvert, component, &[id])?.id;
    }
    if !shape.is_vector() {
        return Ok(id);
    }
    let ty = types::forward(f, shape)?;
    composites::forward_splat(f, id, ty, shape.count() as u32)
}

/// Emits the extraction of a field: a shift up to the highest bits, then a shift down to the lowest.
fn extract<'m>(f: &mut Forward<'m>, inst: Value<'m>, down: Op) -> Result<()> {
    let field = Field::read(f, inst, 1)?;
    let above = f.emit_value(Op::ISub, field.ty, &[field.rest, field.offset])?.id;
    let base = values::operand(f, args::value(inst, 0)?)?.id;
    let up = f.emit_value(Op::ShiftLeftLogical, field.ty, &[base, above])?.id;
    let bits = f.emit_value(down, field.ty, &[up, field.rest])?.id;
    let zero = zero(f, inst.ty())?;
    f.define(inst, Op::Select, field.ty, &[field.empty, zero, bits]).map(drop)
}

/// Emits the insertion of a field: the bits of the base outside of the field, and those of the other value inside.
fn insert<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let field = Field::read(f, inst, 2)?;
    let ones = constants::splat(f, inst.ty(), u64::MAX)?;
    let mask = f.emit_value(Op::ShiftRightLogical, field.ty, &[ones, field.rest])?.id;
    let mask = f.emit_value(Op::ShiftLeftLogical, field.ty, &[mask, field.offset])?.id;
    let outside = f.emit_value(Op::Not, field.ty, &[mask])?.id;
    let base = values::operand(f, args::value(inst, 0)?)?.id;
    let kept = f.emit_value(Op::BitwiseAnd, field.ty, &[base, outside])?.id;
    let other = values::operand(f, args::value(inst, 1)?)?.id;
    let moved = f.emit_value(Op::ShiftLeftLogical, field.ty, &[other, field.offset])?.id;
    let put = f.emit_value(Op::BitwiseAnd, field.ty, &[moved, mask])?.id;
    let both = f.emit_value(Op::BitwiseOr, field.ty, &[kept, put])?.id;
    f.define(inst, Op::Select, field.ty, &[field.empty, base, both]).map(drop)
}

// --- SPIR-V to LLVM ---

/// Translates the instruction to the builtin of OpenCL C, whose values are signed, or to its friendly builtin.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let row = ROWS.iter().find(|row| row.2 == inst.opcode());
    let Some((name, count, _)) = row.filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr) else {
        return generic::reverse(r, inst);
    };
    let operands: Vec<_> = inst.in_operands().iter().take(*count).copied().collect();
    let (mut params, mut values) = (Vec::new(), Vec::new());
    for (index, operand) in operands.iter().enumerate() {
        // Offset and number of bits come last.
        params.push(mangled::mangled(r, r.type_of(*operand)?, index + 2 < *count)?);
        values.push(r.value(*operand)?);
    }
    let result = r.result_ty(inst)?;
    let value = declare::call(r, name, result, &params, &values, Effects::None)?;
    r.define(inst, value)
}
