//! Addresses that are converted to integers and only compared, such as the distances of buffers in a vectorised loop,
//! or the low bits that state an alignment.
//!
//! In: a function with 64-bit `ptrtoint` whose results are used in arithmetic and comparisons only. Out: the same
//! function, in which an artificial address replaces the result: each variable has one that is far from all others,
//! plus the offset of the pointer.

use super::beside::{Known, Rule};
use super::offsets::{Offsets, computed, leads_to_variables, root};
use crate::error::{Error, Result};
use crate::legalize::kit::place::{Place, offset_of};
use crate::llvm::{Opcode, Type, Value};
use rustc_hash::FxHashSet;

/// The binary logarithm of the distance of two artificial addresses, which exceeds the size of any variable.
const DISTANCE: u32 = 40;
/// The number of instructions that are examined to find the uses of an address.
const MAX_USERS: usize = 1 << 12;
/// The depth to which constants are examined.
const MAX_DEPTH: u32 = 16;
/// The width of an address.
const WIDTH: u32 = 64;

/// Replaces the converted addresses that are only compared by artificial ones.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let mut numbers = Numbers { place, offsets: Offsets::new(place), made: Known::default() };
    for inst in instructions(function) {
        match inst.opcode() {
            Some(Opcode::PtrToInt) => numbers.instruction(inst)?,
            _ => numbers.constants(inst)?,
        }
    }
    Ok(())
}

/// Splits each `ptrtoint` of a vector of pointers into one for each lane.
pub fn take_apart<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let is_vector = |inst: &Value<'m>| inst.is_op(Opcode::PtrToInt) && inst.ty().is_vector();
    for inst in instructions(function).into_iter().filter(is_vector) {
        let lanes = inst.operand(0).and_then(|vector| lanes(vector, inst.ty().count()));
        let Some(lanes) = lanes else { continue };
        place.builder.position_before(inst)?;
        let mut whole = place.context.poison(inst.ty())?;
        for (index, lane) in (0..).zip(lanes) {
            let number = place.builder.cast(Opcode::PtrToInt, lane, inst.ty().scalar())?;
            let index = place.context.const_int(place.context.int_type(32)?, index)?;
            whole = place.builder.insert_element(whole, number, index)?;
        }
        inst.replace_uses(whole)?;
        inst.erase()?;
    }
    Ok(())
}

fn instructions<'m>(function: Value<'m>) -> Vec<Value<'m>> {
    function.blocks().flat_map(|block| block.instructions()).collect()
}

/// Returns the pointers that were inserted into a vector; `None` unless all lanes are known.
fn lanes<'m>(vector: Value<'m>, count: u64) -> Option<Vec<Value<'m>>> {
    let (mut lanes, mut next) = (vec![None; usize::try_from(count).ok()?], vector);
    while next.is_op(Opcode::InsertElement) {
        let index = next.operand(2).filter(|index| index.is_constant()).and_then(Value::int_value)?;
        let lane = lanes.get_mut(usize::try_from(index).ok()?)?;
        *lane = lane.or(next.operand(1));
        next = next.operand(0)?;
    }
    lanes.into_iter().collect()
}

struct Numbers<'a, 'm> {
    place: &'a Place<'m>,
    offsets: Offsets<'a, 'm>,
    /// The artificial addresses of pointers that are chosen from several variables.
    made: Known<'m>,
}

impl<'m> Numbers<'_, 'm> {
    fn instruction(&mut self, inst: Value<'m>) -> Result<()> {
        let Some(pointer) = inst.operand(0).filter(|_| is_compared(inst)) else { return Ok(()) };
        let number = match root(pointer).map(|variable| self.base(variable)) {
            Some(None) => return Ok(()),
            Some(Some(base)) => {
                let offset = self.offsets.of(pointer)?;
                self.offsets.emit().builder.position_before(inst)?;
                let offset = self.offsets.emit().resize(offset, inst.ty(), true)?;
                self.offsets.emit().with(Opcode::Add, offset, base)?
            }
            None if leads_to_variables(pointer) => self.chosen(pointer, inst.ty())?,
            None => return Ok(()),
        };
        inst.replace_uses(number)?;
        inst.erase()
    }

    /// Emits the artificial address of a pointer that phis and selects choose from several variables.
    fn chosen(&mut self, pointer: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let emit = self.offsets.emit();
        let mut made = std::mem::take(&mut self.made);
        let leaf = |leaf: Value<'m>| self.place.context.const_int(ty, self.base(leaf).ok_or_else(|| computed(leaf))?);
        let step = |base: Value<'m>, chain: Value<'m>| {
            if !chain.is_instruction() {
                return emit.with(Opcode::Add, base, offset_of(self.place, chain).ok_or_else(|| computed(chain))?);
            }
            let index = chain.operand(1).ok_or_else(|| Error::internal("a chain without an index"))?;
            emit.binary(Opcode::Add, base, emit.resize(index, ty, true)?)
        };
        let number = Rule { ty, leaf: &leaf, step: &step }.value(emit, &mut made, pointer);
        self.made = made;
        number
    }

    /// Replaces constant operands that are computed from addresses of variables.
    fn constants(&mut self, inst: Value<'m>) -> Result<()> {
        for index in 0..inst.operand_count() {
            let operand = inst.operand(index).filter(|operand| operand.is_constant() && operand.ty().is_int_of(WIDTH));
            let is_it = |_: &Value<'m>| inst.is_op(Opcode::ICmp) || is_compared(inst);
            let Some(made) = operand.map(|operand| self.constant(operand, MAX_DEPTH)).transpose()?.flatten() else {
                continue;
            };
            if let Some(made) = Some(made).filter(is_it) {
                inst.set_operand(index, made)?;
            }
        }
        Ok(())
    }

    /// Returns a constant with artificial addresses in place of real ones; `None` if it contains no address.
    fn constant(&self, value: Value<'m>, depth: u32) -> Result<Option<Value<'m>>> {
        let operands = [value.operand(0), value.operand(1)];
        match (value.any_opcode(), operands) {
            (Some(Opcode::PtrToInt), [Some(pointer), _]) => {
                let is_whole = pointer.is_global_variable();
                let offset = if is_whole { Some(0) } else { offset_of(self.place, pointer) };
                let base = root(pointer).and_then(|variable| self.base(variable));
                let number = base.zip(offset).map(|(base, offset)| base.wrapping_add(offset));
                number.map(|number| self.place.context.const_int(value.ty(), number)).transpose()
            }
            (Some(op), [Some(a), Some(b)]) if depth > 0 && value.ty().is_int_of(WIDTH) => {
                let made = [self.constant(a, depth - 1)?, self.constant(b, depth - 1)?];
                let [first, second] = made;
                let is_any = first.is_some() || second.is_some();
                let whole = || self.place.context.const_binary(op, first.unwrap_or(a), second.unwrap_or(b));
                is_any.then(whole).transpose()
            }
            _ => Ok(None),
        }
    }

    /// Returns the artificial address of a variable.
    fn base(&self, variable: Value<'m>) -> Option<u64> {
        u64::try_from(self.offsets.number(variable)?).ok()?.checked_add(1)?.checked_mul(1 << DISTANCE)
    }
}

/// Returns whether a 64-bit integer is used only in arithmetic and comparisons: it is neither stored nor converted to a
/// pointer.
fn is_compared(number: Value<'_>) -> bool {
    if !number.ty().scalar().is_int_of(WIDTH) {
        return false;
    }
    let (mut seen, mut work) = (FxHashSet::default(), vec![number]);
    while let Some(value) = work.pop() {
        for user in value.uses() {
            match kind(user) {
                User::Comparison => {}
                User::Number if seen.len() < MAX_USERS => work.extend(Some(user).filter(|user| seen.insert(*user))),
                _ => return false,
            }
        }
    }
    true
}

/// The kinds of uses of an integer.
enum User {
    Comparison,
    Number,
    Other,
}

fn kind(user: Value<'_>) -> User {
    use Opcode as O;
    match user.opcode() {
        Some(O::ICmp) => User::Comparison,
        Some(O::Add | O::Sub | O::Mul | O::And | O::Or | O::Xor | O::Shl | O::LShr | O::AShr | O::UDiv | O::URem) => {
            User::Number
        }
        Some(O::Trunc | O::ZExt | O::SExt | O::InsertElement | O::ExtractElement | O::ShuffleVector) => User::Number,
        Some(O::Phi | O::Select | O::Freeze) => User::Number,
        Some(O::Call) if is_arithmetic(user) => User::Number,
        _ => User::Other,
    }
}

/// Returns whether a call is of an intrinsic on integers.
fn is_arithmetic(call: Value<'_>) -> bool {
    const BEGINNINGS: [&str; 5] = ["llvm.vector.reduce.", "llvm.umin", "llvm.umax", "llvm.smin", "llvm.smax"];
    let name = call.called_function().and_then(Value::intrinsic_name);
    name.is_some_and(|name| BEGINNINGS.iter().any(|begin| name.starts_with(begin)))
}
