//! Pointers as arguments of calls, and of atomic instructions.

use super::Rebuild;
use super::pointers::unknown;
use crate::concepts::shaders::opaque;
use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::slots::shaders::Note;
use llvm_ir::sorting::Sorting;
use llvm_spirv_mangling as mangling;

/// The number of nested arrays and structures that are examined.
const MOST_NESTED: usize = 256;

impl<'m> Rebuild<'_, 'm> {
    /// Rewrites the pointer arguments of a call.
    pub fn call(&mut self, inst: Value<'m>) -> Result<()> {
        let Some(callee) = inst.called_function() else { return Ok(()) };
        let name = callee.name();
        match () {
            () if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => {
                return self.copy(inst, false);
            }
            () if name.starts_with("llvm.memset.") => return self.copy(inst, true),
            () if name.starts_with("llvm.lifetime.") => {
                self.replaced.push(inst);
                return Ok(());
            }
            () if name.starts_with("llvm.") => return Ok(()),
            () => {}
        }
        let pointers: Vec<_> = (0..).zip(inst.call_args()).filter(|(_, arg)| arg.ty().is_pointer()).collect();
        if pointers.is_empty() {
            return Ok(());
        }
        let mut wanted = self.parameters(callee);
        if is_comparison(callee) && wanted.iter().take(2).all(Option::is_none) {
            self.begin(inst)?;
            wanted = vec![self.compared(callee, &pointers)?; 2];
        }
        for (index, pointer) in pointers {
            match wanted.get(index as usize).copied().flatten() {
                Some(wanted) => self.argument(inst, index, pointer, wanted)?,
                None => self.opaque_argument(inst, index, pointer, callee)?,
            }
        }
        Ok(())
    }

    /// Returns the array or matrix type that both compared pointers can point to, where the name of the function leaves
    /// it open. The candidates are the pointees, the types that the chains start at, and the types within the pointees.
    fn compared(&mut self, callee: Value<'m>, pointers: &[(u32, Value<'m>)]) -> Result<Option<Type<'m>>> {
        let named = mangling::parse_symbol(callee.name()).ok().and_then(|name| name.params.into_iter().next());
        let named = match named.as_ref().and_then(mangling::Type::as_pointer).map(|pointer| &pointer.pointee) {
            Some(mangling::Type::Named(named)) => Some(named.clone()),
            _ => None,
        };
        let is_it = |ty: &Type<'m>| match (ty.is_array(), &named) {
            (true, named) => named.as_ref().is_none_or(|named| named.starts_with("spirv.array")),
            // Whether it is row-major is not in the name.
            (false, Some(named)) => ty.struct_name().is_some_and(|name| name.starts_with(named.as_str())),
            (false, None) => false,
        };
        let known: Vec<_> = pointers.iter().filter_map(|(_, pointer)| self.places.pointee(*pointer)).collect();
        let through = pointers.iter().filter_map(|(_, pointer)| pointer.gep_source_type());
        let within = known.iter().flat_map(|ty| parts(*ty)).collect::<Vec<_>>();
        for ty in known.into_iter().chain(through).chain(within).filter(is_it) {
            let mut are_possible = true;
            for (_, pointer) in pointers {
                are_possible = are_possible && (pointer.is_null() || self.can_be(*pointer, ty)?);
            }
            if are_possible {
                return Ok(Some(ty));
            }
        }
        Ok(None)
    }

    /// Returns whether a pointer is to an object of a type, or a chain can lead to one.
    fn can_be(&mut self, pointer: Value<'m>, wanted: Type<'m>) -> Result<bool> {
        Ok(self.is_exact(pointer, wanted)? || self.exact(pointer, wanted)?.is_some())
    }

    /// Rewrites the pointer of an `atomicrmw` or `cmpxchg`.
    pub fn atomic(&mut self, inst: Value<'m>) -> Result<()> {
        let [Some(pointer), Some(value)] = [0, 1].map(|index| inst.operand(index)) else { return Ok(()) };
        self.argument(inst, 0, pointer, value.ty())
    }

    /// Replaces an operand by a pointer to an object of a type.
    fn argument(&mut self, inst: Value<'m>, index: u32, pointer: Value<'m>, wanted: Type<'m>) -> Result<()> {
        if self.is_exact(pointer, wanted)? {
            return Ok(());
        }
        self.begin(inst)?;
        let exact = self.exact(pointer, wanted)?.ok_or_else(|| unknown(pointer))?;
        inst.set_operand(index, exact)
    }

    /// Replaces an operand by a pointer to the object at its address: a structure with the name that the function
    /// states, or an object without parts, such as an image or a ray query.
    fn opaque_argument(&mut self, inst: Value<'m>, index: u32, pointer: Value<'m>, callee: Value<'m>) -> Result<()> {
        let name = mangling::parse_symbol(callee.name()).ok();
        let param = name.and_then(|name| name.params.into_iter().nth(index as usize));
        // An image is a pointer to its name.
        let pointees = std::iter::successors(param.as_ref(), |ty| ty.as_pointer().map(|pointer| &pointer.pointee));
        let named = match pointees.skip(1).last() {
            Some(mangling::Type::Named(name)) => name.clone(),
            _ => String::new(),
        };
        self.begin(inst)?;
        let arrays = if opaque::is_array(&named) { self.arrays(pointer) } else { Vec::new() };
        for wanted in arrays.into_iter().chain(self.structures(&named)) {
            if self.is_exact(pointer, wanted)? {
                return Ok(());
            }
            if let Some(exact) = self.exact(pointer, wanted)? {
                return inst.set_operand(index, exact);
            }
        }
        let made = if opaque::is_array(&named) { self.physical_array(inst, pointer, &named)? } else { None };
        if let Some(made) = made {
            return inst.set_operand(index, made);
        }
        let is_whole =
            self.places.pointee(pointer).is_some_and(|memory| !memory.is_array() || !named.starts_with("__spirv_"));
        if is_whole || self.places.pointee(pointer).is_none() && !pointer.is_gep() {
            return Ok(());
        }
        let byte = self.emit.context.int_type(8)?;
        let place = self.place(pointer, 0, byte)?.filter(|place| place.rest == 0);
        inst.set_operand(index, place.ok_or_else(|| unknown(pointer))?.pointer)
    }

    /// Returns the array types whose first byte is at a pointer, outermost first.
    fn arrays(&mut self, pointer: Value<'m>) -> Vec<Type<'m>> {
        let first = |ty: &Type<'m>| if ty.is_array() { ty.element() } else { ty.field(0) };
        let parts = std::iter::successors(self.places.pointee(pointer), first).take(MOST_NESTED);
        parts.filter(|ty| ty.is_array()).collect()
    }

    /// Returns the structures whose name in LLVM or in SPIR-V is this one.
    fn structures(&self, name: &str) -> Vec<Type<'m>> {
        let is_it = |(ty, row): &(&Type<'m>, &crate::state::slots::shaders::ForwardStruct<'m>)| {
            !name.is_empty() && (ty.struct_name() == Some(name) || row.name == name)
        };
        let mut all: Vec<_> = self.table.iter().filter(is_it).map(|(ty, _)| *ty).collect();
        // The order in a table is not that of the module.
        all.arrange_by_key(|ty| ty.struct_name().map(str::to_owned));
        all
    }

    /// Returns the pointees of the parameters of a function, from its notes or its mangled name; `None` where neither
    /// states them.
    fn parameters(&self, callee: Value<'m>) -> Vec<Option<Type<'m>>> {
        if let Some(list) = callee.function_metadata(notes::NAME) {
            let pointee = |node: Option<_>| match notes::read(node?).ok()? {
                Note::Pointer { pointee, .. } => pointee,
                _ => None,
            };
            return list.operands().into_iter().skip(1).map(pointee).collect();
        }
        let Ok(name) = mangling::parse_symbol(callee.name()) else { return Vec::new() };
        name.params.iter().map(|ty| self.mangled(&ty.as_pointer()?.pointee)).collect()
    }

    /// Returns the LLVM type of a mangled type; `None` for other types than numbers and vectors.
    fn mangled(&self, ty: &mangling::Type) -> Option<Type<'m>> {
        use mangling::Type as T;
        let context = self.emit.context;
        match ty {
            T::Bool => Some(context.bool_type()),
            T::Half | T::Float16 => Some(context.half_type()),
            T::BFloat16 => Some(context.bfloat_type()),
            T::Float => Some(context.float_type()),
            T::Double => Some(context.double_type()),
            T::Char | T::SChar | T::UChar => context.int_type(8).ok(),
            T::Short | T::UShort => context.int_type(16).ok(),
            T::Int | T::UInt => context.int_type(32).ok(),
            T::Long | T::ULong | T::LongLong | T::ULongLong => context.int_type(64).ok(),
            T::Vector(lanes, element) => context.vector_type(self.mangled(element)?, *lanes).ok(),
            _ => None,
        }
    }
}

/// Returns whether a function compares two pointers, which have one type.
pub fn is_comparison(callee: Value<'_>) -> bool {
    const COMPARISONS: [&str; 3] = ["__spirv_PtrDiff", "__spirv_PtrEqual", "__spirv_PtrNotEqual"];
    mangling::base_name(callee.name()).is_some_and(|base| COMPARISONS.contains(&base))
}

/// Returns a type and the types that it contains, the outer ones first; elements count once.
fn parts(ty: Type<'_>) -> Vec<Type<'_>> {
    const MOST: usize = 64;
    let (mut all, mut next) = (vec![ty], 0);
    while let Some(ty) = all.get(next).copied().filter(|_| next < MOST) {
        let inner: Vec<_> = ty.fields().chain(ty.element()).filter(|ty| ty.is_array() || ty.is_struct()).collect();
        all.extend(inner);
        next += 1;
    }
    all
}
