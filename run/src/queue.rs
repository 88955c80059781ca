//! The device's queue during a launch: commands that kernels enqueue run when the grid has ended, including commands
//! enqueued by these.
//!
//! Commands are ordered by the grid's groups, and within a group by the order of enqueuing, regardless of the threads.
//! The first command whose events are all complete runs first; with a seed, a random one of these.

use crate::form::Kernel;
use crate::{Argument, Grid, errors};
use llvm_spirv::error::{Error, Result};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The status values of events (OpenCL): negative ones are errors.
const COMPLETE: i32 = 0;
const SUBMITTED: i32 = 2;
/// The status of an event that a failed event prevented.
const FAILED_EVENT: i32 = -14;

/// A kernel that can be enqueued.
pub struct Enqueued {
    /// The address of its group function.
    pub group: usize,
    /// Its number in the program.
    pub number: usize,
    pub facts: Kernel,
}

/// A grid that was enqueued.
#[derive(Debug)]
pub struct Job {
    /// The number of its kernel.
    pub kernel: usize,
    pub grid: Grid,
    pub arguments: Vec<Argument>,
}

/// A command in the queue.
pub struct Command {
    /// The group that enqueued it, with the slowest dimension first.
    pub group: [u64; 3],
    /// The grid that is to run; `None` for a marker.
    pub job: Option<Job>,
    /// The events that it waits for.
    pub waits: Vec<usize>,
    /// Its own event.
    pub event: Option<usize>,
}

struct Event {
    status: i32,
    references: u64,
    is_user: bool,
    /// The time that its command took in nanoseconds, and the addresses to which it is written.
    time: u64,
    times_to: Vec<usize>,
}

#[derive(Default)]
struct State {
    /// The commands of the running grid, in the order of arrival.
    fresh: Vec<Command>,
    waiting: VecDeque<Command>,
    events: Vec<Event>,
    error: Option<Error>,
    seed: u64,
}

/// The queue, and the properties of the launch for its commands.
pub struct Queue {
    pub kernels: Vec<Enqueued>,
    /// The grid of the launch.
    pub grid: Grid,
    /// The bytes of an address in memory.
    pub address_bytes: usize,
    state: Mutex<State>,
}

impl Queue {
    /// Returns an empty queue.
    pub fn new(kernels: Vec<Enqueued>, grid: &Grid, address_bytes: usize) -> Self {
        let state = Mutex::new(State { seed: grid.seed.unwrap_or(0) | 1, ..State::default() });
        Self { kernels, grid: grid.clone(), address_bytes, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a command; returns its event, if it is to have one. Returns `None` without adding it if it waits for an
    /// invalid event.
    pub fn add(&self, mut command: Command, has_event: bool) -> Option<usize> {
        let mut state = self.state();
        if !command.waits.iter().all(|event| state.event(*event).is_some()) {
            return None;
        }
        if has_event {
            command.event = Some(state.create(false));
        }
        let event = command.event.unwrap_or(0);
        state.fresh.push(command);
        Some(event)
    }

    /// Ends the launch with an error after the current grid.
    pub fn fail(&self, error: Error) {
        self.state().error.get_or_insert(error);
    }

    /// Creates a user event.
    pub fn create_event(&self) -> usize {
        self.state().create(true)
    }

    /// Sets the status of a user event.
    pub fn set_event(&self, event: usize, status: i32) {
        let mut state = self.state();
        if state.event(event).is_some_and(|event| event.is_user && event.status > 0) && status <= COMPLETE {
            state.finish(event, status, Duration::ZERO);
        }
    }

    /// Adds or removes a reference to an event.
    pub fn refer(&self, event: usize, is_new: bool) {
        if let Some(event) = self.state().event(event) {
            event.references = if is_new { event.references + 1 } else { event.references - 1 };
        }
    }

    /// Returns whether the event exists.
    pub fn has_event(&self, event: usize) -> bool {
        self.state().event(event).is_some()
    }

    /// Writes the times of an event's command to this address, once it has run.
    pub fn times(&self, event: usize, place: usize) {
        let mut state = self.state();
        let Some(known) = state.event(event) else { return };
        known.times_to.push(place);
        if known.status <= COMPLETE {
            known.tell();
        }
    }

    /// Returns the next grid to run, with the event of its command.
    ///
    /// # Errors
    ///
    /// A command that could not be enqueued, or commands that wait for events that nothing completes.
    pub fn next(&self) -> Result<Option<(Job, Option<usize>)>> {
        let mut state = self.state();
        if let Some(error) = state.error.take() {
            return Err(error);
        }
        let mut fresh = std::mem::take(&mut state.fresh);
        fresh.sort_by_key(|command| command.group);
        state.waiting.extend(fresh);
        while let Some(command) = state.take(self.grid.seed.is_some()) {
            let failed = command.waits.iter().any(|event| state.status(*event) < COMPLETE);
            match command.job.filter(|_| !failed) {
                Some(job) => return Ok(Some((job, command.event))),
                None => {
                    let status = if failed { FAILED_EVENT } else { COMPLETE };
                    command.event.into_iter().for_each(|event| state.finish(event, status, Duration::ZERO));
                }
            }
        }
        match state.waiting.len() {
            0 => Ok(None),
            count => {
                let text = format!("{count} commands of the device's queue wait for events that nothing completes");
                Err(errors::execution(text))
            }
        }
    }

    /// Completes the event of a command that has run.
    pub fn done(&self, event: Option<usize>, time: Duration) {
        event.into_iter().for_each(|event| self.state().finish(event, COMPLETE, time));
    }
}

impl Event {
    /// Writes the times until the end of the command and of its children, which are equal here.
    #[allow(unsafe_code, reason = "kernels say where")]
    fn tell(&mut self) {
        for place in self.times_to.drain(..) {
            // SAFETY: two numbers in the kernel's own memory.
            unsafe { (place as *mut [u64; 2]).write_unaligned([self.time; 2]) };
        }
    }
}

impl State {
    /// Creates an event. Events are numbered from 1: 0 is none.
    fn create(&mut self, is_user: bool) -> usize {
        self.events.push(Event { status: SUBMITTED, references: 1, is_user, time: 0, times_to: Vec::new() });
        self.events.len()
    }

    fn event(&mut self, number: usize) -> Option<&mut Event> {
        self.events.get_mut(number.checked_sub(1)?).filter(|event| event.references > 0)
    }

    /// Returns the status of an event, which may have no references left.
    fn status(&self, number: usize) -> i32 {
        self.events.get(number.wrapping_sub(1)).map_or(COMPLETE, |event| event.status)
    }

    fn finish(&mut self, number: usize, status: i32, time: Duration) {
        if let Some(event) = self.events.get_mut(number.wrapping_sub(1)) {
            event.status = status;
            event.time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            event.tell();
        }
    }

    /// Removes and returns a command that no longer waits: the first, or a random one.
    fn take(&mut self, is_random: bool) -> Option<Command> {
        let is_ready = |command: &Command| command.waits.iter().all(|event| self.status(*event) <= COMPLETE);
        let mut ready = self.waiting.iter().enumerate().filter(|(_, command)| is_ready(command)).map(|(at, _)| at);
        if !is_random {
            let first = ready.next()?;
            return self.waiting.remove(first);
        }
        let ready: Vec<_> = ready.collect();
        self.seed = self.seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        let chosen = usize::try_from(self.seed >> 33).unwrap_or(0).checked_rem(ready.len())?;
        self.waiting.remove(*ready.get(chosen)?)
    }
}
