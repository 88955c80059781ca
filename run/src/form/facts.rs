//! Facts of kernels, for hosts and for the passes here.

use super::numbers::Numbers;

/// The treatment of accesses outside an argument's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Out-of-bounds accesses of shaders do nothing; those of kernels are undefined.
    #[default]
    Silent,
    /// Out-of-bounds accesses do nothing and are reported to the host, as are all accesses that may be to local memory.
    Reported,
}

/// The facts that a host must know about a kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The name of the entry point.
    pub name: String,
    /// The parameters.
    pub params: Vec<Param>,
    /// The numbers of parameters that it never accesses: shaders have the variables of all entry points as parameters.
    /// They need no memory.
    pub unreached: Vec<usize>,
    /// The bytes that each work-item needs for values kept across barriers.
    pub frame_size: u64,
    /// The words at the beginning of a frame that order the waiting work-items of a subgroup; 0 if they all wait
    /// together.
    pub key_words: u64,
    /// The source line of each point where work-items wait, in order; 0 if unknown.
    pub lines: Vec<u32>,
    /// The size that all work-groups must have, if the kernel requires one.
    pub required_size: Option<[u64; 3]>,
    /// True if it has barriers, so that its work-items take turns.
    pub suspends: bool,
    /// True if another kernel of the module enqueues it.
    pub is_enqueued: bool,
    /// True for a shader, whose parameters are the variables that the host binds.
    pub is_shader: bool,
    /// The stage; kernels count as compute.
    pub stage: Stage,
}

/// The stage of a shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Compute: work-groups.
    #[default]
    Compute,
    /// Vertex: a work-item is a vertex of an instance, which are columns and rows of the grid.
    Vertex,
    /// Fragment: a work-item is a fragment; groups are quads.
    Fragment,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A value of this many bytes, with its type if that is a number or a vector.
    Value(u64, Option<Numbers>),
    /// A pointer to global or constant memory, with the type of the elements, if known.
    Pointer(Option<Numbers>),
    /// A pointer to local memory.
    Local,
    /// An opaque object, by the name of its type: `spirv.Image`.
    Object(String),
    /// A descriptor of a shader.
    Binding(Binding),
    /// The push constants of a shader: their size in bytes, and the type of all numbers in them, if it is the same.
    Push(u64, Option<Numbers>),
    /// A variable between this stage and the one before, or the next.
    Record(Record),
}

/// A variable of which each vertex or fragment has its own copy, in an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its name: `in0` for an input at location 0, `out0`, or that of a builtin variable: `Position`, `FrontFacing`.
    pub name: String,
    /// The byte offset in its variable: members of a block have their own records.
    pub offset: u64,
    /// The bytes of one copy.
    pub size: u64,
    /// True for an output of the shader.
    pub is_output: bool,
    /// The value of all copies if the host provides none.
    pub default: Option<Vec<u8>>,
}

/// A descriptor, or an array of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// The number of the set.
    pub set: u32,
    /// The number of the binding.
    pub binding: u32,
    /// The number of descriptors; 0 for a runtime array.
    pub count: u64,
    /// The minimum size of a buffer in bytes: without elements of the runtime array at its end.
    pub size: u64,
    /// The name of the type of an opaque object, such as `spirv.Image`; `None` for a buffer.
    pub object: Option<String>,
    /// The type of all numbers in a buffer, if it is the same.
    pub numbers: Option<Numbers>,
    /// True for a uniform buffer; false for a `BufferBlock`.
    pub is_uniform: bool,
}

/// A kernel, with the assembly of its parameters' types.
#[derive(Debug)]
pub struct Entry {
    pub facts: Kernel,
    pub types: Vec<ParamType>,
}

/// The type by which a parameter is passed to the kernel.
#[derive(Debug)]
pub struct ParamType {
    /// Its type, in one address space.
    pub text: String,
    /// The pointee of an argument passed in memory (`byval`).
    pub by_value: Option<String>,
}
