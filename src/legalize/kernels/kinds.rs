//! Loads through pointers that are chosen from variables of several kinds of memory, such as a table of the program and
//! a buffer of the host.
//!
//! In: a function whose chains count in bytes, with loads through pointers that have no single address space. Out: in
//! place of such a load, one load from each variable, at the original offset in the chosen variable, and at the
//! beginning of any other. The value from the chosen variable is selected.

use super::offsets::{Offsets, made_of};
use super::spaces;
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::chains::is_choice;
use crate::llvm::{Opcode, Predicate, Value};
use rustc_hash::FxHashMap;

/// The number of variables that a pointer may be chosen from, and, in `MAX_POINTERS`, the number of pointers that are
/// examined.
const MAX_VARIABLES: usize = 8;
const MAX_POINTERS: usize = 1 << 10;

/// Replaces loads through such pointers.
pub fn separate<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let mut kinds = Kinds { place, offsets: Offsets::new(place) };
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for load in all.into_iter().filter(|inst| is_plain(*inst)) {
        let Some(pointer) = load.operand(0).filter(|pointer| is_flat(*pointer)) else { continue };
        if let Some(variables) = variables(pointer) {
            kinds.load(load, pointer, &variables).map_err(|error| error.at_instruction(|| load.print()))?;
        }
    }
    Ok(())
}

/// Returns whether an instruction is a plain load (not volatile, not atomic) of numbers.
fn is_plain(inst: Value<'_>) -> bool {
    let ty = inst.ty().scalar();
    inst.is_op(Opcode::Load) && !inst.is_volatile() && !inst.is_atomic() && (ty.is_int() || ty.float_width() > 0)
}

fn is_flat(pointer: Value<'_>) -> bool {
    [spaces::GENERIC, spaces::GLOBAL, spaces::CONSTANT].contains(&pointer.ty().address_space())
}

/// Returns the variables that a pointer is chosen from; `None` if it may lead to anything else.
fn variables(pointer: Value<'_>) -> Option<Vec<Value<'_>>> {
    let (mut seen, mut work, mut found) = (Vec::new(), vec![pointer], Vec::new());
    while let Some(pointer) = work.pop() {
        if seen.contains(&pointer) {
            continue;
        }
        seen.push(pointer);
        match made_of(pointer) {
            Some(pointers) => work.extend(pointers),
            None if !is_flat(pointer) && (pointer.is_global_variable() || pointer.is_op(Opcode::Alloca)) => {
                found.push(pointer);
            }
            None => return None,
        }
    }
    (found.len() <= MAX_VARIABLES && seen.len() <= MAX_POINTERS).then_some(found)
}

struct Kinds<'a, 'm> {
    place: &'a Place<'m>,
    offsets: Offsets<'a, 'm>,
}

impl<'m> Kinds<'_, 'm> {
    fn load(&mut self, load: Value<'m>, pointer: Value<'m>, variables: &[Value<'m>]) -> Result<()> {
        let offset = self.offsets.of(pointer)?;
        let chosen = self.number(pointer, variables, &mut FxHashMap::default())?;
        let emit = self.offsets.emit();
        emit.builder.position_before(load)?;
        let mut whole = None;
        for (number, variable) in (0..).zip(variables) {
            let is_it = emit.builder.compare_int(Predicate::Eq, chosen, emit.int(chosen.ty(), number)?)?;
            let offset = emit.select(is_it, offset, emit.int(offset.ty(), 0)?)?;
            let part = emit.builder.gep(self.place.context.int_type(8)?, *variable, &[offset], false)?;
            let loaded = emit.builder.load(load.ty(), part)?;
            loaded.set_alignment(load.alignment())?;
            whole = Some(whole.map_or(Ok(loaded), |whole| emit.select(is_it, loaded, whole))?);
        }
        load.replace_uses(whole.ok_or_else(|| Error::internal("a pointer to nothing"))?)?;
        load.erase()
    }

    /// Emits the index of the variable that a pointer leads to, following its phis and selects.
    fn number(
        &self,
        pointer: Value<'m>,
        variables: &[Value<'m>],
        known: &mut FxHashMap<Value<'m>, Value<'m>>,
    ) -> Result<Value<'m>> {
        if let Some(known) = known.get(&pointer) {
            return Ok(*known);
        }
        let (emit, word) = (self.offsets.emit(), self.place.context.int_type(32)?);
        let of = |index: u32| pointer.operand(index).ok_or_else(|| Error::internal("a pointer without operands"));
        let number = match pointer.any_opcode() {
            Some(Opcode::GetElementPtr | Opcode::AddrSpaceCast) => self.number(of(0)?, variables, known)?,
            Some(Opcode::Select) => {
                let (a, b) = (self.number(of(1)?, variables, known)?, self.number(of(2)?, variables, known)?);
                emit.builder.position_before(pointer)?;
                emit.select(of(0)?, a, b)?
            }
            _ if is_choice(pointer) => {
                emit.builder.position_before(pointer)?;
                let phi = emit.builder.phi(word)?;
                known.insert(pointer, phi);
                for (value, from) in pointer.incoming().collect::<Vec<_>>() {
                    emit.builder.add_incoming(phi, self.number(value, variables, known)?, from)?;
                }
                phi
            }
            _ => {
                let number = variables.iter().position(|variable| *variable == pointer).unwrap_or(0);
                self.place.context.const_int(word, number as u64)?
            }
        };
        known.insert(pointer, number);
        Ok(number)
    }
}
