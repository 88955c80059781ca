//! SPIR-V, damaged by instructions and words.

use crate::Random;

/// The opcode of an extended instruction.
const EXTENDED: u16 = 12;
/// The place of the number of an extended instruction.
const NUMBER: usize = 4;

/// Words of the header.
const HEADER: usize = 5;

/// Returns a module with one to three damages.
pub fn mutant(words: &[u32], random: &mut Random) -> Vec<u32> {
    damaged(words, random, damage)
}

/// Returns a module with one to three damages by a function.
pub(crate) fn damaged(words: &[u32], random: &mut Random, damage: fn(&mut Vec<u32>, &mut Random)) -> Vec<u32> {
    let mut words = words.to_vec();
    for _ in 0..=random.below(3) {
        damage(&mut words, random);
    }
    words
}

/// Applies one damage: a flipped bit, a cut, an instruction dropped, duplicated or moved, another opcode, length or
/// operand.
pub fn damage(words: &mut Vec<u32>, random: &mut Random) {
    let starts = starts(words);
    let Some(start) = random.one_of(&starts) else { return };
    let end = (start + length(words[start])).min(words.len());
    let to = random.one_of(&starts).unwrap_or(start);
    match random.below(12) {
        0 => flip(words, random),
        1 if random.below(4) == 0 => words.truncate(random.below(words.len()).max(1)),
        2 | 3 => drop(words.drain(start..end)),
        4 => drop(words.splice(to..to, words[start..end].to_vec())),
        5 => {
            let moved: Vec<u32> = words.drain(start..end).collect();
            let to = to.min(words.len());
            drop(words.splice(to..to, moved));
        }
        // Another opcode with the same operands.
        6 => words[start] = words[start] & 0xFFFF_0000 | random.below(420) as u32,
        7 => words[start] ^= 1 << (16 + random.below(3)),
        _ => operand(words, start, end, random),
    }
}

/// Returns a module with one to three damages of its extended instructions.
pub fn extended_mutant(words: &[u32], random: &mut Random) -> Vec<u32> {
    damaged(words, random, damage_extended)
}

/// Applies one damage to an extended instruction: it is dropped, duplicated, moved or cut, or gets another number or
/// operand.
fn damage_extended(words: &mut Vec<u32>, random: &mut Random) {
    let is_extended = |start: &usize| words[*start] as u16 == EXTENDED;
    let starts: Vec<_> = starts(words).into_iter().filter(is_extended).collect();
    let Some(start) = random.one_of(&starts) else { return };
    let end = (start + length(words[start])).min(words.len());
    let to = random.one_of(&starts).unwrap_or(start);
    match random.below(12) {
        0 => drop(words.drain(start..end)),
        1 => drop(words.splice(to..to, words[start..end].to_vec())),
        2 => {
            let moved: Vec<u32> = words.drain(start..end).collect();
            let to = to.min(words.len());
            drop(words.splice(to..to, moved));
        }
        // Another instruction of the set with the same operands.
        3 if end > start + NUMBER => words[start + NUMBER] = random.below(110) as u32,
        4 if end > start + NUMBER + 1 => {
            words.remove(end - 1);
            words[start] -= 1 << 16;
        }
        5 => {
            words.insert(end, random.below(words[3].max(1) as usize) as u32);
            words[start] += 1 << 16;
        }
        // The id of another one.
        6..=8 if end > start + NUMBER + 1 => {
            let at = start + NUMBER + 1 + random.below(end - start - NUMBER - 1);
            words[at] = words.get(to + 2).copied().unwrap_or_default();
        }
        _ => operand(words, start, end, random),
    }
}

fn flip(words: &mut [u32], random: &mut Random) {
    let at = random.below(words.len());
    words[at] ^= 1 << random.below(32);
}

/// Replaces an operand by an id from elsewhere, or a number that is rarely valid.
fn operand(words: &mut [u32], start: usize, end: usize, random: &mut Random) {
    let (at, bound) = ((start + 1 + random.below(end - start)).min(words.len() - 1), words[3]);
    let other = words[random.below(words.len())];
    let below = random.below(bound.max(1) as usize) as u32;
    let choices = [0, 1, 2, bound.wrapping_sub(1), bound, 0x7FFF_FFFF, u32::MAX, other, below, below, below];
    words[at] = random.one_of(&choices).unwrap_or(0);
}

/// Returns the offsets of the instructions, in words.
pub(crate) fn starts(words: &[u32]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = HEADER;
    while let Some(word) = words.get(at) {
        starts.push(at);
        at += length(*word);
    }
    starts
}

/// Returns the word count in the first word of an instruction.
pub(crate) fn length(first: u32) -> usize {
    (first >> 16).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages_whatever_it_is_given() {
        let module = [0x0723_0203, 0x0001_0000, 0, 9, 0, 0x0002_0011, 4, 0x0003_000E, 1, 2, 0x0005_0036, 1, 2];
        for number in 0..5_000 {
            let mut random = Random::new(1, number);
            let mut words = mutant(&module, &mut random);
            assert_eq!(words, mutant(&module, &mut Random::new(1, number)));
            (0..4).for_each(|_| damage(&mut words, &mut random));
            (0..4).for_each(|_| damage_extended(&mut words, &mut random));
        }
    }
}
