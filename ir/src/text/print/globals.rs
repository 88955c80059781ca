//! Prints comdats, variables, aliases, ifuncs.

use super::{Printer, names};
use crate::attributes::FUNCTION;
use crate::global::{CODE_MODELS, Global, GlobalKind, Linkage, SANITIZERS, THREADS, Visibility};
use crate::module::Text;
use crate::text::tables::{SELECTIONS, UNNAMED};

impl Printer<'_> {
    /// Prints comdats in the order in which functions, then variables, refer to them.
    pub(super) fn comdats(&mut self) {
        let m = self.m;
        let mut known = vec![false; m.comdats.len() + 1];
        let mut list = Vec::<crate::module::Comdat>::new();
        for kind in [GlobalKind::Function, GlobalKind::Variable] {
            for global in m.globals.iter().filter(|g| g.kind == kind && g.comdat > 0) {
                if let Some(flag) = known.get_mut(global.comdat as usize).filter(|flag| !**flag) {
                    *flag = true;
                    list.extend(m.comdats.get(global.comdat as usize - 1));
                }
            }
        }
        for comdat in list {
            self.put("\n$");
            names::name(&mut self.out, m.text(comdat.name));
            self.put(" = comdat ");
            self.put(SELECTIONS.get(comdat.selection as usize).copied().unwrap_or("any"));
            self.put("\n");
        }
    }

    /// Prints variables, aliases and ifuncs.
    pub(super) fn globals(&mut self) {
        let m = self.m;
        for kind in [GlobalKind::Variable, GlobalKind::Alias, GlobalKind::IFunc] {
            let mut first = true;
            for (number, global) in m.globals.iter().enumerate().filter(|(_, g)| g.kind == kind) {
                if std::mem::take(&mut first) {
                    self.put("\n");
                }
                self.definition(number as u32, global);
                self.put("\n");
            }
        }
    }

    /// Prints a variable, alias or ifunc with its definition.
    pub(super) fn definition(&mut self, number: u32, global: &Global) {
        self.global_name(number);
        self.put(" = ");
        match global.kind {
            GlobalKind::Variable => self.variable(number, global),
            _ => self.indirect(number, global),
        }
    }

    /// Prints linkage, visibility and the like, each with a space behind it.
    pub(super) fn prefix(&mut self, global: &Global) {
        if global.linkage != Linkage::External {
            self.put(global.linkage.word());
            self.put(" ");
        }
        if global.dso_local && !global.is_implicitly_local() {
            self.put("dso_local ");
        }
        if global.visibility != Visibility::Default {
            self.put(global.visibility.word());
            self.put(" ");
        }
        self.put(match global.dll {
            1 => "dllimport ",
            2 => "dllexport ",
            _ => "",
        });
    }

    fn worded(&mut self, words: &[&str], number: u8) {
        let word = words.get(number as usize).copied().unwrap_or("");
        self.put(word);
        self.put(if word.is_empty() { "" } else { " " });
    }

    /// Returns `unnamed_addr` or `local_unnamed_addr`, without spaces; empty for neither.
    pub(super) fn unnamed_addr(global: &Global) -> &'static str {
        UNNAMED.get(global.unnamed_addr as usize).copied().unwrap_or("")
    }

    fn named_part(&mut self, before: &str, text: Text) {
        if !text.is_empty() {
            self.put(before);
            self.quoted(self.m.text(text));
        }
    }

    fn variable(&mut self, number: u32, global: &Global) {
        let m = self.m;
        if global.init == 0 && global.linkage == Linkage::External {
            self.put("external ");
        }
        self.prefix(global);
        self.worded(&THREADS, global.threads);
        self.worded(&UNNAMED, global.unnamed_addr);
        if global.space != 0 {
            self.put("addrspace(");
            self.put_number(global.space as u64);
            self.put(") ");
        }
        self.put(if global.externally_initialized { "externally_initialized " } else { "" });
        self.put(if global.is_constant { "constant " } else { "global " });
        self.ty(global.ty);
        if global.init > 0 {
            self.put(" ");
            self.value(global.init - 1);
        }
        self.named_part(", section ", global.section);
        self.named_part(", partition ", global.partition);
        if let Some(model) = (global.code_model as usize).checked_sub(1).and_then(|i| CODE_MODELS.get(i)) {
            self.put(", code_model ");
            self.quoted(model.as_bytes());
        }
        for (bit, word) in SANITIZERS {
            if global.sanitizers & bit != 0 {
                self.put(", ");
                self.put(word);
            }
        }
        self.comdat_of(global, ",");
        if global.align > 0 {
            self.put(", align ");
            self.put_number(1 << (global.align - 1));
        }
        self.attached(number, ", ");
        if let Some(set) = m.attributes.of(global.attributes, FUNCTION) {
            self.put(" #");
            self.put_number(self.slots.group_of(set) as u64);
        }
    }

    /// Prints the section and partition of a function, then its comdat.
    pub(super) fn places(&mut self, global: &Global) {
        self.named_part(" section ", global.section);
        self.named_part(" partition ", global.partition);
        self.comdat_of(global, "");
    }

    fn comdat_of(&mut self, global: &Global, before: &str) {
        let m = self.m;
        let Some(comdat) = (global.comdat as usize).checked_sub(1).and_then(|i| m.comdats.get(i)) else { return };
        self.put(before);
        self.put(" comdat");
        if m.text(comdat.name) != m.text(global.name) {
            self.put("($");
            names::name(&mut self.out, m.text(comdat.name));
            self.put(")");
        }
    }

    fn indirect(&mut self, number: u32, global: &Global) {
        let m = self.m;
        self.prefix(global);
        if global.kind == GlobalKind::Alias {
            self.worded(&THREADS, global.threads);
            self.worded(&UNNAMED, global.unnamed_addr);
        }
        self.put(global.kind.word());
        self.put(" ");
        self.ty(global.ty);
        self.put(", ");
        let value = global.init.wrapping_sub(1);
        let is_expression = m.constants.get(value).is_some_and(|c| {
            matches!(c.kind, crate::constants::ConstantKind::Expression | crate::constants::ConstantKind::Gep)
        });
        if is_expression {
            self.value(value);
        } else {
            self.typed(value);
        }
        self.named_part(", partition ", global.partition);
        if global.kind == GlobalKind::IFunc {
            self.attached(number, ", ");
        }
    }

    /// Prints the attachments of a global.
    pub(super) fn attached(&mut self, number: u32, before: &str) {
        let list = self.slots.attachments_of(number).to_vec();
        for attachment in list {
            self.attachment(before, attachment.kind, attachment.node);
        }
    }
}
