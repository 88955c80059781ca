//! The action of legalization for each type: a value of an illegal type is *promoted* to, or *expanded* into, parts of
//! legal types.
//!
//! A vector is cut into *pieces* of 16, 8, 4, 2 and 1 lanes (at most 4 in shaders). The pieces depend only on the
//! number of lanes, so that those of two vectors of one length match; vectors of pointers are cut into pieces of one
//! lane. An integer of an illegal width is zero-extended to the next wider one that SPIR-V has; one of more than 64
//! bits is expanded into *limbs* of 64 bits, low ones first. A vector of wide integers is expanded into one vector per
//! limb for each piece. Structs and arrays are expanded into the parts of all members.

use super::scan::Scan;
use crate::error::{Code, Error, Result};
use crate::llvm::{Context, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of parts that a value may have. A longer value is rejected, since each use would repeat all of its parts.
const MAX_PARTS: usize = 4096;
/// The width of the widest integer that is expanded.
const MAX_WIDTH: u32 = 1024;

/// The action of legalization for a type.
#[derive(Debug)]
pub enum Action<'m> {
    /// The type is legal and stays.
    Legal(Type<'m>),
    /// The parts of a number or pointer, or of a vector of them.
    Numbers(Numbers<'m>),
    /// The actions for the members of a struct or array, each with the index of its first part, and the number of all
    /// parts.
    Aggregate(Vec<(Rc<Action<'m>>, usize)>, usize),
}

/// The parts of an expanded or promoted number, pointer or vector of them.
#[derive(Clone, Debug)]
pub struct Numbers<'m> {
    /// The original type of an element.
    pub scalar: Type<'m>,
    /// The original width of an integer element in bits; 0 for other elements.
    pub width: u32,
    /// The legal type of an element, or of a limb of an element.
    pub element: Type<'m>,
    /// The number of limbs of an element.
    pub limbs: usize,
    /// The number of lanes; 1 for scalars too.
    pub lanes: u32,
    /// The number of lanes of each piece.
    pub pieces: Vec<u32>,
}

impl<'m> Action<'m> {
    /// Returns the number of parts.
    pub fn len(&self) -> usize {
        match self {
            Self::Legal(_) => 1,
            Self::Numbers(numbers) => numbers.pieces.len() * numbers.limbs,
            Self::Aggregate(_, count) => *count,
        }
    }
}

impl Numbers<'_> {
    /// Returns the index of the piece with a lane, and the index of the lane in the piece.
    pub fn place(&self, lane: u32) -> Option<(usize, u32)> {
        let mut start = 0;
        for (index, len) in self.pieces.iter().enumerate() {
            if lane < start + len {
                return Some((index, lane - start));
            }
            start += len;
        }
        None
    }

    /// Returns the bits of one element in memory and for `bitcast`; 0 for pointers.
    pub fn bits(&self) -> u32 {
        self.width.max(self.scalar.float_width())
    }

    /// Returns the width of the legal type of an integer, or of a limb of it.
    pub fn promoted_width(&self) -> u32 {
        self.element.int_width()
    }

    /// Returns whether an integer is promoted to a wider one, or expanded to several.
    pub fn is_resized(&self) -> bool {
        self.width != 0 && (self.limbs != 1 || self.width != self.promoted_width())
    }

    /// Returns the number of bits of a limb that are used.
    pub fn limb_bits(&self, limb: usize) -> u32 {
        match self.limbs {
            1 => self.bits(),
            _ => (self.bits() - 64 * limb as u32).min(64),
        }
    }
}

/// Returns the numbers of lanes of the pieces of a vector with `lanes` lanes.
fn pieces(lanes: u32, longest: u32) -> Vec<u32> {
    let (mut pieces, mut left) = (vec![longest; (lanes / longest) as usize], lanes % longest);
    for len in [8, 4, 2, 1] {
        if left >= len {
            pieces.push(len);
            left -= len;
        }
    }
    pieces
}

/// The actions of legalization for types.
#[derive(Debug)]
pub struct Actions<'m> {
    /// The types that were examined, and whether they are legal.
    pub scan: Scan<'m>,
    context: &'m Context,
    known: FxHashMap<Type<'m>, Rc<Action<'m>>>,
}

impl<'m> Actions<'m> {
    /// Starts with the types that a scan has examined.
    pub fn new(context: &'m Context, scan: Scan<'m>) -> Self {
        Self { scan, context, known: FxHashMap::default() }
    }

    /// Returns the action of legalization for a type.
    pub fn of(&mut self, ty: Type<'m>) -> Result<Rc<Action<'m>>> {
        if let Some(action) = self.known.get(&ty) {
            return Ok(action.clone());
        }
        let action = Rc::new(self.find(ty)?);
        if action.len() > MAX_PARTS {
            return Err(Error::of(Code::Limit, format!("values of type {ty}, of {} parts", action.len())));
        }
        self.known.insert(ty, action.clone());
        Ok(action)
    }

    fn find(&mut self, ty: Type<'m>) -> Result<Action<'m>> {
        if self.scan.is_legal(ty) {
            return Ok(Action::Legal(ty));
        }
        if !ty.is_struct() && !ty.is_array() {
            return Ok(Action::Numbers(self.numbers(ty)?));
        }
        let (mut members, mut count) = (Vec::new(), 0);
        for member in member_types(ty)? {
            let action = self.of(member)?;
            members.push((action.clone(), count));
            count += action.len();
        }
        Ok(Action::Aggregate(members, count))
    }

    /// Returns the parts of a number, pointer or vector, even if its type is legal.
    pub fn numbers(&self, ty: Type<'m>) -> Result<Numbers<'m>> {
        let scalar = ty.scalar();
        let width = scalar.int_width();
        if ty.is_scalable_vector() || ty.is_struct() || ty.is_array() || width > MAX_WIDTH {
            return Err(Error::of(Code::IllegalType, format!("values of type {ty} here")));
        }
        let lanes = if ty.is_vector() { u32::try_from(ty.count()).unwrap_or(u32::MAX) } else { 1 };
        let is_native = width == 0 || self.scan.is_native_width(width);
        let limbs = if is_native { 1 } else { width.div_ceil(64) as usize };
        if lanes as usize > MAX_PARTS {
            return Err(Error::of(Code::IllegalVector, format!("vectors of {lanes} components")));
        }
        let element = match is_native {
            true if self.scan.is_bfloat_in_bits(scalar) => self.context.int_type(scalar.float_width())?,
            true => scalar,
            false => self.context.int_type(self.scan.promoted_width(width))?,
        };
        let pieces = match lanes {
            _ if scalar.is_pointer() => vec![1; lanes as usize],
            _ if self.scan.is_allowed_count(lanes.into()) => vec![lanes],
            _ => pieces(lanes, if self.scan.is_allowed_count(16) { 16 } else { 4 }),
        };
        Ok(Numbers { scalar, width, element, limbs, lanes, pieces })
    }

    /// Returns the type of a piece with `lanes` lanes.
    pub fn piece_type(&self, element: Type<'m>, lanes: u32) -> Result<Type<'m>> {
        if lanes == 1 { Ok(element) } else { self.context.vector_type(element, lanes) }
    }

    /// The types of the parts.
    pub fn part_types(&self, action: &Action<'m>) -> Result<Vec<Type<'m>>> {
        let mut types = Vec::with_capacity(action.len());
        match action {
            Action::Legal(ty) => types.push(*ty),
            Action::Numbers(n) => {
                for len in &n.pieces {
                    types.extend(std::iter::repeat_n(self.piece_type(n.element, *len)?, n.limbs));
                }
            }
            Action::Aggregate(members, _) => {
                for (member, _) in members {
                    types.extend(self.part_types(member)?);
                }
            }
        }
        Ok(types)
    }
}

/// The types of the members of a struct or array.
pub fn member_types(ty: Type<'_>) -> Result<Vec<Type<'_>>> {
    match ty.element() {
        None => Ok(ty.struct_fields()),
        Some(element) if ty.count() <= MAX_PARTS as u64 => Ok(vec![element; ty.count() as usize]),
        Some(_) => Err(Error::of(Code::Limit, format!("values of type {ty}, of {} elements", ty.count()))),
    }
}
