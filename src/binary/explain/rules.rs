//! Requirements for capabilities by rules that the grammar lacks: widths and lengths of types, and sentences of
//! specifications.
//!
//! In: an instruction and the definitions of its module. Out: the capabilities that it needs.

use crate::binary::definitions::Definitions;
use crate::binary::grammar;
use crate::binary::instruction::Instruction;
use ::spirv::{AccessQualifier, Capability, Class, Decoration, Op, Scope, StorageClass};

/// Capabilities that instructions need only as [`of_type`] has it.
pub const OF_TYPES: &[Capability] = &[
    Capability::Int8,
    Capability::Int16,
    Capability::Int64,
    Capability::Float16Buffer,
    Capability::Float16,
    Capability::Vector16,
];

/// The capabilities for widths and lengths, which the grammar leaves to the text of the specification; any one of each
/// slice enables the type.
pub fn of_type(instruction: Instruction<'_>) -> &'static [Capability] {
    let operand = |index: usize| instruction.operands().get(index).copied().unwrap_or_default();
    match (instruction.opcode(), operand(1), operand(2)) {
        (Op::TypeInt, 8, _) => &[Capability::Int8],
        (Op::TypeInt, 16, _) => &[Capability::Int16],
        (Op::TypeInt, 64, _) => &[Capability::Int64],
        (Op::TypeFloat, 16, _) if instruction.operands().len() == 2 => {
            &[Capability::Float16, Capability::Float16Buffer]
        }
        (Op::TypeFloat, 64, _) => &[Capability::Float64],
        (Op::TypeVector, _, 8 | 16) => &[Capability::Vector16],
        _ => &[],
    }
}

/// Returns whether an instruction needs a capability by the text of a specification.
pub fn asks_by_text(capability: Capability, inst: Instruction<'_>, definitions: &Definitions<'_>) -> bool {
    use Capability as C;
    let look = Look { op: inst.opcode(), inst, definitions };
    match capability {
        C::ImageBasic | C::ImageReadWrite | C::Int64ImageEXT => look.asks_of_images(capability),
        C::Int4TypeINTEL => look.is_int_type_of(|width| width == 4),
        C::ArbitraryPrecisionIntegersALTERA => look.is_int_type_of(|width| !matches!(width, 8 | 16 | 32 | 64)),
        C::Float16Buffer => look.is_pointer_to_half(),
        C::BFloat16ArithmeticINTEL => look.is_bfloat_arithmetic(),
        C::BFloat16DotProductKHR => look.op == Op::Dot && look.is_of_bfloats(),
        C::RoundedDivideSqrtINTEL => look.rounds(),
        C::DeviceBarrierINTEL => look.op == Op::ControlBarrier && look.may_be_of_device(),
        // Motion is estimated by subgroups.
        C::Groups => look.inst.name().starts_with("OpTypeAvc"),
        // Of these, an instruction needs all that the grammar lists.
        C::SubgroupAvcMotionEstimationIntraINTEL | C::SubgroupAvcMotionEstimationChromaINTEL => {
            grammar::info_or_unknown(look.op as u16).requires.capabilities.contains(&capability)
        }
        C::DotProductInputAll | C::DotProductInput4x8Bit | C::DotProductInput4x8BitPacked => {
            look.dot_product_input() == Some(capability)
        }
        C::CooperativeMatrixTF32ComponentTypeINTEL => look.op == Op::RoundFToTF32INTEL && look.makes_matrix(),
        C::CooperativeMatrixBFloat16ComponentTypeINTEL => {
            matches!(look.op, Op::ConvertFToBF16INTEL | Op::ConvertBF16ToFINTEL) && look.makes_matrix()
        }
        _ => look.asks_of_atomics(capability),
    }
}

/// Returns the extensions that an instruction needs by the text of a specification; any one of them suffices.
pub fn extensions_by_text(inst: Instruction<'_>, definitions: &Definitions<'_>) -> &'static [&'static str] {
    let look = Look { op: inst.opcode(), inst, definitions };
    match look.op {
        Op::AtomicFMinEXT | Op::AtomicFMaxEXT => &["SPV_EXT_shader_atomic_float_min_max"],
        Op::AtomicFAddEXT => &["SPV_EXT_shader_atomic_float_add"],
        Op::ImageQueryFormat => &["SPV_EXT_image_raw10_raw12"],
        Op::ExtInst if look.prints_from_memory() => &["SPV_EXT_relaxed_printf_string_address_space"],
        _ if look.inst.name().ends_with("MatrixMultiplyAccumulateINTEL") => {
            &["SPV_INTEL_subgroup_matrix_multiply_accumulate"]
        }
        _ => &[],
    }
}

/// An instruction, with the module's definitions.
struct Look<'a, 'w> {
    op: Op,
    inst: Instruction<'a>,
    definitions: &'a Definitions<'w>,
}

impl<'a> Look<'a, '_> {
    fn operand(&self, index: usize) -> Option<u32> {
        self.inst.operands().get(index).copied()
    }

    fn definition(&self, id: Option<u32>) -> Option<Instruction<'a>> {
        self.definitions.get(id?)
    }

    /// Returns the type of an operand, counted after result type and result id.
    fn type_of(&self, index: usize) -> Option<Instruction<'a>> {
        let value = self.definition(self.inst.in_operands().get(index).copied())?;
        self.definition(value.result_type())
    }

    /// Returns the type itself, or the component type of a vector.
    fn scalar(&self, ty: Instruction<'a>) -> Option<Instruction<'a>> {
        if ty.opcode() == Op::TypeVector { self.definition(ty.operands().get(1).copied()) } else { Some(ty) }
    }

    fn asks_of_images(&self, capability: Capability) -> bool {
        let is_long = || self.definition(self.operand(1)).is_some_and(|ty| width(ty) == Some((Op::TypeInt, 64)));
        match (self.op, capability) {
            (Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage, Capability::ImageBasic) => true,
            (Op::TypeImage, Capability::ImageReadWrite) => self.operand(8) == Some(AccessQualifier::ReadWrite as u32),
            (Op::TypeImage, Capability::Int64ImageEXT) => is_long(),
            _ => false,
        }
    }

    fn is_int_type_of(&self, is_meant: impl Fn(u32) -> bool) -> bool {
        self.op == Op::TypeInt && self.operand(1).is_some_and(is_meant)
    }

    fn is_pointer_to_half(&self) -> bool {
        let pointee = || self.scalar(self.definition(self.operand(2))?);
        let is_half = |ty: Instruction<'_>| width(ty) == Some((Op::TypeFloat, 16)) && !is_bfloat(ty);
        self.op == Op::TypePointer && pointee().is_some_and(is_half)
    }

    fn is_bfloat_arithmetic(&self) -> bool {
        let name = self.inst.name();
        let is_arithmetic = self.op == Op::ExtInst
            || self.op == Op::VectorTimesScalar
            || self.op != Op::FConvert && name.starts_with("OpF") && !name.starts_with("OpFunction");
        is_arithmetic && self.is_of_bfloats()
    }

    /// Returns whether the instruction has a result or an operand of type `bfloat`.
    fn is_of_bfloats(&self) -> bool {
        let is_of_bfloats = |ty: Option<Instruction<'a>>| ty.and_then(|ty| self.scalar(ty)).is_some_and(is_bfloat);
        is_of_bfloats(self.definition(self.inst.result_type())) || is_of_bfloats(self.type_of(0))
    }

    /// Returns whether the instruction decorates a division or a square root with a rounding mode.
    fn rounds(&self) -> bool {
        let is_mode = self.op == Op::Decorate && self.operand(1) == Some(Decoration::FPRoundingMode as u32);
        let target = || self.definition(self.operand(0)).map(|inst| inst.opcode());
        is_mode && matches!(target(), Some(Op::FDiv | Op::ExtInst))
    }

    /// Returns whether the instruction's execution scope is Device or not a constant.
    fn may_be_of_device(&self) -> bool {
        match self.definition(self.operand(0)) {
            Some(scope) if scope.opcode() == Op::Constant => scope.operands().get(2) == Some(&(Scope::Device as u32)),
            _ => true,
        }
    }

    /// Returns the capability that an integer dot product requires for its vector type.
    fn dot_product_input(&self) -> Option<Capability> {
        let is_dot = matches!(self.op, Op::SDot | Op::UDot | Op::SUDot)
            || matches!(self.op, Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat);
        let ty = self.type_of(0).filter(|_| is_dot)?;
        let scalar = width(self.scalar(ty)?)?;
        Some(match (ty.opcode(), scalar, ty.operands().get(2)) {
            (Op::TypeInt, ..) => Capability::DotProductInput4x8BitPacked,
            (_, (_, 8), Some(4)) => Capability::DotProductInput4x8Bit,
            _ => Capability::DotProductInputAll,
        })
    }

    fn makes_matrix(&self) -> bool {
        self.definition(self.inst.result_type()).is_some_and(|ty| ty.opcode() == Op::TypeCooperativeMatrixKHR)
    }

    /// Returns whether the instruction is an atomic operation on 16-bit numbers that needs the capability.
    fn asks_of_atomics(&self, capability: Capability) -> bool {
        use Capability as C;
        let Some(ty) = atomic_type(self.inst, self.definitions) else { return false };
        let moves = matches!(self.op, Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange);
        let is_float_arithmetic = matches!(self.op, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT);
        let is_small = width(ty).is_some_and(|(_, width)| width == 16);
        let is_bfloat = is_bfloat(ty);
        match capability {
            C::AtomicBFloat16AddINTEL => is_bfloat && self.op == Op::AtomicFAddEXT,
            C::AtomicBFloat16MinMaxINTEL => is_bfloat && matches!(self.op, Op::AtomicFMinEXT | Op::AtomicFMaxEXT),
            C::AtomicBFloat16LoadStoreINTEL => is_bfloat && moves,
            C::AtomicInt16CompareExchangeINTEL => is_small && !is_float_arithmetic && !(is_bfloat && moves),
            C::Int16AtomicsINTEL => is_small && !is_float_arithmetic && !moves && self.op != Op::AtomicCompareExchange,
            _ => false,
        }
    }

    /// Returns whether the instruction is a `printf` with a format that is not in constant memory.
    fn prints_from_memory(&self) -> bool {
        const PRINTF: u32 = 184;
        let class = self.type_of(2).and_then(|ty| ty.operands().get(1).copied());
        self.inst.in_operands().get(1) == Some(&PRINTF) && class != Some(StorageClass::UniformConstant as u32)
    }
}

/// The opcode of a number's type, and its width.
fn width(ty: Instruction<'_>) -> Option<(Op, u32)> {
    let is_number = matches!(ty.opcode(), Op::TypeInt | Op::TypeFloat);
    ty.operands().get(1).filter(|_| is_number).map(|width| (ty.opcode(), *width))
}

/// Returns whether it is the type of numbers with the encoding of bfloat16.
fn is_bfloat(ty: Instruction<'_>) -> bool {
    ty.opcode() == Op::TypeFloat && ty.operands().len() == 3
}

/// Returns the type of the value that an atomic instruction reads or writes.
fn atomic_type<'a>(inst: Instruction<'_>, definitions: &'a Definitions<'_>) -> Option<Instruction<'a>> {
    let value = |index: usize| definitions.get(*inst.operands().get(index)?);
    let ty = match inst.opcode() {
        Op::AtomicStore => value(3).and_then(Instruction::result_type),
        _ if inst.info().class == Class::Atomic => inst.result_type(),
        _ => None,
    };
    definitions.get(ty?)
}

/// Returns the capability for 64-bit atomic operations, if the instruction is one.
pub fn of_atomic(instruction: Instruction<'_>, definitions: &Definitions<'_>) -> &'static [Capability] {
    match atomic_type(instruction, definitions).and_then(width) {
        Some((Op::TypeInt, 64)) => &[Capability::Int64Atomics],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_of_types_are_asked_by_types_alone() {
        let kinds = grammar::ROWS.iter().flat_map(|row| row.operands).map(|operand| operand.kind());
        let values = kinds.filter(|kind| *kind != grammar::Kind::Capability).flat_map(|kind| kind.info().enumerants);
        let parameters = values.clone().flat_map(|row| row.parameters);
        let further = parameters.flat_map(|operand| operand.kind().info().enumerants);
        let of_values = values.chain(further).map(|row| &row.requires);
        let of_sets = ["OpenCL.std", "GLSL.std.450"].into_iter().filter_map(grammar::ext_set);
        let of_sets = of_sets.flat_map(|set| set.instructions).map(|row| row.requires);
        let all: Vec<_> = grammar::ROWS.iter().map(|row| &row.requires).chain(of_values).chain(of_sets).collect();
        assert!(all.len() > 2_000, "{}", all.len());
        let asked: Vec<_> = all.iter().flat_map(|row| row.capabilities).filter(|one| OF_TYPES.contains(one)).collect();
        assert!(asked.is_empty(), "{asked:?}");
    }
}
