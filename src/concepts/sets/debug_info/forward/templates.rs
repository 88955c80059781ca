//! Templates, forward.

use super::super::rows::{number, tag};
use super::Writer;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Link, Node, Number};
use crate::state::slots::debug_info::{Key, Role};

impl<'m> Writer<'_, 'm> {
    /// The parameters of the template that a composite or a function is made of.
    pub(super) fn template(&mut self, target: Key<'m>, node: &Node<'m>) -> Result<Vec<u32>> {
        let mut words = vec![number::TYPE_TEMPLATE, self.own_id(target)?];
        let mut open: Vec<_> = node.entries(Link::Templates).into_iter().rev().flatten().collect();
        while let Some(parameter) = open.pop() {
            let fields = parameter.debug_node();
            match fields.number(Number::Tag) {
                tag::PARAMETER_PACK => {
                    let inner = fields.link(Link::Held).map(Metadata::operands).unwrap_or_default();
                    open.extend(inner.into_iter().rev().flatten());
                }
                tag::TEMPLATE_TEMPLATE => self.lose("template parameters that are templates"),
                _ => words.push(self.id((parameter, Role::Full))?),
            }
        }
        Ok(words)
    }
}
