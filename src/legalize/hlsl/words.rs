//! Accesses to blocks that are arrays of 32-bit words, since clang's layout of their types breaks the rules of Vulkan:
//! loaded values are assembled from words, and stored values are split into words.

use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Type, Value};

/// The number of nested geps through which pointers are followed.
const MAX_DEPTH: u32 = 32;

/// Returns whether every number in a type consists of whole words.
pub fn are_words(ty: Type<'_>) -> bool {
    are_words_to(ty, MAX_DEPTH)
}

fn are_words_to(ty: Type<'_>, depth: u32) -> bool {
    if ty.target_name() == Some("spirv.Padding") {
        return true;
    }
    if ty.is_struct() || ty.is_array() {
        return depth > 0 && ty.fields().chain(ty.element()).all(|part| are_words_to(part, depth - 1));
    }
    matches!(ty.scalar().int_width().max(ty.scalar().float_width()), 32 | 64)
}

/// Splits the loads and stores through a pointer into a block of words.
pub fn split<'m>(place: &Place<'m>, pointer: Value<'m>) -> Result<()> {
    split_to(place, pointer, MAX_DEPTH)
}

fn split_to<'m>(place: &Place<'m>, pointer: Value<'m>, depth: u32) -> Result<()> {
    for user in pointer.uses().collect::<Vec<_>>() {
        let opcode = user.any_opcode();
        match opcode {
            Some(Opcode::GetElementPtr) if depth > 0 => split_to(place, user, depth - 1)?,
            Some(Opcode::Load) if !is_word(user.ty()) => {
                place.builder.position_before(user)?;
                let value = load(place, user.ty(), pointer)?;
                user.replace_uses(value)?;
                user.erase()?;
            }
            Some(Opcode::Store) if user.operand(1) == Some(pointer) => {
                let value = user.operand(0).ok_or_else(|| Error::internal("a store without a value"))?;
                if !is_word(value.ty()) {
                    place.builder.position_before(user)?;
                    store(place, value, pointer)?;
                    user.erase()?;
                }
            }
            Some(Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg) => {}
            _ => {
                let text = "an address in a buffer whose layout breaks the rules of Vulkan, which is not loaded from or stored to";
                return Err(Error::of(Code::Instruction, text).at_instruction(|| user.print()));
            }
        }
    }
    Ok(())
}

/// Returns whether a type is an integer of 32 bits.
fn is_word(ty: Type<'_>) -> bool {
    ty.is_int_of(32)
}

/// Returns the address `word` words after a pointer.
fn at<'m>(place: &Place<'m>, pointer: Value<'m>, word: u32) -> Result<Value<'m>> {
    let bytes = place.context.const_int(place.context.int_type(32)?, (word * 4).into())?;
    place.builder.gep(place.context.int_type(8)?, pointer, &[bytes], false)
}

/// Returns the vector type with the words of a value, and their number.
fn words<'m>(place: &Place<'m>, ty: Type<'m>) -> Result<(Type<'m>, u32)> {
    let bits = u64::from(ty.scalar().int_width().max(ty.scalar().float_width()));
    let lanes = if ty.is_vector() { ty.count() } else { 1 };
    let count = u32::try_from(bits.saturating_mul(lanes) / 32).unwrap_or(u32::MAX);
    let is_whole = bits.is_multiple_of(32) && count > 0 && count <= 64;
    let none = || {
        Error::of(Code::Instruction, format!("an access of {ty} in a buffer whose layout breaks the rules of Vulkan"))
    };
    let word = place.context.int_type(32)?;
    match is_whole {
        true if count == 1 => Ok((word, 1)),
        true => Ok((place.context.vector_type(word, count)?, count)),
        false => Err(none()),
    }
}

fn load<'m>(place: &Place<'m>, ty: Type<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
    let (vector, count) = words(place, ty)?;
    let word = place.context.int_type(32)?;
    let mut all = place.context.poison(vector)?;
    for index in 0..count {
        let address = at(place, pointer, index)?;
        let part = place.builder.load(word, address)?;
        part.set_alignment(4)?;
        all = match count {
            1 => part,
            _ => place.builder.insert_element(all, part, place.context.const_int(word, index.into())?)?,
        };
    }
    if vector == ty { Ok(all) } else { place.builder.cast(Opcode::BitCast, all, ty) }
}

fn store<'m>(place: &Place<'m>, value: Value<'m>, pointer: Value<'m>) -> Result<()> {
    let (vector, count) = words(place, value.ty())?;
    let word = place.context.int_type(32)?;
    let all = if vector == value.ty() { value } else { place.builder.cast(Opcode::BitCast, value, vector)? };
    for index in 0..count {
        let part = match count {
            1 => all,
            _ => place.builder.extract_element(all, place.context.const_int(word, index.into())?)?,
        };
        let address = at(place, pointer, index)?;
        place.builder.store(part, address)?.set_alignment(4)?;
    }
    Ok(())
}
