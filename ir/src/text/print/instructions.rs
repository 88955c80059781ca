//! Prints instructions.

use super::Printer;
use crate::attributes::{FIRST_PARAMETER, FUNCTION, RESULT};
use crate::constants::ConstantKind;
use crate::instruction::{Opcode, Ordering, Predicate, RmwOperation, Row, flag};
use crate::module::{Bundle, LOCAL, NONE};
use crate::types::TypeKind;

impl Printer<'_> {
    /// Prints an instruction without its attachments.
    pub(super) fn instruction(&mut self, row: &Row, bundles: &[Bundle]) {
        if row.result != NONE {
            self.value(LOCAL | row.result);
            self.put(" = ");
        }
        if row.opcode == Opcode::Call {
            self.put(match row.flags & (flag::TAIL | flag::MUSTTAIL | flag::NOTAIL) {
                kind if kind & flag::MUSTTAIL != 0 => "musttail ",
                kind if kind & flag::TAIL != 0 => "tail ",
                0 => "",
                _ => "notail ",
            });
        }
        self.put(row.opcode.word());
        self.access(row);
        self.flags(row.opcode, row.flags, row.ty);
        self.kind(row);
        self.rest(row, bundles);
    }

    /// Prints `atomic`, `weak` and `volatile`.
    fn access(&mut self, row: &Row) {
        let at = |i: usize| self.m.operands(row).get(i).copied().unwrap_or(0);
        let ordering = match row.opcode {
            Opcode::Load => at(2),
            Opcode::Store => at(3),
            Opcode::CmpXchg | Opcode::AtomicRmw => 0,
            _ => return,
        };
        if ordering != 0 {
            self.put(" atomic");
        }
        if row.opcode == Opcode::CmpXchg && row.flags & flag::WEAK != 0 {
            self.put(" weak");
        }
        if row.flags & flag::VOLATILE != 0 {
            self.put(" volatile");
        }
    }

    /// Prints a predicate, or an operation of `atomicrmw`.
    fn kind(&mut self, row: &Row) {
        let word = match row.opcode {
            Opcode::ICmp | Opcode::FCmp => Predicate::from_number(row.sub as u64).map(Predicate::word),
            Opcode::AtomicRmw => RmwOperation::from_number(row.sub as u64).map(RmwOperation::word),
            _ => None,
        };
        if let Some(word) = word {
            self.put(" ");
            self.put(word);
        }
    }

    /// Prints the flags of an instruction or a constant expression.
    pub(super) fn flags(&mut self, opcode: Opcode, flags: u16, ty: u32) {
        use Opcode::*;
        match opcode {
            Add | Sub | Mul | Shl | Trunc => self.worded_flags(flags, &[(flag::NUW, " nuw"), (flag::NSW, " nsw")]),
            UDiv | SDiv | LShr | AShr => self.worded_flags(flags, &[(flag::EXACT, " exact")]),
            Or => self.worded_flags(flags, &[(flag::DISJOINT, " disjoint")]),
            ZExt | UiToFp => self.worded_flags(flags, &[(flag::NNEG, " nneg")]),
            ICmp => self.worded_flags(flags, &[(flag::SAMESIGN, " samesign")]),
            GetElementPtr => self.gep_flags(flags),
            FNeg | FAdd | FSub | FMul | FDiv | FRem | FCmp | FpTrunc | FpExt => self.fast_math(flags),
            Phi | Select | Call if flags & flag::FAST != 0 && self.m.types.is_floating(ty) => self.fast_math(flags),
            _ => {}
        }
    }

    fn worded_flags(&mut self, flags: u16, words: &[(u16, &str)]) {
        for (bit, word) in words {
            if flags & bit != 0 {
                self.put(word);
            }
        }
    }

    pub(super) fn gep_flags(&mut self, flags: u16) {
        if flags & flag::INBOUNDS != 0 {
            self.put(" inbounds");
        } else if flags & flag::NUSW != 0 {
            self.put(" nusw");
        }
        self.worded_flags(flags, &[(flag::GEP_NUW, " nuw")]);
    }

    fn fast_math(&mut self, flags: u16) {
        if flags & flag::FAST == flag::FAST {
            return self.put(" fast");
        }
        for (bit, word) in flag::FAST_MATH {
            if flags & bit != 0 {
                self.put(" ");
                self.put(word);
            }
        }
    }

    /// Prints the rest of an instruction, behind the opcode and its flags.
    fn rest(&mut self, row: &Row, bundles: &[Bundle]) {
        let m = self.m;
        let words = m.operands(row);
        let at = |i: usize| words.get(i).copied().unwrap_or(NONE);
        match row.opcode {
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => self.call(row, words, bundles),
            Opcode::Br => match *words {
                [taken, other, condition] => {
                    self.put(" ");
                    self.typed(condition);
                    for block in [taken, other] {
                        self.put(", ");
                        self.typed_block(block);
                    }
                }
                _ => {
                    self.put(" ");
                    self.typed_block(at(0));
                }
            },
            Opcode::Switch => self.switch(words),
            Opcode::IndirectBr => {
                self.put(" ");
                self.typed(at(0));
                self.put(", [");
                self.typed_blocks(words.get(1..).unwrap_or(&[]));
                self.put("]");
            }
            Opcode::Phi => self.phi(row, words),
            Opcode::ExtractValue | Opcode::InsertValue => {
                let values = if row.opcode == Opcode::InsertValue { 2 } else { 1 };
                for (i, &word) in words.iter().enumerate() {
                    self.put(if i == 0 { " " } else { ", " });
                    if i < values {
                        self.typed(word);
                    } else {
                        self.put_number(word as u64);
                    }
                }
            }
            Opcode::LandingPad => self.landing_pad(row, words),
            Opcode::CatchSwitch => {
                let count = at(1) as usize;
                self.put(" within ");
                self.value(at(0));
                self.put(" [");
                self.typed_blocks(words.get(2..2 + count).unwrap_or(&[]));
                self.put("] unwind ");
                self.unwind(words.get(2 + count));
            }
            Opcode::CatchPad | Opcode::CleanupPad => {
                self.put(" within ");
                self.value(at(0));
                self.put(" [");
                self.list(words.get(1..).unwrap_or(&[]));
                self.put("]");
            }
            Opcode::CatchRet | Opcode::CleanupRet => {
                self.put(" from ");
                self.value(at(0));
                self.put(if row.opcode == Opcode::CatchRet { " to " } else { " unwind " });
                self.unwind(words.get(1));
            }
            Opcode::Ret if words.is_empty() => self.put(" void"),
            Opcode::Alloca => self.alloca(row, words),
            Opcode::VaArg => {
                self.put(" ");
                self.typed(at(0));
                self.put(", ");
                self.ty(row.ty);
            }
            opcode if opcode.is_cast() => {
                self.put(" ");
                self.typed(at(0));
                self.put(" to ");
                self.ty(row.ty);
            }
            Opcode::Load => {
                self.put(" ");
                self.ty(row.ty);
                self.put(", ");
                self.typed(at(0));
                self.atomic(at(2), at(3));
                self.align(", align ", at(1));
            }
            Opcode::Store => {
                self.put(" ");
                self.list(&[at(0), at(1)]);
                self.atomic(at(3), at(4));
                self.align(", align ", at(2));
            }
            Opcode::AtomicRmw => {
                self.put(" ");
                self.list(&[at(0), at(1)]);
                self.atomic(at(3), at(4));
                self.align(", align ", at(2));
            }
            Opcode::CmpXchg => {
                self.put(" ");
                self.list(&[at(0), at(1), at(2)]);
                self.atomic(at(4), at(5));
                self.put(" ");
                self.put(Ordering::from_number(at(6) as u64).map_or("", Ordering::word));
                self.align(", align ", at(3));
            }
            Opcode::Fence => self.atomic(at(0), at(1)),
            Opcode::GetElementPtr => {
                self.put(" ");
                self.ty(at(0));
                self.put(", ");
                let values = words.get(1..).unwrap_or(&[]);
                self.operands(values, false);
            }
            Opcode::ShuffleVector => {
                self.put(" ");
                self.list(&[at(0), at(1)]);
                self.mask(row, at(2));
            }
            Opcode::Select | Opcode::Ret => {
                self.put(" ");
                self.list(words);
            }
            Opcode::Unreachable => {}
            _ => {
                self.put(" ");
                self.operands(words, false);
            }
        }
    }

    /// Prints values with their types.
    fn list(&mut self, values: &[u32]) {
        for (i, &value) in values.iter().enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            self.typed(value);
        }
    }

    /// Prints values; only the first one with its type, if all have the same.
    fn operands(&mut self, values: &[u32], always: bool) {
        let first = values.first().map_or(NONE, |&value| self.m.type_of(value));
        if always || values.iter().any(|&value| self.m.type_of(value) != first) {
            return self.list(values);
        }
        self.ty(first);
        for (i, &value) in values.iter().enumerate() {
            self.put(if i > 0 { ", " } else { " " });
            self.value(value);
        }
    }

    fn typed_blocks(&mut self, blocks: &[u32]) {
        for (i, &block) in blocks.iter().enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            self.typed_block(block);
        }
    }

    fn unwind(&mut self, block: Option<&u32>) {
        match block {
            Some(&block) => self.typed_block(block),
            None => self.put("to caller"),
        }
    }

    fn align(&mut self, before: &str, align: u32) {
        if (1..=33).contains(&align) {
            self.put(before);
            self.put_number(1 << (align - 1));
        }
    }

    fn atomic(&mut self, ordering: u32, scope: u32) {
        if ordering == 0 {
            return;
        }
        let m = self.m;
        let scope = m.sync_scopes.get(scope as usize).copied().unwrap_or_default();
        if !scope.is_empty() {
            self.put(" syncscope(");
            self.quoted(m.text(scope));
            self.put(")");
        }
        self.put(" ");
        self.put(Ordering::from_number(ordering as u64).map_or("", Ordering::word));
    }

    fn switch(&mut self, words: &[u32]) {
        let Some((&[condition, default], cases)) = words.split_first_chunk::<2>() else { return };
        self.put(" ");
        self.typed(condition);
        self.put(", ");
        self.typed_block(default);
        self.put(" [");
        for case in cases.chunks_exact(2) {
            let &[value, block] = case else { continue };
            self.put("\n    ");
            self.typed(value);
            self.put(", ");
            self.typed_block(block);
        }
        self.put("\n  ]");
    }

    fn phi(&mut self, row: &Row, words: &[u32]) {
        self.put(" ");
        self.ty(row.ty);
        self.put(" ");
        for (i, pair) in words.chunks_exact(2).enumerate() {
            let &[value, block] = pair else { continue };
            self.put(if i > 0 { ", [ " } else { "[ " });
            self.value(value);
            self.put(", ");
            self.block(block);
            self.put(" ]");
        }
    }

    fn landing_pad(&mut self, row: &Row, words: &[u32]) {
        self.put(" ");
        self.ty(row.ty);
        if row.flags & flag::CLEANUP != 0 {
            self.put("\n          cleanup");
        }
        for pair in words.chunks_exact(2) {
            let &[kind, clause] = pair else { continue };
            self.put(if kind == 0 { "\n          catch " } else { "\n          filter " });
            self.typed(clause);
        }
    }

    fn alloca(&mut self, row: &Row, words: &[u32]) {
        let m = self.m;
        let &[allocated, size, align] = words else { return };
        self.put(" ");
        self.worded_flags(row.flags, &[(flag::INALLOCA, "inalloca "), (flag::SWIFTERROR, "swifterror ")]);
        self.ty(allocated);
        let is_one = m.constants.get(size).is_some_and(|c| c.kind == ConstantKind::Integer && c.data == 1);
        let is_i32 = m.types.get(m.type_of(size)).is_some_and(|t| t.kind == TypeKind::Integer && t.number == 32);
        if size & LOCAL != 0 || !is_one || !is_i32 {
            self.put(", ");
            self.typed(size);
        }
        self.align(", align ", align);
        let space = m.types.get(row.ty).map_or(0, |t| t.number);
        if space != 0 {
            self.put(", addrspace(");
            self.put_number(space);
            self.put(")");
        }
    }

    /// Prints the mask of a shuffle: `<4 x i32> <i32 0, ...>`.
    fn mask(&mut self, row: &Row, mask: u32) {
        let m = self.m;
        let scalable = m.types.kind(row.ty) == TypeKind::ScalableVector;
        let count = m.types.get(row.ty).map_or(0, |t| t.number);
        self.put(if scalable { ", <vscale x " } else { ", <" });
        self.put_number(count);
        self.put(" x i32> ");
        let elements = self.mask_elements(mask);
        if elements.iter().all(|e| *e == Some(0)) {
            return self.put("zeroinitializer");
        }
        if elements.iter().all(Option::is_none) {
            return self.put("poison");
        }
        self.put("<");
        for (i, element) in elements.iter().enumerate() {
            self.put(if i > 0 { ", i32 " } else { "i32 " });
            match element {
                Some(number) => self.put_signed(*number),
                None => self.put("poison"),
            }
        }
        self.put(">");
    }

    /// Returns the elements of a mask; undefined elements are `None`.
    fn mask_elements(&self, mask: u32) -> Vec<Option<i64>> {
        let m = self.m;
        let Some(c) = m.constants.get(mask) else { return Vec::new() };
        let number = |v: u32| {
            let c = m.constants.get(v)?;
            (c.kind == ConstantKind::Integer).then_some(c.data as u32 as i32 as i64)
        };
        match c.kind {
            ConstantKind::Null => vec![Some(0)],
            ConstantKind::Aggregate => m.constants.operands(c).iter().map(|&v| number(v)).collect(),
            ConstantKind::Data => {
                let chunks = m.constants.data(c, 4).chunks_exact(4);
                chunks.map(|b| b.first_chunk::<4>().map(|four| i32::from_le_bytes(*four) as i64)).collect()
            }
            ConstantKind::Integer => vec![number(mask)],
            _ => vec![None],
        }
    }

    fn call(&mut self, row: &Row, words: &[u32], bundles: &[Bundle]) {
        let m = self.m;
        let first = row.opcode.first_argument();
        let at = |i: usize| words.get(i).copied().unwrap_or(NONE);
        let (list, convention, ty, callee) = (at(0), at(1), at(2), at(first - 1));
        if convention != 0 {
            self.put(" ");
            self.convention(convention);
        }
        self.attribute_set(m.attributes.of(list, RESULT));
        let space = m.types.get(m.type_of(callee)).map_or(0, |t| t.number);
        if row.opcode != Opcode::CallBr && (space != 0 || self.program_space != 0) {
            self.put(" addrspace(");
            self.put_number(space);
            self.put(")");
        }
        self.put(" ");
        let variadic = m.types.get(ty).is_some_and(|t| t.number != 0);
        self.ty(if variadic { ty } else { m.types.parts(ty).first().copied().unwrap_or(NONE) });
        self.put(" ");
        self.value(callee);
        self.put("(");
        let others = if row.opcode == Opcode::CallBr { at(4) as usize } else { 0 };
        let end = words.len().saturating_sub(others);
        for (i, &argument) in words.get(first..end).unwrap_or(&[]).iter().enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            self.type_of(argument);
            self.attribute_set(m.attributes.of(list, FIRST_PARAMETER + i as u32));
            self.put(" ");
            self.value(argument);
        }
        if row.flags & flag::MUSTTAIL != 0 && row.opcode == Opcode::Call && self.in_variadic {
            self.put(if end > first { ", ..." } else { "..." });
        }
        self.put(")");
        if let Some(set) = m.attributes.of(list, FUNCTION) {
            self.put(" #");
            self.put_number(self.slots.group_of(set) as u64);
        }
        self.bundles(bundles);
        match row.opcode {
            Opcode::Invoke => {
                self.put("\n          to ");
                self.typed_block(at(3));
                self.put(" unwind ");
                self.typed_block(at(4));
            }
            Opcode::CallBr => {
                self.put("\n          to ");
                self.typed_block(at(3));
                self.put(" [");
                self.typed_blocks(words.get(end..).unwrap_or(&[]));
                self.put("]");
            }
            _ => {}
        }
    }

    fn bundles(&mut self, bundles: &[Bundle]) {
        let m = self.m;
        if bundles.is_empty() {
            return;
        }
        self.put(" [ ");
        for (i, bundle) in bundles.iter().enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            self.quoted(m.text(m.bundle_tags.get(bundle.tag as usize).copied().unwrap_or_default()));
            self.put("(");
            self.list(m.words(bundle.operands, bundle.count));
            self.put(")");
        }
        self.put(" ]");
    }
}
