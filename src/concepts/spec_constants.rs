//! Specialization constants (SPIR-V 2.9 "Specialization").
//!
//! In LLVM IR: calls of `__spirv_SpecConstant(SpecId, default)` and `__spirv_SpecConstantComposite(parts...)`, and marked
//! instructions ([`operations`]). On the way back they stand at the beginning of each function that uses them. Where
//! LLVM IR requires a constant, the default value stands there, and metadata list its operands: [`listed`] (initialisers),
//! [`lengths`] (arrays), [`modes`] (execution modes).

pub mod lengths;
pub mod listed;
pub mod modes;
pub mod operations;

use super::{builtins, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Type, Value, ValueKind};
use crate::spirv::builder::Id;
use crate::spirv::{Function, Instruction, Words};
use crate::state::{Forward, Late, Lower, Operand, Reverse, lower};
use ::spirv::{Decoration, Op};
use llvm_spirv_mangling as mangling;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

const SCALAR: &str = "__spirv_SpecConstant";

/// The base name of the call that makes a composite; its mangled parameters may be names of structures.
pub const COMPOSITE: &str = "__spirv_SpecConstantComposite";

/// Its symbol for parts whose types cannot be mangled.
const ANY_PARTS: &str = "_Z29__spirv_SpecConstantCompositez";

// --- LLVM to SPIR-V ---

/// The specialization constants that the way forward has made.
#[derive(Debug, Default)]
pub struct Made<'m> {
    /// Scalars by opcode, type, `SpecId` and default.
    scalars: FxHashMap<Vec<u32>, Id>,
    all: FxHashSet<Id>,
    /// Operations on constants of any kind, as initialisers have them, and what is composed of these.
    computed: FxHashSet<Id>,
    /// What the nodes of the list are.
    nodes: FxHashMap<Metadata<'m>, Operand>,
    /// Types with lengths that can be set, by LLVM's type and the metadata.
    by_lengths: FxHashMap<(Type<'m>, Metadata<'m>), Id>,
    /// The same types by id.
    sized: FxHashMap<Id, lengths::Sized<'m>>,
}

impl Made<'_> {
    /// Are there any?
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Notes an operation on constants, or what is composed of one.
    pub fn add_computed(&mut self, id: Id) {
        self.computed.insert(id);
    }

    /// Is it an operation on constants, or composed of one?
    pub fn is_computed(&self, id: Id) -> bool {
        self.computed.contains(&id)
    }

    /// Returns whether there are types with lengths that can be set.
    pub fn is_sized_any(&self) -> bool {
        !self.sized.is_empty()
    }

    /// Returns whether a type has lengths that can be set.
    pub fn has_lengths(&self, ty: Id) -> bool {
        self.sized.contains_key(&ty)
    }

    /// Returns whether a type is LLVM's type `of` with lengths that can be set.
    pub fn is_sized(&self, ty: Id, of: Type<'_>) -> bool {
        self.sized.get(&ty).is_some_and(|sized| sized.ty == of)
    }

    /// Is it one of them?
    pub fn has(&self, id: Id) -> bool {
        self.all.contains(&id)
    }
}

/// Knows both calls.
pub fn resolve(name: &mangling::Name) -> Option<Lower> {
    match name.base.as_str() {
        SCALAR => lower(|f, inst, _| forward_call(f, inst, true)),
        COMPOSITE => lower(|f, inst, _| forward_call(f, inst, false)),
        _ => None,
    }
}

/// A call of one of them. What is a constant is made at its first use: where the call stands says nothing.
fn forward_call<'m>(f: &mut Forward<'m>, call: Value<'m>, is_scalar: bool) -> Result<()> {
    let is_late = is_scalar || call.call_args().all(|part| is_plain(part) || f.body.late.contains_key(&part));
    if is_scalar {
        scalar(call.ty(), builtins::value(call, 1)?)?;
    }
    if is_late && !f.options.compatibility.strict {
        f.body.late.insert(call, Late::SpecConstant);
        f.body.spec_constants.push(call);
        return Ok(());
    }
    forward_now(f, call, is_scalar)
}

fn forward_now<'m>(f: &mut Forward<'m>, call: Value<'m>, is_scalar: bool) -> Result<()> {
    if is_scalar { forward_scalar(f, call) } else { forward_composite(f, call) }
}

/// The constant that a call is, at its first use in the function.
pub fn forward_use<'m>(f: &mut Forward<'m>, call: Value<'m>) -> Result<Operand> {
    let base = call.called_function().and_then(|callee| mangling::parse(callee.name()).ok()).map(|name| name.base);
    forward_now(f, call, base.as_deref() == Some(SCALAR))?;
    f.body.values.get(&call).copied().ok_or_else(|| Error::internal("a specialization constant without a value"))
}

/// Those that the function calls for and does not use: hosts may set them.
pub fn forward_unused(f: &mut Forward<'_>) -> Result<()> {
    for call in std::mem::take(&mut f.body.spec_constants) {
        if !f.body.values.contains_key(&call) {
            forward_use(f, call)?;
        }
    }
    Ok(())
}

/// Is it a constant that stands for itself?
fn is_plain(part: Value<'_>) -> bool {
    part.is_constant() && !matches!(part.kind(), ValueKind::LLVMConstantExprValueKind)
}

/// A scalar: the same one for the same `SpecId` and default.
fn forward_scalar<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let spec_id = builtins::literal(inst, 0)?;
    let default = builtins::value(inst, 1)?;
    let ty = types::forward(f, inst.ty())?;
    let (op, literal) = scalar(inst.ty(), default)?;
    let key = [&[op as u32, ty, spec_id], &literal[..]].concat();
    let id = match f.spec_constants.scalars.get(&key) {
        Some(id) => *id,
        None => {
            let id = f.spv.global(op, Some(ty), &literal)?;
            f.spv.decorate(id, Decoration::SpecId, &[spec_id])?;
            f.spv.name(id, inst.name())?;
            f.spec_constants.scalars.insert(key, id);
            f.spec_constants.all.insert(id);
            id
        }
    };
    f.bind(inst, Operand { id, ty })
}

/// Opcode and literal for a default. Compilers of SYCL pass the default of a boolean as a byte.
fn scalar(ty: Type<'_>, default: Value<'_>) -> Result<(Op, Vec<u32>)> {
    let bits = default.int_value().filter(|_| default.is_constant()).or_else(|| default.float_bits());
    let bits =
        bits.ok_or_else(|| Error::of(Code::BuiltinCall, "the default of a specialization constant is no constant"))?;
    Ok(match ty.int_width().max(ty.float_width()) {
        1 if bits != 0 => (Op::SpecConstantTrue, Vec::new()),
        1 => (Op::SpecConstantFalse, Vec::new()),
        64 => (Op::SpecConstant, vec![bits as u32, (bits >> 32) as u32]),
        width @ 2..64 => (Op::SpecConstant, vec![(bits & (u64::MAX >> (64 - width))) as u32]),
        _ => return Err(Error::of(Code::Constant, format!("specialization constants of type {ty}"))),
    })
}

/// A composite; of parts that are computed it is an ordinary one.
fn forward_composite<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let mut parts = Vec::with_capacity(inst.call_arg_count() as usize);
    let mut is_constant = true;
    for index in 0..inst.call_arg_count() {
        let part = builtins::value(inst, index)?;
        let id = values::operand(f, part)?.id;
        is_constant &= is_plain(part) || f.spec_constants.all.contains(&id);
        parts.push(id);
    }
    if !is_constant {
        return f.define(inst, Op::CompositeConstruct, ty, &parts).map(drop);
    }
    let id = f.spv.unique_constant(Op::SpecConstantComposite, ty, &parts)?;
    if f.spec_constants.all.insert(id) {
        f.spv.name(id, inst.name())?;
    }
    f.bind(inst, Operand { id, ty })
}

// --- SPIR-V to LLVM ---

/// What the module can have specialised, and the defaults while a function has calls instead.
#[derive(Debug, Default)]
pub struct Specialised<'m> {
    /// Scalars and composites of scalars come first, so that their ids do not depend on which operations are kept.
    instructions: Vec<Instruction<'m>>,
    index: FxHashMap<Id, usize>,
    defaults: FxHashMap<Id, Value<'m>>,
    /// All of them in the order of the module.
    in_order: Vec<Instruction<'m>>,
    /// The nodes of the first of them, also by id.
    listed: Vec<Metadata<'m>>,
    nodes: FxHashMap<Id, Metadata<'m>>,
    /// Array types whose length is one of them.
    sized: FxHashSet<Id>,
    /// What each type says of lengths, as far as it was asked.
    lengths: FxHashMap<Id, Option<Metadata<'m>>>,
}

impl<'m> Specialised<'m> {
    /// Of the instructions that [`crate::spirv::dependents::dependents`] gives.
    pub fn new(dependents: &'m Words<'m>) -> Self {
        let mut computed = FxHashSet::default();
        let (mut instructions, mut operations) = (Vec::new(), Vec::new());
        for inst in dependents.instructions() {
            let is_computed = match inst.opcode() {
                Op::SpecConstantComposite => inst.in_operands().iter().any(|part| computed.contains(part)),
                op => !is_scalar(op),
            };
            computed.extend(inst.result_id().filter(|_| is_computed));
            if is_computed { operations.push(inst) } else { instructions.push(inst) }
        }
        let in_order = dependents.instructions().collect();
        instructions.extend(operations);
        let ids = instructions.iter().enumerate();
        let index = ids.filter_map(|(index, inst)| Some((inst.result_id()?, index))).collect();
        Self { instructions, index, in_order, ..Self::default() }
    }

    /// Returns whether the constant is, or is made of, one that can be set.
    pub fn has(&self, id: Id) -> bool {
        self.index.contains_key(&id)
    }

    /// The default of a constant that is a call in the current function.
    pub fn default_of(&self, id: Id) -> Option<Value<'m>> {
        self.defaults.get(&id).copied()
    }
}

/// What the function uses, at the current place, which is its beginning; operations by `translate`.
pub fn reverse_uses<'m>(
    r: &mut Reverse<'m>,
    function: Function<'_>,
    translate: impl Fn(&mut Reverse<'m>, Instruction<'m>) -> Result<()>,
) -> Result<()> {
    if r.spec_constants.instructions.is_empty() {
        return Ok(());
    }
    lengths::warn(r, function)?;
    for index in used(r, function)? {
        let Some(inst) = r.spec_constants.instructions.get(index).copied() else { continue };
        let id = inst.result_id().unwrap_or_default();
        let default = r.value(id)?;
        match inst.opcode() {
            op if is_scalar(op) => reverse_scalar(r, inst, default)?,
            Op::SpecConstantComposite => reverse_composite(r, inst)?,
            _ => {
                translate(r, inst)?;
                operations::mark(r, inst)?;
            }
        }
        r.spec_constants.defaults.insert(id, default);
    }
    Ok(())
}

/// Puts the defaults back, behind the last instruction of a function.
pub fn restore(r: &mut Reverse<'_>) {
    for (id, default) in std::mem::take(&mut r.spec_constants.defaults) {
        r.set(id, default);
    }
}

fn is_scalar(op: Op) -> bool {
    matches!(op, Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant)
}

/// Which ones, constants first and else in the order of the module: those that instructions name, and what these are made of.
fn used(r: &Reverse<'_>, function: Function<'_>) -> Result<BTreeSet<usize>> {
    let mut used = BTreeSet::new();
    let note = |used: &mut BTreeSet<usize>, inst| {
        r.spv.visit_ids(inst, |id| used.extend(r.spec_constants.index.get(&id).copied()))
    };
    for inst in function.blocks.iter().flat_map(|block| block.instructions()) {
        note(&mut used, inst)?;
    }
    for (index, inst) in r.spec_constants.instructions.iter().enumerate().rev() {
        if used.contains(&index) {
            note(&mut used, *inst)?;
        }
    }
    Ok(used)
}

fn reverse_scalar<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, default: Value<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    let spec_id = r.spv.decoration(id, Decoration::SpecId).and_then(|words| words.first()).copied().unwrap_or_default();
    let number = r.context.const_int(r.context.int_type(32)?, spec_id.into())?;
    let params = [mangling::Type::Int, builtins::mangled(r, inst.result_type().unwrap_or_default(), true)?];
    let ty = r.result_ty(inst)?;
    let call = builtins::call(r, SCALAR, ty, &params, &[number, default], builtins::Effects::None)?;
    r.define(inst, call)
}

/// A call; where a part is a structure or an array, whose types have no names there, the symbol says `...` for all.
fn reverse_composite<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let parts = inst.in_operands().iter();
    let params = parts.map(|part| builtins::mangled(r, r.type_of(*part)?, true)).collect::<Result<Vec<_>>>();
    let symbol = params.map_or_else(|_| ANY_PARTS.to_owned(), |params| mangling::write(COMPOSITE, &params));
    let args = inst.in_operands().iter().map(|part| r.value(*part)).collect::<Result<Vec<_>>>()?;
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(r.result_ty(inst)?, &types, false)?;
    let function = builtins::named(r, &symbol, ty, builtins::Effects::None)?;
    let call = builtins::call_function(r, function, &args)?;
    r.define(inst, call)
}
