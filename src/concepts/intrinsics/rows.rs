//! The row of each LLVM intrinsic that the translation knows: everything that is asked of it by its name.

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

/// An LLVM intrinsic, or all whose names begin alike.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name without types, or what their names begin with.
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
    /// The calls that the legalization rewrites besides those with illegal types.
    pub rewritten: Rewritten,
    /// The rule by which it does.
    pub rule: Rule,
    /// The computation on `bfloat`, if it is not the intrinsic on `float`.
    pub bfloat: Option<Bfloat>,
    /// Whether it is one instruction for integers of any width that an extension has.
    pub has_any_width: bool,
    /// Whether it says something of a value, and computes nothing.
    pub is_hint: bool,
    /// Its role for other chapters.
    pub role: Option<Role>,
}

/// An instruction of an extension: with the first so many arguments, and the extensions that have it.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    /// The instruction.
    pub op: Op,
    /// The number of arguments that are operands.
    pub arguments: u32,
    /// The extensions that have it.
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

/// The rows of intrinsics whose names begin alike.
const FAMILIES: [Row; 3] = [floats::CONSTRAINED, predicated::FAMILY, predicated::EXPERIMENTAL];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Row>> =
    LazyLock::new(|| TABLES.iter().copied().flatten().map(|row| (row.name, row)).collect());

/// Returns the row of the intrinsic of a name.
pub fn find(name: &str) -> Option<&'static Row> {
    let row = BY_NAME.get(name).copied();
    row.or_else(|| FAMILIES.iter().find(|family| name.starts_with(family.name)))
}

/// Returns all rows of intrinsics that have a name of their own.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().copied().flatten()
}

/// Returns the row of a function, if it is an intrinsic that has one.
pub fn of(function: Value<'_>) -> Option<&'static Row> {
    find(function.intrinsic_name()?)
}

/// Returns the role of the intrinsic of a name, if it has one.
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

/// Returns what calls of the intrinsic of a name turn into. A constrained one without a lowering of its own has that of
/// the plain one.
pub fn lowering(name: &str) -> Option<Lowering> {
    let row = find(name)?;
    match row.rule {
        Rule::Constrained(_) => row.lowering.or_else(|| find(&plain(name)?)?.lowering),
        _ => row.lowering,
    }
}

/// Returns the name of the plain form of an intrinsic of a family.
pub fn plain(name: &str) -> Option<String> {
    let operation = FAMILIES.iter().find_map(|family| name.strip_prefix(family.name));
    operation.map(|operation| format!("llvm.{operation}"))
}

/// Returns the row of the intrinsic that an instruction of an extension is.
pub fn of_extension(op: Op) -> Option<(&'static Row, Extension)> {
    let mut rows = WITH_EXTENSIONS.iter().filter_map(|row| Some((row, row.extension?)));
    rows.find(|(_, extension)| extension.op == op)
}

/// Returns a row of an intrinsic that has a lowering, and no other facts.
const fn row(name: &'static str, lowering: Lowering) -> Row {
    Row { lowering: Some(lowering), ..rewritten(name, Rule::None) }.when(Rewritten::IfIllegal)
}

/// Returns a row of an intrinsic that the chapter of its role translates.
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

/// Returns a row of an intrinsic that is an instruction of OpenCL.std with so many arguments, element by element.
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
    /// Returns the instruction of an extension that calls turn into; `OpNop` where there is none.
    pub const fn extension_opcode(&self) -> Op {
        match self.extension {
            Some(extension) => extension.op,
            None => Op::Nop,
        }
    }

    const fn when(self, rewritten: Rewritten) -> Self {
        Self { rewritten, ..self }
    }

    /// Each element is computed by itself. Calls on booleans are rewritten.
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

    /// Returns whether it computes each element by itself.
    pub fn computes(&self) -> bool {
        self.elements != Elements::Together && !self.is_hint
    }
}
