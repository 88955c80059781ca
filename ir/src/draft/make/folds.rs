//! Folds instructions on constants, and makes the constant expressions that LLVM has where nothing simpler results.

use super::super::{Draft, Result, Type, Value, build, need};
use crate::constants::{Constant, ConstantKind};
use crate::fold;
use crate::instruction::{Opcode, Predicate, flag};
use crate::make::{Tables, plain};
use crate::module::NONE;
use crate::types::TypeKind;

impl Draft {
    /// Returns the result of a fold, if all operands are constants.
    fn folded<'d>(
        &'d self,
        operands: &[Value<'d>],
        fold: impl FnOnce(&mut Tables<'_>) -> Option<u32>,
    ) -> Option<Value<'d>> {
        let constant = operands.iter().all(|operand| operand.is_constant());
        let number = constant.then(|| self.make(fold)).flatten()?;
        Some(self.value(number))
    }

    /// Folds a binary operator on constants as LLVM does; `None` if there is no simpler constant.
    ///
    /// Divisions by zero, shifts by the width or more and the like are poison. Flags do not matter: LLVM folds without them.
    pub fn fold_binary<'d>(&'d self, opcode: Opcode, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
        build::check_binary(opcode, a, b).ok()?;
        self.folded(&[a, b], |tables| tables.fold_binary(opcode, a.number, b.number))
    }

    /// Returns `fneg` of a constant.
    pub fn fold_fneg<'d>(&'d self, value: Value<'d>) -> Option<Value<'d>> {
        let float = self.types.borrow().is_float(value.ty().number);
        self.folded(&[value], |tables| float.then(|| tables.fold_fneg(value.number)).flatten())
    }

    /// Folds a cast of a constant; `None` if there is no simpler constant.
    ///
    /// A floating-point number outside the range of the integer type becomes poison.
    pub fn fold_cast<'d>(&'d self, opcode: Opcode, value: Value<'d>, ty: Type<'d>) -> Option<Value<'d>> {
        build::check_cast(opcode, value.ty(), ty).ok()?;
        self.folded(&[value], |tables| tables.fold_cast(opcode, value.number, ty.number))
    }

    /// Folds `icmp` or `fcmp` of constants; `None` if the result is unknown.
    pub fn fold_compare<'d>(&'d self, predicate: Predicate, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
        build::check_compare(predicate, a, b).ok()?;
        let globals = self.globals.borrow();
        self.folded(&[a, b], |tables| tables.fold_compare(&globals, predicate, a.number, b.number))
    }

    /// Folds `select` of constants.
    pub fn fold_select<'d>(&'d self, condition: Value<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
        build::check_select(condition, a, b).ok()?;
        self.folded(&[condition, a, b], |tables| tables.fold_select(condition.number, a.number, b.number))
    }

    /// Folds `extractelement` of a constant vector; an index out of range is poison.
    pub fn fold_extract_element<'d>(&'d self, vector: Value<'d>, index: Value<'d>) -> Option<Value<'d>> {
        build::check_element(vector, index).ok()?;
        self.folded(&[vector, index], |tables| tables.fold_extract_element(vector.number, index.number))
    }

    /// Folds `insertelement` into a constant vector.
    pub fn fold_insert_element<'d>(
        &'d self,
        vector: Value<'d>,
        element: Value<'d>,
        index: Value<'d>,
    ) -> Option<Value<'d>> {
        build::check_element(vector, index).ok().filter(|()| vector.ty().scalar() == element.ty())?;
        let numbers = (vector.number, element.number, index.number);
        self.folded(&[vector, element, index], |tables| tables.fold_insert_element(numbers.0, numbers.1, numbers.2))
    }

    /// Returns `shufflevector` of constants by a mask, which is a vector of `i32`.
    pub fn fold_shuffle<'d>(&'d self, a: Value<'d>, b: Value<'d>, mask: Value<'d>) -> Option<Value<'d>> {
        let vectors = [a, b, mask].iter().all(|v| matches!(v.ty().kind(), TypeKind::Vector | TypeKind::ScalableVector));
        if !vectors || a.ty() != b.ty() || mask.ty().scalar().size() != 32 {
            return None;
        }
        self.folded(&[a, b, mask], |tables| tables.fold_shuffle(a.number, b.number, mask.number))
    }

    /// Folds `extractvalue` of a constant.
    pub fn fold_extract_value<'d>(&'d self, aggregate: Value<'d>, indices: &[u32]) -> Option<Value<'d>> {
        self.folded(&[aggregate], |tables| tables.fold_extract_value(aggregate.number, indices))
    }

    /// Folds `insertvalue` into a constant.
    pub fn fold_insert_value<'d>(
        &'d self,
        aggregate: Value<'d>,
        value: Value<'d>,
        indices: &[u32],
    ) -> Option<Value<'d>> {
        let part = self.fold_extract_value(aggregate, indices)?;
        if part.ty() != value.ty() {
            return None;
        }
        self.folded(&[aggregate, value], |tables| tables.fold_insert_value(aggregate.number, value.number, indices))
    }

    /// Returns the integer with all bits set, or a splat of it.
    pub fn const_ones<'d>(&'d self, ty: Type<'d>) -> Option<Value<'d>> {
        self.folded(&[], |tables| tables.ones_of(ty.number))
    }

    /// Returns a boolean, or a splat of it if `like` is a vector.
    pub fn const_boolean<'d>(&'d self, like: Type<'d>, holds: bool) -> Option<Value<'d>> {
        self.folded(&[], |tables| tables.boolean(like.number, holds))
    }

    /// Returns the element of a constant splat vector.
    pub fn splat_element<'d>(&'d self, vector: Value<'d>) -> Option<Value<'d>> {
        self.folded(&[vector], |tables| tables.splat_of(vector.number))
    }

    /// Returns a binary operator on constants: folded, or for `add`, `sub` and `xor` an expression with flags.
    ///
    /// # Errors
    /// Operands that do not fit; a result that neither folds nor is an expression in LLVM.
    pub fn const_binary<'d>(&'d self, opcode: Opcode, flags: u16, a: Value<'d>, b: Value<'d>) -> Result<Value<'d>> {
        need(a.is_constant() && b.is_constant(), "an expression of constants has no other operands")?;
        build::check_binary(opcode, a, b)?;
        if fold::is_binary_expression(opcode) {
            return Ok(self.constant_expression(opcode, flags, a.ty(), &[a, b]));
        }
        self.fold_binary(opcode, a, b).map_or_else(|| Err(unfolded(opcode)), Ok)
    }

    /// Returns a cast of a constant: folded, or `trunc`, `ptrtoint`, `ptrtoaddr`, `inttoptr`, `bitcast`, `addrspacecast` as an
    /// expression.
    ///
    /// Types between which the opcode does not cast; a result that neither folds nor is an expression in LLVM.
    pub fn const_cast<'d>(&'d self, opcode: Opcode, value: Value<'d>, ty: Type<'d>) -> Result<Value<'d>> {
        need(value.is_constant(), "an expression of constants has no other operands")?;
        build::check_cast(opcode, value.ty(), ty)?;
        if fold::is_cast_expression(opcode) {
            return Ok(self.constant_expression(opcode, 0, ty, &[value]));
        }
        self.fold_cast(opcode, value, ty).map_or_else(|| Err(unfolded(opcode)), Ok)
    }

    /// Returns a comparison of constants.
    ///
    /// # Errors
    /// Operands that do not fit or do not fold: LLVM has no such expression.
    pub fn const_compare<'d>(&'d self, predicate: Predicate, a: Value<'d>, b: Value<'d>) -> Result<Value<'d>> {
        need(a.is_constant() && b.is_constant(), "an expression of constants has no other operands")?;
        build::check_compare(predicate, a, b)?;
        let opcode = if predicate.is_integer() { Opcode::ICmp } else { Opcode::FCmp };
        self.fold_compare(predicate, a, b).map_or_else(|| Err(unfolded(opcode)), Ok)
    }

    /// Returns an element of a constant vector: folded, or as an expression.
    ///
    /// # Errors
    /// Operands that do not fit.
    pub fn const_extract_element<'d>(&'d self, vector: Value<'d>, index: Value<'d>) -> Result<Value<'d>> {
        need(vector.is_constant() && index.is_constant(), "an expression of constants has no other operands")?;
        build::check_element(vector, index)?;
        Ok(self.constant_expression(Opcode::ExtractElement, 0, vector.ty().scalar(), &[vector, index]))
    }

    /// Returns `getelementptr` of constants: folded to the base if the indices have no effect, or an expression.
    ///
    /// # Errors
    /// Operands that are not constants, indices that do not lead into the type.
    pub fn const_gep<'d>(
        &'d self,
        flags: u16,
        source: Type<'d>,
        base: Value<'d>,
        indices: &[Value<'d>],
    ) -> Result<Value<'d>> {
        let constant = base.is_constant() && indices.iter().all(|index| index.is_constant());
        need(constant, "an expression of constants has no other operands")?;
        let ty = build::check_gep(source, base, indices)?;
        // `inbounds` implies `nusw`.
        let nusw = if flags & flag::INBOUNDS != 0 { flag::NUSW } else { 0 };
        let constant = Constant { flags: flags & 7 | nusw, ..plain(ConstantKind::Gep, ty.number) };
        let parts = [&[base][..], indices].concat();
        Ok(self.composed(constant, &[source.number, NONE], &parts))
    }

    fn constant_expression<'d>(&'d self, opcode: Opcode, flags: u16, ty: Type<'d>, of: &[Value<'d>]) -> Value<'d> {
        let constant = Constant { sub: opcode as u8, flags, ..plain(ConstantKind::Expression, ty.number) };
        self.composed(constant, &[], of)
    }
}

impl Value<'_> {
    /// Returns whether the value is a constant with all bits zero.
    pub fn is_zero(self) -> bool {
        self.is_constant() && self.draft.make(|tables| tables.is_zero(self.number))
    }

    /// Returns whether the value is an integer with all bits set, or a splat of it.
    pub fn is_ones(self) -> bool {
        self.is_constant() && self.draft.make(|tables| tables.is_ones(self.number))
    }

    /// Returns whether the value is the integer 1, or a splat of it.
    pub fn is_one(self) -> bool {
        let element = self.draft.splat_element(self).unwrap_or(self);
        element.constant_row().is_some_and(|c| element.ty().kind() == TypeKind::Integer && c.data == 1)
            && element.kind() == super::super::ValueKind::Constant(ConstantKind::Integer)
    }

    /// True for `undef` and `poison`.
    pub fn is_undef(self) -> bool {
        let kind = self.constant_row().map(|c| c.kind);
        matches!(kind, Some(ConstantKind::Undef | ConstantKind::Poison))
    }

    /// True for `poison`.
    pub fn is_poison(self) -> bool {
        self.constant_row().is_some_and(|c| c.kind == ConstantKind::Poison)
    }
}

fn unfolded(opcode: Opcode) -> super::super::Refused {
    super::super::Refused::new(format!("there is no constant `{}` of what it does not fold", opcode.word()))
}
