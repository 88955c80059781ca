//! Addresses that are made of constants of the flat address space alone, which LLVM's inference of address spaces does not
//! survive (LLVM 22, <https://github.com/llvm/llvm-project/issues/171890>).
//!
//! To the pass `InferAddressSpaces` a constant of the flat address space (`null`, a function) fits any address space,
//! so a `getelementptr` of it has none at all; a `select` or `phi` that joins it with a pointer of a known address
//! space is then written with a null operand. A `freeze` in place of the constant makes the address one of the flat
//! address space, which is what it is. Example: `roundtrip-corpus/regressions/flat_function_address.ll`.
//!
//! The pass knows no `llvm.ptrmask` of a known address space, and a `getelementptr`, `select` or `phi` of one gets a null operand
//! as well: there a `freeze` stands for the mask. Example: `roundtrip-corpus/regressions/mask_of_flat_address.ll`.

use crate::error::Result;
use crate::llvm::{Builder, Module, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The intrinsic that masks an address.
const MASK: &str = "llvm.ptrmask";

/// The values of a function that a `freeze` stands for while the pass runs.
#[derive(Debug)]
pub struct Frozen<'m>(Vec<(Value<'m>, Value<'m>)>);

impl Frozen<'_> {
    /// Puts the values back.
    pub fn restore(self) -> Result<()> {
        self.0.into_iter().try_for_each(|(freeze, value)| {
            freeze.replace_uses(value)?;
            freeze.erase()
        })
    }
}

/// An operand of an instruction that is a pointer of the flat address space.
type Place<'m> = (Value<'m>, u32);

/// Freezes the constants of the addresses in a function that are made of constants of the flat address space alone, and
/// the masked addresses that others are made of.
pub fn freeze<'m>(module: &'m Module<'m>, function: Value<'m>, flat: u32) -> Result<Frozen<'m>> {
    let mut frozen = FxHashMap::default();
    let mut restored = Vec::new();
    let mut places = constant_places(function, flat);
    places.extend(masked_places(function, flat));
    let Some(first) = function.entry_block().and_then(|block| block.first_instruction()) else {
        return Ok(Frozen(restored));
    };
    let builder = Builder::new(module);
    for (user, index) in places {
        let Some(value) = user.operand(index) else { continue };
        let freeze = match frozen.get(&value) {
            Some(freeze) => *freeze,
            None => {
                let next = if value.is_instruction() { value.next_instruction() } else { Some(first) };
                builder.position_before(next.unwrap_or(first))?;
                let freeze = builder.freeze(value)?;
                restored.push((freeze, value));
                frozen.insert(value, freeze);
                freeze
            }
        };
        match user.is_op(Opcode::Phi) {
            true => user.set_incoming(index, freeze)?,
            false => user.set_operand(index, freeze)?,
        }
    }
    Ok(Frozen(restored))
}

/// Returns the operands of addresses that are masked addresses.
fn masked_places<'m>(function: Value<'m>, flat: u32) -> Vec<Place<'m>> {
    let is_mask = |value: Value<'m>| {
        value.ty().scalar().address_space() == flat
            && value.called_function().and_then(Value::intrinsic_name) == Some(MASK)
    };
    let masks = function.blocks().flat_map(|block| block.instructions()).filter(|inst| is_mask(*inst));
    let users: FxHashSet<_> = masks.flat_map(Value::uses).filter(|user| user.is_instruction()).collect();
    let places = users.into_iter().filter_map(pointer_places).flatten();
    places.filter(|(user, index)| user.operand(*index).is_some_and(is_mask)).collect()
}

/// Returns the constant operands of the addresses that are made of constants of the flat address space alone.
fn constant_places<'m>(function: Value<'m>, flat: u32) -> Vec<Place<'m>> {
    let is_flat = |value: &Value<'m>| value.ty().scalar().is_pointer() && value.ty().scalar().address_space() == flat;
    let addresses: Vec<_> = function
        .blocks()
        .flat_map(|block| block.instructions())
        .filter(is_flat)
        .filter_map(|inst| Some((inst, pointer_places(inst)?)))
        .collect();
    let known: FxHashSet<_> = addresses.iter().map(|(inst, _)| *inst).collect();
    let (mut users, mut open) = (FxHashMap::<_, Vec<_>>::default(), Vec::new());
    for (inst, places) in &addresses {
        for source in places.iter().filter_map(|(user, index)| user.operand(*index)) {
            match known.contains(&source) {
                true => users.entry(source).or_default().push(*inst),
                false if is_flat_constant(source, flat) => {}
                false => open.push(*inst),
            }
        }
    }
    let mut based = FxHashSet::default();
    while let Some(inst) = open.pop() {
        if based.insert(inst) {
            open.extend(users.remove(&inst).unwrap_or_default());
        }
    }
    let constant = addresses.into_iter().filter(|(inst, _)| !based.contains(inst)).flat_map(|(_, places)| places);
    constant.filter(|(user, index)| user.operand(*index).is_some_and(|source| !known.contains(&source))).collect()
}

/// Returns the pointer operands of an instruction whose address space follows from theirs, as the pass has it; `None`
/// for any other instruction.
fn pointer_places(inst: Value<'_>) -> Option<Vec<Place<'_>>> {
    let through_integer = |integer: Value<'_>| integer.is_op(Opcode::PtrToInt);
    match inst.opcode()? {
        Opcode::Phi => Some((0..inst.operands().count() as u32).map(|index| (inst, index)).collect()),
        Opcode::Select => Some(vec![(inst, 1), (inst, 2)]),
        Opcode::GetElementPtr => Some(vec![(inst, 0)]),
        Opcode::IntToPtr => Some(vec![(inst.operand(0).filter(|integer| through_integer(*integer))?, 0)]),
        Opcode::Call if inst.called_function()?.intrinsic_name() == Some(MASK) => Some(vec![(inst, 0)]),
        _ => None,
    }
}

/// Returns whether a value is a constant pointer of the flat address space that is no cast of another.
fn is_flat_constant(value: Value<'_>, flat: u32) -> bool {
    let mut inner = value;
    loop {
        if !inner.is_constant() || inner.ty().scalar().address_space() != flat {
            return false;
        }
        inner = match (inner.const_opcode(), inner.operand(0)) {
            (Some(Opcode::GetElementPtr), Some(base)) => base,
            (Some(Opcode::IntToPtr), Some(integer)) => match (integer.const_opcode(), integer.operand(0)) {
                (Some(Opcode::PtrToInt), Some(pointer)) => pointer,
                _ => return true,
            },
            (opcode, _) => return opcode != Some(Opcode::AddrSpaceCast),
        };
    }
}
