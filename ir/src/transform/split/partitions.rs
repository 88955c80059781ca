//! Partitions: the ranges of bytes of a variable that slices which cannot be split connect.

use super::slices::Slice;
use std::ops::Range;

/// A range of bytes of a variable that becomes a new variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    pub(super) start: u64,
    pub(super) end: u64,
    /// The slices that begin in this partition.
    pub(super) slices: Range<usize>,
    /// The splittable slices that begin before this partition and extend into it.
    pub(super) tails: Vec<usize>,
}

impl Partition {
    pub(super) fn size(&self) -> u64 {
        self.end - self.start
    }
}

/// Returns the partitions of sorted slices.
pub(super) fn of(slices: &[Slice<'_>]) -> Vec<Partition> {
    let mut all: Vec<Partition> = Vec::new();
    let mut tails: Vec<usize> = Vec::new();
    let (mut next, mut end) = (0, 0);
    loop {
        // Earlier splittable slices that extend further.
        let last = all.last().map_or(0..0, |last| last.slices.clone());
        let goes_on = |i: &usize| slices.get(*i).is_some_and(|slice| slice.splittable && slice.end > end);
        tails.retain(goes_on);
        tails.extend(last.filter(goes_on));
        let Some(first) = slices.get(next) else {
            let Some(most) = tails.iter().filter_map(|i| slices.get(*i)).map(|slice| slice.end).max() else {
                return all;
            };
            all.push(Partition { start: end, end: most, slices: next..next, tails: std::mem::take(&mut tails) });
            return all;
        };
        if !tails.is_empty() && first.start != end && !first.splittable {
            let partition = Partition { start: end, end: first.start, slices: next..next, tails: tails.clone() };
            end = partition.end;
            all.push(partition);
            continue;
        }
        let start = if tails.is_empty() { first.start } else { end };
        let from = next;
        (next, end) = extent(slices, from, first);
        all.push(Partition { start, end, slices: from..next, tails: tails.clone() });
    }
}

/// Returns the end of the run of slices that overlap with the first one, and the last byte of the partition.
fn extent(slices: &[Slice<'_>], from: usize, first: &Slice<'_>) -> (usize, u64) {
    let (mut next, mut end) = (from + 1, first.end);
    while let Some(slice) = slices.get(next).filter(|slice| slice.start < end) {
        if first.splittable && !slice.splittable {
            return (next, slice.start);
        }
        if slice.splittable == first.splittable {
            end = end.max(slice.end);
        }
        next += 1;
    }
    (next, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;

    fn partitions(of_slices: &[(u64, u64, bool)]) -> Vec<(u64, u64, usize, usize)> {
        let draft = Draft::new(b"");
        let nothing = draft.bool_type();
        let value = draft.const_poison(nothing).unwrap();
        let slice = |&(start, end, splittable)| Slice { start, end, user: value, pointer: value, splittable };
        let slices: Vec<_> = of_slices.iter().map(slice).collect();
        of(&slices).into_iter().map(|p| (p.start, p.end, p.slices.len(), p.tails.len())).collect()
    }

    #[test]
    fn slices_that_overlap_stay_together() {
        assert_eq!(partitions(&[(0, 4, false), (4, 8, false)]), [(0, 4, 1, 0), (4, 8, 1, 0)]);
        assert_eq!(partitions(&[(0, 4, false), (2, 6, false), (8, 9, false)]), [(0, 6, 2, 0), (8, 9, 1, 0)]);
    }

    #[test]
    fn slices_that_can_be_split_end_where_others_begin() {
        assert_eq!(partitions(&[(0, 16, true), (4, 8, false)]), [(0, 4, 1, 0), (4, 8, 1, 1), (8, 16, 0, 1)]);
        assert_eq!(
            partitions(&[(0, 4, false), (0, 8, true), (6, 8, false)]),
            [(0, 4, 2, 0), (4, 6, 0, 1), (6, 8, 1, 1)]
        );
        assert_eq!(partitions(&[(0, 8, true), (8, 16, true)]), [(0, 8, 1, 0), (8, 16, 1, 0)]);
    }
}
