//! Alignment of accesses at offsets that only the host knows. The offset of an aligned access from the beginning of its
//! variable must visibly be a multiple of the alignment.
//!
//! In: a function whose chains count in bytes. Out: the same function, in which the offset of each such access is
//! visibly a multiple of its alignment. The pointer becomes a chain from its variable, or from a pointer with an offset
//! that is known to be a multiple; the remaining offset is divided by the alignment and multiplied again. Memory of the
//! host starts at multiples of 128 bytes (OpenCL, `CL_DEVICE_MEM_BASE_ADDR_ALIGN`).

use super::beside::{Known, Rule};
use super::offsets::{Offsets, leads_to_variables, root};
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::chains::address::{Address, Term};
use crate::legalize::logical::chains::is_choice;
use crate::llvm::{Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The largest alignment that is taken into account: that of a vector of four 32-bit numbers.
const LARGEST: u64 = 16;

/// The number of nested phis and selects that are examined.
const MAX_DEPTH: usize = 32;

/// The intrinsics with aligned pointer operands, and the number of these operands.
const COPIES: [(&str, u32); 3] = [("llvm.memset", 1), ("llvm.memcpy", 2), ("llvm.memmove", 2)];

/// A pointer operand of an access: the instruction, the index of the operand, and the alignment.
type Use<'m> = (Value<'m>, u32, u64);

/// Makes the offsets of aligned accesses visible multiples of their alignments; returns whether it changed any.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<bool> {
    let mut aligned = Aligned {
        place,
        offsets: Offsets::new(place),
        multiples: FxHashMap::default(),
        made: FxHashMap::default(),
        bases: Known::default(),
    };
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for (inst, index, alignment) in all.iter().flat_map(|inst| uses(place, *inst)) {
        aligned.one(inst, index, alignment).map_err(|error| error.at_instruction(|| inst.print()))?;
    }
    Ok(!aligned.made.is_empty())
}

/// Returns the pointer operands of an instruction, with their alignments.
fn uses<'m>(place: &Place<'m>, inst: Value<'m>) -> Vec<Use<'m>> {
    let sized = |ty: Type<'m>| place.module.layout().store_size(ty).unwrap_or(1).next_power_of_two();
    let access = |index: u32, ty: Option<Type<'m>>| {
        let most = if ty.is_some_and(Type::is_struct) { LARGEST } else { ty.map_or(1, sized) };
        vec![(inst, index, u64::from(inst.alignment()).min(most))]
    };
    match inst.opcode() {
        Some(Opcode::Load) => access(0, Some(inst.ty())),
        Some(Opcode::Store) => access(1, inst.operand(0).map(Value::ty)),
        Some(Opcode::AtomicRmw | Opcode::CmpXchg) => access(0, inst.operand(1).map(Value::ty)),
        Some(Opcode::Call) => {
            let name = inst.called_function().and_then(Value::intrinsic_name);
            let count = name.and_then(|name| COPIES.iter().find(|row| row.0 == name)).map_or(0, |row| row.1);
            (0..count).map(|index| (inst, index, inst.param_alignment(index).unwrap_or(1).into())).collect()
        }
        _ => Vec::new(),
    }
}

struct Aligned<'a, 'm> {
    place: &'a Place<'m>,
    offsets: Offsets<'a, 'm>,
    /// The phis and selects that were examined, and whether their offsets are multiples of an alignment.
    multiples: FxHashMap<(Value<'m>, u64), bool>,
    /// The pointers that replace others, by the old pointer and the alignment.
    made: FxHashMap<(Value<'m>, u64), Value<'m>>,
    /// The phis and selects of variables that correspond to those of pointers.
    bases: Known<'m>,
}

impl<'m> Aligned<'_, 'm> {
    /// Rewrites one pointer operand, unless its offset is known to be a multiple of the alignment.
    fn one(&mut self, inst: Value<'m>, index: u32, alignment: u64) -> Result<()> {
        let alignment = alignment.min(LARGEST);
        let pointer = inst.operand(index).ok_or_else(|| Error::internal("an access without an operand"))?;
        if alignment <= 1 || !pointer.is_instruction() {
            return Ok(());
        }
        if let Some(made) = self.made.get(&(pointer, alignment)) {
            return inst.set_operand(index, *made);
        }
        let address = Address::of(self.place.module.layout(), pointer)?;
        let is_root_known = self.is_root_multiple(address.root, alignment)?;
        if is_root_known && is_multiple(&address, alignment) {
            return Ok(());
        }
        let (from, base) = match root(address.root) {
            _ if is_root_known => (address.root, None),
            Some(variable) if is_variable(variable) => (variable, Some(self.offsets.of(address.root)?)),
            _ => match self.choice(address.root, alignment, &mut Vec::new())? {
                Some(choice) => (choice, None),
                None if leads_to_variables(address.root) => {
                    (self.base(address.root)?, Some(self.offsets.of(address.root)?))
                }
                None => return Ok(()),
            },
        };
        let made = self.chain(pointer, (from, base), &address, alignment)?;
        self.made.insert((pointer, alignment), made);
        inst.set_operand(index, made)
    }

    /// Returns whether the offset of a pointer is known to be a multiple of the alignment; true for a pointer other
    /// than a phi or select.
    fn is_root_multiple(&mut self, pointer: Value<'m>, alignment: u64) -> Result<bool> {
        if !is_choice(pointer) {
            return Ok(true);
        }
        if let Some(known) = self.multiples.get(&(pointer, alignment)) {
            return Ok(*known);
        }
        let (mut seen, mut work, mut is_known) = (FxHashSet::default(), vec![pointer], true);
        while let Some(choice) = work.pop().filter(|_| is_known) {
            let pointers = choice.operands().filter(|operand| operand.ty().is_pointer());
            for chosen in pointers.collect::<Vec<_>>() {
                let address = Address::of(self.place.module.layout(), chosen)?;
                is_known &= is_multiple(&address, alignment);
                work.extend(Some(address.root).filter(|root| is_choice(*root) && seen.insert(*root)));
            }
        }
        self.multiples.insert((pointer, alignment), is_known);
        Ok(is_known)
    }

    /// Rebuilds a phi or select of pointers to several variables from pointers whose offsets are multiples of the
    /// alignment. Returns `None` for a pointer that advances in a loop, since its steps need not be multiples.
    fn choice(&mut self, choice: Value<'m>, alignment: u64, path: &mut Vec<Value<'m>>) -> Result<Option<Value<'m>>> {
        if let Some(known) = self.made.get(&(choice, alignment)) {
            return Ok(Some(*known));
        }
        if !is_choice(choice) || path.contains(&choice) || path.len() > MAX_DEPTH {
            return Ok(None);
        }
        path.push(choice);
        let first = u32::from(choice.is_op(Opcode::Select));
        let mut pointers = Vec::new();
        for pointer in choice.operands().filter(|operand| operand.ty().is_pointer()).collect::<Vec<_>>() {
            let Some(made) = self.chosen(pointer, alignment, path)? else { return Ok(None) };
            pointers.push(made);
        }
        path.pop();
        let emit = self.offsets.emit();
        emit.builder.position_before(choice)?;
        let made = match (choice.operand(0), pointers.as_slice()) {
            (Some(condition), [a, b]) if first == 1 => emit.builder.select(condition, *a, *b)?,
            _ => {
                let phi = emit.builder.phi(choice.ty())?;
                for ((_, from), pointer) in choice.incoming().zip(pointers) {
                    emit.builder.add_incoming(phi, pointer, from)?;
                }
                phi
            }
        };
        self.made.insert((choice, alignment), made);
        Ok(Some(made))
    }

    /// Returns the variable that a pointer leads to, through phis and selects that correspond to those of the pointer.
    fn base(&mut self, pointer: Value<'m>) -> Result<Value<'m>> {
        let rule = Rule { ty: pointer.ty(), leaf: &|leaf| Ok(leaf), step: &|base, _| Ok(base) };
        rule.value(self.offsets.emit(), &mut self.bases, pointer)
    }

    /// Rewrites a pointer that may be chosen, so that its offset is a multiple of the alignment; `None` if this is not
    /// possible.
    fn chosen(&mut self, pointer: Value<'m>, alignment: u64, path: &mut Vec<Value<'m>>) -> Result<Option<Value<'m>>> {
        let address = Address::of(self.place.module.layout(), pointer)?;
        let root = match is_choice(address.root) {
            true => self.choice(address.root, alignment, path)?,
            false => Some(address.root).filter(|root| is_variable(*root)),
        };
        let Some(root) = root else { return Ok(None) };
        if pointer == address.root {
            return Ok(Some(root));
        }
        match pointer.is_instruction() {
            _ if root == address.root && is_multiple(&address, alignment) => Ok(Some(pointer)),
            true => self.chain(pointer, (root, None), &address, alignment).map(Some),
            false => Ok(None),
        }
    }

    /// Emits a chain to an address from the pointer `from`, given the offset `base` of the address's root. The part of
    /// the offset that is not known to be a multiple of the alignment is rounded down to one.
    fn chain(
        &self,
        pointer: Value<'m>,
        (from, base): (Value<'m>, Option<Value<'m>>),
        address: &Address<'m>,
        alignment: u64,
    ) -> Result<Value<'m>> {
        let word = self.place.context.int_type(32)?;
        let base = base.map_or_else(|| self.place.context.const_int(word, 0), Ok)?;
        let emit = self.offsets.emit();
        match (pointer.is_op(Opcode::Phi), pointer.parent_block(), pointer.next_instruction()) {
            (true, Some(block), _) => emit.builder.position_after_phis(block)?,
            (_, _, Some(next)) => emit.builder.position_before(next)?,
            _ => return Err(Error::internal("a pointer without a place")),
        }
        let (whole, others): (Vec<Term<'m>>, Vec<Term<'m>>) =
            address.terms.iter().partition(|term| is_divisible(term.scale, alignment));
        let sum = |first: Value<'m>, terms: &[Term<'m>]| {
            terms.iter().try_fold(first, |sum, term| {
                let index = emit.resize(term.index, word, !term.index.ty().is_int_of(1))?;
                let scale = term.scale.wrapping_div(term.divisor);
                let product = emit.with(Opcode::Mul, index, u64::from(scale as u32))?;
                emit.binary(Opcode::Add, sum, product)
            })
        };
        let left = address.offset.rem_euclid(alignment as i64);
        let rest = emit.with(Opcode::Add, sum(base, &others)?, left as u64)?;
        let bits = u64::from(alignment.trailing_zeros());
        let rest = emit.with(Opcode::Shl, emit.with(Opcode::AShr, rest, bits)?, bits)?;
        let offset = emit.with(Opcode::Add, sum(rest, &whole)?, u64::from((address.offset - left) as u32))?;
        emit.builder.gep(self.place.context.int_type(8)?, from, &[offset], false)
    }
}

/// Returns whether a pointer is a variable.
fn is_variable(root: Value<'_>) -> bool {
    root.is_global_variable() || root.is_op(Opcode::Alloca)
}

fn is_divisible(number: i64, alignment: u64) -> bool {
    number.rem_euclid(alignment as i64) == 0
}

/// Returns whether the offset of an address from its root is known to be a multiple of the alignment.
fn is_multiple(address: &Address<'_>, alignment: u64) -> bool {
    is_divisible(address.offset, alignment) && address.terms.iter().all(|term| is_divisible(term.scale, alignment))
}
