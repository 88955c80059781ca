//! Masks of `shufflevector`.

use crate::constants::ConstantKind;
use crate::module::Module;
use crate::types::TypeKind;

impl Module {
    /// Returns whether a constant is a shuffle mask for two vectors of type `of`: its numbers are below twice the length. A mask for
    /// scalable vectors is zero, `undef` or `poison`.
    pub(crate) fn is_mask(&self, mask: u32, of: u32) -> bool {
        let (types, ty) = (&self.types, self.type_of(mask));
        let (Some(c), Some((kind, length))) = (self.constants.get(mask), types.shape(of)) else { return false };
        let is_scalable = |ty: u32| types.kind(ty) == TypeKind::ScalableVector;
        let of_vectors = types.is_vector(of) && types.is_vector(ty) && is_scalable(of) == is_scalable(ty);
        if !of_vectors || !types.is_integer_of(types.scalar(ty), 32) {
            return false;
        }
        let most = length.saturating_mul(2);
        match c.kind {
            ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison => true,
            _ if kind == TypeKind::ScalableVector => false,
            ConstantKind::Data => {
                let bytes = self.constants.data(c, 4);
                bytes.as_chunks::<4>().0.iter().all(|four| (u32::from_le_bytes(*four) as u64) < most)
            }
            ConstantKind::Aggregate => self.constants.operands(c).iter().all(|&part| {
                match self.constants.get(part).map(|part| (part.kind, part.data)) {
                    Some((ConstantKind::Integer, number)) => number < most,
                    Some((ConstantKind::Undef | ConstantKind::Poison, _)) => true,
                    _ => false,
                }
            }),
            ConstantKind::Integer => c.data < most,
            _ => false,
        }
    }
}
