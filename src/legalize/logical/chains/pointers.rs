//! Emits the chains that correspond to paths.

use super::Rebuild;
use super::address::{Address, Flat, Term};
use super::chosen::is_choice;
use super::path::{Finder, Found, Index};
use crate::concepts::shaders::chains;
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::slots::shaders::Note;
use ::spirv::StorageClass;
use llvm_spirv_mangling as mangling;
use rustc_hash::FxHashMap;

/// The chains that replace others, by the old pointer, the number of bytes after it, and the type of the accessed
/// object.
pub type Pointers<'m> = FxHashMap<(Value<'m>, i64, Type<'m>), Place<'m>>;

/// A pointer to an object, or to the number or vector that contains the accessed bytes.
#[derive(Clone, Copy, Debug)]
pub struct Place<'m> {
    /// The pointer.
    pub pointer: Value<'m>,
    /// The type of the pointee in memory.
    pub memory: Type<'m>,
    /// The number of bytes from the beginning of the pointee to the accessed bytes.
    pub rest: u64,
}

impl<'m> Rebuild<'_, 'm> {
    /// Returns the place that is `at` bytes after a pointer: an object of the wanted type, or else the number or vector
    /// there. A chain is emitted once, next to the old one.
    pub fn place(&mut self, pointer: Value<'m>, at: i64, wanted: Type<'m>) -> Result<Option<Place<'m>>> {
        if let Some(known) = self.pointers.get(&(pointer, at, wanted)) {
            return Ok(Some(*known));
        }
        let mut address = self.address(pointer)?;
        if !self.may_be_chosen(address.root) {
            return Err(super::unreachable_part(&format!("the address {}, chosen from several", pointer.print())));
        }
        let current = self.current;
        if self.choose_objects(address.root, wanted)? {
            self.begin(current)?;
        }
        let Some(root) = self.places.pointee(address.root) else { return Ok(None) };
        let is_instruction = pointer.is_instruction() && pointer.is_gep();
        let mut found = self.finder(wanted).find(root, &address, at);
        if found.is_none()
            && let Some(note) = self.places.strided(address.root)
        {
            address = match is_instruction {
                true => self.at(pointer, |rebuild| rebuild.stepped(root, &address, &note))?,
                false => self.stepped(root, &address, &note)?,
            };
            found = self.finder(wanted).find(root, &address, at);
        }
        let Some(found) = found else { return Ok(None) };
        let is_exact = found.rest == 0 && super::places::holds(found.memory, wanted) && !wanted.is_int_of(8);
        let is_likely = is_exact && found.path.is_near();
        if !is_likely && !address.terms.is_empty() && self.is_padding(pointer, at, wanted)? {
            return Ok(None);
        }
        let place = match is_instruction {
            true => self.at(pointer, |rebuild| rebuild.make(root, &address, &found))?,
            false => self.make(root, &address, &found)?,
        };
        if is_instruction {
            self.pointers.insert((pointer, at, wanted), place);
        }
        Ok(Some(place))
    }

    /// Returns whether an access covers only padding: between the members of a structure, between elements, or behind a
    /// variable.
    pub fn is_padding(&mut self, pointer: Value<'m>, at: i64, ty: Type<'m>) -> Result<bool> {
        let size = self.module.layout().store_size(ty).and_then(|size| i64::try_from(size).ok());
        let address = self.address(pointer)?;
        let (Some(root), Some(size)) = (self.places.pointee(address.root), size) else { return Ok(false) };
        Ok(self.is_behind(root, &address, at) || self.finder(ty).is_padding(root, &address, at, size))
    }

    /// Returns whether a constant offset leads behind the end of a variable that is a number, a vector or a matrix.
    fn is_behind(&self, ty: Type<'m>, address: &Address<'m>, at: i64) -> bool {
        let root = address.root;
        let is_variable = root.is_op(Opcode::Alloca) || root.is_global_variable();
        let is_one = !ty.is_array() && (!ty.is_struct() || notes::is_any_matrix(ty));
        let size = self.module.layout().store_size(ty).and_then(|size| i64::try_from(size).ok());
        let is_past = size.is_some_and(|size| address.offset.wrapping_add(at) >= size);
        is_variable && is_one && address.terms.is_empty() && is_past
    }

    /// Returns a search for paths to objects of a type.
    pub fn finder(&self, wanted: Type<'m>) -> Finder<'_, 'm> {
        Finder::new(self.table, self.module.layout(), wanted)
    }

    /// Runs `work` with the builder in front of another instruction than the current one.
    fn at<T>(&mut self, place: Value<'m>, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.emit.builder.position_before(place)?;
        let made = work(self);
        self.emit.builder.position_before(self.current)?;
        made
    }

    /// Emits a step to the array element that contains an address, if the root points to one of many elements, and
    /// returns the address relative to this element.
    fn stepped(&mut self, root: Type<'m>, address: &Address<'m>, note: &Note<'m>) -> Result<Address<'m>> {
        let stride = match note {
            Note::Pointer { stride, .. } if *stride != 0 => i64::from(*stride),
            _ => return Ok(address.clone()),
        };
        let (mut steps, terms): (Vec<Term<'m>>, Vec<Term<'m>>) =
            address.terms.iter().partition(|term| term.flat.is_none() && term.scale % stride == 0);
        steps.iter_mut().for_each(|term| term.scale /= stride);
        let number = address.offset.div_euclid(stride);
        let step = self.index(&Index { number, terms: steps })?;
        let element = self.emit.builder.gep(root, address.root, &[step], false)?;
        // A constant chain has no metadata: its root is an instruction.
        element.set_metadata(notes::NAME, notes::write(self.emit.context, note)?)?;
        self.places.note(element, root);
        self.replaced.push(element);
        Ok(Address { root: element, offset: address.offset.rem_euclid(stride), terms })
    }

    fn make(&mut self, root: Type<'m>, address: &Address<'m>, found: &Found<'m>) -> Result<Place<'m>> {
        let pointer = match found.path.spirv.is_empty() {
            true => address.root,
            false if found.path.is_opaque => self.call_chain(address.root, &found.path.spirv)?,
            false => {
                let mut indices = vec![self.emit.index(0)?];
                for index in &found.path.llvm {
                    indices.push(self.index(index)?);
                }
                self.emit.builder.gep(root, address.root, &indices, false)?
            }
        };
        if !found.path.spirv.is_empty() {
            // Nothing needs it where the object at its end turns out to be too small.
            self.replaced.push(pointer);
        }
        self.places.note(pointer, found.memory);
        Ok(Place { pointer, memory: found.memory, rest: found.rest })
    }

    /// Emits a chain by call, to an object that has no address in LLVM.
    fn call_chain(&mut self, root: Value<'m>, indices: &[Index<'m>]) -> Result<Value<'m>> {
        let mut args = vec![root];
        for index in indices {
            args.push(self.index(index)?);
        }
        let mut types = vec![mangling::Type::pointer(root.ty().address_space(), mangling::Type::Void)];
        types.extend(args.iter().skip(1).map(|index| match index.ty().int_width() {
            64 => mangling::Type::ULong,
            _ => mangling::Type::UInt,
        }));
        let name = mangling::write(chains::OPAQUE, &types);
        let function = match self.module.function(&name) {
            Some(function) => function,
            None => {
                let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
                let ty = self.emit.context.function_type(root.ty(), &types, false)?;
                self.module.add_function(&name, ty)?
            }
        };
        self.emit.builder.call(function, &args)
    }

    /// Emits the value of a term: the index divided by its known divisor.
    pub fn counted(&self, term: &Term<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        // A condition counts one.
        let is_signed = !term.index.ty().is_int_of(1);
        let value = self.emit.resize(term.index, ty, is_signed)?;
        let value = match term.divisor {
            1 => value,
            divisor if divisor & (divisor - 1) == 0 => {
                self.emit.with(Opcode::AShr, value, divisor.trailing_zeros().into())?
            }
            divisor => self.emit.with(Opcode::SDiv, value, divisor as u64)?,
        };
        term.flat.map_or(Ok(value), |flat| self.part_of(value, flat))
    }

    /// Emits the value of a term times a scale.
    pub fn scaled(&self, term: &Term<'m>, scale: i64, ty: Type<'m>) -> Result<Value<'m>> {
        let value = self.counted(term, ty)?;
        if scale == 1 { Ok(value) } else { self.emit.with(Opcode::Mul, value, wrapped(scale, ty)) }
    }

    /// Emits the part of an index that `flat` describes; the index plus `flat.add` is never negative.
    fn part_of(&self, index: Value<'m>, flat: Flat) -> Result<Value<'m>> {
        let mut value = self.emit.with(Opcode::Add, index, wrapped(flat.add, index.ty()))?;
        if flat.modulus != 0 {
            value = self.emit.with(Opcode::URem, value, flat.modulus as u64)?;
        }
        if flat.unit != 1 {
            value = self.emit.with(Opcode::UDiv, value, flat.unit as u64)?;
        }
        Ok(value)
    }

    /// Emits the value of an index.
    fn index(&self, index: &Index<'m>) -> Result<Value<'m>> {
        let int = |width| self.emit.context.int_type(width);
        let widths = index.terms.iter().map(|term| term.index.ty().int_width());
        let ty = int(if widths.max().unwrap_or(0) > 32 { 64 } else { 32 })?;
        let mut sum: Option<Value<'m>> = None;
        for term in &index.terms {
            let product = self.scaled(term, term.scale, ty)?;
            sum = Some(sum.map_or(Ok(product), |sum| self.emit.binary(Opcode::Add, sum, product))?);
        }
        let number = wrapped(index.number, ty);
        match sum {
            Some(sum) if number == 0 => Ok(sum),
            Some(sum) => self.emit.with(Opcode::Add, sum, number),
            None => self.emit.context.const_int(ty, number),
        }
    }

    /// Returns a pointer to an object of a type at the address of another pointer; `None` if there is no such object.
    pub fn exact(&mut self, pointer: Value<'m>, wanted: Type<'m>) -> Result<Option<Value<'m>>> {
        let place = self.place(pointer, 0, wanted)?;
        let exact = place.filter(|place| place.rest == 0 && super::places::holds(place.memory, wanted));
        match exact {
            Some(place) => Ok(Some(place.pointer)),
            None if place.is_none() => self.by_number(pointer, 0, wanted),
            None => Ok(None),
        }
    }

    /// Returns whether a pointer is to an object of a type already, or its pointee is unknown.
    pub fn is_exact(&mut self, pointer: Value<'m>, wanted: Type<'m>) -> Result<bool> {
        let root = Address::of(self.module.layout(), pointer)?.root;
        if root == pointer {
            self.choose_objects(root, wanted)?;
        }
        Ok(match self.places.pointee(pointer) {
            Some(memory) => super::places::holds(memory, wanted) && self.may_be_chosen(root),
            None => {
                let is_physical = classes::is_physical(pointer.ty().address_space());
                self.may_be_chosen(root) && self.places.pointee(root).is_none() && !is_physical
            }
        })
    }

    /// Returns whether a value may be the root of a chain: a phi or select of pointers only if it is a valid variable
    /// pointer (SPIR-V 2.16.1).
    fn may_be_chosen(&self, root: Value<'m>) -> bool {
        !is_choice(root) || self.may_be_chosen_at(root)
    }

    /// Returns whether a phi or select of pointers is valid in SPIR-V (2.16.1). With `VariablePointersStorageBuffer`
    /// alone, its pointers must be to one buffer.
    pub fn may_be_chosen_at(&self, pointer: Value<'m>) -> bool {
        let space = pointer.ty().address_space();
        classes::is_physical(space)
            || match classes::class_of(space) {
                Some(StorageClass::Workgroup) => self.places.may_mix_variables,
                Some(StorageClass::StorageBuffer) => {
                    self.places.may_mix_variables
                        || self.places.has_variable_pointers && self.is_of_one_variable(pointer)
                }
                _ => false,
            }
    }

    /// Returns whether all pointers that a phi or select chooses from are to one variable.
    fn is_of_one_variable(&self, pointer: Value<'m>) -> bool {
        let Ok(nodes) = self.nodes(pointer) else { return false };
        let roots = nodes.iter().flat_map(|(_, choices)| choices).map(|choice| choice.address.root);
        let mut variables = roots.filter(|root| !is_choice(*root) && !root.is_null());
        let first = variables.next();
        variables.all(|variable| Some(variable) == first)
    }

    /// Returns a pointer to an object of a type, converted from an integer; `None` with logical addressing.
    pub fn by_number(&mut self, pointer: Value<'m>, at: i64, wanted: Type<'m>) -> Result<Option<Value<'m>>> {
        if !classes::is_physical(pointer.ty().address_space()) {
            return Ok(None);
        }
        let word = self.emit.context.int_type(64)?;
        let mut number = self.number_of(pointer, word)?;
        number = self.emit.with(Opcode::Add, number, at as u64)?;
        let made = self.emit.cast(Opcode::IntToPtr, number, pointer.ty())?;
        let note = Note::Pointer { pointee: Some(wanted), stride: 0, note: Box::new(Note::Plain) };
        made.set_metadata(notes::NAME, notes::write(self.emit.context, &note)?)?;
        self.places.note(made, wanted);
        Ok(Some(made))
    }

    /// Emits the integer value of an address.
    fn number_of(&mut self, pointer: Value<'m>, word: Type<'m>) -> Result<Value<'m>> {
        let address = Address::of(self.module.layout(), pointer)?;
        // The number that the root was made of is that of the root.
        let of = address.root.operand(0).filter(|of| address.root.is_op(Opcode::IntToPtr) && of.ty() == word);
        self.replaced.extend(of.map(|_| address.root));
        let mut number = of.map_or_else(|| self.emit.cast(Opcode::PtrToInt, address.root, word), Ok)?;
        for term in &address.terms {
            let wide = self.counted(term, word)?;
            let product = self.emit.with(Opcode::Mul, wide, term.scale as u64)?;
            number = self.emit.binary(Opcode::Add, number, product)?;
        }
        self.emit.with(Opcode::Add, number, address.offset as u64)
    }
}

/// Returns the bits of a number as an integer constant of the type has them.
fn wrapped(number: i64, ty: Type<'_>) -> u64 {
    match ty.int_width() {
        64 => number as u64,
        _ => u64::from(number as u32),
    }
}

/// Returns the error for a pointer of which no chain is known.
pub fn unknown(pointer: Value<'_>) -> Error {
    super::unreachable_part(&format!("the address {}", pointer.print()))
}
