//! Constants. What LLVM can fold, it folds: here that is wanted, since SPIR-V's constants are values, not instructions.

use super::check::{built, count, int_bits, raw_values, require, require_constant, require_type, show, show_types};
use super::shim::{self, Role};
use crate::error::{Code, Error, Result};
use crate::llvm::raw::{self, Numbered as _};
use crate::llvm::{Context, Opcode, Predicate, Type, TypeKind, Value};
use llvm_sys::core;

impl Context {
    /// An integer of at most 64 bits; higher bits of a wider type are zero, bits beyond a narrower type are dropped.
    pub fn const_int<'m>(&'m self, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
        self.const_int_words(ty, &[value])
    }

    /// An integer from 64-bit words, low ones first; missing words are zero, excess bits are dropped.
    pub fn const_int_words<'m>(&'m self, ty: Type<'m>, words: &[u64]) -> Result<Value<'m>> {
        let Some(bits) = int_bits(ty) else {
            return Err(Error::of(Code::Operands, format!("an integer constant cannot be of type {}", show(ty))));
        };
        let mut one = [words.first().copied().unwrap_or(0)];
        let mut many;
        let padded: &mut [u64] = if bits <= 64 {
            one[0] &= u64::MAX >> (64 - bits);
            &mut one
        } else {
            many = words.to_vec();
            many.resize(bits.div_ceil(64) as usize, 0);
            &mut many
        };
        let n = count(padded.len())?;
        // SAFETY: an integer type, and the words that it needs.
        built(unsafe { core::LLVMConstIntOfArbitraryPrecision(ty.raw(), n, padded.as_ptr()) }, String::new)
    }

    /// A `half`, `bfloat`, `float` or `double` of exactly these bits, signalling NaNs included.
    pub fn const_float_bits<'m>(&'m self, ty: Type<'m>, bits: u64) -> Result<Value<'m>> {
        let width = match ty.kind() {
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            _ => {
                return Err(Error::of(
                    Code::Operands,
                    format!("a floating-point constant cannot be of type {}", show(ty)),
                ));
            }
        };
        let bits = bits & (u64::MAX >> (64 - width));
        // SAFETY: a floating-point type of at most 64 bits, hence one word.
        built(unsafe { core::LLVMConstFPFromBits(ty.raw(), &raw const bits) }, String::new)
    }

    /// Zero, null, `zeroinitializer` or `none`.
    pub fn const_null<'m>(&'m self, ty: Type<'m>) -> Result<Value<'m>> {
        require(ty, Role::Zero, "a null constant")?;
        // SAFETY: a type that has a zero.
        built(unsafe { core::LLVMConstNull(ty.raw()) }, String::new)
    }

    /// `undef`
    pub fn undef<'m>(&'m self, ty: Type<'m>) -> Result<Value<'m>> {
        require(ty, Role::Data, "undefined")?;
        // SAFETY: a type of values.
        built(unsafe { core::LLVMGetUndef(ty.raw()) }, String::new)
    }

    /// `poison`
    pub fn poison<'m>(&'m self, ty: Type<'m>) -> Result<Value<'m>> {
        require(ty, Role::Data, "poison")?;
        // SAFETY: a type of values.
        built(unsafe { core::LLVMGetPoison(ty.raw()) }, String::new)
    }

    /// `[n x element]` of constants of that type.
    pub fn const_array<'m>(&'m self, element: Type<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
        require(element, Role::ArrayElement, "an element of an array")?;
        check_elements(element, values, "an element of the array")?;
        let n = u64::from(count(values.len())?);
        // SAFETY: constants, all of the element type.
        built(unsafe { core::LLVMConstArray2(element.raw(), raw_values(values), n) }, String::new)
    }

    /// `[n x element]` from raw bytes in the host's order: `i8`, `i16`, `i32`, `i64` or a floating-point type up to
    /// `double`. Much faster than [`const_array`](Self::const_array).
    pub fn const_data_array<'m>(&'m self, element: Type<'m>, bytes: &[u8]) -> Result<Value<'m>> {
        let size = match element.kind() {
            TypeKind::Integer => match int_bits(element) {
                Some(bits @ (8 | 16 | 32 | 64)) => bits as usize / 8,
                _ => 0,
            },
            TypeKind::Half | TypeKind::BFloat => 2,
            TypeKind::Float => 4,
            TypeKind::Double => 8,
            _ => 0,
        };
        if size == 0 || !bytes.len().is_multiple_of(size) {
            let n = bytes.len();
            return Err(Error::of(
                Code::Operands,
                format!("{n} bytes are no array with elements of type {}", show(element)),
            ));
        }
        // SAFETY: an element type that data arrays take, and a whole number of elements.
        built(unsafe { core::LLVMConstDataArray(element.raw(), bytes.as_ptr().cast(), bytes.len()) }, String::new)
    }

    /// A struct of type `ty`, literal or named.
    pub fn const_struct<'m>(&'m self, ty: Type<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
        if !ty.is_struct() || ty.is_opaque() || ty.field_count() as usize != values.len() {
            return Err(Error::of(
                Code::Operands,
                format!("({}) are not the members of {}", show_types(values), show(ty)),
            ));
        }
        let n = count(values.len())?;
        for (&v, member) in values.iter().zip(ty.fields()) {
            require_constant(v)?;
            require_type(v, member, "a member of the struct")?;
        }
        // SAFETY: a struct with a body, and a constant of the right type for each member.
        built(unsafe { core::LLVMConstNamedStruct(ty.raw(), raw_values(values), n) }, String::new)
    }

    /// `<n x ty>` of at least one constant, all of one type.
    pub fn const_vector<'m>(&'m self, values: &[Value<'m>]) -> Result<Value<'m>> {
        let n = count(values.len())?;
        let Some(first) = values.first() else {
            return Err(Error::of(Code::Operands, "a vector needs elements"));
        };
        self.vector_type(first.ty(), n)?;
        check_elements(first.ty(), values, "an element of the vector")?;
        // SAFETY: one or more constants of one type, which vectors take.
        built(unsafe { core::LLVMConstVector(raw_values(values), n) }, String::new)
    }

    /// A constant binary operation: folded, or an expression (`add`, `sub`, `xor` alone have one).
    pub fn const_binary<'m>(&'m self, op: Opcode, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        require_constant(a)?;
        require_constant(b)?;
        // SAFETY: constants; the shim checks the types.
        built(unsafe { shim::spirv_const_binary(op.raw(), a.raw(), b.raw()) }, || {
            format!("no constant `{}` of {} and {}", op.word(), show(a.ty()), show(b.ty()))
        })
    }

    /// A constant cast: folded, or an expression (where LLVM has one: see the casts below).
    pub fn const_cast<'m>(&'m self, op: Opcode, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        require_constant(v)?;
        // SAFETY: a constant; the shim checks the types.
        built(unsafe { shim::spirv_const_cast(op.raw(), v.raw(), ty.raw()) }, || {
            format!("no constant `{}` of {} to {}", op.word(), show(v.ty()), show(ty))
        })
    }

    /// One component of a constant vector: folded, or an expression.
    pub fn const_extract_element<'m>(&'m self, vector: Value<'m>, index: u32) -> Result<Value<'m>> {
        require_constant(vector)?;
        if !vector.ty().is_vector() || u64::from(index) >= vector.ty().count() {
            return Err(Error::of(Code::Operands, format!("no component {index} of {}", show(vector.ty()))));
        }
        let index = self.const_int(self.int_type(32)?, index.into())?;
        // SAFETY: a constant vector, and a constant index.
        built(unsafe { core::LLVMConstExtractElement(vector.raw(), index.raw()) }, || {
            format!("no component of {}", show(vector.ty()))
        })
    }

    /// An integer comparison, folded; `Err` where it cannot be: LLVM has no such expression.
    pub fn const_compare_int<'m>(&'m self, p: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        const_compare(false, raw::number(p), a, b)
    }

    /// A floating-point comparison, folded; `Err` where it cannot be.
    pub fn const_compare_float<'m>(&'m self, p: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        const_compare(true, raw::number(p), a, b)
    }

    /// A constant `getelementptr`.
    pub fn const_gep<'m>(
        &'m self,
        source: Type<'m>,
        base: Value<'m>,
        indices: &[Value<'m>],
        inbounds: bool,
    ) -> Result<Value<'m>> {
        require_constant(base)?;
        for &i in indices {
            require_constant(i)?;
        }
        let n = count(indices.len())?;
        // SAFETY: constants; the shim checks the types.
        let raw = unsafe { shim::spirv_const_gep(source.raw(), base.raw(), raw_values(indices), n, inbounds.into()) };
        built(raw, || {
            let (base, indices) = (show(base.ty()), show_types(indices));
            format!("`getelementptr` into {} from {base} cannot go along ({indices})", show(source))
        })
    }
}

fn const_compare<'m>(float: bool, predicate: u32, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    require_constant(a)?;
    require_constant(b)?;
    // SAFETY: constants; the shim checks the types.
    built(unsafe { shim::spirv_const_compare(float, predicate, a.raw(), b.raw()) }, || {
        format!("no constant comparison of {} and {}", show(a.ty()), show(b.ty()))
    })
}

fn check_elements(ty: Type<'_>, values: &[Value<'_>], what: &str) -> Result<()> {
    for &v in values {
        require_type(v, ty, what)?;
        require_constant(v)?;
    }
    Ok(())
}
