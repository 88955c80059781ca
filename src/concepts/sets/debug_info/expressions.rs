//! Operations of expressions: SPIR-V's number, DWARF's, and the operands.
//!
//! The first ten operations are in the specifications of all sets. The Khronos translator adds further numbers, which
//! are always available in the last set, and in the other sets if the options ask for them.

/// DWARF's and LLVM's operations, in the order of SPIR-V's numbers, with the number of operands and the name.
const OPERATIONS: &[(u64, usize, &str)] = &[
    (0x06, 0, "deref"),
    (0x22, 0, "plus"),
    (0x1c, 0, "minus"),
    (0x23, 1, "plus_uconst"),
    (0x9d, 2, "bit_piece"),
    (0x16, 0, "swap"),
    (0x18, 0, "xderef"),
    (0x9f, 0, "stack_value"),
    (0x10, 1, "constu"),
    (FRAGMENT, 2, "LLVM_fragment"),
    (0x1001, 2, "LLVM_convert"),
    (0x03, 1, "addr"),
    (0x08, 1, "const1u"),
    (0x09, 1, "const1s"),
    (0x0a, 1, "const2u"),
    (0x0b, 1, "const2s"),
    (0x0c, 1, "const4u"),
    (0x0d, 1, "const4s"),
    (0x0e, 1, "const8u"),
    (0x0f, 1, "const8s"),
    (0x11, 1, "consts"),
    (0x12, 0, "dup"),
    (0x13, 0, "drop"),
    (0x14, 0, "over"),
    (0x15, 0, "pick"),
    (0x17, 0, "rot"),
    (0x19, 0, "abs"),
    (0x1a, 0, "and"),
    (0x1b, 0, "div"),
    (0x1d, 0, "mod"),
    (0x1e, 0, "mul"),
    (0x1f, 0, "neg"),
    (0x20, 0, "not"),
    (0x21, 0, "or"),
    (0x24, 0, "shl"),
    (0x25, 0, "shr"),
    (0x26, 0, "shra"),
    (0x27, 0, "xor"),
    (0x28, 1, "bra"),
    (0x29, 0, "eq"),
    (0x2a, 0, "ge"),
    (0x2b, 0, "gt"),
    (0x2c, 0, "le"),
    (0x2d, 0, "lt"),
    (0x2e, 0, "ne"),
    (0x2f, 1, "skip"),
];

/// The number of operations that all sets specify.
const SPECIFIED: u32 = 10;
/// LLVM's operation for a part of a variable.
pub const FRAGMENT: u64 = 0x1000;
/// LLVM's operation for one of several values.
const ARGUMENT: u64 = 0x1005;
/// DWARF's operation for an unsigned number.
const NUMBER: u64 = 0x10;
/// DWARF's operation for a signed number.
const SIGNED: u64 = 0x11;
/// DWARF's operations for the literals 0 to 31, and SPIR-V's number of the first one.
const LITERALS: std::ops::Range<u64> = 0x30..0x50;
const LITERALS_NUMBER: u32 = 46;
/// DWARF's operations for registers, and SPIR-V's number of the first one, which follows the literals; then those with
/// a base register.
const REGISTERS: std::ops::Range<u64> = 0x50..0x70;
const REGISTERS_NUMBER: u32 = 78;
const BASED: std::ops::Range<u64> = 0x70..0x90;
const BASED_NUMBER: u32 = 110;
/// The other operations that LLVM accepts: SPIR-V's number, DWARF's number, the number of operands and the name.
const LATER: &[(u32, u64, usize, &str)] = &[
    (142, 0x90, 1, "regx"),
    (144, 0x92, 2, "bregx"),
    (146, 0x94, 1, "deref_size"),
    (149, 0x97, 0, "push_object_address"),
    (165, ARGUMENT, 1, "LLVM_arg"),
    (166, 0x1004, 0, "LLVM_implicit_pointer"),
    (167, 0x1002, 1, "LLVM_tag_offset"),
];

/// An operation: SPIR-V's number with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// SPIR-V's number.
    pub number: u32,
    /// The operands.
    pub operands: Vec<u32>,
}

/// Returns SPIR-V's number of an operation and the number of its operands in LLVM.
fn number_of(dwarf: u64) -> Option<(u32, usize)> {
    let placed = OPERATIONS.iter().position(|row| row.0 == dwarf);
    let placed = placed.and_then(|place| Some((place as u32, OPERATIONS.get(place)?.1)));
    let ranged = |range: &std::ops::Range<u64>, first: u32, operands| {
        range.contains(&dwarf).then(|| (first + (dwarf - range.start) as u32, operands))
    };
    placed
        .or_else(|| ranged(&LITERALS, LITERALS_NUMBER, 0))
        .or_else(|| ranged(&REGISTERS, REGISTERS_NUMBER, 0))
        .or_else(|| ranged(&BASED, BASED_NUMBER, 1))
        .or_else(|| LATER.iter().find(|row| row.1 == dwarf).map(|row| (row.0, row.2)))
}

/// Returns DWARF's operation for a number of SPIR-V, and the number of its operands.
fn dwarf_of(number: u32) -> Option<(u64, usize)> {
    let ranged = |range: &std::ops::Range<u64>, first: u32, operands| {
        let dwarf = range.start + u64::from(number.checked_sub(first)?);
        range.contains(&dwarf).then_some((dwarf, operands))
    };
    OPERATIONS
        .get(number as usize)
        .map(|row| (row.0, row.1))
        .or_else(|| ranged(&LITERALS, LITERALS_NUMBER, 0))
        .or_else(|| ranged(&REGISTERS, REGISTERS_NUMBER, 0))
        .or_else(|| ranged(&BASED, BASED_NUMBER, 1))
        .or_else(|| LATER.iter().find(|row| row.0 == number).map(|row| (row.1, row.2)))
}

/// Operations of LLVM that SPIR-V has no number for.
const UNNUMBERED: &[(u64, &str)] =
    &[(0x1003, "LLVM_entry_value"), (0x1006, "LLVM_extract_bits_sext"), (0x1007, "LLVM_extract_bits_zext")];

/// Returns the name of one of DWARF's or LLVM's operations.
pub fn name(dwarf: u64) -> String {
    let ranges = [(LITERALS, "lit"), (REGISTERS, "reg"), (BASED, "breg")];
    if let Some((range, name)) = ranges.iter().find(|(range, _)| range.contains(&dwarf)) {
        return format!("DW_OP_{name}{}", dwarf - range.start);
    }
    let numbered = OPERATIONS.iter().map(|row| (row.0, row.2)).chain(LATER.iter().map(|row| (row.1, row.3)));
    let found = numbered.chain(UNNUMBERED.iter().copied()).find(|row| row.0 == dwarf);
    found.map_or_else(|| format!("operation {dwarf:#x}"), |row| format!("DW_OP_{}", row.1))
}

/// Returns the operations of an expression in SPIR-V, or as an error the operation that cannot be expressed.
/// `takes_all`: the set has all operations; if it has and the caller `keeps` them, none is simplified.
pub fn forward(words: &[u64], takes_all: bool, keeps: bool) -> Result<Vec<Operation>, u64> {
    let mut all = Vec::new();
    let mut rest = words;
    while let [operation, tail @ ..] = rest {
        let (mut number, count) = number_of(*operation).ok_or(*operation)?;
        let (operands, tail) = tail.split_at_checked(count).ok_or(*operation)?;
        let mut operands = operands.to_vec();
        rest = tail;
        if LITERALS.contains(operation) && !(keeps && takes_all) {
            (number, operands) = (8, vec![operation - LITERALS.start]);
        }
        // The only value of a list of one.
        if *operation == ARGUMENT && operands == [0] && all.is_empty() && !(keeps && takes_all) {
            continue;
        }
        if number >= SPECIFIED && !takes_all {
            return Err(*operation);
        }
        push(&mut all, *operation, number, &operands, takes_all)?;
    }
    Ok(all)
}

fn push(all: &mut Vec<Operation>, dwarf: u64, number: u32, operands: &[u64], takes_all: bool) -> Result<(), u64> {
    let is_signed = dwarf == SIGNED || BASED.contains(&dwarf) || dwarf == 0x92;
    let word = |value: &u64| match is_signed {
        true => i32::try_from(*value as i64).ok().map(|value| value as u32),
        false => u32::try_from(*value).ok(),
    };
    if let Some(operands) = operands.iter().map(word).collect::<Option<Vec<u32>>>() {
        all.push(Operation { number, operands });
        return Ok(());
    }
    match operands {
        [value] if dwarf == NUMBER && takes_all => {
            let of = |number, value: u64| Operation { number, operands: vec![value as u32] };
            let bare = |number| Operation { number, operands: Vec::new() };
            all.extend([of(8, value >> 32), of(8, 32), bare(34), of(8, value & u64::from(u32::MAX)), bare(33)]);
            Ok(())
        }
        _ => Err(dwarf),
    }
}

/// Returns the words of LLVM's expression for operations; `None` if LLVM does not have one of them.
pub fn reverse(operations: &[Operation]) -> Option<Vec<u64>> {
    let mut words = Vec::new();
    for operation in operations {
        let (dwarf, count) = dwarf_of(operation.number)?;
        let is_signed = dwarf == SIGNED || BASED.contains(&dwarf) || dwarf == 0x92;
        words.push(dwarf);
        let operands = operation.operands.get(..count)?;
        words.extend(operands.iter().map(|word| if is_signed { *word as i32 as u64 } else { u64::from(*word) }));
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_120_the_ten_operations_come_back() {
        for number in 0..SPECIFIED {
            let (dwarf, count) = dwarf_of(number).unwrap();
            let words: Vec<u64> = std::iter::once(dwarf).chain((0..count as u64).map(|n| n + 3)).collect();
            let there = forward(&words, false, false).unwrap();
            assert_eq!(reverse(&there), Some(words));
            assert_eq!(there[0].number, number);
        }
    }

    #[test]
    fn d_121_the_others_come_back_where_they_are_asked_for() {
        for number in (SPECIFIED..46).chain(78..142).chain(LATER.iter().map(|row| row.0)) {
            let (dwarf, count) = dwarf_of(number).unwrap();
            let words: Vec<u64> = std::iter::once(dwarf).chain((0..count as u64).map(|n| n + 3)).collect();
            assert_eq!(forward(&words, false, false), Err(dwarf));
            assert_eq!(reverse(&forward(&words, true, false).unwrap()), Some(words));
        }
    }

    #[test]
    fn d_123_small_numbers_are_numbers_and_large_ones_are_made() {
        assert_eq!(forward(&[0x33], false, false).unwrap(), forward(&[NUMBER, 3], false, false).unwrap());
        assert_eq!(forward(&[NUMBER, 1 << 40], false, false), Err(NUMBER));
        let made = reverse(&forward(&[NUMBER, 1 << 40 | 5], true, false).unwrap()).unwrap();
        assert_eq!(made, [NUMBER, 1 << 8, NUMBER, 32, 0x24, NUMBER, 5, 0x21]);
    }

    #[test]
    fn d_124_losses_name_the_operation() {
        let names = [
            (0x1a, "DW_OP_and"),
            (0x33, "DW_OP_lit3"),
            (0x1001, "DW_OP_LLVM_convert"),
            (0x1007, "DW_OP_LLVM_extract_bits_zext"),
            (0x99, "operation 0x99"),
        ];
        names.iter().for_each(|(dwarf, expected)| assert_eq!(name(*dwarf), *expected));
    }

    #[test]
    fn d_126_negative_numbers_come_back_negative() {
        let words = [SIGNED, -7i64 as u64];
        assert_eq!(reverse(&forward(&words, true, false).unwrap()).unwrap(), words);
    }
}
