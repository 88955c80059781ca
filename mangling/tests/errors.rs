//! Errors of names, and their places.

use llvm_spirv_mangling::{ErrorKind, base_name, parse};

const TABLE: &[(&str, ErrorKind, usize)] = &[
    ("", ErrorKind::NotMangled, 0),
    ("printf", ErrorKind::NotMangled, 0),
    ("llvm.memcpy.p0.p0.i64", ErrorKind::NotMangled, 0),
    ("_Z", ErrorKind::UnexpectedEnd, 2),
    ("_Z3", ErrorKind::UnexpectedEnd, 3),
    ("_Z3si", ErrorKind::UnexpectedEnd, 3),
    ("_Z3sin", ErrorKind::UnexpectedEnd, 6),
    ("_Z3sinP", ErrorKind::UnexpectedEnd, 7),
    ("_Z3sinDv4", ErrorKind::UnexpectedEnd, 9),
    ("_Z3sinPFvi", ErrorKind::UnexpectedEnd, 10),
    ("_Z0f", ErrorKind::InvalidNumber, 2),
    ("_Z03sinf", ErrorKind::InvalidNumber, 2),
    ("_Z99999999999f", ErrorKind::InvalidNumber, 2),
    ("_Z3sinDv_f", ErrorKind::InvalidNumber, 8),
    ("_Z3sinDv0_f", ErrorKind::InvalidNumber, 8),
    ("_Z3sinPU3AS0f", ErrorKind::InvalidNumber, 7),
    ("_Z3sinS_", ErrorKind::InvalidSubstitution, 6),
    ("_Z3sinPfS1_", ErrorKind::InvalidSubstitution, 8),
    ("_Z3sinPfS00_", ErrorKind::InvalidSubstitution, 8),
    ("_Z3sinvf", ErrorKind::MisplacedVoid, 6),
    ("_Z3sinfv", ErrorKind::MisplacedVoid, 6),
    ("_Z3sinfE", ErrorKind::Trailing, 7),
    ("_Z3sinf.1", ErrorKind::Unsupported, 7),
    ("_ZN2cl3sinEf", ErrorKind::Unsupported, 2),
    ("_ZL3sinf", ErrorKind::Unsupported, 2),
    ("_Z3sinILi1EET_S0_", ErrorKind::Unsupported, 7),
    ("_Z3sinRf", ErrorKind::Unsupported, 6),
    ("_Z3sinSt4pair", ErrorKind::Unsupported, 6),
    ("_Z3sinU3AS1f", ErrorKind::Unsupported, 6),
    ("_Z3sinU3foof", ErrorKind::Unsupported, 6),
    ("_Z3sinPU5AS1x_f", ErrorKind::Unsupported, 7),
    ("_Z3sinPKfS_", ErrorKind::QualifiedSubstitution, 9),
    ("_Z3siné", ErrorKind::Unsupported, 6),
    ("_Z4siné", ErrorKind::UnexpectedEnd, 3),
];

#[test]
fn table() {
    for &(name, kind, offset) in TABLE {
        let error = parse(name).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{name}");
    }
}

#[test]
fn message() {
    assert_eq!(parse("_Z3sinvf").unwrap_err().to_string(), "void among other parameters at byte 6");
}

#[test]
fn base_name_needs_no_parameters() {
    assert_eq!(base_name("_Z3sin"), Some("sin"));
    assert_eq!(base_name("_Z3sinIfET_S0_"), Some("sin"));
    assert_eq!(base_name("_ZN2cl3sinEf"), None);
    assert_eq!(base_name("sin"), None);
}
