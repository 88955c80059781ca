//! Loops over the elements of long arrays that are copied or filled. LLVM turns such a loop of a shader into one
//! `llvm.memcpy`, and drivers take minutes to compile copies of thousands of elements as one value.

use super::Rebuild;
use super::address::divisor;
use super::branches::Cut;
use super::copies::Object;
use super::places::{holds, unpadded};
use crate::error::{Error, Result};
use crate::llvm::{AttributePlace, Opcode, Predicate, Type, Value};

/// The size in bytes of the largest array that is copied as one value.
const MOST_BYTES: u64 = 512;

/// An array whose elements are copied one by one.
struct Elements<'m> {
    array: Object<'m>,
    /// The distance of two elements in bytes.
    stride: u64,
    /// The size of an element in bytes, without padding.
    size: u64,
}

impl<'m> Rebuild<'_, 'm> {
    /// Replaces the long arrays among the objects of a copy by loops in front of the current instruction. Returns the
    /// remaining objects.
    pub fn by_elements(&mut self, objects: Vec<Object<'m>>) -> Result<Vec<Object<'m>>> {
        let (mut left, mut work) = (Vec::with_capacity(objects.len()), objects);
        work.reverse();
        while let Some(object) = work.pop() {
            if self.is_short(object.ty) {
                left.push(object);
            } else if let Some(elements) = self.elements_of(object)? {
                self.loop_over(&elements)?;
            } else if let Some(parts) = self.parts(object.ty)?.filter(|_| object.ty.is_struct()) {
                let part_of =
                    |offset: i64| object.at.checked_add(offset).ok_or_else(|| Error::internal("a part too far"));
                for part in parts.iter().rev() {
                    work.push(Object { at: part_of(part.offset)?, ty: part.ty });
                }
            } else {
                left.push(object);
            }
        }
        Ok(left)
    }

    /// Returns whether objects of a type are copied as one value.
    fn is_short(&self, ty: Type<'m>) -> bool {
        self.module.layout().store_size(ty).is_none_or(|size| size <= MOST_BYTES)
    }

    /// Returns the elements of an array if the source of the copy has an array of the same type at that place; `None`
    /// if the array must be copied as one value.
    fn elements_of(&mut self, array: Object<'m>) -> Result<Option<Elements<'m>>> {
        let element = array.ty.element().filter(|_| array.ty.is_array());
        let Some((element, from)) = element.zip(self.current.call_arg(1)) else { return Ok(None) };
        let is_looped = match from.ty().is_pointer() {
            true => self.has_object(from, array)?,
            false => from.int_value().filter(|_| from.is_constant()) != Some(0),
        };
        let layout = self.module.layout();
        let sizes = layout.abi_size(element).zip(unpadded(element).and_then(|ty| layout.store_size(ty)));
        Ok(sizes.filter(|_| is_looped).map(|(stride, size)| Elements { array, stride, size }))
    }

    /// Returns whether a pointer leads to an object of a given type at a given offset.
    fn has_object(&mut self, pointer: Value<'m>, object: Object<'m>) -> Result<bool> {
        let address = self.address(pointer)?;
        let Some(root) = self.places.pointee(address.root) else { return Ok(false) };
        let found = self.finder(object.ty).find(root, &address, object.at);
        Ok(found.is_some_and(|found| found.rest == 0 && holds(found.memory, object.ty)))
    }

    /// Emits a loop of one block that copies the elements of an array one by one.
    fn loop_over(&mut self, elements: &Elements<'m>) -> Result<()> {
        let inst = self.current;
        let Cut { function, before, after } = Cut::in_front_of(inst)?;
        let body = self.module.append_block(function, "")?;
        self.emit.builder.position_at_end(before);
        self.emit.builder.br(body)?;
        self.emit.builder.position_at_end(body);
        let index = self.emit.builder.phi(self.emit.context.int_type(32)?)?;
        let copy = self.element_copy(elements, index)?;
        let next = self.emit.with(Opcode::Add, index, 1)?;
        let count = self.emit.int(index.ty(), elements.array.ty.count())?;
        let goes_on = self.emit.builder.compare_int(Predicate::Ult, next, count)?;
        self.emit.builder.cond_br(goes_on, body, after)?;
        self.emit.builder.add_incoming(index, self.emit.index(0)?, before)?;
        self.emit.builder.add_incoming(index, next, body)?;
        self.instruction(copy)?;
        self.begin(inst)
    }

    /// Emits the current copy for a single element.
    fn element_copy(&mut self, elements: &Elements<'m>, index: Value<'m>) -> Result<Value<'m>> {
        let operands = (self.current.called_function(), self.current.call_arg(3));
        let (Some(callee), Some(is_volatile)) = operands else { return Err(Error::internal("a copy of nothing")) };
        let mut args = Vec::with_capacity(4);
        for operand in [0, 1].map(|number| self.current.call_arg(number)).into_iter().flatten() {
            args.push(if operand.ty().is_pointer() { self.element(operand, elements, index)? } else { operand });
        }
        let length = self.current.call_arg(2).ok_or_else(|| Error::internal("a copy without a length"))?;
        args.extend([self.emit.int(length.ty(), elements.size)?, is_volatile]);
        let copy = self.emit.builder.call(callee, &args)?;
        copy.take_metadata(self.current)?;
        let apart = divisor(elements.stride, elements.array.at as u64);
        for number in [0, 1] {
            if let Some(alignment) = self.current.param_alignment(number) {
                copy.add_attribute(AttributePlace::Param(number), "align", divisor(alignment.into(), apart))?;
            }
        }
        Ok(copy)
    }

    /// Returns a pointer to an element.
    fn element(&mut self, pointer: Value<'m>, elements: &Elements<'m>, index: Value<'m>) -> Result<Value<'m>> {
        let byte = self.emit.context.int_type(8)?;
        let bytes = self.emit.with(Opcode::Mul, index, elements.stride)?;
        let array = self.emit.offset(pointer, elements.array.at as u64, index.ty())?;
        let element = self.emit.builder.gep(byte, array, &[bytes], false)?;
        self.replaced.push(element);
        Ok(element)
    }
}
