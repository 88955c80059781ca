//! Tests of attributes, metadata and debug information of drafts: reading, making and changing them, compared as assembly.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

use llvm_ir::attributes::{Attribute, AttributeKind, FIRST_PARAMETER, FUNCTION, RESULT};
use llvm_ir::draft::{Builder, Draft, Part};
use llvm_ir::metadata::NodeKind;
use llvm_ir::module::DebugKind;
use llvm_ir::types::TypeKind;

fn text(draft: &Draft) -> String {
    String::from_utf8_lossy(&llvm_ir::print(&draft.snapshot(), &llvm_ir::PrintOptions::default()).unwrap()).into_owned()
}

fn parsed(text: &str) -> Draft {
    Draft::thaw(llvm_ir::parse(text.as_bytes()).unwrap())
}

/// Returns the lines that contain a word, without the numbers of attribute groups.
fn lines(draft: &Draft, word: &str) -> Vec<String> {
    text(draft).lines().filter(|line| line.contains(word)).map(str::to_owned).collect()
}

#[track_caller]
fn has(draft: &Draft, part: &str) {
    let text = text(draft);
    assert!(text.contains(part), "{part} is not in\n{text}");
}

fn kind(name: &str) -> AttributeKind {
    AttributeKind::named(name).unwrap()
}

#[test]
fn attributes_are_read_added_and_taken_away() {
    let draft = parsed(
        "define signext i8 @f(ptr byval(i64) align 8 %p, i8 %c) nounwind \"k\"=\"v\" \"e\" {\n  %r = call i8 @f(ptr %p, i8 zeroext %c) #0\n  ret i8 %r\n}\n@v = global i32 0 #1\nattributes #0 = { cold }\nattributes #1 = { \"a\" }\n",
    );
    let f = draft.functions().next().unwrap().value();
    assert_eq!(f.attribute(FIRST_PARAMETER, kind("align")), Some(Attribute::Number(kind("align"), 8)));
    assert!(matches!(f.attribute(FIRST_PARAMETER, kind("byval")), Some(Attribute::Type(_, Some(_)))));
    assert_eq!((f.text_attribute(FUNCTION, b"k"), f.text_attribute(FUNCTION, b"e")), (Some(&b"v"[..]), Some(&b""[..])));
    assert_eq!((f.text_attribute(RESULT, b"k"), f.has_attributes(FIRST_PARAMETER + 1)), (None, false));
    f.add_attribute(FIRST_PARAMETER, Attribute::Number(kind("align"), 16)).unwrap();
    f.add_attribute(FIRST_PARAMETER + 1, Attribute::Flag(kind("zeroext"))).unwrap();
    f.add_text_attribute(FUNCTION, b"k", b"").unwrap();
    f.add_text_attribute(FUNCTION, b"a", b"e").unwrap();
    f.remove_attribute(RESULT, kind("signext"));
    f.remove_attribute(RESULT, kind("signext"));
    assert!(f.add_attribute(FIRST_PARAMETER + 2, Attribute::Flag(kind("zeroext"))).is_err());
    let call = draft.functions().next().unwrap().instructions().next().unwrap();
    assert!(call.has_attributes(FUNCTION) && !call.has_attributes(FIRST_PARAMETER));
    call.add_attribute(RESULT, Attribute::Number(kind("range"), 0)).unwrap();
    call.remove_attribute(RESULT, kind("range"));
    call.remove_attribute(FIRST_PARAMETER + 1, kind("zeroext"));
    call.add_attribute(FUNCTION, Attribute::Number(kind("memory"), 0)).unwrap();
    assert!(call.add_attribute(FIRST_PARAMETER + 2, Attribute::Flag(kind("zeroext"))).is_err());
    let v = draft.values_of(llvm_ir::global::GlobalKind::Variable).next().unwrap();
    v.add_text_attribute(FUNCTION, b"b", b"c").unwrap();
    assert!(call.operands().next().unwrap().add_text_attribute(FUNCTION, b"b", b"c").is_ok());
    assert!(
        draft.const_int(draft.int_type(8).unwrap(), &[1]).unwrap().add_text_attribute(FUNCTION, b"b", b"").is_err()
    );
    has(&draft, "define i8 @f(ptr byval(i64) align 16 %p, i8 zeroext %c) #1 {");
    has(&draft, "%r = call i8 @f(ptr %p, i8 %c) #2");
    has(&draft, "attributes #1 = { nounwind \"a\"=\"e\" \"b\"=\"c\" \"e\" \"k\" }");
    has(&draft, "attributes #2 = { cold memory(none) }");
    has(&draft, "attributes #0 = { \"a\" \"b\"=\"c\" }");
}

#[test]
fn attributes_move_with_parameters() {
    let draft = parsed("declare noundef i8 @f(ptr noalias, i8 signext) nounwind\ndeclare void @g(i8, ptr)");
    let mut functions = draft.functions();
    let (f, g) = (functions.next().unwrap().value(), functions.next().unwrap().value());
    let place = |owner| match owner {
        RESULT => None,
        FIRST_PARAMETER => Some(FIRST_PARAMETER + 1),
        2 => Some(FIRST_PARAMETER),
        owner => Some(owner),
    };
    let moved = f.attribute_sets().into_iter().filter_map(|(owner, set)| Some((place(owner)?, set)));
    g.set_attribute_sets(moved.collect()).unwrap();
    has(&draft, "declare void @g(i8 signext, ptr noalias) #0");
    let (memory, float) = (kind("memory"), draft.plain_type(TypeKind::Float).unwrap());
    assert_eq!(Attribute::Number(memory, 3).show().as_deref(), Some("memory(argmem: readwrite)"));
    assert_eq!(Attribute::Type(kind("byval"), None).show(), None);
    assert!(memory.is_for(FUNCTION) && !memory.is_for(RESULT) && !kind("align").is_for(FUNCTION));
    assert!(float.takes_attribute(kind("nofpclass")) && !float.takes_attribute(kind("align")));
}

#[test]
fn lists_of_named_metadata() {
    let draft = parsed("!a = !{!0, !1}\n!b = !{!0}\n!0 = !{}\n!1 = !{!\"x\"}\n");
    let names: Vec<(&[u8], usize)> =
        draft.all_named_metadata().iter().map(|(name, nodes)| (*name, nodes.len())).collect();
    assert_eq!(names, [(&b"a"[..], 2), (b"b", 1)]);
    let nodes = draft.named_metadata(b"a").unwrap();
    assert_eq!(nodes[1].operands()[0].unwrap().string(), Some(&b"x"[..]));
    draft.set_named_metadata(b"a", &nodes[1..]);
    draft.drop_named_metadata(b"b");
    assert!(draft.insert_named_metadata(b"c") && !draft.insert_named_metadata(b"c"));
    has(&draft, "!a = !{!0}\n!c = !{}\n\n!0 = !{!\"x\"}\n");
    let range = draft.metadata_kind(b"range");
    assert_eq!((draft.metadata_kind_name(range), draft.known_metadata_kind(b"new")), (Some(&b"range"[..]), None));
    assert_eq!(draft.metadata_kind_name(draft.metadata_kind(b"new")), Some(&b"new"[..]));
}

/// The words of a structure: name, identifier, members.
fn structure(draft: &Draft, name: &[u8], identifier: &[u8]) -> Vec<u64> {
    let mut words = vec![0; 26];
    let string = |bytes: &[u8]| if bytes.is_empty() { 0 } else { draft.md_string(bytes).reference() };
    (words[0], words[1], words[2], words[15], words[24]) = (6, 0x13, string(name), string(identifier), u32::MAX as u64);
    words
}

fn member(draft: &Draft, name: &[u8], scope: u64, base: u64) -> Vec<u64> {
    let mut words = vec![0; 15];
    (words[0], words[1], words[2], words[5], words[6]) = (2, 0x0d, draft.md_string(name).reference(), scope, base);
    words
}

#[test]
fn temporary_nodes_become_one_with_their_equals() {
    let draft = Draft::new(b"");
    let made: Vec<_> =
        (0..2).map(|_| draft.md_temporary(NodeKind::CompositeType, &structure(&draft, b"s", b"")).unwrap()).collect();
    assert!(made[0] != made[1] && made[0].is_temporary() && !made[0].is_distinct());
    // Pointers to both nodes differ until the nodes are unified.
    let pointer = |of: u64| {
        let mut words = member(&draft, b"p", 0, of);
        words[1] = 0x0f;
        draft.md_node(NodeKind::DerivedType, &words).unwrap()
    };
    let pointers: Vec<_> = made.iter().map(|node| pointer(node.reference())).collect();
    let lists: Vec<_> = pointers.iter().map(|node| draft.md_tuple(&[Some(*node)])).collect();
    assert!(pointers[0] != pointers[1] && lists[0] != lists[1]);
    for list in &lists {
        draft.add_named_metadata(b"all", *list);
    }
    assert_eq!(made[0].unify(), made[0]);
    assert_eq!(made[1].unify(), made[0]);
    assert!(!made[0].is_temporary() && !made[0].is_distinct());
    assert_eq!(made[1].reference(), made[0].reference());
    let all = draft.named_metadata(b"all").unwrap();
    assert_eq!((all[0], all[1]), (lists[0], lists[0]));
    assert_eq!(pointer(made[1].reference()), pointers[0]);
    assert_eq!(lines(&draft, "!DICompositeType").len(), 1);
    has(&draft, "!all = !{!0, !0}");
}

#[test]
fn structures_that_name_themselves_stay_apart() {
    let draft = Draft::new(b"");
    let make = || {
        let node = draft.md_temporary(NodeKind::CompositeType, &structure(&draft, b"s", b"")).unwrap();
        let next = draft.md_node(NodeKind::DerivedType, &member(&draft, b"next", node.reference(), 0)).unwrap();
        node.set_reference(11, Some(draft.md_tuple(&[Some(next)]))).unwrap();
        node
    };
    let made = [make(), make()];
    assert_ne!(made[0].unify(), made[1].unify());
    assert!(made[0].set_reference(11, None).is_err());
    assert!(made[0].set_reference(2, None).is_err());
}

#[test]
fn members_of_named_classes_are_one_by_their_names() {
    let draft = Draft::new(b"");
    let class = draft.md_node(NodeKind::CompositeType, &structure(&draft, b"s", b"_ZTS1s")).unwrap();
    let other = draft.md_node(NodeKind::CompositeType, &structure(&draft, b"s", b"")).unwrap();
    let make =
        |scope: u64, base: u64| draft.md_node(NodeKind::DerivedType, &member(&draft, b"x", scope, base)).unwrap();
    assert_eq!(make(class.reference(), 0), make(class.reference(), other.reference()));
    assert_ne!(make(other.reference(), 0), make(other.reference(), other.reference()));
}

#[test]
fn loops_name_themselves() {
    let draft = Draft::new(b"");
    let node = draft.md_loop(&[Some(draft.md_string(b"x"))]);
    draft.add_named_metadata(b"l", node);
    assert_eq!(node.operands()[0], Some(node));
    has(&draft, "!0 = distinct !{!0, !\"x\"}");
}

const DESCRIBED: &str = r#"
define void @f(i64 %x, i32 %n) !dbg !4 {
    #dbg_value(i64 %x, !5, !DIExpression(), !8)
    #dbg_value(i64 %x, !6, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !8)
    #dbg_value(!DIArgList(i64 %x, i32 %n), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !8)
    #dbg_declare(i64 %x, !7, !DIExpression(), !8)
  br label %b, !dbg !8, !llvm.loop !12
b:
  ret void, !heapallocsite !9, !keep !10
}
@v = global i32 0, !dbg !11
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a", directory: "/")
!2 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "a", scope: !4, type: !2)
!6 = !DILocalVariable(name: "b", scope: !4, type: !2)
!7 = !DILocalVariable(name: "c", scope: !4, type: !2)
!8 = !DILocation(line: 1, scope: !4)
!9 = !{}
!10 = !{!"kept"}
!11 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!12 = distinct !{!12, !8, !10}
!13 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !1, type: !2)
"#;

#[test]
fn records_say_parts() {
    let draft = parsed(DESCRIBED);
    let f = draft.functions().next().unwrap();
    let all: Vec<_> = f.arguments().collect();
    let i32 = draft.int_type(32).unwrap();
    let half = draft.const_int(i32, &[7]).unwrap();
    assert!(all[0].is_in_metadata() && all[1].is_in_metadata() && !half.is_in_metadata());
    let parts = [Part { value: half, offset: 0, size: 32 }, Part { value: all[1], offset: 32, size: 64 }];
    // Records of non-fragmentable expressions and of several values cannot be split.
    assert_eq!(all[0].split_records(&parts), 2);
    let records = f.instructions().next().unwrap().records();
    let kinds: Vec<_> = records.iter().map(|record| record.0).collect();
    use DebugKind::{Declare, Value};
    assert_eq!(kinds, [Value, Value, Value, Value, Declare]);
    has(&draft, "#dbg_value(i32 7, !7, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !8)");
    has(&draft, "#dbg_value(i32 %n, !7, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !8)");
    has(&draft, "#dbg_value(i64 poison, !9, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !8)");
    has(&draft, "#dbg_value(!DIArgList(i64 poison, i32 poison), !10,");
    has(&draft, "#dbg_declare(i64 %x, !10, !DIExpression(), !8)");
    // Records of new values are found, too.
    assert_eq!((all[1].split_records(&[]), all[1].split_records(&[])), (1, 0));
    has(&draft, "#dbg_value(i32 poison, !7, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !8)");
}

#[test]
fn records_at_the_end_of_a_block_stand_before_what_comes() {
    let draft = parsed(DESCRIBED);
    let f = draft.functions().next().unwrap();
    let block = f.append_block(b"new");
    let record = f.instructions().next().unwrap().records().remove(0);
    let nodes: Vec<_> = record.1.iter().skip(1).map(|node| node.as_metadata().unwrap()).collect();
    block.add_record(DebugKind::Value, f.arguments().next(), &nodes).unwrap();
    let builder = Builder::new(&draft);
    builder.position_at_end(block);
    let first = builder.freeze(f.arguments().next().unwrap()).unwrap();
    block.add_record(DebugKind::Declare, f.arguments().next(), &nodes).unwrap();
    let last = builder.ret_void().unwrap();
    assert!(block.add_record(DebugKind::Value, f.arguments().next(), &nodes).is_err());
    assert_eq!((first.records().len(), last.records().len()), (1, 1));
    // Records move to the end of the block when their instruction is erased.
    last.erase().unwrap();
    first.erase().unwrap();
    let end = builder.ret_void().unwrap();
    let kinds: Vec<_> = end.records().iter().map(|record| record.0).collect();
    assert_eq!(kinds, [DebugKind::Value, DebugKind::Declare]);
}

#[test]
fn debug_information_is_taken_out() {
    let draft = parsed(DESCRIBED);
    assert!(draft.strip_debug_info() && !draft.strip_debug_info());
    let text = text(&draft);
    assert!(!text.contains("!DI") && !text.contains("#dbg") && !text.contains("heapallocsite"), "{text}");
    assert!(text.contains("ret void, !keep !2") && text.contains("!1 = distinct !{!1, !2}"), "{text}");
    assert!(text.contains("\"Debug Info Version\""), "{text}");
}

#[test]
fn variables_have_several_descriptions() {
    let draft = parsed(DESCRIBED);
    let v = draft.values_of(llvm_ir::global::GlobalKind::Variable).next().unwrap();
    let first = v.metadata(0).unwrap();
    v.add_metadata(0, first).unwrap();
    assert_eq!(v.all_metadata(0), [first, first]);
    has(&draft, "@v = global i32 0, !dbg !0, !dbg !0");
    v.set_metadata(0, None).unwrap();
    assert_eq!(v.metadata(0), None);
    assert!(draft.plain_type(TypeKind::Void).is_ok());
}
