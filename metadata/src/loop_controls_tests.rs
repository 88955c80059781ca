use super::*;

fn both_ways(mask: u32, words: &[u32]) -> Controls {
    let controls = Controls::from_words(mask, words).unwrap();
    assert_eq!(controls.to_words(), (mask, words.to_vec()));
    controls
}

#[test]
fn literals_follow_the_order_of_bits() {
    let controls = both_ways(4522248, &[3, 2, 1, 1, 16, 3, 0]);
    let expected =
        [(0x8, vec![3]), (0x100, vec![2]), (0x1_0000, vec![1]), (0x4_0000, vec![1, 16, 3]), (0x40_0000, vec![0])];
    assert_eq!(controls.known, BTreeMap::from(expected));
    assert_eq!(controls.dependencies().collect::<Vec<_>>(), [(16, 3)]);
    both_ways(0, &[]);
    both_ways(0x100_0000, &[4, 0, 100, 1, 21, 0]);
}

#[test]
fn dependencies_both_ways() {
    let mut controls = Controls::default();
    controls.set_dependencies(&[(7, 0), (8, 5)]);
    assert_eq!(controls.to_words(), (0x4_0000, vec![2, 7, 0, 8, 5]));
    both_ways(0x4_0000, &[2, 7, 0, 8, 5]);
}

#[test]
fn nothing_unknown_is_lost() {
    let controls = both_ways(0x1 | 0x10 | 0x200 | 0x1_0000, &[9, 1, 2]);
    assert_eq!(controls.raw, Some((0x1_0200, vec![1, 2])));
}

#[test]
fn too_few_or_too_many_literals_are_an_error() {
    let message = |mask, words: &[u32]| Controls::from_words(mask, words).unwrap_err().to_string();
    assert_eq!(message(0x8, &[]), "operand 0: a literal of a loop control is missing");
    assert_eq!(message(0x1, &[7]), "operand 0: one operand too many");
    assert_eq!(message(0x4_0008, &[3, u32::MAX, 1]), "operand 1: a literal of a loop control is missing");
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
