//! Alias scopes of inlined code: new copies of the callee's scopes for each call, a new scope for each `noalias` argument, and the
//! scopes of the call.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Body, Site};
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
use crate::constants::ConstantKind;
use crate::draft::{Draft, Metadata, Result, Value, ValueKind};
use crate::global::GlobalKind;
use crate::instruction::Opcode;
use crate::metadata::NodeKind;
use crate::types::TypeKind;

const SCOPE: &[u8] = b"alias.scope";
const NO_ALIAS: &[u8] = b"noalias";
const DECLARATION: &str = "experimental.noalias.scope.decl";
/// The metadata kinds of a call that also apply to the inlined accesses.
const OF_CALLS: [&[u8]; 4] = [b"llvm.mem.parallel_loop_access", b"llvm.access.group", SCOPE, NO_ALIAS];

/// Returns the alias-scope lists in the callee, in order, and all nodes that they refer to.
pub(super) fn of_callee(site: Site<'_>) -> Vec<Metadata<'_>> {
    let kinds = [SCOPE, NO_ALIAS].map(|name| site.draft.metadata_kind(name));
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for instruction in site.callee.instructions() {
        let attached = kinds.into_iter().filter_map(|kind| instruction.metadata(kind));
        for node in attached.chain(declared(instruction)) {
            if seen.insert(node) {
                found.push(node);
            }
        }
    }
    let mut open = found.clone();
    while let Some(node) = open.pop() {
        for operand in node.operands().into_iter().flatten().filter(|node| node.kind() == NodeKind::Tuple) {
            if seen.insert(operand) {
                found.push(operand);
                open.push(operand);
            }
        }
    }
    found
}

/// Returns the scope list that a `llvm.experimental.noalias.scope.decl` call declares.
fn declared(instruction: Value<'_>) -> Option<Metadata<'_>> {
    instruction.called_intrinsic().filter(|name| *name == DECLARATION)?;
    instruction.call_arguments().next()?.as_metadata()
}

/// Replaces the callee's scopes in the body by new copies.
pub(super) fn renew<'d>(site: Site<'d>, body: &Body<'d>, old: Vec<Metadata<'d>>) -> Result<()> {
    if old.is_empty() {
        return Ok(());
    }
    let new = copies(site.draft, &old);
    let kinds = [SCOPE, NO_ALIAS].map(|name| site.draft.metadata_kind(name));
    for instruction in body.instructions() {
        for kind in kinds {
            let node = instruction.metadata(kind).and_then(|node| new.get(&node));
            if let Some(node) = node {
                instruction.set_metadata(kind, Some(*node))?;
            }
        }
        let node = declared(instruction).and_then(|node| new.get(&node)).copied();
        if let Some(node) = node {
            // The callee is operand 0.
            instruction.set_operand(1, node.as_value())?;
        }
    }
    Ok(())
}

/// Returns a copy of each node, in which references to the others are replaced. Nodes that refer to themselves are copied to new
/// distinct nodes, and so their users differ from the originals, too.
fn copies<'d>(draft: &'d Draft, old: &[Metadata<'d>]) -> FxHashMap<Metadata<'d>, Metadata<'d>> {
    let mut new: FxHashMap<Metadata<'d>, Metadata<'d>> = FxHashMap::default();
    let known: FxHashSet<_> = old.iter().copied().collect();
    let mut open: Vec<(Metadata<'d>, bool)> = old.iter().rev().map(|node| (*node, false)).collect();
    let mut entered = FxHashSet::default();
    while let Some((node, is_left)) = open.pop() {
        if new.contains_key(&node) {
            continue;
        }
        let operands = node.operands();
        if !is_left && entered.insert(node) {
            open.push((node, true));
            let inner = operands.iter().flatten().filter(|operand| **operand != node && known.contains(operand));
            open.extend(inner.map(|operand| (*operand, false)));
            continue;
        }
        let is_self = operands.first() == Some(&Some(node));
        let renamed: Vec<_> = operands.iter().map(|o| o.map(|o| new.get(&o).copied().unwrap_or(o))).collect();
        let copy = match (is_self, renamed.get(1..)) {
            (true, Some(rest)) => draft.md_self(rest),
            _ => draft.md_tuple(&renamed),
        };
        new.insert(node, copy);
    }
    new
}

/// Appends scopes to a list of scopes that an instruction has.
fn join<'d>(draft: &'d Draft, instruction: Value<'d>, kind: u32, more: &[Metadata<'d>]) -> Result<()> {
    if more.is_empty() {
        return Ok(());
    }
    let old = instruction.metadata(kind).map_or(Vec::new(), Metadata::operands);
    let mut seen = FxHashSet::default();
    let all = old.into_iter().chain(more.iter().copied().map(Some));
    let list: Vec<_> = all.filter(|node| seen.insert(*node)).collect();
    instruction.set_metadata(kind, Some(draft.md_tuple(&list)))
}

/// Adds the access groups and alias scopes of the call to the memory accesses of the body.
pub(super) fn of_call<'d>(site: Site<'d>, body: &Body<'d>) -> Result<()> {
    let draft = site.draft;
    let kinds = OF_CALLS.map(|name| draft.metadata_kind(name));
    let attached = site.call.attachments();
    let given: Vec<_> = kinds.iter().filter_map(|kind| attached.iter().find(|(of, _)| of == kind)).collect();
    if given.is_empty() {
        return Ok(());
    }
    for instruction in body.instructions().filter(|i| touches_memory(*i)) {
        for (kind, node) in &given {
            // An access group is a node without operands, or a list of such nodes.
            let own = node.operands();
            let list: Vec<_> = if own.is_empty() { vec![*node] } else { own.into_iter().flatten().collect() };
            let old = instruction.metadata(*kind);
            match old {
                Some(old) if old.operands().is_empty() => {
                    let nodes: Vec<_> = [old].into_iter().chain(list).map(Some).collect();
                    instruction.set_metadata(*kind, Some(draft.md_tuple(&nodes)))?;
                }
                Some(_) => join(draft, instruction, *kind, &list)?,
                None => instruction.set_metadata(*kind, Some(*node))?,
            }
        }
    }
    Ok(())
}

fn touches_memory(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(Load | Store | Fence | CmpXchg | AtomicRmw | VaArg) => true,
        Some(Call | Invoke) => instruction.memory_effects() != 0,
        _ => false,
    }
}

/// A `noalias` argument, and its new scope.
struct Own<'d> {
    argument: Value<'d>,
    scope: Metadata<'d>,
    is_captured: bool,
}

/// Makes a scope for each used `noalias` argument, and adds `alias.scope` and `noalias` lists to the memory accesses.
pub(super) fn of_arguments<'d>(site: Site<'d>, body: &Body<'d>) -> Result<()> {
    let all = site.callee.arguments().enumerate();
    let own: Vec<_> = all.filter(|(i, a)| site.call.argument_has(*i, "noalias") && a.has_uses()).collect();
    if own.is_empty() {
        return Ok(());
    }
    let names: FxHashSet<_> = own.iter().map(|(_, argument)| *argument).collect();
    let own = declare(site, own)?;
    let kinds = (site.draft.metadata_kind(SCOPE), site.draft.metadata_kind(NO_ALIAS));
    for (old, new) in body.copies.iter().filter(|(old, new)| new.block().is_some() && old.opcode() == new.opcode()) {
        let Some(access) = Access::of(*old, &names) else { continue };
        let is_call = old.opcode().is_some_and(Opcode::is_call);
        let needs_no_capture = access.is_from_elsewhere || is_call;
        let apart = own.iter().filter(|own| !access.objects.contains(&own.argument));
        let apart: Vec<_> = apart.filter(|own| !needs_no_capture || !own.is_captured).map(|own| own.scope).collect();
        join(site.draft, *new, kinds.1, &apart)?;
        if !access.is_of_others && !is_call {
            let within: Vec<_> =
                own.iter().filter(|own| access.objects.contains(&own.argument)).map(|own| own.scope).collect();
            join(site.draft, *new, kinds.0, &within)?;
        }
    }
    Ok(())
}

/// Makes the scopes, and declares them before the call.
fn declare<'d>(site: Site<'d>, own: Vec<(usize, Value<'d>)>) -> Result<Vec<Own<'d>>> {
    let draft = site.draft;
    let name = site.callee.value().name();
    let domain = draft.md_self(&[Some(draft.md_string(name))]);
    let metadata = draft.plain_type(TypeKind::Metadata)?;
    let ty = draft.function_type(draft.plain_type(TypeKind::Void)?, &[metadata], false)?;
    let declaration = draft.declared("llvm.experimental.noalias.scope.decl", ty)?;
    let mut all = Vec::new();
    for (i, (_, argument)) in own.into_iter().enumerate() {
        let text = match argument.name() {
            b"" => [name, b": argument ", i.to_string().as_bytes()].concat(),
            of => [name, b": %", of].concat(),
        };
        let scope = draft.md_self(&[Some(domain), Some(draft.md_string(&text))]);
        let list = draft.md_tuple(&[Some(scope)]);
        let builder = crate::draft::Builder::new(draft);
        builder.position_before(site.call)?;
        builder.set_location(site.call.metadata(0));
        builder.call(declaration, &[list.as_value()])?;
        all.push(Own { argument, scope, is_captured: is_captured(argument) });
    }
    Ok(all)
}

/// The underlying objects of the pointers through which an instruction accesses memory.
struct Access<'d> {
    objects: FxHashSet<Value<'d>>,
    /// True if there are objects other than `noalias` arguments.
    is_of_others: bool,
    /// True if there are pointers of unknown origin, such as loaded ones.
    is_from_elsewhere: bool,
}

impl<'d> Access<'d> {
    /// Returns the objects that an instruction accesses; `None` if they cannot be identified.
    fn of(instruction: Value<'d>, own: &FxHashSet<Value<'d>>) -> Option<Access<'d>> {
        use Opcode::*;
        let pointers: Vec<_> = match instruction.opcode()? {
            Load | VaArg | CmpXchg | AtomicRmw => instruction.operands().take(1).collect(),
            Store => instruction.operands().skip(1).take(1).collect(),
            Call if instruction.memory_effects() != 0 => {
                instruction.call_arguments().filter(|a| a.ty().kind() == TypeKind::Pointer).collect()
            }
            _ => return None,
        };
        let objects = objects(pointers);
        let mut access = Access { objects, is_of_others: false, is_from_elsewhere: false };
        for object in access.objects.iter().filter(|object| !is_plain_constant(**object)) {
            access.is_of_others |= !own.contains(object);
            if is_from_elsewhere(*object) {
                access.is_from_elsewhere = true;
            } else if !is_identified(*object) {
                return None;
            }
        }
        Some(access)
    }
}

fn is_plain_constant(value: Value<'_>) -> bool {
    use ConstantKind::*;
    matches!(value.kind(), ValueKind::Constant(Integer | Float | Null | Undef | Poison | Data))
}

/// Returns whether a pointer may be one that was captured before: the result of a call, a load or an `inttoptr`.
fn is_from_elsewhere(value: Value<'_>) -> bool {
    matches!(value.opcode(), Some(Opcode::Call | Opcode::Invoke | Opcode::Load | Opcode::IntToPtr))
}

/// Returns whether a value is an argument, a local or global variable, or a function, so that its address is known to be distinct.
fn is_identified(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::Argument | ValueKind::Instruction(Opcode::Alloca) => true,
        ValueKind::Global(kind) => matches!(kind, GlobalKind::Variable | GlobalKind::Function),
        _ => false,
    }
}

/// Returns the underlying objects of pointers, through casts, `getelementptr`, phis and selects.
fn objects<'d>(pointers: Vec<Value<'d>>) -> FxHashSet<Value<'d>> {
    let (mut open, mut seen, mut found) = (pointers, FxHashSet::default(), FxHashSet::default());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let opcode = value.opcode().or_else(|| value.constant_opcode());
        match opcode {
            Some(Opcode::GetElementPtr | Opcode::BitCast | Opcode::AddrSpaceCast) => {
                open.extend(value.operands().next())
            }
            Some(Opcode::Select) => open.extend(value.operands().skip(1)),
            Some(Opcode::Phi) => open.extend(value.incoming().map(|(value, _)| value)),
            _ => {
                found.insert(value);
            }
        }
    }
    found
}

/// Returns whether a pointer may be captured: stored somewhere, or converted to an integer.
fn is_captured(pointer: Value<'_>) -> bool {
    let (mut open, mut seen) = (vec![pointer], FxHashSet::default());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in value.users() {
            match user.opcode() {
                Some(Opcode::Load | Opcode::Ret) => {}
                Some(Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg) => {
                    let at = usize::from(user.opcode() == Some(Opcode::Store));
                    if user.operands().enumerate().any(|(i, operand)| i != at && operand == value) {
                        return true;
                    }
                }
                Some(
                    Opcode::GetElementPtr | Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Phi | Opcode::Select,
                ) => {
                    open.push(user);
                }
                Some(Opcode::ICmp) if user.operands().any(is_plain_constant) => {}
                Some(Opcode::Call) => {
                    let mut given = user.call_arguments().enumerate().filter(|(_, given)| *given == value);
                    if user.callee() == Some(value) || given.any(|(i, _)| !is_let_go(user, i)) {
                        return true;
                    }
                }
                _ => return true,
            }
        }
    }
    false
}

/// Returns whether a call does not capture its `i`th argument.
fn is_let_go(call: Value<'_>, i: usize) -> bool {
    let Some(kind) = AttributeKind::named("captures") else { return false };
    let none = |of: Value<'_>| of.attribute(FIRST_PARAMETER + i as u32, kind) == Some(Attribute::Number(kind, 0));
    none(call) || call.callee().is_some_and(|callee| callee.function().is_some() && none(callee))
}
