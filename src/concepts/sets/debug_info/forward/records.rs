//! Records of variables, forward: `DebugDeclare` and `DebugValue`.

use super::super::expressions;
use super::super::indexes::{self, Bits};
use super::super::rows::number;
use super::body::{extended, locate, lose, reserve};
use super::dominance;
use crate::binary::builder::Id;
use crate::concepts::base::{constants, types, values};
use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::debug::{Link, Record, RecordKind};
use crate::llvm::{Metadata, Opcode, Type, TypeKind, Value, ValueKind};
use crate::state::Forward;
use crate::state::slots::debug_info::{Pending, Role};
use ::spirv::{Capability, Op};

/// DWARF's operation that dereferences an address.
const DEREFERENCE: u64 = 0x06;

/// The limit on the number of parts of a type that are examined.
const MOST_PARTS: u32 = 64;

/// The variable of a record.
#[derive(Clone, Copy)]
struct Variable<'m> {
    id: Id,
    node: Metadata<'m>,
}

/// Emits the records in front of an instruction.
pub fn records<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if !f.debug.as_deref().is_some_and(|debug| debug.is_described && debug.set.is_some()) {
        return Ok(());
    }
    inst.records().into_iter().try_for_each(|record| self::record(f, record, inst))
}

fn record<'m>(f: &mut Forward<'m>, record: Record<'m>, inst: Value<'m>) -> Result<()> {
    if record.kind == RecordKind::Label {
        lose(f, "labels");
        return Ok(());
    }
    let (Some(variable), Some(expression)) = (record.variable, record.expression) else { return Ok(()) };
    locate(f, record.location)?;
    let variable = Variable { id: reserve(f, (variable, Role::Full)), node: variable };
    let words = expression.expression_words();
    if f.options.policy.keeps_operations && record.count > 1 {
        return first_of_several(f, variable, record.value, &words);
    }
    let value = record.value.filter(|value| record.count == 1 && dominance::reaches(f, *value, inst));
    if f.options.policy.makes_values_for_records {
        name_none(f);
    }
    // What is declared is a parameter or a variable.
    let declared = value.filter(|value| value.kind() == ValueKind::Argument);
    if let (RecordKind::DeclareValue, Some(value)) = (record.kind, declared)
        && let Some(value) = value_id(f, value)?
    {
        return said(f, number::DECLARE, variable, (value, None), &words);
    }
    if record.kind == RecordKind::Declare {
        if let Some(address) = address(f, value)? {
            return said(f, number::DECLARE, variable, (address, None), &words);
        }
        if f.options.policy.ignores_variables_without_address && value.is_none_or(is_no_address) {
            return Ok(());
        }
        return self::value(f, variable, value, &dereferenced(&words));
    }
    self::value(f, variable, value, &words)
}

/// Returns the expression with a dereference added, in front of its fragment.
fn dereferenced(words: &[u64]) -> Vec<u64> {
    let (first, part) = fragment(words);
    [first, &[DEREFERENCE], part].concat()
}

/// Emits `DebugDeclare` or `DebugValue`; if the expression cannot be translated, the location of the variable is marked
/// as unknown. `ty` is the type of the value, or of the memory at the address, if known.
fn said<'m>(
    f: &mut Forward<'m>,
    number: u32,
    variable: Variable<'m>,
    (object, ty): (Id, Option<Type<'m>>),
    words: &[u64],
) -> Result<()> {
    let (whole, part) = part(f, variable, words, ty.map(levels))?;
    match expression(f, whole) {
        Ok(expression) => extended(f, &[&[number, variable.id, object, expression], part.as_slice()].concat()),
        Err(operation) => {
            lose(f, &format!("places of variables: {}", expressions::name(operation)));
            killed(f, variable, None, words)
        }
    }
}

fn value<'m>(f: &mut Forward<'m>, variable: Variable<'m>, value: Option<Value<'m>>, words: &[u64]) -> Result<()> {
    match value.map(|value| value_id(f, value)).transpose()?.flatten() {
        Some(id) => said(f, number::VALUE, variable, (id, value.and_then(|value| described(value, words))), words),
        None => {
            if value.is_some_and(|value| !is_nothing(value)) || value.is_none() && !words.is_empty() {
                lose(f, "places of variables: values without an id");
            }
            killed(f, variable, value.filter(|value| is_nothing(*value)), words)
        }
    }
}

/// Returns the type that a value and an expression describe; after a dereference it is only known for an `alloca`.
fn described<'m>(value: Value<'m>, words: &[u64]) -> Option<Type<'m>> {
    match fragment(words).0.last() {
        Some(&DEREFERENCE) => value.is_op(Opcode::Alloca).then(|| value.allocated_type()).flatten(),
        _ => Some(value.ty()),
    }
}

/// Ends the known location of a variable, or of a part of it, by an undefined value: of the type of LLVM's value if the
/// module has that type.
fn killed<'m>(f: &mut Forward<'m>, variable: Variable<'m>, nothing: Option<Value<'m>>, words: &[u64]) -> Result<()> {
    let fragment = fragment(words).1;
    let known = nothing.map(Value::ty).filter(|ty| has_type(f, *ty));
    let (whole, part) = part(f, variable, fragment, Some(known.map_or(0, levels)))?;
    let Ok(expression) = expression(f, whole) else { return Ok(()) };
    let ty = match known {
        Some(ty) => types::forward(f, ty)?,
        None => f.spv.unique_type(Op::TypeInt, &[32, 0])?,
    };
    let nothing = f.spv.unique_constant(Op::Undef, ty, &[])?;
    extended(f, &[&[number::VALUE, variable.id, nothing, expression], part.as_slice()].concat())
}

/// Returns an expression without its fragment, and the fragment.
fn fragment(words: &[u64]) -> (&[u64], &[u64]) {
    let place = words.len().checked_sub(3).filter(|place| words.get(*place) == Some(&expressions::FRAGMENT));
    words.split_at(place.unwrap_or(words.len()))
}

/// Returns an expression and the indexes of its fragment: modules with logical addressing have indexes, as their
/// producers write them; other modules keep the fragment operation, which all readers know. `levels` is the number of
/// nested aggregates of the value; none for a declared address.
fn part<'m, 'w>(
    f: &mut Forward<'m>,
    variable: Variable<'m>,
    words: &'w [u64],
    levels: Option<usize>,
) -> Result<(&'w [u64], Vec<Id>)> {
    if !f.debug.as_deref().is_some_and(|debug| debug.has_indexes) {
        return Ok((words, Vec::new()));
    }
    let (whole, fragment) = fragment(words);
    let bits = match *fragment {
        [_, offset, size] => Some(Bits { offset, size }),
        _ => None,
    };
    if bits.is_none() && levels.is_none() {
        return Ok((words, Vec::new()));
    }
    match indexes::path(variable.node.debug_node().link(Link::Base), bits, levels.unwrap_or(usize::MAX)) {
        Some(path) => {
            let indexes = path.into_iter().map(|index| constants::word(f, index as u32));
            Ok((whole, indexes.collect::<Result<_>>()?))
        }
        None => Ok((words, Vec::new())),
    }
}

/// Emits the record of several values with the first one: in the sets for shaders with the whole expression, else as unknown.
fn first_of_several<'m>(
    f: &mut Forward<'m>,
    variable: Variable<'m>,
    first: Option<Value<'m>>,
    words: &[u64],
) -> Result<()> {
    let is_of_shaders = f.debug.as_deref().and_then(|debug| debug.set).is_some_and(|set| set.is_of_shaders());
    if is_of_shaders {
        return value(f, variable, first, words);
    }
    let Ok(expression) = expression(f, &[]) else { return Ok(()) };
    let ty = match first {
        Some(first) => types::forward(f, first.ty())?,
        None => f.spv.unique_type(Op::TypeInt, &[32, 0])?,
    };
    let nothing = f.spv.unique_constant(Op::Undef, ty, &[])?;
    extended(f, &[number::VALUE, variable.id, nothing, expression])
}

/// Returns the id of `DebugInfoNone`, which is written in front of all other debug instructions.
fn name_none(f: &mut Forward<'_>) -> Id {
    let nowhere = match f.debug.as_deref().and_then(|debug| debug.none) {
        Some(none) => none,
        None => f.spv.fresh(),
    };
    if let Some(debug) = f.debug.as_deref_mut() {
        debug.none = Some(nowhere);
        debug.none_is_needed = true;
    }
    nowhere
}

fn is_no_address(value: Value<'_>) -> bool {
    is_nothing(value) || value.kind() == ValueKind::PointerNull
}

fn is_nothing(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Poison | ValueKind::Undef)
}

/// Returns the id of a value; for a record only constants are translated.
fn value_id<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<Id>> {
    if is_nothing(value) {
        return Ok(None);
    }
    let known = f.body.values.get(&value).or_else(|| f.globals.get(&value)).map(|operand| operand.id);
    let ty = value.ty();
    let makes = f.options.policy.makes_values_for_records;
    let is_number = value.int_value().is_some() && makes;
    let may_be_made = value.is_constant() && (is_number || has_type(f, ty)) && !value.is_function();
    match known {
        // Structures may be matrices, which shaders have.
        None if makes && is_computed(value) => Ok(constants::module_scope(f, value).ok().map(|operand| operand.id)),
        None if may_be_made && is_aggregate(ty) && !value.is_constant_expression() => {
            f.shaders.has_signed_constants = false;
            Ok(values::operand(f, value).ok().map(|operand| operand.id))
        }
        None if may_be_made && !value.is_constant_expression() => {
            Ok(constants::module_scope(f, value).ok().map(|operand| operand.id))
        }
        known => Ok(known),
    }
}

/// Returns whether a constant is a small expression over integers alone.
fn is_computed(value: Value<'_>) -> bool {
    let mut open = vec![value];
    for count in 0..MOST_PARTS {
        let Some(part) = open.pop() else { return count > 1 };
        let is_integer = part.ty().scalar().kind() == TypeKind::Integer;
        if !part.is_constant() || !is_integer || part.is_global_value() {
            return false;
        }
        open.extend(part.operands());
    }
    false
}

/// Returns the number of nested aggregates in a type, each the only element of the one around it, up to one with
/// several elements or a scalar element. A matrix counts as one array: LLVM's structure around it only marks it.
fn levels(ty: Type<'_>) -> usize {
    let mut levels = 0;
    let mut next = Some(ty);
    while let Some(ty) = next.filter(|ty| is_aggregate(*ty)) {
        levels += 1;
        if notes::is_any_matrix(ty) {
            break;
        }
        let mut fields = ty.fields();
        next = match (fields.next(), fields.next()) {
            (Some(only), None) if ty.is_struct() => Some(only),
            _ => ty.element().filter(|_| ty.count() == 1),
        };
    }
    levels
}

fn is_aggregate(ty: Type<'_>) -> bool {
    !ty.is_vector() && ty.bits().is_none()
}

/// Returns whether the module has a type, or the capabilities for all its parts.
fn has_type(f: &Forward<'_>, ty: Type<'_>) -> bool {
    let mut open = vec![ty];
    for _ in 0..MOST_PARTS {
        let Some(part) = open.pop() else { return true };
        if is_plain(part) || f.types.contains_key(&part) || is_number(f, part) {
            continue;
        }
        match part.element() {
            Some(element) if !part.is_vector() && part.count() != 0 => open.push(element),
            None if part.is_struct() => open.extend(part.fields()),
            _ => return false,
        }
    }
    false
}

/// Returns whether the module has the capability of a number, or of a vector of up to four.
fn is_number(f: &Forward<'_>, ty: Type<'_>) -> bool {
    const INTEGERS: [(u32, Capability); 3] = [(8, Capability::Int8), (16, Capability::Int16), (64, Capability::Int64)];
    let (scalar, is_short) = (ty.scalar(), !ty.is_vector() || (2..=4).contains(&ty.count()));
    let has = |(width, capability)| scalar.is_int_of(width) && f.spv.has(capability);
    let is_float = match scalar.kind() {
        TypeKind::Half => f.spv.has(Capability::Float16),
        TypeKind::Double => f.spv.has(Capability::Float64),
        _ => false,
    };
    is_short && (is_float || INTEGERS.into_iter().any(has))
}

/// Returns whether a type needs no capability: booleans, numbers of 32 bits, and vectors of these.
fn is_plain(ty: Type<'_>) -> bool {
    let is_short = !ty.is_vector() || (2..=4).contains(&ty.count());
    is_short && ty.scalar().bits().is_some_and(|bits| bits.is_int_of(32) || bits.is_int_of(1))
}

/// The id of an address that may be declared.
fn address<'m>(f: &mut Forward<'m>, value: Option<Value<'m>>) -> Result<Option<Id>> {
    let Some(value) = value else { return Ok(None) };
    match variable_id(f, value) {
        None if f.options.policy.makes_values_for_records && value.is_op(Opcode::Alloca) => value_id(f, value),
        variable => Ok(variable),
    }
}

/// Returns the `OpVariable` or `OpFunctionParameter` for a value.
fn variable_id<'m>(f: &Forward<'m>, value: Value<'m>) -> Option<Id> {
    if let Some(variable) = f.body.generic_variables.get(&value) {
        return Some(variable.id);
    }
    let known = match value.is_global_variable() {
        true => f.globals.get(&value),
        false => f.body.values.get(&value),
    };
    let is_variable = is_variable(value) || value.is_global_variable() || value.kind() == ValueKind::Argument;
    known.filter(|_| is_variable).map(|operand| operand.id)
}

/// Returns whether a value is memory of constant size, which becomes an `OpVariable`.
fn is_variable(value: Value<'_>) -> bool {
    value.is_op(Opcode::Alloca) && value.operand(0).is_none_or(Value::is_constant)
}

/// Returns the id of an expression, or as an error the operation that cannot be expressed.
fn expression(f: &mut Forward<'_>, words: &[u64]) -> std::result::Result<Id, u64> {
    let (takes_all, keeps) = (f.options.extra_di_expressions, f.options.policy.keeps_operations);
    let Some(debug) = f.debug.as_deref_mut() else { return Err(0) };
    let takes_all = takes_all || debug.set == Some(crate::state::slots::debug_info::Set::Shader200);
    let operations = expressions::forward(words, takes_all, keeps)?;
    let operations: Vec<_> = operations.iter().map(|one| [&[one.number], one.operands.as_slice()].concat()).collect();
    if let Some(id) = debug.expressions.get(&operations) {
        return Ok(*id);
    }
    let id = f.spv.fresh();
    debug.expressions.insert(operations.clone(), id);
    debug.pending.push((Pending::Expression(operations), id));
    Ok(id)
}
