//! The structures in memory that the host and the cpu form share. One table makes, of each, the structure of Rust, the
//! type of LLVM IR, and the numbers that the texts of the cpu form name ([`parts`]).

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::mem::offset_of;
use std::sync::atomic::AtomicU32;

/// A type of a field that Rust and LLVM IR lay out alike.
trait Shared {
    /// The type in LLVM IR.
    const LLVM: &'static str;
}

impl<T> Shared for *const T {
    const LLVM: &'static str = "ptr";
}
impl<T> Shared for *mut T {
    const LLVM: &'static str = "ptr";
}

macro_rules! shared {
    ($($ty:ty => $llvm:literal,)*) => {$(
        impl Shared for $ty {
            const LLVM: &'static str = $llvm;
        }
    )*};
}

shared! {
    bool => "i8",
    i32 => "i32",
    u32 => "i32",
    u64 => "i64",
    usize => "i64",
    f32 => "float",
    [u64; 3] => "[3 x i64]",
    [u32; 4] => "[4 x i32]",
    [f32; 8] => "[8 x float]",
    [[i32; 3]; 4] => "[4 x [3 x i32]]",
}

/// A field of a shared structure.
struct Field {
    name: &'static str,
    /// Its offset in bytes.
    offset: usize,
    /// Its type in LLVM IR.
    llvm: &'static str,
}

macro_rules! structures {
    ($(
        $(#[$doc:meta])*
        $name:ident as $text:literal { $($(#[$field_doc:meta])* $field:ident: $ty:ty,)* }
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            #[repr(C)]
            pub struct $name {
                $($(#[$field_doc])* pub(crate) $field: $ty,)*
            }
        )*

        /// The structures by the names that the texts have for them.
        const STRUCTURES: &[(&str, &[Field])] = &[$((
            $text,
            &[$(Field {
                name: stringify!($field),
                offset: offset_of!($name, $field),
                llvm: <$ty as Shared>::LLVM,
            },)*],
        ),)*];
    };
}

structures! {
    /// The context of a launch, which the functions of the cpu form receive. They read the fields up to `frames`.
    Context as "context" {
        /// The addresses of the arguments.
        args: *const *const c_void,
        /// The local memory of the group.
        local: *mut u8,
        /// A slot for each work-item, in which it leaves a value for others.
        slots: *mut u8,
        dimensions: u32,
        sub_group: u32,
        global: [u64; 3],
        local_size: [u64; 3],
        offset: [u64; 3],
        groups: [u64; 3],
        /// Memory that is never read.
        spare: *mut u8,
        items: *mut Item,
        /// The values that work-items keep across barriers: those of a group are side by side.
        frames: *mut u8,
        local_end: *mut u8,
        frames_end: *mut u8,
        /// The stack address of this thread at its start.
        stack: usize,
        seed: u64,
        is_shuffled: bool,
        failed: *const AtomicU32,
        /// The record of the first forbidden access ([`crate::wrong::Wrong`]).
        wrong: *const c_void,
        /// With checks, a byte for each byte of local memory: 1 if it has been written.
        shadow: *mut u8,
        /// The device's queue ([`crate::queue::Queue`]).
        queue: *const c_void,
        /// The arguments ([`crate::bound::Values`]).
        values: *const c_void,
        /// The program's pipes ([`crate::host::pipes::Storages`]).
        storages: *const c_void,
    }

    /// A work-item.
    Item as "item" {
        /// The words that order waiting items, at the beginning of its frame.
        keys: *mut u8,
        index: u64,
        local: [u64; 3],
        group: [u64; 3],
        size: [u64; 3],
        /// The point where it waits: 0 at the beginning, negative at the end; the lowest bit is set if its subgroup waits.
        point: i32,
        padding: i32,
        /// The members of its subgroup that continue with it.
        active: u64,
        /// The copies of the values on which the group agrees (`form/shared.rs`); null if it keeps its own.
        copies: *const u8,
    }

    /// A query of a sampled image, in words of 32 bits.
    Question as "question" {
        at: [u32; 4],
        depth: f32,
        is_float: u32,
        /// 1 for a gather, 2 for a query of the level.
        what: u32,
        has_depth: u32,
        channel: u32,
        dim: u32,
        is_arrayed: u32,
        is_projected: u32,
        /// 1 if each texel of a gather has its own offset.
        has_offsets: u32,
        /// The mask of image operands, and the floating-point operands.
        mask: u32,
        floats: [f32; 8],
        offsets: [[i32; 3]; 4],
    }
}

/// The size of a work-item's slot in bytes.
pub const SLOT: u64 = 128;

/// Returns the word of a field of [`Question`].
macro_rules! word {
    ($field:ident) => {
        std::mem::offset_of!($crate::abi::Question, $field) / 4
    };
}
pub(crate) use word;

/// Returns the parts that [`crate::form`] fills into its texts: of the structure `s` and its field `f`, `s.f` is the
/// offset in bytes (`s.f.y` and `s.f.z` those of the second and the third number), `s#f` the index, and `s.type` the
/// type in LLVM IR.
pub(crate) fn parts() -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    for (structure, fields) in STRUCTURES {
        let types: Vec<_> = fields.iter().map(|field| field.llvm).collect();
        parts.insert(format!("{structure}.type"), format!("{{ {} }}", types.join(", ")));
        for (index, Field { name, offset, .. }) in fields.iter().enumerate() {
            parts.insert(format!("{structure}#{name}"), index.to_string());
            for (lane, suffix) in ["", ".y", ".z"].into_iter().enumerate() {
                parts.insert(format!("{structure}.{name}{suffix}"), (offset + 8 * lane).to_string());
            }
        }
    }
    parts
}

/// Returns the offsets of the fields of a structure.
#[cfg(test)]
pub(crate) fn offsets(structure: &str) -> Vec<u64> {
    let fields = STRUCTURES.iter().filter(|row| row.0 == structure).flat_map(|row| row.1);
    fields.map(|field| field.offset as u64).collect()
}
