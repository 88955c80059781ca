//! Classes of sizes: a free block serves any request of its class.

use super::ALIGN;

/// Small sizes, header included, have a class for each multiple of the alignment.
pub const SMALL_CLASSES: usize = 128;
/// Larger sizes have eight classes for each power of two, from this one on.
const FIRST_POWER: u32 = 10;
/// From this size on the C library is asked, which joins what was given back: a table that grows leaves little behind
/// then.
pub const LARGE: usize = 64 << 10;
pub const CLASSES: usize = SMALL_CLASSES + 8 * (LARGE.ilog2() - FIRST_POWER) as usize;

/// The class of a size, header included and less than [`LARGE`], and the size of its blocks.
#[inline]
pub fn class_of(size: usize) -> (usize, usize) {
    let class = size.div_ceil(ALIGN);
    if class < SMALL_CLASSES { (class, class * ALIGN) } else { large_class_of(size) }
}

fn large_class_of(size: usize) -> (usize, usize) {
    let power = (size - 1).ilog2();
    let eighths = ((size - 1) >> (power - 3)) + 1;
    (SMALL_CLASSES + 8 * (power - FIRST_POWER) as usize + eighths - 9, eighths << (power - 3))
}

/// The size of the blocks of a class, header included.
pub fn size_of_class(class: usize) -> usize {
    match class.checked_sub(SMALL_CLASSES) {
        None => class * ALIGN,
        Some(large) => (large % 8 + 9) << (large / 8 + FIRST_POWER as usize - 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_as_large_as_they_must_be_and_not_much_larger() {
        let sizes = (1..100_000)
            .chain((17..25).flat_map(|power| [-1, 0, 1].map(|more| (1_usize << power).saturating_add_signed(more))));
        for size in sizes.filter(|size| *size < LARGE) {
            let (class, held) = class_of(size);
            assert!(
                class < CLASSES && held >= size && held <= size.max(ALIGN) + size / 8 + ALIGN,
                "{size}: {class}, {held}"
            );
            assert_eq!((size_of_class(class), held % ALIGN), (held, 0), "{size}");
            assert!(size == 1 || class >= class_of(size - 1).0, "{size}");
        }
    }
}
