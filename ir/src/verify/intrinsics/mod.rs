//! Checks intrinsics: their types and names, and the requirements on their arguments.

mod amd;
mod assumptions;
mod collected;
mod constrained;
mod frames;
mod matrices;
mod numbers;
mod predicated;
mod rows;
mod vectors;

use super::calls::Call;
use super::fault::Rule;
use super::functions::Walk;
use super::view::is_metadata;
use super::{Chapter, Verifier};
use crate::global::{Global, GlobalKind};
use crate::intrinsics::shape::{self, Misfit};
use crate::metadata::NodeKind;
use crate::module::{METADATA, Module};
use crate::types::TypeKind;
pub(super) use frames::Escapes;
use rows::Asks;

pub(super) const HERE: Chapter = Chapter::Intrinsics;

/// Data about the intrinsic of a global.
#[derive(Clone, Copy)]
pub(super) struct Known<'m> {
    /// True for a function whose name begins with `llvm.`.
    is_intrinsic: bool,
    /// The name without `llvm.` and types, for a known intrinsic.
    base: Option<&'m str>,
    types: Option<&'static [u8]>,
    checked: bool,
    asks: Asks,
}

/// Returns the data about a global's intrinsic.
pub(super) fn known<'m>(m: &'m Module, g: &'m Global) -> Known<'m> {
    let name = m.text(g.name);
    let is_intrinsic = g.kind == GlobalKind::Function && crate::intrinsics::is_intrinsic(name);
    let (base, types) = match is_intrinsic {
        true => match crate::intrinsics::signature(name) {
            Some((base, types)) => (Some(base), Some(types)),
            None => (crate::intrinsics::unlisted(name), None),
        },
        false => (None, None),
    };
    let asks = base.map_or(Asks::Nothing, rows::asks);
    Known { is_intrinsic, base, types, checked: false, asks }
}

impl<'m> Verifier<'m> {
    pub(super) fn is_intrinsic(&self, global: usize) -> bool {
        self.intrinsics.get(global).is_some_and(|known| known.is_intrinsic)
    }

    /// Returns whether a call is that of an intrinsic, possibly through casts.
    pub(super) fn callee_is_intrinsic(&self, call: &Call<'_, 'm>) -> bool {
        let number = call.function.and_then(|g| self.m.constant(g.value)).map(|c| c.data as usize);
        number.is_some_and(|number| self.is_intrinsic(number))
    }

    fn known_of(&self, call: &Call<'_, 'm>) -> Option<(usize, Known<'m>)> {
        let number = self.number_of(call)?;
        Some((number, *self.intrinsics.get(number)?))
    }

    /// Returns whether a call directly calls the intrinsic with a name.
    pub(super) fn calls(&self, call: &Call<'_, 'm>, base: &str) -> bool {
        self.known_of(call).is_some_and(|(_, known)| known.base == Some(base))
    }

    /// The name of the intrinsic whose call a value is the result of.
    pub(super) fn intrinsic_of(&self, value: u32) -> Option<&'m str> {
        let (_, row) = self.m.definition(value)?;
        self.intrinsic_called(row)
    }

    /// The name of the intrinsic that an instruction calls directly.
    pub(super) fn intrinsic_called(&self, row: &crate::instruction::Row) -> Option<&'m str> {
        if !row.opcode.is_call() {
            return None;
        }
        let words = self.m.operands(row);
        let callee = *words.get(row.opcode.first_argument() - 1)?;
        let c = self.m.constant(callee).filter(|c| c.kind == crate::constants::ConstantKind::Global)?;
        let global = self.m.globals.get(c.data as usize)?;
        if words.get(2) != Some(&global.ty) {
            return None;
        }
        self.intrinsics.get(c.data as usize)?.base
    }

    /// Returns whether a value is the result of an intrinsic.
    pub(super) fn is_result_of(&self, value: u32, base: &str) -> bool {
        self.intrinsic_of(value) == Some(base)
    }

    /// Returns whether an intrinsic may be invoked.
    pub(super) fn may_be_invoked(&self, call: &Call<'_, 'm>) -> bool {
        const MAY: [&str; 16] = [
            "donothing",
            "seh.try.begin",
            "seh.try.end",
            "seh.scope.begin",
            "seh.scope.end",
            "coro.resume",
            "coro.destroy",
            "coro.await.suspend.void",
            "coro.await.suspend.bool",
            "coro.await.suspend.handle",
            "experimental.patchpoint.void",
            "experimental.patchpoint",
            "fake.use",
            "experimental.gc.statepoint",
            "wasm.throw",
            "wasm.rethrow",
        ];
        self.known_of(call).is_some_and(|(_, known)| known.base.is_some_and(|base| MAY.contains(&base)))
    }

    /// Checks a call of an intrinsic.
    pub(super) fn intrinsic(&mut self, call: &Call<'_, 'm>, walk: &mut Walk) -> Rule {
        let Some((number, known)) = self.known_of(call) else { return Ok(()) };
        if known.base.is_none() {
            return Ok(());
        }
        if !known.checked {
            if let Some(types) = known.types {
                self.declared(number, types)?;
            }
            if let Some(known) = self.intrinsics.get_mut(number) {
                known.checked = true;
            }
        }
        for &argument in call.arguments {
            if is_metadata(argument) {
                self.metadata_argument(call, argument & !METADATA)?;
            } else if self.m.constant(argument).is_some_and(|c| self.m.types.kind(c.ty) == TypeKind::X86Amx) {
                return HERE.broken("const x86_amx is not allowed in argument!");
            }
        }
        if known.base.is_some_and(super::exceptions::may_become_call) {
            walk.may_become_calls.push((call.here.block, call.here.number));
        }
        self.asked(call, known.asks, known.base.unwrap_or(""), walk)
    }

    /// Checks the type and the name of a declaration.
    fn declared(&self, number: usize, types: &'static [u8]) -> Rule {
        let Some(g) = self.m.globals.get(number) else { return Ok(()) };
        let overloads = match shape::overloads(&self.m.types, g.ty, types) {
            Ok(overloads) => overloads,
            Err(Misfit::Result) => return HERE.broken("Intrinsic has incorrect return type!"),
            Err(Misfit::Argument) => return HERE.broken("Intrinsic has incorrect argument type!"),
            Err(Misfit::TooFew) => return HERE.broken("Intrinsic has too few arguments!"),
            Err(Misfit::VarArg) => return HERE.broken("Intrinsic was not defined with variable arguments!"),
        };
        let name = self.m.text(g.name);
        let base = self.intrinsics.get(number).and_then(|known| known.base).unwrap_or("");
        let mut expected = b"llvm.".to_vec();
        expected.extend_from_slice(base.as_bytes());
        let mut is_named = true;
        for ty in overloads {
            expected.push(b'.');
            is_named &= shape::mangle(&self.m.types, &|text| self.m.text(text), ty, &mut expected);
        }
        let fits = if is_named { name == expected } else { name.starts_with(&expected) };
        match fits {
            true => Ok(()),
            false => HERE.broken(format!(
                "Intrinsic name not mangled correctly for type arguments! Should be: {}",
                String::from_utf8_lossy(&expected)
            )),
        }
    }

    fn metadata_argument(&mut self, call: &Call<'_, 'm>, node: u32) -> Rule {
        let Some(node_row) = self.m.metadata.get(node) else { return HERE.broken("Operand is null") };
        match node_row.kind {
            NodeKind::Value => self.local_node(call.here.body, node),
            NodeKind::ArgList => {
                let words = self.m.metadata.words(node_row);
                words.iter().try_for_each(|&arg| self.local_node(call.here.body, arg as u32))
            }
            _ => Ok(()),
        }
    }

    /// Returns the value of argument `i`, if it is an integer constant.
    pub(super) fn number_at(&self, call: &Call<'_, 'm>, i: usize) -> Option<u64> {
        self.m.integer_of(*call.arguments.get(i)?)
    }

    /// The type of argument `i`.
    pub(super) fn type_at(&self, call: &Call<'_, 'm>, i: usize) -> u32 {
        call.arguments.get(i).map_or(crate::module::NONE, |&value| self.m.type_of(value))
    }

    /// Returns the string in argument `i`, which must be metadata.
    pub(super) fn text_at(&self, call: &Call<'_, 'm>, i: usize) -> Option<&'m [u8]> {
        let value = *call.arguments.get(i).filter(|&&value| is_metadata(value))?;
        let node = self.m.metadata.get(value & !METADATA)?;
        (node.kind == NodeKind::String).then(|| self.m.metadata.string(node))
    }
}
