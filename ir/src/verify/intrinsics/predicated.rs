//! Checks vector-predicated intrinsics: `llvm.vp.*`.

use super::super::fault::Rule;
use super::*;

/// A class of element types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Integers,
    Floats,
    Pointers,
}

/// Casts: source and result classes, and whether they narrow (-1) or widen (1).
static CASTS: [(&str, Of, Of, i8); 13] = [
    ("vp.fpext", Of::Floats, Of::Floats, 1),
    ("vp.fptosi", Of::Floats, Of::Integers, 0),
    ("vp.fptoui", Of::Floats, Of::Integers, 0),
    ("vp.fptrunc", Of::Floats, Of::Floats, -1),
    ("vp.inttoptr", Of::Integers, Of::Pointers, 0),
    ("vp.llrint", Of::Floats, Of::Integers, 0),
    ("vp.lrint", Of::Floats, Of::Integers, 0),
    ("vp.ptrtoint", Of::Pointers, Of::Integers, 0),
    ("vp.sext", Of::Integers, Of::Integers, 1),
    ("vp.sitofp", Of::Integers, Of::Floats, 0),
    ("vp.trunc", Of::Integers, Of::Integers, -1),
    ("vp.uitofp", Of::Integers, Of::Floats, 0),
    ("vp.zext", Of::Integers, Of::Integers, 1),
];
const INTEGER_PREDICATES: [&[u8]; 10] = [b"eq", b"ne", b"ugt", b"uge", b"ult", b"ule", b"sgt", b"sge", b"slt", b"sle"];

impl<'m> Verifier<'m> {
    pub(super) fn predicated(&self, call: &Call<'_, 'm>, base: &str) -> Rule {
        if let Some((_, from, to, widens)) = CASTS.iter().find(|row| row.0 == base) {
            return self.predicated_cast(call, *from, *to, *widens);
        }
        match base {
            "vp.fcmp" => HERE.require(
                self.text_at(call, 2).is_some_and(|text| constrained::PREDICATES.contains(&text)),
                "invalid predicate for VP FP comparison intrinsic",
            ),
            "vp.icmp" => HERE.require(
                self.text_at(call, 2).is_some_and(|text| INTEGER_PREDICATES.contains(&text)),
                "invalid predicate for VP integer comparison intrinsic",
            ),
            "vp.is.fpclass" => self.classes(call, 1),
            _ => Ok(()),
        }
    }

    fn predicated_cast(&self, call: &Call<'_, 'm>, from: Of, to: Of, widens: i8) -> Rule {
        let types = &self.m.types;
        let (a, b) = (self.type_at(call, 0), call.here.row.ty);
        HERE.require(
            types.shape(a) == types.shape(b),
            "VP cast intrinsic first argument and result vector lengths must be equal",
        )?;
        let is = |of, ty| match of {
            Of::Integers => types.is_integral(ty),
            Of::Floats => types.is_float(ty),
            Of::Pointers => types.is_address(ty),
        };
        HERE.require(
            is(from, a) && is(to, b),
            "a vp cast's first argument and result element types are not those of the cast",
        )?;
        let (a, b) = (types.width(a), types.width(b));
        HERE.require(
            match widens {
                1 => a < b,
                -1 => a > b,
                _ => true,
            },
            "a vp cast's bit sizes of first argument and result are not those of the cast",
        )
    }
}
