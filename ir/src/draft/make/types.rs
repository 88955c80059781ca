//! Makes types.

use super::super::{Draft, Refused, Result, Type, need};
use super::Role;
use super::roles::fits;
use crate::module::Text;
use crate::types::{TypeKind, TypeRow};

/// The width of the widest integer.
const MOST_BITS: u32 = 1 << 23;
/// The number of address spaces.
const SPACES: u32 = 1 << 24;
/// The size in bits of the longest vector; sizes beyond it overflow in LLVM.
const MOST_VECTOR_BITS: u64 = 1 << 31;
/// The limit on the number of elements of an array.
pub(in crate::draft) const MOST_ELEMENTS: u64 = 1 << 48;

impl Draft {
    fn ty(&self, number: u32) -> Type<'_> {
        Type { draft: self, number }
    }

    fn simple(&self, kind: TypeKind, number: u64) -> Type<'_> {
        self.ty(self.types.borrow_mut().simple(kind, number))
    }

    /// Returns a type without parameters: `void`, `token`, the floating-point types.
    ///
    /// # Errors
    /// A kind that has a number or parts.
    pub fn plain_type(&self, kind: TypeKind) -> Result<Type<'_>> {
        need(kind <= TypeKind::Token, "the type has a size or parts")?;
        Ok(self.simple(kind, 0))
    }

    /// Returns `iN`, of 1 to 2²³ bits.
    ///
    /// # Errors
    /// Another number of bits.
    pub fn int_type(&self, bits: u32) -> Result<Type<'_>> {
        need((1..=MOST_BITS).contains(&bits), "integers have 1 to 8388608 bits")?;
        Ok(self.simple(TypeKind::Integer, bits as u64))
    }

    /// Returns `i1`.
    pub fn bool_type(&self) -> Type<'_> {
        self.simple(TypeKind::Integer, 1)
    }

    /// Returns `ptr addrspace(N)`, N below 2²⁴.
    ///
    /// # Errors
    /// Another space.
    pub fn pointer_type(&self, space: u32) -> Result<Type<'_>> {
        need(space < SPACES, "address spaces are numbers below 2^24")?;
        Ok(self.simple(TypeKind::Pointer, space as u64))
    }

    /// Returns `<N x element>`.
    ///
    /// # Errors
    /// No elements, too many, or a type that vectors cannot contain.
    pub fn vector_type<'d>(&'d self, element: Type<'d>, count: u32) -> Result<Type<'d>> {
        element.require(Role::VectorElement, "an element of a vector")?;
        let bits = self.types.borrow().bits(element.number).unwrap_or(128);
        need(count > 0 && count as u64 * bits <= MOST_VECTOR_BITS, "a vector of that many elements")?;
        Ok(self.ty(self.types.borrow_mut().composed(TypeKind::Vector, count as u64, &[element.number])))
    }

    /// Returns `[N x element]`.
    ///
    /// # Errors
    /// Too many elements, or a type that arrays cannot contain.
    pub fn array_type<'d>(&'d self, element: Type<'d>, count: u64) -> Result<Type<'d>> {
        element.require(Role::ArrayElement, "an element of an array")?;
        need(count <= MOST_ELEMENTS, "an array of more than 2^48 elements")?;
        Ok(self.ty(self.types.borrow_mut().composed(TypeKind::Array, count, &[element.number])))
    }

    /// Returns `{ parts }`, or `<{ parts }>`.
    ///
    /// # Errors
    /// Parts that structures cannot have.
    pub fn struct_type<'d>(&'d self, parts: &[Type<'d>], packed: bool) -> Result<Type<'d>> {
        let parts = members(parts)?;
        Ok(self.ty(self.types.borrow_mut().composed(TypeKind::Struct, packed as u64, &parts)))
    }

    /// Returns a new opaque structure. As in LLVM, a number is appended to a name in use.
    pub fn named_struct(&self, name: &[u8]) -> Type<'_> {
        let name = self.free_type_name(name);
        let row = TypeRow { kind: TypeKind::Opaque, number: 0, start: 0, count: 0, name: self.texts.add(&name) };
        self.ty(self.types.borrow_mut().push(row, &[]))
    }

    fn free_type_name(&self, name: &[u8]) -> Vec<u8> {
        let mut names = self.names.borrow_mut();
        names.note_types(self);
        names.free_type_name(name)
    }

    /// Sets the body of a named structure.
    ///
    /// # Errors
    /// A structure with a body, parts that structures cannot have, a structure that would contain itself.
    pub fn set_body<'d>(&'d self, structure: Type<'d>, parts: &[Type<'d>], packed: bool) -> Result<()> {
        need(structure.kind() == TypeKind::Opaque, "only a structure without parts is given some")?;
        let parts = members(parts)?;
        need(!self.holds(&parts, structure.number), "a structure that holds itself")?;
        self.types.borrow_mut().define(structure.number, TypeKind::NamedStruct, packed, &parts);
        Ok(())
    }

    fn holds(&self, parts: &[u32], ty: u32) -> bool {
        let types = self.types.borrow();
        let mut open = parts.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(part) = open.pop() {
            if part == ty {
                return true;
            }
            open.extend(types.parts(part).iter().copied().filter(|part| seen.insert(*part)));
        }
        false
    }

    /// Returns the type of a function.
    ///
    /// # Errors
    /// A result or parameters that functions cannot have.
    pub fn function_type<'d>(&'d self, result: Type<'d>, parameters: &[Type<'d>], variadic: bool) -> Result<Type<'d>> {
        result.require(Role::Returned, "the result of a function")?;
        let mut parts = vec![result.number];
        for parameter in parameters {
            parameter.require(Role::Parameter, "a parameter of a function")?;
            parts.push(parameter.number);
        }
        Ok(self.ty(self.types.borrow_mut().composed(TypeKind::Function, variadic as u64, &parts)))
    }

    /// Returns the target extension type `target("name", types, numbers)`.
    ///
    /// # Errors
    /// Types that a target extension type cannot have.
    pub fn target_type<'d>(&'d self, name: &[u8], types: &[Type<'d>], numbers: &[u32]) -> Result<Type<'d>> {
        let mut parts: Vec<u32> = types.iter().map(|ty| ty.number).collect();
        for ty in types {
            let is_part = ty.fits(Role::Data) || ty.kind() == TypeKind::Void;
            need(is_part, "a type of a target holds types of values")?;
        }
        parts.extend(numbers);
        let name = self.target_name(name);
        Ok(self.ty(self.types.borrow_mut().intern(TypeKind::Target, types.len() as u64, &parts, name)))
    }

    /// Returns the interned text of the name of a target extension type.
    fn target_name(&self, name: &[u8]) -> Text {
        let types = self.types.borrow();
        let known = types.rows.iter().filter(|row| row.kind == TypeKind::Target);
        let mut known = known.map(|row| row.name).filter(|text| self.texts.get(*text) == name);
        known.next().unwrap_or_else(|| self.texts.add(name))
    }
}

fn members(parts: &[Type<'_>]) -> Result<Vec<u32>> {
    for part in parts {
        let types = part.draft.types.borrow();
        if !fits(&types, part.number, Role::Member) {
            return Err(Refused::new(format!("{} cannot be a part of a structure", part.show())));
        }
    }
    Ok(parts.iter().map(|part| part.number).collect())
}
