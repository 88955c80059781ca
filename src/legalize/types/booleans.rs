//! Variables whose booleans stay booleans in memory.
//!
//! Booleans have no size in SPIR-V, so that memory has bytes in their place. A variable that no other module sees, and
//! that is accessed by loads and stores of its own types alone, needs no size: its booleans stay.

use crate::llvm::{Linkage, Module, Opcode, Type, Value};
use rustc_hash::FxHashSet;

/// The pointers to such variables, and to parts of them.
#[derive(Debug, Default)]
pub struct Booleans<'m>(FxHashSet<Value<'m>>);

impl<'m> Booleans<'m> {
    /// Returns whether a pointer is to a variable whose booleans stay, or to a part of one.
    pub fn contains(&self, pointer: Option<Value<'m>>) -> bool {
        !self.0.is_empty() && pointer.is_some_and(|pointer| self.0.contains(&pointer))
    }

    /// Examines the internal variables of a module that contain booleans according to the test.
    pub fn look(&mut self, module: &'m Module<'_>, mut holds_booleans: impl FnMut(Type<'m>) -> bool) {
        let is_internal = |variable: &Value<'m>| matches!(variable.linkage(), Linkage::Internal | Linkage::Private);
        for variable in module.globals().filter(is_internal) {
            variable.value_type().filter(|ty| holds_booleans(*ty)).map(|ty| self.note(variable, ty));
        }
    }

    /// Adds a variable if only loads and stores of its own types access it; returns whether this is so.
    pub fn note(&mut self, variable: Value<'m>, ty: Type<'m>) -> bool {
        let mut places = vec![(variable, ty)];
        let mut next = 0;
        while let Some((place, ty)) = places.get(next).copied() {
            for user in place.uses() {
                match use_of(place, ty, user) {
                    Use::Access => {}
                    Use::Part(part) => places.push((user, part)),
                    Use::Other => return false,
                }
            }
            next += 1;
        }
        self.0.extend(places.into_iter().map(|(place, _)| place));
        true
    }
}

/// The use of a pointer by an instruction.
enum Use<'m> {
    /// A load or store of the type that the pointer is to.
    Access,
    /// A `getelementptr` to a part of this type.
    Part(Type<'m>),
    /// Any other use.
    Other,
}

fn use_of<'m>(place: Value<'m>, ty: Type<'m>, user: Value<'m>) -> Use<'m> {
    let is_access = match user.opcode().filter(|_| user.is_instruction() && !user.is_atomic()) {
        Some(Opcode::Load) => user.ty() == ty,
        Some(Opcode::Store) => {
            user.operand(1) == Some(place) && user.operand(0).is_some_and(|stored| stored.ty() == ty)
        }
        Some(Opcode::GetElementPtr) if user.gep_source_type() == Some(ty) => {
            return part(ty, user).map_or(Use::Other, Use::Part);
        }
        _ => false,
    };
    if is_access { Use::Access } else { Use::Other }
}

/// Returns the type of the part of a variable that an address is of; `None` if the address may be outside of the
/// variable.
fn part<'m>(ty: Type<'m>, address: Value<'m>) -> Option<Type<'m>> {
    let mut indices = address.operands().skip(1);
    let first = indices.next().and_then(Value::int_value);
    let step = |ty: Type<'m>, index: Value<'m>| match () {
        () if ty.is_struct() => ty.fields().nth(usize::try_from(index.int_value()?).ok()?),
        () if ty.is_array() => ty.element(),
        () => None,
    };
    indices.try_fold(ty, step).filter(|_| first == Some(0) && !address.ty().is_vector())
}
