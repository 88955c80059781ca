//! The initial bytes of variables of the module, which reflection passes to the host.

use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Type, Value};

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;
/// The number of bytes that fit into one instruction, as two hexadecimal digits each.
const MOST: u64 = 2 * 65_000;

/// A buffer that the host fills before the first run, and keeps.
#[derive(Clone, Debug)]
pub struct Data {
    pub set: u32,
    pub binding: u32,
    pub bytes: Vec<u8>,
}

impl Data {
    /// Returns the bytes as two hexadecimal digits each.
    pub fn digits(&self) -> String {
        const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
        let digit = |byte: u8| DIGITS.get(usize::from(byte)).copied().unwrap_or('0');
        self.bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }

    /// Appends a variable of a type and alignment with its initial value. Returns its offset.
    pub fn add<'m>(
        &mut self,
        place: &Place<'m>,
        value: Option<Value<'m>>,
        ty: Type<'m>,
        alignment: u64,
    ) -> Result<u64> {
        let size = place.module.layout().abi_size(ty).unwrap_or(0);
        let offset = (self.bytes.len() as u64).next_multiple_of(alignment.max(1));
        let end = offset.checked_add(size).filter(|end| *end <= MOST).ok_or_else(|| {
            Error::of(Code::Limit, format!("variables of the program of more than {MOST} bytes"))
                .hint("pass a buffer to the kernel instead")
        })?;
        self.bytes.resize(end as usize, 0);
        if let Some(value) = value {
            self.write(place, value, offset, MAX_DEPTH)?;
        }
        Ok(offset)
    }

    /// Writes a constant at an offset.
    fn write<'m>(&mut self, place: &Place<'m>, value: Value<'m>, at: u64, depth: u32) -> Result<()> {
        let (ty, layout) = (value.ty(), place.module.layout());
        if value.is_null() || value.is_undef() || value.is_poison() {
            return Ok(());
        }
        if let Some(bytes) = value.data_bytes() {
            return self.put(at, bytes);
        }
        if ty.is_int() || ty.float_width() > 0 {
            let words = if ty.is_int() { value.int_words() } else { value.float_words().unwrap_or_default().to_vec() };
            let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
            return self.put(at, bytes.get(..layout.store_size(ty).unwrap_or(0) as usize).unwrap_or(&bytes));
        }
        let depth = depth.checked_sub(1).ok_or_else(|| no_bytes(value))?;
        let count = if ty.is_struct() { u64::from(ty.field_count()) } else { ty.count() };
        let of_element =
            |element: Type<'m>| if ty.is_vector() { layout.store_size(element) } else { layout.abi_size(element) };
        for index in 0..u32::try_from(count).unwrap_or(0) {
            let offset = match ty.element() {
                Some(element) => of_element(element).map(|size| size * u64::from(index)),
                None => layout.element_offset(ty, index),
            };
            let part = value.aggregate_element(index).zip(offset).filter(|_| !ty.scalar().is_int_of(1));
            let (part, offset) = part.ok_or_else(|| no_bytes(value))?;
            self.write(place, part, at + offset, depth)?;
        }
        if count == 0 { Err(no_bytes(value)) } else { Ok(()) }
    }

    fn put(&mut self, at: u64, bytes: &[u8]) -> Result<()> {
        let place = usize::try_from(at).ok().and_then(|at| self.bytes.get_mut(at..at.checked_add(bytes.len())?));
        place.ok_or_else(|| Error::internal("a constant beyond its variable"))?.copy_from_slice(bytes);
        Ok(())
    }
}

fn no_bytes(value: Value<'_>) -> Error {
    Error::of(Code::Global, "a variable of the program that begins with what has no bytes, an address for instance")
        .hint("let a kernel fill it, or keep indices into an array")
        .at_instruction(|| value.print())
}
