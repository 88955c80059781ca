//! `llvm.memcpy`, `llvm.memmove` and `llvm.memset`, lowered to loads and stores of the objects that they copy or fill.

use super::Rebuild;
use super::address::Address;
use super::chosen::is_choice;
use super::parts;
use super::places::holds;
use super::pointers::unknown;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value};

/// The number of objects that are copied one by one at most.
const MAX_OBJECTS: usize = 1 << 12;

/// The factor that replicates a byte into each byte of a 64-bit number.
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// An object within the memory that is copied or filled.
#[derive(Clone, Copy)]
pub struct Object<'m> {
    /// The offset of the object from the beginning of the copy, in bytes.
    pub at: i64,
    /// The type of the object in memory.
    pub ty: Type<'m>,
}

impl<'m> Rebuild<'_, 'm> {
    /// Lowers a copy, or, for `is_set`, a fill with a byte.
    pub fn copy(&mut self, inst: Value<'m>, is_set: bool) -> Result<()> {
        let [Some(to), Some(from), Some(length)] = [0, 1, 2].map(|index| inst.call_arg(index)) else {
            return Err(Error::internal("a copy without operands"));
        };
        let Some(length) = length.int_value().filter(|_| length.is_constant()) else {
            return Err(Error::of(Code::Instruction, "a copy of a length that is not constant")
                .hint("with logical addressing, memory is copied by members"));
        };
        let is_same = |rebuild: &mut Self| rebuild.places.pointee(to) == rebuild.places.pointee(from);
        // Whole objects are copied by `OpCopyMemory`, which may not overlap.
        let is_copy = inst.called_function().is_some_and(|callee| callee.name().starts_with("llvm.memcpy."));
        if is_copy && self.is_whole(to, length) && self.is_whole(from, length) && is_same(self) {
            return Ok(());
        }
        self.begin(inst)?;
        let mut objects = self.objects(to, length)?;
        if is_copy || is_set {
            objects = self.by_elements(objects)?;
            self.begin(inst)?;
        }
        let mut values = Vec::with_capacity(objects.len());
        for object in &objects {
            values.push(match is_set {
                true => self.filled(from, object.ty)?,
                false => self.load_part(from, object.at, object.ty)?,
            });
        }
        for (object, value) in objects.iter().zip(values) {
            self.store_part(value, to, object.at)?;
        }
        self.replaced.push(inst);
        Ok(())
    }

    /// Returns whether a pointer leads to an object of exactly this size.
    fn is_whole(&mut self, pointer: Value<'m>, length: u64) -> bool {
        let memory = self.places.pointee(pointer);
        memory.is_some_and(|memory| self.module.layout().store_size(memory) == Some(length))
    }

    /// Returns the largest objects that make up `length` bytes at a pointer.
    fn objects(&mut self, pointer: Value<'m>, length: u64) -> Result<Vec<Object<'m>>> {
        let address = Address::of(self.module.layout(), pointer)?;
        let length = i64::try_from(length).map_err(|_| unknown(pointer))?;
        let root = match self.places.pointee(address.root) {
            None if is_choice(pointer) => self.choose_copied(pointer, length)?,
            known => known,
        };
        let root = root.ok_or_else(|| unknown(pointer))?;
        let (mut objects, mut at) = (Vec::new(), 0i64);
        while at < length {
            let finder = self.finder(root);
            let Some((ty, next)) = finder.largest(root, &address, at, length) else { return Err(unknown(pointer)) };
            objects.extend(ty.map(|ty| Object { at, ty }));
            if objects.len() > MAX_OBJECTS {
                return Err(Error::of(Code::Limit, format!("a copy of more than {MAX_OBJECTS} objects")));
            }
            at = next;
        }
        Ok(objects)
    }

    /// Makes a phi or select that may stay a pointer choose between pointers to objects of one type, which are as long
    /// as the copy. Returns the type; `None` if there is none.
    fn choose_copied(&mut self, choice: Value<'m>, length: i64) -> Result<Option<Type<'m>>> {
        let nodes = self.nodes(choice)?;
        let all = nodes.iter().flat_map(|(_, choices)| choices).map(|choice| &choice.address);
        let mut places = Vec::new();
        for address in all.filter(|address| !is_choice(address.root) && !address.root.is_null()) {
            places.extend(self.places.pointee(address.root).map(|root| (root, address)));
        }
        let first = places.first().and_then(|(root, address)| self.finder(*root).largest(*root, address, 0, length));
        let mut object = first.and_then(|(ty, _)| ty);
        while let Some(ty) = object.filter(|ty| self.module.layout().store_size(*ty) == Some(length as u64)) {
            let finder = self.finder(ty);
            let leads = |(root, address): &(Type<'m>, &Address<'m>)| finder.find(*root, address, 0);
            let is_one = |place: &_| leads(place).is_some_and(|found| found.rest == 0 && holds(found.memory, ty));
            if places.iter().all(is_one) {
                let current = self.current;
                let is_chosen = self.choose_objects(choice, ty)?;
                self.begin(current)?;
                return Ok(is_chosen.then_some(ty));
            }
            object = ty.element().or_else(|| ty.field(0));
        }
        Ok(None)
    }

    /// Returns a value of a type in which each byte is the given one.
    fn filled(&self, byte: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let number = byte.int_value().filter(|_| byte.is_constant());
        if number == Some(0) {
            return self.emit.context.const_null(ty);
        }
        match self.parts(ty)?.filter(|_| ty.bits().is_none()) {
            Some(all) => {
                let values = all.iter().map(|part| self.filled(byte, part.ty)).collect::<Result<Vec<_>>>()?;
                parts::join(self.emit, ty, &self.finder(ty).members(ty), &values)
            }
            None => {
                let word = ty.bits().ok_or_else(|| Error::of(Code::Instruction, format!("llvm.memset of {ty}")))?;
                let bytes = match number {
                    Some(number) => self.emit.context.const_int(word, number * EACH_BYTE)?,
                    None => self.emit.with(Opcode::Mul, self.emit.resize(byte, word, false)?, EACH_BYTE)?,
                };
                parts::as_bits(self.emit, bytes, ty)
            }
        }
    }
}

/// Returns whether an access, copy or fill is volatile.
pub fn is_volatile(inst: Value<'_>) -> bool {
    let is_copy = || inst.called_function().is_some_and(|callee| callee.name().starts_with("llvm.mem"));
    inst.is_volatile() || is_copy() && inst.call_arg(3).and_then(Value::int_value) == Some(1)
}
