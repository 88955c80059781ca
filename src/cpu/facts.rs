//! Facts of kernels, for hosts and for the passes here.

use super::numbers::Numbers;

/// The treatment of accesses outside of an argument's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Accesses of shaders do nothing, accesses of kernels anything.
    #[default]
    Silent,
    /// Accesses do nothing, and the host is told, also of all that may be to local memory.
    Reported,
}

/// The facts that a host must know about a kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The name of the entry point.
    pub name: String,
    /// The parameters.
    pub params: Vec<Param>,
    /// The numbers of those that it never reads or writes: of shaders, each has the variables of all entry points. They need
    /// no memory.
    pub unreached: Vec<usize>,
    /// The bytes that each work-item needs for what it keeps over barriers.
    pub frame_size: u64,
    /// The words at a frame's beginning that order the work-items of a sub-group that wait; 0 where they wait together.
    pub key_words: u64,
    /// The source line of each point where work-items wait, in their order; 0 where it is not known.
    pub lines: Vec<u32>,
    /// The size that all work-groups must have, where the kernel names one.
    pub required_size: Option<[u64; 3]>,
    /// Whether it has barriers: its work-items take turns.
    pub suspends: bool,
    /// Whether others of the module enqueue it.
    pub is_enqueued: bool,
    /// Whether it is a shader: its parameters are what the host binds.
    pub is_shader: bool,
    /// The stage that it is of; kernels are of the first.
    pub stage: Stage,
}

/// The stage of a shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Work-groups.
    #[default]
    Compute,
    /// A work-item is a vertex of an instance: columns and rows of the grid.
    Vertex,
    /// A work-item is a fragment; groups are quads.
    Fragment,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A value of so many bytes; its type, where it is a number or a vector.
    Value(u64, Option<Numbers>),
    /// A pointer to global or constant memory; the type of what is there, where it is known.
    Pointer(Option<Numbers>),
    /// A pointer to local memory.
    Local,
    /// An opaque object, by the name of its type: `spirv.Image`.
    Object(String),
    /// A descriptor of a shader.
    Binding(Binding),
    /// The push constants of a shader, of so many bytes; the type of all numbers in them, where they have the same.
    Push(u64, Option<Numbers>),
    /// A variable between this stage and the one before, or the next.
    Record(Record),
}

/// A variable of which each vertex or fragment has its own: they are side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its name: `in0` for an input at location 0, `out0`, or that of a builtin variable: `Position`, `FrontFacing`.
    pub name: String,
    /// The bytes before it in its variable: members of a block have records of their own.
    pub offset: u64,
    /// The bytes of one.
    pub size: u64,
    /// Whether the shader writes it.
    pub is_output: bool,
    /// The bytes that all have where the host gives nothing.
    pub default: Option<Vec<u8>>,
}

/// A descriptor, or an array of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// The number of the set.
    pub set: u32,
    /// The number of the binding.
    pub binding: u32,
    /// The number of descriptors; 0 for an array of any length.
    pub count: u64,
    /// The least bytes of a buffer: without elements of the open array at its end.
    pub size: u64,
    /// The name of the type where it is no buffer: `spirv.Image`.
    pub object: Option<String>,
    /// The type of all numbers in a buffer, where they have the same.
    pub numbers: Option<Numbers>,
    /// Whether it is a uniform buffer: `BufferBlock` is none.
    pub is_uniform: bool,
}

/// A kernel, with the assembly of its parameters' types.
#[derive(Debug)]
pub struct Entry {
    pub facts: Kernel,
    pub types: Vec<ParamType>,
}

/// The way in which a parameter comes to the kernel.
#[derive(Debug)]
pub struct ParamType {
    /// Its type, in one address space.
    pub text: String,
    /// The type that it points to, which lies where the host has put the argument (`byval`).
    pub by_value: Option<String>,
}
