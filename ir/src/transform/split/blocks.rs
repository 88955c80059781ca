//! Replaces calls of `memcpy` and `memset` by loads and stores where the variable is promotable.

use super::choose::Form;
use super::make::Maker;
use super::memory::{self, Copies, Sets};
use super::rewrite::{Piece, Rewrite, copy_metadata, root};
use super::types::{self, bits};
use crate::draft::{Access, Result};
use crate::transform::addresses::align_behind;
use crate::types::TypeKind;

impl<'d> Rewrite<'_, 'd> {
    pub(super) fn set(&mut self, piece: Piece<'d>, set: Sets<'d>) -> Result<bool> {
        let this = piece.slice.user;
        let make = self.maker(piece, this)?;
        let pointer = piece.slice.pointer.ty();
        if set.length.integer().is_none() {
            let to = self.address(&make, piece, pointer)?;
            this.set_argument(0, to)?;
            memory::set_align(this, 0, self.align_of(piece))?;
            self.split.may_be_dead(piece.slice.pointer);
            return Ok(false);
        }
        let value = match self.form {
            Form::Vector => {
                let extent = self.extent(piece);
                let mut value = make.repeated_as(set.byte, self.ty.scalar())?;
                if extent.count > 1 {
                    value = make.spread(value, extent.count)?;
                }
                Some(match value.ty() == self.ty {
                    true => value,
                    false => make.with_components(self.whole(&make, "oldload")?, value, extent.first)?,
                })
            }
            Form::Integer => {
                let value = make.repeated(set.byte, piece.size())?;
                Some(self.with_bytes(&make, piece, value)?)
            }
            Form::Whole if self.takes_bytes(piece, set)? => {
                let scalar = self.ty.scalar();
                let mut value = make.repeated(set.byte, bits(scalar).unwrap_or(8) / 8)?;
                if self.ty.kind() == TypeKind::Vector {
                    value = make.spread(value, self.ty.size())?;
                }
                Some(make.convert(value, self.ty)?)
            }
            Form::Whole => None,
        };
        if let Some(value) = value {
            let to = self.variable(&make, pointer, set.is_volatile)?;
            make.store(value, to, self.access(set.is_volatile))?;
        } else {
            let length = make.draft.const_int(set.length.ty(), &[piece.size()])?;
            let to = (self.address(&make, piece, pointer)?, self.align_of(piece));
            memory::set(&make.builder, to, set.byte, length, set.is_volatile)?;
        }
        self.retire(piece);
        Ok(value.is_some() && !set.is_volatile)
    }

    /// Returns whether a repeated byte can be converted to a value of the variable's type.
    fn takes_bytes(&self, piece: Piece<'d>, set: Sets<'d>) -> Result<bool> {
        const MOST: u64 = 1 << 20;
        let (draft, layout) = (self.split.draft, &self.split.layout);
        let covers = piece.slice.start <= self.start && piece.slice.end >= self.end;
        let Some(length) = set.length.integer().filter(|length| covers && (1..MOST).contains(length)) else {
            return Ok(false);
        };
        let bytes = draft.vector_type(draft.int_type(8)?, length as u32)?;
        Ok(layout.can_convert(bytes, self.ty) && bits(self.ty.scalar()).is_some_and(|bits| layout.is_legal(bits)))
    }

    pub(super) fn copy(&mut self, piece: Piece<'d>, copy: Copies<'d>) -> Result<bool> {
        let this = piece.slice.user;
        let is_to = copy.to == piece.slice.pointer;
        let make = self.maker(piece, this)?;
        if !piece.slice.splittable {
            let address = self.address(&make, piece, piece.slice.pointer.ty())?;
            let argument = usize::from(!is_to);
            this.set_argument(argument, address)?;
            memory::set_align(this, argument, self.align_of(piece))?;
            self.split.may_be_dead(piece.slice.pointer);
            return Ok(false);
        }
        let is_block = self.form == Form::Whole
            && (piece.slice.start > self.start
                || piece.slice.end < self.end
                || types::stored(self.ty) != Some(piece.size())
                || !types::is_whole_bytes(self.ty)
                || !types::is_single(self.ty));
        if is_block && self.old == self.new {
            if !piece.is_all_of_slice() {
                let length = make.draft.const_int(copy.length.ty(), &[piece.size()])?;
                this.set_argument(2, length)?;
            }
            return Ok(false);
        }
        let other = if is_to { copy.from } else { copy.to };
        let align = align_behind(memory::align(this, usize::from(is_to)), piece.before());
        let name = [other.name(), b"."].concat();
        let address = make.address(other, piece.before(), other.ty(), &name)?;
        if is_block {
            let ours = (self.address(&make, piece, piece.slice.pointer.ty())?, self.align_of(piece));
            let theirs = (address, align);
            let (to, from) = if is_to { (ours, theirs) } else { (theirs, ours) };
            let length = make.draft.const_int(copy.length.ty(), &[piece.size()])?;
            memory::copy(&make.builder, to, from, length, copy.is_volatile)?;
        } else {
            self.copy_value(&make, piece, (address, align), is_to, copy.is_volatile)?;
        }
        if let Some(variable) = root(other) {
            self.split.open.insert(variable);
        }
        self.retire(piece);
        Ok(!is_block && !copy.is_volatile)
    }

    /// Loads the copied value, and stores it.
    fn copy_value(
        &self,
        make: &Maker<'d>,
        piece: Piece<'d>,
        (other, align): memory::Place<'d>,
        is_to: bool,
        volatile: bool,
    ) -> Result<()> {
        let is_all = self.is_all(piece);
        let theirs = Access { align, volatile };
        let ours = Access { align: self.align_of(piece), volatile };
        let ty = match self.form {
            Form::Vector if !is_all => self.type_of(self.extent(piece))?,
            Form::Integer if !is_all => make.draft.int_type(piece.size() as u32 * 8)?,
            _ => self.ty,
        };
        if is_to {
            let mut value = make.load(ty, other, theirs, b"copyload")?;
            copy_metadata(piece.slice.user, value)?;
            if !is_all && self.form == Form::Vector {
                value = make.with_components(self.whole(make, "oldload")?, value, self.extent(piece).first)?;
            } else if !is_all && self.form == Form::Integer {
                value = self.with_bytes(make, piece, value)?;
            }
            let to = self.variable(make, piece.slice.pointer.ty(), volatile)?;
            make.store(value, to, ours)?;
            return Ok(());
        }
        let value = match self.form {
            Form::Vector if !is_all => make.components(self.whole(make, "load")?, self.extent(piece))?,
            Form::Integer if !is_all => self.load_bytes(make, piece, ty)?,
            _ => {
                let from = self.variable(make, piece.slice.pointer.ty(), volatile)?;
                make.load(ty, from, ours, b"copyload")?
            }
        };
        let store = make.store(value, other, theirs)?;
        copy_metadata(piece.slice.user, store)
    }
}
