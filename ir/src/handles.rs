//! Handles of functions, blocks, instructions, values and types: a reference to the module, and a number.
//!
//! Handles are `Copy`; two are equal if their numbers are.

use std::borrow::Cow;

use crate::constants::ConstantKind;
use crate::global::{Global, GlobalKind};
use crate::instruction::{Opcode, Row, Slot};
use crate::layout::{DataLayout, Size, Sizes};
use crate::module::{LOCAL, METADATA, Module, NONE, within};
use crate::types::TypeKind;

/// Declares a handle: its owner, and a number, by which handles are equal, ordered and hashed.
macro_rules! handle {
    ($(#[$doc:meta])* $name:ident of $owner:ident: $of:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'m> {
            pub(crate) $owner: &'m $of,
            pub(crate) number: u32,
        }

        impl $name<'_> {
            /// Returns the number in the owner.
            #[inline]
            pub fn number(self) -> u32 {
                self.number
            }
        }
        impl PartialEq for $name<'_> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.number == other.number
            }
        }
        impl Eq for $name<'_> {}
        impl std::hash::Hash for $name<'_> {
            #[inline]
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.number.hash(state);
            }
        }
        impl PartialOrd for $name<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for $name<'_> {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.number.cmp(&other.number)
            }
        }
        impl std::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.number)
            }
        }
    };
}

handle! {
    /// A function.
    Function of module: Module
}
handle! {
    /// A block.
    Block of module: Module
}
handle! {
    /// An instruction.
    Instruction of module: Module
}
handle! {
    /// A value: a local, a global, a constant, or metadata in a call.
    Value of module: Module
}
handle! {
    /// A type.
    Type of module: Module
}

pub(crate) use handle;

impl Module {
    /// The functions, declarations too, in the order of the file.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> {
        let functions = self.globals.iter().enumerate().filter(|(_, g)| g.kind == GlobalKind::Function);
        functions.map(|(number, _)| Function { module: self, number: number as u32 })
    }

    /// The globals, in the order of the file.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }

    /// Returns the producer that the file names: `LLVM22.1.8`.
    pub fn producer(&self) -> &str {
        &self.producer
    }

    /// The type of a number.
    pub fn type_handle(&self, number: u32) -> Type<'_> {
        Type { module: self, number }
    }

    /// The value of a number.
    pub fn value_handle(&self, number: u32) -> Value<'_> {
        Value { module: self, number }
    }
}

impl<'m> Function<'m> {
    /// The columns of the function.
    pub fn global(self) -> Option<&'m Global> {
        self.module.globals.get(self.number as usize)
    }

    /// Returns the name; bytes that are not UTF-8 are replaced.
    pub fn name(self) -> Cow<'m, str> {
        self.global().map_or("".into(), |g| String::from_utf8_lossy(self.module.text(g.name)))
    }

    /// Returns its type: the result and the parameters.
    pub fn ty(self) -> Type<'m> {
        Type { module: self.module, number: self.global().map_or(NONE, |global| global.ty) }
    }

    /// Returns whether the function has no body.
    pub fn is_declaration(self) -> bool {
        self.global().is_none_or(|g| g.body.is_none())
    }

    /// The blocks, in order.
    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        let range = self.global().and_then(|g| g.body.as_ref()).map_or(0..0, |body| body.blocks.clone());
        range.map(move |number| Block { module: self.module, number })
    }

    /// The instructions of all blocks, in order.
    pub fn instructions(self) -> impl Iterator<Item = Instruction<'m>> {
        let range = self.global().and_then(|g| g.body.as_ref()).map_or(0..0, |body| body.instructions.clone());
        range.map(move |number| Instruction { module: self.module, number })
    }

    /// The arguments.
    pub fn arguments(self) -> impl Iterator<Item = Value<'m>> {
        let locals = self.global().and_then(|g| g.body.as_ref()).map_or(0..0, |body| body.locals.clone());
        let rows = within(&self.module.locals, &locals);
        let count = rows.iter().take_while(|local| local.instruction == NONE).count() as u32;
        (locals.start..locals.start + count).map(move |i| Value { module: self.module, number: LOCAL | i })
    }
}

impl<'m> Block<'m> {
    /// The instructions, in order.
    pub fn instructions(self) -> impl Iterator<Item = Instruction<'m>> {
        let range = self.module.blocks.get(self.number as usize).map_or(0..0, |row| row.first..row.end);
        range.map(move |number| Instruction { module: self.module, number })
    }
}

impl<'m> Instruction<'m> {
    /// The columns of the instruction.
    pub fn row(self) -> Option<&'m Row> {
        self.module.instructions.get(self.number as usize)
    }

    /// Returns the opcode of the instruction.
    pub fn opcode(self) -> Opcode {
        self.row().map_or(Opcode::Unreachable, |row| row.opcode)
    }

    /// Returns the value that the instruction defines.
    pub fn result(self) -> Option<Value<'m>> {
        let number = self.row()?.result;
        (number != NONE).then_some(Value { module: self.module, number: LOCAL | number })
    }

    /// Returns the operands that are values, in the order of the columns: the callee of a call stands before the arguments.
    pub fn values(self) -> impl Iterator<Item = Value<'m>> {
        let words = self.row().map_or(&[][..], |row| self.module.operands(row));
        let opcode = self.opcode();
        let values = words.iter().enumerate().filter(move |(i, _)| opcode.slot(words, *i) == Some(Slot::Value));
        values.map(move |(_, &number)| Value { module: self.module, number })
    }
}

impl<'m> Value<'m> {
    /// Returns the type of the value.
    pub fn ty(self) -> Type<'m> {
        Type { module: self.module, number: self.module.type_of(self.number) }
    }

    /// Returns the instruction that defines the value.
    pub fn instruction(self) -> Option<Instruction<'m>> {
        if self.number & LOCAL == 0 {
            return None;
        }
        let number = self.module.locals.get((self.number & !LOCAL) as usize)?.instruction;
        (number != NONE).then_some(Instruction { module: self.module, number })
    }

    /// Returns the bits of an integer constant of up to 64 bits.
    pub fn integer(self) -> Option<u64> {
        let constant = self.module.constants.get(self.number).filter(|_| self.number & (LOCAL | METADATA) == 0)?;
        match constant.kind {
            ConstantKind::Integer => Some(constant.data),
            ConstantKind::Null if self.ty().kind() == TypeKind::Integer => Some(0),
            _ => None,
        }
    }

    /// Returns the function, if the value is one.
    pub fn function(self) -> Option<Function<'m>> {
        let constant = self.module.constants.get(self.number).filter(|_| self.number & (LOCAL | METADATA) == 0)?;
        let number = (constant.kind == ConstantKind::Global).then_some(constant.data as u32)?;
        let function = Function { module: self.module, number };
        function.global().filter(|global| global.kind == GlobalKind::Function).map(|_| function)
    }

    /// Returns whether the value is a constant, but no global.
    pub fn is_constant(self) -> bool {
        self.number & (LOCAL | METADATA) == 0 && self.module.global_of(self.number).is_none()
    }
}

impl<'m> Type<'m> {
    /// Returns the kind of the type.
    pub fn kind(self) -> TypeKind {
        self.module.types.kind(self.number)
    }

    /// Returns the parts of the type: elements, the result and the parameters.
    pub fn parts(self) -> impl Iterator<Item = Type<'m>> {
        self.module.types.parts(self.number).iter().map(move |&number| Type { module: self.module, number })
    }

    /// Returns the size of the type in a data layout; `None` for one without a fixed size.
    pub fn size(self, layout: &DataLayout, sizes: &mut Sizes) -> Option<Size> {
        let module = self.module;
        sizes.of(layout, &module.types, &|text| module.text(text), self.number)
    }

    /// Returns the bytes before the `i`th part of a structure.
    pub fn offset(self, layout: &DataLayout, sizes: &mut Sizes, i: usize) -> Option<u64> {
        let module = self.module;
        sizes.offset(layout, &module.types, &|text| module.text(text), self.number, i)
    }
}
