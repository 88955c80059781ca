//! Calls, invokes, inline assembly.

use super::handles::text;
use super::{InlineAsm, Opcode, TailCallKind, Type, Value, ValueKind};
use llvm_ir::instruction::flag;
use llvm_ir::module::Text;

impl<'m> Value<'m> {
    /// Returns whether it is a call, invoke or `callbr`.
    pub fn is_call(self) -> bool {
        self.opcode().is_some_and(Opcode::is_call)
    }

    fn call_opcode(self) -> Option<Opcode> {
        self.opcode().filter(|opcode| opcode.is_call())
    }

    /// Returns the callee of a call.
    pub fn called_value(self) -> Option<Value<'m>> {
        let word = self.0.word(self.call_opcode()?.first_argument() - 1)?;
        Some(Value(self.draft().value_at(word)))
    }

    /// Returns the function type of a call.
    pub fn call_function_type(self) -> Option<Type<'m>> {
        self.call_opcode()?;
        Some(Type(self.draft().type_at(self.0.word(2)?)))
    }

    /// Returns the number of arguments of a call.
    pub fn call_arg_count(self) -> u32 {
        self.call_args().count() as u32
    }

    /// An argument of a call.
    pub fn call_arg(self, index: u32) -> Option<Value<'m>> {
        match self.fetch()? {
            call if call.opcode() == Opcode::Call => call.argument(index),
            _ => self.call_args().nth(index as usize),
        }
    }

    /// The arguments of a call.
    pub fn call_args(self) -> impl DoubleEndedIterator<Item = Value<'m>> + Clone {
        let draft = self.draft();
        let words = match self.call_opcode() {
            // The blocks of a `callbr` but the first are its last words.
            Some(Opcode::CallBr) => {
                let (words, others) = (self.0.words(), self.0.word(4).unwrap_or(0) as usize);
                words.get(6..words.len().saturating_sub(others)).unwrap_or(&[])
            }
            Some(opcode) => self.0.words().get(opcode.first_argument()..).unwrap_or(&[]),
            None => &[],
        };
        words.iter().map(move |word| Value(draft.value_at(word.get())))
    }

    /// Returns the marker of a call: `tail`, `musttail`, `notail`, or none.
    pub fn tail_call_kind(self) -> TailCallKind {
        const KINDS: [(u16, TailCallKind); 3] = [
            (flag::TAIL, TailCallKind::Tail),
            (flag::MUSTTAIL, TailCallKind::MustTail),
            (flag::NOTAIL, TailCallKind::NoTail),
        ];
        let flags = if self.is_op(Opcode::Call) { self.0.flags() } else { 0 };
        KINDS.iter().find(|(bit, _)| flags & bit != 0).map_or(TailCallKind::None, |(_, kind)| *kind)
    }

    pub(super) fn set_tail_call_kind(self, kind: TailCallKind) {
        let bit = match kind {
            TailCallKind::None => 0,
            TailCallKind::Tail => flag::TAIL,
            TailCallKind::MustTail => flag::MUSTTAIL,
            TailCallKind::NoTail => flag::NOTAIL,
        };
        self.0.change_row(|row| row.flags = row.flags & !(flag::TAIL | flag::MUSTTAIL | flag::NOTAIL) | bit);
    }

    /// Returns the number of operand bundles of a call.
    pub fn bundle_count(self) -> u32 {
        if self.0.has_bundles() { self.bundle_tags().len() as u32 } else { 0 }
    }

    /// The names of the operand bundles of a call.
    pub fn bundle_tags(self) -> Vec<String> {
        if !self.is_call() {
            return Vec::new();
        }
        self.0.bundle_tags().into_iter().map(|tag| String::from_utf8_lossy(tag).into_owned()).collect()
    }

    /// Returns the inline assembly that the value is or calls.
    pub fn inline_asm(self) -> Option<InlineAsm<'m>> {
        let callee = self.called_value().unwrap_or(self);
        if callee.kind() != ValueKind::InlineAsm {
            return None;
        }
        let draft = self.draft();
        let [ty, flags, template, template_length, constraints, constraints_length] = callee.0.constant_words()[..]
        else {
            return None;
        };
        Some(InlineAsm {
            template: text(draft.text(Text::new(template, template_length))),
            constraints: text(draft.text(Text::new(constraints, constraints_length))),
            function_type: Type(draft.type_at(ty)),
            has_side_effects: flags & 1 != 0,
        })
    }
}
