//! One entry point of a module, with buffers from files: what it leaves in them is written back.

use crate::gpu::{self, Gpu};
use crate::setup::{Block, Setup, Slot, Thing, Work};
use std::io::{Error, Result};
use std::path::Path;
use std::time::Duration;

/// A run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The entry point.
    pub entry: &'a str,
    /// The number of workgroups in each direction.
    pub groups: [u32; 3],
    /// The push constants.
    pub push: Vec<u8>,
    /// The number of further runs, which are timed.
    pub times: u32,
}

impl Run<'_> {
    /// Runs a module with buffers, `SET:BINDING=FILE`, and specialization constants, `NUMBER=VALUE`; returns the least time of
    /// the further runs.
    ///
    /// # Errors
    /// Files that cannot be read or written, what Vulkan refuses, and a shader that does not end.
    pub fn with(self, module: &Path, buffers: &[String], constants: &[String]) -> Result<Option<Duration>> {
        let buffers = buffers.iter().map(|text| buffer(text)).collect::<Result<Vec<_>>>()?;
        let slots = buffers.iter().map(|(set, binding, file)| {
            let block = Block { leaves: Vec::new(), bytes: std::fs::read(file)? };
            Ok(Slot { set: *set, binding: *binding, count: 1, thing: Thing::Storage(block) })
        });
        let setup = Setup {
            entry: self.entry.to_owned(),
            work: Work::Compute,
            slots: slots.collect::<Result<_>>()?,
            push: Block { leaves: Vec::new(), bytes: self.push },
            pointees: Vec::new(),
            groups: self.groups,
            constants: constants.iter().map(|text| constant(text)).collect::<Result<_>>()?,
        };
        let failed = |fault: crate::Fault| Error::other(fault.to_string());
        let gpu = Gpu::open().map_err(failed)?;
        let (dumps, least) = gpu::timed(&gpu, &setup, &std::fs::read(module)?, self.times).map_err(failed)?;
        for ((_, _, file), dump) in buffers.iter().zip(dumps) {
            std::fs::write(file, dump.bytes)?;
        }
        Ok(least)
    }
}

fn malformed(text: &str) -> Error {
    Error::other(format!("{text}: neither SET:BINDING=FILE nor NUMBER=VALUE"))
}

fn number(text: &str) -> Result<u32> {
    text.parse().map_err(|_| malformed(text))
}

fn buffer(text: &str) -> Result<(u32, u32, &str)> {
    let (place, file) = text.split_once('=').ok_or_else(|| malformed(text))?;
    let (set, binding) = place.split_once(':').ok_or_else(|| malformed(text))?;
    Ok((number(set)?, number(binding)?, file))
}

fn constant(text: &str) -> Result<(u32, u32)> {
    let (place, value) = text.split_once('=').ok_or_else(|| malformed(text))?;
    Ok((number(place)?, number(value)?))
}
