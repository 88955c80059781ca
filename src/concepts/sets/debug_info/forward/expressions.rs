//! Expressions that nodes outside of functions refer to, or that functions have referred to before.

use super::super::rows::number;
use super::Writer;
use crate::binary::builder::Id;
use crate::concepts::sets::debug_info::expressions;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::state::slots::debug_info::Set;

impl<'m> Writer<'_, 'm> {
    /// Writes an expression with the id by which a function refers to it.
    pub(super) fn expression_as(&mut self, id: Id, operations: &[Vec<u32>]) -> Result<()> {
        if !self.d.expressed.insert(id) {
            return Ok(());
        }
        let mut words = vec![number::EXPRESSION];
        for operation in operations {
            let mut one = vec![number::OPERATION];
            for word in operation {
                one.push(self.number(*word)?);
            }
            words.push(match self.f.options.policy.keeps_operations {
                true => self.fresh(&one)?,
                false => self.unique(one)?,
            });
        }
        self.emit(id, &words)
    }

    /// Returns the id of an expression that other nodes refer to.
    pub(super) fn expression(&mut self, node: Metadata<'m>) -> Result<Id> {
        let takes_all = self.takes_all();
        let keeps = self.f.options.policy.keeps_operations;
        let Ok(operations) = expressions::forward(&node.expression_words(), takes_all, keeps) else {
            self.lose("expressions of types");
            return self.none();
        };
        let operations: Vec<_> =
            operations.iter().map(|one| [&[one.number], one.operands.as_slice()].concat()).collect();
        let id = match self.d.expressions.get(&operations) {
            Some(id) => *id,
            None => self.f.spv.fresh(),
        };
        self.d.expressions.insert(operations.clone(), id);
        self.expression_as(id, &operations)?;
        Ok(id)
    }

    pub(super) fn takes_all(&self) -> bool {
        self.named_set() == Set::Shader200 || self.f.options.extra_di_expressions
    }
}
