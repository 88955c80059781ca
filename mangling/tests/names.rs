//! Tests that every name in `names.txt`, which is clang's, is parsed like in LLVM's demangler and written back
//! unchanged.
#![allow(clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{llvm_vectors, names, spell_name};
use llvm_spirv_mangling::{
    ErrorKind, Name, Numbering, Type, base_name, parse, parse_any, parse_with, write, write_with,
};

/// The names with function types, which `common` cannot spell.
const FUNCTIONS: [&str; 2] = ["blocks", "functions"];

/// The names that LLVM's demangler gets wrong: in `PU3AS1U7_Atomici` it does not count the atomic type as a
/// substitution candidate, though clang does. `cpp_demangle` agrees with this crate.
const MISREAD_BY_LLVM: [&str; 3] = ["outer", "inner", "atomics"];

/// The names that no demangler can read, since they follow [`Numbering::OpenCl`].
const PRIVATE: [(&str, &str); 5] = [
    ("_Z13private_twicePiS0_Dv4_fS1_", "private_twice(int*, int*, float vector[4], float vector[4])"),
    ("_Z15private_vectorsPDv4_fS1_S1_", "private_vectors(float vector[4]*, float vector[4]*, float vector[4]*)"),
    (
        "_Z15private_betweenDv4_fPS_PKS_S1_11ocl_samplerS4_",
        "private_between(float vector[4], float vector[4]*, float vector[4] const*, float vector[4]*, ocl_sampler, ocl_sampler)",
    ),
    ("_Z14private_nestedPPiS2_S0_", "private_nested(int**, int**, int*)"),
    (
        "_Z8pointersPU3AS4vPU3AS4KvPU3AS1vPU3AS1KvPU3AS2vPiPU3AS4iPU3AS4SA_",
        "pointers(void AS4*, void const AS4*, void AS1*, void const AS1*, void AS2*, int*, int AS4*, int* AS4*)",
    ),
];

fn read(mangled: &str) -> (Name, Numbering) {
    parse_any(mangled).unwrap_or_else(|error| panic!("{mangled}: {error}"))
}

#[test]
fn round_trip() {
    for (mangled, _) in names() {
        let (name, numbering) = read(mangled);
        assert_eq!(write_with(numbering, &name.base, &name.params), mangled);
        assert_eq!(base_name(mangled), Some(name.base.as_str()));
        assert_eq!(parse(mangled).as_ref(), Ok(&name));
    }
}

/// Checks that only names of C that OpenCL C does not have need a numbering other than the one of their base name.
#[test]
fn usual_numbering() {
    for (mangled, _) in names() {
        let (name, numbering) = read(mangled);
        if numbering == Numbering::of(&name.base) {
            assert_eq!(write(&name.base, &name.params), mangled);
            assert_eq!(name.to_string(), mangled);
        } else {
            assert!(["atomics", "functions"].contains(&name.base.as_str()), "{mangled}");
        }
    }
}

#[test]
fn read_as_llvm_does() {
    let is_private = |mangled| PRIVATE.iter().any(|(private, _)| *private == mangled);
    for (mangled, demangled) in names().filter(|(mangled, _)| !is_private(*mangled)) {
        let (name, _) = read(mangled);
        if !FUNCTIONS.contains(&name.base.as_str()) && !MISREAD_BY_LLVM.contains(&name.base.as_str()) {
            assert_eq!(spell_name(&name.base, &name.params, llvm_vectors), demangled, "{mangled}");
        }
    }
}

#[test]
fn private_memory() {
    for (mangled, spelled) in PRIVATE {
        assert!(names().any(|(name, _)| name == mangled), "{mangled}");
        let name = parse_with(Numbering::OpenCl, mangled).unwrap();
        assert_eq!(spell_name(&name.base, &name.params, llvm_vectors), spelled, "{mangled}");
        assert_eq!(parse(mangled), Ok(name));
    }
}

#[test]
fn either_numbering_is_read() {
    for mangled in ["_Z1fPiS_", "_Z1fPiS0_", "_Z9__spirv_fPiS_", "_Z9__spirv_fPiS0_"] {
        let (name, numbering) = read(mangled);
        assert_eq!(name.params[0], name.params[1]);
        assert_eq!(write_with(numbering, &name.base, &name.params), mangled);
    }
}

/// Checks that some names are valid under both numberings with different meanings: then the caller has to know their
/// origin.
#[test]
fn ambiguous_numbering() {
    let mangled = "_Z6blocksU13block_pointerFvvEU13block_pointerFvPvzEPFvifES5_S0_";
    let opencl = parse_with(Numbering::OpenCl, mangled).unwrap();
    let itanium = parse_with(Numbering::Itanium, mangled).unwrap();
    assert_eq!(itanium.params[3], itanium.params[2]);
    assert_ne!(opencl, itanium);
    assert_eq!(write_with(Numbering::OpenCl, "blocks", &opencl.params), mangled);
    assert_eq!(write_with(Numbering::Itanium, "blocks", &itanium.params), mangled);
}

#[test]
fn list_is_not_cut_short() {
    assert!(names().count() > 1200);
    for base in FUNCTIONS.iter().chain(&MISREAD_BY_LLVM) {
        assert!(names().any(|(mangled, _)| base_name(mangled) == Some(base)), "{base}");
    }
}

/// Checks names of builtins as SYCL's headers declare them.
#[test]
fn templates_tell_results() {
    let name = parse("_Z17__spirv_ImageReadIDv2_i14ocl_image2d_roS0_ET_T0_T1_").unwrap();
    let pair = Type::vector(2, Type::Int);
    assert_eq!((name.base.as_str(), name.result()), ("__spirv_ImageRead", Some(&pair)));
    assert_eq!(name.params, [Type::named("ocl_image2d_ro"), pair]);
    // `T_` is a component of its own: the second parameter is the first one again.
    let name = parse("_Z3fooIPiET_S1_S1_").unwrap();
    assert_eq!(name.params, [Type::pointer(0, Type::Int), Type::pointer(0, Type::Int)]);
    assert!(parse("_Z3fooIiET_T0_").is_err(), "an argument that there is not");
    assert!(parse("_Z3fooIEid").is_err(), "a template has an argument at least");
}

/// Checks that a template that was read is written with its arguments filled in, and reads as the same name.
#[test]
fn templates_are_written() {
    for (mangled, written) in [
        (
            "_Z17__spirv_ImageReadIDv2_i14ocl_image2d_roS0_ET_T0_T1_",
            "_Z17__spirv_ImageReadIDv2_i14ocl_image2d_roS0_ES0_S1_S0_",
        ),
        ("_Z3fooIPiET_S1_S1_", "_Z3fooIPiES1_S1_S1_"),
        ("_Z3fooIiEvv", "_Z3fooIiEvv"),
        // The name of the template is the first component.
        ("_Z3fooI3fooES_T_", "_Z3fooIS_ES_S_"),
    ] {
        let name = parse(mangled).unwrap();
        assert_eq!(name.to_string(), written);
        assert_eq!(parse(written), Ok(name));
    }
}

/// Checks that a template argument counts at the depth where it is used, like a substitution.
#[test]
fn arguments_of_templates_are_not_nested_too_deeply() {
    let pointers = |depth| "P".repeat(depth);
    assert!(parse(&format!("_Z3fooI{}iE{}T_v", pointers(30), pointers(30))).is_ok());
    let error = parse(&format!("_Z3fooI{}iE{}T_v", pointers(40), pointers(40))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooDeep);
}
