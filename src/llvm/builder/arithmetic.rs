//! Arithmetic, comparisons, casts, `select` and `freeze`, and their flags.

use super::Builder;
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{Role, require, show};
use crate::llvm::{Opcode, Predicate, Type, Value};
use llvm_ir::instruction::flag;

impl<'m> Builder<'m> {
    /// Builds `add`, `fmul`, `shl` and so on.
    pub fn binary(&self, op: Opcode, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.binary(op, a.0, b.0), || {
            format!("`{}` cannot take {} and {}", op.word(), show(a.ty()), show(b.ty()))
        })
    }

    /// `fneg`
    pub fn fneg(&self, v: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.fneg(v.0), || format!("`fneg` cannot take {}", show(v.ty())))
    }

    /// `icmp` of integers, pointers, or vectors of them.
    pub fn compare_int(&self, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.compare("icmp", predicate, a, b)
    }

    /// `fcmp`
    pub fn compare_float(&self, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.compare("fcmp", predicate, a, b)
    }

    fn compare(&self, name: &str, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.compare(predicate, a.0, b.0), || {
            format!("`{name}` cannot take {} and {}", show(a.ty()), show(b.ty()))
        })
    }

    /// A cast, by its opcode.
    pub fn cast(&self, op: Opcode, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.cast(op, v.0, ty.0), || {
            format!("`{}` cannot turn {} into {}", op.word(), show(v.ty()), show(ty))
        })
    }

    /// `select`
    pub fn select(&self, condition: Value<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.select(condition.0, a.0, b.0), || {
            format!("`select` by {} cannot take {} and {}", show(condition.ty()), show(a.ty()), show(b.ty()))
        })
    }

    /// `freeze`
    pub fn freeze(&self, v: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        require(v.ty(), Role::Data, "frozen")?;
        self.put(self.made.freeze(v.0), String::new)
    }
}

/// Defines setters of flags for instructions with certain opcodes.
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident, $word:literal, $bit:expr, $($op:ident)|+;)*) => {$(
        $(#[$doc])*
        pub fn $name(self, on: bool) -> Result<()> {
            if !matches!(self.opcode(), $(Some(Opcode::$op))|+) {
                return Err(no_flag(self, $word));
            }
            self.0.change_row(|row| row.flags = row.flags & !$bit | if on { $bit } else { 0 });
            Ok(())
        }
    )*};
}

impl Value<'_> {
    flags! {
        /// `nuw`
        set_nuw, "nuw", flag::NUW, Add | Sub | Mul | Shl | Trunc;
        /// `nsw`
        set_nsw, "nsw", flag::NSW, Add | Sub | Mul | Shl | Trunc;
        /// `exact`
        set_exact, "exact", flag::EXACT, UDiv | SDiv | LShr | AShr;
        /// `disjoint`
        set_disjoint, "disjoint", flag::DISJOINT, Or;
        /// `nneg`
        set_nneg, "nneg", flag::NNEG, ZExt | UiToFp;
        /// `samesign`
        set_same_sign, "samesign", flag::SAMESIGN, ICmp;
    }

    /// Sets the flags of [`mod@crate::llvm::fast_math`].
    pub fn set_fast_math(self, flags: u32) -> Result<()> {
        if !self.can_use_fast_math() {
            return Err(no_flag(self, "fast"));
        }
        self.put_fast_math(flags);
        Ok(())
    }
}

#[cold]
fn no_flag(v: Value<'_>, flag: &str) -> Error {
    match v.opcode() {
        Some(op) => Error::of(Code::Operands, format!("`{}` of type {} has no flag `{flag}`", op.word(), show(v.ty()))),
        None => refused_value(v, flag),
    }
}

fn refused_value(v: Value<'_>, flag: &str) -> Error {
    Error::of(Code::Operands, format!("a value of type {} has no flag `{flag}`", show(v.ty())))
}
