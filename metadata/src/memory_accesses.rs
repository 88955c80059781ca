//! `{params:N}{cache-size:M}`: the decorations of SPV_INTEL_fpga_memory_accesses, as bits of one annotation group.

use crate::annotation_syntax::{Argument, Group};
use crate::decorations::Decoration;
use crate::operand::Operand;
use spirv::Decoration as D;

const CACHE_SIZE: u32 = D::CacheSizeALTERA as u32;
const PREFETCH: u32 = D::PrefetchALTERA as u32;

/// The bit of `params`, and its decoration.
const ROWS: [(u32, u32); 4] =
    [(1, D::BurstCoalesceALTERA as u32), (2, CACHE_SIZE), (4, D::DontStaticallyCoalesceALTERA as u32), (8, PREFETCH)];

/// The contents of the two groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoryAccesses {
    params: u32,
    cache_size: u32,
}

impl MemoryAccesses {
    /// Returns the kinds of decorations that the groups can express.
    pub fn kinds() -> impl Iterator<Item = u32> {
        ROWS.into_iter().map(|(_, kind)| kind)
    }

    /// Reads a group if it is one of the two with a valid number; returns whether it is.
    pub fn read(&mut self, group: &Group<'_>) -> bool {
        match (group.key, group.body.and_then(Argument::int)) {
            ("params", Some(params)) if params < 16 => self.params = params,
            ("cache-size", Some(size)) => self.cache_size = size,
            _ => return false,
        }
        true
    }

    /// Returns the decorations: none if no bit is set, regardless of the cache size. The operand of a prefetch is
    /// always 0.
    pub fn decorations(self) -> impl Iterator<Item = Decoration> {
        ROWS.into_iter().filter(move |(bit, _)| self.params & bit != 0).map(move |(_, kind)| self.decoration(kind))
    }

    fn decoration(self, kind: u32) -> Decoration {
        let operand = match kind {
            CACHE_SIZE => Some(self.cache_size),
            PREFETCH => Some(0),
            _ => None,
        };
        Decoration::new(kind, operand.map(Operand::Int))
    }

    /// Returns the groups for such decorations, and their text.
    pub fn of(decorations: &[Decoration]) -> (Self, Option<String>) {
        let mut accesses = MemoryAccesses::default();
        for decoration in decorations {
            if let (CACHE_SIZE, &[Operand::Int(size)]) = (decoration.kind, &decoration.operands[..]) {
                accesses.cache_size = size;
            }
        }
        for (bit, kind) in ROWS {
            if decorations.contains(&accesses.decoration(kind)) {
                accesses.params |= bit;
            }
        }
        let cache =
            if accesses.params & 2 != 0 { format!("{{cache-size:{}}}", accesses.cache_size) } else { String::new() };
        let text = (accesses.params != 0).then(|| format!("{{params:{}}}{cache}", accesses.params));
        (accesses, text)
    }

    /// Returns whether the groups express this decoration.
    pub fn covers(self, decoration: &Decoration) -> bool {
        self.decorations().any(|covered| covered == *decoration)
    }
}
