use super::*;

/// Blocks with their sizes, each filled with a byte of its own.
fn check(blocks: &[(*mut u8, usize, u8)]) {
    for (block, size, byte) in blocks {
        assert!((*block as usize).is_multiple_of(ALIGN));
        // SAFETY: blocks of this size that were filled.
        let content = unsafe { std::slice::from_raw_parts(*block, *size) };
        assert!(content.iter().all(|found| found == byte));
    }
}

/// Makes blocks, makes them larger and smaller, and gives some back, over and over.
fn churn() {
    let mut blocks = Vec::new();
    for round in 0..1000_usize {
        let size = [24, 1, 200, 2040, 2500, 5000, 40_000][round % 7] + round % 13;
        let (block, byte) = (allocate(size), round as u8);
        // SAFETY: new blocks of the sizes asked for; those that are given back are forgotten.
        unsafe {
            block.write_bytes(byte, size);
            blocks.push((block, size, byte));
            if round % 3 == 0 {
                let (block, size, byte) = blocks.swap_remove(round * 7 % blocks.len());
                let new = resize(block, size * 3);
                new.add(size).write_bytes(byte, size * 2);
                blocks.push((new, size * 3, byte));
            }
            while blocks.len() > 60 {
                let block = blocks.swap_remove(round * 5 % blocks.len());
                check(&[block]);
                free(block.0);
            }
        }
    }
    check(&blocks);
    // SAFETY: the rest, once.
    blocks.into_iter().for_each(|(block, ..)| unsafe { free(block) });
}

#[test]
fn blocks_keep_their_content_whichever_thread_has_them() {
    let early = allocate(100);
    // SAFETY: a block of that size.
    unsafe { early.write_bytes(7, 100) };
    churn();
    open();
    churn();
    check(&[(early, 100, 7)]);
    // SAFETY: made before, by the C library, and grown by the heap; what belongs to the owner may end with another
    // thread.
    unsafe {
        let late = resize(early, 5000);
        check(&[(late, 100, 7)]);
        let late = late as usize;
        assert!(std::thread::spawn(move || free(late as *mut u8)).join().is_ok());
    }
    assert!(std::thread::spawn(churn).join().is_ok());
    let (large, more) = (allocate(LARGE), allocate(2 * LARGE));
    // SAFETY: blocks of that size, given back once.
    unsafe {
        large.write_bytes(9, LARGE);
        let larger = resize(large, LARGE + 5);
        check(&[(larger, LARGE, 9)]);
        free(larger);
        free(more);
    }
}
