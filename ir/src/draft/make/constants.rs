//! Makes constants, each once: equal constants have equal numbers.

use super::super::{Draft, Refused, Result, Type, Value, need};
use super::Role;
use super::roles::show_types;
use crate::constants::{Constant, ConstantKind, element_bytes};
use crate::make::{Tables, plain};
use crate::types::TypeKind;

impl Draft {
    /// Calls a function with the tables of constants, and returns its result.
    pub(super) fn make<T>(&self, make: impl FnOnce(&mut Tables<'_>) -> T) -> T {
        make(&mut Tables { types: &mut self.types.borrow_mut(), constants: &mut self.constants.borrow_mut() })
    }

    fn made(&self, number: Option<u32>, refused: &str) -> Result<Value<'_>> {
        number.map(|number| self.value(number)).ok_or_else(|| Refused::new(refused))
    }

    /// Returns an integer made of 64-bit words, the lowest first. Missing words are zero, and bits beyond the width are dropped.
    ///
    /// # Errors
    /// A type that is not an integer.
    pub fn const_int<'d>(&'d self, ty: Type<'d>, words: &[u64]) -> Result<Value<'d>> {
        let kind = "an integer constant needs the type of an integer";
        need(ty.kind() == TypeKind::Integer, kind)?;
        self.made(self.make(|tables| tables.integer(ty.number, words)), kind)
    }

    /// Returns a `half`, `bfloat`, `float` or `double` of exactly these bits.
    ///
    /// # Errors
    /// Another type.
    pub fn const_float<'d>(&'d self, ty: Type<'d>, bits: u64) -> Result<Value<'d>> {
        use TypeKind::*;
        let kind = "a constant of floating point needs a type of 16, 32 or 64 bits";
        need(matches!(ty.kind(), Half | BFloat | Float | Double), kind)?;
        self.made(self.make(|tables| tables.float(ty.number, [bits, 0])), kind)
    }

    /// Returns zero, `null`, `zeroinitializer` or `none`.
    ///
    /// # Errors
    /// A type without a zero.
    pub fn const_null<'d>(&'d self, ty: Type<'d>) -> Result<Value<'d>> {
        ty.require(Role::Zero, "a null constant")?;
        self.made(self.make(|tables| tables.zero(ty.number)), "the type has no zero")
    }

    /// Returns `undef`.
    ///
    /// # Errors
    /// A type that values do not have.
    pub fn undef<'d>(&'d self, ty: Type<'d>) -> Result<Value<'d>> {
        ty.require(Role::Data, "undefined")?;
        Ok(self.value(self.make(|tables| tables.simple_constant(ConstantKind::Undef, ty.number))))
    }

    /// Returns `poison`.
    ///
    /// # Errors
    /// A type that values do not have.
    pub fn const_poison<'d>(&'d self, ty: Type<'d>) -> Result<Value<'d>> {
        ty.require(Role::Data, "poison")?;
        Ok(self.value(self.poison(ty.number)))
    }

    /// Returns an array, vector or structure of constants.
    ///
    /// # Errors
    /// Constants that do not fit the parts of the type.
    pub fn const_aggregate<'d>(&'d self, ty: Type<'d>, parts: &[Value<'d>]) -> Result<Value<'d>> {
        self.check_parts(ty, parts)?;
        let parts: Vec<u32> = parts.iter().map(|part| part.number).collect();
        Ok(self.value(self.make(|tables| tables.aggregate(ty.number, &parts))))
    }

    /// Returns the constant mask of a `shufflevector`; -1 stands for a poison element.
    pub(in crate::draft) fn shuffle_mask(&self, mask: &[i32]) -> Result<Value<'_>> {
        let (i32, count) = (self.int_type(32)?, mask.len() as u32);
        let ty = self.vector_type(i32, count)?;
        if mask.iter().all(|i| *i >= 0) {
            return Ok(self.value(self.make(|tables| {
                let start = tables.constants.bytes.len();
                tables.constants.bytes.extend(mask.iter().flat_map(|i| i.to_le_bytes()));
                tables.data(ty.number, start, count, size_of::<i32>())
            })));
        }
        let poison = self.poison(i32.number);
        Ok(self.value(self.make(|tables| {
            let mut element = |i: &i32| if *i < 0 { poison } else { tables.constants.integer(i32.number, *i as u64) };
            let elements: Vec<u32> = mask.iter().map(&mut element).collect();
            tables.aggregate(ty.number, &elements)
        })))
    }

    /// Returns a constant made of the words `head` and the operands `parts`.
    pub(super) fn composed<'d>(&'d self, constant: Constant, head: &[u32], parts: &[Value<'d>]) -> Value<'d> {
        self.value(self.make(|tables| {
            let start = tables.constants.words.len();
            tables.constants.words.extend_from_slice(head);
            tables.constants.words.extend(parts.iter().map(|part| part.number));
            tables.composed_constant(constant, start)
        }))
    }

    fn check_parts(&self, ty: Type<'_>, parts: &[Value<'_>]) -> Result<()> {
        let fits = match ty.kind() {
            TypeKind::Array | TypeKind::Vector => {
                let element = ty.part(0);
                parts.len() as u64 == ty.size() && parts.iter().all(|part| Some(part.ty()) == element)
            }
            TypeKind::Struct | TypeKind::NamedStruct => {
                let types = ty.parts();
                types.len() == parts.len() && types.iter().zip(parts).all(|(ty, part)| part.ty() == *ty)
            }
            _ => false,
        };
        if fits && parts.iter().all(|part| part.is_constant()) {
            return Ok(());
        }
        Err(Refused::new(format!("({}) are not the parts of {}", show_types(parts.iter().copied()), ty.show())))
    }

    /// Returns the size in bytes of an element of an array or vector that can be `Data`.
    fn data_size(&self, ty: Type<'_>) -> Option<usize> {
        let element = ty.part(0).filter(|_| matches!(ty.kind(), TypeKind::Array | TypeKind::Vector))?;
        let bits = self.types.borrow().bits(element.number)?;
        let whole = element.kind() != TypeKind::Integer || matches!(bits, 8 | 16 | 32 | 64);
        (whole && bits <= 64).then(|| element_bytes(bits))
    }

    /// Returns an array or vector of 8- to 64-bit numbers from their bytes in little-endian order.
    ///
    /// # Errors
    /// Bytes that do not fit the elements of the type.
    pub fn const_data<'d>(&'d self, ty: Type<'d>, bytes: &[u8]) -> Result<Value<'d>> {
        let size = self.data_size(ty).filter(|size| ty.size().checked_mul(*size as u64) == Some(bytes.len() as u64));
        let Some(size) = size else {
            return Err(Refused::new(format!("{} bytes are no {}", bytes.len(), ty.show())));
        };
        Ok(self.value(self.make(|tables| {
            let start = tables.constants.bytes.len();
            tables.constants.bytes.extend_from_slice(bytes);
            tables.data(ty.number, start, (bytes.len() / size) as u32, size)
        })))
    }

    /// Returns inline assembly, given by code and constraints, as a callee.
    ///
    /// # Errors
    /// A type that is not a function type.
    pub fn inline_asm<'d>(&'d self, ty: Type<'d>, flags: u16, code: &[u8], constraints: &[u8]) -> Result<Value<'d>> {
        need(ty.kind() == TypeKind::Function, "inline assembly has the type of a function")?;
        let pointer = self.pointer_type(0)?;
        let (code, constraints) = (self.texts.add(code), self.texts.add(constraints));
        let words = [ty.number, flags as u32, code.start, code.count, constraints.start, constraints.count];
        Ok(self.composed(plain(ConstantKind::InlineAsm, pointer.number), &words, &[]))
    }
}
