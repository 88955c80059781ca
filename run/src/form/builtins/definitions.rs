//! The text of the definitions of a module.

use super::declared::{Body, Declared};
use super::turns;
use crate::form::flatten::flat;
use crate::form::shell;
use llvm_spirv::llvm::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The definitions of a module, and the host functions that they call.
#[derive(Default)]
pub struct Definitions {
    /// The width of addresses and sizes in the module, in bits.
    pub(super) address_bits: u64,
    /// True if subgroups are quads.
    pub(super) has_quads: bool,
    text: String,
    externals: BTreeMap<String, String>,
}

impl Definitions {
    /// Creates an empty set of definitions for a module with addresses of this width.
    pub fn new(address_bits: u64, has_quads: bool) -> Self {
        Self { address_bits, has_quads, ..Self::default() }
    }

    /// Appends assembly.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
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
        let name = shell::quoted(function.name());
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
