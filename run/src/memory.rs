//! Memory of launches: at any address, or below 4 GiB for 32-bit addresses.
#![allow(unsafe_code, reason = "kernels access memory by address")]

use crate::errors;
use llvm_spirv::error::{Error, Result};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The range of addresses for memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Any address.
    Any,
    /// Below 4 GiB.
    Low,
}

impl Room {
    /// Returns the bytes of an address in memory.
    pub fn address_bytes(self) -> usize {
        if self == Self::Low { 4 } else { 8 }
    }
}

/// Returns the size of the machine's memory in bytes; the maximum if the system does not report it.
pub fn of_machine() -> u64 {
    // SAFETY: questions to the system.
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    match (u64::try_from(pages), u64::try_from(size)) {
        (Ok(pages), Ok(size)) => pages.saturating_mul(size),
        _ => u64::MAX,
    }
}

/// Memory with the largest alignment of any type.
pub struct Aligned(pub *mut u8, pub Layout, Room);

impl Aligned {
    /// Returns this many bytes of zeros.
    pub fn new(size: u64, room: Room) -> Result<Self> {
        let none = || errors::launch(format!("no memory for {size} bytes"));
        let layout = usize::try_from(size.max(1)).ok().and_then(|size| Layout::from_size_align(size, 128).ok());
        let layout = layout.ok_or_else(none)?;
        let memory = match room {
            // SAFETY: a layout that is not empty.
            Room::Any => unsafe { alloc_zeroed(layout) },
            Room::Low => low(layout.size())?,
        };
        if memory.is_null() { Err(none()) } else { Ok(Self(memory, layout, room)) }
    }

    /// Returns memory with a copy of these bytes.
    pub fn holding(bytes: &[u8], room: Room) -> Result<Self> {
        let memory = Self::new(bytes.len() as u64, room)?;
        // SAFETY: as many bytes as there are.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), memory.0, bytes.len()) };
        Ok(memory)
    }

    /// Returns the first bytes.
    pub fn take(&self, length: usize) -> Vec<u8> {
        // SAFETY: no more bytes than the memory has, all of them initialised.
        unsafe { std::slice::from_raw_parts(self.0, length.min(self.1.size())).to_vec() }
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        // SAFETY: of the global allocator by that layout, or of the system in so many pages.
        unsafe {
            match self.2 {
                Room::Any => dealloc(self.0, self.1),
                Room::Low => give_back(self.0, self.1.size()),
            }
        }
    }
}

/// The first and the last address that is tried below 4 GiB, and the gap between two allocations.
const FIRST: usize = 0x1000_0000;
const LAST: usize = 0xFFFF_0000;
const PAGE: usize = 0x1_0000;

/// The limit on addresses that are tried for an allocation.
const MOST_TRIES: usize = 1 << 14;

/// Allocates memory below 4 GiB from the system, in whole pages, with a gap after it.
///
/// # Errors
///
/// No free range of this size.
pub fn low(size: usize) -> Result<*mut u8> {
    static NEXT: AtomicUsize = AtomicUsize::new(FIRST);
    let none = || errors::launch(format!("no memory for {size} bytes below 4 GiB, where addresses of 32 bits are"));
    let length = size.max(1).checked_next_multiple_of(PAGE).filter(|length| *length < LAST - FIRST).ok_or_else(none)?;
    for _ in 0..MOST_TRIES {
        let begin = NEXT.fetch_add(length + PAGE, Ordering::Relaxed);
        if begin.checked_add(length).is_none_or(|end| end > LAST) {
            NEXT.store(FIRST, Ordering::Relaxed);
            continue;
        }
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: new pages, where there are none yet.
        let memory = unsafe { libc::mmap(begin as *mut c_void, length, access, flags, -1, 0) };
        if memory as usize == begin {
            return Ok(memory.cast());
        }
        if memory != libc::MAP_FAILED {
            // SAFETY: an old system takes the address for a wish: these pages are new, too.
            unsafe { libc::munmap(memory, length) };
        }
    }
    Err(none())
}

/// Frees memory that [`low`] has returned.
///
/// # Safety
///
/// The memory must not be used any more.
pub unsafe fn give_back(memory: *mut u8, size: usize) {
    // SAFETY: whole pages of the system's.
    unsafe { libc::munmap(memory.cast(), size.max(1).next_multiple_of(PAGE)) };
}

/// The size of a stack in bytes: at most 4 MiB for variables of the cpu form, and the stack that the host's functions
/// need.
const STACK: usize = 16 << 20;

/// Runs the same work on several threads, with their stacks in this range of addresses; returns the first error.
pub fn threads(room: Room, count: usize, work: &(dyn Fn() -> Result<()> + Sync)) -> Result<()> {
    let died = || errors::internal("a thread has died");
    std::thread::scope(|scope| {
        let workers: Vec<_> = match room {
            Room::Any => (1..count).map(|_| on_stack(scope, work)).collect::<Result<_>>()?,
            Room::Low => (0..count).map(|_| scope.spawn(|| on_low_stack(work))).collect(),
        };
        let done = if room == Room::Any { work() } else { Ok(()) };
        workers.into_iter().map(|worker| worker.join().map_err(|_| died())?).fold(done, Result::and)
    })
}

/// Starts a thread for the work.
fn on_stack<'s, 'w: 's>(
    scope: &'s std::thread::Scope<'s, 'w>,
    work: &'w (dyn Fn() -> Result<()> + Sync),
) -> Result<std::thread::ScopedJoinHandle<'s, Result<()>>> {
    std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|error| no_thread(&error))
}

/// Creates the error for a thread that the system does not start.
fn no_thread(why: &std::io::Error) -> Error {
    errors::launch(format!("a thread: {why}"))
}

/// A call on another stack, and its result.
struct Call<'w> {
    work: &'w (dyn Fn() -> Result<()> + Sync),
    result: Result<()>,
}

extern "C" fn called(call: *mut c_void) -> *mut c_void {
    // SAFETY: the call that `on_low_stack` waits for.
    let call = unsafe { &mut *call.cast::<Call<'_>>() };
    call.result = (call.work)();
    ptr::null_mut()
}

/// Runs work on a thread whose stack is below 4 GiB.
fn on_low_stack(work: &(dyn Fn() -> Result<()> + Sync)) -> Result<()> {
    let stack = Aligned::new(STACK as u64, Room::Low)?;
    let mut call = Call { work, result: Err(errors::internal("a thread that does not start")) };
    // SAFETY: the attributes live until the thread has them; stack and call live until it has ended.
    let failed = unsafe {
        let mut attributes = std::mem::zeroed();
        let mut thread = std::mem::zeroed();
        libc::pthread_attr_init(&raw mut attributes);
        libc::pthread_attr_setstack(&raw mut attributes, stack.0.cast(), STACK);
        let failed = libc::pthread_create(&raw mut thread, &raw const attributes, called, (&raw mut call).cast());
        libc::pthread_attr_destroy(&raw mut attributes);
        if failed == 0 { libc::pthread_join(thread, ptr::null_mut()) } else { failed }
    };
    if failed == 0 { call.result } else { Err(no_thread(&std::io::Error::from_raw_os_error(failed))) }
}
