//! The context of a launch, which is passed to the functions of the cpu form.
#![allow(unsafe_code, reason = "kernels access memory by address")]

pub use crate::abi::Context;
use crate::abi::SLOT;
use crate::bound::Values;
use crate::host::pipes::Storages;
use crate::queue::Queue;
use crate::sections;
use crate::wrong::{Fault, Stuck, What, Wrong};
use std::sync::atomic::Ordering;

impl Context {
    /// Returns whether the launch is with checks.
    pub(crate) fn is_checked(&self) -> bool {
        !self.shadow.is_null()
    }

    /// Returns the shadow bytes for a range of local memory, and its offset.
    pub(crate) fn known<'s>(&self, place: *const u8, bytes: u64) -> Option<(&'s mut [u8], u64)> {
        let offset = (place as usize).wrapping_sub(self.local as usize);
        let size = self.local_end as usize - self.local as usize;
        if !self.is_checked() || offset >= size {
            return None;
        }
        let length = usize::try_from(bytes).unwrap_or(size).min(size - offset);
        // SAFETY: as many bytes as local memory has, of this thread.
        Some((unsafe { std::slice::from_raw_parts_mut(self.shadow.add(offset), length) }, offset as u64))
    }

    /// Returns 4096 bytes of memory that is never read.
    pub(crate) fn spare(&self) -> *mut u8 {
        self.spare
    }

    /// Returns whether a range is in memory of the launch: an argument's, a group's, a work-item's, or the module's.
    pub(crate) fn holds(&self, place: *const u8, bytes: u64) -> bool {
        let begin = place as usize;
        let Some(end) = usize::try_from(bytes).ok().and_then(|bytes| begin.checked_add(bytes)) else { return false };
        let items = self.local_size.iter().product::<u64>() as usize;
        let own = [
            (self.local as usize, self.local_end as usize),
            (self.frames as usize, self.frames_end as usize),
            (self.slots as usize, self.slots as usize + items * SLOT as usize),
            (self.spare as usize, self.spare as usize + 4096),
            (here(), self.stack),
        ];
        let is_own = own.iter().any(|(first, last)| *first <= begin && end <= *last);
        is_own || self.values().is_none_or(|values| values.holds(begin, end)) || sections::hold(begin, end)
    }

    /// Returns the argument whose memory precedes an address, and the offset; or [`What::Nowhere`] and the address.
    pub(crate) fn near(&self, place: *const u8) -> (What, i64) {
        let near = self.values().and_then(|values| values.near(place as usize));
        near.unwrap_or((What::Nowhere, (place as usize).cast_signed() as i64))
    }

    /// Returns the device's queue.
    pub(crate) fn queue<'q>(&self) -> Option<&'q Queue> {
        // SAFETY: the queue lives as long as the launch.
        unsafe { self.queue.cast::<Queue>().as_ref() }
    }

    /// Returns the program's pipes.
    pub(crate) fn storages<'s>(&self) -> Option<&'s Storages> {
        // SAFETY: the program's pipes live as long as its code.
        unsafe { self.storages.cast::<Storages>().as_ref() }
    }

    /// Returns the arguments.
    fn values<'v>(&self) -> Option<&'v Values> {
        // SAFETY: the arguments live as long as the launch; a host of the document's has none.
        unsafe { self.values.cast::<Values>().as_ref() }
    }

    /// Returns the record of what is wrong.
    fn wrong<'w>(&self) -> Option<&'w Wrong> {
        // SAFETY: the record outlives the launch; a host of the document's has none.
        unsafe { self.wrong.cast::<Wrong>().as_ref() }
    }

    /// Records the first forbidden access.
    pub(crate) fn tell(&self, fault: Fault) {
        _ = self.wrong().map(|wrong| wrong.fault.set(fault));
    }

    /// Records the first work-items that never meet.
    pub(crate) fn stop(&self, stuck: Stuck) {
        _ = self.wrong().map(|wrong| wrong.stuck.set(stuck));
        // SAFETY: the counter lives as long as the launch.
        unsafe { (*self.failed).store(1, Ordering::Relaxed) };
    }

    /// Returns the SPIR-V storage class of a pointer: Workgroup, Function or CrossWorkgroup.
    pub(crate) fn storage_class(&self, pointer: *const u8) -> i32 {
        if (self.local.cast_const()..self.local_end.cast_const()).contains(&pointer) {
            return 4;
        }
        let is_framed = (self.frames.cast_const()..self.frames_end.cast_const()).contains(&pointer);
        // Stacks grow downwards.
        let is_on_stack = (here()..self.stack).contains(&(pointer as usize));
        if is_framed || is_on_stack { 7 } else { 5 }
    }
}

/// Returns an address on this thread's stack, in the frame of the caller: its callees use lower addresses.
#[inline(always)]
#[allow(clippy::inline_always, reason = "its own frame would be below that of the caller")]
pub(crate) fn here() -> usize {
    let local = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&local)) as usize
}
