//! Module-scope variables (SPIR-V `OpVariable` outside functions) and aliases.
//!
//! In LLVM IR: globals, whose address space is the storage class. `constant` is the decoration `Constant`, the
//! alignment `Alignment`, the linkage `LinkageAttributes`. An alias is replaced by its aliasee.

use super::{constants, decorations, linkage, pointers, symbols, types, untyped_pointers};
use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::{lengths, spec_nodes};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{Linkage, Type, Value};
use crate::state::hooks::{any, ask};
use crate::state::{Chapter, Forward, Operand, Reverse, RoleOf};
use ::spirv::{Decoration, LinkageType, Op, StorageClass};
use rustc_hash::FxHashMap;

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter =
    Chapter { declarations: &[(&[Op::Variable, Op::UntypedVariableKHR], reverse)], ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns whether a global is reserved by LLVM (`llvm.used` and the like), or the text of annotations.
pub fn is_internal_to_llvm(global: Value<'_>, role: RoleOf) -> bool {
    // The name last: to find it takes longest.
    let is_annotation = || global.section() == Some("llvm.metadata") || decorations::annotations::is_text(global, role);
    global.linkage() == Linkage::Appending || is_annotation() || global.name_bytes().starts_with(b"llvm.")
}

/// The number of variables that are prefetched before they are translated. LLVM keeps the data of a variable in several
/// distant places of memory: reading many in a row lets the cache misses overlap.
const AT_ONCE: usize = 64;

/// Translates all variables, each after the variables in its initialiser.
pub fn forward_all<'m>(
    f: &mut Forward<'m>,
    refuse: impl Fn(&mut Forward<'m>, Value<'m>, Error) -> Result<()>,
) -> Result<()> {
    let all: Vec<_> = f.module.globals().collect();
    // Room for all of them at once spares moving them again and again.
    f.globals.reserve(all.len());
    f.spv.expect_variables(all.len());
    for some in all.chunks(AT_ONCE) {
        let role = f.hooks.role();
        let some = some.iter().filter(|global| {
            !is_internal_to_llvm(**global, role) || f.hooks.keeps_global.iter().any(|hook| hook(f, **global))
        });
        let some: Vec<_> = some.map(|global| (*global, global.initializer().is_some_and(may_name_globals))).collect();
        for (global, has_order) in some {
            if f.errors.has_failed(global) {
                continue;
            }
            if has_order && !f.globals.contains_key(&global) {
                match in_order(f, global) {
                    Ok(named) => named.into_iter().try_for_each(|named| one(f, named, &refuse))?,
                    Err(error) => refuse(f, global, error)?,
                }
            } else {
                one(f, global, &refuse)?;
            }
        }
    }
    Ok(())
}

/// Translates a variable, or passes the error to `refuse`.
fn one<'m>(
    f: &mut Forward<'m>,
    global: Value<'m>,
    refuse: &impl Fn(&mut Forward<'m>, Value<'m>, Error) -> Result<()>,
) -> Result<()> {
    f.originate(Some(global))?;
    match forward_named(f, global) {
        Err(error) if !f.errors.has_failed(global) => refuse(f, global, error),
        _ => Ok(()),
    }
}

fn forward_named<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<()> {
    if !any!(f.hooks.defer_global, f, global) {
        forward(f, global).map_err(|e| e.at_instruction(|| global.print()))?;
    }
    Ok(())
}

/// Returns the globals that the initialiser of a variable uses and that are not translated yet, each after its own
/// uses, and then the variable itself. Chains may be of any length, so that this does not recurse.
fn in_order<'m>(f: &Forward<'m>, root: Value<'m>) -> Result<Vec<Value<'m>>> {
    let mut order = Vec::new();
    let mut is_done = FxHashMap::from_iter([(root, false)]);
    let mut open = vec![(root, 0)];
    while let Some((constant, next)) = open.pop() {
        let Some(part) = part(constant, next) else {
            is_done.insert(constant, true);
            order.extend(Some(constant).filter(|c| c.is_global_variable()));
            continue;
        };
        open.push((constant, next + 1));
        match is_done.get(&part) {
            Some(true) => {}
            Some(false) => {
                return Err(Error::of(Code::Global, format!("the initialiser of {} names itself", root.name()))
                    .hint("SPIR-V has initialisers only of what is declared before"));
            }
            None if f.globals.contains_key(&part) => {}
            None => {
                is_done.insert(part, false);
                open.push((part, 0));
            }
        }
    }
    Ok(order)
}

/// Returns whether a constant may lead to globals. Most are numbers, or made of numbers.
pub fn may_name_globals(constant: Value<'_>) -> bool {
    let leads_on = |part: Value<'_>| part.is_global_value() || part.operand_count() != 0;
    constant.is_global_value() || constant.operands().any(leads_on)
}

/// Returns the `index`-th constant operand of a constant, or the initialiser or aliasee of a global.
pub fn part(constant: Value<'_>, index: u32) -> Option<Value<'_>> {
    if constant.is_global_variable() {
        return constant.initializer().filter(|_| index == 0);
    }
    if constant.is_alias() {
        return constant.aliasee().filter(|_| index == 0);
    }
    if constant.is_function() { None } else { constant.operand(index).filter(|part| part.is_constant()) }
}

/// The variable of a global, with the pointer type that its value type gives.
pub fn forward<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Operand> {
    if let Some(operand) = f.globals.get(&global) {
        return Ok(*operand);
    }
    if let Some(operand) = ask!(f.hooks.forward_global, f, global) {
        f.globals.insert(global, operand);
        return Ok(operand);
    }
    if global.is_thread_local() && !f.options.policy.takes_thread_locals {
        return Err(Error::of(Code::Global, format!("the thread-local global {}", global.name()))
            .hint("give each work-item its part of an array, or use a local variable"));
    }
    let class = storage_class(f, global)?;
    let value_type = global.value_type().ok_or_else(|| Error::internal("a global without a value type"))?;
    let sized = lengths::of_variable(f, global, value_type)?;
    let pointee = match sized {
        Some(pointee) => pointee,
        None => match ask!(f.hooks.content_type, f, global) {
            Some(pointee) => pointee,
            None => types::pointee(f, value_type)?,
        },
    };
    let ty = pointers::pointer_type(f, class, pointee)?;
    let mut operands = vec![class as u32];
    operands.extend(initializer(f, global, class, pointee)?);
    decorations::by_id::forward_constants(f, global)?;
    let id = f.spv.global(Op::Variable, Some(ty), &operands)?;
    f.variables.push(id);
    let operand = Operand { id, ty };
    f.globals.insert(global, operand);
    decorate(f, global, id)?;
    Ok(operand)
}

/// Returns the storage class of a variable. In vector compute it may be `Private`.
fn storage_class(f: &mut Forward<'_>, global: Value<'_>) -> Result<StorageClass> {
    if let Some(class) = f.hooks.storage_class.iter().find_map(|hook| hook(f, global)) {
        return Ok(class);
    }
    require_address_space(global)?;
    pointers::storage_class(f, global.ty().address_space())
}

/// Refuses globals in the address spaces of function memory (0) and of code (9).
pub fn require_address_space(global: Value<'_>) -> Result<()> {
    match global.ty().address_space() {
        0 => Err(Error::of(Code::AddressSpace, format!("the global {} in address space 0", global.name()))
            .about(Subject::Global)
            .hint("give it address space 1 (CrossWorkgroup), 2 (UniformConstant) or 3 (Workgroup)")),
        9 => Err(Error::of(Code::AddressSpace, format!("the global {} in address space 9", global.name()))
            .hint("that is where functions are; give it address space 1 (CrossWorkgroup)")),
        _ => Ok(()),
    }
}

/// Returns the initialiser: none for local memory and imports, as SPIR-V demands, and none for an undefined one.
fn initializer<'m>(f: &mut Forward<'m>, global: Value<'m>, class: StorageClass, ty: Id) -> Result<Option<u32>> {
    if is_left_out(f, global) {
        return Ok(None);
    }
    if let Some(id) = spec_nodes::initializer(f, global)? {
        return Ok(Some(id));
    }
    let value = global.initializer();
    if let Some(value) = value
        && let Some(initializer) = ask!(f.hooks.forward_initializer, f, global, value)
    {
        return Ok(initializer);
    }
    match value {
        Some(value) if !value.is_undef() && class == StorageClass::Input => {
            Err(Error::of(Code::Global, format!("an initialiser of {}, which is an input", global.name()))
                .hint("whoever runs the module says what is there"))
        }
        Some(value) if !value.is_undef() && class != StorageClass::Workgroup => {
            lengths::constant(f, value, ty).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns whether the initialiser is left out because of the linkage: `available_externally`, or `common`.
fn is_left_out(f: &Forward<'_>, global: Value<'_>) -> bool {
    match global.linkage() {
        // SPIR-V 2.4: an import has no initialiser. The Khronos translator writes one all the same.
        Linkage::AvailableExternally => true,
        Linkage::Common => f.options.policy.leaves_common_uninitialized,
        _ => false,
    }
}

fn decorate<'m>(f: &mut Forward<'m>, global: Value<'m>, id: u32) -> Result<()> {
    let name = global.name();
    f.spv.name(id, name)?;
    if global.is_global_constant() {
        f.spv.decorate(id, Decoration::Constant, &[])?;
    }
    if global.alignment() > 0 && !decorations::by_id::says(global, Decoration::AlignmentId) {
        f.spv.decorate(id, Decoration::Alignment, &[global.alignment()])?;
    }
    f.hooks.decorate_variable.iter().try_for_each(|hook| hook(f, global, id))?;
    match decorations::forward::global(f, global, id)? {
        true => Ok(()),
        false => linkage::forward(f, global, name, id),
    }
}

/// Returns the value, or the aliasee at the end of a chain of aliases.
pub fn aliased(mut value: Value<'_>) -> Option<Value<'_>> {
    while value.is_alias() {
        value = value.aliasee()?;
    }
    Some(value)
}

/// Translates an alias as its aliasee.
pub fn forward_alias<'m>(f: &mut Forward<'m>, alias: Value<'m>) -> Result<Operand> {
    let aliased = aliased(alias).ok_or_else(|| Error::internal("an alias of nothing"))?;
    let operand = constants::module_scope(f, aliased)?;
    if aliased.is_function() {
        f.spv.name(operand.id, alias.name())?;
    }
    Ok(operand)
}

// --- SPIR-V to LLVM ---

/// `OpVariable` at module scope. One that stands for a builtin is only noted: its loads are calls.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    if any!(r.hooks.reverse_variable, r, inst) {
        return Ok(());
    }
    let pointee = r.ty(untyped_pointers::variable_type(r, inst)?)?;
    let symbol = symbols::reverse(r, id)?;
    let global = r.module.add_global(&symbol.name, pointee, r.result_ty(inst)?.address_space())?;
    let bound = symbols::bind(r, global, &symbol)?;
    if bound.is_complete {
        return r.alias(inst, bound.value).map(drop);
    }
    let global = bound.value;
    symbols::reverse_linkage(r, inst, global, &symbol)?;
    if let Some(initializer) = reverse_initializer(r, inst, pointee, symbol.linkage)? {
        let named = untyped_pointers::initializer(inst);
        let set = global.set_initializer(initializer);
        set.map_err(|error| constants::explained(r, named.as_slice(), error))?;
    }
    if let Some(initializer) = untyped_pointers::initializer(inst) {
        spec_nodes::reverse_initializer(r, global, initializer)?;
    }
    lengths::attach(r, global, untyped_pointers::variable_type(r, inst)?)?;
    r.hooks.reverse_linkage.iter().try_for_each(|hook| hook(r, inst, global, symbol.linkage))?;
    if r.spv.decoration(id, Decoration::Constant).is_some() {
        global.set_global_constant(true)?;
    }
    if !r.spv.decorates_by_id() {
        reverse_alignment(r, id, global)?;
    }
    r.hooks.reverse_global.iter().try_for_each(|hook| hook(r, id, global))?;
    decorations::reverse::global(r, id, global)?;
    r.alias(inst, global).map(drop)
}

fn reverse_alignment<'m>(r: &mut Reverse<'m>, id: Id, global: Value<'m>) -> Result<()> {
    decorations::numbers::alignment(r, id).map_or(Ok(()), |alignment| global.set_alignment(alignment))
}

/// Sets the decorations of variables whose operands are ids of constants, which may be defined after the variables.
pub fn reverse_by_id(r: &mut Reverse<'_>) -> Result<()> {
    if !r.spv.decorates_by_id() {
        return Ok(());
    }
    let spv = r.spv;
    for id in spv.globals().filter_map(|inst| inst.result_id().filter(|_| is_variable(inst))) {
        let Some(global) = r.find_value(id).filter(|value| value.is_global_variable()) else { continue };
        reverse_alignment(r, id, global)?;
        decorations::by_id::reverse(r, id, global)?;
    }
    Ok(())
}

fn is_variable(inst: Instruction<'_>) -> bool {
    matches!(inst.opcode(), Op::Variable | Op::UntypedVariableKHR)
}

/// Sets the initialiser: none if the variable is imported, else `undef` where SPIR-V has none, since LLVM IR would be a
/// declaration otherwise.
fn reverse_initializer<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    ty: Type<'m>,
    linkage: Option<LinkageType>,
) -> Result<Option<Value<'m>>> {
    match untyped_pointers::initializer(inst) {
        Some(initializer) => r.value(initializer).map(Some),
        None if linkage == Some(LinkageType::Import) => Ok(None),
        None => match ask!(r.hooks.missing_initializer, r, inst, ty, linkage) {
            Some(value) => Ok(Some(value)),
            None => r.context.undef(ty).map(Some),
        },
    }
}
