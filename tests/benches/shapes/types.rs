//! Types: structures with and without names, arrays, vectors in them, functions, pointers to all of them.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("types: structures", 100_000, structs),
    short("types: arrays", 100_000, arrays),
    short("types: functions", 100_000, functions),
    long("types: without names", 100_000, literals),
    long("types: in types", 100_000, in_each_other),
    long("members of one structure", 16_000, members),
];

/// Variables of one function.
const VARIABLES: usize = 100;

/// Writes functions with variables of distinct types.
fn variables(out: &mut Text, count: usize, mut ty: impl FnMut(usize) -> String) -> String {
    out.lines(count / VARIABLES, |out, f| {
        out.line(format_args!("define spir_func void @f{f}() {{"));
        out.lines(VARIABLES, |out, n| {
            let ty = ty(f * VARIABLES + n);
            out.line(format_args!("  %a{n} = alloca {ty}, align 16"));
            out.line(format_args!("  %p{n} = getelementptr inbounds {ty}, ptr %a{n}, i32 0, i32 1"));
            out.line(format_args!("  store i32 {n}, ptr %p{n}, align 4"));
        });
        out.line(format_args!("  ret void\n}}"));
    });
    out.end()
}

fn structs(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        out.line(format_args!("%struct.s{n} = type {{ i64, i32, [{} x i16], <4 x float> }}", n % 1000 + 1));
    });
    variables(&mut out, count, |n| format!("%struct.s{n}"))
}

fn arrays(count: usize) -> String {
    variables(&mut Text::new(), count, |n| format!("[{} x i32]", n + 2))
}

fn literals(count: usize) -> String {
    variables(&mut Text::new(), count, |n| format!("{{ i64, i32, [{} x i8] }}", n + 1))
}

/// Structures that each hold an earlier one, nested eight deep.
fn in_each_other(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        let inner = if n % 8 == 0 { "i8".to_owned() } else { format!("%struct.s{}", n - 1) };
        out.line(format_args!("%struct.s{n} = type {{ i64, i32, {inner} }}"));
    });
    variables(&mut out, count, |n| format!("%struct.s{n}"))
}

/// Declared functions, no two of the same type, each called.
fn functions(count: usize) -> String {
    const PARTS: [&str; 8] = ["i8", "i16", "i32", "i64", "float", "double", "<2 x i32>", "<4 x float>"];
    let parameters = |n: usize| {
        let parts: Vec<_> = (0..6).map(|place| PARTS[n >> (3 * place) & 7]).collect();
        parts.join(", ")
    };
    let mut out = Text::new();
    out.lines(count, |out, n| {
        out.line(format_args!("declare spir_func void @g{n}({})", parameters(n)));
    });
    out.lines(count / VARIABLES, |out, f| {
        out.line(format_args!("define spir_func void @f{f}() {{"));
        out.lines(VARIABLES, |out, n| {
            let n = f * VARIABLES + n;
            let arguments = parameters(n).replace(", ", " zeroinitializer, ");
            out.line(format_args!("  call spir_func void @g{n}({arguments} zeroinitializer)"));
        });
        out.line(format_args!("  ret void\n}}"));
    });
    out.end()
}

/// A structure with this number of members, each stored to.
fn members(count: usize) -> String {
    let mut out = Text::new();
    let members = vec!["i32"; count].join(", ");
    out.line(format_args!("%struct.s = type {{ {members} }}"));
    out.line(format_args!("define spir_func void @f(ptr addrspace(1) %p) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %m{n} = getelementptr inbounds %struct.s, ptr addrspace(1) %p, i32 0, i32 {n}"));
        out.line(format_args!("  store i32 {n}, ptr addrspace(1) %m{n}, align 4"));
    });
    out.line(format_args!("  ret void\n}}")).end()
}
