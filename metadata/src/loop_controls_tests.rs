use super::*;

fn both_ways(mask: u32, words: &[u32]) -> Controls {
    let controls = Controls::from_words(mask, words).unwrap();
    assert_eq!(controls.to_words(), (mask, words.to_vec()));
    controls
}

#[test]
fn literals_follow_the_order_of_bits() {
    let controls = both_ways(
        bit::DEPENDENCY_LENGTH
            | bit::PARTIAL_COUNT
            | bit::INITIATION_INTERVAL_ALTERA
            | bit::DEPENDENCY_ARRAY_ALTERA
            | bit::SPECULATED_ITERATIONS_ALTERA,
        &[3, 2, 1, 1, 16, 3, 0],
    );
    let expected = [
        (bit::DEPENDENCY_LENGTH, vec![3]),
        (bit::PARTIAL_COUNT, vec![2]),
        (bit::INITIATION_INTERVAL_ALTERA, vec![1]),
        (bit::DEPENDENCY_ARRAY_ALTERA, vec![1, 16, 3]),
        (bit::SPECULATED_ITERATIONS_ALTERA, vec![0]),
    ];
    assert_eq!(controls.known, BTreeMap::from(expected));
    assert_eq!(controls.dependencies().collect::<Vec<_>>(), [(16, 3)]);
    both_ways(0, &[]);
    both_ways(bit::LOOP_COUNT_ALTERA, &[4, 0, 100, 1, 21, 0]);
}

#[test]
fn dependencies_both_ways() {
    let controls = both_ways(bit::DEPENDENCY_ARRAY_ALTERA, &[2, 7, 0, 8, 5]);
    assert_eq!(controls.dependencies().collect::<Vec<_>>(), [(7, 0), (8, 5)]);
}

#[test]
fn nothing_unknown_is_lost() {
    // No loop control has this bit.
    const UNKNOWN: u32 = 0x200;
    let controls = both_ways(bit::UNROLL | bit::MIN_ITERATIONS | UNKNOWN | bit::INITIATION_INTERVAL_ALTERA, &[9, 1, 2]);
    assert_eq!(controls.raw, Some((UNKNOWN | bit::INITIATION_INTERVAL_ALTERA, vec![1, 2])));
}

#[test]
fn too_few_or_too_many_literals_are_an_error() {
    let message = |mask, words: &[u32]| Controls::from_words(mask, words).unwrap_err().to_string();
    assert_eq!(message(bit::DEPENDENCY_LENGTH, &[]), "operand 0: a literal of a loop control is missing");
    assert_eq!(message(bit::UNROLL, &[7]), "operand 0: one operand too many");
    assert_eq!(
        message(bit::DEPENDENCY_LENGTH | bit::DEPENDENCY_ARRAY_ALTERA, &[3, u32::MAX, 1]),
        "operand 1: a literal of a loop control is missing"
    );
}

#[test]
fn rows_are_in_order_and_names_are_unique() {
    for pair in ROWS.windows(2) {
        assert!(pair[0].bit < pair[1].bit);
    }
    for (index, row) in ROWS.iter().enumerate() {
        let same = |other: &&Row| other.name == row.name || (other.llvm.is_some() && other.llvm == row.llvm);
        assert_eq!(ROWS[..index].iter().find(same), None);
        assert_eq!(super::row(row.bit), Some(row));
    }
}
