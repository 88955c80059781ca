//! Templates, backward.

use super::super::rows::tag;
use super::Reader;
use crate::binary::{Id, Instruction};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};

/// The operands of a pack in front of its parameters: name, file, line and column.
const PACK: usize = 4;

impl<'m> Reader<'_, 'm> {
    /// Sets the template parameters of a node.
    pub(super) fn templates(&mut self, id: Id, node: &mut Node<'m>) -> Result<()> {
        let Some(template) = self.d.templates.get(&id).copied() else {
            if node.class == Class::Function && self.r.options.policy.reads_functions_as_builder {
                node.set_link(Link::Templates, Some(self.r.context.md_node(&[])));
            }
            return Ok(());
        };
        let parameters = Self::operands(template).get(1..).unwrap_or_default();
        let parameters = self.parameters(parameters);
        node.set_link(Link::Templates, Some(parameters));
        Ok(())
    }

    /// Makes a template parameter that is a template, or a pack of parameters: translators have exchanged the numbers
    /// of the two instructions, so that the second operand decides.
    pub(super) fn template_group(&mut self, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        let operands = Self::operands(inst);
        let [name, second, ..] = *operands else { return Ok(None) };
        let mut node = Node::new(Class::TemplateValue);
        self.text(name, Link::Name, &mut node);
        let (tagged, held) = match self.r.spv.string(second) {
            Some(template) => (tag::TEMPLATE_TEMPLATE, self.r.context.md_string(template)),
            None => (tag::PARAMETER_PACK, self.parameters(operands.get(PACK..).unwrap_or_default())),
        };
        node.set(Number::Tag, tagged);
        node.set_link(Link::Held, Some(held));
        if self.missing.is_empty() { self.r.context.debug_node(&node).map(Some) } else { Ok(None) }
    }

    fn parameters(&mut self, ids: &[Id]) -> Metadata<'m> {
        let is_parameter = |class| matches!(class, Class::TemplateType | Class::TemplateValue);
        let all: Vec<_> = ids.iter().filter_map(|id| self.link(*id, is_parameter)).map(Some).collect();
        self.r.context.md_node(&all)
    }
}
