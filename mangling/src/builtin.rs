//! Base names of SPIR-V builtins: `__spirv_ConvertFToU_Ruchar_sat_rtz` to and from its parts.
//!
//! ```text
//! <core name> ::= __spirv_ <op> [_ <postfixes>]
//! <extended name> ::= __spirv_ocl_ <instruction> [__ <postfixes>]
//! <postfixes> ::= <postfix> (_ <postfix>)*
//! ```
//!
//! in the order `R<type>`, others, `sat`, `rte|rtz|rtp|rtn`. Parsing and then writing yields the same text for any
//! input.
//!
//! Spec: "SPIR-V representation in LLVM IR", SPIR-V Instructions Mapped to LLVM Function Calls.

use crate::rounding::Rounding;
use std::fmt;

/// The prefix of both kinds of name.
const CORE: &str = "__spirv_";
/// The prefix of instructions of the OpenCL.std set.
const EXTENDED: &str = "__spirv_ocl_";

/// The base name of a SPIR-V builtin, in parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Builtin<'a> {
    /// The instruction: `ConvertFToU` without its `Op`, or `vloadn` of OpenCL.std.
    pub op: &'a str,
    /// True if `op` belongs to OpenCL.std.
    pub extended: bool,
    /// The separator between `op` and the postfixes.
    pub separator: Separator,
    /// The postfix.
    pub postfix: Postfix<'a>,
}

/// The separator between the instruction and its postfixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `_`, after core instructions, and after `vload` instructions as the Khronos translator writes them.
    Single,
    /// `__`, after instructions of OpenCL.std, whose own names have underscores.
    Double,
}

/// The decorations of an instruction that are part of its builtin's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Postfix<'a> {
    /// `R<type>`: the result type, if the arguments do not determine it. See [`Type::from_spelling`](crate::Type).
    pub return_type: Option<&'a str>,
    /// Postfixes of single instructions: `ToGlobal`, `1D`, `read`.
    pub other: Vec<&'a str>,
    /// `sat`: decorated with SaturatedConversion.
    pub sat: bool,
    /// The FPRoundingMode decoration.
    pub rounding: Option<Rounding>,
}

impl<'a> Builtin<'a> {
    /// Returns the builtin of a core instruction, without postfixes.
    pub fn core(op: &'a str) -> Self {
        Self { op, extended: false, separator: Separator::Single, postfix: Postfix::default() }
    }

    /// Returns the builtin of an OpenCL.std instruction, without postfixes.
    pub fn extended(op: &'a str) -> Self {
        Self { op, extended: true, separator: Separator::Double, postfix: Postfix::default() }
    }

    /// Splits a base name; `None` if it is not a SPIR-V builtin's.
    pub fn parse(base: &'a str) -> Option<Self> {
        match base.strip_prefix(EXTENDED) {
            Some(rest) => Some(Self::parse_extended(rest)),
            None => base.strip_prefix(CORE).map(Self::parse_core),
        }
    }

    fn parse_core(rest: &'a str) -> Self {
        let Some((op, postfix)) = rest.split_once('_') else { return Self::core(rest) };
        Self { postfix: Postfix::parse(postfix), ..Self::core(op) }
    }

    fn parse_extended(rest: &'a str) -> Self {
        if let Some((op, postfix)) = rest.split_once("__") {
            return Self { postfix: Postfix::parse(postfix), ..Self::extended(op) };
        }
        match split_vload(rest) {
            Some((op, postfix)) => {
                Self { separator: Separator::Single, postfix: Postfix::parse(postfix), ..Self::extended(op) }
            }
            None => Self::extended(rest),
        }
    }

    /// Returns the builtin with a result type.
    pub fn returning(mut self, spelling: &'a str) -> Self {
        self.postfix.return_type = Some(spelling);
        self
    }

    /// Returns the variable that a `BuiltIn…` getter reads: `GlobalInvocationId`.
    pub fn variable(&self) -> Option<&'a str> {
        if self.extended { None } else { self.op.strip_prefix("BuiltIn") }
    }
}

/// Splits `vloadn_Rfloat4`: only the vector loads have a postfix after a single underscore, and no capital before it.
fn split_vload(rest: &str) -> Option<(&str, &str)> {
    let (op, _) = rest.split_once("_R").filter(|(op, _)| op.starts_with("vload"))?;
    Some((op, rest.get(op.len() + 1..)?))
}

/// Writes the base name.
impl fmt::Display for Builtin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.extended { EXTENDED } else { CORE })?;
        f.write_str(self.op)?;
        if self.postfix.is_empty() {
            return Ok(());
        }
        f.write_str(if self.separator == Separator::Double { "__" } else { "_" })?;
        self.postfix.fmt(f)
    }
}

impl<'a> Postfix<'a> {
    /// Returns whether the name has no postfix.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes the known postfixes off both ends; the rest in the middle is `other`.
    fn parse(text: &'a str) -> Self {
        let mut rest = Some(text);
        let rounding = take_last(&mut rest, Rounding::from_name);
        let sat = take_last(&mut rest, |last| (last == "sat").then_some(())).is_some();
        let return_type = take_return_type(&mut rest);
        let other = rest.map(|rest| rest.split('_').collect()).unwrap_or_default();
        Self { return_type, other, sat, rounding }
    }
}

/// Takes the last postfix off `rest` if `read` accepts it; leaves `None` if it was the only one.
fn take_last<T>(rest: &mut Option<&str>, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let text = (*rest)?;
    let (before, last) = text.rsplit_once('_').map_or((None, text), |(before, last)| (Some(before), last));
    let value = read(last)?;
    *rest = before;
    Some(value)
}

/// Takes `R<type>` off `rest`. The type ends at the next underscore, unless it is a mangled opaque type, which contains
/// underscores (`RPU3AS144__spirv_CooperativeMatrixKHR__uint_3_12_48_0`) and ends the name.
fn take_return_type<'a>(rest: &mut Option<&'a str>) -> Option<&'a str> {
    let text = (*rest)?.strip_prefix('R').filter(|text| !text.is_empty())?;
    let whole = if text.contains(CORE) { None } else { text.split_once('_') };
    *rest = whole.map(|(_, after)| after);
    Some(whole.map_or(text, |(ty, _)| ty))
}

/// Writes the postfixes, joined by underscores.
impl fmt::Display for Postfix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let result = self.return_type.map(|ty| format!("R{ty}"));
        parts.extend(result.as_deref());
        parts.extend(self.other.iter().copied());
        parts.extend(self.sat.then_some("sat"));
        parts.extend(self.rounding.map(Rounding::as_str));
        f.write_str(&parts.join("_"))
    }
}
