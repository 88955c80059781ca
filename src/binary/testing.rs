//! Helpers of the tests: modules built by hand, word by word.

use super::{Module, Op, Words, write};
use crate::error::{Cause, Error, Result};

/// A module as words, in any order.
pub(crate) struct Bytes(Vec<u32>);

impl Bytes {
    /// Creates a header with this bound.
    pub fn new(bound: u32) -> Self {
        Self(vec![::spirv::MAGIC_NUMBER, 0x0001_0400, 0, bound, 0])
    }

    /// The start of every legal module that has no entry points.
    pub fn library(bound: u32) -> Self {
        Self::new(bound).op(Op::Capability, &[5]).op(Op::MemoryModel, &[2, 2])
    }

    /// Appends an instruction.
    pub fn op(mut self, op: Op, operands: &[u32]) -> Self {
        self.0.push((operands.len() as u32 + 1) << 16 | op as u32);
        self.0.extend_from_slice(operands);
        self
    }

    /// Appends an instruction whose last operand is a string.
    pub fn text(self, op: Op, operands: &[u32], text: &str) -> Self {
        let mut words = operands.to_vec();
        write::string(&mut words, text);
        self.op(op, &words)
    }

    /// Changes a word.
    pub fn set(mut self, index: usize, word: u32) -> Self {
        if let Some(slot) = self.0.get_mut(index) {
            *slot = word;
        }
        self
    }

    /// Appends `%1 = void`, `%2 = void ()`, `%3 = a function`, `%4 = its first label`.
    pub fn function(self) -> Self {
        self.op(Op::TypeVoid, &[1]).op(Op::TypeFunction, &[2, 1]).op(Op::Function, &[1, 3, 0, 2]).op(Op::Label, &[4])
    }

    /// Appends `OpReturn` and `OpFunctionEnd`.
    pub fn end(self) -> Self {
        self.op(Op::Return, &[]).op(Op::FunctionEnd, &[])
    }

    /// The bytes, low-order first.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// The bytes, high-order first.
    pub fn swapped(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    /// Reads the words.
    pub fn read(&self) -> Result<Words<'static>> {
        Words::of(self.0.clone())
    }

    /// The words, which the test knows to be legal.
    #[track_caller]
    pub fn words(&self) -> Words<'static> {
        self.read().unwrap()
    }

    /// Applies `ask` to the indexed module, which must be legal.
    #[track_caller]
    pub fn module<R>(&self, ask: impl FnOnce(&Module<'_>) -> R) -> R {
        ask(&Module::index(&self.words()).unwrap())
    }

    /// The error of reading and indexing.
    pub fn error(&self) -> Error {
        let error = match self.read() {
            Ok(words) => Module::index(&words).err(),
            Err(error) => Some(error),
        };
        error.unwrap_or_else(|| Error::internal("no error"))
    }

    /// Checks that reading and indexing breaks the rule, and gives the error.
    #[track_caller]
    pub fn breaks(&self, rule: &super::check::rules::Rule) -> Error {
        let error = self.error();
        assert!(matches!(error.cause(), Cause::ModuleRule { rule: broken, .. } if *broken == rule.sentence), "{error}");
        assert_eq!(error.code(), rule.code, "{error}");
        error
    }
}
