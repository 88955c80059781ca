//! Names of SPIR-V builtins and their parts; scalar types and their names.

mod common;

use common::names;
use llvm_spirv_mangling::{Builtin, Class, Postfix, Rounding, Separator, Type, base_name};

fn returning(spelling: &str) -> Postfix<'_> {
    Postfix { return_type: Some(spelling), ..Postfix::default() }
}

/// Returns rows of base name, instruction, whether it belongs to OpenCL.std, and postfixes.
fn table() -> Vec<(&'static str, &'static str, bool, Postfix<'static>)> {
    let none = Postfix::default;
    let other = |text| Postfix { other: vec![text], ..none() };
    let all = Postfix { sat: true, rounding: Some(Rounding::Rtz), ..returning("uchar") };
    let matrix = "PU3AS144__spirv_CooperativeMatrixKHR__uint_3_12_48_0";
    vec![
        ("__spirv_ControlBarrier", "ControlBarrier", false, none()),
        ("__spirv_ConvertFToU_Ruchar_sat_rtz", "ConvertFToU", false, all),
        ("__spirv_SatConvertSToU_Ruchar2", "SatConvertSToU", false, returning("uchar2")),
        (
            "__spirv_FConvert_Rhalf_rte",
            "FConvert",
            false,
            Postfix { rounding: Some(Rounding::Rte), ..returning("half") },
        ),
        ("__spirv_Foo_sat", "Foo", false, Postfix { sat: true, ..none() }),
        ("__spirv_Foo_rtn", "Foo", false, Postfix { rounding: Some(Rounding::Rtn), ..none() }),
        ("__spirv_GenericCastToPtrExplicit_ToGlobal", "GenericCastToPtrExplicit", false, other("ToGlobal")),
        ("__spirv_BuildNDRange_1D", "BuildNDRange", false, other("1D")),
        ("__spirv_CreatePipeFromPipeStorage_read", "CreatePipeFromPipeStorage", false, other("read")),
        (
            "__spirv_CooperativeMatrixLoadKHR_RPU3AS144__spirv_CooperativeMatrixKHR__uint_3_12_48_0",
            "CooperativeMatrixLoadKHR",
            false,
            returning(matrix),
        ),
        ("__spirv_ocl_fmax", "fmax", true, none()),
        ("__spirv_ocl_s_mad_hi", "s_mad_hi", true, none()),
        ("__spirv_ocl_vstore_half_r", "vstore_half_r", true, none()),
        ("__spirv_ocl_vload_half", "vload_half", true, none()),
        ("__spirv_ocl_vloada_halfn__Rfloat4", "vloada_halfn", true, returning("float4")),
    ]
}

#[test]
fn both_ways() {
    for (base, op, extended, postfix) in table() {
        let builtin = Builtin::parse(base).unwrap();
        assert_eq!((builtin.op, builtin.extended), (op, extended), "{base}");
        assert_eq!(builtin.postfix, postfix, "{base}");
        assert_eq!(builtin.to_string(), base);
        let composed = if extended { Builtin::extended(op) } else { Builtin::core(op) };
        assert_eq!(Builtin { postfix, ..composed }.to_string(), base);
    }
}

#[test]
fn vload_with_a_single_underscore() {
    for op in ["vloadn", "vload_half", "vload_halfn", "vloada_halfn"] {
        let base = format!("__spirv_ocl_{op}_Rfloat4");
        let builtin = Builtin::parse(&base).unwrap();
        assert_eq!(builtin, Builtin { separator: Separator::Single, ..Builtin::extended(op).returning("float4") });
        assert_eq!(builtin.to_string(), base);
    }
}

#[test]
fn unusual_names_keep_their_text() {
    let unusual =
        ["", "_", "__", "Foo_", "Foo__Rint", "Foo_R", "Foo_bar_Rint", "Foo_sat_bar", "Foo_rte_sat", "Foo_Rint_bar_sat"];
    let extended = ["ocl_", "ocl___", "ocl_vloadn_R", "ocl_vload__Rint_sat", "ocl_fmax_Rint", "ocl_vloadn__"];
    for tail in unusual.iter().chain(&extended) {
        let base = format!("__spirv_{tail}");
        assert_eq!(Builtin::parse(&base).unwrap().to_string(), base);
    }
}

#[test]
fn real_names() {
    let bases: Vec<_> = names().filter_map(|(mangled, _)| base_name(mangled)).collect();
    assert!(bases.iter().any(|base| Builtin::parse(base).is_none()));
    for base in bases.iter().filter(|base| base.starts_with("__spirv_")) {
        let builtin = Builtin::parse(base).unwrap();
        assert_eq!(builtin.to_string(), *base);
        if let Some(spelling) = builtin.postfix.return_type {
            assert_eq!(Type::from_spelling(spelling).unwrap().spelling().unwrap(), spelling);
        }
    }
}

#[test]
fn variables() {
    let variable = |base| Builtin::parse(base).and_then(|builtin| builtin.variable());
    assert_eq!(variable("__spirv_BuiltInGlobalInvocationId"), Some("GlobalInvocationId"));
    assert_eq!(variable("__spirv_ControlBarrier"), None);
    assert_eq!(variable("get_global_id"), None);
}

#[test]
fn roundings() {
    Rounding::ALL.iter().for_each(|mode| assert_eq!(Rounding::from_name(mode.as_str()), Some(*mode)));
    assert_eq!(Rounding::from_name("rtx"), None);
}

#[test]
fn spellings() {
    let scalars = "char uchar short ushort int uint long ulong half float double bool";
    for scalar in scalars.split(' ') {
        for lanes in ["", "2", "3", "4", "8", "16"] {
            let spelling = format!("{scalar}{lanes}");
            let ty = Type::from_spelling(&spelling).unwrap();
            assert_eq!(ty.spelling().unwrap(), spelling);
            assert_eq!(ty.lanes(), lanes.parse().unwrap_or(1));
        }
    }
    for none in ["", "4", "float5", "void2", "float04", "float 4", "image2d_t", "unsigned int"] {
        assert_eq!(Type::from_spelling(none), None, "{none}");
    }
}

#[test]
fn types_without_a_name_of_their_own() {
    assert_eq!(Type::SChar.spelling().unwrap(), "char");
    assert_eq!(Type::vector(2, Type::Float16).spelling().unwrap(), "half2");
    assert_eq!(Type::vector(5, Type::Float).spelling(), None);
    assert_eq!(Type::vector(2, Type::Void).spelling(), None);
    assert_eq!(Type::pointer(1, Type::Float).spelling(), None);
    assert_eq!(Type::vector(2, Type::vector(2, Type::Float)).spelling(), None);
    assert_eq!(Type::BFloat16.spelling(), None);
}

#[test]
fn classes() {
    assert!(Type::SCALARS.iter().all(|ty| ty.class().is_some() && ty.bit_width().is_some()));
    assert!(Type::vector(4, Type::Char).is_signed_integer());
    assert!(Type::ULong.is_unsigned_integer() && !Type::Bool.is_unsigned_integer());
    assert!(Type::vector(2, Type::BFloat16).is_float() && !Type::Int.is_float());
    assert_eq!(Type::vector(2, Type::Int).class(), None);
    assert_eq!((Type::Int.class(), Type::Int.bit_width()), (Some(Class::Signed), Some(32)));
}
