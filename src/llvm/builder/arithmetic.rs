//! Arithmetic, comparisons, casts, and the flags on them.

use super::{Builder, NO_NAME};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{built, require, show};
use crate::llvm::create::shim::{self, Role};
use crate::llvm::raw::{self, Numbered as _};
use crate::llvm::{Opcode, Predicate, Type, Value};
use llvm_sys::core;

impl<'m> Builder<'m> {
    /// A binary operation of two operands of one type: integers or, for the `f` operations, floating point; or vectors.
    pub fn binary(&self, op: Opcode, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles; the shim checks opcode and types.
        built(unsafe { shim::spirv_binary(at, op.raw(), a.raw(), b.raw()) }, || {
            format!("`{}` cannot take {} and {}", op.word(), show(a.ty()), show(b.ty()))
        })
    }

    /// `fneg`
    pub fn fneg(&self, v: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles; the shim checks the type.
        built(unsafe { shim::spirv_fneg(at, v.raw()) }, || format!("`fneg` cannot take {}", show(v.ty())))
    }

    /// `icmp` of integers, pointers, or vectors of them.
    pub fn compare_int(&self, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.compare(false, raw::number(predicate), a, b)
    }

    /// `fcmp`
    pub fn compare_float(&self, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.compare(true, raw::number(predicate), a, b)
    }

    fn compare(&self, float: bool, predicate: u32, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles and a predicate of that kind of comparison; the shim checks the types.
        built(unsafe { shim::spirv_compare(at, float, predicate, a.raw(), b.raw()) }, || {
            let name = if float { "fcmp" } else { "icmp" };
            format!("`{name}` cannot take {} and {}", show(a.ty()), show(b.ty()))
        })
    }

    /// A cast. Where nothing changes (`bitcast i32 to i32`) it is made all the same.
    pub fn cast(&self, op: Opcode, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles; the shim checks opcode and types.
        built(unsafe { shim::spirv_cast(at, op.raw(), v.raw(), ty.raw()) }, || {
            format!("`{}` cannot turn {} into {}", op.word(), show(v.ty()), show(ty))
        })
    }

    /// `select` by an `i1`, or by a vector of them as long as the operands.
    pub fn select(&self, condition: Value<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles; the shim checks the types.
        built(unsafe { shim::spirv_select(at, condition.raw(), a.raw(), b.raw()) }, || {
            format!("`select` by {} cannot take {} and {}", show(condition.ty()), show(a.ty()), show(b.ty()))
        })
    }

    /// `freeze`
    pub fn freeze(&self, v: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        require(v.ty(), Role::Data, "frozen")?;
        // SAFETY: a position, and a value of a type that can be frozen.
        built(unsafe { core::LLVMBuildFreeze(at, v.raw(), NO_NAME) }, String::new)
    }
}

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident: $set:ident, $($op:ident)|+;)*) => {$(
        $(#[$doc])*
        pub fn $name(self, on: bool) -> Result<()> {
            if !matches!(self.opcode(), $(Some(Opcode::$op))|+) {
                return Err(no_flag(stringify!($name), self));
            }
            // SAFETY: an instruction of a kind that has this flag.
            unsafe { core::$set(self.raw(), on.into()) }
            Ok(())
        }
    )*};
}

impl Value<'_> {
    flags! {
        /// `nuw` on `add`, `sub`, `mul`, `shl`, `trunc`.
        set_nuw: LLVMSetNUW, Add | Sub | Mul | Shl | Trunc;
        /// `nsw` on `add`, `sub`, `mul`, `shl`, `trunc`.
        set_nsw: LLVMSetNSW, Add | Sub | Mul | Shl | Trunc;
        /// `exact` on `udiv`, `sdiv`, `lshr`, `ashr`.
        set_exact: LLVMSetExact, UDiv | SDiv | LShr | AShr;
        /// `disjoint` on `or`.
        set_disjoint: LLVMSetIsDisjoint, Or;
        /// `nneg` on `zext`, `uitofp`.
        set_nneg: LLVMSetNNeg, ZExt | UiToFp;
        /// `samesign` on `icmp`.
        set_same_sign: LLVMSetICmpSameSign, ICmp;
    }

    /// Fast-math flags, as bits of LLVM's C API: 1 `reassoc`, 2 `nnan`, 4 `ninf`, 8 `nsz`, 16 `arcp`, 32 `contract`,
    /// 64 `afn`.
    pub fn set_fast_math(self, flags: u32) -> Result<()> {
        // SAFETY: asked of any value.
        if !self.is_instruction() || unsafe { core::LLVMCanValueUseFastMathFlags(self.raw()) } == 0 {
            return Err(no_flag("set_fast_math", self));
        }
        // SAFETY: an instruction that takes these flags; the others are masked out.
        unsafe { core::LLVMSetFastMathFlags(self.raw(), flags & 0x7f) }
        Ok(())
    }
}

#[cold]
fn no_flag(name: &str, v: Value<'_>) -> Error {
    let flag = name.trim_start_matches("set_");
    match v.opcode() {
        Some(op) => Error::of(Code::Operands, format!("`{}` of type {} has no flag `{flag}`", op.word(), show(v.ty()))),
        None => Error::of(
            Code::Operands,
            format!("only instructions have the flag `{flag}`, not a value of type {}", show(v.ty())),
        ),
    }
}
