//! Constants. They are folded where LLVM can, since constants of SPIR-V are values, not instructions.

use super::check::{Role, require, require_constant, require_type, show, show_types};
use crate::error::{Code, Error, Result};
use crate::llvm::handles::refused;
use crate::llvm::{Context, Opcode, Predicate, Type, TypeKind, Value};
use llvm_ir::draft;
use llvm_ir::instruction::flag;

fn numbers<'m>(values: &[Value<'m>]) -> Vec<draft::Value<'m>> {
    values.iter().map(|value| value.0).collect()
}

impl Context {
    /// An integer of at most 64 bits; higher bits of a wider type are zero, bits beyond a narrower type are dropped.
    pub fn const_int<'m>(&'m self, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
        self.const_int_words(ty, &[value])
    }

    /// An integer from 64-bit words, low ones first; missing words are zero, excess bits are dropped.
    pub fn const_int_words<'m>(&'m self, ty: Type<'m>, words: &[u64]) -> Result<Value<'m>> {
        if !ty.is_int() {
            return Err(Error::of(Code::Operands, format!("an integer constant cannot be of type {}", show(ty))));
        }
        self.draft().const_int(ty.0, words).map(Value).map_err(refused)
    }

    /// A `half`, `bfloat`, `float` or `double` of exactly these bits, signalling NaNs included.
    pub fn const_float_bits<'m>(&'m self, ty: Type<'m>, bits: u64) -> Result<Value<'m>> {
        let width = match ty.float_width() {
            width @ (16 | 32 | 64) => width,
            _ => {
                let error = format!("a floating-point constant cannot be of type {}", show(ty));
                return Err(Error::of(Code::Operands, error));
            }
        };
        self.draft().const_float(ty.0, bits & (u64::MAX >> (64 - width))).map(Value).map_err(refused)
    }

    /// Zero, null, `zeroinitializer` or `none`.
    pub fn const_null<'m>(&'m self, ty: Type<'m>) -> Result<Value<'m>> {
        require(ty, Role::Zero, "a null constant")?;
        if ty.target_name().is_some_and(|name| !has_zero(name)) {
            return Err(Error::of(Code::Operands, format!("{} cannot be a null constant", show(ty))));
        }
        self.draft().const_null(ty.0).map(Value).map_err(refused)
    }

    /// `undef`
    pub fn undef<'m>(&'m self, ty: Type<'m>) -> Result<Value<'m>> {
        require(ty, Role::Data, "undefined")?;
        self.draft().undef(ty.0).map(Value).map_err(refused)
    }

    /// `poison`
    pub fn poison<'m>(&'m self, ty: Type<'m>) -> Result<Value<'m>> {
        require(ty, Role::Data, "poison")?;
        self.draft().const_poison(ty.0).map(Value).map_err(refused)
    }

    /// Returns `[n x element]` from constants of the element type.
    pub fn const_array<'m>(&'m self, element: Type<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
        require(element, Role::ArrayElement, "an element of an array")?;
        check_elements(element, values, "an element of the array")?;
        let ty = self.array_type(element, values.len() as u64)?;
        self.draft().const_aggregate(ty.0, &numbers(values)).map(Value).map_err(refused)
    }

    /// `[n x element]` from raw bytes in the host's order: `i8`, `i16`, `i32`, `i64` or a floating-point type up to
    /// `double`. Much faster than [`const_array`](Self::const_array).
    pub fn const_data_array<'m>(&'m self, element: Type<'m>, bytes: &[u8]) -> Result<Value<'m>> {
        let size = match element.kind() {
            TypeKind::Integer => match element.int_width() {
                bits @ (8 | 16 | 32 | 64) => bits as usize / 8,
                _ => 0,
            },
            TypeKind::Half | TypeKind::BFloat => 2,
            TypeKind::Float => 4,
            TypeKind::Double => 8,
            _ => 0,
        };
        if size == 0 || !bytes.len().is_multiple_of(size) {
            let n = bytes.len();
            let error = format!("{n} bytes are no array with elements of type {}", show(element));
            return Err(Error::of(Code::Operands, error));
        }
        let ty = self.array_type(element, (bytes.len() / size) as u64)?;
        self.draft().const_data(ty.0, bytes).map(Value).map_err(refused)
    }

    /// A struct of type `ty`, literal or named.
    pub fn const_struct<'m>(&'m self, ty: Type<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
        if !ty.is_struct() || ty.is_opaque() || ty.field_count() as usize != values.len() {
            let error = format!("({}) are not the members of {}", show_types(values), show(ty));
            return Err(Error::of(Code::Operands, error));
        }
        for (&v, member) in values.iter().zip(ty.fields()) {
            require_constant(v)?;
            require_type(v, member, "a member of the struct")?;
        }
        self.draft().const_aggregate(ty.0, &numbers(values)).map(Value).map_err(refused)
    }

    /// `<n x ty>` of at least one constant, all of one type.
    pub fn const_vector<'m>(&'m self, values: &[Value<'m>]) -> Result<Value<'m>> {
        let Some(first) = values.first() else {
            return Err(Error::of(Code::Operands, "a vector needs elements"));
        };
        let ty = self.vector_type(first.ty(), values.len() as u32)?;
        check_elements(first.ty(), values, "an element of the vector")?;
        self.draft().const_aggregate(ty.0, &numbers(values)).map(Value).map_err(refused)
    }

    /// Returns a constant binary operation: folded, or an expression (only `add`, `sub` and `xor` have one).
    pub fn const_binary<'m>(&'m self, op: Opcode, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        require_constant(a)?;
        require_constant(b)?;
        self.draft().const_binary(op, 0, a.0, b.0).map(Value).map_err(|_| {
            Error::of(Code::Operands, format!("no constant `{}` of {} and {}", op.word(), show(a.ty()), show(b.ty())))
        })
    }

    /// Returns a constant cast: folded, or an expression (for the casts that have one, see below).
    pub fn const_cast<'m>(&'m self, op: Opcode, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        require_constant(v)?;
        self.draft().const_cast(op, v.0, ty.0).map(Value).map_err(|_| {
            Error::of(Code::Operands, format!("no constant `{}` of {} to {}", op.word(), show(v.ty()), show(ty)))
        })
    }

    /// Returns an element of a constant vector: folded, or an expression.
    pub fn const_extract_element<'m>(&'m self, vector: Value<'m>, index: u32) -> Result<Value<'m>> {
        require_constant(vector)?;
        if !vector.ty().is_vector() || u64::from(index) >= vector.ty().count() {
            return Err(Error::of(Code::Operands, format!("no component {index} of {}", show(vector.ty()))));
        }
        if let Some(element) = vector.aggregate_element(index) {
            return Ok(element);
        }
        let index = self.const_int(self.int_type(32)?, index.into())?;
        self.draft().const_extract_element(vector.0, index.0).map(Value).map_err(refused)
    }

    /// Returns an integer comparison, folded; fails if it cannot be, since LLVM has no such expression.
    pub fn const_compare_int<'m>(&'m self, p: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.const_compare(p, a, b)
    }

    /// Returns a floating-point comparison, folded; fails if it cannot be.
    pub fn const_compare_float<'m>(&'m self, p: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.const_compare(p, a, b)
    }

    fn const_compare<'m>(&'m self, p: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        require_constant(a)?;
        require_constant(b)?;
        self.draft().const_compare(p, a.0, b.0).map(Value).map_err(|_| {
            Error::of(Code::Operands, format!("no constant comparison of {} and {}", show(a.ty()), show(b.ty())))
        })
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
        let flags = if inbounds { flag::INBOUNDS | flag::NUSW } else { 0 };
        self.draft().const_gep(flags, source.0, base.0, &numbers(indices)).map(Value).map_err(|_| {
            let (base, indices) = (show(base.ty()), show_types(indices));
            let error = format!("`getelementptr` into {} from {base} cannot go along ({indices})", show(source));
            Error::of(Code::Operands, error)
        })
    }
}

fn check_elements(ty: Type<'_>, values: &[Value<'_>], what: &str) -> Result<()> {
    for &v in values {
        require_type(v, ty, what)?;
        require_constant(v)?;
    }
    Ok(())
}

/// Returns whether a target extension type has a zero initializer (LLVM 22, `getTargetTypeInfo` of `Type.cpp`).
fn has_zero(name: &str) -> bool {
    const WITHOUT: [&str; 6] =
        ["spirv.Image", "spirv.SignedImage", "spirv.IntegralConstant", "spirv.Literal", "spirv.Padding", "spirv.Type"];
    name.starts_with("spirv.") && !WITHOUT.contains(&name) || matches!(name, "aarch64.svcount" | "riscv.vector.tuple")
}
