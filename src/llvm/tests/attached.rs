//! Attributes and metadata.

use crate::llvm::*;

const TEXT: &str = r#"
define range(i32 0, 9) noundef i32 @f(ptr byval(i64) align 8 captures(none) %p, i8 signext %c) convergent nounwind memory(none) "k"="v" "e" !meta !1 {
  %r = call signext i8 @g(ptr sret(i64) readonly %p) #0, !range !3, !one !2, !dbg !13
  ret i32 0
}
declare i8 @g(ptr)
@v = global i32 0, !tag !4
attributes #0 = { noinline "call"="site" }
!named = !{!0, !2}
!llvm.module.flags = !{!11}
!llvm.dbg.cu = !{!10}
!empty = !{}
!0 = !{!"s", !2, null, i32 7, ptr @v}
!1 = distinct !{!1}
!2 = !{i32 42}
!3 = !{i8 0, i8 2}
!4 = !{}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !14, producer: "p", emissionKind: FullDebug)
!11 = !{i32 2, !"Debug Info Version", i32 3}
!12 = distinct !DISubprogram(name: "f", file: !14, unit: !10, line: 2)
!13 = !DILocation(line: 3, column: 4, scope: !12)
!14 = !DIFile(filename: "a.cl", directory: "/")
!expr = !{!15}
!15 = !DIExpression(DW_OP_plus_uconst, 8)
"#;

#[test]
fn attributes() {
    use AttributePlace::{Function, Param, Return};
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let f = module.function("f").unwrap();
    assert!(f.has_attribute(Function, AttributeKind::Convergent) && !f.has_attribute(Function, AttributeKind::ByVal));
    assert!(f.has_attribute(Return, AttributeKind::NoUndef) && f.has_attribute(Param(1), AttributeKind::SignExt));
    assert_eq!(f.int_attribute(Param(0), AttributeKind::Align), Some(8));
    assert_eq!(f.int_attribute(Param(0), AttributeKind::Captures), Some(0));
    assert_eq!(f.int_attribute(Function, AttributeKind::Memory), Some(0));
    assert!(f.type_attribute(Param(0), AttributeKind::ByVal).unwrap().is_int_of(64));
    assert!(f.type_attribute(Param(0), AttributeKind::Align).is_none());
    assert_eq!(f.int_attribute(Param(0), AttributeKind::ByVal), None);
    assert_eq!(f.int_attribute(Return, AttributeKind::Range), None);
    assert_eq!(f.string_attribute(Function, "k").as_deref(), Some("v"));
    assert_eq!((f.string_attribute(Function, "e").as_deref(), f.string_attribute(Return, "k")), (Some(""), None));
    for place in [Param(2), Param(u32::MAX), Param(u32::MAX - 1), Param(1 << 31)] {
        assert!(f.all_attributes(place).is_empty() && !f.has_attribute(place, AttributeKind::Convergent));
    }
    let all = f.all_attributes(Param(0));
    let i64 = f.type_attribute(Param(0), AttributeKind::ByVal).unwrap();
    assert_eq!(all.len(), 3);
    assert!(all.contains(&Attribute::Type { name: "byval", ty: i64 }));
    assert!(all.contains(&Attribute::Enum { name: "align", value: 8 }));
    assert!(f.all_attributes(Function).contains(&Attribute::String { key: "k", value: "v" }));
    assert!(f.all_attributes(Return).contains(&Attribute::Other));
    let call = f.entry_block().unwrap().first_instruction().unwrap();
    assert!(
        call.has_attribute(Function, AttributeKind::NoInline) && call.has_attribute(Return, AttributeKind::SignExt)
    );
    assert!(call.type_attribute(Param(0), AttributeKind::StructRet).unwrap().is_int_of(64));
    assert_eq!(call.call_string_attribute(Function, "call").as_deref(), Some("site"));
    assert_eq!((call.call_attributes(Param(0)).len(), call.all_attributes(Param(0)).len()), (2, 0));
    assert!(!module.global("v").unwrap().has_attribute(Function, AttributeKind::Cold));
}

#[test]
fn metadata() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    module.verify().unwrap();
    let all = module.named_metadata();
    let names = all.iter().map(|(name, nodes)| (name.as_str(), nodes.len())).collect::<Vec<_>>();
    assert_eq!(names, [("named", 2), ("llvm.module.flags", 1), ("llvm.dbg.cu", 1), ("empty", 0), ("expr", 1)]);
    let node = module.named_metadata_nodes("named").next().unwrap();
    assert!(matches!(node.kind(), MetadataKind::Tuple) && !node.is_distinct());
    let [Some(string), Some(inner), None, Some(number), Some(global)] = node.operands()[..] else { unreachable!() };
    assert_eq!((string.as_string(), string.operand_count(), string.as_value()), (Some("s"), 0, None));
    // A node of one constant stays a node.
    assert!(inner.operand_count() == 1 && inner.as_value().is_none() && inner == all[0].1[1]);
    assert_eq!(inner.operand(0).unwrap().as_value().unwrap().int_value(), Some(42));
    assert_eq!((number.as_value().unwrap().int_value(), number.as_string(), number.operand(0)), (Some(7), None, None));
    assert_eq!(global.as_value(), module.global("v"));
    assert!(node.operand(2).is_none() && node.operand(5).is_none());
    assert_eq!(module.named_metadata_nodes("missing").count(), 0);

    let f = module.function("f").unwrap();
    let own = f.function_metadata("meta").unwrap();
    assert!(own.is_distinct() && own.operand(0) == Some(own));
    let call = f.entry_block().unwrap().first_instruction().unwrap();
    assert_eq!(call.metadata("one"), Some(inner));
    assert_eq!(call.metadata(module.metadata_kind_id("range")).unwrap().operand_count(), 2);
    assert!(call.metadata("nothing").is_none() && call.metadata(12_345).is_none());
    assert_eq!((call.all_metadata().len(), call.has_metadata()), (2, true));
    assert!(matches!(call.metadata("dbg").unwrap().kind(), MetadataKind::Location));
    let plain = call.next_instruction().unwrap();
    assert!(!plain.has_metadata() && plain.all_metadata().is_empty());
    let v = module.global("v").unwrap();
    assert!(
        v.has_metadata()
            && v.metadata("tag").unwrap().operands().is_empty()
            && f.param(0).unwrap().metadata("tag").is_none()
    );
}

#[test]
fn metadata_as_an_argument() {
    let text = "declare void @h(metadata, metadata, metadata)
        define void @f(ptr %p) { call void @h(metadata ptr %p, metadata i32 4, metadata !0) ret void } !0 = !{}";
    let context = Context::new();
    let module = context.parse(text.as_bytes(), "t").unwrap();
    let f = module.function("f").unwrap();
    let call = f.entry_block().unwrap().first_instruction().unwrap();
    let args = call.call_args().map(|arg| arg.as_metadata().unwrap()).collect::<Vec<_>>();
    assert_eq!((args[0].as_value(), args[1].as_value().unwrap().int_value()), (f.param(0), Some(4)));
    assert!(args[2].operands().is_empty() && f.param(0).unwrap().as_metadata().is_none());
    let wrapped = call.call_args().collect::<Vec<_>>();
    assert!(
        wrapped.iter().all(|v| v.operand_count() == 0 && v.operand(0).is_none() && !v.is_used() || v.has_one_use())
    );
}
