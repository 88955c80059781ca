//! A column of a draft: cells in chunks that never move, so that a draft can grow while handles and ranges of it are held.

use std::cell::{Cell, OnceCell};

/// The number of cells of the first chunk; each later one is as long as all before it.
const FIRST: usize = 1 << 10;
const FIRST_BITS: u32 = FIRST.trailing_zeros();
/// The number of chunks that 32-bit numbers take.
const CHUNKS: usize = 32 - FIRST_BITS as usize + 1;

/// Values by number. Numbers are given in order, and are never given again.
pub(super) struct Column<T> {
    chunks: [OnceCell<Box<[Cell<T>]>>; CHUNKS],
    len: Cell<u32>,
}

/// Returns the chunk of a number, and the place in it.
#[inline(always)]
fn place(number: u32) -> (usize, usize) {
    let top = (number | (FIRST as u32 - 1)).ilog2() + 1;
    let chunk = top - FIRST_BITS;
    let start = if chunk == 0 { 0 } else { 1u32 << (top - 1) };
    (chunk as usize, (number - start) as usize)
}

/// Returns the number of cells of a chunk.
fn length(chunk: usize) -> usize {
    FIRST << chunk.saturating_sub(1)
}

impl<T: Copy + Default> Column<T> {
    /// Returns an empty column.
    pub(super) fn new() -> Self {
        Column { chunks: [const { OnceCell::new() }; CHUNKS], len: Cell::new(0) }
    }

    /// Returns how many values there are.
    pub(super) fn len(&self) -> u32 {
        self.len.get()
    }

    #[inline(always)]
    fn cell(&self, number: u32) -> Option<&Cell<T>> {
        let (chunk, at) = place(number);
        self.chunks.get(chunk)?.get()?.get(at)
    }

    /// Returns the value of a number; the default for a number that was not given.
    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> T {
        self.cell(number).map(Cell::get).unwrap_or_default()
    }

    /// Changes the value of a number that was given.
    #[inline(always)]
    pub(super) fn set(&self, number: u32, value: T) {
        if let Some(cell) = self.cell(number) {
            cell.set(value);
        }
    }

    /// Changes the value of a number that was given.
    #[inline(always)]
    pub(super) fn change(&self, number: u32, change: impl FnOnce(&mut T)) {
        if let Some(cell) = self.cell(number) {
            let mut value = cell.get();
            change(&mut value);
            cell.set(value);
        }
    }

    /// Adds a value, and returns its number.
    pub(super) fn push(&self, value: T) -> u32 {
        let number = self.room(1);
        self.set(number, value);
        number
    }

    /// Makes a column at least so long; new values are the default.
    pub(super) fn reach(&self, len: u32) {
        let missing = len.saturating_sub(self.len());
        for chunk in 0..=place(len.saturating_sub(1)).0 {
            if missing > 0 {
                self.chunk(chunk);
            }
        }
        self.len.set(self.len() + missing);
    }

    /// Adds values that stand side by side, and returns the number of the first.
    pub(super) fn extend(&self, values: impl ExactSizeIterator<Item = T>) -> u32 {
        let start = self.room(values.len());
        let cells = self.range(start, values.len() as u32);
        for (cell, value) in cells.iter().zip(values) {
            cell.set(value);
        }
        start
    }

    /// Returns the cells of a range that was added at once.
    #[inline(always)]
    pub(super) fn range(&self, start: u32, count: u32) -> &[Cell<T>] {
        let (chunk, at) = place(start);
        let cells = self.chunks.get(chunk).and_then(OnceCell::get);
        cells.and_then(|cells| cells.get(at..at + count as usize)).unwrap_or(&[])
    }

    fn chunk(&self, chunk: usize) -> Option<&[Cell<T>]> {
        let cells = || (0..length(chunk)).map(|_| Cell::new(T::default())).collect();
        self.chunks.get(chunk).map(|slot| &**slot.get_or_init(cells))
    }

    /// Takes `count` numbers whose cells stand side by side: where the chunk has not so many left, those of a later one.
    fn room(&self, count: usize) -> u32 {
        let mut start = self.len();
        let (mut chunk, mut at) = place(start);
        while at + count > length(chunk) && chunk + 1 < CHUNKS {
            start = (FIRST << chunk) as u32;
            (chunk, at) = (chunk + 1, 0);
        }
        self.chunk(chunk);
        self.len.set(start + count as u32);
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places() {
        assert_eq!(place(0), (0, 0));
        assert_eq!(place(1023), (0, 1023));
        assert_eq!(place(1024), (1, 0));
        assert_eq!(place(2047), (1, 1023));
        assert_eq!(place(2048), (2, 0));
        assert_eq!(place(u32::MAX).0, CHUNKS - 1);
        let all: usize = (0..CHUNKS).map(length).sum();
        assert_eq!(all as u64, 1 << 32);
    }

    #[test]
    fn values_stay() {
        let column = Column::new();
        for i in 0..5000u32 {
            assert_eq!(column.push(i * 3), i);
        }
        let held = column.range(10, 4);
        column.extend((0..100_000u32).map(|i| i + 1).collect::<Vec<_>>().into_iter());
        column.set(11, 7);
        assert_eq!(held.iter().map(Cell::get).collect::<Vec<_>>(), [30, 7, 36, 39]);
        assert_eq!((0..5000).filter(|i| column.get(*i) == i * 3).count(), 4999);
    }

    #[test]
    fn ranges_stand_in_one_chunk() {
        let column = Column::new();
        let mut starts = Vec::new();
        for n in 1..200u32 {
            starts.push((column.extend(vec![n; n as usize].into_iter()), n));
        }
        for (start, n) in starts {
            let cells = column.range(start, n);
            assert_eq!(cells.len(), n as usize);
            assert!(cells.iter().all(|c| c.get() == n));
        }
    }

    #[test]
    fn reaches() {
        let column: Column<u32> = Column::new();
        column.reach(3000);
        column.set(2999, 5);
        assert_eq!((column.len(), column.get(2999), column.get(9000)), (3000, 5, 0));
    }
}
