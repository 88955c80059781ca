//! Damages inputs along their own lines, so that the damage gets past the first check: SPIR-V by instructions and words,
//! assembly by lines and tokens. Settings follow from the size of an input, so that each of them is tried.

use libfuzzer_sys::fuzzer_mutate;
use llvm_spirv::options::{Extensions, Options, TargetEnv};

/// Words of the header.
const HEADER: usize = 5;

/// The settings for an input.
pub fn options(data: &[u8]) -> Options {
    let size = data.len() / 4;
    let target_env = [TargetEnv::SpvIr, TargetEnv::Cl12, TargetEnv::Cl20][size % 3];
    let extensions = if size.is_multiple_of(2) { Extensions::None } else { Extensions::All };
    Options { extensions, target_env, ..Options::default() }
}

/// Mutates a module in place for `fuzz_mutator!`; gives the new size. Every fourth time as libFuzzer does.
pub fn spirv(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random(u64::from(seed) << 1 | 1);
    let mut words: Vec<u32> = data[..size].as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b)).collect();
    let starts = starts(&words);
    if starts.is_empty() || random.below(4) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    for _ in 0..=random.below(3) {
        damage(&mut words, &starts, &mut random);
    }
    words.truncate(max_size / 4);
    for (bytes, word) in data.as_chunks_mut::<4>().0.iter_mut().zip(&words) {
        *bytes = word.to_le_bytes();
    }
    words.len() * 4
}

/// Mutates assembly likewise.
pub fn assembly(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random(u64::from(seed) << 1 | 1);
    let Ok(text) = str::from_utf8(&data[..size]) else { return fuzzer_mutate(data, size, max_size) };
    if random.below(8) == 0 || text.len() < 2 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        text = if random.below(3) == 0 { line(&text, &mut random) } else { token(&text, &mut random) };
    }
    let size = text.len().min(max_size);
    data[..size].copy_from_slice(&text.as_bytes()[..size]);
    size
}

/// Drops a line, doubles it, or moves it.
fn line(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(from, lines[from]),
        2 => lines.insert(to, lines[from]),
        _ => lines.swap(from, to),
    }
    lines.join("\n") + "\n"
}

/// Puts a token of the text, or a number, in the place of another one.
fn token(text: &str, random: &mut Random) -> String {
    const NUMBERS: [&str; 6] = ["0", "1", "-1", "255", "4294967296", "18446744073709551615"];
    let is_token = |c: char| c.is_ascii_alphanumeric() || "%@!._\"$".contains(c);
    let tokens: Vec<&str> = text.split(|c| !is_token(c)).filter(|token| !token.is_empty()).collect();
    if tokens.is_empty() {
        return text.to_owned();
    }
    let old = tokens[random.below(tokens.len())];
    let new = match random.below(8) {
        0 => NUMBERS[random.below(NUMBERS.len())],
        _ => tokens[random.below(tokens.len())],
    };
    let at = old.as_ptr() as usize - text.as_ptr() as usize;
    [&text[..at], new, &text[at + old.len()..]].concat()
}

/// Where the instructions start, in words.
fn starts(words: &[u32]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = HEADER;
    while at < words.len() {
        starts.push(at);
        at += (words[at] >> 16).max(1) as usize;
    }
    starts
}

fn damage(words: &mut Vec<u32>, starts: &[usize], random: &mut Random) {
    let start = starts[random.below(starts.len())].min(words.len() - 1);
    let end = (start + (words[start] >> 16).max(1) as usize).min(words.len());
    let to = starts[random.below(starts.len())].min(words.len());
    match random.below(6) {
        0 if words.len() > HEADER + 1 && end - start < words.len() => drop(words.drain(start..end)),
        1 => drop(words.splice(to..to, words[start..end].to_vec())),
        // Another opcode with the same operands.
        2 => words[start] = words[start] & 0xFFFF_0000 | random.below(420) as u32,
        3 => words[start] ^= 1 << (16 + random.below(3)),
        4 => {
            let at = random.below(words.len());
            words[at] ^= 1 << random.below(32);
        }
        _ => operand(words, start, end, random),
    }
}

/// Another operand: an id from somewhere else, or a number that is rarely right.
fn operand(words: &mut [u32], start: usize, end: usize, random: &mut Random) {
    let (at, bound) = ((start + 1 + random.below(end - start)).min(words.len() - 1), words[3]);
    let other = words[random.below(words.len())];
    let below = random.below(bound.max(1) as usize) as u32;
    words[at] = [0, 1, 2, bound.wrapping_sub(1), bound, u32::MAX, other, below, below, below][random.below(10)];
}

/// Xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16) as usize % bound.max(1)
    }
}
