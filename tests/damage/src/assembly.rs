//! LLVM assembly, damaged by lines, tokens and bytes.

use crate::Random;

/// Returns a text with one to three damages.
pub fn mutant(text: &str, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        text = damage(&text, random);
    }
    let mut bytes = text.into_bytes();
    if random.below(6) == 0 {
        byte(&mut bytes, random);
    }
    bytes
}

/// Applies one damage: a third of them to lines, some to operands of metadata, the others to tokens.
pub fn damage(text: &str, random: &mut Random) -> String {
    match random.below(12) {
        0..4 => line(text, random),
        4 => metadata(text, random),
        _ => token(text, random),
    }
}

/// Drops, duplicates or moves a line.
fn line(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    let Some(taken) = lines.get(from).copied() else { return text.to_owned() };
    match random.below(4) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(from, taken),
        2 => lines.insert(to, taken),
        _ => lines.swap(from, to),
    }
    lines.join("\n") + "\n"
}

/// Replaces a token by another token of the text, a number, or a keyword.
fn token(text: &str, random: &mut Random) -> String {
    const NUMBERS: [&str; 8] =
        ["0", "1", "-1", "255", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615"];
    const WORDS: [&str; 24] = [
        "i1",
        "i8",
        "i64",
        "i24",
        "i128",
        "half",
        "float",
        "double",
        "ptr",
        "label",
        "metadata",
        "token",
        "void",
        "poison",
        "undef",
        "null",
        "zeroinitializer",
        "none",
        "true",
        "addrspace",
        "i8388607",
        "opaque",
        "x86_amx",
        "distinct",
    ];
    let tokens: Vec<&str> = tokens(text).collect();
    let (Some(old), Some(other)) = (random.one_of(&tokens), random.one_of(&tokens)) else { return text.to_owned() };
    // What begins alike gets further: values for values, types and opcodes for each other.
    let first = old.chars().next();
    let alike: Vec<&str> =
        tokens.iter().copied().filter(|token| token.chars().next() == first && *token != old).collect();
    let new = match random.below(12) {
        0 => random.one_of(&NUMBERS),
        1 => random.one_of(&WORDS),
        2 => Some(other),
        _ => random.one_of(&alike),
    };
    replaced(text, old, new.unwrap_or(other))
}

/// Replaces a used metadata node by something that is not such a node. LLVM trusts much of metadata without a check.
fn metadata(text: &str, random: &mut Random) -> String {
    const OTHERS: [&str; 9] =
        ["null", "null", "!{}", "!{null}", "!{null, null, null}", "!\"a\"", "i32 1", "i64 -1", "!DIExpression()"];
    let is_node = |token: &str| {
        token.strip_prefix('!').is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
    };
    let is_used = |node: &&str| is_node(node) && !text[end_of(text, node)..].starts_with(" =");
    let node = random.one_of(&tokens(text).filter(is_used).collect::<Vec<_>>());
    let (Some(node), Some(other)) = (node, random.one_of(&OTHERS)) else { return text.to_owned() };
    replaced(text, node, other)
}

/// Returns the tokens: words, names, numbers and strings without blanks.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_token = |c: char| c.is_ascii_alphanumeric() || "%@!._\"$#-".contains(c);
    text.split(move |c| !is_token(c)).filter(|token| !token.is_empty())
}

/// Returns the end of a token of the text.
fn end_of(text: &str, token: &str) -> usize {
    token.as_ptr() as usize - text.as_ptr() as usize + token.len()
}

/// Returns the text with one of its tokens replaced.
fn replaced(text: &str, token: &str, new: &str) -> String {
    let end = end_of(text, token);
    [&text[..end - token.len()], new, &text[end..]].concat()
}

/// Changes, drops or duplicates bytes, or truncates the rest.
fn byte(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let end = (at + 1 + random.below(8)).min(bytes.len());
    match random.below(4) {
        0 if at < bytes.len() => bytes[at] = random.number() as u8,
        1 if at < end => drop(bytes.drain(at..end)),
        2 if at < end => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
        _ if random.below(4) == 0 => bytes.truncate(at),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages_whatever_it_is_given() {
        for text in ["", "\n", "define void @f() {\n  ret void\n}\n", "; no more\n", "!0 = !{!1, !0}\n!1 = !{}"] {
            for number in 0..2_000 {
                let [first, second] = [(); 2].map(|()| mutant(text, &mut Random::new(1, number)));
                assert_eq!(first, second);
            }
        }
    }
}
