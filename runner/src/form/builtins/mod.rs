//! Definitions of builtins for a cpu, in LLVM assembly.
//!
//! A row of `elementwise.rs` defines one lane; `memory.rs`, `vectors.rs`, `convert.rs`, `groups.rs` and `images.rs`
//! make functions as a whole. Operations without an LLVM instruction become calls of libm, or of the host's functions
//! `spirv_...`.

mod atomics;
mod convert;
mod derivatives;
mod elementwise;
mod glsl;
mod groups;
mod images;
mod matrices;
mod memory;
mod pipes;
mod printf;
mod queues;
mod sampling;
mod turns;
mod vectors;

use super::survey::{Survey, flat};
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};
use llvm_spirv_mangling::{self as mangling, Postfix};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The prefix of the names of GLSL.std.450's instructions.
const GLSL: &str = "__spirv_glsl_";

/// A requirement of a builtin on the step that calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The builtin needs the work-item.
    Item,
    /// The builtin waits for other work-items.
    Waits(Wait),
}

/// The way in which a builtin waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For the members of its scope.
    Scope,
    /// For the value of this parameter from the members of its scope.
    Exchange(u32),
    /// For the value of the first parameter from the members of its quad.
    Quad,
    /// To determine which members take part.
    Meet,
}

impl Kind {
    /// Returns whether it waits.
    pub fn suspends(self) -> bool {
        matches!(self, Self::Waits(_))
    }

    /// Returns whether it needs the work-item, which is true of both kinds.
    pub fn needs_item(self) -> bool {
        matches!(self, Self::Item | Self::Waits(_))
    }
}

/// Returns what a function requires by its name; `None` for a function that only depends on its arguments.
pub fn kind(name: &str) -> Option<Kind> {
    let base = mangling::base_name(name)?;
    if let Some(rest) = base.strip_prefix(GLSL) {
        return derivatives::kind_of_glsl(rest.split('_').next().unwrap_or(rest));
    }
    let parsed = mangling::Builtin::parse(base).filter(|builtin| !builtin.extended)?;
    groups::kind(parsed.op)
        .or_else(|| pipes::kind(parsed.op))
        .or_else(|| queues::kind(parsed.op))
        .or_else(|| derivatives::kind(parsed.op))
}

/// A type of LLVM in assembly, with one address space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ty {
    pub text: String,
    pub scalar: String,
    /// The number of lanes; 0 for a scalar.
    pub lanes: u64,
}

impl Ty {
    fn of(ty: Type<'_>) -> Self {
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
        Error::unsupported(format!("{set}{} on the cpu (`{}`)", self.op, self.symbol))
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

    /// Emits the extraction of a lane of a vector; a scalar is returned as it is.
    pub fn lane(&mut self, ty: &Ty, value: &str, lane: u64) -> String {
        if ty.lanes == 0 {
            value.to_owned()
        } else {
            self.value(format!("extractelement {} {value}, i32 {lane}", ty.text))
        }
    }

    /// Emits a vector of these lanes; a single scalar is returned as it is.
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

/// The definitions of a module, and the host functions that they call.
#[derive(Default)]
pub struct Definitions {
    /// The width of addresses and sizes in the module, in bits.
    address_bits: u64,
    /// True if subgroups are quads.
    has_quads: bool,
    text: String,
    externals: BTreeMap<String, String>,
}

impl Definitions {
    /// Creates an empty set of definitions for a module with addresses of this width.
    pub fn new(address_bits: u64, has_quads: bool) -> Self {
        Self { address_bits, has_quads, ..Self::default() }
    }

    /// Defines a builtin that a module declares.
    pub fn define(&mut self, function: Value<'_>, _: &Survey) -> Result<()> {
        let symbol = function.name();
        let ty = function.function_type().ok_or_else(|| Error::internal("a function without a type"))?;
        let result = ty.function_return().map(Ty::of).ok_or_else(|| Error::internal("a function without a result"))?;
        let params: Vec<_> = ty.function_params().into_iter().map(Ty::of).collect();
        let outside = || Error::unsupported(format!("the function `{symbol}`, which the module imports"));
        if symbol == "__translate_sampler_initializer" {
            self.text.push_str(images::SAMPLER);
            return Ok(());
        }
        let base = mangling::base_name(symbol).ok_or_else(outside)?;
        let parsed = mangling::Builtin::parse(base).ok_or_else(outside)?;
        let mut named = mangling::parse(symbol).map(|name| name.params).unwrap_or_default();
        if named.len() != params.len() {
            named.clear();
        }
        let glsl = base.strip_prefix(GLSL);
        let op = glsl.map_or(parsed.op, |rest| rest.split('_').next().unwrap_or(rest));
        let (extended, glsl) = (parsed.extended || glsl.is_some(), glsl.is_some());
        let declared = Declared { symbol, op, extended, glsl, postfix: parsed.postfix, result, params, named };
        if ty.is_vararg() || op == "printf" {
            return printf::define(self, &declared, function);
        }
        self.definition(&declared)
    }

    fn definition(&mut self, declared: &Declared<'_>) -> Result<()> {
        type Maker = fn(&mut Definitions, &Declared<'_>) -> Result<bool>;
        const MAKERS: &[Maker] = &[
            elementwise::define,
            memory::define,
            vectors::define,
            matrices::define,
            glsl::define,
            convert::define,
            atomics::define,
            groups::define,
            derivatives::define,
            images::define,
            pipes::define,
            queues::define,
        ];
        for maker in MAKERS {
            if maker(self, declared)? {
                return Ok(());
            }
        }
        Err(declared.unsupported())
    }

    /// Adds the definition of a function as the module declares it.
    pub fn function(&mut self, declared: &Declared<'_>, body: &str) {
        self.add(&declared.result.text, declared.symbol, &declared.parameters(), body);
    }

    /// Adds a function that has the context and the work-item as additional parameters, which `inline.rs` calls instead
    /// of the builtin. The builtin itself is declared.
    pub fn item_function(&mut self, declared: &Declared<'_>, body: &str) {
        let mut parameters = String::from("ptr %c, ptr %i");
        if !declared.params.is_empty() {
            let _ = write!(parameters, ", {}", declared.parameters());
        }
        self.add(&declared.result.text, &format!("item.{}", declared.symbol), &parameters, body);
        self.declare(declared);
    }

    /// Declares a builtin that is replaced in steps.
    pub fn declare(&mut self, declared: &Declared<'_>) {
        let types: Vec<_> = declared.params.iter().map(|ty| ty.text.as_str()).collect();
        let _ = writeln!(self.text, "declare {} @{}({})", declared.result.text, declared.symbol, types.join(", "));
    }

    /// Declares a function that is left out, together with all its callers.
    pub fn declare_as_is(&mut self, function: Value<'_>) {
        let Some(ty) = function.function_type() else { return };
        let result = ty.function_return().map_or_else(|| "void".to_owned(), flat);
        let params: Vec<_> = ty.function_params().into_iter().map(flat).collect();
        let dots = if ty.is_vararg() { ", ..." } else { "" };
        let name = super::shell::quoted(function.name());
        let _ = writeln!(self.text, "declare {result} @{name}({}{dots})", params.join(", "));
    }

    /// Adds a function that is inlined.
    pub fn add(&mut self, result: &str, name: &str, parameters: &str, body: &str) {
        let _ =
            write!(self.text, "define internal {result} @{name}({parameters}) alwaysinline nounwind {{\n{body}}}\n");
    }

    /// Returns a call of a host function, which is declared once.
    pub fn external(&mut self, result: &str, name: &str, arguments: &[(String, String)]) -> String {
        let types: Vec<_> = arguments.iter().map(|(ty, _)| ty.as_str()).collect();
        let declaration = format!("declare {result} @{name}({}) nounwind", types.join(", "));
        self.externals.insert(name.to_owned(), declaration);
        let given: Vec<_> = arguments.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        format!("call {result} @{name}({})", given.join(", "))
    }

    /// Returns a call of a function of `math.ll` or `turns.rs`.
    pub fn of_float(&mut self, name: &str, value: &str) -> String {
        if turns::has(name) {
            self.external("float", &format!("{name}f"), &[("float".to_owned(), value.to_owned())]);
            self.externals.insert(format!("spirv.{name}"), turns::definitions(name));
            return turns::call(name, value);
        }
        format!("call float @spirv.{name}(float {value})")
    }

    /// Returns a call of a libm function for a 16-bit float, computed as `float`.
    pub fn by_float(&mut self, small: &str, name: &str, arguments: &[(String, String)]) -> String {
        let letters = ["%a", "%b", "%c"].into_iter().take(arguments.len());
        let (mut body, mut given, mut parameters) = (Body::default(), Vec::new(), Vec::new());
        for value in letters {
            given.push(("float".to_owned(), body.value(format!("fpext {small} {value} to float"))));
            parameters.push(format!("{small} {value}"));
        }
        let wide = body.value(self.external("float", &format!("{name}f"), &given));
        let result = body.value(format!("fptrunc float {wide} to {small}"));
        body.line(format!("ret {small} {result}"));
        let (name, parameters) = (format!("{small}.{name}"), parameters.join(", "));
        let text = format!("define internal {small} @{name}({parameters}) alwaysinline nounwind {{\n{}}}\n", body.text);
        self.externals.insert(name.clone(), text);
        let values: Vec<_> = arguments.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        format!("call {small} @{name}({})", values.join(", "))
    }

    /// Returns the definitions and the declarations as LLVM assembly.
    pub fn text(&self) -> String {
        let mut text = self.text.clone();
        for declaration in self.externals.values() {
            text.push_str(declaration);
            text.push('\n');
        }
        text
    }
}
