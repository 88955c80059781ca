//! The reserved names of annotations (S3-87 to S3-98).

use spirv::Decoration as D;

/// The decoration whose operand is the text of an annotation.
pub const USER_SEMANTIC: u32 = D::UserSemantic as u32;

pub(crate) const MEMORY: u32 = D::MemoryALTERA as u32;

/// The special syntax of a reserved name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirk {
    /// No special syntax: one or more integers.
    Ints,
    /// One or more words.
    Words,
    /// Arguments are ignored; translation from SPIR-V writes `:1`.
    Switch,
    /// Arguments are ignored; translation from SPIR-V writes none.
    Bare,
    /// The name is shared; this argument selects the decoration.
    Choice(u32),
    /// Arguments are words separated by `:`.
    Colons,
}

/// A reserved name, its decoration, and its special syntax.
pub type Row = (&'static str, D, Quirk);

/// The reserved names. From `stride_size` on they come from the Khronos translator, not from the document.
pub const ROWS: &[Row] = &[
    ("register", D::RegisterALTERA, Quirk::Switch),
    ("memory", D::MemoryALTERA, Quirk::Words),
    ("bankwidth", D::BankwidthALTERA, Quirk::Ints),
    ("numbanks", D::NumbanksALTERA, Quirk::Ints),
    ("private_copies", D::MaxPrivateCopiesALTERA, Quirk::Ints),
    // "SinglepumpINTEL will be selected if the argument is 2", says the note; its example, and practice, say 1.
    ("pump", D::SinglepumpALTERA, Quirk::Choice(1)),
    ("pump", D::DoublepumpALTERA, Quirk::Choice(2)),
    ("max_replicates", D::MaxReplicatesALTERA, Quirk::Ints),
    ("simple_dual_port", D::SimpleDualPortALTERA, Quirk::Switch),
    ("merge", D::MergeALTERA, Quirk::Colons),
    ("bank_bits", D::BankBitsALTERA, Quirk::Ints),
    ("force_pow2_depth", D::ForcePow2DepthALTERA, Quirk::Ints),
    ("stride_size", D::StridesizeALTERA, Quirk::Ints),
    ("word_size", D::WordsizeALTERA, Quirk::Ints),
    ("true_dual_port", D::TrueDualPortALTERA, Quirk::Bare),
    ("sycl-buffer-location", D::BufferLocationALTERA, Quirk::Ints),
    ("sycl-latency-anchor-id", D::LatencyControlLabelALTERA, Quirk::Ints),
    ("sycl-latency-constraint", D::LatencyControlConstraintALTERA, Quirk::Ints),
];
