//! The reserved names of annotations (S3-87 to S3-98).

/// The decoration whose operand is the text of an annotation.
pub const USER_SEMANTIC: u32 = 5635;

pub(crate) const MEMORY: u32 = 5826;

/// What is special about a reserved name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirk {
    /// Nothing: one or more integers.
    Ints,
    /// One or more words.
    Words,
    /// Arguments are ignored; the way back writes `:1`.
    Switch,
    /// Arguments are ignored; the way back writes none.
    Bare,
    /// The name is shared; this argument selects the decoration.
    Choice(u32),
    /// Arguments are words separated by `:`.
    Colons,
}

/// A reserved name, the number of its decoration, what is special.
pub type Row = (&'static str, u32, Quirk);

/// The reserved names. From `stride_size` on they are the practice of the Khronos translator, not in the document.
pub const ROWS: &[Row] = &[
    ("register", 5825, Quirk::Switch),
    ("memory", MEMORY, Quirk::Words),
    ("bankwidth", 5828, Quirk::Ints),
    ("numbanks", 5827, Quirk::Ints),
    ("private_copies", 5829, Quirk::Ints),
    // "SinglepumpINTEL will be selected if the argument is 2", says the note; its example, and practice, say 1.
    ("pump", 5830, Quirk::Choice(1)),
    ("pump", 5831, Quirk::Choice(2)),
    ("max_replicates", 5832, Quirk::Ints),
    ("simple_dual_port", 5833, Quirk::Switch),
    ("merge", 5834, Quirk::Colons),
    ("bank_bits", 5835, Quirk::Ints),
    ("force_pow2_depth", 5836, Quirk::Ints),
    ("stride_size", 5883, Quirk::Ints),
    ("word_size", 5884, Quirk::Ints),
    ("true_dual_port", 5885, Quirk::Bare),
    ("sycl-buffer-location", 5921, Quirk::Ints),
    ("sycl-latency-anchor-id", 6172, Quirk::Ints),
    ("sycl-latency-constraint", 6173, Quirk::Ints),
];
