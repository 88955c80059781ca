//! Properties of all values: kind, type, name, operands, users.

use super::create::show::show;
use super::handles::text;
use super::{Metadata, Opcode, Type, Value, ValueKind};
use llvm_ir::constants::ConstantKind;
use llvm_ir::draft;
use llvm_ir::global::GlobalKind;
use llvm_ir::instruction::Slot;
use llvm_ir::module::NONE;
use llvm_ir::types::TypeKind as Kind;
use std::cell::Cell;
use std::fmt;

/// The operand words of an instruction.
type Words<'m> = &'m [Cell<u32>];

impl<'m> Value<'m> {
    /// Returns the kind of the value.
    pub fn kind(self) -> ValueKind {
        match self.0.kind() {
            // A block is no local of the draft.
            draft::ValueKind::Argument if self.as_block().is_some() => ValueKind::Block,
            draft::ValueKind::Argument => ValueKind::Argument,
            draft::ValueKind::Instruction(_) => ValueKind::Instruction,
            draft::ValueKind::Metadata => ValueKind::Metadata,
            draft::ValueKind::Global(kind) => match kind {
                GlobalKind::Function => ValueKind::Function,
                GlobalKind::Alias => ValueKind::Alias,
                GlobalKind::IFunc => ValueKind::IFunc,
                GlobalKind::Variable | GlobalKind::Removed => ValueKind::Variable,
            },
            draft::ValueKind::Constant(kind) => self.constant_kind(kind),
        }
    }

    fn constant_kind(self, kind: ConstantKind) -> ValueKind {
        let ty = self.0.ty().kind();
        match kind {
            ConstantKind::Null => match ty {
                Kind::Integer => ValueKind::Int,
                Kind::Pointer => ValueKind::PointerNull,
                Kind::Token => ValueKind::TokenNone,
                Kind::Target => ValueKind::TargetNone,
                _ if self.ty().is_float() => ValueKind::Float,
                _ => ValueKind::AggregateZero,
            },
            ConstantKind::Undef => ValueKind::Undef,
            ConstantKind::Poison => ValueKind::Poison,
            ConstantKind::Integer | ConstantKind::WideInteger => ValueKind::Int,
            ConstantKind::Float | ConstantKind::WideFloat => ValueKind::Float,
            ConstantKind::Aggregate => match ty {
                Kind::Array => ValueKind::Array,
                Kind::Vector | Kind::ScalableVector => ValueKind::Vector,
                _ => ValueKind::Struct,
            },
            ConstantKind::Data if ty == Kind::Array => ValueKind::DataArray,
            ConstantKind::Data => ValueKind::DataVector,
            ConstantKind::BlockAddress => ValueKind::BlockAddress,
            ConstantKind::PtrAuth => ValueKind::PtrAuth,
            ConstantKind::InlineAsm => ValueKind::InlineAsm,
            ConstantKind::DsoLocalEquivalent | ConstantKind::NoCfi | ConstantKind::Expression | ConstantKind::Gep => {
                ValueKind::Expression
            }
            ConstantKind::Global => ValueKind::Variable,
        }
    }

    /// Returns whether it is another form of a function's address: `dso_local_equivalent` or `no_cfi`.
    pub fn is_equivalent(self) -> bool {
        self.kind() == ValueKind::Expression && !self.is_constant_expression()
    }

    /// Its type.
    #[inline]
    pub fn ty(self) -> Type<'m> {
        let ty = self.0.ty();
        if ty.number() != NONE { Type(ty) } else { Type(self.type_of_block().unwrap_or(ty)) }
    }

    #[cold]
    fn type_of_block(self) -> Option<draft::Type<'m>> {
        self.as_block().and_then(|_| self.draft().plain_type(Kind::Label).ok())
    }

    /// Returns its name, without sigil; empty if it has none. Names that are not UTF-8 end at the first invalid byte:
    /// see [`name_bytes`](Self::name_bytes).
    pub fn name(self) -> &'m str {
        text(self.name_bytes())
    }

    /// Its name as bytes.
    pub fn name_bytes(self) -> &'m [u8] {
        self.as_block().map_or_else(|| self.0.name(), draft::Block::name)
    }

    /// Returns the number of an argument or instruction among those of its module: numbers are consecutive in the order
    /// of reading.
    #[inline]
    pub fn local_number(self) -> Option<u32> {
        (self.0.is_local() && self.as_block().is_none()).then(|| self.0.number())
    }

    /// Returns whether it is a parameter, an instruction or a block.
    #[inline]
    pub fn is_local(self) -> bool {
        self.0.is_local()
    }

    /// Returns whether it is a parameter of a function.
    pub fn is_argument(self) -> bool {
        self.0.is_local() && self.opcode().is_none() && self.as_block().is_none()
    }

    /// Returns whether it is a function.
    pub fn is_function(self) -> bool {
        self.global_kind() == Some(GlobalKind::Function)
    }

    /// Returns whether it is a global variable.
    pub fn is_global_variable(self) -> bool {
        self.global_kind() == Some(GlobalKind::Variable)
    }

    /// Returns whether it is a function, global variable, alias or ifunc.
    pub fn is_global_value(self) -> bool {
        self.global_kind().is_some()
    }

    /// Returns whether it is an alias.
    pub fn is_alias(self) -> bool {
        self.global_kind() == Some(GlobalKind::Alias)
    }

    /// Returns whether it is a constant expression.
    pub fn is_constant_expression(self) -> bool {
        self.constant().is_some_and(|row| matches!(row.kind, ConstantKind::Expression | ConstantKind::Gep))
    }

    /// Returns whether it is a constant, functions and globals included.
    pub fn is_constant(self) -> bool {
        self.constant().is_some_and(|row| row.kind != ConstantKind::InlineAsm)
    }

    /// Returns whether it is the constant with all bits zero.
    pub fn is_null(self) -> bool {
        self.constant().is_some_and(|row| match row.kind {
            ConstantKind::Null => true,
            ConstantKind::Integer | ConstantKind::Float => row.data == 0,
            ConstantKind::WideInteger | ConstantKind::WideFloat => self.0.wide_words().iter().all(|word| *word == 0),
            _ => false,
        })
    }

    /// Returns whether it is `undef` or `poison`.
    pub fn is_undef(self) -> bool {
        self.constant().is_some_and(|row| matches!(row.kind, ConstantKind::Undef | ConstantKind::Poison))
    }

    /// Returns whether it is `poison`.
    pub fn is_poison(self) -> bool {
        self.constant().is_some_and(|row| row.kind == ConstantKind::Poison)
    }

    /// Returns whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        self.opcode().is_some()
    }

    /// The opcode of an instruction.
    #[inline]
    pub fn opcode(self) -> Option<Opcode> {
        self.0.opcode()
    }

    /// The metadata that an argument of type `metadata` wraps.
    pub fn as_metadata(self) -> Option<Metadata<'m>> {
        if self.as_block().is_some() { None } else { self.0.as_metadata().map(Metadata) }
    }

    pub(super) fn constant(self) -> Option<llvm_ir::constants::Constant> {
        self.0.constant_row()
    }

    pub(super) fn global_kind(self) -> Option<GlobalKind> {
        self.0.with_global(|global| global.kind).filter(|kind| *kind != GlobalKind::Removed)
    }

    /// Returns the number of operands.
    pub fn operand_count(self) -> u32 {
        if let Some((words, last)) = self.direct() {
            return words.len() as u32 + u32::from(last.is_some());
        }
        match self.opcode() {
            Some(Opcode::Phi) => self.0.words().len() as u32 / 2,
            Some(opcode) if opcode.is_call() => self.call_operands(opcode).len() as u32,
            Some(opcode) => self.places(opcode).count() as u32,
            None => self.constant_count() as u32,
        }
    }

    /// An operand.
    #[inline]
    pub fn operand(self, index: u32) -> Option<Value<'m>> {
        match self.fetch() {
            Some(instruction) => instruction.operand(index),
            None => self.constant_operand(index as usize),
        }
    }

    /// Returns an operand of a value whose operands are not in consecutive words.
    pub(super) fn apart(self, opcode: Opcode, index: u32) -> Option<Value<'m>> {
        match opcode {
            Opcode::Phi => self.at_place((index as usize).checked_mul(2)?, Slot::Value),
            _ if opcode.is_call() => self.call_operands(opcode).get(index as usize).copied(),
            _ => self.places(opcode).nth(index as usize).and_then(|(at, slot)| self.at_place(at, slot)),
        }
    }

    /// Returns the operands, in order; for a terminator they include blocks.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = Value<'m>> + Clone {
        let draft = self.draft();
        let direct = self.direct();
        let (words, last) = direct.unwrap_or_default();
        let others: Vec<Value<'m>> = match self.opcode() {
            _ if direct.is_some() => Vec::new(),
            Some(opcode) if opcode.is_call() => self.call_operands(opcode),
            Some(opcode) => self.places(opcode).filter_map(|(at, slot)| self.at_place(at, slot)).collect(),
            None => self.constant_operands(),
        };
        words.iter().chain(last).map(move |word| Value(draft.value_at(word.get()))).chain(others)
    }

    /// Returns the consecutive words of an instruction's operands, and the word of the operand after them; `None` if
    /// they are not consecutive.
    #[inline]
    fn direct(self) -> Option<(Words<'m>, Option<&'m Cell<u32>>)> {
        let (row, all) = self.0.row_and_words()?;
        if row.opcode == Opcode::Call && self.0.has_bundles() {
            return None;
        }
        let values = row.opcode.values(all.len())?;
        match row.opcode {
            Opcode::Call => Some((all.get(4..)?, all.get(3))),
            // The mask of a shuffle is no operand.
            Opcode::ShuffleVector => Some((all.get(..2)?, None)),
            _ => Some((all.get(values)?, None)),
        }
    }

    /// Returns the operands of a call: arguments, bundle operands, blocks, the callee.
    fn call_operands(self, opcode: Opcode) -> Vec<Value<'m>> {
        let mut all: Vec<_> = self.places(opcode).filter_map(|(at, slot)| self.at_place(at, slot)).collect();
        if self.bundle_count() > 0 {
            let arguments = (self.call_arg_count() as usize).min(all.len());
            let bundles = self.0.bundles().into_iter().flat_map(|(_, values)| values).map(Value);
            all.splice(arguments..arguments, bundles);
        }
        all
    }

    /// Returns the indices of the operand words of an instruction, in LLVM's order, with their kinds.
    fn places(self, opcode: Opcode) -> impl Iterator<Item = (usize, Slot)> + Clone {
        let words = self.0.words();
        let count = words.len();
        (0..count).map_while(move |i| in_order(opcode, count, i)).filter_map(move |at| {
            let slot = match opcode {
                Opcode::CallBr => opcode.slot(&words.iter().map(Cell::get).collect::<Vec<_>>(), at)?,
                _ => opcode.layout().slot(at)?,
            };
            let is_operand = matches!(slot, Slot::Value | Slot::Block) && words.get(at)?.get() != NONE;
            is_operand.then_some((at, slot))
        })
    }

    /// Returns the index of the word of an operand.
    pub(super) fn place_of(self, index: u32) -> Option<usize> {
        self.opcode().and_then(|opcode| self.places(opcode).nth(index as usize)).map(|(at, _)| at)
    }

    fn at_place(self, at: usize, slot: Slot) -> Option<Value<'m>> {
        let word = self.0.word(at)?;
        Some(match slot {
            Slot::Block => Value::of_block(self.draft().block_at(word)),
            _ => Value(self.draft().value_at(word)),
        })
    }

    /// Returns the number of operands of a constant: the vectors of a shuffle, the initializer or aliasee of a global.
    fn constant_count(self) -> usize {
        match self.global_kind() {
            Some(GlobalKind::Function) => 0,
            Some(_) => usize::from(self.0.with_global(|global| global.init).is_some_and(|init| init != 0)),
            None if self.constant().is_none() => 0,
            None if self.0.constant_opcode() == Some(Opcode::ShuffleVector) => 2,
            None => self.0.part_count(),
        }
    }

    fn constant_operand(self, index: usize) -> Option<Value<'m>> {
        if index >= self.constant_count() {
            return None;
        }
        if self.global_kind().is_none() {
            return self.0.part(index).map(Value);
        }
        let init = self.0.with_global(|global| global.init)?.checked_sub(1)?;
        Some(Value(self.draft().value_at(init)))
    }

    fn constant_operands(self) -> Vec<Value<'m>> {
        match self.global_kind() {
            Some(_) => self.constant_operand(0).into_iter().collect(),
            None => self
                .constant()
                .into_iter()
                .flat_map(|_| self.0.operands().take(self.constant_count()))
                .map(Value)
                .collect(),
        }
    }

    /// Returns the users of this value, one for each use, the latest first.
    pub fn uses(self) -> impl Iterator<Item = Value<'m>> + Clone {
        if let Some(block) = self.as_block() {
            return block.users().map(Value).collect::<Vec<_>>().into_iter();
        }
        let mut all: Vec<Value<'m>> = self.0.users().map(Value).collect();
        if self.constant().is_some() {
            all.extend(self.0.constant_users().into_iter().filter(|user| user.is_used()).map(Value));
            all.extend(self.0.global_users().into_iter().map(Value));
        }
        all.into_iter()
    }

    /// Returns whether it has exactly one use.
    pub fn has_one_use(self) -> bool {
        if self.0.is_local() && self.as_block().is_none() {
            return self.0.users().take(2).count() == 1;
        }
        let mut uses = self.uses();
        let (Some(user), None) = (uses.next(), uses.next()) else { return false };
        // A constant that has it twice is among the users once.
        user.is_instruction() || user.global_kind().is_some() || user.0.parts_that_are(self.0).take(2).count() == 1
    }

    /// Returns whether it is a constant without operands, for which LLVM tracks no uses.
    fn is_plain_data(self) -> bool {
        use ConstantKind::*;
        let is_data = |kind| matches!(kind, Null | Integer | WideInteger | Float | WideFloat | Undef | Poison | Data);
        self.constant().is_some_and(|row| is_data(row.kind))
    }

    /// Returns whether it has a use.
    pub fn is_used(self) -> bool {
        match self.as_block() {
            Some(block) => block.users().next().is_some(),
            None => !self.is_plain_data() && self.0.is_used(),
        }
    }

    /// Returns the value as assembly, a function with its whole body. Slow in large functions: for messages. For a long
    /// value only its type and its name are returned: shared parts of constants would be written out repeatedly.
    pub fn print(self) -> String {
        match self.as_block() {
            Some(_) => format!("label %{}", self.name()),
            None => self.0.print().unwrap_or_else(|| self.print_head()),
        }
    }

    fn print_head(self) -> String {
        let sigil = if self.is_global_value() { '@' } else { '%' };
        match self.name() {
            "" => format!("{} ...", show(self.ty())),
            name => format!("{} {sigil}{name} ...", show(self.ty())),
        }
    }
}

/// Returns the word index of an operand of an instruction with `count` words, if there is one: LLVM has arguments
/// before blocks and the callee, and the condition of a branch before the second and the first target.
fn in_order(opcode: Opcode, count: usize, i: usize) -> Option<usize> {
    let first = opcode.first_argument();
    match opcode {
        Opcode::Call | Opcode::Invoke | Opcode::CallBr if first + i < count => Some(first + i),
        Opcode::Call => (first + i == count).then_some(first - 1),
        Opcode::Invoke => [3, 4, 5].get(first + i - count).copied(),
        Opcode::CallBr => [3, 5].get(first + i - count).copied(),
        Opcode::Br if count == 3 => [2, 1, 0].get(i).copied(),
        Opcode::Phi => i.checked_mul(2).filter(|at| *at < count),
        // The mask is no operand.
        Opcode::ShuffleVector => (i < 2).then_some(i),
        _ => (i < count).then_some(i),
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print())
    }
}
