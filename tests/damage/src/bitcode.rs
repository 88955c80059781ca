//! Bitcode, damaged by bits, bytes and words. Bitcode is a stream of bits in blocks, whose lengths count 32-bit words:
//! moving whole words preserves the alignment of the surrounding blocks.

use crate::Random;

/// Returns bitcode with one to three damages.
pub fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        damage(&mut bytes, random);
    }
    bytes
}

/// Applies one damage: mostly flipped bits, which leave the rest in its place.
pub fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    // Past the magic number, without which it would be taken for assembly.
    let first = 4.min(bytes.len());
    let at = first + random.below(bytes.len() - first);
    let Some(byte) = bytes.get(at).copied() else { return };
    let word = at & !3;
    let end = (word + 4 * (1 + random.below(4))).min(bytes.len());
    match random.below(10) {
        0 => bytes[at] = random.number() as u8,
        1 => bytes[at] = random.one_of(&[0, 0xFF, 0x80, byte.wrapping_add(1), byte.wrapping_sub(1)]).unwrap_or(0),
        2 if random.below(4) == 0 => bytes.truncate(at),
        3 if word >= first => drop(bytes.drain(word..end)),
        4 if word >= first => drop(bytes.splice(word..word, bytes[word..end].to_vec())),
        5 => {
            let from = first + random.below(bytes.len() - first);
            for i in 0..end - word {
                if let (Some(new), true) = (bytes.get(from + i).copied(), word + i >= first) {
                    bytes[word + i] = new;
                }
            }
        }
        _ => bytes[at] ^= 1 << random.below(8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages_whatever_it_is_given() {
        for size in [0, 3, 4, 5, 64] {
            let bytes: Vec<u8> = (0..size).collect();
            for number in 0..2_000 {
                let [first, second] = [(); 2].map(|()| mutant(&bytes, &mut Random::new(1, number)));
                assert_eq!(first, second);
                assert_eq!(first.get(..3), bytes.get(..3));
            }
        }
    }
}
