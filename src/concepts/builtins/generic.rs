//! `__spirv_{OpName}` builtins that no other concept knows (S3-34 to S3-38): translated by the grammar alone.
//!
//! In: a call whose arguments are the operands of the instruction in order, ids as values and literals as constants of
//! type `i32`. Out: the instruction, and on the way back the call. Lost: nothing, but what the grammar calls a string.

use super::args;
use super::booleans;
use super::declare::{self, Effects};
use super::signs;
use crate::concepts::{availability, cooperative_matrix, images, pointers, types, untyped_pointers};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{AttributeKind, AttributePlace, Type as LlvmType, TypeKind, Value};
use crate::options::Version;
use crate::spirv::grammar::{self, Category, Info, Kind, Operand, Requirements};
use crate::spirv::{Decoration, Instruction};
use crate::state::{Forward, Lower, Reverse, lower};
use ::spirv::{Capability, ImageOperands, Op};
use llvm_spirv_mangling::{self as mangling, Name, Postfix, Type};

/// Beginnings of names of instructions that declare or steer something, so that no call can stand for them.
const NO_CALLS: &[&str] = &[
    "Type",
    "Constant",
    "SpecConstant",
    "Function",
    "Branch",
    "Return",
    "Loop",
    "Selection",
    "Decorat",
    "Member",
    "Group_",
    "Source",
    "Ext",
    "Execution",
    "Entry",
    "Memory_",
    "Capability",
    "Variable",
    "Label",
    "Phi",
    "Switch",
    "Unreachable",
    "Kill",
    "Terminate",
    "String",
    "Line",
    "NoLine",
    "Module",
    "Undef",
    "Nop",
    "Conditional",
    "Untyped",
    "Alias",
    "Asm",
    "Raw",
];

/// The instruction of a name without its `Op`, if a call can stand for it.
pub fn opcode(name: &str) -> Option<Op> {
    if NO_CALLS.iter().any(|start| name.starts_with(start)) || matches!(name, "GroupDecorate" | "MemoryModel" | "Name")
    {
        return None;
    }
    // An instruction that was renamed is known by its older names, too.
    name.parse().ok().filter(|op| grammar::info(*op as u16).is_some())
}

// --- LLVM to SPIR-V ---

/// The instruction that a `__spirv_` builtin is.
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
    let info = grammar::info_or_unknown(op as u16);
    require(f, info)?;
    if matches!(op, Op::Any | Op::All) {
        return booleans::forward_reduction(f, inst, op);
    }
    let mut operands = operands(f, inst, name, info)?;
    images::sign_texels(f, name, op, &mut operands);
    point_to_number(f, inst, op, &mut operands)?;
    if booleans::has_boolean_result(op) {
        return booleans::define(f, inst, op, &operands);
    }
    if !info.has_result {
        return f.emit(op, &operands);
    }
    if let Some(returned) = returned_in_memory(inst) {
        let ty = types::forward(f, returned)?;
        let value = f.emit_value(op, ty, &operands)?;
        let place = pointers::operand_to(f, args::value(inst, 0)?, returned)?;
        return f.emit(Op::Store, &[place.id, value.id]);
    }
    let ty = match op {
        // SYCL's headers hold it in a pointer.
        Op::SampledImage if inst.ty().is_pointer() => images::sampled_type(f, args::value(inst, 0)?)?,
        _ => types::forward(f, inst.ty())?,
    };
    cooperative_matrix::require(f, op, ty)?;
    // The result of a task may be void.
    if op != Op::TaskSequenceGetALTERA {
        require_same_result(inst, info)?;
    }
    f.define(inst, op, ty, &operands).map(drop)
}

/// An instruction with or without a result, as the call has one.
pub fn define_or_emit<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, operands: &[u32]) -> Result<()> {
    require_same_result(inst, grammar::info_or_unknown(op as u16))?;
    if inst.ty().is_void() {
        return f.emit(op, operands);
    }
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, operands).map(drop)
}

/// LLVM lets a function be called as what it is not.
fn require_same_result(inst: Value<'_>, info: &grammar::Info) -> Result<()> {
    if info.has_result == inst.ty().is_void() {
        return Err(wrong_result(info.name));
    }
    Ok(())
}

/// A call that has a result where the builtin has none, or the other way round.
pub fn wrong_result(name: &str) -> Error {
    Error::of(Code::Builtin, format!("{name} with another result than the function has"))
}

/// What is loaded and stored says what the pointer points to, whatever the name says.
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

/// What the call returns through its first argument.
fn returned_in_memory(inst: Value<'_>) -> Option<LlvmType<'_>> {
    let is_void = inst.ty().kind() == TypeKind::LLVMVoidTypeKind;
    inst.type_attribute(AttributePlace::Param(0), AttributeKind::StructRet).filter(|_| is_void)
}

/// What the instruction needs beyond capabilities: a version, or an extension.
pub fn require(f: &mut Forward<'_>, info: &Info) -> Result<()> {
    let requires = &info.requires;
    if !f.spv.is_enabled_elsewhere(info.op as u16) {
        require_capability(f, requires.capabilities);
    }
    prefer_version(f, requires);
    availability::require(f, requires, || info.name.to_owned())
}

/// The Khronos translator raises the version, as far as that may go, before it uses an extension.
fn prefer_version(f: &mut Forward<'_>, requires: &Requirements) {
    let since = requires.since.map(|minor| Version::new(1, minor)).filter(|since| *since <= f.options.max_version);
    if let (Some(since), true) = (since, f.options.compatibility.strict) {
        f.spv.require_version(since);
    }
}

/// One of the capabilities: the builder would take the first one, but these are kernels.
fn require_capability(f: &mut Forward<'_>, capabilities: &[Capability]) {
    if !capabilities.iter().any(|capability| f.spv.has(*capability)) {
        let of_kernels = capabilities.iter().find(|capability| **capability != Capability::Shader);
        of_kernels.into_iter().for_each(|capability| f.spv.require(*capability));
    }
}

/// What a value of an enumeration, an operand of `info`, needs, as far as the settings allow it.
fn require_enumerant(f: &mut Forward<'_>, info: &Info, row: &grammar::Enumerant) -> Result<()> {
    let requires = &row.requires;
    require_capability(f, requires.capabilities);
    prefer_version(f, requires);
    let required = availability::require(f, requires, || format!("{} with the operand {}", info.name, row.name));
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

    fn one(&mut self, f: &mut Forward<'m>, kind: Kind) -> Result<()> {
        let category = kind.info().category;
        let word = match category {
            Category::Id => {
                let param = self.name.params.get((self.next - self.first) as usize);
                args::by_value(f, self.inst, self.next, param)?.id
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

/// Any instruction as a call of the builtin of its name, which tells the result where the arguments do not (S3-39).
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let result = inst.result_type().filter(|_| names_result(inst));
    // Texels and sizes are what they are told to be, else signed.
    let unsigned = inst.in_operands().get(2).is_some_and(|bits| *bits & ImageOperands::ZERO_EXTEND.bits() != 0);
    let result = result.and_then(|ty| declare::mangled(r, ty, !unsigned).ok());
    let spelling = result.as_ref().map(mangling::spell);
    reverse_as(r, inst, Postfix { return_type: spelling.as_deref(), ..Postfix::default() })
}

/// Beginnings of instructions that give several types for the same operands.
const WITH_RESULT: [&str; 3] = ["OpCooperativeMatrixLoad", "OpStochasticRound", "OpClamp"];

/// Do builtins of one name and the same parameters have several results?
fn names_result(inst: Instruction<'_>) -> bool {
    const QUERIES: [Op; 4] = [Op::ImageQueryFormat, Op::ImageQueryOrder, Op::ImageQueryLevels, Op::ImageQuerySamples];
    let name = inst.name();
    let of_image = name.starts_with("OpImage") && inst.opcode() != Op::Image && !QUERIES.contains(&inst.opcode());
    of_image || name.ends_with("BlockReadINTEL") || WITH_RESULT.iter().any(|start| name.starts_with(start))
}

/// The name of an instruction as names of builtins have it: those that are Altera's now were Intel's when the compilers'
/// headers were written.
fn in_names(name: &str) -> String {
    let name = name.strip_prefix("Op").unwrap_or(name);
    name.strip_suffix("ALTERA").map_or_else(|| name.to_owned(), |base| format!("{base}INTEL"))
}

/// The same, with postfixes behind the name.
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

/// Parts of the names of instructions that work-items do together.
const CONVERGENT: [&str; 4] = ["Group", "Subgroup", "Barrier", "CooperativeMatrix"];

/// What a call of the instruction may do, as far as its name tells.
fn effects(op: Op) -> Effects {
    let name = grammar::name(op);
    match () {
        () if CONVERGENT.iter().any(|part| name.contains(part)) => Effects::Convergent,
        () if (Op::ConvertFToU as u32..=Op::BitCount as u32).contains(&(op as u32)) => Effects::None,
        () => Effects::Any,
    }
}

pub(super) type Parameters<'m> = (Vec<Type>, Vec<Value<'m>>);

/// The operands as values, and their types as the name says them.
pub(super) fn parameters<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Parameters<'m>> {
    let info = inst.info();
    let heads = usize::from(info.has_type) + usize::from(info.has_result);
    let mut kinds = Kinds::new(info.operands.get(heads..).unwrap_or_default());
    let (mut params, mut values) = (Vec::new(), Vec::new());
    for word in inst.in_operands() {
        match kinds.next(*word) {
            Some(kind) if kind.info().category == Category::Id => {
                let (op, index) = (inst.opcode(), params.len());
                let param = untyped_pointers::mangled_operand(r, *word, signs::is_signed(inst, index))?;
                params.push(signs::qualified(op, index, param));
                values.push(r.value(*word)?);
            }
            Some(kind) if is_word(kind) => {
                let signed = signs::is_signed(inst, params.len());
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

/// The kinds of an instruction's words, one after another.
struct Kinds {
    open: Vec<Operand>,
}

impl Kinds {
    fn new(operands: &[Operand]) -> Self {
        Self { open: operands.iter().rev().copied().collect() }
    }

    /// The kind of the next word, which is `word`: what it brings along comes before the rest.
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
