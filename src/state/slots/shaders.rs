//! The state of the chapters for shaders: the forms of types with an explicit layout, and the SPIR-V types of values,
//! which LLVM's types do not determine.

use crate::binary::Id;
use crate::llvm::{Metadata, Type, Value};
use ::spirv::StorageClass;
use llvm_spirv_metadata::Node;
use rustc_hash::FxHashMap;

/// The properties of a SPIR-V type that its LLVM type lacks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Note<'m> {
    /// No properties: integers are unsigned.
    Plain,
    /// Signed integers: the type is one, or a vector or matrix of them.
    Signed,
    /// Integers with the bits of numbers in the encoding of this name: the type is one, or a vector of them.
    Encoded(&'static str),
    /// An array.
    Array {
        /// Its `ArrayStride` in bytes; 0 without one.
        stride: u32,
        /// The specialization constant that is its length.
        length: Option<Metadata<'m>>,
        /// The note of the elements.
        element: Box<Note<'m>>,
    },
    /// An array of bytes in place of a type that is longer than the space available to it.
    Cut {
        /// The LLVM type.
        ty: Type<'m>,
        /// The note of that type.
        note: Box<Note<'m>>,
    },
    /// A pointer.
    Pointer {
        /// The LLVM type of the pointee; `None` for bytes.
        pointee: Option<Type<'m>>,
        /// The `ArrayStride` of the pointer type in bytes; 0 without one.
        stride: u32,
        /// The note of the pointee.
        note: Box<Note<'m>>,
    },
}

impl Note<'_> {
    /// Returns whether integers are signed, also in arrays.
    pub fn is_signed(&self) -> bool {
        let mut note = self;
        while let Self::Array { element, .. } = note {
            note = element;
        }
        *note == Self::Signed
    }

    /// Returns the note with signed integers, also in arrays.
    pub fn signed(mut self) -> Self {
        let mut note = &mut self;
        while let Self::Array { element, .. } = note {
            note = element;
        }
        *note = Self::Signed;
        self
    }
}

/// A structure type of SPIR-V in LLVM IR.
#[derive(Clone, Debug)]
pub struct ReverseStruct<'m> {
    /// For each member the index of its element.
    pub elements: Vec<u32>,
    /// For each member the LLVM type of its element.
    pub types: Vec<Type<'m>>,
    /// For each member whether the next one begins before its end, in the padding after its last element: then its
    /// element is an array of bytes.
    pub is_cut: Vec<bool>,
    /// True if the members have offsets.
    pub is_explicit: bool,
}

/// The types of shaders in the reverse translation.
#[derive(Debug, Default)]
pub struct ReverseShaders<'m> {
    /// The structure types.
    pub structs: FxHashMap<Id, ReverseStruct<'m>>,
    /// The types of elements with padding, by element and stride.
    pub padded: FxHashMap<(Type<'m>, u32), Type<'m>>,
    /// The types of matrices, by the array of their columns, stride and whether they are laid out by rows.
    pub matrices: FxHashMap<(Type<'m>, u32, bool), Type<'m>>,
    /// The type of variables of `void`.
    pub void: Option<Type<'m>>,
    /// The SPIR-V types of values, as a translation of the result back to SPIR-V would infer them.
    pub value_types: FxHashMap<Value<'m>, Id>,
    /// For array types the specialization constants that are their lengths.
    pub lengths: FxHashMap<Id, Metadata<'m>>,
    /// The types with an array in them whose length is a specialization constant.
    pub specialised: rustc_hash::FxHashSet<Id>,
    /// For results of access chains the LLVM type of the pointee in memory, if it differs from that of its value.
    pub memory: FxHashMap<Id, Type<'m>>,
}

/// A structure type of LLVM IR that metadata describes.
#[derive(Clone, Debug)]
pub struct ForwardStruct<'m> {
    /// The name in SPIR-V.
    pub name: String,
    /// The decorations of the type.
    pub decorations: Node<Metadata<'m>>,
    /// The members.
    pub members: Vec<ForwardMember<'m>>,
}

/// A member of such a type.
#[derive(Clone, Debug)]
pub struct ForwardMember<'m> {
    /// The index of its element.
    pub element: u32,
    /// The name in SPIR-V.
    pub name: String,
    /// The decorations.
    pub decorations: Node<Metadata<'m>>,
    /// The note of its type; `None` if the LLVM type determines it.
    pub note: Option<Metadata<'m>>,
}

/// The parts of a SPIR-V type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A vector: component and count.
    Vector(Id, u32),
    /// A matrix: type of a column, and number of columns.
    Matrix(Id, u32),
    /// An array: element.
    Array(Id),
    /// A structure: the types of its members, and for each element of the LLVM type the index of its member.
    Struct(Vec<Id>, Vec<Option<u32>>),
}

/// A pointer type that is declared before its pointee.
#[derive(Debug)]
pub struct ForwardPointer<'m> {
    /// The id of the pointer type.
    pub id: Id,
    /// Its storage class.
    pub class: StorageClass,
    /// The type of its pointee.
    pub pointee: Type<'m>,
    /// The note of the pointee's type.
    pub note: Note<'m>,
    /// Its `ArrayStride`; 0 for none.
    pub stride: u32,
}

impl<'m> ForwardPointer<'m> {
    /// Returns whether the pointer type has this class, pointee and stride.
    pub fn is_to(&self, class: StorageClass, pointee: Type<'m>, note: &Note<'m>, stride: u32) -> bool {
        (self.class, self.pointee, self.stride) == (class, pointee, stride) && self.note == *note
    }
}

/// The types of shaders in the translation to SPIR-V.
#[derive(Debug, Default)]
pub struct ForwardShaders<'m> {
    /// The structure types that metadata describes.
    pub structs: FxHashMap<Type<'m>, ForwardStruct<'m>>,
    /// The SPIR-V types by LLVM type and note.
    pub types: FxHashMap<(Type<'m>, Note<'m>), Id>,
    /// The pointer types with a stride, by storage class, pointee and stride.
    pub strided: FxHashMap<(StorageClass, Id, u32), Id>,
    /// The structure types whose members are being translated.
    pub open: rustc_hash::FxHashSet<Type<'m>>,
    /// The pointer types that are declared before their pointees.
    pub forward_pointers: Vec<ForwardPointer<'m>>,
    /// The LLVM types of SPIR-V types.
    pub llvm: FxHashMap<Id, Type<'m>>,
    /// The parts of SPIR-V types.
    pub shapes: FxHashMap<Id, Shape>,
    /// The array types with a stride, by element, length (0 for none) and stride: a SPIR-V type may have several LLVM
    /// types, since only members have matrix strides.
    pub strided_arrays: FxHashMap<[Id; 3], Id>,
    /// The integer types that are signed, and the vectors of them.
    pub signed: rustc_hash::FxHashSet<Id>,
    /// The types of numbers with an encoding, and of vectors of them, which are integers in LLVM, with the encoding's
    /// name.
    pub encoded: FxHashMap<Id, &'static str>,
    /// True if the current instruction computes with integers, so that encoded numbers are invalid.
    pub takes_integers: bool,
    /// True if the constants of the current instruction are signed.
    pub has_signed_constants: bool,
    /// The number of elements of array types, except runtime arrays.
    pub lengths: FxHashMap<Id, u64>,
    /// The known answers for pairs of composite types: true if values of one may be copied to the other by
    /// `OpCopyLogical`.
    pub logical_matches: FxHashMap<(Id, Id), bool>,
    /// Constants of a type that differs from the default for their LLVM type.
    pub constants: FxHashMap<(Value<'m>, Id), Id>,
    /// The numbers of the capabilities that the module declares.
    pub capabilities: std::cell::OnceCell<rustc_hash::FxHashSet<u64>>,
    /// The kinds of numbers that are only stored, as a bit set.
    pub stored_only: u8,
    /// The types that contain such numbers.
    pub of_stored_only: rustc_hash::FxHashSet<Type<'m>>,
}
