//! Matrices, which are vectors of their columns, one after the other. Products are sums of columns; memory is accessed
//! element by element.

use super::super::casts::address_type;
use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode as O, Type, Value};

fn number(inst: Value<'_>, index: u32) -> Result<u32> {
    let number = argument(inst, index)?.int_value().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| Error::of(Code::BuiltinCall, "a number of rows or columns that is no constant"))
}

fn made<'m>(w: &mut Rewriter<'m>, op: O, a: Value<'m>, b: Value<'m>, flags: u32) -> Result<Value<'m>> {
    let inst = w.emit.builder.binary(op, a, b)?;
    if flags != 0 {
        inst.set_fast_math(flags)?;
    }
    w.made(Ok(inst))
}

fn lane<'m>(w: &mut Rewriter<'m>, vector: Value<'m>, lane: u32) -> Result<Value<'m>> {
    let inst = w.emit.builder.extract_element(vector, w.emit.index(lane)?);
    w.made(inst)
}

/// Lowers `llvm.matrix.multiply`, element by element, with the products added in order.
pub fn multiply<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (a, b) = (argument(inst, 0)?, argument(inst, 1)?);
    let (rows, inner, columns) = (number(inst, 2)?, number(inst, 3)?, number(inst, 4)?);
    let is_float = inst.ty().scalar().is_float();
    let (times, plus) = if is_float { (O::FMul, O::FAdd) } else { (O::Mul, O::Add) };
    let flags = if is_float { inst.fast_math() } else { 0 };
    let mut matrix = w.emit.context.poison(inst.ty())?;
    for (at, (column, row)) in (0..).zip((0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))) {
        let mut sum = None;
        for k in 0..inner {
            let (left, right) = (lane(w, a, k * rows + row)?, lane(w, b, column * inner + k)?);
            let product = made(w, times, left, right, flags)?;
            sum = Some(match sum {
                None => product,
                Some(sum) => made(w, plus, sum, product, flags)?,
            });
        }
        let element = sum.ok_or_else(|| Error::of(Code::BuiltinCall, "a product of matrices without columns"))?;
        let inserted = w.emit.builder.insert_element(matrix, element, w.emit.index(at)?);
        matrix = w.made(inserted)?;
    }
    Ok(matrix)
}

/// A matrix in memory: the pointer to it, the distance between its columns in elements, the element type, the shape,
/// and the alignment and volatility of the accesses.
struct Columns<'m> {
    pointer: Value<'m>,
    stride: Value<'m>,
    element: Type<'m>,
    shape: [u32; 2],
    alignment: u32,
    volatile: bool,
}

impl<'m> Columns<'m> {
    /// Creates the description of the matrix that a call accesses; its pointer is the argument `first`.
    fn of(w: &Rewriter<'m>, inst: Value<'m>, first: u32, element: Type<'m>) -> Result<Self> {
        use crate::llvm::{AttributeKind, AttributePlace};
        let given = inst.int_attribute(AttributePlace::Param(first), AttributeKind::Align).unwrap_or(1);
        let size = w.module.layout().store_size(element).unwrap_or(1).max(1);
        Ok(Self {
            pointer: argument(inst, first)?,
            stride: argument(inst, first + 1)?,
            element,
            shape: [number(inst, first + 3)?, number(inst, first + 4)?],
            alignment: u32::try_from(given.min(1 << size.trailing_zeros().min(31))).unwrap_or(1),
            volatile: argument(inst, first + 2)?.int_value() != Some(0),
        })
    }

    /// Returns the addresses of all elements, column by column.
    fn places(&self, w: &mut Rewriter<'m>) -> Result<Vec<Value<'m>>> {
        let (pointer, stride) = (w.single(self.pointer)?, w.single(self.stride)?);
        let index = address_type(w, pointer.ty())?;
        let stride = w.emit.resize(stride, index, false)?;
        let [rows, columns] = self.shape;
        let mut places = Vec::new();
        for column in 0..columns {
            let start = w.emit.with(O::Mul, stride, column.into())?;
            for row in 0..rows {
                let at = w.emit.with(O::Add, start, row.into())?;
                let place = w.emit.builder.gep(self.element, pointer, &[at], false);
                places.push(w.made(place)?);
            }
        }
        Ok(places)
    }

    fn finish(&self, access: Value<'m>) -> Result<()> {
        access.set_alignment(self.alignment)?;
        access.set_volatile(self.volatile)
    }
}

/// Lowers `llvm.matrix.column.major.load`.
pub fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let columns = Columns::of(w, inst, 0, inst.ty().scalar())?;
    let mut matrix = w.emit.context.poison(inst.ty())?;
    for (at, place) in (0..).zip(columns.places(w)?) {
        let load = w.emit.builder.load(columns.element, place)?;
        columns.finish(load)?;
        let element = w.made(Ok(load))?;
        let inserted = w.emit.builder.insert_element(matrix, element, w.emit.index(at)?);
        matrix = w.made(inserted)?;
    }
    Ok(matrix)
}

/// Lowers `llvm.matrix.column.major.store`.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let matrix = argument(inst, 0)?;
    let columns = Columns::of(w, inst, 1, matrix.ty().scalar())?;
    for (at, place) in (0..).zip(columns.places(w)?) {
        let element = lane(w, matrix, at)?;
        let store = w.emit.builder.store(element, place)?;
        columns.finish(store)?;
        w.made(Ok(store))?;
    }
    Ok(())
}
