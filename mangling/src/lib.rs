//! Itanium (IA64) mangled names of OpenCL C and `__spirv_*` builtins.
//!
//! In: a symbol name such as `_Z4fmaxDv4_fS_`. Out: its base name and parameter [`Type`]s, and back. [`parse()`] and
//! [`write()`] walk the same grammar with the same skeleton (`src/parse.rs`, `src/write.rs`); the letters of the scalar
//! types are in one place, `src/vocabulary.rs`. [`Builtin`] splits and composes the base names of SPIR-V builtins.
//!
//! ```
//! use llvm_spirv_mangling::{Type, parse, write};
//!
//! let name = parse("_Z4fmaxDv4_fS_")?;
//! assert_eq!(name.base, "fmax");
//! assert_eq!(name.params, [Type::vector(4, Type::Float), Type::vector(4, Type::Float)]);
//! assert_eq!(write(&name.base, &name.params), "_Z4fmaxDv4_fS_");
//! # Ok::<(), llvm_spirv_mangling::Error>(())
//! ```
//!
//! Spec: <https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling>, restricted to what clang emits for OpenCL C and
//! to what "SPIR-V representation in LLVM IR" asks for. Templates are parsed if their arguments are types, as in
//! builtins declared by SYCL's headers; [`write()`] makes none, but a parsed [`Name`] is written with its template.
//! Scopes are reported as [`ErrorKind::Unsupported`].
#![deny(missing_docs)]

mod builtin;
mod cursor;
mod error;
mod name;
mod numbering;
mod parse;
mod rounding;
mod spelling;
mod substitution;
mod types;
mod vocabulary;
mod write;

pub use builtin::{Builtin, Postfix, Separator};
pub use error::{Error, ErrorKind};
pub use name::{Name, Template, base_name};
pub use numbering::Numbering;
pub use parse::{parse, parse_any, parse_symbol, parse_with, without_number};
pub use rounding::Rounding;
pub use types::{Pointer, Type};
pub use vocabulary::Class;
pub use write::{spell, write, write_type, write_with};
