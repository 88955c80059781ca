//! Constant tables with the addresses of other constants, such as strings.
//!
//! In: constants whose pointers all lead to other constants. Out: these other constants joined in one array, tables of
//! offsets into the array, and chains from the array in place of the loads of addresses.

use super::host::Data;
use super::spaces;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::{Place, offset_of};
use crate::llvm::{Builder, Linkage, Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The depth to which a table may nest.
const MAX_DEPTH: u32 = 16;

/// Replaces tables of addresses in a module whose calls are inlined.
pub fn flatten<'m>(place: &Place<'m>) -> Result<()> {
    let mut targets = Vec::new();
    let mut tables = Vec::new();
    for global in place.module.globals().filter(|global| is_constant(*global)) {
        let mut found = Vec::new();
        let value = global.initializer().filter(|value| addresses(*value, &mut found, MAX_DEPTH));
        if value.is_some() && !found.is_empty() {
            tables.push(global);
            targets.extend(found);
        }
    }
    let mut seen = FxHashSet::default();
    targets.retain(|target| seen.insert(*target));
    if targets.is_empty() || tables.iter().any(|table| targets.contains(table)) {
        return Ok(());
    }
    let whole = Array::of(place, &targets)?;
    tables.into_iter().try_for_each(|table| whole.table(table))?;
    whole.finish()
}

/// Returns whether a variable is a constant in function or constant memory, which all work-items see alike.
fn is_constant(global: Value<'_>) -> bool {
    global.is_global_constant() && [spaces::FUNCTION, spaces::CONSTANT].contains(&global.ty().address_space())
}

/// Collects the constants whose addresses a value contains; returns whether all of its pointers lead to constants.
fn addresses<'m>(value: Value<'m>, to: &mut Vec<Value<'m>>, depth: u32) -> bool {
    let ty = value.ty();
    if ty.is_pointer() {
        let target = target(value).filter(|target| is_constant(*target) && target.initializer().is_some());
        to.extend(target);
        return target.is_some();
    }
    if !ty.is_struct() && !ty.is_array() {
        return true;
    }
    parts(value).is_some_and(|parts| depth > 0 && parts.into_iter().all(|part| addresses(part, to, depth - 1)))
}

/// Returns the variable that a constant address leads to.
fn target(address: Value<'_>) -> Option<Value<'_>> {
    match address.any_opcode() {
        Some(Opcode::GetElementPtr) => address.operand(0).filter(|base| base.is_global_variable()),
        _ => Some(address).filter(|address| address.is_global_variable()),
    }
}

/// Returns the members or elements of a constant; an empty list for data arrays, which contain no pointers.
fn parts(value: Value<'_>) -> Option<Vec<Value<'_>>> {
    let ty = value.ty();
    if value.data_bytes().is_some() {
        return Some(Vec::new());
    }
    let count = if ty.is_struct() { u64::from(ty.field_count()) } else { ty.count() };
    (0..u32::try_from(count).ok()?).map(|index| value.aggregate_element(index)).collect()
}

/// The array of all constants whose addresses are in tables.
struct Array<'a, 'm> {
    place: &'a Place<'m>,
    emit: Emit<'m>,
    variable: Value<'m>,
    offsets: FxHashMap<Value<'m>, u64>,
}

impl<'a, 'm> Array<'a, 'm> {
    fn of(place: &'a Place<'m>, targets: &[Value<'m>]) -> Result<Self> {
        let mut data = Data { set: 0, binding: 0, bytes: Vec::new() };
        let mut offsets = FxHashMap::default();
        for target in targets {
            let ty = target.value_type().ok_or_else(no_type)?;
            let alignment = place.module.layout().abi_alignment(ty).unwrap_or(1).max(target.alignment());
            offsets.insert(*target, data.add(place, target.initializer(), ty, alignment.into())?);
        }
        let mut elements = targets.iter().map(|target| target.value_type().and_then(element));
        let first = elements.next().flatten();
        let element = first.filter(|first| elements.all(|element| element == Some(*first)));
        let element = element.map_or_else(|| place.context.int_type(8), Ok)?;
        let size = place.module.layout().store_size(element).unwrap_or(1).max(1) as usize;
        data.bytes.resize(data.bytes.len().next_multiple_of(size), 0);
        let value = place.context.const_data_array(element, &data.bytes)?;
        let space = targets.first().map_or(spaces::CONSTANT, |target| target.ty().address_space());
        let variable = place.module.add_global("addressed", value.ty(), space)?;
        variable.set_initializer(value)?;
        variable.set_global_constant(true)?;
        variable.set_linkage(Linkage::Private)?;
        let emit = Emit { context: place.context, builder: Builder::new(place.module) };
        Ok(Self { place, emit, variable, offsets })
    }

    /// Replaces a table of addresses by a table of offsets, and the loads from it.
    fn table(&self, old: Value<'m>) -> Result<()> {
        let value = self.numbers(old.initializer().ok_or_else(no_type)?)?;
        let new = self.place.module.add_global("", value.ty(), old.ty().address_space())?;
        new.set_initializer(value)?;
        new.set_global_constant(true)?;
        new.set_linkage(Linkage::Private)?;
        self.place.replace_global(old, new)?;
        loads(new).into_iter().try_for_each(|load| self.load(load))
    }

    /// Returns a constant with offsets in the place of addresses.
    fn numbers(&self, value: Value<'m>) -> Result<Value<'m>> {
        let (context, ty) = (&self.place.context, value.ty());
        if ty.is_pointer() {
            let target = target(value).ok_or_else(no_type)?;
            let inner = if target == value { 0 } else { offset_of(self.place, value).ok_or_else(no_type)? };
            let offset = self.offsets.get(&target).copied().ok_or_else(no_type)?.wrapping_add(inner);
            return context.const_int(self.number(ty)?, offset);
        }
        let parts = parts(value).filter(|parts| !parts.is_empty() && (ty.is_struct() || ty.is_array()));
        let Some(parts) = parts else { return Ok(value) };
        let parts = parts.into_iter().map(|part| self.numbers(part)).collect::<Result<Vec<_>>>()?;
        match parts.first() {
            Some(first) if ty.is_array() => context.const_array(first.ty(), &parts),
            _ => {
                let types: Vec<_> = parts.iter().map(|part| part.ty()).collect();
                context.const_struct(context.struct_type(&types, ty.is_packed())?, &parts)
            }
        }
    }

    /// Returns the integer type as wide as a pointer.
    fn number(&self, pointer: Type<'m>) -> Result<Type<'m>> {
        self.place.context.int_type(self.place.module.layout().pointer_size(pointer.address_space()) * 8)
    }

    /// Replaces the load of an address by the load of an offset, and a chain from the array.
    fn load(&self, load: Value<'m>) -> Result<()> {
        let pointer = load.operand(0).ok_or_else(no_type)?;
        self.emit.builder.position_before(load)?;
        let number = self.emit.builder.load(self.number(load.ty())?, pointer)?;
        number.set_alignment(load.alignment())?;
        let byte = self.place.context.int_type(8)?;
        let chain = self.emit.builder.gep(byte, self.variable, &[number], false)?;
        let is_same = chain.ty() == load.ty();
        let chain = if is_same { chain } else { self.emit.builder.cast(Opcode::AddrSpaceCast, chain, load.ty())? };
        load.replace_uses(chain)?;
        load.erase()
    }

    /// Replaces all other uses of the constants by addresses in the array.
    fn finish(self) -> Result<()> {
        let (byte, word) = (self.place.context.int_type(8)?, self.place.context.int_type(32)?);
        for (target, offset) in self.offsets {
            let offset = self.place.context.const_int(word, offset)?;
            let part = self.place.context.const_gep(byte, self.variable, &[offset], false)?;
            if target.is_used() && target.ty() == part.ty() {
                target.replace_uses(part)?;
            }
        }
        Ok(())
    }
}

/// Returns the scalar type of which a type is an array, possibly a nested one; `None` if it is no number.
fn element(ty: Type<'_>) -> Option<Type<'_>> {
    let mut inner = ty;
    while inner.is_array() {
        inner = inner.element()?;
    }
    (inner.is_int() && inner.int_width() >= 8 || inner.float_width() > 0).then_some(inner)
}

/// Returns the loads of pointers from a variable.
fn loads(variable: Value<'_>) -> Vec<Value<'_>> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![variable], Vec::new());
    while let Some(pointer) = work.pop() {
        for user in pointer.uses() {
            match user.any_opcode() {
                Some(Opcode::Load) if user.ty().is_pointer() && seen.insert(user) => found.push(user),
                Some(Opcode::GetElementPtr | Opcode::AddrSpaceCast | Opcode::Phi | Opcode::Select)
                    if seen.insert(user) =>
                {
                    work.push(user);
                }
                _ => {}
            }
        }
    }
    found
}

fn no_type() -> Error {
    Error::internal("a table without a value")
}
