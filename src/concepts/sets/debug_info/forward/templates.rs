//! Templates, forward.

use super::super::rows::{Row, number, tag};
use super::{Writer, is_composite};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::{Key, Role};

impl<'m> Writer<'_, 'm> {
    /// The parameters of the template that a composite or a function is made of.
    pub(super) fn template(&mut self, target: Key<'m>, node: &Node<'m>) -> Result<Vec<u32>> {
        let mut words = vec![number::TYPE_TEMPLATE, self.own_id(target)?];
        let writes_groups = self.f.options.policy.writes_groups_of_template_parameters;
        let mut open: Vec<_> = node.entries(Link::Templates).into_iter().rev().flatten().collect();
        while let Some(parameter) = open.pop() {
            let fields = parameter.debug_node();
            match fields.number(Number::Tag) {
                tag::PARAMETER_PACK if !writes_groups => {
                    let inner = fields.link(Link::Held).map(Metadata::operands).unwrap_or_default();
                    open.extend(inner.into_iter().rev().flatten());
                    self.lose("packs of template parameters, which are written one by one");
                }
                tag::TEMPLATE_TEMPLATE if !writes_groups => self.lose("template parameters that are templates"),
                _ => words.push(self.id((parameter, Role::Full))?),
            }
        }
        Ok(words)
    }

    /// A template that is a parameter of one, or a pack of parameters; neither has a file or a line in LLVM IR. The
    /// Khronos translator has exchanged their numbers, and fails to read the right one.
    pub(super) fn group_of_parameters(&mut self, node: &Node<'m>) -> Result<Vec<u32>> {
        let name = self.text(node.bytes(Link::Name))?;
        let (none, zero) = (self.none()?, self.number(0)?);
        if node.number(Number::Tag) == tag::TEMPLATE_TEMPLATE {
            let template = self.text(node.bytes(Link::Held))?;
            return Ok(vec![number::TEMPLATE_PACK, name, template, none, zero, zero]);
        }
        let mut words = vec![number::TEMPLATE_TEMPLATE, name, none, zero, zero];
        for parameter in node.link(Link::Held).map(Metadata::operands).into_iter().flatten().flatten() {
            words.push(self.id((parameter, Role::Full))?);
        }
        Ok(words)
    }

    /// Returns whether the parameters of the template that a node is made of are written: of a composite or a function.
    pub(super) fn has_template(&mut self, row: &Row, node: &Node<'m>) -> bool {
        let is_narrow = self.lexical_scopes_only();
        let (may_have, is_target) = match node.class {
            Class::Function => (true, !is_narrow || row.number != number::FUNCTION_DECLARATION),
            Class::CompositeType => (true, !is_narrow || is_composite(node)),
            _ => (false, false),
        };
        if may_have && !is_target && !node.entries(Link::Templates).is_empty() {
            self.lose("parameters of templates of functions that are declared only");
        }
        is_target && node.link(Link::Templates).is_some()
    }
}
