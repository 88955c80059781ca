//! Random layouts of blocks in memory: structures in structures, arrays with strides, matrices by columns and by rows,
//! numbers of 8 to 64 bits, offsets with gaps or out of order, open arrays; and shaders that copy what is in them.
//!
//! A *case* is one block, the shader's accesses to it, and a second block of Uniform memory at times. It follows from seed
//! and number alone. A module holds many cases, one behind the other.

mod module;
mod shape;

pub use module::{Case, module};
