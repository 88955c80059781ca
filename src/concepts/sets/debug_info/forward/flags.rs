//! Flags and storage classes, forward.

use super::super::codes::{self, flag, function_flag};
use super::super::rows::tag;
use super::Writer;
use super::fields::is_member;
use crate::binary::builder::Id;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::{Role, Set};
use ::spirv::{Capability, StorageClass};

/// Flags of a function: LLVM's and SPIR-V's.
const FUNCTION_FLAGS: &[(u64, u32)] = &[
    (function_flag::LOCAL, flag::LOCAL),
    (function_flag::DEFINITION, flag::DEFINITION),
    (function_flag::OPTIMIZED, flag::OPTIMIZED),
];

impl<'m> Writer<'_, 'm> {
    pub(super) fn flags(&mut self, node: &Node<'m>, role: Role) -> Result<Id> {
        let flags = self.said_flags(node, self.set() == Set::Shader200);
        let is_part = node.class == Class::DerivedType && is_member(node.number(Number::Tag));
        let flags = if is_part { self.with_access(flags, node) } else { flags };
        let is_empty_enumeration = node.number(Number::Tag) == tag::ENUMERATION
            && node.number(Number::Size) == 0
            && node.class == Class::CompositeType;
        let flags = if self.is_base_as_member(node) { flags | flag::INDIRECT } else { flags };
        let declared = if role == Role::Twin || is_empty_enumeration { flag::DECLARATION } else { 0 };
        self.number(flags | declared)
    }

    /// The flags of a node that the set has.
    fn said_flags(&self, node: &Node<'m>, with_bit_fields: bool) -> u32 {
        let unsaid = if self.set().is_of_shaders() { 0 } else { flag::UNKNOWN_LAYOUT };
        codes::flags(node.number(Number::Flags), with_bit_fields) & !unsaid
    }

    pub(super) fn function_flags(&mut self, node: &Node<'m>, role: Role) -> Result<Id> {
        let of = node.number(Number::FunctionFlags);
        let mut flags = self.with_access(self.said_flags(node, false), node);
        for (llvm, spirv) in FUNCTION_FLAGS {
            let is_twin = role == Role::Method && *spirv == flag::DEFINITION;
            flags |= if of & llvm != 0 && !is_twin { *spirv } else { 0 };
        }
        self.number(flags)
    }

    /// Adds the default access of members and functions of a composite, if the policy asks for it.
    pub(super) fn with_access(&self, flags: u32, node: &Node<'m>) -> u32 {
        let is_asked = self.f.options.policy.says_access_by_default && flags & flag::ACCESS == 0;
        let is_inheritance = node.class == Class::DerivedType && node.number(Number::Tag) == tag::INHERITANCE;
        let scope = node.link(Link::Scope).filter(|_| is_asked && !is_inheritance).map(Metadata::debug_node);
        let scope = scope.filter(|scope| scope.class == Class::CompositeType);
        match scope.map(|scope| scope.number(Number::Tag)) {
            Some(tag::CLASS) => flags | flag::PRIVATE,
            Some(tag::STRUCTURE | tag::UNION) => flags | flag::ACCESS,
            _ => flags,
        }
    }

    pub(super) fn global_flags(&mut self, node: &Node<'m>) -> Result<Id> {
        let local = if node.number(Number::IsLocal) != 0 { flag::LOCAL } else { 0 };
        let defined = if node.number(Number::IsDefinition) != 0 { flag::DEFINITION } else { 0 };
        self.number(local | defined)
    }

    /// Returns the storage class of the address space; `Function` if the module does not declare the class.
    pub(super) fn storage_class(&mut self, node: &Node<'m>) -> Result<Id> {
        let space = node.number(Number::Space).checked_sub(1).and_then(|space| u32::try_from(space).ok());
        // A literal asks for the extensions of its class.
        let space = space.filter(|_| self.set().is_of_shaders());
        let own = space.and_then(|space| self.f.hooks.class_of_space.iter().find_map(|hook| hook(space)));
        let class = own.map_or_else(|| codes::storage_class(node.number(Number::Space)), |class| class as u32);
        let is_generic = class == StorageClass::Generic as u32;
        let may = !is_generic || self.f.spv.has(Capability::GenericPointer);
        self.number(if may { class } else { StorageClass::Function as u32 })
    }

    pub(super) fn pointer_flags(&mut self, node: &Node<'m>) -> Result<Id> {
        let flags = self.said_flags(node, false);
        let own = match node.number(Number::Tag) {
            tag::REFERENCE => flag::LVALUE_REFERENCE,
            tag::RVALUE_REFERENCE => flag::RVALUE_REFERENCE,
            _ => 0,
        };
        self.number(flags | own)
    }
}
