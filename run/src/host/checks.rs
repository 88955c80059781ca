//! The functions with which compiled code reports accesses in a launch with checks.

use super::named::named;
use crate::abi::Item;
use crate::context::Context;
use crate::wrong::{Fault, What};
use std::cell::Cell;
use std::ptr;

/// The step that began last on a thread, and its position in the source.
#[derive(Clone, Copy)]
struct Here {
    context: *const Context,
    item: *const Item,
    position: u64,
}

thread_local! {
    static HERE: Cell<Here> = const { Cell::new(Here { context: ptr::null(), item: ptr::null(), position: 0 }) };
}

/// Records the start of a step.
unsafe extern "C" fn spirv_turn(context: *const Context, item: *const Item) {
    HERE.set(Here { context, item, position: 0 });
}

/// Records the position in the source.
unsafe extern "C" fn spirv_line(position: u64) {
    HERE.set(Here { position, ..HERE.get() });
}

/// Returns the shadow bytes for a range of local memory: 1 for a byte that has been written.
fn known<'s>(place: *const u8, bytes: u64) -> Option<(&'s mut [u8], u64)> {
    // SAFETY: the context of the step that runs on this thread, or none.
    let context = unsafe { HERE.get().context.as_ref() }?;
    context.known(place, bytes)
}

unsafe extern "C" fn spirv_written(place: *const u8, bytes: u64) {
    if let Some((known, _)) = known(place, bytes) {
        known.fill(1);
    }
}

/// Records the first read of local memory that the group has not written; padding may be read together with adjacent
/// bytes.
unsafe extern "C" fn spirv_read(place: *const u8, bytes: u64) {
    let Some((known, offset)) = known(place, bytes) else { return };
    if known.contains(&1) || known.is_empty() {
        return;
    }
    let here = HERE.get();
    // SAFETY: the context and the item of this thread; what is wrong outlives them.
    unsafe {
        let item = (*here.item).global(&(*here.context).local_size);
        let fault = Fault { what: What::Unwritten, offset: offset.cast_signed(), bytes, item, position: here.position };
        (*here.context).tell(fault);
    }
}

unsafe extern "C" fn spirv_copied(to: *const u8, from: *const u8, bytes: u64) {
    // SAFETY: of these functions nothing but addresses is asked.
    unsafe { spirv_read(from, bytes) };
    let source = known(from, bytes).map(|(known, _)| known.to_vec());
    match (known(to, bytes), source) {
        (Some((known, _)), Some(source)) if source.len() == known.len() => known.copy_from_slice(&source),
        (Some((known, _)), _) => known.fill(1),
        (None, _) => {}
    }
}

/// Records the first access outside of an argument's memory.
unsafe extern "C" fn spirv_outside(
    context: *const Context,
    item: *const Item,
    is_inside: bool,
    number: u64,
    base: *const u8,
    place: *const u8,
    size: u64,
    bytes: u64,
    position: u64,
) {
    if is_inside {
        return;
    }
    let offset = (place as usize).wrapping_sub(base as usize).cast_signed() as i64;
    // SAFETY: the context and the item of this thread; what is wrong outlives them.
    unsafe {
        let item = (*item).global(&(*context).local_size);
        (*context).tell(Fault { what: What::Argument(number, size), offset, bytes, item, position });
    }
}

/// The size of the memory for accesses outside the launch, which is never read.
const SPARE: u64 = 4096;

/// Returns the address of an access, or that of spare memory if it is not in memory of the launch.
unsafe extern "C" fn spirv_placed(place: *mut u8, bytes: u64) -> *mut u8 {
    let here = HERE.get();
    // SAFETY: the context and the item of this thread; what is wrong outlives them.
    unsafe {
        let Some(context) = here.context.as_ref().filter(|context| !context.holds(place, bytes)) else { return place };
        let item = here.item.as_ref().map_or([0; 3], |item| item.global(&context.local_size));
        let (what, offset) = context.near(place);
        context.tell(Fault { what, offset, bytes, item, position: here.position });
        if bytes <= SPARE { context.spare() } else { place }
    }
}

/// Returns the address for an access of the host's own functions, as `spirv_placed` does; without checks it is
/// unchanged.
pub fn placed(place: *mut u8, bytes: usize) -> *mut u8 {
    // SAFETY: of it nothing but the address is asked.
    unsafe { spirv_placed(place, bytes as u64) }
}

/// Marks memory that the host's own functions have written.
pub fn written(place: *const u8, bytes: usize) {
    // SAFETY: of it nothing but the address is asked.
    unsafe { spirv_written(place, bytes as u64) };
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![spirv_turn, spirv_line, spirv_written, spirv_read, spirv_copied, spirv_outside, spirv_placed]
}
