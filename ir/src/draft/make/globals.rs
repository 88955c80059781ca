//! Functions, variables, and the target and data layout of a module.

use super::super::column::Column;
use super::super::{Draft, Function, FunctionLink, Refused, Result, Type, Value, need};
use super::Role;
use crate::constants::{Constant, ConstantKind};
use crate::global::{Global, GlobalKind};
use crate::layout::DataLayout;
use crate::types::TypeKind;

/// The expected numbers of rows for the functions of a draft.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Blocks.
    pub blocks: usize,
    /// Instructions.
    pub instructions: usize,
    /// True if most instructions have a debug location.
    pub has_locations: bool,
    /// Words of operands.
    pub words: usize,
}

impl Draft {
    /// Returns an empty draft.
    pub fn new(source_filename: &[u8]) -> Draft {
        let draft = Draft::thaw(crate::Module::with_fixed_names(0));
        draft.head.borrow_mut().source_filename = draft.texts.add(source_filename);
        draft
    }

    /// Returns an empty draft with memory reserved for the expected rows of its functions, which will be contiguous. More rows can be added.
    pub fn with_room(source_filename: &[u8], room: Room) -> Draft {
        let Room { blocks, instructions, has_locations, words } = room;
        let mut draft = Draft::new(source_filename);
        draft.blocks = Column::with_room(blocks);
        draft.rows = Column::with_room(instructions);
        draft.links = Column::with_room(instructions);
        draft.locals = Column::with_room(instructions);
        draft.locations = Column::with_room(if has_locations { instructions } else { 0 });
        draft.operands = Column::with_room(words);
        if has_locations {
            draft.reserve_nodes(instructions * 2);
        }
        draft
    }

    /// Sets the target triple.
    pub fn set_triple(&self, triple: &[u8]) {
        self.head.borrow_mut().triple = self.texts.add(triple);
    }

    /// Returns the target triple.
    pub fn triple(&self) -> &[u8] {
        let text = self.head.borrow().triple;
        self.texts.get(text)
    }

    /// Returns the text of the data layout; empty if the module has none.
    pub fn data_layout_text(&self) -> &[u8] {
        let text = self.head.borrow().data_layout;
        self.texts.get(text)
    }

    /// Sets the data layout.
    ///
    /// # Errors
    /// A text that is not a data layout.
    pub fn set_data_layout(&self, text: &str) -> Result<()> {
        let layout = DataLayout::parse(text).map_err(|wrong| Refused::new(wrong.to_string()))?;
        self.head.borrow_mut().data_layout = self.texts.add(text.as_bytes());
        *self.sizes.borrow_mut() = (layout, Default::default());
        Ok(())
    }

    fn add_global(&self, name: &[u8], blank: Global) -> u32 {
        let mut names = self.names.borrow_mut();
        names.note_globals(self);
        let name = names.free_global_name(name);
        let number = self.globals.borrow().len() as u32;
        names.set_global(&name, Some(number));
        let ty = self.types.borrow_mut().simple(TypeKind::Pointer, blank.space as u64);
        let mut constants = self.constants.borrow_mut();
        constants.rows.push(Constant {
            data: number as u64,
            ty,
            count: 0,
            kind: ConstantKind::Global,
            sub: 0,
            flags: 0,
        });
        let value = constants.rows.len() as u32 - 1;
        self.globals.borrow_mut().push(Global { name: self.texts.add(&name), value, ..blank });
        number
    }

    /// Adds a function without a body. A number is appended to a name in use.
    ///
    /// # Errors
    /// A type that is not a function type, or that does not fit the intrinsic of that name.
    pub fn add_function<'d>(&'d self, name: &[u8], ty: Type<'d>, space: u32) -> Result<Function<'d>> {
        need(ty.kind() == TypeKind::Function, "a function has the type of one")?;
        need(self.fits_intrinsic(name, ty), "the name is that of an intrinsic, which has another type")?;
        self.pointer_type(space)?;
        let attributes = self.attributes_by_name(name, ty.number);
        let blank = Global::blank(GlobalKind::Function);
        let number = self.add_global(name, Global { space, attributes, ty: ty.number, ..blank });
        self.functions.reach(number + 1);
        self.functions.set(number, FunctionLink::default());
        Ok(Function { draft: self, number })
    }

    /// Adds a variable without an initializer. A number is appended to a name in use.
    ///
    /// # Errors
    /// A type that variables cannot have.
    pub fn add_variable<'d>(&'d self, name: &[u8], ty: Type<'d>, space: u32) -> Result<Value<'d>> {
        ty.require(Role::Member, "the type of a variable")?;
        self.pointer_type(space)?;
        let number = self.add_global(name, Global { space, ty: ty.number, ..Global::blank(GlobalKind::Variable) });
        self.functions.reach(number + 1);
        self.global_value(number).ok_or_else(|| Refused::new("no such variable"))
    }

    /// Adds an alias of a constant pointer, seen as a type.
    ///
    /// # Errors
    /// A value that is not a constant pointer.
    pub fn add_alias<'d>(&'d self, name: &[u8], ty: Type<'d>, aliasee: Value<'d>) -> Result<Value<'d>> {
        let fits = aliasee.is_constant() && aliasee.ty().kind() == TypeKind::Pointer;
        need(fits, "an alias names a constant pointer")?;
        let space = aliasee.ty().size() as u32;
        let blank = Global::blank(GlobalKind::Alias);
        let number = self.add_global(name, Global { space, ty: ty.number, init: aliasee.number + 1, ..blank });
        self.functions.reach(number + 1);
        self.note_global(number);
        self.global_value(number).ok_or_else(|| Refused::new("no such alias"))
    }

    /// Returns the global of a name.
    pub fn global_named(&self, name: &[u8]) -> Option<Value<'_>> {
        let mut names = self.names.borrow_mut();
        names.note_globals(self);
        let number = names.global(name)?;
        drop(names);
        self.global_value(number)
    }
}

impl<'d> Value<'d> {
    /// Returns the number of a global.
    pub(in crate::draft) fn global_number(self) -> Option<u32> {
        self.with_global(|_| ())?;
        self.draft.constant(self.number).map(|c| c.data as u32)
    }

    /// Changes the columns of a global: linkage, visibility, alignment and so on. Its kind, type, value, address space, name, body
    /// and constants stay unchanged.
    ///
    /// # Errors
    /// A value that is no global.
    pub fn change_global(self, change: impl FnOnce(&mut Global)) -> Result<()> {
        let Some(number) = self.global_number() else { return need(false, "the value is no global") };
        let mut globals = self.draft.globals.borrow_mut();
        if let Some(slot) = globals.get_mut(number as usize) {
            let old = slot.clone();
            change(slot);
            *slot = Global {
                kind: old.kind,
                name: old.name,
                value: old.value,
                ty: old.ty,
                space: old.space,
                init: old.init,
                prefix: old.prefix,
                prologue: old.prologue,
                personality: old.personality,
                body: old.body,
                ..slot.clone()
            };
        }
        Ok(())
    }

    /// Sets or removes the initializer of a variable.
    ///
    /// # Errors
    /// A value that is not a variable; an initializer that is not a constant of its type.
    pub fn set_initializer(self, value: Option<Value<'d>>) -> Result<()> {
        let ty = self.with_global(|global| (global.kind == GlobalKind::Variable).then_some(global.ty)).flatten();
        let (Some(ty), Some(number)) = (ty, self.global_number()) else {
            return need(false, "only variables have initializers");
        };
        let fits = value.is_none_or(|value| value.is_constant() && value.ty().number == ty);
        need(fits, "an initializer is a constant of the variable's type")?;
        if let Some(global) = self.draft.globals.borrow_mut().get_mut(number as usize) {
            global.init = value.map_or(0, |value| value.number + 1);
        }
        self.draft.note_global(number);
        Ok(())
    }

    pub(in crate::draft) fn set_global_name(self, name: &[u8]) {
        let Some(number) = self.global_number() else { return };
        let draft = self.draft;
        let mut names = draft.names.borrow_mut();
        names.note_globals(draft);
        names.set_global(self.name(), None);
        let name = names.free_global_name(name);
        names.set_global(&name, Some(number));
        if let Some(global) = draft.globals.borrow_mut().get_mut(number as usize) {
            global.name = draft.texts.add(&name);
        }
    }

    /// Deletes an unused global with its body.
    ///
    /// # Errors
    /// A global that is used, a value that is not a global.
    pub fn delete_global(self) -> Result<()> {
        let Some(number) = self.global_number() else { return need(false, "the value is no global") };
        need(!self.is_used(), "a global that is used cannot be deleted")?;
        self.set_global_name(b"");
        let draft = self.draft;
        if let Some(function) = self.function() {
            function.delete_body()?;
        }
        draft.forget_global(self.number);
        draft.side.borrow_mut().global_attachments.retain(|attachment| attachment.to != number);
        if let Some(global) = draft.globals.borrow_mut().get_mut(number as usize) {
            global.kind = GlobalKind::Removed;
        }
        draft.note_global(number);
        Ok(())
    }
}

impl Function<'_> {
    /// Deletes all blocks, which turns the function into a declaration.
    ///
    /// # Errors
    /// None that a draft's own functions bring about.
    pub fn delete_body(self) -> Result<()> {
        let draft = self.draft;
        // Uses go first: the values of all blocks become poison before the first block is erased.
        for instruction in self.instructions() {
            instruction.replace_uses(draft.value(draft.poison(instruction.ty().number)))?;
        }
        for block in self.blocks() {
            while let Some(last) = block.last() {
                last.erase()?;
            }
        }
        let blocks: Vec<_> = self.blocks().collect();
        blocks.into_iter().try_for_each(|block| block.erase())
    }
}
