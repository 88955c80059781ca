//! `__spirv_{OpName}` builtins that no other concept knows (S3-34 to S3-38): translated by the grammar alone.
//!
//! In: a call whose arguments are the operands of the instruction in order, ids as values and literals as constants of
//! type `i32`. Out: the instruction, and on the way back the call. Lost: nothing, except operands that are strings.

use super::args;
use super::booleans;
use super::declare::{self, Effects};
use super::signs;
use super::wrapped;
use crate::binary::grammar::{self, Category, Info, Kind, Operand, Requirements};
use crate::binary::{Decoration, Instruction};
use crate::concepts::base::values::wrong_result;
use crate::concepts::base::{functions, mangled, pointers, types, untyped_pointers};
use crate::environment::Models;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{AttributeKind, AttributePlace, Type as LlvmType, TypeKind, Value};
use crate::state::hooks::ask;
use crate::state::{Chapter, Forward, Lower, Reverse, availability, lower};
use ::spirv::{Capability, Class, ImageOperands, Op};
use llvm_spirv_mangling::{self as mangling, Name, Postfix, Type};

/// Returns whether a call of a builtin can stand for the instruction: not for declarations, annotations and control flow.
pub const fn is_call(info: &Info) -> bool {
    use Class::*;
    match info.class {
        Debug | Extension | ModeSetting | TypeDeclaration | ConstantCreation | Annotation | Function | ControlFlow => {
            is_call_unlike_its_class(info.op)
        }
        _ => !is_no_call_of_its_class(info.op),
    }
}

/// Returns whether a call can stand for the instruction, though for no other of its class, of declarations or of
/// control flow.
const fn is_call_unlike_its_class(op: Op) -> bool {
    use Op::*;
    matches!(op, LifetimeStart | LifetimeStop | DemoteToHelperInvocation)
        || matches!(op, CooperativeMatrixPerElementOpNV | GroupMemberDecorate)
}

/// Returns whether no call can stand for the instruction, though calls can for others of its class.
const fn is_no_call_of_its_class(op: Op) -> bool {
    use Op::*;
    let takes_untyped = matches!(op, UntypedArrayLengthKHR | UntypedPrefetchKHR | UntypedGroupAsyncCopyKHR)
        || matches!(op, UntypedAccessChainKHR | UntypedInBoundsAccessChainKHR | UntypedPtrAccessChainKHR)
        || matches!(op, UntypedInBoundsPtrAccessChainKHR | UntypedImageTexelPointerEXT | RawAccessChainNV);
    let is_variable = matches!(op, Variable | UntypedVariableKHR)
        || matches!(op, VariableLengthArrayINTEL | UntypedVariableLengthArrayINTEL);
    let is_declared = matches!(op, AliasDomainDeclINTEL | AliasScopeDeclINTEL | AliasScopeListDeclINTEL)
        || matches!(op, AsmTargetINTEL | AsmINTEL | ConstantPipeStorage | Nop | Undef);
    let is_control = matches!(op, TerminateRayKHR | LoopControlINTEL)
        || matches!(op, FunctionPointerCallINTEL | AsmCallINTEL | ConditionalCopyObjectINTEL | ExtractSubArrayQCOM);
    takes_untyped || is_variable || is_declared || is_control
}

/// Returns the instruction with a name (without `Op`), if a call can stand for it.
pub fn opcode(name: &str) -> Option<Op> {
    // An instruction that was renamed is known by its older names, too.
    let op: Op = name.parse().ok()?;
    grammar::info(op as u16).filter(|info| is_call(info)).map(|_| op)
}

/// The core instructions that are translated by the grammar alone. Extension instructions need no row: see [`by_grammar`].
const CORE: &[Op] = &[
    Op::ImageTexelPointer,
    Op::ArrayLength,
    Op::QuantizeToF16,
    Op::IAddCarry,
    Op::ISubBorrow,
    Op::UMulExtended,
    Op::SMulExtended,
    Op::DPdx,
    Op::DPdy,
    Op::Fwidth,
    Op::DPdxFine,
    Op::DPdyFine,
    Op::FwidthFine,
    Op::DPdxCoarse,
    Op::DPdyCoarse,
    Op::FwidthCoarse,
    Op::EmitVertex,
    Op::EndPrimitive,
    Op::EmitStreamVertex,
    Op::EndStreamPrimitive,
    Op::ImageSparseSampleImplicitLod,
    Op::ImageSparseSampleExplicitLod,
    Op::ImageSparseSampleDrefImplicitLod,
    Op::ImageSparseSampleDrefExplicitLod,
    Op::ImageSparseSampleProjImplicitLod,
    Op::ImageSparseSampleProjExplicitLod,
    Op::ImageSparseSampleProjDrefImplicitLod,
    Op::ImageSparseSampleProjDrefExplicitLod,
    Op::ImageSparseFetch,
    Op::ImageSparseGather,
    Op::ImageSparseDrefGather,
    Op::ImageSparseTexelsResident,
    Op::ImageSparseRead,
    Op::NamedBarrierInitialize,
    Op::MemoryNamedBarrier,
    Op::GroupNonUniformQuadBroadcast,
    Op::GroupNonUniformQuadSwap,
];

/// Returns whether an instruction without a chapter is translated by the grammar: it belongs to an extension, and a
/// call can stand for it.
pub const fn by_grammar(info: &Info) -> bool {
    !info.is_of_core() && is_call(info)
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter { instructions: &[(CORE, reverse)], resolve: Some(resolve), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns the lowering of a `__spirv_` builtin to its instruction.
pub fn resolve(name: &Name) -> Option<Lower> {
    let builtin = mangling::Builtin::parse(&name.base).filter(|builtin| !builtin.extended)?;
    let op = match opcode(builtin.op)? {
        // Deprecated for what says the same.
        Op::LessOrGreater => Op::FOrdNotEqual,
        op => op,
    };
    let rounding = builtin.postfix.rounding.map(|mode| mode as u32);
    let sat = builtin.postfix.sat;
    lower(move |f, inst, name| {
        forward(f, inst, name, op)?;
        let Some(result) = f.body.values.get(&inst).copied() else { return Ok(()) };
        if sat {
            f.spv.decorate(result.id, Decoration::SaturatedConversion, &[])?;
        }
        match rounding {
            Some(mode) => f.spv.decorate(result.id, Decoration::FPRoundingMode, &[mode]),
            None => Ok(()),
        }
    })
}

/// The instruction `op` with the call's arguments as operands.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    require(f, grammar::info_or_unknown(op as u16))?;
    forward_enabled(f, inst, name, op)
}

/// Translates a call to the instruction `op`, whose requirements are already declared.
pub fn forward_enabled<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    let info = grammar::info_or_unknown(op as u16);
    if matches!(op, Op::Any | Op::All) {
        return booleans::forward_reduction(f, inst, op);
    }
    let mut operands = operands(f, inst, name, info)?;
    f.hooks.complete_operands.iter().for_each(|hook| hook(f, name, op, &mut operands));
    point_to_number(f, inst, op, &mut operands)?;
    if booleans::has_boolean_result(op) {
        return booleans::define(f, inst, op, &operands);
    }
    if !info.has_result {
        return f.emit(op, &operands);
    }
    if let Some(returned) = returned_in_memory(inst) {
        let ty = types::forward(f, wrapped::number(info, returned))?;
        let value = f.emit_value(op, ty, &operands)?;
        let value = wrapped::wrap(f, info, returned, value)?;
        let place = pointers::operand_to(f, args::value(inst, 0)?, returned)?;
        return f.emit(Op::Store, &[place.id, value.id]);
    }
    let ty = match ask!(f.hooks.generic_result, f, inst, op) {
        Some(ty) => ty,
        None => types::forward(f, inst.ty())?,
    };
    f.hooks.require_for_result.iter().try_for_each(|hook| hook(f, op, ty))?;
    // The result of a task may be void.
    if op != Op::TaskSequenceGetALTERA {
        require_same_result(inst, info)?;
    }
    f.define(inst, op, ty, &operands).map(drop)
}

/// Emits an instruction with a result if the call has one, else without.
pub fn define_or_emit<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, operands: &[u32]) -> Result<()> {
    require_same_result(inst, grammar::info_or_unknown(op as u16))?;
    if inst.ty().is_void() {
        return f.emit(op, operands);
    }
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, operands).map(drop)
}

/// Returns an error if the call has a result and the instruction has none, or the reverse: LLVM allows calls with
/// another function type.
fn require_same_result(inst: Value<'_>, info: &grammar::Info) -> Result<()> {
    if info.has_result == inst.ty().is_void() {
        return Err(wrong_result(info.name));
    }
    Ok(())
}

/// Casts the pointer of a load or store of a number to that number's type, whatever the mangled name says.
fn point_to_number<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, operands: &mut [u32]) -> Result<()> {
    let number = match op {
        Op::Load => inst.ty(),
        Op::Store => args::value(inst, 1)?.ty(),
        _ => return Ok(()),
    };
    let scalar = number.scalar();
    match operands.first_mut() {
        Some(pointer) if scalar.is_int() || scalar.is_float() => {
            *pointer = pointers::operand_to(f, args::value(inst, 0)?, number)?.id;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Returns the type that the call returns through its first argument.
fn returned_in_memory(inst: Value<'_>) -> Option<LlvmType<'_>> {
    let is_void = inst.ty().kind() == TypeKind::Void;
    inst.type_attribute(AttributePlace::Param(0), AttributeKind::StructRet).filter(|_| is_void)
}

/// Declares the requirements of the instruction beyond capabilities: a version, or an extension.
pub fn require(f: &mut Forward<'_>, info: &Info) -> Result<()> {
    let requires = &info.requires;
    if !f.spv.is_enabled_elsewhere(info.op as u16) {
        require_capability(f, requires.capabilities);
    }
    require_source(f, requires, || info.name.to_owned())
}

/// Declares the version or extension that has an instruction; Khronos mode prefers the version.
fn require_source(f: &mut Forward<'_>, requires: &Requirements, what: impl FnOnce() -> String) -> Result<()> {
    if f.options.policy.prefers_versions_to_extensions {
        availability::prefer_version(f, requires);
    }
    availability::require(f, requires, what)
}

/// Declares one of the capabilities that enable an instruction, but not `Kernel` in shaders or `Shader` in kernels.
fn require_capability(f: &mut Forward<'_>, capabilities: &[Capability]) {
    let foreign = Models::of_addressing(f.spv.addressing_model()).map(|target| target.foreign);
    if capabilities.iter().any(|capability| Some(*capability) != foreign) {
        f.spv.enable(capabilities, |capability| Some(capability) != foreign);
    }
}

/// Declares the requirements of an enumerant that is an operand of `info`.
fn require_enumerant(f: &mut Forward<'_>, info: &Info, row: &grammar::Enumerant) -> Result<()> {
    let requires = &row.requires;
    require_capability(f, requires.capabilities);
    let required = require_source(f, requires, || format!("{} with the operand {}", info.name, row.name));
    required.map_err(|error| error.about(Subject::Instruction { name: info.name.to_owned() }))
}

/// The words of the operands, taken from the arguments by their kinds.
fn operands<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, info: &'static Info) -> Result<Vec<u32>> {
    // A place for the result comes first; the name does not tell of it.
    let first = u32::from(returned_in_memory(inst).is_some());
    let mut reader = Reader { info, inst, name, first, next: first, count: inst.call_arg_count(), words: Vec::new() };
    let heads = usize::from(info.has_type) + usize::from(info.has_result);
    reader.all(f, info.operands.get(heads..).unwrap_or_default())?;
    if reader.next != reader.count {
        let (takes, given) = (reader.next - first, reader.count - first);
        return Err(Error::of(Code::InstructionRule, format!("{} takes {takes} operands, not {given}", info.name)));
    }
    Ok(reader.words)
}

struct Reader<'m, 'n> {
    info: &'static Info,
    inst: Value<'m>,
    name: &'n Name,
    first: u32,
    next: u32,
    count: u32,
    words: Vec<u32>,
}

impl<'m> Reader<'m, '_> {
    fn all(&mut self, f: &mut Forward<'m>, operands: &'static [Operand]) -> Result<()> {
        for operand in operands {
            match *operand {
                Operand::One(kind) => self.one(f, kind)?,
                Operand::Optional(kind) if self.next < self.count => self.one(f, kind)?,
                Operand::Optional(_) => {}
                Operand::Many(kind) => {
                    while self.next < self.count {
                        self.one(f, kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the next argument if it is a function, which instructions on cooperative matrices take as an operand.
    fn function(&self) -> Result<Option<Value<'m>>> {
        let takes_functions = self.info.name.starts_with("OpCooperativeMatrix");
        Ok(Some(args::value(self.inst, self.next)?).filter(|arg| takes_functions && arg.is_function()))
    }

    fn one(&mut self, f: &mut Forward<'m>, kind: Kind) -> Result<()> {
        let category = kind.info().category;
        let word = match category {
            Category::Id if let Some(function) = self.function()? => functions::signature(f, function)?.id,
            Category::Id => {
                let param = self.name.params.get((self.next - self.first) as usize);
                match wrapped::load(f, self.inst, self.info, self.next)? {
                    Some(number) => number.id,
                    None => args::by_value(f, self.inst, self.next, param)?.id,
                }
            }
            Category::Enum | Category::Mask => args::literal(self.inst, self.next)?,
            Category::Literal if kind == Kind::LiteralInteger => args::literal(self.inst, self.next)?,
            _ => return Err(Error::of(Code::Builtin, format!("{} as an argument of a builtin", kind.info().name))),
        };
        self.words.push(word);
        self.next += 1;
        if matches!(category, Category::Enum | Category::Mask) {
            for row in grammar::enumerants(kind, word) {
                require_enumerant(f, self.info, row)?;
                self.all(f, row.parameters)?;
            }
        }
        Ok(())
    }
}

// --- SPIR-V to LLVM ---

/// Translates any instruction to a call of its builtin, whose name includes the result type if the arguments do not
/// determine it (S3-39).
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let result = inst.result_type().filter(|_| names_result(inst));
    // Texels and sizes are what they are told to be, else signed.
    let unsigned = inst.in_operands().get(2).is_some_and(|bits| *bits & ImageOperands::ZERO_EXTEND.bits() != 0);
    let signed = !unsigned && r.hooks.has_signs.is_empty();
    let result = result.and_then(|ty| mangled::mangled(r, ty, signed).ok());
    let spelling = result.as_ref().map(mangling::spell);
    reverse_as(r, inst, Postfix { return_type: spelling.as_deref(), ..Postfix::default() })
}

/// Prefixes of instructions that have several result types for the same operand types.
const WITH_RESULT: [&str; 3] = ["OpCooperativeMatrixLoad", "OpStochasticRound", "OpClamp"];

/// Returns whether the builtin's name must include the result type, as equal parameters are possible with several ones.
fn names_result(inst: Instruction<'_>) -> bool {
    const QUERIES: [Op; 4] = [Op::ImageQueryFormat, Op::ImageQueryOrder, Op::ImageQueryLevels, Op::ImageQuerySamples];
    let name = inst.name();
    let of_image = name.starts_with("OpImage") && inst.opcode() != Op::Image && !QUERIES.contains(&inst.opcode());
    let of_handle = matches!(inst.opcode(), Op::ConvertHandleToImageINTEL | Op::ConvertHandleToSampledImageINTEL);
    of_image || of_handle || name.ends_with("BlockReadINTEL") || WITH_RESULT.iter().any(|start| name.starts_with(start))
}

/// Returns an instruction's name as it appears in builtins: Altera's instructions had Intel's suffix when the
/// compilers' headers were written.
fn in_names(name: &str) -> String {
    let name = name.strip_prefix("Op").unwrap_or(name);
    name.strip_suffix("ALTERA").map_or_else(|| name.to_owned(), |base| format!("{base}INTEL"))
}

/// Emits a call of the builtin of an instruction, with postfixes behind its name.
pub fn reverse_as<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, postfix: Postfix<'_>) -> Result<()> {
    let op = match inst.opcode() {
        // No weaker than the other one, and deprecated.
        Op::AtomicCompareExchangeWeak => "AtomicCompareExchange".to_owned(),
        _ => in_names(inst.name()),
    };
    if opcode(&op).is_none() {
        return Err(inst.unsupported(format!("{} in a function", inst.name())));
    }
    let base = mangling::Builtin { postfix, ..mangling::Builtin::core(&op) }.to_string();
    let (params, operands) = parameters(r, inst)?;
    let result = match inst.result_type() {
        Some(ty) => r.ty(ty)?,
        None => r.context.void_type(),
    };
    let call = declare::call(r, &base, result, &params, &operands, effects(inst.opcode()))?;
    match inst.result_id() {
        Some(_) => r.define(inst, call),
        None => Ok(()),
    }
}

/// Parts of the names of instructions that are convergent.
const CONVERGENT: [&str; 4] = ["Group", "Subgroup", "Barrier", "CooperativeMatrix"];

/// Returns the side effects of a call of the instruction, as far as its name determines them.
fn effects(op: Op) -> Effects {
    let name = grammar::name(op);
    match () {
        () if CONVERGENT.iter().any(|part| name.contains(part)) => Effects::Convergent,
        () if (Op::ConvertFToU as u32..=Op::BitCount as u32).contains(&(op as u32)) => Effects::None,
        () => Effects::Any,
    }
}

pub(super) type Parameters<'m> = (Vec<Type>, Vec<Value<'m>>);

/// Returns the operands as values, and their types for the mangled name.
pub(crate) fn parameters<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Parameters<'m>> {
    let info = inst.info();
    let heads = usize::from(info.has_type) + usize::from(info.has_result);
    let mut kinds = Kinds::new(info.operands.get(heads..).unwrap_or_default());
    let (mut params, mut values) = (Vec::new(), Vec::new());
    for word in inst.in_operands() {
        match kinds.next(*word) {
            Some(kind) if kind.info().category == Category::Id => {
                let (op, index) = (inst.opcode(), params.len());
                let param = untyped_pointers::mangled_operand(r, *word, signs::is_signed(r, inst, index))?;
                params.push(signs::qualified(op, index, param));
                values.push(r.value(*word)?);
            }
            Some(kind) if is_word(kind) => {
                let signed = signs::is_signed(r, inst, params.len());
                params.push(if signed { Type::Int } else { Type::UInt });
                values.push(r.context.const_int(r.context.int_type(32)?, u64::from(*word))?);
            }
            _ => return Err(inst.unsupported(format!("the operands of {}", inst.name()))),
        }
    }
    Ok((params, values))
}

fn is_word(kind: Kind) -> bool {
    matches!(kind.info().category, Category::Enum | Category::Mask) || kind == Kind::LiteralInteger
}

/// The kinds of the operand words of an instruction, in order.
struct Kinds {
    open: Vec<Operand>,
}

impl Kinds {
    fn new(operands: &[Operand]) -> Self {
        Self { open: operands.iter().rev().copied().collect() }
    }

    /// Returns the kind of the next word, which is `word`; if it is an enumerant with parameters, these come next.
    fn next(&mut self, word: u32) -> Option<Kind> {
        let operand = self.open.pop()?;
        if let Operand::Many(_) = operand {
            self.open.push(operand);
        }
        let kind = operand.kind();
        if matches!(kind.info().category, Category::Enum | Category::Mask) {
            let brought: Vec<_> = grammar::enumerants(kind, word).flat_map(|row| row.parameters).copied().collect();
            self.open.extend(brought.into_iter().rev());
        }
        Some(kind)
    }
}
