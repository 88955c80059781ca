//! Function metadata that is an execution mode or a decoration of the function: SPV_INTEL_kernel_attributes and kin.
//!
//! ```
//! use llvm_spirv_metadata::{Node, function_attributes::{Effect, read}};
//!
//! let node = Node::<()>::words(&[8]);
//! let mode = spirv::ExecutionMode::NumSIMDWorkitemsINTEL as u32;
//! assert_eq!(read("num_simd_work_items", &node), Ok(Some(Effect::Mode { mode, operands: vec![8] })));
//! ```

use crate::decorations::Decoration;
use crate::error::{Error, ErrorKind, Result};
use crate::kernel::read_size;
use crate::node::Node;
use spirv::{Decoration as D, ExecutionMode as M};

/// The meaning of function metadata in SPIR-V.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An execution mode.
    Mode {
        /// The mode: a [`spirv::ExecutionMode`].
        mode: u32,
        /// Its literals.
        operands: Vec<u32>,
    },
    /// A decoration of the function.
    Decoration(Decoration),
}

/// The SPIR-V form of a row: an execution mode or a decoration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Mode(M),
    Decoration(D),
}

/// The correspondence between the node's operands and those of the mode or decoration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Unchanged words, this many.
    Words(usize),
    /// Three sizes; missing ones are 1.
    Size,
    /// No operands, with the node `!{}`.
    Empty,
    /// No operands, with the node `!{i32 1}`.
    One,
}

const ROWS: &[(&str, In, Shape)] = &[
    ("stall_enable", In::Decoration(D::StallEnableALTERA), Shape::One),
    ("stall_free", In::Decoration(D::StallFreeALTERA), Shape::One),
    ("loop_fuse", In::Decoration(D::FuseLoopsInFunctionALTERA), Shape::Words(2)),
    ("initiation_interval", In::Decoration(D::InitiationIntervalALTERA), Shape::Words(1)),
    ("max_concurrency", In::Decoration(D::MaxConcurrencyALTERA), Shape::Words(1)),
    ("pipeline_kernel", In::Decoration(D::PipelineEnableALTERA), Shape::Words(1)),
    ("max_work_group_size", In::Mode(M::MaxWorkgroupSizeINTEL), Shape::Size),
    ("no_global_work_offset", In::Mode(M::NoGlobalOffsetINTEL), Shape::Empty),
    ("max_global_work_dim", In::Mode(M::MaxWorkDimINTEL), Shape::Words(1)),
    ("num_simd_work_items", In::Mode(M::NumSIMDWorkitemsINTEL), Shape::Words(1)),
    ("scheduler_target_fmax_mhz", In::Mode(M::SchedulerTargetFmaxMhzINTEL), Shape::Words(1)),
];

/// The words of `!ip_interface`: the first word, an optional second one, and the mode whose literal encodes the
/// presence of the second.
const INTERFACES: [(&str, &str, M); 2] = [
    ("streaming", "stall_free_return", M::StreamingInterfaceINTEL),
    ("csr", "wait_for_done_write", M::RegisterMapInterfaceINTEL),
];
const INTERFACE: &str = "ip_interface";

/// `!prefer_dsp` and `!propagate_dsp_preference`, both of one number, are the two operands of one decoration.
pub mod dsp {
    use crate::decorations::Decoration;
    use crate::operand::Operand;

    /// The first operand: whether to prefer DSP blocks.
    pub const PREFER: &str = "prefer_dsp";
    /// The second operand: whether the functions that are called shall, too.
    pub const PROPAGATE: &str = "propagate_dsp_preference";
    const MODE: u32 = spirv::Decoration::MathOpDSPModeALTERA as u32;

    /// Returns `MathOpDSPModeINTEL` for the numbers of the two attachments.
    pub fn decoration(prefer: u32, propagate: Option<u32>) -> Decoration {
        Decoration::ints(MODE, &[prefer, propagate.unwrap_or(0)])
    }

    /// Returns the numbers for the two attachments from `MathOpDSPModeINTEL`; the second is `None` if the preference is
    /// not propagated.
    pub fn of(decoration: &Decoration) -> Option<(u32, Option<u32>)> {
        match (decoration.kind, &decoration.operands[..]) {
            (MODE, &[Operand::Int(prefer), Operand::Int(propagate)]) => {
                Some((prefer, (propagate != 0).then_some(propagate)))
            }
            _ => None,
        }
    }
}

/// Returns the names of the attachments except those of [`dsp`], in the order in which the Khronos translator writes
/// them.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.0).chain([INTERFACE])
}

/// Reads an attachment of a function; `None` if its name is not one of these.
pub fn read<V>(name: &str, node: &Node<V>) -> Result<Option<Effect>> {
    if name == INTERFACE {
        return read_interface(node).map(Some);
    }
    let Some(&(_, place, shape)) = ROWS.iter().find(|row| row.0 == name) else { return Ok(None) };
    let operands = match shape {
        Shape::Words(expected) => {
            let words = node.operands()?.rest(Node::as_word)?;
            let found = words.len();
            if found != expected {
                return Err(Error::new(ErrorKind::Count { of: "numbers", expected, found }));
            }
            words
        }
        Shape::Size => read_size(node)?.to_vec(),
        Shape::Empty => vec![],
        // `i32 0` switches it off.
        Shape::One if node.operands()?.optional(Node::as_word)? == Some(0) => return Ok(None),
        Shape::One => vec![],
    };
    Ok(Some(match place {
        In::Mode(mode) => Effect::Mode { mode: mode as u32, operands },
        In::Decoration(kind) => Effect::Decoration(Decoration::ints(kind as u32, &operands)),
    }))
}

/// Writes an attachment of a function; `None` if the effect has none.
pub fn write<V>(effect: &Effect) -> Option<(&'static str, Node<V>)> {
    let (place, operands) = match effect {
        Effect::Mode { mode, operands } => (In::Mode(M::from_u32(*mode)?), operands.clone()),
        Effect::Decoration(decoration) => {
            let operands: Option<Vec<u32>> = decoration.operands.iter().map(|operand| operand.int()).collect();
            (In::Decoration(D::from_u32(decoration.kind)?), operands?)
        }
    };
    if let Some((first, second, _)) = INTERFACES.iter().find(|row| place == In::Mode(row.2)) {
        let words: &[&str] = if operands.first() == Some(&1) { &[first, second] } else { &[first] };
        return Some((INTERFACE, Node::strings(words)));
    }
    let &(name, _, shape) = ROWS.iter().find(|row| row.1 == place)?;
    match (shape, operands.len()) {
        (Shape::Words(expected), found) if expected == found => Some((name, Node::words(&operands))),
        (Shape::Size, 3) => Some((name, Node::words(&operands))),
        (Shape::Empty, 0) => Some((name, Node::List(vec![]))),
        (Shape::One, 0) => Some((name, Node::words(&[1]))),
        _ => None,
    }
}

fn read_interface<V>(node: &Node<V>) -> Result<Effect> {
    let mut operands = node.operands()?;
    let (second, mode) = operands.read("the interface", |node| {
        let row = INTERFACES.iter().find(|row| node.as_string() == Ok(row.0));
        row.map(|row| (row.1, row.2)).ok_or_else(|| node.not("\"streaming\" or \"csr\""))
    })?;
    let words = operands.rest(Node::as_string)?;
    Ok(Effect::Mode { mode: mode as u32, operands: vec![words.contains(&second).into()] })
}

#[cfg(test)]
#[path = "function_attributes_tests.rs"]
mod tests;
