//! Random layouts of blocks in memory: structures in structures, arrays with strides, matrices by columns and by rows,
//! numbers of 8 to 64 bits, offsets with gaps or out of order, open arrays; and shaders that copy their contents.
//!
//! A *case* is one block, the shader's accesses to it, and sometimes a second block in Uniform memory. It is determined
//! by seed and number alone. A module holds many consecutive cases.

mod module;
mod shape;

pub use module::{Case, module};
