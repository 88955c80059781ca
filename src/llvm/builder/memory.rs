//! Memory: allocas, loads, stores, addresses, copies.

use super::{Builder, numbers};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{Role, require, require_pointer, show, show_types};
use crate::llvm::create::globals::need;
use crate::llvm::create::types::check_address_space;
use crate::llvm::handles::refused;
use crate::llvm::{Opcode, PlainAccess, Type, Value, gep_flags};
use llvm_ir::draft::Access;
use llvm_ir::types::TypeKind as Kind;

/// A non-volatile access with the natural alignment.
const NATURAL: PlainAccess = PlainAccess { alignment: 0, is_volatile: false };

impl<'m> Builder<'m> {
    /// `alloca` of one `ty`, in `address_space` or else where the data layout puts allocas.
    pub fn alloca(&self, ty: Type<'m>, address_space: Option<u32>) -> Result<Value<'m>> {
        self.allocate(ty, address_space, None)
    }

    /// `alloca` of `n` times `ty`.
    pub fn array_alloca(&self, ty: Type<'m>, n: Value<'m>, address_space: Option<u32>) -> Result<Value<'m>> {
        need(n.ty().is_int(), n, "the size of an `alloca` must be an integer")?;
        self.allocate(ty, address_space, Some(n))
    }

    fn allocate(&self, ty: Type<'m>, address_space: Option<u32>, n: Option<Value<'m>>) -> Result<Value<'m>> {
        self.at()?;
        require(ty, Role::Sized, "allocated")?;
        address_space.map_or(Ok(()), check_address_space)?;
        self.put(self.made.alloca(ty.0, n.map(|n| n.0), address_space), String::new)
    }

    /// `load` with the natural alignment.
    pub fn load(&self, ty: Type<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        self.load_as(ty, pointer, NATURAL)
    }

    /// `store` with the natural alignment.
    pub fn store(&self, v: Value<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        self.store_as(v, pointer, NATURAL)
    }

    /// `load`; an alignment of 0 is the natural one.
    pub fn load_as(&self, ty: Type<'m>, pointer: Value<'m>, access: PlainAccess) -> Result<Value<'m>> {
        self.at()?;
        check_alignment(access.alignment, true)?;
        self.put(self.made.load(ty.0, pointer.0, as_access(access)), String::new).or_else(|error| {
            // The same rules, in more words.
            require_pointer(pointer, "`load`")?;
            require(ty, Role::Sized, "loaded")?;
            Err(error)
        })
    }

    /// `store`; an alignment of 0 is the natural one.
    pub fn store_as(&self, v: Value<'m>, pointer: Value<'m>, access: PlainAccess) -> Result<Value<'m>> {
        self.at()?;
        check_alignment(access.alignment, true)?;
        self.put(self.made.store(v.0, pointer.0, as_access(access)), String::new).or_else(|error| {
            require_pointer(pointer, "`store`")?;
            require(v.ty(), Role::Sized, "stored")?;
            Err(error)
        })
    }

    /// `getelementptr` through `source`; indices of structs must be constants of type `i32`.
    pub fn gep(&self, source: Type<'m>, base: Value<'m>, indices: &[Value<'m>], inbounds: bool) -> Result<Value<'m>> {
        self.gep_with_flags(source, base, indices, if inbounds { gep_flags::IN_BOUNDS } else { 0 })
    }

    /// `getelementptr` with any of [`mod@gep_flags`].
    pub fn gep_with_flags(
        &self,
        source: Type<'m>,
        base: Value<'m>,
        indices: &[Value<'m>],
        flags: u32,
    ) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.gep(flags as u16, source.0, base.0, &numbers(indices)), || {
            let (base, indices) = (show(base.ty()), show_types(indices));
            format!("`getelementptr` into {} from {base} cannot go along ({indices})", show(source))
        })
    }

    /// `llvm.memcpy`; give alignments as attributes `align` of the parameters 0 and 1.
    pub fn memcpy(&self, to: Value<'m>, from: Value<'m>, size: Value<'m>, volatile: bool) -> Result<Value<'m>> {
        self.mem("llvm.memcpy", [to, from, size], volatile)
    }

    /// `llvm.memmove`; give alignments as attributes `align` of the parameters 0 and 1.
    pub fn memmove(&self, to: Value<'m>, from: Value<'m>, size: Value<'m>, volatile: bool) -> Result<Value<'m>> {
        self.mem("llvm.memmove", [to, from, size], volatile)
    }

    /// `llvm.memset`; give the alignment as the attribute `align` of the parameter 0.
    pub fn memset(&self, to: Value<'m>, byte: Value<'m>, size: Value<'m>, volatile: bool) -> Result<Value<'m>> {
        self.mem("llvm.memset", [to, byte, size], volatile)
    }

    fn mem(&self, name: &str, [a, b, c]: [Value<'m>; 3], volatile: bool) -> Result<Value<'m>> {
        let draft = self.draft;
        let flag = draft.const_int(draft.bool_type(), &[volatile.into()]).map_err(refused)?;
        let void = draft.plain_type(Kind::Void).map_err(refused)?;
        self.call_intrinsic(name, Type(void), &[a, b, c, Value(flag)])
    }
}

fn as_access(access: PlainAccess) -> Access {
    Access { align: access.alignment.into(), volatile: access.is_volatile }
}

/// Returns an error unless the alignment is a power of two, or 0 if `may_be_none`.
fn check_alignment(bytes: u32, may_be_none: bool) -> Result<()> {
    match bytes.is_power_of_two() || bytes == 0 && may_be_none {
        true => Ok(()),
        false => Err(Error::of(Code::Operands, format!("an alignment of {bytes} bytes is no power of two"))),
    }
}

impl Value<'_> {
    /// Sets the alignment in bytes of a variable, function, `alloca`, `load`, `store`, `atomicrmw` or `cmpxchg`: a
    /// power of two; 0 removes it from a variable or function.
    pub fn set_alignment(self, bytes: u32) -> Result<()> {
        if self.0.is_local() && bytes.is_power_of_two() && self.0.set_align(bytes.into()).is_ok() {
            return Ok(());
        }
        let object = self.is_function() || self.is_global_variable();
        let access = [Opcode::Alloca, Opcode::Load, Opcode::Store, Opcode::AtomicRmw, Opcode::CmpXchg];
        let rule = "only variables, functions and memory accesses have an alignment";
        need(object || self.is_any(&access), self, rule)?;
        check_alignment(bytes, object)?;
        if object {
            let align = if bytes == 0 { 0 } else { bytes.trailing_zeros() + 1 };
            return self.0.change_global(|global| global.align = align).map_err(refused);
        }
        self.0.set_align(bytes.into()).map_err(refused)
    }

    /// Sets `volatile` of a `load`, `store`, `atomicrmw` or `cmpxchg`.
    pub fn set_volatile(self, volatile: bool) -> Result<()> {
        let access = [Opcode::Load, Opcode::Store, Opcode::AtomicRmw, Opcode::CmpXchg];
        need(self.is_any(&access), self, "only memory accesses are `volatile`")?;
        self.0.set_volatile(volatile).map_err(refused)
    }
}
