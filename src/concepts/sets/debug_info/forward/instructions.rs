//! The row by which a node is written, and replacements for nodes without a row in a set.

use super::super::rows::{self, Row, number, tag};
use super::{Writer, arrays};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::{Key, Role, Set, Sets};

impl<'m> Writer<'_, 'm> {
    /// Returns the words of an instruction, beginning with its number; none for a node that the set cannot express.
    pub(super) fn instruction(&mut self, (metadata, role): Key<'m>) -> Result<Option<Vec<u32>>> {
        let node = metadata.debug_node();
        match (node.class, role) {
            (Class::File, _) => self.source(&node).map(Some),
            (Class::Macro, _) => self.macro_of(&node),
            (_, Role::Template) => self.template((metadata, Role::Full), &node).map(Some),
            (_, Role::MethodTemplate) => self.template((metadata, Role::Method), &node).map(Some),
            _ => match self.row(metadata, &node, role) {
                Some(row) => self.fields(row, metadata, &node, role).map(Some),
                None => self.stand_in(metadata, &node),
            },
        }
    }

    /// Returns the row by which a node is written.
    fn row(&mut self, metadata: Metadata<'m>, node: &Node<'m>, role: Role) -> Option<&'static Row> {
        let set = self.set();
        let tagged = node.number(Number::Tag);
        let is_dynamic = || {
            [Link::DataLocation, Link::Associated, Link::Allocated, Link::Rank]
                .iter()
                .any(|link| node.link(*link).is_some())
        };
        let numbered = |number| rows::of(node.class, number).filter(|row| row.sets.has(set));
        match node.class {
            Class::Module if !self.has_modules() => None,
            Class::DerivedType if self.is_base_as_member(node) => numbered(number::TYPE_MEMBER),
            Class::BlockFile if self.has_stand_ins() => numbered(number::LEXICAL_BLOCK),
            Class::BlockFile => numbered(number::DISCRIMINATOR),
            Class::StringType if !Sets::SHADER_200.has(set) => {
                rows::of(Class::BasicType, number::TYPE_BASIC).inspect(|_| self.lose("lengths and places of strings"))
            }
            Class::Function if role == Role::Method => numbered(number::FUNCTION),
            Class::Function if super::super::is_definition(node) || self.d.bodies.contains_key(&metadata) => {
                numbered(number::FUNCTION)
            }
            Class::Function => numbered(number::FUNCTION_DECLARATION),
            Class::CompositeType if super::super::is_matrix(node) => {
                numbered(number::TYPE_MATRIX).filter(|_| arrays::has_few_lanes(node)).or(numbered(number::TYPE_ARRAY))
            }
            Class::CompositeType if self.is_vector_as_array(node) => numbered(number::TYPE_ARRAY),
            Class::CompositeType if super::super::is_vector(node) => numbered(number::TYPE_VECTOR),
            Class::CompositeType if tagged == tag::ARRAY && set == Set::Shader200 && is_dynamic() => {
                numbered(number::DYNAMIC_ARRAY)
            }
            Class::CompositeType if tagged == tag::ARRAY => {
                if is_dynamic() {
                    self.lose("places and states of dynamic arrays");
                }
                numbered(number::TYPE_ARRAY)
            }
            class => rows::ROWS.iter().find(|row| {
                let is_only = row.tags.is_empty() && class != Class::CompositeType;
                row.class == class && row.sets.has(set) && (is_only || row.tags.contains(&tagged))
            }),
        }
    }

    /// Handles a node without a row: a derived type is replaced by its base type, other nodes are dropped.
    fn stand_in(&mut self, metadata: Metadata<'m>, node: &Node<'m>) -> Result<Option<Vec<u32>>> {
        if node.class == Class::DerivedType
            && let Some(base) = node.link(Link::Base)
        {
            let id = self.id((base, Role::Full))?;
            if self.missing.is_empty() {
                self.d.progress.set_id((metadata, Role::Full), id);
                self.lose("types of a kind that the set does not have");
            }
            return Ok(None);
        }
        self.lose(&format!("nodes of class {:?}", node.class));
        Ok(None)
    }
}
