//! Removes instructions, and renumbers everything that refers to instructions.

use crate::module::{Module, NONE};

/// Removes the marked instructions, which must be no terminators and have no uses.
pub(super) fn remove(m: &mut Module, marked: &[bool]) {
    // The new number of each old one; for a removed instruction, that of the next one that is kept.
    let mut next = 0;
    let mut numbers = Vec::with_capacity(marked.len() + 1);
    for &gone in marked {
        numbers.push(next);
        next += !gone as u32;
    }
    numbers.push(next);
    let is_kept = |i: u32| marked.get(i as usize) == Some(&false);
    let number = |i: u32| numbers.get(i as usize).copied().unwrap_or(next);
    let mut i = 0;
    m.instructions.retain(|_| {
        i += 1;
        is_kept(i - 1)
    });
    let mut i = 0;
    m.locations.retain(|_| {
        i += 1;
        is_kept(i - 1)
    });
    for block in &mut m.blocks {
        (block.first, block.end) = (number(block.first), number(block.end));
    }
    for local in m.locals.iter_mut().filter(|local| local.instruction != NONE) {
        local.instruction = number(local.instruction);
    }
    for record in &mut m.records {
        record.before = number(record.before);
    }
    for body in m.globals.iter_mut().filter_map(|g| g.body.as_mut()) {
        body.instructions = number(body.instructions.start)..number(body.instructions.end);
        keep(&mut m.attachments, &mut body.attachments, |a| is_kept(a.to));
        keep(&mut m.bundles, &mut body.bundles, |b| is_kept(b.call));
    }
    for attachment in &mut m.attachments {
        attachment.to = number(attachment.to);
    }
    for bundle in &mut m.bundles {
        bundle.call = number(bundle.call);
    }
}

/// Removes metadata and bundles of the instructions that are marked.
pub(super) fn strip(m: &mut Module, marked: &[bool]) {
    let is_kept = |i: u32| marked.get(i as usize) != Some(&true);
    for body in m.globals.iter_mut().filter_map(|g| g.body.as_mut()) {
        keep(&mut m.attachments, &mut body.attachments, |a| is_kept(a.to));
        keep(&mut m.bundles, &mut body.bundles, |b| is_kept(b.call));
    }
}

/// Removes items from a range of a column, and shortens the range.
fn keep<T: Copy>(column: &mut [T], range: &mut std::ops::Range<u32>, is_kept: impl Fn(&T) -> bool) {
    let Some(part) = column.get_mut(range.start as usize..range.end as usize) else { return };
    let mut count = 0;
    for i in 0..part.len() {
        if let Some(&item) = part.get(i).filter(|item| is_kept(item)) {
            if let Some(slot) = part.get_mut(count) {
                *slot = item;
            }
            count += 1;
        }
    }
    range.end = range.start + count as u32;
}
