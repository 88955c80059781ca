//! Pipes (OpenCL C 3.0, 6.15.16): packets in order, read and written one by one or by reservation.
//!
//! A packet can be read when it and all before it are committed, and its space is free when it and all before it have
//! been read. A reservation is identified by the number of its first packet, counted from 1.

use super::named::named;
use crate::context::Context;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// A pipe in the form for kernels.
pub struct Pipe {
    packet: usize,
    capacity: u64,
    state: Mutex<State>,
}

struct State {
    /// The ring buffer of packets.
    ring: Vec<u8>,
    written: Side,
    read: Side,
}

/// The packets that were written, or read, since the beginning.
#[derive(Default)]
struct Side {
    /// The number of packets taken or reserved.
    next: u64,
    /// The reservations that are open, or come after open ones, in order.
    reserved: VecDeque<Reserved>,
}

struct Reserved {
    begin: u64,
    count: u64,
    is_open: bool,
}

impl Side {
    /// Returns the number of packets before the first reservation that is not committed.
    fn done(&self) -> u64 {
        self.reserved.front().map_or(self.next, |first| first.begin)
    }

    fn take(&mut self, count: u64, is_open: bool) -> u64 {
        let begin = self.next;
        if is_open || !self.reserved.is_empty() {
            self.reserved.push_back(Reserved { begin, count, is_open });
        }
        self.next += count;
        begin
    }

    fn commit(&mut self, begin: u64) {
        self.reserved.iter_mut().filter(|reserved| reserved.begin == begin).for_each(|one| one.is_open = false);
        while self.reserved.front().is_some_and(|first| !first.is_open) {
            self.reserved.pop_front();
        }
    }
}

impl State {
    fn side(&mut self, is_write: bool) -> &mut Side {
        if is_write { &mut self.written } else { &mut self.read }
    }
}

impl Pipe {
    /// Returns a pipe with packets in it.
    pub fn new(pipe: &crate::Pipe) -> Self {
        let (packet, capacity) = (pipe.packet as usize, u64::from(pipe.capacity));
        let mut ring = pipe.packets.clone();
        ring.resize(packet * pipe.capacity as usize, 0);
        let written = Side { next: (pipe.packets.len() / packet.max(1)) as u64, ..Side::default() };
        Self { packet, capacity, state: Mutex::new(State { ring, written, read: Side::default() }) }
    }

    /// Returns the packets that can be read now, and those whose reading was not committed.
    pub fn packets(&self) -> Vec<u8> {
        let state = self.state();
        let packets = (state.read.done()..state.written.done()).filter_map(|number| state.ring.get(self.place(number)));
        packets.flatten().copied().collect()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, number: u64) -> std::ops::Range<usize> {
        let begin = (number % self.capacity) as usize * self.packet;
        begin..begin + self.packet
    }

    /// Takes packets to read, or free space to write, if there are enough; returns the number of the first.
    fn take(&self, state: &mut State, count: u64, is_write: bool, is_open: bool) -> Option<u64> {
        let most = if is_write { state.read.done() + self.capacity } else { state.written.done() };
        let side = state.side(is_write);
        (count > 0 && side.next + count <= most).then(|| side.take(count, is_open))
    }

    /// Copies a packet.
    ///
    /// # Safety
    ///
    /// The kernel's pointer must be valid for the size of a packet.
    unsafe fn copy(&self, state: &mut State, number: u64, data: *mut u8, is_write: bool) {
        let Some(packet) = state.ring.get_mut(self.place(number)) else { return };
        // SAFETY: as the caller says.
        unsafe {
            match is_write {
                true => std::ptr::copy_nonoverlapping(data, packet.as_mut_ptr(), packet.len()),
                false => std::ptr::copy_nonoverlapping(packet.as_ptr(), data, packet.len()),
            }
        }
    }

    fn reserve(&self, count: i32, size: i32, is_write: bool) -> usize {
        let taken = (size as usize == self.packet)
            .then(|| self.take(&mut self.state(), u64::from(count.cast_unsigned()), is_write, true));
        taken.flatten().map_or(0, |begin| begin as usize + 1)
    }

    fn commit(&self, id: usize, is_write: bool) {
        if let Some(begin) = id.checked_sub(1) {
            self.state().side(is_write).commit(begin as u64);
        }
    }
}

/// The pipes of a program, by the addresses of their storages (`OpConstantPipeStorage`).
#[derive(Default)]
pub struct Storages(Mutex<BTreeMap<usize, Box<Pipe>>>);

impl std::fmt::Debug for Storages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Storages")
    }
}

impl Storages {
    /// Returns the pipe of a storage, which is initially empty.
    fn pipe(&self, place: usize, [packet, _, capacity]: [u32; 3]) -> *const Pipe {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let empty = || Box::new(Pipe::new(&crate::Pipe { packets: Vec::new(), packet, capacity }));
        std::ptr::from_ref(&**all.entry(place).or_insert_with(empty))
    }
}

/// Implements `OpCreatePipeFromPipeStorage`.
unsafe extern "C" fn spirv_pipe_of_storage(context: &Context, storage: *const [u32; 3]) -> *const Pipe {
    // SAFETY: the storage is a variable of the code: size, alignment and number of packets.
    let numbers = unsafe { storage.read_unaligned() };
    context.storages().map_or(std::ptr::null(), |storages| storages.pipe(storage as usize, numbers))
}

/// Implements `OpReadPipe` and `OpWritePipe`: returns 0, or -1 if there is no packet, or no space for one.
unsafe extern "C" fn spirv_pipe_pass(pipe: &Pipe, data: *mut u8, size: i32, is_write: i32) -> i32 {
    let (mut state, is_write) = (pipe.state(), is_write != 0);
    let taken = if size as usize == pipe.packet { pipe.take(&mut state, 1, is_write, false) } else { None };
    let Some(number) = taken else { return -1 };
    // SAFETY: a packet of the kernel's, of that size.
    unsafe { pipe.copy(&mut state, number, data, is_write) };
    0
}

/// Implements `OpReservedReadPipe` and `OpReservedWritePipe`: returns -1 if the reservation has no packet with that
/// number.
unsafe extern "C" fn spirv_pipe_pass_reserved(
    pipe: &Pipe,
    id: usize,
    index: i32,
    data: *mut u8,
    size: i32,
    is_write: i32,
) -> i32 {
    let (mut state, is_write) = (pipe.state(), is_write != 0);
    let index = u64::from(index.cast_unsigned());
    let mut all = state.side(is_write).reserved.iter();
    let known = all.find(|reserved| reserved.is_open && reserved.begin + 1 == id as u64 && index < reserved.count);
    let Some(begin) = known.map(|reserved| reserved.begin).filter(|_| size as usize == pipe.packet) else { return -1 };
    // SAFETY: a packet of the kernel's, of that size.
    unsafe { pipe.copy(&mut state, begin + index, data, is_write) };
    0
}

/// Implements `OpReserveReadPipePackets` and `OpReserveWritePipePackets`: returns null if there are not enough.
unsafe extern "C" fn spirv_pipe_reserve(pipe: &Pipe, count: i32, size: i32, is_write: i32) -> usize {
    pipe.reserve(count, size, is_write != 0)
}

/// Reserves packets for a group: the first work-item finds the pipe in the slot, the others find the result of the
/// first.
unsafe extern "C" fn spirv_pipe_reserve_once(
    slot: &mut usize,
    pipe: &Pipe,
    count: i32,
    size: i32,
    is_write: i32,
) -> usize {
    if *slot == std::ptr::from_ref(pipe) as usize {
        *slot = pipe.reserve(count, size, is_write != 0);
    }
    *slot
}

/// Implements `OpCommitReadPipe` and `OpCommitWritePipe`.
unsafe extern "C" fn spirv_pipe_commit(pipe: &Pipe, id: usize, is_write: i32) {
    pipe.commit(id, is_write != 0);
}

/// Implements `OpGroupCommitReadPipe` and `OpGroupCommitWritePipe`.
unsafe extern "C" fn spirv_pipe_commit_once(slot: &mut usize, pipe: &Pipe, id: usize, is_write: i32) {
    if *slot == std::ptr::from_ref(pipe) as usize {
        pipe.commit(id, is_write != 0);
        *slot = 0;
    }
}

unsafe extern "C" fn spirv_pipe_packets(pipe: &Pipe) -> i32 {
    let state = pipe.state();
    state.written.done().saturating_sub(state.read.next) as i32
}

unsafe extern "C" fn spirv_pipe_capacity(pipe: &Pipe) -> i32 {
    pipe.capacity as i32
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![
        spirv_pipe_of_storage,
        spirv_pipe_pass,
        spirv_pipe_pass_reserved,
        spirv_pipe_reserve,
        spirv_pipe_reserve_once,
        spirv_pipe_commit,
        spirv_pipe_commit_once,
        spirv_pipe_packets,
        spirv_pipe_capacity
    ]
}
