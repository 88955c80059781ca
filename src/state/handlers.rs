//! The handlers of opcodes, which chapters declare as rows, and the tables by opcode that the compiler builds from the
//! rows of all chapters.

use super::{Forward, Reverse};
use crate::binary::{Instruction, Op};
use crate::error::Result;
use crate::llvm::{Opcode, Value};

/// Translates a SPIR-V instruction.
pub type Handler = for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<()>;

/// Translates an LLVM instruction of an opcode.
pub type LlvmHandler = for<'m> fn(&mut Forward<'m>, Value<'m>, Opcode) -> Result<()>;

/// The SPIR-V opcodes that a chapter translates, each list with its handler.
pub type Handlers = &'static [(&'static [Op], Handler)];

/// The LLVM opcodes that a chapter translates, each list with its handler.
pub type LlvmHandlers = &'static [(&'static [Opcode], LlvmHandler)];

/// A table from opcodes to handlers.
#[derive(Debug)]
pub struct Table<H: 'static, const OPCODES: usize, const HANDLERS: usize> {
    /// For each opcode the index of its handler; 0 where no chapter declares one.
    index: [u8; OPCODES],
    handlers: [H; HANDLERS],
}

impl<H: Copy, const OPCODES: usize, const HANDLERS: usize> Table<H, OPCODES, HANDLERS> {
    /// Returns a table in which all opcodes have the same handler.
    pub const fn new(default: H) -> Self {
        assert!(HANDLERS <= u8::MAX as usize, "more handlers than an index counts");
        Self { index: [0; OPCODES], handlers: [default; HANDLERS] }
    }

    /// Sets the handler of an opcode. Two rows with one opcode fail to compile, with the opcode's name in the error.
    pub const fn set(&mut self, opcode: usize, row: usize, handler: H, name: &str) {
        let known = self.index[opcode] as usize;
        assert!(known == 0 || known == row, "{}", name);
        self.index[opcode] = row as u8;
        self.handlers[row] = handler;
    }

    /// Returns whether a chapter translates the opcode.
    pub const fn has(&self, opcode: usize) -> bool {
        self.index[opcode] != 0
    }

    /// Returns the handler of an opcode.
    #[inline]
    pub fn get(&self, opcode: usize) -> Option<H> {
        let row = *self.index.get(opcode)?;
        self.handlers.get(usize::from(row)).copied()
    }
}

/// Declares the table of the rows in a field of all chapters, with a default handler for the other opcodes.
macro_rules! table {
    (
        $(#[$doc:meta])*
        $table:ident: $handler:ty, rows $field:ident of $chapters:ident, $opcodes:expr, names $name:expr, else $default:expr
    ) => {
        $(#[$doc])*
        static $table: Table<$handler, { $opcodes }, { 1 + $crate::state::handlers::count!($chapters, $field) }> = {
            let mut table = Table::new($default as $handler);
            let (mut chapter, mut row) = (0, 1);
            while chapter < $chapters.len() {
                let mut own = 0;
                while own < $chapters[chapter].$field.len() {
                    let (opcodes, handler) = $chapters[chapter].$field[own];
                    let mut index = 0;
                    while index < opcodes.len() {
                        table.set(opcodes[index] as usize, row, handler, $name(opcodes[index]));
                        index += 1;
                    }
                    (own, row) = (own + 1, row + 1);
                }
                chapter += 1;
            }
            table
        };
    };
}
pub(crate) use table;

/// Returns the number of rows in a field of all chapters.
macro_rules! count {
    ($chapters:ident, $field:ident) => {{
        let (mut count, mut chapter) = (0, 0);
        while chapter < $chapters.len() {
            count += $chapters[chapter].$field.len();
            chapter += 1;
        }
        count
    }};
}
pub(crate) use count;

/// Returns the opcodes in the rows of a constant table.
macro_rules! opcodes {
    ($rows:expr, |$row:ident| $op:expr) => {{
        let mut opcodes = [::spirv::Op::Nop; $rows.len()];
        let mut index = 0;
        while index < $rows.len() {
            let $row = &$rows[index];
            opcodes[index] = $op;
            index += 1;
        }
        opcodes
    }};
}
pub(crate) use opcodes;
