//! Debug expressions for parts of variables.

use super::operator_arguments;

const DEREF: u64 = 0x06;
const XDEREF: u64 = 0x18;
const MINUS: u64 = 0x1c;
const PLUS: u64 = 0x22;
const PLUS_UCONST: u64 = 0x23;
const SHL: u64 = 0x24;
const SHR: u64 = 0x25;
const SHRA: u64 = 0x26;
const DEREF_SIZE: u64 = 0x94;
const XDEREF_SIZE: u64 = 0x95;
const DEREF_TYPE: u64 = 0xa6;
const XDEREF_TYPE: u64 = 0xa7;
const STACK_VALUE: u64 = 0x9f;
const FRAGMENT: u64 = 0x1000;
const EXTRACT_SIGNED: u64 = 0x1006;
const EXTRACT_UNSIGNED: u64 = 0x1007;

/// Returns the offset and the size in bits of an expression's fragment, if it has one.
pub(crate) fn fragment(words: &[u64]) -> Option<(u64, u64)> {
    let mut rest = words;
    while let Some((operator, after)) = rest.split_first() {
        let (arguments, next) = after.split_at_checked(operator_arguments(*operator))?;
        if let (FRAGMENT, &[offset, size]) = (*operator, arguments) {
            return Some((offset, size));
        }
        rest = next;
    }
    None
}

/// Returns the constant offset in bytes at the start of an expression, and the rest, as LLVM's `DIExpression::extractLeadingOffset`
/// does; `None` if another operator than a load or a fragment follows.
pub(crate) fn leading_offset(words: &[u64]) -> Option<(u64, &[u64])> {
    const CONSTU: u64 = 0x10;
    let (mut bytes, mut rest) = (0u64, words);
    loop {
        match *rest {
            [] | [DEREF | DEREF_SIZE | DEREF_TYPE | FRAGMENT | EXTRACT_SIGNED | EXTRACT_UNSIGNED, ..] => {
                return Some((bytes, rest));
            }
            [PLUS_UCONST, number, ..] | [CONSTU, number, PLUS, ..] => bytes = bytes.checked_add(number)?,
            [CONSTU, number, MINUS, ..] => bytes = bytes.checked_sub(number)?,
            _ => return None,
        }
        rest = rest.get(if rest.first() == Some(&CONSTU) { 3 } else { 2 }..)?;
    }
}

/// Returns an expression without its fragment; `None` for an expression that ends within an operator.
pub(crate) fn without(words: &[u64]) -> Option<Vec<u64>> {
    let mut made = Vec::with_capacity(words.len());
    let mut rest = words;
    while let Some((&operator, after)) = rest.split_first() {
        let (arguments, next) = after.split_at_checked(operator_arguments(operator))?;
        if operator != FRAGMENT {
            made.push(operator);
            made.extend_from_slice(arguments);
        }
        rest = next;
    }
    Some(made)
}

/// Returns an expression with a load appended before the stack value and fragment; `None` for an expression that ends within an operator.
pub(crate) fn through(words: &[u64]) -> Option<Vec<u64>> {
    let mut rest = words;
    while let Some((&operator, after)) = rest.split_first().filter(|(op, _)| !matches!(**op, STACK_VALUE | FRAGMENT)) {
        rest = after.get(operator_arguments(operator)..)?;
    }
    let (head, tail) = words.split_at_checked(words.len() - rest.len())?;
    Some([head, &[DEREF], tail].concat())
}

/// Returns the expression for a part of the bits that an expression describes, as LLVM's `DIExpression::createFragmentExpression`
/// does; `None` if the computed value cannot be split.
pub(crate) fn of_part(words: &[u64], mut offset: u64, size: u64) -> Option<Vec<u64>> {
    let mut made = Vec::with_capacity(words.len() + 3);
    // A value that carries from one part to the next cannot be split; a loaded one can.
    let (mut has_parts, mut names_part) = (true, true);
    let mut rest = words;
    while let Some((&operator, after)) = rest.split_first() {
        let (arguments, next) = after.split_at_checked(operator_arguments(operator))?;
        match (operator, arguments) {
            (SHR | SHRA | SHL | PLUS | PLUS_UCONST | MINUS, _) => has_parts = false,
            (DEREF | DEREF_SIZE | DEREF_TYPE | XDEREF | XDEREF_SIZE | XDEREF_TYPE, _) => has_parts = true,
            (STACK_VALUE, _) if !has_parts => return None,
            (FRAGMENT, &[first, _]) => {
                if !names_part {
                    return None;
                }
                offset = offset.wrapping_add(first);
                rest = next;
                continue;
            }
            (EXTRACT_SIGNED | EXTRACT_UNSIGNED, &[first, bits]) => {
                if first < offset || first.saturating_add(bits) > offset.saturating_add(size) {
                    return None;
                }
                made.extend([operator, first - offset, bits]);
                names_part = false;
                rest = next;
                continue;
            }
            _ => {}
        }
        made.push(operator);
        made.extend_from_slice(arguments);
        rest = next;
    }
    if names_part {
        made.extend([FRAGMENT, offset, size]);
    }
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_expressions() {
        assert_eq!(of_part(&[], 8, 16), Some(vec![FRAGMENT, 8, 16]));
        assert_eq!(of_part(&[FRAGMENT, 32, 32], 8, 16), Some(vec![FRAGMENT, 40, 16]));
        assert_eq!(of_part(&[PLUS_UCONST, 3, STACK_VALUE], 0, 8), None);
        assert_eq!(of_part(&[PLUS_UCONST, 3, DEREF], 0, 8), Some(vec![PLUS_UCONST, 3, DEREF, FRAGMENT, 0, 8]));
        assert_eq!(of_part(&[EXTRACT_SIGNED, 8, 4], 8, 8), Some(vec![EXTRACT_SIGNED, 0, 4]));
        assert_eq!(of_part(&[EXTRACT_SIGNED, 8, 4], 10, 8), None);
        assert_eq!(of_part(&[FRAGMENT, 1], 0, 8), None);
        assert_eq!(fragment(&[DEREF, FRAGMENT, 1, 2]), Some((1, 2)));
        assert_eq!(fragment(&[PLUS_UCONST, FRAGMENT]), None);
    }
}
