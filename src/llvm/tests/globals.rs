//! Types, layouts, constants, global values.

use super::super::*;

const TEXT: &str = r#"
target datalayout = "e-p:64:64-p3:32:32-i64:64"
%s = type { i8, i64, <3 x float> }
%open = type opaque
@i = addrspace(1) constant i33 -5, section "sec", align 16
@wide = internal unnamed_addr global i128 -2
@wide2 = private thread_local global i100 1267650600228229401496703205375
@f = externally_initialized global [4 x float] [float 0x7FF4000000000000, float 0x7FF8000000000000, float -0.0, float 1.0]
@h = global { half, bfloat, double, fp128 } { half 0xH7C01, bfloat 0xR7F81, double 0x7FF0000000000001, fp128 0xL00000000000000013FFF000000000000 }
@str = hidden constant [3 x i8] c"a\00\FF"
@st = global %s zeroinitializer
@gep = global ptr getelementptr inbounds (%s, ptr @st, i64 0, i32 1)
@dso = global ptr dso_local_equivalent @fn
@img = external global target("spirv.Image", void, 1, 0, 7)
@ext = external global i32
@al = alias i32, ptr @ext2
@ext2 = global i32 undef
@if = ifunc void (), ptr @resolve
@arr = global [2 x i8] [i8 1, i8 undef]
@vec = global <2 x i16> <i16 1, i16 -1>
@open = external global %open
$c = comdat nodeduplicate
@c = global i32 0, comdat
declare void @fn()
define ptr @resolve() { ret ptr null }
declare spir_func <vscale x 4 x i32> @scalable(<8 x ptr addrspace(3)>, ...)
"#;

#[test]
fn types() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let ty = |name| module.global(name).unwrap().value_type().unwrap();
    let s = ty("st");
    assert_eq!((s.struct_name(), s.field_count(), s.is_packed(), s.is_opaque()), (Some("s"), 3, false, false));
    assert_eq!(s.struct_fields().iter().map(Type::to_string).collect::<Vec<_>>(), ["i8", "i64", "<3 x float>"]);
    assert!(s.field(3).is_none() && s.element().is_none() && s.count() == 0 && !s.is_literal_struct());
    let v = s.field(2).unwrap();
    assert!(v.is_vector() && v.scalar().is_float() && v.count() == 3 && s.scalar() == s);
    assert!(ty("i").is_int_of(33) && !s.is_int_of(0) && ty("f").is_array() && ty("f").count() == 4);
    assert!(ty("open").is_opaque() && ty("h").is_literal_struct() && ty("h").struct_name().is_none());
    assert_eq!(ty("h").fields().map(Type::float_width).collect::<Vec<_>>(), [16, 16, 64, 128]);
    let image = ty("img");
    assert_eq!((image.target_name(), image.target_ints()), (Some("spirv.Image"), vec![1, 0, 7]));
    assert!(image.target_types().len() == 1 && image.target_types()[0].is_void() && s.target_ints().is_empty());
    let function = module.function("scalable").unwrap().function_type().unwrap();
    assert!(function.is_vararg() && function.is_function() && function.param_count() == 1);
    let param = function.function_params()[0];
    assert!(param.scalar().is_pointer() && param.scalar().address_space() == 3);
    assert!(function.function_return().unwrap().is_scalable_vector() && s.function_return().is_none());
    let layout = module.layout();
    assert_eq!((layout.pointer_size(0), layout.pointer_size(3)), (8, 4));
    assert_eq!((layout.abi_size(s), layout.abi_alignment(s), layout.store_size(v)), (Some(32), Some(16), Some(12)));
    assert_eq!((0..4).map(|i| layout.element_offset(s, i)).collect::<Vec<_>>(), [Some(0), Some(8), Some(16), None]);
    assert_eq!(layout.preferred_alignment(v), Some(16));
    for none in [ty("open"), function, function.function_return().unwrap()] {
        assert_eq!((layout.abi_size(none), layout.abi_alignment(none)), (None, None));
    }
}

#[test]
fn constants() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let constant = |name| module.global(name).unwrap().initializer().unwrap();
    let i = constant("i");
    assert_eq!((i.int_value(), i.int_signed(), i.int_words()), (Some((1 << 33) - 5), Some(-5), vec![(1 << 33) - 5]));
    let wide = constant("wide");
    assert_eq!((wide.int_value(), wide.int_signed()), (None, Some(-2)));
    assert_eq!(wide.int_words(), [u64::MAX - 1, u64::MAX]);
    assert_eq!(
        (constant("wide2").int_signed(), constant("wide2").int_words()),
        (Some(-1), vec![u64::MAX, (1 << 36) - 1])
    );
    let f = constant("f");
    let bits = (0..4).map(|n| f.aggregate_element(n).unwrap().float_bits().unwrap()).collect::<Vec<_>>();
    assert_eq!(bits, [0x7FA0_0000, 0x7FC0_0000, 0x8000_0000, 0x3F80_0000]);
    assert_eq!(f.data_bytes().unwrap()[..4], 0x7FA0_0000_u32.to_le_bytes());
    let h = constant("h");
    let bits = (0..4).map(|n| h.aggregate_element(n).unwrap().float_bits()).collect::<Vec<_>>();
    assert_eq!(bits, [Some(0x7C01), Some(0x7F81), Some(0x7FF0_0000_0000_0001), None]);
    assert_eq!(h.aggregate_element(3).unwrap().float_words(), Some([1, 0x3FFF << 48]));
    assert_eq!(constant("str").data_bytes(), Some(&b"a\0\xFF"[..]));
    assert_eq!(constant("vec").data_bytes(), Some(&[1, 0, 255, 255][..]));
    assert!(constant("arr").data_bytes().is_none() && constant("arr").aggregate_element(1).unwrap().is_undef());
    let zero = constant("st");
    assert!(zero.is_null() && zero.aggregate_element(2).unwrap().is_null() && zero.aggregate_element(3).is_none());
    let gep = constant("gep");
    assert_eq!((gep.opcode(), gep.const_opcode(), gep.operand_count()), (None, Some(Opcode::GetElementPtr), 3));
    assert!(gep.is_gep() && gep.is_in_bounds() && gep.gep_source_type().unwrap().struct_name() == Some("s"));
    let dso = constant("dso");
    assert_eq!((dso.kind(), dso.const_opcode()), (ValueKind::Expression, None));
    assert!(!dso.is_instruction() && dso.is_constant() && !dso.is_null());
    // Plain numbers keep no list of their uses.
    assert!(!i.is_used() && i.operand(0).is_none() && i.float_bits().is_none() && i.aggregate_element(0).is_none());
    assert!(constant("ext2").is_undef() && !constant("ext2").is_poison());
}

#[test]
fn globals() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let global = |name| module.global(name).unwrap();
    let i = global("i");
    assert!(i.is_global_variable() && i.is_global_constant() && !i.is_declaration() && i.ty().address_space() == 1);
    assert_eq!((i.section(), i.alignment(), i.linkage()), (Some("sec"), 16, Linkage::External));
    assert_eq!(global("wide").linkage(), Linkage::Internal);
    assert_eq!(global("wide").unnamed_addr(), UnnamedAddr::Global);
    assert!(global("wide2").is_thread_local() && global("f").is_externally_initialized());
    assert_eq!(global("str").visibility(), Visibility::Hidden);
    assert!(
        global("ext").is_declaration() && global("ext").initializer().is_none() && global("ext").section().is_none()
    );
    assert!(global("c").comdat().is_some() && i.comdat().is_none());
    let alias = module.aliases().next().unwrap();
    assert!(alias.is_alias() && alias.aliasee() == Some(global("ext2")) && alias.alignment() == 0);
    let ifunc = module.ifuncs().next().unwrap();
    assert!(ifunc.aliasee().is_none());
    assert_eq!(module.globals().count(), 16);
    assert_eq!(module.functions().map(Value::name).collect::<Vec<_>>(), ["fn", "resolve", "scalable"]);
    assert_eq!(module.function("scalable").unwrap().call_conv(), call_conv::SPIR_FUNC);
    assert_eq!((i.call_conv(), i.block_count(), i.params().count(), i.blocks().count()), (0, 0, 0, 0));
}

#[test]
fn a_constant_that_has_another_one_twice_uses_it_twice() {
    let context = Context::new();
    let pair = "[2 x ptr] [ptr @a, ptr @a]";
    let text = format!(
        "@a = global i8 0\n@p = global {{ [2 x ptr], i8 }} {{ {pair}, i8 0 }}\n@q = global i8 0\n@r = global ptr @q"
    );
    let module = context.parse(text.as_bytes(), "t").unwrap();
    let [a, p, q] = ["a", "p", "q"].map(|name| module.global(name).unwrap());
    let whole = p.initializer().unwrap();
    assert!(!a.has_one_use() && q.has_one_use() && whole.has_one_use());
    assert!(whole.operand(0).unwrap().has_one_use());
}
