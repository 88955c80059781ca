//! The loop controls of SPIR-V: a mask, and literals in the order of its bits.

use std::collections::BTreeMap;

use crate::error::{Error, ErrorKind, Result};

/// The literals of a loop control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// This number of words.
    Words(usize),
    /// A count, then this number of pairs of a pointer's id and a safe length.
    Dependencies,
}

/// A loop control, one bit of the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The bit.
    pub bit: u32,
    /// Its name in SPIR-V, from which the property `spirv.loop.<name>` is derived.
    pub name: &'static str,
    /// Its name in LLVM IR. Without literals the name is all; with one, an `i32` follows. `None` if it has no name, or
    /// a function in `loops.rs` handles it.
    pub llvm: Option<&'static str>,
    /// Its literals.
    pub literals: Literals,
}

macro_rules! rows {
    (@name) => { None };
    (@name $llvm:literal) => { Some($llvm) };
    ($($bit:ident $name:ident $words:literal $($llvm:literal)?;)*) => {
        /// The controls in ascending order of bits, that is, of their literals.
        pub const ROWS: &[Row] = &[$(Row {
            bit: bit::$bit,
            name: stringify!($name),
            llvm: rows!(@name $($llvm)?),
            literals: if bit::$bit == bit::DEPENDENCY_ARRAY_ALTERA { Literals::Dependencies } else { Literals::Words($words) },
        }),*];

        /// The bits of the mask.
        pub mod bit {
            use spirv::LoopControl;

            $(#[doc = concat!("`", stringify!($name), "`.")]
            pub const $bit: u32 = LoopControl::$bit.bits();)*
        }

        /// Returns the control for a bit.
        pub fn row(bit: u32) -> Option<&'static Row> {
            // A bit that is in two rows does not build (unreachable pattern).
            match bit {
                $(bit::$bit => {})*
                _ => return None,
            }
            ROWS.iter().find(|row| row.bit == bit)
        }
    };
}

impl Row {
    /// Returns the name of the property for a control without a name in LLVM IR.
    pub fn spirv_name(&self) -> String {
        format!("{SPIRV_PREFIX}{}", self.name)
    }
}

const SPIRV_PREFIX: &str = "spirv.loop.";

/// Returns the control with this name in LLVM IR.
pub fn by_llvm_name(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.llvm == Some(name))
}

/// Returns the control for a name after `spirv.loop.`, as SPIR-V spells it or as `min_iterations`, with or without
/// vendor suffix.
pub fn by_spirv_name(name: &str) -> Option<&'static Row> {
    fn plain(name: &str) -> String {
        let name = name.replace('_', "").to_ascii_lowercase();
        ["intel", "altera"].iter().find_map(|vendor| name.strip_suffix(vendor)).unwrap_or(&name).to_owned()
    }
    match plain(name.strip_prefix(SPIRV_PREFIX)?).as_str() {
        // So the example of the Khronos translator's document.
        "dependencyaccesses" => row(bit::DEPENDENCY_ARRAY_ALTERA),
        name => ROWS.iter().find(|row| plain(row.name) == name),
    }
}

rows! {
    UNROLL Unroll 0 "llvm.loop.unroll.enable";
    DONT_UNROLL DontUnroll 0 "llvm.loop.unroll.disable";
    DEPENDENCY_INFINITE DependencyInfinite 0 "llvm.loop.ivdep.enable";
    DEPENDENCY_LENGTH DependencyLength 1 "llvm.loop.ivdep.safelen";
    MIN_ITERATIONS MinIterations 1;
    MAX_ITERATIONS MaxIterations 1;
    ITERATION_MULTIPLE IterationMultiple 1;
    PEEL_COUNT PeelCount 1;
    PARTIAL_COUNT PartialCount 1 "llvm.loop.unroll.count";
    INITIATION_INTERVAL_ALTERA InitiationIntervalINTEL 1 "llvm.loop.ii.count";
    MAX_CONCURRENCY_ALTERA MaxConcurrencyINTEL 1 "llvm.loop.max_concurrency.count";
    DEPENDENCY_ARRAY_ALTERA DependencyArrayINTEL 0;
    PIPELINE_ENABLE_ALTERA PipelineEnableINTEL 1 "llvm.loop.intel.pipelining.enable";
    LOOP_COALESCE_ALTERA LoopCoalesceINTEL 1 "llvm.loop.coalesce.count";
    MAX_INTERLEAVING_ALTERA MaxInterleavingINTEL 1 "llvm.loop.max_interleaving.count";
    SPECULATED_ITERATIONS_ALTERA SpeculatedIterationsINTEL 1 "llvm.loop.intel.speculated.iterations.count";
    NO_FUSION_ALTERA NoFusionINTEL 0 "llvm.loop.fusion.disable";
    LOOP_COUNT_ALTERA LoopCountINTEL 6;
    MAX_REINVOCATION_DELAY_ALTERA MaxReinvocationDelayINTEL 1 "llvm.loop.intel.max_reinvocation_delay.count";
    MULTIPLE_WAIT_QUEUES_QCOM MultipleWaitQueuesQCOM 1;
}

/// Loop controls as in `OpLoopMerge` and `OpLoopControlINTEL`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// The literals of each control that is set, by its bit.
    pub known: BTreeMap<u32, Vec<u32>>,
    /// The bits from the first unknown one on, and all remaining words, which cannot be assigned to bits.
    pub raw: Option<(u32, Vec<u32>)>,
}

impl Controls {
    /// Parses the mask and its literals.
    pub fn from_words(mask: u32, words: &[u32]) -> Result<Self> {
        let mut controls = Controls::default();
        let mut left = words;
        for shift in 0..32 {
            let bit = 1 << shift;
            if mask & bit == 0 {
                continue;
            }
            let Some(row) = row(bit) else {
                controls.raw = Some((mask & (u32::MAX << shift), left.to_vec()));
                return Ok(controls);
            };
            let at = words.len() - left.len();
            let missing = || Error::new(ErrorKind::Missing("a literal of a loop control")).within(at);
            let length = match row.literals {
                Literals::Words(length) => length,
                Literals::Dependencies => {
                    let pairs = *left.first().ok_or_else(missing)? as usize;
                    pairs.checked_mul(2).and_then(|words| words.checked_add(1)).ok_or_else(missing)?
                }
            };
            let (own, rest) = left.split_at_checked(length).ok_or_else(missing)?;
            controls.known.insert(bit, own.to_vec());
            left = rest;
        }
        match left.is_empty() {
            true => Ok(controls),
            false => Err(Error::new(ErrorKind::Unexpected).within(words.len() - left.len())),
        }
    }

    /// Returns the mask and its literals.
    pub fn to_words(&self) -> (u32, Vec<u32>) {
        let raw = self.raw.iter();
        let mask = self.known.keys().chain(raw.clone().map(|(mask, _)| mask)).fold(0, |mask, bits| mask | bits);
        let words = self.known.values().chain(raw.map(|(_, words)| words)).flatten().copied().collect();
        (mask, words)
    }

    /// Returns whether no control is set.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.raw.is_none()
    }

    /// Returns whether the controls stand for full unrolling: `Unroll` with `PartialCount 1`.
    pub fn is_full_unroll(&self) -> bool {
        self.known.contains_key(&bit::UNROLL)
            && self.known.get(&bit::PARTIAL_COUNT).is_some_and(|count| count[..] == [1])
    }

    /// Returns the pointers and safe lengths of `DependencyArrayINTEL`.
    pub fn dependencies(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let words = self.known.get(&bit::DEPENDENCY_ARRAY_ALTERA).and_then(|words| words.get(1..)).unwrap_or_default();
        words.chunks_exact(2).map(|pair| (pair[0], pair[1]))
    }
}

#[cfg(test)]
#[path = "loop_controls_tests.rs"]
mod tests;
