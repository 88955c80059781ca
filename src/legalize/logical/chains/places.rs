//! The types that pointers point to.

use crate::concepts::shaders::chains;
use crate::conventions::classes;
use crate::conventions::notes;
use crate::conventions::structs::Table;
use crate::llvm::{Context, Module, Opcode, Type, Value};
use crate::state::slots::shaders::Note;
use ::spirv::Capability;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of nested phis and selects that are examined.
const MAX_DEPTH: u32 = 64;

/// The pointees of pointers, as far as variables, notes and chains determine them.
#[derive(Debug)]
pub struct Places<'t, 'm> {
    context: &'m Context,
    table: &'t Table<'m>,
    /// The pointee of each pointer that was examined, as an LLVM type in memory; `None` if it is unknown, or a chain
    /// does not start at the pointee of its base.
    known: FxHashMap<Value<'m>, Option<Type<'m>>>,
    /// The phis and selects that are being examined.
    open: FxHashSet<Value<'m>>,
    /// Set if the module declares variable pointers, so that a pointer may step from one array element to another.
    pub has_variable_pointers: bool,
    /// Set if the module declares `VariablePointers`, so that a phi or select may choose between pointers to several
    /// variables, also in workgroup memory.
    pub may_mix_variables: bool,
}

impl<'t, 'm> Places<'t, 'm> {
    /// Starts with no pointer examined.
    pub fn new(module: &'m Module<'m>, context: &'m Context, table: &'t Table<'m>) -> Self {
        let number = |node: crate::llvm::Metadata<'m>| node.operand(0)?.as_value()?.int_value();
        let declares = |capability: Capability| {
            module.named_metadata_nodes("spirv.Capability").filter_map(number).any(|known| known == capability as u64)
        };
        let may_mix_variables = declares(Capability::VariablePointers);
        let has_variable_pointers = may_mix_variables || declares(Capability::VariablePointersStorageBuffer);
        let (known, open) = (FxHashMap::default(), FxHashSet::default());
        Self { context, table, known, open, has_variable_pointers, may_mix_variables }
    }

    /// Removes a value that is erased.
    pub fn forget(&mut self, value: Value<'m>) {
        self.known.remove(&value);
    }

    /// Sets the pointee of a pointer.
    pub fn note(&mut self, pointer: Value<'m>, memory: Type<'m>) {
        self.known.insert(pointer, Some(memory));
    }

    /// Returns the type in memory that a pointer points to.
    pub fn pointee(&mut self, pointer: Value<'m>) -> Option<Type<'m>> {
        self.pointee_to(pointer, MAX_DEPTH)
    }

    fn pointee_to(&mut self, pointer: Value<'m>, depth: u32) -> Option<Type<'m>> {
        let mut steps = Vec::new();
        let mut base = pointer;
        let mut found = loop {
            if let Some(known) = self.known.get(&base) {
                break *known;
            }
            match base.operand(0).filter(|_| base.is_gep() && base.is_instruction()) {
                Some(next) => steps.push(std::mem::replace(&mut base, next)),
                None => {
                    let found = if base.is_gep() { None } else { self.root(base, depth) };
                    self.known.insert(base, found);
                    break found;
                }
            }
        };
        for chain in steps.into_iter().rev() {
            found = found.filter(|memory| self.continues(chain, *memory)).and_then(|_| selected(chain));
            self.known.insert(chain, found);
        }
        found
    }

    /// Returns whether a chain starts at the pointee of its base, and steps to another object only where pointers may.
    fn continues(&self, chain: Value<'m>, memory: Type<'m>) -> bool {
        let steps_over = chain.operand(1).is_none_or(|first| !first.is_constant() || first.int_value() != Some(0));
        let may_step = self.has_variable_pointers || classes::is_physical(chain.ty().address_space());
        chain.gep_source_type() == Some(memory) && (may_step || !steps_over)
    }

    /// Returns the pointee of a value other than a `getelementptr`.
    fn root(&mut self, root: Value<'m>, depth: u32) -> Option<Type<'m>> {
        match root.opcode() {
            Some(Opcode::Alloca) => root.allocated_type(),
            Some(Opcode::Call) => self.call(root, depth),
            Some(Opcode::Phi | Opcode::Select) => self.chosen(root, depth),
            Some(Opcode::IntToPtr | Opcode::BitCast) => {
                root.metadata(notes::NAME).and_then(|note| pointee_of(notes::read(note).ok()?))
            }
            Some(Opcode::Load | Opcode::ExtractValue) => pointee_of(self.note_of(root, depth)?),
            None if root.is_global_variable() => root.value_type(),
            None if root.is_argument() => pointee_of(parameter(root)?),
            _ => None,
        }
    }

    /// Returns the note of a pointer that may step from element to element; such a note has a stride.
    pub fn strided(&self, pointer: Value<'m>) -> Option<Note<'m>> {
        let note = self.note_of(pointer, MAX_DEPTH)?;
        matches!(note, Note::Pointer { stride: 1.., .. }).then_some(note).filter(|_| self.has_variable_pointers)
    }

    /// Returns the note of a value: its own, or that of the memory, parameter or aggregate from which it comes.
    fn note_of(&self, value: Value<'m>, depth: u32) -> Option<Note<'m>> {
        if let Some(note) = value.metadata(notes::NAME).filter(|_| value.is_instruction()) {
            return notes::read(note).ok();
        }
        let (from, depth) = (value.operand(0), depth.checked_sub(1)?);
        match value.opcode() {
            Some(Opcode::Load) => self.note_in_memory_to(from?, depth),
            Some(Opcode::ExtractValue) => {
                let whole = (from?.ty(), self.note_of(from?, depth)?);
                let mut indices = value.indices().into_iter();
                indices.try_fold(whole, |(ty, note), index| self.part_of_note(ty, note, Some(index))).map(|part| part.1)
            }
            _ => None,
        }
    }

    /// Returns the type and the note of a part of a value in memory, given its index in LLVM.
    fn part_of_note(&self, ty: Type<'m>, note: Note<'m>, index: Option<u32>) -> Option<(Type<'m>, Note<'m>)> {
        if notes::is_padded(ty) {
            return Some((ty.field(0)?, note));
        }
        if ty.is_struct() {
            let element = index?;
            let row = self.table.get(&ty);
            let member = row.and_then(|row| row.members.iter().find(|member| member.element == element));
            let node = member.and_then(|member| member.note);
            return Some((ty.field(element)?, node.map_or(Some(Note::Plain), |node| notes::read(node).ok())?));
        }
        match note {
            Note::Array { element, .. } => Some((ty.element()?, *element)),
            note => Some((ty.element()?, note)),
        }
    }

    /// Returns the note of the memory that a chain leads to.
    pub fn note_in_memory(&self, pointer: Value<'m>) -> Option<Note<'m>> {
        self.note_in_memory_to(pointer, MAX_DEPTH)
    }

    fn note_in_memory_to(&self, pointer: Value<'m>, depth: u32) -> Option<Note<'m>> {
        let own = |pointer: Value<'m>| pointer.metadata(notes::NAME).filter(|_| pointer.is_instruction());
        let (mut chains, mut root) = (Vec::new(), pointer);
        while root.is_gep() && own(root).is_none() {
            chains.push(root);
            root = root.operand(0)?;
        }
        let mut note = match own(root).or_else(|| root.metadata(notes::NAME).filter(|_| root.is_global_variable())) {
            None if root.is_argument() => parameter(root).and_then(pointed_note).unwrap_or(Note::Plain),
            None if matches!(root.opcode(), Some(Opcode::Load | Opcode::ExtractValue)) => {
                self.note_of(root, depth).and_then(pointed_note).unwrap_or(Note::Plain)
            }
            Some(note) if root.is_op(Opcode::Alloca) || root.is_global_variable() => notes::read(note).ok()?,
            Some(note) => pointed_note(notes::read(note).ok()?)?,
            None => Note::Plain,
        };
        for chain in chains.into_iter().rev() {
            let mut ty = chain.gep_source_type()?;
            for index in chain.operands().skip(2) {
                let index = index.int_value().and_then(|index| u32::try_from(index).ok());
                (ty, note) = self.part_of_note(ty, note, index)?;
            }
        }
        Some(note)
    }

    /// Returns the pointee of all pointers that a phi or select chooses from; `None` unless all of them point to
    /// objects of one type.
    fn chosen(&mut self, root: Value<'m>, depth: u32) -> Option<Type<'m>> {
        let depth = depth.checked_sub(1)?;
        // A cycle is what its other pointers are.
        self.known.insert(root, None);
        self.open.insert(root);
        let is_phi = root.is_op(Opcode::Phi);
        let pointers: Vec<_> = root.operands().skip(usize::from(!is_phi)).filter(|pointer| *pointer != root).collect();
        let found = pointers.iter().find_map(|pointer| self.pointee_to(*pointer, depth));
        let found = found.filter(|found| !pointers.iter().any(|pointer| self.is_other(*pointer, *found, depth)));
        self.open.remove(&root);
        found
    }

    /// Returns whether a pointer that may be chosen points to anything other than an object of this type.
    fn is_other(&mut self, pointer: Value<'m>, object: Type<'m>, depth: u32) -> bool {
        let is_choice = matches!(pointer.opcode(), Some(Opcode::Phi | Opcode::Select));
        match self.pointee_to(pointer, depth) {
            Some(found) if found == object => false,
            _ if pointer.is_gep() => !self.is_step(pointer, object, depth),
            Some(_) => true,
            // Of nothing that it chooses from the same is known.
            None => is_choice && !self.open.contains(&pointer),
        }
    }

    /// Returns whether a chain steps from one object of a type to another, or may do so where the pointee of its base
    /// is unknown.
    fn is_step(&mut self, chain: Value<'m>, object: Type<'m>, depth: u32) -> bool {
        let is_one = chain.gep_source_type() == Some(object) && chain.operands().count() == 2;
        let base = chain.operand(0).filter(|_| is_one);
        base.is_some_and(|base| self.pointee_to(base, depth).is_none_or(|pointee| pointee == object))
    }

    /// Returns the pointee of the result of a call: from its note, or from the indices of a chain by call.
    fn call(&mut self, call: Value<'m>, depth: u32) -> Option<Type<'m>> {
        if let Some(note) = call.metadata(notes::NAME) {
            return pointee_of(notes::read(note).ok()?);
        }
        if !is_chain_call(call) {
            return None;
        }
        let mut args = call.call_args();
        let mut memory = self.pointee_to(args.next()?, depth.checked_sub(1)?)?;
        for index in args {
            memory = self.part(memory, index.int_value().filter(|_| index.is_constant()))?;
        }
        Some(memory)
    }

    /// Returns the type of a part of a composite, given its index in SPIR-V.
    pub fn part(&self, memory: Type<'m>, index: Option<u64>) -> Option<Type<'m>> {
        if let Some(matrix) = notes::matrix_parts(memory) {
            return match matrix.is_row_major {
                true => self.context.vector_type(matrix.component, matrix.rows).ok(),
                false => unpadded(memory.field(0)?.element()?),
            };
        }
        match self.table.get(&memory).filter(|_| memory.is_struct()) {
            Some(row) => {
                let member = row.members.get(usize::try_from(index?).ok()?)?;
                let cut = member.note.and_then(|note| notes::read(note).ok());
                match cut {
                    Some(Note::Cut { ty, .. }) => Some(ty),
                    _ => memory.field(member.element),
                }
            }
            None if memory.is_struct() => memory.field(u32::try_from(index?).ok()?),
            None => unpadded(memory.element()?),
        }
    }
}

/// Returns whether a call is a chain to an object that has no address in LLVM.
pub fn is_chain_call(call: Value<'_>) -> bool {
    let name = call.called_function().and_then(|function| llvm_spirv_mangling::parse_symbol(function.name()).ok());
    name.is_some_and(|name| chains::is_opaque(&name.base))
}

/// Returns the type of an array element without its padding.
pub fn unpadded(ty: Type<'_>) -> Option<Type<'_>> {
    if notes::is_padded(ty) { ty.field(0) } else { Some(ty) }
}

/// Returns the type that a chain selects.
fn selected(chain: Value<'_>) -> Option<Type<'_>> {
    chain.operands().skip(2).try_fold(chain.gep_source_type()?, |ty, index| match ty.field_count() {
        0 => ty.element(),
        _ => ty.field(u32::try_from(index.int_value()?).ok()?),
    })
}

fn pointee_of(note: Note<'_>) -> Option<Type<'_>> {
    match note {
        Note::Pointer { pointee, .. } => pointee,
        _ => None,
    }
}

/// Returns the note of the pointee of a pointer, given the pointer's note.
fn pointed_note(note: Note<'_>) -> Option<Note<'_>> {
    match note {
        Note::Pointer { note, .. } => Some(*note),
        _ => None,
    }
}

/// Returns the note of a parameter, which its function has.
fn parameter(argument: Value<'_>) -> Option<Note<'_>> {
    let function = argument.parent_function()?;
    let index = function.params().position(|param| param == argument)?;
    let notes = function.function_metadata(notes::NAME)?;
    notes::read(notes.operand(u32::try_from(index + 1).ok()?)?).ok()
}

/// Returns whether values of one type are loaded from and stored to memory of another type.
pub fn holds(memory: Type<'_>, value: Type<'_>) -> bool {
    let same_matrix = || {
        let (stored, loaded) = (notes::matrix_parts(memory)?, notes::matrix_parts(value)?);
        Some((stored.component, stored.columns, stored.rows) == (loaded.component, loaded.columns, loaded.rows))
    };
    memory == value || same_matrix() == Some(true)
}
