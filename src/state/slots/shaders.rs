//! The state of the chapters of shaders: the forms of types with an explicit layout, and the SPIR-V types of values,
//! which LLVM's types do not tell.

use crate::binary::Id;
use crate::llvm::{Metadata, Type, Value};
use ::spirv::StorageClass;
use llvm_spirv_metadata::Node;
use rustc_hash::FxHashMap;

/// The properties of a SPIR-V type that an LLVM type does not have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Note<'m> {
    /// Nothing: integers are unsigned.
    Plain,
    /// Integers are signed: the type is one, or a vector or matrix of them.
    Signed,
    /// Integers hold the bits of numbers with the encoding of this name: the type is one, or a vector of them.
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
    /// Bytes that stand for a type, which is longer than what there is of it.
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
    /// Returns whether it is that of signed integers, or of arrays of them.
    pub fn is_signed(&self) -> bool {
        let mut note = self;
        while let Self::Array { element, .. } = note {
            note = element;
        }
        *note == Self::Signed
    }

    /// Returns the note with signed integers, of an array in its elements.
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
    /// For each member whether the next one begins before its end, in the padding behind its last element: then its
    /// element is bytes.
    pub is_cut: Vec<bool>,
    /// Whether the members have offsets.
    pub is_explicit: bool,
}

/// The way to LLVM IR.
#[derive(Debug, Default)]
pub struct ReverseShaders<'m> {
    /// The structure types.
    pub structs: FxHashMap<Id, ReverseStruct<'m>>,
    /// The types that stand for elements with padding, by element and stride.
    pub padded: FxHashMap<(Type<'m>, u32), Type<'m>>,
    /// The types of matrices, by the array of their columns, stride and whether they are laid out by rows.
    pub matrices: FxHashMap<(Type<'m>, u32, bool), Type<'m>>,
    /// The type of variables of `void`.
    pub void: Option<Type<'m>>,
    /// The SPIR-V types of values, as the translation of the result will infer them.
    pub value_types: FxHashMap<Value<'m>, Id>,
    /// For array types the specialization constants that are their lengths.
    pub lengths: FxHashMap<Id, Metadata<'m>>,
    /// The types with an array in them whose length is a specialization constant.
    pub specialised: rustc_hash::FxHashSet<Id>,
    /// For results of access chains the LLVM type of what they point to, where that is not the type of its value.
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
    /// The note of its type; `None` where the LLVM type says all.
    pub note: Option<Metadata<'m>>,
}

/// The parts of a SPIR-V type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A vector: component and count.
    Vector(Id, u32),
    /// A matrix: type of a column, and how many.
    Matrix(Id, u32),
    /// An array: element.
    Array(Id),
    /// A structure: the types of its members, and for each element of the LLVM type the member that it is.
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

/// The way to SPIR-V.
#[derive(Debug, Default)]
pub struct ForwardShaders<'m> {
    /// The structure types that metadata describes.
    pub structs: FxHashMap<Type<'m>, ForwardStruct<'m>>,
    /// The SPIR-V types by LLVM type and what that does not say.
    pub types: FxHashMap<(Type<'m>, Note<'m>), Id>,
    /// The pointer types with a stride, by storage class, pointee and stride.
    pub strided: FxHashMap<(StorageClass, Id, u32), Id>,
    /// The structure types whose members are being translated.
    pub open: rustc_hash::FxHashSet<Type<'m>>,
    /// The pointer types that are declared, before what they point to is.
    pub forward_pointers: Vec<ForwardPointer<'m>>,
    /// The LLVM types of SPIR-V types.
    pub llvm: FxHashMap<Id, Type<'m>>,
    /// The parts of SPIR-V types.
    pub shapes: FxHashMap<Id, Shape>,
    /// The array types with a stride, by element, length (0 for none) and stride: one may have several LLVM types, since only
    /// members have matrix strides.
    pub strided_arrays: FxHashMap<[Id; 3], Id>,
    /// The integer types that are signed, and the vectors of them.
    pub signed: rustc_hash::FxHashSet<Id>,
    /// The types of numbers with an encoding, which LLVM has as integers, and the vectors of them, with the encoding's name.
    pub encoded: FxHashMap<Id, &'static str>,
    /// Whether the current instruction computes with integers, so that it takes no numbers with an encoding.
    pub takes_integers: bool,
    /// Whether the constants of the current instruction are signed.
    pub has_signed_constants: bool,
    /// The number of elements of array types, but for those that are open.
    pub lengths: FxHashMap<Id, u64>,
    /// Whether values of one composite type may be copied to another one by `OpCopyLogical`.
    pub logical_matches: FxHashMap<(Id, Id), bool>,
    /// Constants of a type that is not the one that their LLVM type has by itself.
    pub constants: FxHashMap<(Value<'m>, Id), Id>,
    /// The numbers of the capabilities that the module declares.
    pub capabilities: std::cell::OnceCell<rustc_hash::FxHashSet<u64>>,
    /// The kinds of numbers that are only stored, a bit for each.
    pub stored_only: u8,
    /// The types that have such numbers in them.
    pub of_stored_only: rustc_hash::FxHashSet<Type<'m>>,
}
