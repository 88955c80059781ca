//! The one test binary that links LLVM: file tests, corpus, libclc, mutants, regressions, command line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]

mod attributes;
mod binary;
mod builtin_names;
mod cli;
mod constructs;
mod corpus;
mod environments;
mod errors;
mod explain;
mod files;
mod filetests;
mod first_contact;
mod floors;
mod growth;
mod hlsl;
mod image_types;
mod inspect;
mod khronos_mode;
mod legalize;
mod libclc;
mod memory;
mod memory_models;
mod mutants;
mod names;
mod opcodes;
mod regressions;
mod reverse;
mod roundtrip;
mod second_trip;
mod shaders;
mod spec_constants;
mod structure;
mod support;
mod vulkan_kernels;
mod words;
