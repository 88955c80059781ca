//! Stand-ins for types, forward: releases of SPIRV-Tools accept less than the sets allow.
//!
//! | what they refuse | what stands there | the link behind all types |
//! | --- | --- | --- |
//! | a pointer to, a qualifier, a name or a vector of a type that is not basic | a basic type of its name and size | `DebugTypeFunction FlagIndirectVariable %stand_in %type` |
//! | the same of no type | a basic type `void` | `DebugTypeFunction FlagIndirectVariable %stand_in` |
//! | a vector of more than four components | an array | `DebugTypeFunction FlagIndirectVariable %array` |
//! | a discriminator as a scope | a block of line 0, with the discriminator for its column | |
//! | in the sets for shaders, the base of a class | a member with `FlagIndirectVariable` | |
//! | no type, for a member, a variable, an element or a parameter | the basic type `void` | as above |
//!
//! No function type and no member has that flag in LLVM IR. The option for the exact words of the sets disables all of these.

use super::super::rows::{number, tag};
use super::super::{codes, is_known_type, is_vector, plain_type};
use super::{Writer, arrays};
use crate::binary::builder::Id;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::Key;

/// The name of the stand-in for a missing type.
const VOID: &[u8] = b"void";
/// An extra word that distinguishes an array that stands for a vector from equal arrays.
const AS_VECTOR: u32 = u32::MAX;

impl<'m> Writer<'_, 'm> {
    /// Returns whether stand-ins are written, so that all releases of SPIRV-Tools accept the instructions.
    pub(super) fn has_stand_ins(&self) -> bool {
        !self.f.options.debug_info_exact
    }

    /// Returns a type where only a basic type is accepted, or its stand-in.
    pub(super) fn basic(&mut self, node: Option<Metadata<'m>>) -> Result<Id> {
        let known = node.filter(|node| is_known_type(&node.debug_node()));
        let is_basic = known.is_some_and(|node| matches!(node.debug_class(), Class::BasicType | Class::StringType));
        if is_basic || !self.has_stand_ins() {
            return self.ty(node);
        }
        // The link alone names the type, behind all others.
        let is_forward = self.is_forward;
        let ty = known.map(|known| self.ty(Some(known))).transpose()?;
        self.is_forward = is_forward;
        if !self.missing.is_empty() || self.circle.is_some() {
            return Ok(0);
        }
        match self.d.stand_ins.get(&ty) {
            Some(id) => Ok(*id),
            None => self.new_stand_in(known, ty),
        }
    }

    /// Returns a type where no release accepts `DebugInfoNone`.
    pub(super) fn some_type(&mut self, node: Option<Metadata<'m>>) -> Result<Id> {
        match node.filter(|node| is_known_type(&node.debug_node())) {
            None => self.basic(None),
            known => self.any(known),
        }
    }

    /// Emits a basic type with the name and the size of another type, and with the encoding of the basic type behind
    /// typedefs and qualifiers.
    fn new_stand_in(&mut self, node: Option<Metadata<'m>>, ty: Option<Id>) -> Result<Id> {
        let fields = node.map(Metadata::debug_node);
        let name = self.text(fields.as_ref().map_or(VOID, name_of))?;
        let plain = plain_type(node);
        let size = plain.as_ref().map_or(0, |plain| plain.number(Number::Size));
        let basic = plain.filter(|plain| plain.class == Class::BasicType);
        let encoding = basic.map_or(0, |basic| codes::encoding(basic.number(Number::Encoding), false));
        let mut words = vec![number::TYPE_BASIC, name, self.bits(size)?, self.number(encoding)?];
        if self.set().is_of_shaders() {
            words.push(self.number(0)?);
        }
        let id = self.fresh(&words)?;
        self.d.stand_ins.insert(ty, id);
        self.d.standing.push((id, ty));
        Ok(id)
    }

    /// Returns whether an array stands for a vector.
    pub(super) fn is_vector_as_array(&self, node: &Node<'m>) -> bool {
        is_vector(node) && node.class == Class::CompositeType && !arrays::has_few_lanes(node) && self.has_stand_ins()
    }

    /// Returns whether a member stands for the base of a class.
    pub(super) fn is_base_as_member(&self, node: &Node<'m>) -> bool {
        let is_base = node.class == Class::DerivedType && node.number(Number::Tag) == tag::INHERITANCE;
        is_base && self.set().is_of_shaders() && self.has_stand_ins()
    }

    /// Returns the words by which equal instructions are found.
    pub(super) fn shared_words(&self, (node, _): Key<'m>, words: &[u32]) -> Vec<u32> {
        let is_marked = self.is_vector_as_array(&node.debug_node());
        words.iter().copied().chain(is_marked.then_some(AS_VECTOR)).collect()
    }

    /// Notes that an array stands for a vector.
    pub(super) fn vector_as_array(&mut self, (node, _): Key<'m>, id: Id) {
        if self.is_vector_as_array(&node.debug_node()) {
            self.d.standing.push((id, None));
        }
    }

    /// Writes the links from stand-ins to the types.
    pub(super) fn stand_ins(&mut self) -> Result<()> {
        for (id, ty) in std::mem::take(&mut self.d.standing) {
            let flags = self.number(codes::flag::INDIRECT)?;
            let words: Vec<_> = [number::TYPE_FUNCTION, flags, id].into_iter().chain(ty).collect();
            self.fresh(&words)?;
        }
        Ok(())
    }
}

/// Returns the name of a type, if the sets say one.
fn name_of<'n>(node: &'n Node<'_>) -> &'n [u8] {
    let is_named = match node.class {
        Class::DerivedType => node.number(Number::Tag) == tag::TYPEDEF,
        Class::CompositeType => node.number(Number::Tag) != tag::ARRAY,
        _ => false,
    };
    if is_named { node.bytes(Link::Name) } else { b"" }
}
