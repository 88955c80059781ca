//! Checks lists that nodes of debug information refer to.

use super::rows::{LOCAL_SCOPES, TYPES};
use super::special::DEFINITION;
use super::*;

const TAG_ENUMERATION: u64 = 0x04;

impl<'m> Verifier<'m> {
    /// Checks that an optional list contains only suitable nodes.
    pub(super) fn list(
        &self,
        list: Option<u32>,
        message: &'static str,
        fits: impl Fn(&Self, Option<u32>) -> bool,
    ) -> Rule {
        let Some(list) = list else { return Ok(()) };
        HERE.require(self.m.node_kind(Some(list)) == Some(NodeKind::Tuple), message)?;
        HERE.require(self.m.node_operands(list).into_iter().all(|node| fits(self, node)), message)
    }

    pub(super) fn template_parameters(&self, list: Option<u32>) -> Rule {
        self.list(list, "invalid template params", |v, node| {
            matches!(v.m.node_kind(node), Some(NodeKind::TemplateType | NodeKind::TemplateValue))
        })
    }

    /// Checks the lists of a compile unit.
    pub(super) fn unit_lists(&self, unit: u32) -> Rule {
        let m = self.m;
        let kind = |node| m.node_kind(node);
        self.list(m.node_at(unit, 9), "invalid enum list", |_, node| {
            kind(node) == Some(NodeKind::CompositeType) && m.node_word(node.unwrap_or(0), 1) == TAG_ENUMERATION
        })?;
        self.list(m.node_at(unit, 10), "invalid retained type list", |v, node| {
            let is_declared = |node: u32| m.node_word(node, 9) & DEFINITION == 0;
            v.is_one_of(node, TYPES) || kind(node) == Some(NodeKind::Subprogram) && is_declared(node.unwrap_or(0))
        })?;
        self.list(m.node_at(unit, 12), "invalid global variable list", |_, node| {
            kind(node) == Some(NodeKind::GlobalVariableExpression)
        })?;
        self.list(m.node_at(unit, 13), "invalid imported entity list", |_, node| {
            kind(node) == Some(NodeKind::ImportedEntity)
        })?;
        self.list(m.node_at(unit, 15), "invalid macro list", |_, node| {
            matches!(kind(node), Some(NodeKind::Macro | NodeKind::MacroFile))
        })
    }

    /// Checks the retained nodes of a subprogram: its own variables, labels and imported entities.
    pub(super) fn retained(&mut self, subprogram: u32) -> Rule {
        let m = self.m;
        let Some(list) = m.node_at(subprogram, 15) else { return Ok(()) };
        HERE.require(m.node_kind(Some(list)) == Some(NodeKind::Tuple), "invalid retained nodes list")?;
        for node in m.node_operands(list) {
            let Some(node) = node else { return HERE.broken("nullptr in retained nodes") };
            let scope = match m.node_kind(Some(node)) {
                Some(NodeKind::LocalVariable | NodeKind::Label) => m.node_at(node, 1),
                Some(NodeKind::ImportedEntity) => m.node_at(node, 2),
                // LLVM 23 keeps the static variables of functions here.
                Some(NodeKind::GlobalVariableExpression) => {
                    m.node_at(node, 1).and_then(|variable| m.node_at(variable, 1))
                }
                _ => {
                    return HERE
                        .broken("invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity");
                }
            };
            HERE.require(self.is_one_of(scope, LOCAL_SCOPES), "invalid retained nodes, retained node is not local")?;
            let owner = scope.and_then(|scope| self.subprogram_of_scope(scope));
            HERE.require(
                owner == Some(subprogram),
                "invalid retained nodes, retained node does not belong to subprogram",
            )?;
        }
        Ok(())
    }
}
