//! Types of intrinsics: the requirements of LLVM on the result and the parameters, and the suffix of the name for overloaded types.
//!
//! Source: `DecodeIITType` and `matchIntrinsicType` of `llvm/lib/IR/Intrinsics.cpp`, and the codes of `IntrinsicImpl.inc`.

use crate::module::Text;
use crate::types::{TypeKind, Types};

/// The requirement on a type. A `u8` is the number of an overloaded type, in the order of their first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Kind(TypeKind),
    Integer(u64),
    Pointer(u64),
    /// A vector of this many elements (scalable or not), whose type follows.
    Vector(u64, bool),
    /// A structure of this many parts, whose types follow.
    Struct(u8),
    /// `x86_mmx`, which is a vector of one `i64`.
    Mmx,
    VarArg,
    EmptyStruct,
    /// The overloaded type of a number, in a class.
    Argument(u8, Class),
    Extended(u8),
    Truncated(u8),
    /// The overloaded type of a number, as a vector of some number of elements.
    OneOf(u8, u64),
    /// A vector with the length of an overloaded type, whose element type follows.
    SameLength(u8),
    /// A vector of pointers with the length of an overloaded type.
    Pointers(u8),
    Element(u8),
    /// An overloaded vector type with elements halved a number of times, and doubled in number each time.
    Subdivided(u8, u32),
    /// Integers as wide as the elements of an overloaded type.
    Bits(u8),
    ServiceCount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Any,
    Integer,
    Float,
    Vector,
    Pointer,
    /// Equal to an overloaded type that was matched before.
    Match,
}

/// Vector lengths by code.
const LENGTHS: [(u8, u64); 16] = [
    (25, 1),
    (9, 2),
    (44, 3),
    (10, 4),
    (50, 6),
    (11, 8),
    (51, 10),
    (12, 16),
    (13, 32),
    (16, 64),
    (39, 128),
    (41, 256),
    (31, 512),
    (32, 1024),
    (52, 2048),
    (53, 4096),
];
/// Integer widths by code.
const WIDTHS: [(u8, u64); 8] = [(1, 1), (47, 2), (48, 4), (2, 8), (3, 16), (4, 32), (5, 64), (30, 128)];
/// Fixed types by code.
const KINDS: [(u8, TypeKind); 10] = [
    (0, TypeKind::Void),
    (6, TypeKind::Half),
    (7, TypeKind::Float),
    (8, TypeKind::Double),
    (18, TypeKind::Token),
    (19, TypeKind::Metadata),
    (33, TypeKind::Fp128),
    (40, TypeKind::BFloat),
    (42, TypeKind::X86Amx),
    (43, TypeKind::PpcFp128),
];
const SCALABLE: u8 = 35;

fn of<T: Copy>(rows: &[(u8, T)], code: u8) -> Option<T> {
    rows.iter().find(|row| row.0 == code).map(|row| row.1)
}

fn take(codes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = codes.split_first()?;
    *codes = rest;
    Some(first)
}

/// Reads the number of an overloaded type; zero at the end of the codes, as the table omits a zero there.
fn last(codes: &mut &[u8]) -> u8 {
    take(codes).unwrap_or(0)
}

/// Reads the requirement on the next type from the codes.
fn next(codes: &mut &[u8]) -> Option<Wanted> {
    let code = take(codes)?;
    if let Some(kind) = of(&KINDS, code) {
        return Some(Wanted::Kind(kind));
    }
    if let Some(bits) = of(&WIDTHS, code) {
        return Some(Wanted::Integer(bits));
    }
    if let Some(length) = of(&LENGTHS, code) {
        let scalable = codes.first() == Some(&SCALABLE);
        if scalable {
            take(codes);
        }
        return Some(Wanted::Vector(length, scalable));
    }
    Some(match code {
        14 => Wanted::Pointer(0),
        15 => argument(last(codes)),
        17 => Wanted::Mmx,
        20 => Wanted::EmptyStruct,
        21 => Wanted::Struct(take(codes)? + 2),
        22 => Wanted::Extended(last(codes) >> 3),
        23 => Wanted::Truncated(last(codes) >> 3),
        24 => Wanted::Pointer(take(codes)? as u64),
        26 => Wanted::VarArg,
        27 => {
            let number = take(codes)?;
            Wanted::OneOf(number, take(codes)? as u64)
        }
        28 => Wanted::SameLength(take(codes)? >> 3),
        29 => {
            take(codes)?;
            Wanted::Pointers(take(codes)?)
        }
        34 => Wanted::Element(last(codes) >> 3),
        36 => Wanted::Subdivided(last(codes) >> 3, 1),
        37 => Wanted::Subdivided(last(codes) >> 3, 2),
        38 => Wanted::Bits(last(codes) >> 3),
        45 => Wanted::Pointer(10),
        46 => Wanted::Pointer(20),
        49 => Wanted::ServiceCount,
        _ => return None,
    })
}

fn argument(packed: u8) -> Wanted {
    let class = match packed & 7 {
        0 => Class::Any,
        1 => Class::Integer,
        2 => Class::Float,
        3 => Class::Vector,
        4 => Class::Pointer,
        _ => Class::Match,
    };
    Wanted::Argument(packed >> 3, class)
}

/// Returns whether the intrinsic is overloaded, so that types follow in its name.
pub(crate) fn is_overloaded(mut codes: &[u8]) -> bool {
    while let Some(wanted) = next(&mut codes) {
        if matches!(wanted, Wanted::Argument(_, class) if class != Class::Match)
            || matches!(wanted, Wanted::Pointers(_))
        {
            return true;
        }
    }
    false
}

/// The part of an intrinsic's type that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    Result,
    Argument,
    TooFew,
    VarArg,
}

/// Returns the length of a vector, and whether it is scalable.
fn shape(types: &Types, ty: u32) -> Option<(TypeKind, u64)> {
    let row = types.get(ty)?;
    matches!(row.kind, TypeKind::Vector | TypeKind::ScalableVector).then_some((row.kind, row.number))
}

struct Matching<'m, 'c> {
    types: &'m Types,
    /// The overloaded types that were matched.
    met: Vec<u32>,
    /// Types whose requirement refers to an overloaded type that was not matched yet.
    deferred: Vec<(u32, &'c [u8])>,
}

impl<'c> Matching<'_, 'c> {
    /// Matches a type with the next requirement; `None` is a mismatch.
    fn fits(&mut self, ty: u32, codes: &mut &'c [u8], again: bool) -> Option<()> {
        let here = *codes;
        let wanted = next(codes)?;
        let types = self.types;
        let number = types.get(ty).map_or(0, |row| row.number);
        let kind = types.kind(ty);
        let met = match wanted {
            Wanted::Argument(n, class) => return self.argument(ty, n, class, here, again),
            Wanted::Pointers(n) => return self.pointers(ty, n, here, again),
            Wanted::Extended(n)
            | Wanted::Truncated(n)
            | Wanted::OneOf(n, _)
            | Wanted::SameLength(n)
            | Wanted::Element(n)
            | Wanted::Subdivided(n, _)
            | Wanted::Bits(n) => match self.met.get(n as usize) {
                Some(&met) => met,
                None => {
                    if matches!(wanted, Wanted::SameLength(_)) {
                        next(codes);
                    }
                    return self.defer(ty, here, again);
                }
            },
            _ => ty,
        };
        let fits = match wanted {
            Wanted::Kind(wanted) => kind == wanted,
            Wanted::Integer(bits) => kind == TypeKind::Integer && number == bits,
            Wanted::Pointer(space) => kind == TypeKind::Pointer && number == space,
            Wanted::Vector(length, scalable) => {
                let wanted = if scalable { TypeKind::ScalableVector } else { TypeKind::Vector };
                return (kind == wanted && number == length).then(|| self.fits(types.scalar(ty), codes, again))?;
            }
            Wanted::Struct(count) => return self.structure(ty, count as usize, codes, again),
            Wanted::Mmx => kind == TypeKind::Vector && number == 1 && types.bits(types.scalar(ty)) == Some(64),
            Wanted::EmptyStruct => kind == TypeKind::Struct && types.parts(ty).is_empty(),
            Wanted::ServiceCount => kind == TypeKind::Target,
            Wanted::Extended(_) => shape(types, ty) == shape(types, met) && self.widths(ty, met, |a, b| a == 2 * b),
            Wanted::Truncated(_) => shape(types, ty) == shape(types, met) && self.halved(ty, met),
            Wanted::OneOf(_, divisor) => match (shape(types, ty), shape(types, met)) {
                (Some((kind, part)), Some((whole_kind, whole))) => {
                    kind == whole_kind && part * divisor == whole && types.scalar(ty) == types.scalar(met)
                }
                _ => false,
            },
            Wanted::SameLength(_) => {
                let same = shape(types, ty) == shape(types, met);
                return same.then(|| self.fits(types.scalar(ty), codes, again))?;
            }
            Wanted::Element(_) => types.is_vector(met) && types.scalar(met) == ty,
            Wanted::Subdivided(_, times) => match (shape(types, ty), shape(types, met)) {
                (Some((kind, more)), Some((met_kind, fewer))) => {
                    kind == met_kind && more == fewer << times && self.widths(met, ty, |a, b| a == b << times)
                }
                _ => false,
            },
            Wanted::Bits(_) => {
                let same = shape(types, ty).is_some() && shape(types, ty) == shape(types, met);
                same && types.kind(types.scalar(ty)) == TypeKind::Integer && self.bits(ty) == self.bits(met)
            }
            Wanted::VarArg | Wanted::Argument(..) | Wanted::Pointers(_) => false,
        };
        fits.then_some(())
    }

    fn bits(&self, ty: u32) -> Option<u64> {
        self.types.bits(self.types.scalar(ty))
    }

    fn widths(&self, a: u32, b: u32, relation: impl Fn(u64, u64) -> bool) -> bool {
        let integer = |ty| self.types.kind(self.types.scalar(ty)) == TypeKind::Integer;
        let widths = self.bits(a).zip(self.bits(b));
        integer(a) && integer(b) && widths.is_some_and(|(a, b)| relation(a, b))
    }

    /// True for integers of half the width, or the floating point of half the width.
    fn halved(&self, ty: u32, whole: u32) -> bool {
        let kinds = (self.types.kind(self.types.scalar(ty)), self.types.kind(self.types.scalar(whole)));
        let float = matches!(kinds, (TypeKind::Half, TypeKind::Float) | (TypeKind::Float, TypeKind::Double));
        float && self.types.is_vector(ty) || self.widths(ty, whole, |a, b| a == b / 2)
    }

    fn defer(&mut self, ty: u32, here: &'c [u8], again: bool) -> Option<()> {
        self.deferred.push((ty, here));
        (!again).then_some(())
    }

    fn argument(&mut self, ty: u32, n: u8, class: Class, here: &'c [u8], again: bool) -> Option<()> {
        if let Some(&met) = self.met.get(n as usize) {
            return (met == ty).then_some(());
        }
        if n as usize > self.met.len() || class == Class::Match {
            return self.defer(ty, here, again);
        }
        self.met.push(ty);
        let scalar = self.types.kind(self.types.scalar(ty));
        let fits = match class {
            Class::Integer => scalar == TypeKind::Integer,
            Class::Float => self.types.is_float(ty),
            Class::Vector => self.types.is_vector(ty),
            Class::Pointer => self.types.kind(ty) == TypeKind::Pointer,
            Class::Any | Class::Match => true,
        };
        fits.then_some(())
    }

    fn pointers(&mut self, ty: u32, like: u8, here: &'c [u8], again: bool) -> Option<()> {
        let Some(&met) = self.met.get(like as usize) else {
            self.met.push(ty);
            return self.defer(ty, here, again);
        };
        if !again {
            self.met.push(ty);
        }
        let same = shape(self.types, ty).is_some() && shape(self.types, ty) == shape(self.types, met);
        (same && self.types.kind(self.types.scalar(ty)) == TypeKind::Pointer).then_some(())
    }

    fn structure(&mut self, ty: u32, count: usize, codes: &mut &'c [u8], again: bool) -> Option<()> {
        let row = self.types.get(ty)?;
        let parts = self.types.parts(ty);
        if row.kind != TypeKind::Struct || row.number != 0 || parts.len() != count {
            return None;
        }
        // Part by part: the loop ends at the first mismatch.
        parts.iter().try_for_each(|&part| self.fits(part, codes, again))
    }
}

/// Returns the overloaded types of a function, or the part of its type that does not fit the intrinsic.
pub(crate) fn overloads(types: &Types, function: u32, mut codes: &[u8]) -> Result<Vec<u32>, Misfit> {
    let mut matching = Matching { types, met: Vec::new(), deferred: Vec::new() };
    let (&result, parameters) = types.parts(function).split_first().ok_or(Misfit::Result)?;
    matching.fits(result, &mut codes, false).ok_or(Misfit::Result)?;
    let of_result = matching.deferred.len();
    for &parameter in parameters {
        matching.fits(parameter, &mut codes, false).ok_or(Misfit::Argument)?;
    }
    for (i, (ty, mut codes)) in std::mem::take(&mut matching.deferred).into_iter().enumerate() {
        let misfit = if i < of_result { Misfit::Result } else { Misfit::Argument };
        matching.fits(ty, &mut codes, true).ok_or(misfit)?;
    }
    let is_variadic = types.get(function).is_some_and(|row| row.number != 0);
    match (next(&mut codes), is_variadic) {
        (None, false) => Ok(matching.met),
        (Some(Wanted::VarArg), true) if codes.is_empty() => Ok(matching.met),
        (None, true) | (Some(Wanted::VarArg), _) => Err(Misfit::VarArg),
        _ => Err(Misfit::TooFew),
    }
}

/// The mangled names of types without parts.
const WORDS: [(TypeKind, &str); 10] = [
    (TypeKind::Void, "isVoid"),
    (TypeKind::Metadata, "Metadata"),
    (TypeKind::Half, "f16"),
    (TypeKind::BFloat, "bf16"),
    (TypeKind::Float, "f32"),
    (TypeKind::Double, "f64"),
    (TypeKind::X86Fp80, "f80"),
    (TypeKind::Fp128, "f128"),
    (TypeKind::PpcFp128, "ppcf128"),
    (TypeKind::X86Amx, "x86amx"),
];

/// A step of mangling.
enum Step {
    Type(u32),
    Text(String),
}

/// The limit on the length of a mangled name.
const LONGEST: usize = 1 << 16;

/// Appends the mangled name of a type to the name of an intrinsic; returns false if the type contains an unnamed structure, or if the
/// name is too long.
pub(crate) fn mangle<'t>(types: &Types, text: &dyn Fn(Text) -> &'t [u8], ty: u32, name: &mut Vec<u8>) -> bool {
    let mut stack = vec![Step::Type(ty)];
    let mut is_named = true;
    while let Some(step) = stack.pop() {
        if name.len() > LONGEST {
            return false;
        }
        match step {
            Step::Text(text) => name.extend_from_slice(text.as_bytes()),
            Step::Type(ty) => is_named &= mangle_one(types, text, ty, name, &mut stack),
        }
    }
    is_named
}

fn mangle_one<'t>(
    types: &Types,
    text: &dyn Fn(Text) -> &'t [u8],
    ty: u32,
    name: &mut Vec<u8>,
    stack: &mut Vec<Step>,
) -> bool {
    let Some(row) = types.get(ty) else { return false };
    let parts = types.parts(ty);
    let (head, parts, tail): (String, &[u32], &str) = match row.kind {
        TypeKind::Pointer => (format!("p{}", row.number), &[], ""),
        TypeKind::Integer => (format!("i{}", row.number), &[], ""),
        TypeKind::Array => (format!("a{}", row.number), parts, ""),
        TypeKind::Vector => (format!("v{}", row.number), parts, ""),
        TypeKind::ScalableVector => (format!("nxv{}", row.number), parts, ""),
        TypeKind::Struct => ("sl_".to_owned(), parts, "s"),
        TypeKind::NamedStruct | TypeKind::Opaque => {
            name.extend_from_slice(b"s_");
            name.extend_from_slice(text(row.name));
            name.push(b's');
            return !row.name.is_empty();
        }
        TypeKind::Function if row.number != 0 => ("f_".to_owned(), parts, "varargf"),
        TypeKind::Function => ("f_".to_owned(), parts, "f"),
        TypeKind::Target => {
            let (types, numbers) = parts.split_at_checked(row.number as usize).unwrap_or((parts, &[]));
            stack.push(Step::Text(numbers.iter().map(|n| format!("_{n}")).collect::<String>() + "t"));
            for &part in types.iter().rev() {
                stack.push(Step::Type(part));
                stack.push(Step::Text("_".to_owned()));
            }
            name.push(b't');
            name.extend_from_slice(text(row.name));
            return true;
        }
        kind => {
            let word = WORDS.iter().find(|row| row.0 == kind).map_or("", |row| row.1);
            (word.to_owned(), &[], "")
        }
    };
    name.extend_from_slice(head.as_bytes());
    stack.push(Step::Text(tail.to_owned()));
    stack.extend(parts.iter().rev().map(|&part| Step::Type(part)));
    true
}
