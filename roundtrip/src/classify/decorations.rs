//! Decorations of ids and of members: those without a counterpart, and those with other operands.

use super::{Change, Comparison};
use crate::documented::{Class, Group};
use llvm_spirv::binary::grammar::{self, Kind};
use llvm_spirv::binary::{Decoration, DecorationView, Id, Instruction, Op};

impl<'w> Comparison<'_, '_, 'w> {
    pub(super) fn decorations(&mut self, id: Id, counterpart: Id) {
        let [before, after] = [self.alignment.before.module, self.alignment.after.module];
        if before.is_plain(id) && after.is_plain(counterpart) {
            return;
        }
        let (one, other) = (distinct(before.decorations(id)), distinct(after.decorations(counterpart)));
        self.compare_decorations(Class::Decoration, id, one, other);
    }

    pub(super) fn members(&mut self, id: Id, counterpart: Id) {
        let [before, after] = [self.alignment.before.module, self.alignment.after.module];
        let structure = before.definition(id).filter(|i| i.opcode() == Op::TypeStruct);
        for member in structure.map_or(0..0, |i| 0..i.in_operands().len() as u32) {
            if before.member_name(id, member) != after.member_name(counterpart, member) {
                self.found(Change::new(Group::Lost, Class::Name, "OpMemberName", ""));
            }
            if !before.is_plain(id) || !after.is_plain(counterpart) {
                let one = before.member_decorations(id, member).collect();
                let other = after.member_decorations(counterpart, member).collect();
                self.compare_decorations(Class::MemberDecoration, id, one, other);
            }
        }
    }

    pub(super) fn is_builtin(&self, id: Id) -> bool {
        self.alignment.before.module.decoration(id, Decoration::BuiltIn).is_some()
    }

    fn compare_decorations(
        &mut self,
        class: Class,
        id: Id,
        before: Vec<DecorationView<'w>>,
        mut after: Vec<DecorationView<'w>>,
    ) {
        let module = self.alignment.before.module;
        let is_builtin = self.is_builtin(id);
        let [was_entry, is_entry] = [
            self.alignment.before.is_entry_point(id),
            self.alignment.after.is_entry_point(self.alignment.counterpart(id)),
        ];
        let opcode = match () {
            () if is_builtin => "a builtin variable",
            () if is_entry && !was_entry => "a new entry point",
            () => module.definition(id).map_or("", Instruction::name),
        };
        let mut rest = Vec::new();
        for view in before {
            match after.iter().position(|other| self.same_decoration(&view, other)) {
                Some(at) => drop(after.remove(at)),
                None => rest.push(view),
            }
        }
        for view in rest {
            let change = |group| Change::new(group, class, name_of(&view), opcode).before(view.instruction);
            let change = match after.iter().position(|other| other.raw == view.raw) {
                Some(at) => {
                    let other = after.remove(at);
                    change(weight(&view, Some(&other))).after(other.instruction)
                }
                None => change(weight(&view, None)),
            };
            self.found(change);
        }
        for view in after {
            self.found(Change::new(Group::Added, class, name_of(&view), opcode).after(view.instruction));
        }
    }

    fn same_decoration(&self, one: &DecorationView<'w>, other: &DecorationView<'w>) -> bool {
        if one.raw != other.raw || one.operands.len() != other.operands.len() {
            return false;
        }
        match one.instruction.opcode() {
            Op::DecorateId => one.operands.iter().zip(other.operands).all(|(a, b)| self.alignment.same(*a, *b)),
            _ if one.kind == Some(Decoration::FPFastMathMode) => fast(one.operands) == fast(other.operands),
            _ => one.operands == other.operands,
        }
    }
}

/// Returns whether a decoration is only a promise: without it the module is still correct.
fn is_promise(kind: Option<Decoration>) -> bool {
    matches!(
        kind,
        Some(
            Decoration::NoSignedWrap
                | Decoration::NoUnsignedWrap
                | Decoration::FPFastMathMode
                | Decoration::Alignment
                | Decoration::AlignmentId
                | Decoration::MaxByteOffset
                | Decoration::MaxByteOffsetId
                | Decoration::FuncParamAttr
                | Decoration::Restrict
                | Decoration::Aliased
                | Decoration::NonWritable
                | Decoration::NonReadable
                | Decoration::Constant
                | Decoration::FPMaxErrorDecorationINTEL
                | Decoration::RelaxedPrecision
        )
    )
}

/// Returns the bits of an `FPFastMathMode`, with `Fast` expanded to all others.
fn fast(operands: &[u32]) -> u32 {
    const FAST: u32 = 0x10;
    const ALL: u32 = 0x7_000F;
    let bits = operands.first().copied().unwrap_or_default();
    if bits & FAST != 0 { bits & !FAST | ALL } else { bits }
}

/// Returns decorations without duplicates.
fn distinct<'w>(all: impl Iterator<Item = DecorationView<'w>>) -> Vec<DecorationView<'w>> {
    let mut distinct = Vec::<DecorationView<'w>>::new();
    for view in all {
        if !distinct.iter().any(|other| (other.raw, other.operands) == (view.raw, view.operands)) {
            distinct.push(view);
        }
    }
    distinct
}

/// Classifies a decoration that is lost or differs: for a promise, a smaller number or fewer bits are weaker.
fn weight(before: &DecorationView<'_>, after: Option<&DecorationView<'_>>) -> Group {
    let fewer = after.is_none_or(|after| match (before.kind, before.operands, after.operands) {
        (Some(Decoration::Alignment | Decoration::MaxByteOffset), [one], [other]) => other < one,
        (Some(Decoration::FPFastMathMode), one, other) => fast(one) & fast(other) == fast(other),
        _ => false,
    });
    if is_promise(before.kind) && fewer { Group::Weaker } else { Group::Lost }
}

fn name_of(view: &DecorationView<'_>) -> String {
    let base = view.name().map_or_else(|| view.raw.to_string(), str::to_owned);
    match (view.kind, view.operands) {
        (Some(Decoration::FuncParamAttr), [attribute, ..]) => {
            let kind = Kind::FunctionParameterAttribute;
            let row = grammar::enumerant(kind, *attribute);
            format!("{base} {}", row.map_or("", |row| row.name))
        }
        _ => base,
    }
}
