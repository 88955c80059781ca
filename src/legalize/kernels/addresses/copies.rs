//! Copies and fills of memory at addresses of buffers.

use super::{Addresses, unknown};
use crate::error::{Error, Result};
use crate::legalize::kernels::units::{Copy, LARGEST};
use crate::legalize::logical::chains::address::multiple;
use crate::llvm::{Type, Value};

/// The size in bytes of the largest vector that one access copies.
const LARGEST_VECTOR: u64 = 16;

impl<'m> Addresses<'_, 'm> {
    /// Replaces a copy or fill of which the source or the destination is an address of a buffer.
    pub fn copy(&self, call: Value<'m>, name: &str) -> Result<()> {
        let arg = |index: u32| call.call_arg(index).ok_or_else(|| Error::internal("a copy without operands"));
        let (is_fill, length) = (name == "llvm.memset", arg(2)?);
        let bytes = length.int_value().filter(|_| length.is_constant());
        let divisor = bytes.unwrap_or_else(|| multiple(length).unsigned_abs());
        // A variable may be an array of such numbers.
        let is_between = self.is_number(arg(0)?) && (is_fill || self.is_number(arg(1)?));
        let size = Copy::unit(call, is_fill, divisor).min(if is_between { LARGEST_VECTOR } else { LARGEST });
        let unit = self.unit(size)?;
        let from = if is_fill { Copy::filled(&self.emit, arg(1)?, unit)? } else { self.end(arg(1)?)? };
        let (is_move, is_volatile) = (name == "llvm.memmove", arg(3)?.int_value() == Some(1));
        let copy = Copy { to: self.end(arg(0)?)?, from, is_fill, is_move, is_volatile, unit, size };
        match bytes.map(|bytes| bytes / size).filter(|count| copy.are_few(*count)) {
            Some(count) => copy.unrolled(&self.emit, count)?,
            None if copy.has_order() => copy.looped(self.place, &self.emit, call, length)?,
            None => return Err(unknown(call)),
        }
        call.erase()
    }

    /// Returns the integer or vector type with `size` bytes, a power of two.
    fn unit(&self, size: u64) -> Result<Type<'m>> {
        let context = self.place.context;
        let number = context.int_type((size.min(LARGEST) * 8) as u32)?;
        if size <= LARGEST { Ok(number) } else { context.vector_type(number, (size / LARGEST) as u32) }
    }

    /// Returns the integer for an address of a buffer, or the pointer itself if it leads to a variable.
    fn end(&self, pointer: Value<'m>) -> Result<Value<'m>> {
        if self.is_number(pointer) { self.number(pointer, super::MAX_DEPTH) } else { Ok(pointer) }
    }
}
