//! Modules with debug information: nodes, locations and records.

use super::{Shape, Text, long};

pub const SHAPES: &[Shape] = &[
    long("locations", 100_000, locations),
    long("described types", 100_000, types),
    long("members of a described type", 100_000, members),
    long("nested scopes", 60_000, scopes),
    long("inlined calls", 60_000, inlined),
    long("records", 60_000, records),
    long("described globals", 60_000, globals),
    long("described enumerators", 100_000, enumerators),
    long("operations of an expression", 100_000, operations),
    long("described functions", 40_000, functions),
];

/// The nodes common to all modules, up to `!9`.
const HEAD: &str = "!llvm.dbg.cu = !{!0}\n\
!llvm.module.flags = !{!2, !3}\n\
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: \"p\", runtimeVersion: 0, emissionKind: FullDebug, globals: !9)\n\
!1 = !DIFile(filename: \"k.cl\", directory: \"/src\")\n\
!2 = !{i32 7, !\"Dwarf Version\", i32 5}\n\
!3 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)\n\
!5 = !DISubroutineType(types: !6)\n\
!7 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
!8 = !DILocation(line: 1, column: 1, scope: !4)\n";

/// The number of the first of many nodes.
const FIRST: usize = 10;

/// Writes an empty function, the common nodes, and the types of the function.
fn of_types(out: &mut Text, types: &str) {
    out.line(format_args!(
        "define spir_func void @f() !dbg !4 {{\n  ret void, !dbg !8\n}}\n{HEAD}!9 = !{{}}\n!6 = !{{{types}}}"
    ));
}

/// Instructions with separate lines.
fn locations(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func float @f(float %v0) !dbg !4 {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %v{} = fadd float %v{n}, %v0, !dbg !{}", n + 1, FIRST + n));
    });
    out.line(format_args!("  ret float %v{count}, !dbg !8\n}}\n{HEAD}!9 = !{{}}\n!6 = !{{null}}"));
    out.lines(count, |out, n| {
        out.line(format_args!("!{} = !DILocation(line: {}, column: {}, scope: !4)", FIRST + n, n + 2, n % 60));
    });
    out.end()
}

/// Types, each a pointer to the previous one.
fn types(count: usize) -> String {
    let mut out = Text::new();
    of_types(&mut out, &format!("null, !{}", FIRST + count));
    out.line(format_args!("!{FIRST} = !DIBasicType(name: \"float\", size: 32, encoding: DW_ATE_float)"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "!{} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{}, size: 64)",
            FIRST + n + 1,
            FIRST + n
        ));
    });
    out.end()
}

/// A structure with pointers to itself.
fn members(count: usize) -> String {
    let mut out = Text::new();
    of_types(&mut out, &format!("null, !{FIRST}"));
    out.line(format_args!(
        "!{FIRST} = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !1, line: 1, size: 64, elements: !{})",
        FIRST + 1
    ));
    out.line(format_args!("!{} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{FIRST}, size: 64)", FIRST + 2));
    out.put(format_args!("!{} = !{{", FIRST + 1));
    out.lines(count, |out, n| {
        out.put(format_args!("{}!{}", if n == 0 { "" } else { ", " }, FIRST + 3 + n));
    });
    out.line(format_args!("}}"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "!{} = !DIDerivedType(tag: DW_TAG_member, name: \"m{n}\", scope: !{FIRST}, file: !1, line: {}, baseType: !{}, size: 64)",
            FIRST + 3 + n,
            n + 2,
            FIRST + 2
        ));
    });
    out.end()
}

/// Lexical blocks, each in the previous one.
fn scopes(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!(
        "define spir_func void @f() !dbg !4 {{\n  ret void, !dbg !{FIRST}\n}}\n{HEAD}!9 = !{{}}\n!6 = !{{null}}"
    ));
    out.line(format_args!("!{FIRST} = !DILocation(line: 2, column: 1, scope: !{})", FIRST + count));
    out.lines(count, |out, n| {
        let around = if n == 0 { 4 } else { FIRST + n };
        out.line(format_args!("!{} = distinct !DILexicalBlock(scope: !{around}, file: !1, line: 1)", FIRST + n + 1));
    });
    out.end()
}

/// Calls, each inlined into the previous one.
fn inlined(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!(
        "define spir_func void @f() !dbg !4 {{\n  ret void, !dbg !{FIRST}\n}}\n{HEAD}!9 = !{{}}\n!6 = !{{null}}"
    ));
    out.line(format_args!("!{FIRST} = !DILocation(line: 2, column: 1, scope: !4, inlinedAt: !{})", FIRST + count));
    out.lines(count, |out, n| {
        let into = if n == 0 { String::new() } else { format!(", inlinedAt: !{}", FIRST + n) };
        out.line(format_args!("!{} = distinct !DILocation(line: {}, scope: !4{into})", FIRST + n + 1, n + 1));
    });
    out.end()
}

/// Instructions, each with a record for a separate variable.
fn records(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func float @f(float %v0) !dbg !4 {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("    #dbg_value(float %v{n}, !{}, !DIExpression(), !8)", FIRST + n));
        out.line(format_args!("  %v{} = fadd float %v{n}, %v0, !dbg !8", n + 1));
    });
    out.line(format_args!("  ret float %v{count}, !dbg !8\n}}\n{HEAD}!9 = !{{}}\n!6 = !{{null}}"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "!{} = !DILocalVariable(name: \"x{n}\", scope: !4, file: !1, line: {}, type: !7)",
            FIRST + n,
            n + 1
        ));
    });
    out.end()
}

/// Variables at module scope.
fn globals(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        out.line(format_args!("@g{n} = addrspace(1) global i32 {n}, align 4, !dbg !{}", FIRST + 2 * n));
    });
    out.line(format_args!("define spir_func void @f() !dbg !4 {{\n  ret void, !dbg !8\n}}\n{HEAD}!6 = !{{null}}"));
    out.put(format_args!("!9 = !{{"));
    out.lines(count, |out, n| {
        out.put(format_args!("{}!{}", if n == 0 { "" } else { ", " }, FIRST + 2 * n));
    });
    out.line(format_args!("}}"));
    out.lines(count, |out, n| {
        out.line(format_args!("!{} = !DIGlobalVariableExpression(var: !{}, expr: !DIExpression())", FIRST + 2 * n, FIRST + 2 * n + 1));
        out.line(format_args!(
            "!{} = distinct !DIGlobalVariable(name: \"g{n}\", scope: !0, file: !1, line: {}, type: !7, isLocal: false, isDefinition: true)",
            FIRST + 2 * n + 1,
            n + 1
        ));
    });
    out.end()
}

/// An enumeration.
fn enumerators(count: usize) -> String {
    let mut out = Text::new();
    of_types(&mut out, &format!("null, !{FIRST}"));
    out.line(format_args!(
        "!{FIRST} = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", file: !1, line: 1, baseType: !7, size: 32, elements: !{})",
        FIRST + 1
    ));
    out.put(format_args!("!{} = !{{", FIRST + 1));
    // An instruction has at most 65,535 words.
    let count = count.min(30_000);
    out.lines(count, |out, n| {
        out.put(format_args!("{}!{}", if n == 0 { "" } else { ", " }, FIRST + 2 + n));
    });
    out.line(format_args!("}}"));
    out.lines(count, |out, n| {
        out.line(format_args!("!{} = !DIEnumerator(name: \"e{n}\", value: {n})", FIRST + 2 + n));
    });
    out.end()
}

/// An expression of many operations.
fn operations(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func void @f(ptr addrspace(1) %p) !dbg !4 {{"));
    out.put(format_args!("    #dbg_value(ptr addrspace(1) %p, !{FIRST}, !DIExpression("));
    // An instruction has at most 65,535 words.
    out.lines(count.min(60_000), |out, n| {
        out.put(format_args!("{}DW_OP_deref", if n == 0 { "" } else { ", " }));
    });
    out.line(format_args!("), !8)\n  ret void, !dbg !8\n}}\n{HEAD}!9 = !{{}}\n!6 = !{{null}}"));
    out.line(format_args!("!{FIRST} = !DILocalVariable(name: \"x\", scope: !4, file: !1, line: 1, type: !7)"));
    out.end()
}

/// Functions, each with a description.
fn functions(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        let node = FIRST + 2 * n;
        out.line(format_args!("define spir_func void @g{n}() !dbg !{node} {{\n  ret void, !dbg !{}\n}}", node + 1));
    });
    of_types(&mut out, "null");
    out.lines(count, |out, n| {
        let node = FIRST + 2 * n;
        out.line(format_args!(
            "!{node} = distinct !DISubprogram(name: \"g{n}\", scope: !1, file: !1, line: {}, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)",
            n + 1
        ));
        out.line(format_args!("!{} = !DILocation(line: {}, column: 1, scope: !{node})", node + 1, n + 1));
    });
    out.end()
}
