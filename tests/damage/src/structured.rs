//! SPIR-V, damaged along its structure: instructions stay well formed, with another meaning.
//!
//! In: a good module. Out: one whose ids, types, operands and decorations are exchanged with others of their kind. Such
//! damage gets past the checks of the binary form, into the code that follows operands, types and positions.

use crate::Random;
use crate::spirv::{damaged, length, starts};

/// The opcodes of the types that are numbered consecutively.
const TYPES: std::ops::RangeInclusive<u16> = 19..=39;
/// The opcodes of constants.
const CONSTANTS: std::ops::RangeInclusive<u16> = 41..=52;
const NAME: u16 = 5;
const MEMBER_NAME: u16 = 6;
const DECORATE: u16 = 71;
const MEMBER_DECORATE: u16 = 72;

/// The position of an instruction.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: usize,
    end: usize,
    opcode: u16,
}

/// Returns a module with one to three damages of its structure.
pub fn mutant(words: &[u32], random: &mut Random) -> Vec<u32> {
    damaged(words, random, damage)
}

/// Applies one damage: operands or positions of two similar instructions are exchanged; ids are replaced by others of
/// their kind; types are made cyclic.
pub fn damage(words: &mut Vec<u32>, random: &mut Random) {
    let places = places(words);
    let Some(place) = random.one_of(&places) else { return };
    let like: Vec<_> = places.iter().copied().filter(|other| is_like(words, place, *other)).collect();
    let Some(other) = random.one_of(&like) else { return };
    match random.below(10) {
        0 | 1 => exchange_operands(words, place, other, random),
        2 => exchange_places(words, place, other),
        3 => exchange_ids(words, place, other),
        4 | 5 => turn_types(words, &places, random),
        6 => other_result_type(words, &places, place, random),
        7 => other_opcode(words, &places, place, random),
        8 => decorate_another(words, &places, random),
        _ => other_id(words, &places, place, random),
    }
}

fn places(words: &[u32]) -> Vec<Place> {
    let place = |start: usize| {
        let end = (start + length(words[start])).min(words.len());
        Place { start, end, opcode: words[start] as u16 }
    };
    let is_named = |place: &Place| place.opcode != NAME && place.opcode != MEMBER_NAME;
    starts(words).into_iter().map(place).filter(is_named).collect()
}

/// Returns whether instructions are similar: of one opcode, or both types, or both constants, or with equally many
/// operands.
fn is_like(words: &[u32], place: Place, other: Place) -> bool {
    let are_both =
        |range: &std::ops::RangeInclusive<u16>| range.contains(&place.opcode) && range.contains(&other.opcode);
    let has_result_type = |place: Place| !TYPES.contains(&place.opcode) && result(words, place).is_some();
    place.opcode == other.opcode
        || are_both(&TYPES)
        || are_both(&CONSTANTS)
        || place.end - place.start == other.end - other.start && has_result_type(place) && has_result_type(other)
}

/// Returns the position of the result id in the words, as far as the range of the opcode determines it.
fn result_place(place: Place) -> Option<usize> {
    match place.opcode {
        0..=18 | 39 | 40 | DECORATE..=76 => None,
        // They only have operands.
        62..=64 | 224 | 225 | 228 | 246 | 247 | 249..=255 => None,
        opcode if TYPES.contains(&opcode) || opcode == 248 => Some(place.start + 1),
        _ => Some(place.start + 2),
    }
    .filter(|at| *at < place.end)
}

fn result(words: &[u32], place: Place) -> Option<u32> {
    result_place(place).and_then(|at| words.get(at)).copied()
}

/// Exchanges an operand of two instructions.
fn exchange_operands(words: &mut [u32], place: Place, other: Place, random: &mut Random) {
    let first = if TYPES.contains(&place.opcode) || result_place(place).is_none() { 1 } else { 3 };
    let most = (place.end - place.start).min(other.end - other.start);
    if most <= first {
        return;
    }
    let at = first + random.below(most - first);
    words.swap(place.start + at, other.start + at);
}

/// Swaps two instructions.
fn exchange_places(words: &mut Vec<u32>, place: Place, other: Place) {
    let (first, second) = if place.start <= other.start { (place, other) } else { (other, place) };
    if first.end > second.start {
        return;
    }
    let exchanged =
        [&words[second.start..second.end], &words[first.end..second.start], &words[first.start..first.end]].concat();
    words.splice(first.start..second.end, exchanged);
}

/// Swaps the ids of two results.
fn exchange_ids(words: &mut [u32], place: Place, other: Place) {
    if let (Some(a), Some(b)) = (result_place(place), result_place(other)) {
        words.swap(a, b);
    }
}

/// Replaces a component of a type by another type, which may come later or be the type itself.
fn turn_types(words: &mut [u32], places: &[Place], random: &mut Random) {
    let types: Vec<_> = places.iter().copied().filter(|place| TYPES.contains(&place.opcode)).collect();
    let parts: Vec<_> =
        types.iter().copied().filter(|place| place.end > place.start + 2 && place.opcode > 22).collect();
    let (Some(place), Some(part)) = (random.one_of(&parts), random.one_of(&types)) else { return };
    let Some(id) = result(words, part) else { return };
    // A pointer has its class first.
    let first = if place.opcode == 32 { 3 } else { 2 };
    let count = if place.opcode == 30 || place.opcode == 33 { place.end - place.start - first } else { 1 };
    if let Some(word) =
        words.get_mut(place.start + first + random.below(count)).filter(|_| place.start + first < place.end)
    {
        *word = id;
    }
}

/// Gives a result another type.
fn other_result_type(words: &mut [u32], places: &[Place], place: Place, random: &mut Random) {
    let types: Vec<_> = places.iter().copied().filter(|place| TYPES.contains(&place.opcode)).collect();
    let Some(ty) = random.one_of(&types).and_then(|ty| result(words, ty)) else { return };
    if result_place(place) == Some(place.start + 2) {
        words[place.start + 1] = ty;
    }
}

/// Gives an instruction the opcode of another one of the same length.
fn other_opcode(words: &mut [u32], places: &[Place], place: Place, random: &mut Random) {
    let is_as_long = |other: &&Place| {
        other.end - other.start == place.end - place.start
            && result_place(**other).map(|at| at - other.start) == result_place(place).map(|at| at - place.start)
    };
    let others: Vec<_> = places.iter().filter(is_as_long).map(|other| other.opcode).collect();
    if let Some(opcode) = random.one_of(&others) {
        words[place.start] = words[place.start] & 0xFFFF_0000 | u32::from(opcode);
    }
}

/// Changes the target or the decoration of a decorating instruction.
fn decorate_another(words: &mut [u32], places: &[Place], random: &mut Random) {
    let is_decoration = |place: &&Place| matches!(place.opcode, DECORATE | MEMBER_DECORATE);
    let all: Vec<_> = places.iter().filter(is_decoration).copied().collect();
    let (Some(place), Some(other)) = (random.one_of(&all), random.one_of(&all)) else { return };
    let at = 1 + random.below((place.end - place.start).min(other.end - other.start).saturating_sub(1));
    if place.start + at < place.end {
        words[place.start + at] = words[other.start + at];
    }
}

/// Replaces an operand by another result: of the same opcode as the original one, or any.
fn other_id(words: &mut [u32], places: &[Place], place: Place, random: &mut Random) {
    let first = result_place(place).map_or(1, |at| at - place.start + 1);
    if place.end <= place.start + first {
        return;
    }
    let at = place.start + first + random.below(place.end - place.start - first);
    let named = places.iter().find(|other| result(words, **other) == Some(words[at]));
    let is_it = |other: &&Place| named.is_none_or(|named| named.opcode == other.opcode);
    let results: Vec<_> = places.iter().filter(is_it).filter_map(|other| result(words, *other)).collect();
    if let Some(id) = random.one_of(&results) {
        words[at] = id;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_makes_stays_made_of_whole_instructions() {
        let module = [
            0x0723_0203,
            0x0001_0000,
            0,
            9,
            0,
            0x0002_0011,
            1,
            0x0003_000E,
            0,
            1,
            0x0002_0013,
            1,
            0x0004_0015,
            2,
            32,
            0,
            0x0003_0016,
            3,
            32,
            0x0004_002B,
            2,
            4,
            7,
            0x0004_0020,
            5,
            6,
            2,
            0x0004_003B,
            5,
            6,
            6,
        ];
        for number in 0..5_000 {
            let made = mutant(&module, &mut Random::new(1, number));
            assert_eq!(made, mutant(&module, &mut Random::new(1, number)));
            assert_eq!(made.len(), module.len());
            assert_eq!(starts(&made).len(), starts(&module).len(), "{made:?}");
        }
    }
}
