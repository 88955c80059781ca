//! Checks memory accesses and `alloca`.

use super::body::Here;
use super::fault::Rule;
use super::{Chapter, Verifier, layout};
use crate::instruction::{Ordering, RmwOperation, flag};
use crate::layout::LARGEST_ALIGN;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Memory;

fn ordering(word: u32) -> Ordering {
    Ordering::from_number(word as u64).unwrap_or(Ordering::NotAtomic)
}

impl<'m> Verifier<'m> {
    #[inline(always)]
    pub(super) fn load(&mut self, here: Here<'_, 'm>) -> Rule {
        let ty = here.row.ty;
        HERE.require(self.m.kind_of(here.word(0)) == TypeKind::Pointer, "Load operand must be a pointer.")?;
        HERE.require(here.word(1) <= LARGEST_ALIGN, "huge alignment values are unsupported")?;
        HERE.require(self.is_sized(ty), "loading unsized types is not allowed")?;
        let order = ordering(here.word(2));
        if order == Ordering::NotAtomic {
            // Without an ordering, the reader has no scope either.
            return Ok(());
        }
        HERE.require(!matches!(order, Ordering::Release | Ordering::AcqRel), "Load cannot have Release ordering")?;
        HERE.require(here.word(1) != 0, "an atomic access without an alignment")?;
        self.atomic(ty, "atomic load operand must have integer, pointer, floating point, or vector type!")
    }

    #[inline(always)]
    pub(super) fn store(&mut self, here: Here<'_, 'm>) -> Rule {
        let ty = self.m.type_of(here.word(0));
        HERE.require(self.m.kind_of(here.word(1)) == TypeKind::Pointer, "Store operand must be a pointer.")?;
        HERE.require(here.word(2) <= LARGEST_ALIGN, "huge alignment values are unsupported")?;
        HERE.require(self.is_sized(ty), "storing unsized types is not allowed")?;
        let order = ordering(here.word(3));
        if order == Ordering::NotAtomic {
            return Ok(());
        }
        HERE.require(!matches!(order, Ordering::Acquire | Ordering::AcqRel), "Store cannot have Acquire ordering")?;
        HERE.require(here.word(2) != 0, "an atomic access without an alignment")?;
        self.atomic(ty, "atomic store operand must have integer, pointer, floating point, or vector type!")
    }

    #[inline(always)]
    pub(super) fn is_sized(&mut self, ty: u32) -> bool {
        match self.m.types.kind(ty) {
            TypeKind::Integer | TypeKind::Pointer | TypeKind::Float | TypeKind::Double | TypeKind::Half => true,
            _ => self.size(ty).sized,
        }
    }

    fn atomic(&mut self, ty: u32, message: &'static str) -> Rule {
        let types = &self.m.types;
        let scalar = types.scalar(ty);
        let fits = types.is_integer(scalar) || types.is_pointer(scalar) || types.is_float(scalar);
        HERE.require(fits && types.kind(ty) != TypeKind::ScalableVector, message)?;
        self.atomic_size(ty)
    }

    fn atomic_size(&mut self, ty: u32) -> Rule {
        let bits = self.size(ty).bits;
        HERE.require(bits >= 8, "atomic memory access' size must be byte-sized")?;
        HERE.require(bits.is_power_of_two(), "atomic memory access' operand must have a power-of-two size")
    }

    pub(super) fn alloca(&mut self, here: Here<'_, 'm>) -> Rule {
        let (ty, count) = (here.word(0), here.word(1));
        HERE.require(self.is_sized(ty), "Cannot allocate unsized type")?;
        if let Some(property) = layout::property(self.m, ty) {
            HERE.require(property.local, "Alloca has illegal target extension type")?;
        }
        HERE.require(self.m.types.is_integer(self.m.type_of(count)), "Alloca array size must have integer type")?;
        HERE.require(here.word(2) <= LARGEST_ALIGN, "huge alignment values are unsupported")?;
        if here.row.flags & flag::SWIFTERROR != 0 {
            HERE.require(self.m.types.is_pointer(ty), "swifterror alloca must have pointer type")?;
            HERE.require(self.m.integer_of(count) == Some(1), "swifterror alloca must not be array allocation")?;
        }
        let is_amd = self.m.text(self.m.triple).starts_with(b"amdgcn");
        let space = self.m.types.space(here.row.ty);
        HERE.require(!is_amd || space == Some(5), "alloca on amdgpu must be in addrspace(5)")
    }

    pub(super) fn compare_exchange(&mut self, here: Here<'_, 'm>) -> Rule {
        let ty = self.m.type_of(here.word(1));
        let types = &self.m.types;
        HERE.require(types.is_pointer(self.m.type_of(here.word(0))), "cmpxchg operand must be a pointer")?;
        HERE.require(ty == self.m.type_of(here.word(2)), "cmpxchg operands must be of the same type")?;
        HERE.require(
            types.is_integer(ty) || types.is_pointer(ty),
            "cmpxchg operand must have integer or pointer type",
        )?;
        let (success, failure) = (ordering(here.word(4)), ordering(here.word(6)));
        HERE.require(success >= Ordering::Monotonic, "cmpxchg must be ordered at least monotonic")?;
        HERE.require(
            failure >= Ordering::Monotonic && !matches!(failure, Ordering::Release | Ordering::AcqRel),
            "cmpxchg must not release where it fails",
        )?;
        HERE.require((1..=LARGEST_ALIGN).contains(&here.word(3)), "huge alignment values are unsupported")?;
        self.atomic_size(ty)
    }

    pub(super) fn read_modify_write(&mut self, here: Here<'_, 'm>) -> Rule {
        use RmwOperation::*;
        let ty = self.m.type_of(here.word(1));
        let types = &self.m.types;
        HERE.require(types.is_pointer(self.m.type_of(here.word(0))), "atomicrmw operand must be a pointer")?;
        HERE.require(ordering(here.word(3)) >= Ordering::Monotonic, "atomicrmw instructions cannot be unordered.")?;
        match RmwOperation::from_number(here.row.sub as u64) {
            Some(Xchg) => HERE.require(
                types.is_integer(ty) || types.is_pointer(ty) || types.is_float(ty) && !types.is_vector(ty),
                "atomicrmw xchg operand must have integer or floating point type!",
            )?,
            Some(FAdd | FSub | FMax | FMin | FMaximum | FMinimum) => HERE.require(
                types.is_float(ty) && types.kind(ty) != TypeKind::ScalableVector,
                "atomicrmw operand must have floating-point or fixed vector of floating-point type!",
            )?,
            Some(_) => HERE.require(types.is_integer(ty), "atomicrmw operand must have integer type!")?,
            None => return HERE.broken("Invalid binary operation!"),
        }
        HERE.require((1..=LARGEST_ALIGN).contains(&here.word(2)), "huge alignment values are unsupported")?;
        self.atomic_size(ty)
    }

    pub(super) fn fence(&mut self, here: Here<'_, 'm>) -> Rule {
        HERE.require(
            ordering(here.word(0)) >= Ordering::Acquire,
            "fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.",
        )
    }
}
