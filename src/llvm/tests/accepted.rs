//! Tests that LLVM's verifier accepts what `accepted` accepts.

use crate::llvm::*;
use AttributeKind as K;

const TYPES: &[&str] = &[
    "i1",
    "i32",
    "i64",
    "float",
    "<2 x i32>",
    "{ i32 }",
    "[2 x i8]",
    "ptr",
    "ptr addrspace(1)",
    "target(\"spirv.Event\")",
];

/// Attributes of parameters, each with a legal value; those with types are tested with `i32`.
const OF_PARAMETERS: &[(K, u64)] = &[
    (K::ZeroExt, 0),
    (K::SignExt, 0),
    (K::ByVal, 0),
    (K::ByRef, 0),
    (K::StructRet, 0),
    (K::NoAlias, 0),
    (K::Captures, 0),
    (K::ReadOnly, 0),
    (K::WriteOnly, 0),
    (K::ReadNone, 0),
    (K::NonNull, 0),
    (K::Align, 8),
    (K::Dereferenceable, 8),
    (K::DereferenceableOrNull, 8),
    (K::InReg, 0),
    (K::NoUndef, 0),
    (K::Writable, 0),
    (K::NoFree, 0),
];

const OF_FUNCTIONS: &[(K, u64)] = &[
    (K::AlwaysInline, 0),
    (K::NoInline, 0),
    (K::InlineHint, 0),
    (K::OptNone, 0),
    (K::OptSize, 0),
    (K::MinSize, 0),
    (K::Convergent, 0),
    (K::NoUnwind, 0),
    (K::Memory, 0),
    (K::NoReturn, 0),
    (K::WillReturn, 0),
    (K::ZeroExt, 0),
];

fn add<'m>(function: Value<'m>, place: AttributePlace, (kind, value): (K, u64), ty: Type<'m>) -> bool {
    let is_typed = matches!(kind, K::ByVal | K::ByRef | K::StructRet);
    let added = match is_typed {
        true => function.add_type_attribute(place, kind.name(), ty),
        false => function.add_attribute(place, kind.name(), value),
    };
    added.is_ok()
}

/// Checks for each pair of attributes in one place of a function that LLVM accepts it exactly if `accepted` does.
fn check_pairs(declaration: &str, place: AttributePlace, kinds: &[(K, u64)]) {
    let context = Context::new();
    for first in kinds {
        for second in kinds.iter().filter(|second| second.0 != first.0) {
            let module = context.parse(declaration.as_bytes(), "t").unwrap();
            // Types are those of the module: another one of the context has its own.
            let own = module.context();
            let i32 = own.int_type(32).unwrap();
            let function = module.function("f").unwrap();
            for one in [first, second] {
                if function.takes_attribute(place, one.0) {
                    assert!(add(function, place, *one, i32), "{declaration} {place:?} {one:?}");
                    module.verify().unwrap_or_else(|e| panic!("{declaration} {place:?} {first:?} {second:?}: {e}"));
                } else if add(function, place, *one, i32) {
                    assert!(
                        module.verify().is_err(),
                        "{declaration} {place:?}: LLVM takes {one:?} of {first:?} {second:?}"
                    );
                    break;
                }
            }
        }
    }
}

#[test]
fn attributes_are_taken_as_llvm_takes_them() {
    for ty in TYPES {
        for head in ["declare void", "declare spir_func void", "declare spir_kernel void"] {
            check_pairs(&format!("{head} @f({ty})"), AttributePlace::Param(0), OF_PARAMETERS);
        }
        check_pairs(&format!("declare {ty} @f({ty})"), AttributePlace::Param(0), OF_PARAMETERS);
        check_pairs(&format!("declare {ty} @f()"), AttributePlace::Return, OF_PARAMETERS);
        check_pairs(&format!("declare void @f(i8, i8, {ty})"), AttributePlace::Param(2), OF_PARAMETERS);
        check_pairs(&format!("declare void @f(ptr sret(i8), {ty})"), AttributePlace::Param(1), OF_PARAMETERS);
        check_pairs(&format!("declare void @f({ty}, ptr sret(i8))"), AttributePlace::Param(0), OF_PARAMETERS);
    }
    check_pairs("declare void @f()", AttributePlace::Function, OF_FUNCTIONS);
    check_pairs("declare void @f()", AttributePlace::Param(0), OF_PARAMETERS);
}

#[test]
fn what_is_passed_by_value_has_a_size_below_4_gib() {
    let context = Context::new();
    let globals = ["i32", "[4294967295 x i8]", "[4294967296 x i8]", "target(\"spirv.Event\")"];
    let text = globals.iter().enumerate().map(|(i, ty)| format!("declare void @f{i}(ptr byval({ty}))\n"));
    let module = context.parse(text.collect::<String>().as_bytes(), "t").unwrap();
    let taken: Vec<bool> = module
        .functions()
        .map(|f| module.passes_by_value(f.type_attribute(AttributePlace::Param(0), K::ByVal).unwrap()))
        .collect();
    assert_eq!(taken, [true, true, false, true]);
    let message = module.verify().unwrap_err().to_string();
    assert_eq!(message.matches("huge 'byval'").count(), 1, "{message}");
}
