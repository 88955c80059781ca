//! Modules with 32-bit pointers: addresses stored in memory have 32 bits. The host allocates all memory of a run below
//! 4 GiB, so that the low half of an address identifies it.
//!
//! In: the module in one address space. Out: types in memory have `i32` for each pointer, and accesses convert.

use super::made::Made;
use crate::errors;
use llvm_spirv::error::{Error, Result};
use llvm_spirv::llvm::{AttributeKind, AttributePlace, Builder, Module, Opcode, PlainAccess, Type, Value};
use rustc_hash::FxHashMap;

/// Returns whether a module's addresses have 32 bits.
pub fn is_narrow(module: &Module<'_>) -> bool {
    module.layout().pointer_size(1) == 4
}

/// Narrows the pointers in memory for the module's own functions and variables. Returns the functions for which this is
/// impossible, with the reasons.
pub fn narrow(module: &Module<'_>, made: Made<'_, '_>) -> Result<Vec<(String, Error)>> {
    let mut narrow = Narrow { made, builder: Builder::new(made.module), types: FxHashMap::default() };
    narrow.variables(&made.module.globals().collect::<Vec<_>>())?;
    let mut lacking = Vec::new();
    for function in module.functions().filter(|function| function.entry_block().is_some()) {
        let Some(made) = made.module.function(function.name()) else { continue };
        made.promote_variables()?;
        if let Err(error) = narrow.function(made) {
            lacking.push((function.name().to_owned(), error));
        }
    }
    Ok(lacking)
}

struct Narrow<'m, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
    /// Types with pointers in them, and their types in memory; types that do not change are missing or map to
    /// themselves.
    types: FxHashMap<Type<'m>, Type<'m>>,
}

impl<'m> Narrow<'m, '_> {
    /// Returns a type as it is laid out in memory.
    fn in_memory(&mut self, ty: Type<'m>) -> Result<Type<'m>> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        let context = self.made.context;
        let made = if ty.is_pointer() {
            context.int_type(32)?
        } else if ty.is_vector() {
            match ty.element().filter(|element| element.is_pointer()) {
                Some(_) => context.vector_type(context.int_type(32)?, u32::try_from(ty.count()).unwrap_or(0))?,
                None => ty,
            }
        } else if let Some(element) = ty.element().filter(|_| ty.is_array()) {
            let narrow = self.in_memory(element)?;
            if narrow == element { ty } else { context.array_type(narrow, ty.count())? }
        } else if ty.is_struct() {
            self.structure(ty)?
        } else {
            ty
        };
        self.types.insert(ty, made);
        Ok(made)
    }

    fn structure(&mut self, ty: Type<'m>) -> Result<Type<'m>> {
        let fields = ty.struct_fields();
        let narrow = fields.iter().map(|field| self.in_memory(*field)).collect::<Result<Vec<_>>>()?;
        if narrow == fields { Ok(ty) } else { self.made.context.struct_type(&narrow, ty.is_packed()) }
    }

    /// Changes variables to their types in memory.
    fn variables(&mut self, all: &[Value<'m>]) -> Result<()> {
        all.iter().try_for_each(|variable| variable.expand_uses())?;
        let mut changed = Vec::new();
        for old in all {
            let Some(ty) = old.value_type() else { continue };
            let narrow = self.in_memory(ty)?;
            if narrow != ty {
                let new = self.made.module.add_global("", narrow, 0)?;
                new.take_variable(*old)?;
                changed.push((*old, new));
            }
        }
        // Initializers name other variables, which all have their new places then.
        changed.iter().try_for_each(|(old, new)| old.replace_uses(*new))?;
        for (old, new) in changed {
            if let Some(initializer) = old.operand(0) {
                new.set_initializer(self.constant(initializer)?)?;
            }
            let name = old.name().to_owned();
            old.delete_global()?;
            new.set_name(&name);
        }
        Ok(())
    }

    /// Returns a constant as it is laid out in memory.
    fn constant(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let (context, ty) = (self.made.context, value.ty());
        let narrow = self.in_memory(ty)?;
        if narrow == ty {
            return Ok(value);
        }
        if value.is_poison() {
            return context.poison(narrow);
        }
        if value.is_undef() {
            return context.undef(narrow);
        }
        if value.is_null() {
            return context.const_null(narrow);
        }
        if ty.is_pointer() {
            let value = self.address(value)?;
            return context.const_cast(Opcode::PtrToInt, value, narrow);
        }
        let count = if ty.is_struct() { ty.struct_fields().len() as u64 } else { ty.count() };
        let parts = (0..u32::try_from(count).unwrap_or(0)).map(|index| {
            let part = value.aggregate_element(index);
            self.constant(part.ok_or_else(|| errors::internal("a constant without its parts"))?)
        });
        let parts = parts.collect::<Result<Vec<_>>>()?;
        match narrow.element() {
            Some(element) if ty.is_array() => context.const_array(element, &parts),
            _ if ty.is_struct() => context.const_struct(narrow, &parts),
            _ => context.const_vector(&parts),
        }
    }

    /// Returns an address in an initializer, whose indices step through types in memory.
    fn address(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let Some(source) = value.gep_source_type() else { return Ok(value) };
        let operands: Vec<_> = value.operands().collect();
        let Some((base, indices)) = operands.split_first() else { return Ok(value) };
        let (base, source) = (self.address(*base)?, self.in_memory(source)?);
        self.made.context.const_gep(source, base, indices, value.is_in_bounds())
    }

    fn function(&mut self, function: Value<'m>) -> Result<()> {
        let calls: Vec<_> = function.uses().filter(|user| user.is_call()).collect();
        for (index, _) in (0..).zip(function.params()) {
            for holder in [function].iter().chain(&calls) {
                self.parameter(*holder, AttributePlace::Param(index))?;
            }
        }
        let instructions: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        instructions.into_iter().try_for_each(|inst| self.instruction(inst))
    }

    /// Narrows the pointee in a parameter's attribute, if there is one.
    fn parameter(&mut self, holder: Value<'m>, place: AttributePlace) -> Result<()> {
        for kind in [AttributeKind::ByVal, AttributeKind::StructRet] {
            let Some(ty) = holder.type_attribute(place, kind) else { continue };
            let narrow = self.in_memory(ty)?;
            if narrow != ty {
                holder.remove_attribute(place, kind)?;
                holder.add_type_attribute(place, kind.name(), narrow)?;
            }
        }
        Ok(())
    }

    fn instruction(&mut self, inst: Value<'m>) -> Result<()> {
        match inst.opcode() {
            Some(Opcode::Alloca) => self.variable(inst),
            Some(Opcode::GetElementPtr) => self.element(inst),
            Some(Opcode::Load) => self.load(inst),
            Some(Opcode::Store) => self.store(inst),
            Some(Opcode::AtomicRmw | Opcode::CmpXchg)
                if inst.operand(1).is_some_and(|value| value.ty().is_pointer()) =>
            {
                Err(unsupported("an atomic access to an address"))
            }
            _ => Ok(()),
        }
    }

    fn variable(&mut self, inst: Value<'m>) -> Result<()> {
        let (Some(ty), Some(count)) = (inst.allocated_type(), inst.operand(0)) else { return Ok(()) };
        let narrow = self.in_memory(ty)?;
        if narrow == ty {
            return Ok(());
        }
        self.builder.position_before(inst)?;
        let new = if count.int_value() == Some(1) {
            self.builder.alloca(narrow, None)?
        } else {
            self.builder.array_alloca(narrow, count, None)?
        };
        new.set_alignment(inst.alignment())?;
        inst.replace_uses(new)?;
        inst.erase()
    }

    fn element(&mut self, inst: Value<'m>) -> Result<()> {
        let Some(source) = inst.gep_source_type() else { return Ok(()) };
        let narrow = self.in_memory(source)?;
        let operands: Vec<_> = inst.operands().collect();
        let Some((base, indices)) = operands.split_first().filter(|_| narrow != source) else { return Ok(()) };
        self.builder.position_before(inst)?;
        let new = self.builder.gep(narrow, *base, indices, inst.is_in_bounds())?;
        inst.replace_uses(new)?;
        inst.erase()
    }

    fn load(&mut self, inst: Value<'m>) -> Result<()> {
        let (ty, Some(place)) = (inst.ty(), inst.operand(0)) else { return Ok(()) };
        let narrow = self.in_memory(ty)?;
        if narrow == ty {
            return Ok(());
        }
        self.builder.position_before(inst)?;
        let loaded = self.builder.load_as(narrow, place, access(inst)?)?;
        inst.replace_uses(self.converted(loaded, ty, Opcode::IntToPtr)?)?;
        inst.erase()
    }

    fn store(&mut self, inst: Value<'m>) -> Result<()> {
        let (Some(value), Some(place)) = (inst.operand(0), inst.operand(1)) else { return Ok(()) };
        let narrow = self.in_memory(value.ty())?;
        if narrow == value.ty() {
            return Ok(());
        }
        self.builder.position_before(inst)?;
        let value = self.converted(value, narrow, Opcode::PtrToInt)?;
        self.builder.store_as(value, place, access(inst)?)?;
        inst.erase()
    }

    /// Converts a value to its type in memory, or back.
    fn converted(&mut self, value: Value<'m>, ty: Type<'m>, cast: Opcode) -> Result<Value<'m>> {
        if value.ty() == ty {
            return Ok(value);
        }
        if !ty.is_struct() && !ty.is_array() {
            return self.builder.cast(cast, value, ty);
        }
        let parts = if ty.is_struct() {
            ty.struct_fields()
        } else {
            ty.element().into_iter().cycle().take(usize::try_from(ty.count()).unwrap_or(0)).collect()
        };
        let mut made = self.made.context.poison(ty)?;
        for (index, part) in (0..).zip(parts) {
            let old = self.builder.extract_value(value, &[index])?;
            let new = self.converted(old, part, cast)?;
            made = self.builder.insert_value(made, new, &[index])?;
        }
        Ok(made)
    }
}

fn unsupported(what: &str) -> Error {
    errors::unsupported(format!("{what} in a module with 32-bit pointers, on the cpu"))
}

/// Returns the properties of a load or a store; rejects atomic ones.
fn access(inst: Value<'_>) -> Result<PlainAccess> {
    if inst.is_atomic() {
        return Err(unsupported("an atomic access to an address"));
    }
    Ok(PlainAccess { alignment: inst.alignment(), is_volatile: inst.is_volatile() })
}
