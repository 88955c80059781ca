//! The one test binary that links LLVM: file tests, corpus, libclc, mutants, regressions, command line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]

mod attributes;
mod binary;
mod builtin_names;
mod cli;
mod corpus;
mod dropin;
mod errors;
mod explain;
mod files;
mod filetests;
mod first_contact;
mod growth;
mod image_types;
mod legalize;
mod libclc;
mod memory;
mod memory_models;
mod mutants;
mod names;
mod opcodes;
mod regressions;
mod requirements;
mod reverse;
mod roundtrip;
mod second_trip;
mod spec_constants;
mod support;
