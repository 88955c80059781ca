//! Templates, forward.

use super::super::rows::{Row, number, tag};
use super::{Writer, is_composite};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::{Key, Role};

impl<'m> Writer<'_, 'm> {
    /// Returns the words of the template of a composite or function, with its parameters.
    pub(super) fn template(&mut self, target: Key<'m>, node: &Node<'m>) -> Result<Vec<u32>> {
        let mut words = vec![number::TYPE_TEMPLATE, self.id(target)?];
        let mut open: Vec<_> = node.entries(Link::Templates).into_iter().rev().flatten().collect();
        while let Some(parameter) = open.pop() {
            let fields = parameter.debug_node();
            match fields.number(Number::Tag) {
                tag::PARAMETER_PACK => {
                    let inner = fields.link(Link::Held).map(Metadata::operands).unwrap_or_default();
                    open.extend(inner.into_iter().rev().flatten());
                    self.lose("packs of template parameters, which are written one by one");
                }
                tag::TEMPLATE_TEMPLATE => self.lose("template parameters that are templates"),
                _ => words.push(self.id((parameter, Role::Full))?),
            }
        }
        Ok(words)
    }

    /// Returns whether the template parameters of a node are written: of a composite or a function.
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
