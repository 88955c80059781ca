//! Dot products of integers (SPV_KHR_integer_dot_product, SPIR-V 1.6).
//!
//! In LLVM IR: calls of OpenCL C's `dot`, `dot_acc_sat`, `dot_4x8packed_su_int` and the like, or of `__spirv_SDotKHR`,
//! whose name includes the result type. In SPIR-V: the instruction for the operands' signs; if only the second one is
//! signed, the operands are swapped. Four integers of 8 bits may be packed in one of 32.

use crate::binary::builder::Id;
use crate::binary::{Instruction, grammar};
use crate::concepts::base::types;
use crate::concepts::builtins::{self, Effects, arguments, mangled};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type as LlvmType, Value};
use crate::options::BuiltinSpelling;
use crate::state::handlers::opcodes;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::{Capability, Op, PackedVectorFormat};
use llvm_spirv_mangling::{self as mangling, Name, Postfix, Type};

/// The signedness and format of a dot product's operands, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Whether each operand is signed.
    signed: [bool; 2],
    /// True if an accumulator is added with saturation.
    accumulates: bool,
    packed: bool,
}

/// Instruction, the signs of its operands, and whether it accumulates.
const ROWS: [(Op, [bool; 2], bool); 6] = [
    (Op::SDot, [true, true], false),
    (Op::UDot, [false, false], false),
    (Op::SUDot, [true, false], false),
    (Op::SDotAccSat, [true, true], true),
    (Op::UDotAccSat, [false, false], true),
    (Op::SUDotAccSat, [true, false], true),
];

const PLAIN: [&str; 2] = ["dot", "dot_acc_sat"];
const PACKED: [&str; 2] = ["dot_4x8packed_", "dot_acc_sat_4x8packed_"];

/// Returns whether an instruction is a dot product of integers.
pub fn is_product(op: Op) -> bool {
    ROWS.iter().any(|row| row.0 == op)
}

/// Returns the suffix of a packed product's name: the signs of the operands, and the result type.
fn ending([first, second]: [bool; 2]) -> String {
    let letter = |signed| if signed { 's' } else { 'u' };
    let result = if first || second { "int" } else { "uint" };
    format!("{}{}_{result}", letter(first), letter(second))
}

fn friendly_name(op: Op, return_type: Option<&str>) -> String {
    let op = format!("{}KHR", grammar::name(op).trim_start_matches("Op"));
    let postfix = Postfix { return_type, ..Postfix::default() };
    mangling::Builtin { postfix, ..mangling::Builtin::core(&op) }.to_string()
}

impl Product {
    /// Parses OpenCL C's name and its parameters.
    pub fn parse(name: &Name) -> Option<Self> {
        let (accumulates, end) = match PACKED.iter().position(|start| name.base.starts_with(start)) {
            Some(index) => (index == 1, name.base.strip_prefix(PACKED[index])),
            None => (PLAIN.iter().position(|base| *base == name.base)? == 1, None),
        };
        let [a, b, rest @ ..] = name.params.as_slice() else { return None };
        let signed = match end {
            Some(end) => [[true, true], [true, false], [false, true], [false, false]]
                .into_iter()
                .find(|signed| ending(*signed) == end)?,
            None => [a, b].map(Type::is_signed_integer),
        };
        let are_numbers = [a, b].iter().all(|ty| ty.is_signed_integer() || ty.is_unsigned_integer());
        let are_vectors = [a, b].iter().all(|ty| (ty.lanes() > 1) != end.is_some());
        let fits = are_numbers && are_vectors && rest.len() == usize::from(accumulates);
        fits.then_some(Self { signed, accumulates, packed: end.is_some() })
    }

    /// Returns whether four numbers of 8 bits are packed in one operand.
    pub fn is_packed(self) -> bool {
        self.packed
    }

    /// Returns the friendly name of the instruction, and whether the operands are swapped.
    pub fn friendly(self) -> Option<(String, bool)> {
        self.instruction().map(|(op, swapped)| (friendly_name(op, None), swapped))
    }

    /// Returns the instruction, and whether the operands are swapped.
    fn instruction(self) -> Option<(Op, bool)> {
        let [first, second] = self.signed;
        let swapped = !first && second;
        let signed = if swapped { [second, first] } else { self.signed };
        let row = ROWS.iter().find(|row| row.1 == signed && row.2 == self.accumulates)?;
        Some((row.0, swapped))
    }
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter =
    Chapter { instructions: &[(&opcodes!(ROWS, |row| row.0), reverse)], resolve: Some(resolve), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a product.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some(builtin) = mangling::Builtin::parse(&name.base).filter(|builtin| !builtin.extended) {
        let op = builtins::opcode(builtin.op).filter(|op| is_product(*op))?;
        return lower(move |f, inst, name| {
            require_input(f, inst)?;
            builtins::forward_generic(f, inst, name, op)
        });
    }
    let product = Product::parse(name)?;
    let (op, swapped) = product.instruction()?;
    lower(move |f, inst, name| forward(f, inst, name, product, (op, swapped)))
}

fn forward<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    name: &Name,
    product: Product,
    (op, swapped): (Op, bool),
) -> Result<()> {
    require_input(f, inst)?;
    builtins::require(f, grammar::info_or_unknown(op as u16))?;
    let mut operands = arguments(f, inst, name)?;
    // Else the format, or nothing, would stand in the place of an operand.
    if operands.len() != 2 + usize::from(product.accumulates) {
        return Err(Error::of(Code::BuiltinCall, format!("{} with {} arguments", name.base, operands.len())));
    }
    if swapped {
        operands.swap(0, 1);
    }
    if product.packed {
        operands.push(PackedVectorFormat::PackedVectorFormat4x8Bit as u32);
    }
    let ty = types::forward(f, inst.ty())?;
    if let (true, Some(sum)) = (product.accumulates, operands.get_mut(2)) {
        *sum = summand(f, inst, name, ty)?;
    }
    f.define(inst, op, ty, &operands).map(drop)
}

/// Returns the accumulator, with the sign of the sum: in shaders integers are signed or unsigned.
fn summand<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, ty: Id) -> Result<Id> {
    let (number, wanted) = (builtins::argument(f, inst, name, 2)?, f.typed(inst, ty)?);
    if number.ty == wanted {
        Ok(number.id)
    } else {
        f.emit_value(Op::Bitcast, wanted, &[number.id]).map(|cast| cast.id)
    }
}

/// Declares the requirements of the operands' type.
fn require_input<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = builtins::value(inst, 0)?.ty();
    f.spv.require(match () {
        () if !ty.is_vector() => Capability::DotProductInput4x8BitPacked,
        () if ty.count() == 4 && ty.scalar().int_width() == 8 => Capability::DotProductInput4x8Bit,
        () => Capability::DotProductInputAll,
    });
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Translates a product to a call: in OpenCL C's spelling if the options choose it and the product has 32 bits.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let row = ROWS.iter().find(|row| row.0 == inst.opcode());
    let (_, signed, accumulates) = *row.ok_or_else(|| Error::internal("no product of integers"))?;
    let (result, input) = (r.result_ty(inst)?, r.operand(inst, 0)?.ty());
    let product = Product { signed, accumulates, packed: !input.is_vector() };
    match r.options.builtin_spelling != BuiltinSpelling::SpvIr && result.is_int_of(32) && is_of_opencl(input) {
        true => reverse_named(r, inst, product),
        false => reverse_friendly(r, inst, product),
    }
}

/// Returns whether OpenCL C has dot products of operands of this type.
fn is_of_opencl(ty: LlvmType<'_>) -> bool {
    match ty.is_vector() {
        true => matches!((ty.count(), ty.scalar().int_width()), (4, 8) | (2, 16)),
        false => ty.is_int_of(32),
    }
}

fn reverse_named<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, product: Product) -> Result<()> {
    let index = usize::from(product.accumulates);
    let base = match product.packed {
        true => format!("{}{}", PACKED[index], ending(product.signed)),
        false => PLAIN[index].to_owned(),
    };
    let count = 2 + index;
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (operand, signed) in (0..count).zip(signs(product)) {
        let signed = signed && !(product.packed && operand < 2);
        params.push(mangled(r, r.type_of(inst.operand(operand)?)?, signed)?);
        args.push(r.operand(inst, operand)?);
    }
    let call = builtins::call(r, &base, r.result_ty(inst)?, &params, &args, Effects::None)?;
    r.define(inst, call)
}

/// Returns whether each operand is signed: both factors, the accumulator, and the packed format.
fn signs(Product { signed: [first, second], .. }: Product) -> [bool; 4] {
    [first, second, first, first]
}

/// Translates a product to its friendly builtin, such as `__spirv_SDotKHR_Rint`. In Khronos mode only this spelling has
/// the product's signs. Where SPIR-V's integer types have signs, names have those, which may differ from the signs of
/// the product.
fn reverse_friendly<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, product: Product) -> Result<()> {
    let by_product = r.hooks.has_signs.is_empty();
    let result = mangled(r, inst.result_type().unwrap_or_default(), product.signed[0] && by_product)?;
    let spelling = mangling::spell(&result);
    let base = friendly_name(inst.opcode(), Some(&spelling));
    let is_told = !r.options.policy.tells_dot_product_signs_in_friendly_ir
        || r.options.builtin_spelling == BuiltinSpelling::SpvIr;
    let numbers = 2 + usize::from(product.accumulates);
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for ((index, word), signed) in inst.in_operands().iter().enumerate().zip(signs(product)) {
        let signed = (signed || !is_told) && by_product;
        let (param, arg) = match index < numbers {
            true => (mangled(r, r.type_of(*word)?, signed)?, r.value(*word)?),
            false => {
                let number = r.context.const_int(r.context.int_type(32)?, u64::from(*word))?;
                (if product.signed == [false, false] && is_told { Type::UInt } else { Type::Int }, number)
            }
        };
        params.push(param);
        args.push(arg);
    }
    let call = builtins::call(r, &base, r.result_ty(inst)?, &params, &args, Effects::None)?;
    r.define(inst, call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_signs() {
        for (symbol, op, swapped) in [
            ("_Z3dotDv4_cS_", Op::SDot, false),
            ("_Z3dotDv4_hDv4_c", Op::SUDot, true),
            ("_Z11dot_acc_satDv2_tS_j", Op::UDotAccSat, false),
            ("_Z28dot_acc_sat_4x8packed_us_intjji", Op::SUDotAccSat, true),
        ] {
            let product = mangling::parse(symbol).ok().and_then(|name| Product::parse(&name));
            assert_eq!(product.and_then(|product| product.instruction()), Some((op, swapped)), "{symbol}");
        }
        assert!(mangling::parse("_Z3dotDv4_fS_").is_ok_and(|floats| Product::parse(&floats).is_none()));
    }
}
