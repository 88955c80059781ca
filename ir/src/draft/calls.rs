//! Calls: their attributes and arguments, and declarations of callees.

use super::{Draft, Function, Refused, Result, Type, Value};
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER, FUNCTION};
use crate::intrinsics;
use crate::sorting::Sorting;

impl<'d> Value<'d> {
    /// Replaces the attributes of a function or a call for one owner.
    ///
    /// # Errors
    /// A value that is neither a function nor a call.
    pub fn set_attributes(self, owner: u32, set: Vec<Attribute>) -> Result<()> {
        let mut sets = self.attribute_sets();
        sets.retain(|(of, _)| *of != owner);
        if !set.is_empty() {
            sets.push((owner, set));
            sets.arrange_by_key(|(of, _)| *of);
        }
        self.set_attribute_sets(sets)
    }

    /// Returns whether a call, or the function that it calls, has an attribute that takes no value.
    pub fn call_has(self, owner: u32, name: &str) -> bool {
        let Some(kind) = AttributeKind::named(name) else { return false };
        let callee = self.callee().filter(|callee| callee.function().is_some());
        self.attribute(owner, kind).is_some() || callee.is_some_and(|callee| callee.attribute(owner, kind).is_some())
    }

    /// Returns whether a call, or the function that it calls, has an attribute for the `i`th argument.
    pub fn argument_has(self, i: usize, name: &str) -> bool {
        self.call_has(FIRST_PARAMETER + i as u32, name)
    }

    /// Returns the attribute that a call, or else the function that it calls, has for the `i`th argument.
    pub(crate) fn argument_attribute(self, i: usize, kind: AttributeKind) -> Option<Attribute> {
        let owner = FIRST_PARAMETER + i as u32;
        let callee = || self.callee().filter(|callee| callee.function().is_some());
        self.attribute(owner, kind).or_else(|| callee()?.attribute(owner, kind))
    }

    /// Returns the value that a `call` calls.
    pub fn callee(self) -> Option<Value<'d>> {
        self.opcode().filter(|opcode| opcode.is_call())?;
        self.operands().next()
    }

    /// Returns the arguments of a `call`.
    pub fn call_arguments(self) -> impl Iterator<Item = Value<'d>> {
        let is_call = self.opcode().is_some_and(crate::instruction::Opcode::is_call);
        self.operands().skip(1).take_while(move |_| is_call)
    }

    /// Returns the name of the intrinsic that a call calls, without `llvm.` and types.
    pub fn called_intrinsic(self) -> Option<&'d str> {
        let callee = self.callee()?;
        callee.function()?;
        intrinsics::base(callee.name())
    }

    /// Returns the memory effects of a call by its attributes and those of the callee, with bitcode's two bits for each location.
    pub fn memory_effects(self) -> u64 {
        let Some(kind) = AttributeKind::named("memory") else { return u64::MAX };
        let of = |value: Value<'d>| match value.attribute(FUNCTION, kind) {
            Some(Attribute::Number(_, effects)) => effects,
            _ => u64::MAX,
        };
        let callee = self.callee().filter(|callee| callee.function().is_some());
        of(self) & callee.map_or(u64::MAX, of)
    }
}

impl Draft {
    /// Returns an intrinsic without types in its name, and declares it if necessary.
    ///
    /// # Errors
    /// A name that is taken by something else, a type that does not fit the intrinsic.
    pub(crate) fn declared<'d>(&'d self, name: &str, ty: Type<'d>) -> Result<Function<'d>> {
        let refused = || Refused::new(format!("`{name}` is not of the type {}", ty.show()));
        self.intrinsic(name.as_bytes(), ty)?.ok_or_else(refused)
    }
}
