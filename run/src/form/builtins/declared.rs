//! A builtin as a module declares it, its types as LLVM assembly, and a body under construction.

use crate::errors;
use crate::form::flatten::flat;
use llvm_spirv::error::{Error, Result};
use llvm_spirv::llvm::Type;
use llvm_spirv_mangling::{self as mangling, Postfix};
use std::fmt::Write as _;

/// A type of LLVM in assembly, with one address space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ty {
    pub text: String,
    pub scalar: String,
    /// The number of lanes; 0 for a scalar.
    pub lanes: u64,
}

impl Ty {
    /// Returns a type as assembly.
    pub fn of(ty: Type<'_>) -> Self {
        let lanes = if ty.is_vector() { ty.count() } else { 0 };
        Self { text: flat(ty), scalar: flat(ty.scalar()), lanes }
    }

    /// Returns a type with as many lanes and this element type.
    pub fn with(&self, scalar: &str) -> Self {
        let text = if self.lanes == 0 { scalar.to_owned() } else { format!("<{} x {scalar}>", self.lanes) };
        Self { text, scalar: scalar.to_owned(), lanes: self.lanes }
    }

    pub fn is_float(&self) -> bool {
        matches!(self.scalar.as_str(), "half" | "bfloat" | "float" | "double")
    }

    /// Returns whether the element type is a 16-bit float, for which libm has no functions: results are computed as
    /// `float`.
    pub fn is_small_float(&self) -> bool {
        is_small_float(&self.scalar)
    }

    /// Returns the size of an element in bits.
    pub fn bits(&self) -> u64 {
        match self.scalar.as_str() {
            "half" | "bfloat" => 16,
            "float" => 32,
            "double" | "ptr" => 64,
            int => int.strip_prefix('i').and_then(|bits| bits.parse().ok()).unwrap_or(0),
        }
    }

    /// Returns the size of an element in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bits().div_ceil(8)
    }

    /// Returns the suffix of an element type in the names of intrinsics: `f32`.
    pub fn suffix(&self) -> String {
        match self.scalar.as_str() {
            "bfloat" => "bf16".to_owned(),
            _ if self.is_float() => format!("f{}", self.bits()),
            other => other.to_owned(),
        }
    }
}

/// A declared builtin.
pub struct Declared<'n> {
    pub symbol: &'n str,
    pub op: &'n str,
    pub extended: bool,
    /// True for an instruction of GLSL.std.450.
    pub glsl: bool,
    pub postfix: Postfix<'n>,
    pub result: Ty,
    pub params: Vec<Ty>,
    /// The parameter types in the mangled name; either complete or empty.
    pub named: Vec<mangling::Type>,
}

impl Declared<'_> {
    /// Returns the type of a parameter that the parsed name promises.
    pub fn param(&self, index: usize) -> Result<&Ty> {
        self.params.get(index).ok_or_else(|| self.unsupported())
    }

    pub fn unsupported(&self) -> Error {
        let set = match (self.glsl, self.extended) {
            (true, _) => "GLSL.std.450 ",
            (false, true) => "OpenCL.std ",
            (false, false) => "Op",
        };
        errors::unsupported(format!("{set}{} on the cpu (`{}`)", self.op, self.symbol))
    }

    /// Returns the pointee of a pointer, as the mangled name spells it.
    pub fn pointee(&self, index: usize) -> Result<Ty> {
        let pointer = self.named.get(index).and_then(|ty| ty.as_pointer()).ok_or_else(|| self.unsupported())?;
        let scalar = scalar_name(pointer.pointee.element()).ok_or_else(|| self.unsupported())?;
        let lanes = if pointer.pointee.lanes() > 1 { u64::from(pointer.pointee.lanes()) } else { 0 };
        Ok(Ty { text: String::new(), scalar: String::new(), lanes }.with(scalar))
    }

    /// Returns the parameters of a definition: `%p0` and so on.
    pub fn parameters(&self) -> String {
        let each = self.params.iter().enumerate().map(|(index, ty)| format!("{} %p{index}", ty.text));
        each.collect::<Vec<_>>().join(", ")
    }

    pub fn is_unsigned(&self, index: usize) -> bool {
        self.named.get(index).is_some_and(|ty| ty.is_unsigned_integer())
    }
}

/// Returns whether this is the name of a float of 16 bits.
pub fn is_small_float(scalar: &str) -> bool {
    matches!(scalar, "half" | "bfloat")
}

fn scalar_name(ty: &mangling::Type) -> Option<&'static str> {
    use mangling::Type as T;
    Some(match ty {
        T::Bool | T::Char | T::SChar | T::UChar => "i8",
        T::Short | T::UShort => "i16",
        T::Int | T::UInt => "i32",
        T::Long | T::ULong | T::LongLong | T::ULongLong => "i64",
        T::Half | T::Float16 => "half",
        T::BFloat16 => "bfloat",
        T::Float => "float",
        T::Double => "double",
        _ => return None,
    })
}

/// A function body under construction, with unique value names.
#[derive(Default)]
pub struct Body {
    pub text: String,
    next: u32,
}

impl Body {
    /// Appends an instruction, and returns the name of its result.
    pub fn value(&mut self, instruction: impl AsRef<str>) -> String {
        self.next += 1;
        let name = format!("%t{}", self.next);
        let _ = writeln!(self.text, "  {name} = {}", instruction.as_ref());
        name
    }

    /// Appends an instruction without a result.
    pub fn line(&mut self, instruction: impl AsRef<str>) {
        let _ = writeln!(self.text, "  {}", instruction.as_ref());
    }

    /// Emits a number of elements (`size_t`) as 64 bits; a 32-bit one is sign-extended, as an index is.
    pub fn long(&mut self, ty: &Ty, value: &str) -> String {
        if ty.scalar == "i32" { self.value(format!("sext i32 {value} to i64")) } else { value.to_owned() }
    }

    /// Emits the extraction of a lane of a vector; returns a scalar unchanged.
    pub fn lane(&mut self, ty: &Ty, value: &str, lane: u64) -> String {
        if ty.lanes == 0 {
            value.to_owned()
        } else {
            self.value(format!("extractelement {} {value}, i32 {lane}", ty.text))
        }
    }

    /// Emits a vector of these lanes; returns a single scalar unchanged.
    pub fn vector(&mut self, ty: &Ty, lanes: &[String]) -> String {
        if ty.lanes == 0 {
            return lanes.first().cloned().unwrap_or_default();
        }
        let mut vector = String::from("poison");
        for (index, lane) in lanes.iter().enumerate() {
            vector = self.value(format!("insertelement {} {vector}, {} {lane}, i32 {index}", ty.text, ty.scalar));
        }
        vector
    }
}
