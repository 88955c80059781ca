//! A column of a draft: cells in chunks that never move, so that a draft can grow while handles and ranges of cells are held.

use std::cell::{Cell, OnceCell};

/// The number of cells of the first chunk; each later one has twice as many as the one before.
const FIRST: usize = 1 << 10;
const FIRST_BITS: u32 = FIRST.trailing_zeros();
/// The number of chunks that hold all 32-bit numbers.
const CHUNKS: usize = 32 - FIRST_BITS as usize + 1;

/// Values by number: the initial ones contiguous, later ones in chunks. Numbers are assigned in order and never reused.
pub(super) struct Column<T> {
    start: Vec<Cell<T>>,
    chunks: [OnceCell<Box<[Cell<T>]>>; CHUNKS],
    len: Cell<u32>,
}

/// Returns the chunk of the `i`th later value, and the index in it.
#[inline(always)]
fn place(i: u32) -> (usize, usize) {
    let shifted = u64::from(i) + FIRST as u64;
    let top = shifted.ilog2();
    ((top - FIRST_BITS) as usize, (shifted - (1 << top)) as usize)
}

/// Returns the number of cells of a chunk.
fn length(chunk: usize) -> usize {
    FIRST << chunk
}

impl<T: Copy + Default> Column<T> {
    /// Returns an empty column.
    pub(super) fn new() -> Self {
        Column::of(Vec::new())
    }

    /// Returns a column with these initial values.
    pub(super) fn of(values: Vec<T>) -> Self {
        let len = Cell::new(values.len() as u32);
        let start = values.into_iter().map(Cell::new).collect();
        Column { start, chunks: [const { OnceCell::new() }; CHUNKS], len }
    }

    /// Returns an empty column whose first `room` values will be contiguous.
    pub(super) fn with_room(room: usize) -> Self {
        let start = vec![Cell::new(T::default()); room];
        Column { start, chunks: [const { OnceCell::new() }; CHUNKS], len: Cell::new(0) }
    }

    /// Returns the number of values.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.len.get()
    }

    #[inline(always)]
    pub(super) fn cell(&self, number: u32) -> Option<&Cell<T>> {
        match self.start.get(number as usize) {
            Some(cell) => Some(cell),
            None => self.later_cell(number),
        }
    }

    /// Returns the cell of a number behind the initial values. Not inlined, to keep the inlined callers short.
    #[inline(never)]
    fn later_cell(&self, number: u32) -> Option<&Cell<T>> {
        let (chunk, at) = place(number - self.start.len() as u32);
        self.chunks.get(chunk)?.get()?.get(at)
    }

    /// Returns the value of a number; the default for a number that is not assigned.
    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> T {
        self.cell(number).map(Cell::get).unwrap_or_default()
    }

    /// Sets the value of an assigned number.
    #[inline(always)]
    pub(super) fn set(&self, number: u32, value: T) {
        if let Some(cell) = self.cell(number) {
            cell.set(value);
        }
    }

    /// Changes the value of an assigned number by a function.
    #[inline(always)]
    pub(super) fn change(&self, number: u32, change: impl FnOnce(&mut T)) {
        if let Some(cell) = self.cell(number) {
            let mut value = cell.get();
            change(&mut value);
            cell.set(value);
        }
    }

    /// Adds a value, and returns its number.
    #[inline]
    pub(super) fn push(&self, value: T) -> u32 {
        let number = self.len();
        if let Some(cell) = self.cell(number) {
            cell.set(value);
            self.len.set(number + 1);
            return number;
        }
        let (number, cells) = self.room(1);
        cells.iter().for_each(|cell| cell.set(value));
        number
    }

    /// Extends a column to at least `len` values; new values are the default.
    #[inline(always)]
    pub(super) fn reach(&self, len: u32) {
        if len > self.len() {
            // If a chunk exists, so do the chunks before it, as far as their numbers are assigned.
            match self.cell(len - 1) {
                Some(_) => self.len.set(len),
                None => self.grow(len),
            }
        }
    }

    #[inline(never)]
    fn grow(&self, len: u32) {
        let last = (len - 1).checked_sub(self.start.len() as u32).map(|last| place(last).0);
        for chunk in last.into_iter().flat_map(|last| 0..=last) {
            self.chunk(chunk);
        }
        self.len.set(len);
    }

    /// Sets the value of any number, which is assigned thereby.
    #[inline(always)]
    pub(super) fn put(&self, number: u32, value: T) {
        self.reach(number + 1);
        self.set(number, value);
    }

    /// Adds contiguous values, and returns the number of the first.
    #[inline]
    pub(super) fn extend(&self, values: impl ExactSizeIterator<Item = T>) -> u32 {
        self.extend_by(values.len(), values)
    }

    /// Adds `count` contiguous values, and returns the number of the first.
    #[inline]
    pub(super) fn extend_by(&self, count: usize, values: impl Iterator<Item = T>) -> u32 {
        let (start, cells) = self.room(count);
        for (cell, value) in cells.iter().zip(values) {
            cell.set(value);
        }
        start
    }

    /// Returns the cells of a range that was added at once, or is among the initial values.
    #[inline(always)]
    pub(super) fn range(&self, start: u32, count: u32) -> &[Cell<T>] {
        match self.start.get(start as usize..start as usize + count as usize) {
            Some(cells) => cells,
            None => self.later_range(start, count),
        }
    }

    #[inline(never)]
    fn later_range(&self, start: u32, count: u32) -> &[Cell<T>] {
        let Some(start) = start.checked_sub(self.start.len() as u32) else { return &[] };
        let (chunk, at) = place(start);
        let cells = self.chunks.get(chunk).and_then(OnceCell::get);
        cells.and_then(|cells| cells.get(at..at + count as usize)).unwrap_or(&[])
    }

    #[inline]
    fn chunk(&self, chunk: usize) -> Option<&[Cell<T>]> {
        let cells = || vec![Cell::new(T::default()); length(chunk)].into_boxed_slice();
        self.chunks.get(chunk).map(|slot| &**slot.get_or_init(cells))
    }

    /// Assigns `count` numbers with contiguous cells; if the current chunk is too short for them, its rest is skipped.
    #[inline]
    fn room(&self, count: usize) -> (u32, &[Cell<T>]) {
        let first = self.len();
        match self.start.get(first as usize..first as usize + count) {
            Some(cells) => {
                self.len.set(first + count as u32);
                (first, cells)
            }
            None => self.later_room(count),
        }
    }

    #[inline(never)]
    fn later_room(&self, count: usize) -> (u32, &[Cell<T>]) {
        let base = self.start.len() as u32;
        let mut start = self.len().saturating_sub(base);
        let (mut chunk, mut at) = place(start);
        while at + count > length(chunk) && chunk + 1 < CHUNKS {
            (chunk, at) = (chunk + 1, 0);
            start = (length(chunk) - FIRST) as u32;
        }
        let cells = self.chunk(chunk).and_then(|cells| cells.get(at..at + count)).unwrap_or(&[]);
        self.len.set(base + start + count as u32);
        (base + start, cells)
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
        assert_eq!(place(3071), (1, 2047));
        assert_eq!(place(3072), (2, 0));
        assert_eq!(place(u32::MAX).0, CHUNKS - 1);
        let all: usize = (0..CHUNKS).map(length).sum();
        assert!(all > u32::MAX as usize);
    }

    #[test]
    fn values_stay() {
        let column = Column::new();
        for i in 0..5000u32 {
            assert_eq!(column.push(i * 3), i);
        }
        let held = column.range(10, 4);
        // Miri takes minutes for more.
        let many = if cfg!(miri) { 10_000 } else { 100_000u32 };
        column.extend((0..many).map(|i| i + 1).collect::<Vec<_>>().into_iter());
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
    fn what_was_there_at_the_start_stays() {
        let column = Column::of((0..2000u32).collect());
        let held = column.range(1990, 10);
        assert_eq!(column.extend([7u32; 3000].into_iter()), 2000 + 3072);
        assert_eq!(column.push(9), 8072);
        column.set(1999, 1);
        // The number was skipped.
        column.set(2000, 2);
        assert_eq!((held.len(), held.last().map(Cell::get)), (10, Some(1)));
        assert_eq!((column.get(5), column.get(2000), column.get(8071), column.get(8072)), (5, 0, 7, 9));
        assert_eq!(column.range(5072, 3000).len(), 3000);
    }

    #[test]
    fn what_has_room_at_the_start_goes_on_in_chunks() {
        let column = Column::with_room(10);
        assert_eq!((column.push(1u32), column.extend([2, 3, 4].into_iter())), (0, 1));
        let held = column.range(1, 3);
        // The rest of the start is too short.
        assert_eq!(column.extend([5; 8].into_iter()), 10);
        assert_eq!((column.push(6), column.len(), column.get(0)), (18, 19, 1));
        assert_eq!(held.iter().map(Cell::get).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!(column.range(10, 8).len(), 8);
    }

    #[test]
    fn reaches() {
        let column: Column<u32> = Column::new();
        column.reach(3000);
        column.set(2999, 5);
        assert_eq!((column.len(), column.get(2999), column.get(9000)), (3000, 5, 0));
    }
}
