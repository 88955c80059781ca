//! The rows of the LLVM intrinsics that the translation knows, with all facts that depend on the name.

mod floats;
mod hints;
mod integers;
mod memory;
mod predicated;
#[cfg(test)]
mod tests;
mod vectors;

pub use hints::WITH_EXTENSIONS;

use crate::conventions::rules::{Bfloat, Elements, KhronosForm, KhronosFunction, Rewritten, Rule};
use crate::llvm::Value;
use crate::state::{LowerIntrinsic, LowerWithOp, Lowering, Role};
use ::spirv::{Op, OpenClStd as Cl};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A row for an LLVM intrinsic, or for all with a common prefix.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name of the intrinsic without types, or the common prefix.
    pub name: &'static str,
    /// The lowering of calls with legal types, if the core of SPIR-V or OpenCL.std has one.
    pub lowering: Option<Lowering>,
    /// The instruction of an extension that calls turn into where it is allowed.
    pub extension: Option<Extension>,
    /// The lowering of calls in Khronos mode, if it differs.
    pub khronos: Option<KhronosForm>,
    /// The function that Khronos mode calls instead.
    pub khronos_function: Option<KhronosFunction>,
    /// The dependence of the result's elements on those of the arguments.
    pub elements: Elements,
    /// The condition under which legalization rewrites calls, besides illegal types.
    pub rewritten: Rewritten,
    /// The rule by which legalization rewrites calls.
    pub rule: Rule,
    /// The computation on `bfloat`, if it is not the intrinsic applied to `float`.
    pub bfloat: Option<Bfloat>,
    /// True if an extension has one instruction for it on integers of any width.
    pub has_any_width: bool,
    /// True if the intrinsic is a hint about a value, and computes nothing.
    pub is_hint: bool,
    /// Its role for other chapters.
    pub role: Option<Role>,
}

/// An instruction of an extension that calls of the intrinsic become.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    /// The instruction.
    pub op: Op,
    /// The number of arguments that are operands.
    pub arguments: u32,
    /// The extensions with the instruction.
    pub names: &'static [&'static str],
}

/// The tables of intrinsics by their names.
const TABLES: &[&[Row]] = &[
    floats::ROWS,
    floats::CONSTRAINED_ROWS,
    integers::ROWS,
    memory::ROWS,
    vectors::ROWS,
    vectors::REDUCTIONS,
    predicated::ROWS,
    hints::ROWS,
    hints::WITH_EXTENSIONS,
];

/// The rows for intrinsics with a common prefix.
const FAMILIES: [Row; 3] = [floats::CONSTRAINED, predicated::FAMILY, predicated::EXPERIMENTAL];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Row>> =
    LazyLock::new(|| TABLES.iter().copied().flatten().map(|row| (row.name, row)).collect());

/// Returns the row for an intrinsic's name.
pub fn find(name: &str) -> Option<&'static Row> {
    let row = BY_NAME.get(name).copied();
    row.or_else(|| FAMILIES.iter().find(|family| name.starts_with(family.name)))
}

/// Returns all rows of single intrinsics.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().copied().flatten()
}

/// Returns the row of a function, if it is an intrinsic that has one.
pub fn of(function: Value<'_>) -> Option<&'static Row> {
    find(function.intrinsic_name()?)
}

/// Returns the role of an intrinsic, if it has one.
pub fn role(name: &str) -> Option<Role> {
    BY_NAME.get(name)?.role
}

/// Returns the role of the intrinsic that an instruction calls, if it has one.
pub fn role_of_call(call: Value<'_>) -> Option<Role> {
    role(call.called_function()?.intrinsic_name()?)
}

/// Returns the names of the intrinsics of a role.
pub fn named(role: Role) -> impl Iterator<Item = &'static str> {
    TABLES.iter().copied().flatten().filter(move |row| row.role == Some(role)).map(|row| row.name)
}

/// Returns the lowering of an intrinsic. A constrained intrinsic without a lowering has that of the plain one.
pub fn lowering(name: &str) -> Option<Lowering> {
    let row = find(name)?;
    match row.rule {
        Rule::Constrained(_) => row.lowering.or_else(|| find(&plain(name)?)?.lowering),
        _ => row.lowering,
    }
}

/// Returns the name of the plain intrinsic for one with a prefix of [`FAMILIES`].
pub fn plain(name: &str) -> Option<String> {
    let operation = FAMILIES.iter().find_map(|family| name.strip_prefix(family.name));
    operation.map(|operation| format!("llvm.{operation}"))
}

/// Returns the row of the intrinsic for an instruction of an extension.
pub fn of_extension(op: Op) -> Option<(&'static Row, Extension)> {
    let mut rows = WITH_EXTENSIONS.iter().filter_map(|row| Some((row, row.extension?)));
    rows.find(|(_, extension)| extension.op == op)
}

/// Returns a row of an intrinsic that has a lowering, and no other facts.
const fn row(name: &'static str, lowering: Lowering) -> Row {
    Row { lowering: Some(lowering), ..rewritten(name, Rule::None) }.when(Rewritten::IfIllegal)
}

/// Returns the row of an intrinsic that is translated by the chapter of its role.
const fn known(name: &'static str, role: Role) -> Row {
    rewritten(name, Rule::None).when(Rewritten::IfIllegal).role(role)
}

/// Returns a row of an intrinsic that is always rewritten.
const fn rewritten(name: &'static str, rule: Rule) -> Row {
    Row {
        name,
        lowering: None,
        extension: None,
        khronos: None,
        khronos_function: None,
        elements: Elements::Together,
        rewritten: Rewritten::Always,
        rule,
        bfloat: None,
        has_any_width: false,
        is_hint: false,
        role: None,
    }
}

/// Returns the row of an intrinsic that is an elementwise instruction of OpenCL.std with `arguments` arguments.
const fn each(name: &'static str, instruction: Cl, arguments: u32) -> Row {
    row(name, Lowering::Extended(instruction, arguments)).by_element()
}

const fn custom(lower: LowerIntrinsic) -> Lowering {
    Lowering::Custom(lower)
}

const fn with_op(lower: LowerWithOp, op: Op) -> Lowering {
    Lowering::WithOp(lower, op)
}

impl Row {
    /// Returns the extension instruction that calls become; `OpNop` if there is none.
    pub const fn extension_opcode(&self) -> Op {
        match self.extension {
            Some(extension) => extension.op,
            None => Op::Nop,
        }
    }

    const fn when(self, rewritten: Rewritten) -> Self {
        Self { rewritten, ..self }
    }

    /// Returns the row as one of an elementwise intrinsic, whose calls on booleans are rewritten.
    const fn by_element(self) -> Self {
        Self { elements: Elements::Each, rewritten: Rewritten::OnBooleans, ..self }
    }

    const fn by_element_of_two(self) -> Self {
        Self { elements: Elements::EachOfTwo, ..self }
    }

    const fn any_width(self) -> Self {
        Self { has_any_width: true, ..self }
    }

    const fn role(self, role: Role) -> Self {
        Self { role: Some(role), ..self }
    }

    const fn hint(self) -> Self {
        Self { is_hint: true, ..self }
    }

    const fn by(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    const fn bfloat(self, bfloat: Bfloat) -> Self {
        Self { bfloat: Some(bfloat), ..self }
    }

    const fn khronos(self, form: KhronosForm) -> Self {
        Self { khronos: Some(form), ..self }
    }

    const fn khronos_function(self, function: KhronosFunction) -> Self {
        Self { khronos_function: Some(function), ..self }
    }

    const fn extension(self, op: Op, arguments: u32, names: &'static [&'static str]) -> Self {
        Self { extension: Some(Extension { op, arguments, names }), ..self }
    }

    /// Returns whether the intrinsic computes elementwise.
    pub fn computes(&self) -> bool {
        self.elements != Elements::Together && !self.is_hint
    }
}
