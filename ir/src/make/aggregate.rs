//! Makes aggregate constants.

use super::{Tables, plain};
use crate::constants::{ConstantKind, element_bytes};
use crate::types::TypeKind;

impl Tables<'_> {
    /// Returns an array, vector or structure of values; `Data` if all are numbers of a suitable type.
    pub(crate) fn aggregate(&mut self, ty: u32, values: &[u32]) -> u32 {
        if let Some(size) = self.data_size(ty, values) {
            let start = self.constants.bytes.len();
            for &value in values {
                let number = self.constants.get(value).map_or(0, |c| c.data);
                self.constants.bytes.extend(number.to_le_bytes().iter().take(size));
            }
            return self.data(ty, start, values.len() as u32, size);
        }
        if values.is_empty() {
            return self.simple_constant(ConstantKind::Null, ty);
        }
        let start = self.constants.words.len();
        self.constants.words.extend_from_slice(values);
        self.composed_constant(plain(ConstantKind::Aggregate, ty), start)
    }

    /// Returns the size of an element of `Data` in bytes, if these values can be `Data`.
    fn data_size(&self, ty: u32, values: &[u32]) -> Option<usize> {
        let element = match self.types.kind(ty) {
            TypeKind::Array | TypeKind::Vector => self.types.parts(ty).first().copied()?,
            _ => return None,
        };
        let bits = self.types.bits(element).filter(|bits| matches!(bits, 8 | 16 | 32 | 64))?;
        let is_number = |&v: &u32| {
            self.constants.get(v).is_some_and(|c| matches!(c.kind, ConstantKind::Integer | ConstantKind::Float))
        };
        (!values.is_empty() && values.iter().all(is_number)).then(|| element_bytes(bits))
    }
}
