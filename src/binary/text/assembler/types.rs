//! Types, values and imports by id, as needed for literals and extended instructions.

use crate::binary::grammar::{self, Info, Kind};
use crate::binary::text::sets::Set;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// The definitions of the text so far.
pub(super) struct Types {
    types: ById<Type>,
    /// The types of values.
    values: ById<u32>,
    sets: FxHashMap<u32, Set>,
}

/// The form of a type's literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Integer {
        width: u32,
        is_signed: bool,
    },
    /// Floating-point literals; `encoding` is set for formats other than IEEE 754.
    Float {
        width: u32,
        encoding: Option<u32>,
    },
    /// A type without literals.
    Other,
}

impl Types {
    /// Creates empty tables for a text of this length.
    pub fn new(length: usize) -> Self {
        Self { types: ById::new(length), values: ById::new(length), sets: FxHashMap::default() }
    }

    /// Notes what an instruction defines.
    pub fn note(&mut self, info: &Info, words: &[u32]) -> Result<(), String> {
        match words {
            [_, id, rest @ ..] if info.declares_type() && info.has_result => self.note_type(info.op, *id, rest),
            [_, of_type, id, ..] if info.has_type => {
                self.values.add(*id, *of_type);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn note_type(&mut self, op: Op, id: u32, operands: &[u32]) -> Result<(), String> {
        let made = match (op, operands) {
            (Op::TypeInt, [width, sign]) => Type::Integer { width: *width, is_signed: *sign != 0 },
            (Op::TypeFloat, [width]) => Type::Float { width: *width, encoding: None },
            (Op::TypeFloat, [width, encoding]) => encoded(*width, *encoding)?,
            (Op::TypeInt | Op::TypeFloat, _) => return Err("the type has operands too few or too many".to_owned()),
            _ => Type::Other,
        };
        match self.types.add(id, made) {
            true => Ok(()),
            false => Err("the type is defined twice".to_owned()),
        }
    }

    /// The type with this id.
    pub fn get(&self, id: u32) -> Option<Type> {
        self.types.get(id)
    }

    /// The type of the value with this id.
    pub fn of_value(&self, id: u32) -> Option<Type> {
        self.get(self.values.get(id)?)
    }

    /// The set that was imported under this id.
    pub fn set(&self, id: u32) -> Option<Set> {
        self.sets.get(&id).copied()
    }

    /// Records an import; returns false if the id already has one.
    pub fn import(&mut self, id: u32, set: Set) -> bool {
        self.sets.insert(id, set).is_none()
    }
}

/// Returns a floating-point type with an encoding other than IEEE 754; fails unless the width is that of the encoding.
fn encoded(width: u32, encoding: u32) -> Result<Type, String> {
    let row = grammar::enumerant(Kind::FPEncoding, encoding).ok_or("the encoding of the type is not known")?;
    match super::floats::width_of(encoding) {
        Some(needed) if needed != width => Err(format!("{} has {needed} bits, not {width}", row.name)),
        _ => Ok(Type::Float { width, encoding: Some(encoding) }),
    }
}

/// Facts by id: in a list for ids that are plausible for a text of this length, and in a hash table beyond, so that
/// memory is proportional to the text.
struct ById<T> {
    list: Vec<Option<T>>,
    most: usize,
    rest: FxHashMap<u32, T>,
}

impl<T: Copy> ById<T> {
    fn new(most: usize) -> Self {
        Self { list: Vec::new(), most, rest: FxHashMap::default() }
    }

    fn get(&self, id: u32) -> Option<T> {
        match (id as usize) < self.most {
            true => self.list.get(id as usize).copied().flatten(),
            false => self.rest.get(&id).copied(),
        }
    }

    /// Adds a fact, unless there is one already; returns whether it did.
    fn add(&mut self, id: u32, fact: T) -> bool {
        if self.get(id).is_some() {
            return false;
        }
        let at = id as usize;
        if at >= self.most {
            return self.rest.insert(id, fact).is_none();
        }
        if at >= self.list.len() {
            self.list.resize(at + 1, None);
        }
        if let Some(place) = self.list.get_mut(at) {
            *place = Some(fact);
        }
        true
    }
}
