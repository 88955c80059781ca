//! Functions: defined, declared, kernels, called by each other and as builtins.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("functions", 100_000, defined),
    short("declarations", 100_000, declared),
    long("kernels", 100_000, kernels),
    long("calls of builtins", 100_000, builtins),
    long("calls in calls", 100_000, chain),
    long("kernels that call a chain", 40_000, kernels_of_a_chain),
    long("calls of intrinsics", 100_000, intrinsics),
    long("parameters", 200_000, parameters),
    long("groups and pipes", 60_000, groups),
];

/// Functions that each call the previous one twice.
fn defined(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f0(i32 %a) {{\n  ret i32 %a\n}}"));
    out.lines(count, |out, n| {
        out.line(format_args!("define spir_func i32 @_Z8function{}i(i32 %a) {{", n + 1));
        let callee = if n % 2 == 0 { "f0".to_owned() } else { format!("_Z8function{n}i") };
        out.line(format_args!("  %b = call spir_func i32 @{callee}(i32 %a)\n  ret i32 %b\n}}"));
    });
    out.end()
}

/// Declarations, half of them with mangled names, each called.
fn declared(count: usize) -> String {
    let name = |n: usize| if n.is_multiple_of(2) { format!("g{n}") } else { format!("_Z7g{n:06}if") };
    let mut out = Text::new();
    out.lines(count, |out, n| {
        out.line(format_args!("declare spir_func i32 @{}(i32, float)", name(n)));
    });
    out.lines(count / 100, |out, f| {
        out.line(format_args!("define spir_func void @f{f}(i32 %v0, float %x) {{"));
        out.lines(100, |out, n| {
            out.line(format_args!("  %v{} = call spir_func i32 @{}(i32 %v{n}, float %x)", n + 1, name(f * 100 + n)));
        });
        out.line(format_args!("  ret void\n}}"));
    });
    out.end()
}

/// Kernels with metadata about their arguments and a required size.
fn kernels(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("declare spir_func i64 @_Z13get_global_idj(i32)"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "define spir_kernel void @k{n}(ptr addrspace(1) %p) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 \
             !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 !reqd_work_group_size !4 {{"
        ));
        out.line(format_args!("  %i = call spir_func i64 @_Z13get_global_idj(i32 0)"));
        out.line(format_args!("  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i"));
        out.line(format_args!("  store i32 {}, ptr addrspace(1) %q, align 4\n  ret void\n}}", n % 100));
    });
    out.line(format_args!("!0 = !{{i32 1}}\n!1 = !{{!\"none\"}}\n!2 = !{{!\"int*\"}}\n!3 = !{{!\"\"}}"));
    out.line(format_args!("!4 = !{{i32 8, i32 1, i32 1}}")).end()
}

/// Calls of names that OpenCL C mangles.
fn builtins(count: usize) -> String {
    const NAMES: [(&str, usize); 10] = [
        ("_Z3sinf", 1),
        ("_Z3cosf", 1),
        ("_Z3madfff", 3),
        ("_Z4fmaxff", 2),
        ("_Z5clampfff", 3),
        ("_Z4sqrtf", 1),
        ("_Z11native_expf", 1),
        ("_Z3powff", 2),
        ("_Z8copysignff", 2),
        ("_Z16__spirv_ocl_fabsf", 1),
    ];
    let mut out = Text::new();
    for (name, arity) in NAMES {
        out.line(format_args!("declare spir_func float @{name}({})", vec!["float"; arity].join(", ")));
    }
    out.lines(count / 100, |out, f| {
        out.line(format_args!("define spir_func float @f{f}(float %v0) {{"));
        out.lines(100, |out, n| {
            let (name, arity) = NAMES[(f + n) % NAMES.len()];
            let arguments = vec![format!("float %v{n}"); arity].join(", ");
            out.line(format_args!("  %v{} = call spir_func float @{name}({arguments})", n + 1));
        });
        out.line(format_args!("  ret float %v100\n}}"));
    });
    out.end()
}

/// Functions that each call the next one.
fn chain(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("declare spir_func i64 @_Z13get_global_idj(i32)"));
    out.line(format_args!("define spir_kernel void @k() {{\n  %r = call spir_func i64 @f0()\n  ret void\n}}"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "define spir_func i64 @f{n}() {{\n  %r = call spir_func i64 @f{}()\n  ret i64 %r\n}}",
            n + 1
        ));
    });
    out.line(format_args!("define spir_func i64 @f{count}() {{"));
    out.line(format_args!("  %r = call spir_func i64 @_Z13get_global_idj(i32 0)\n  ret i64 %r\n}}")).end()
}

/// As many kernels as functions, each of which reaches all functions.
fn kernels_of_a_chain(count: usize) -> String {
    let functions = count / 2;
    let mut text = chain(functions);
    let mut out = Text(std::mem::take(&mut text));
    out.lines(functions, |out, n| {
        out.line(format_args!(
            "define spir_kernel void @k{n}() {{\n  %r = call spir_func i64 @f{}()\n  ret void\n}}",
            n % 10
        ));
    });
    out.end()
}

/// Calls of LLVM's intrinsics.
fn intrinsics(count: usize) -> String {
    const NAMES: [&str; 6] = ["smax", "umin", "fshl", "sadd.sat", "bitreverse", "ctpop"];
    let mut out = Text::new();
    let parameters = |name: &str| match name {
        "fshl" => 3,
        "bitreverse" | "ctpop" => 1,
        _ => 2,
    };
    for name in NAMES {
        out.line(format_args!("declare i32 @llvm.{name}.i32({})", vec!["i32"; parameters(name)].join(", ")));
    }
    out.lines(count / 100, |out, f| {
        out.line(format_args!("define spir_func i32 @f{f}(i32 %v0) {{"));
        out.lines(100, |out, n| {
            let name = NAMES[(f + n) % NAMES.len()];
            let arguments = vec![format!("i32 %v{n}"); parameters(name)].join(", ");
            out.line(format_args!("  %v{} = call i32 @llvm.{name}.i32({arguments})", n + 1));
        });
        out.line(format_args!("  ret i32 %v100\n}}"));
    });
    out.end()
}

/// Functions of a hundred parameters that pass them on.
fn parameters(count: usize) -> String {
    const EACH: usize = 100;
    let list = |ty: &str| (0..EACH).map(|n| format!("{ty} %a{n}")).collect::<Vec<_>>().join(", ");
    let (mut out, list) = (Text::new(), list("i32"));
    out.line(format_args!("declare spir_func void @g({})", vec!["i32"; EACH].join(", ")));
    out.lines(count / EACH, |out, f| {
        out.line(format_args!("define spir_func void @f{f}({list}) {{"));
        out.line(format_args!("  call spir_func void @g({list})\n  ret void\n}}"));
    });
    out.end()
}

/// Group operations and atomics.
fn groups(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("declare spir_func i32 @_Z20sub_group_reduce_addi(i32)"));
    out.line(format_args!("declare spir_func i32 @_Z21work_group_reduce_maxi(i32)"));
    out.line(format_args!("declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)"));
    out.lines(count / 30, |out, f| {
        out.line(format_args!("define spir_func void @f{f}(ptr addrspace(1) %p, i32 %v0) {{"));
        out.lines(10, |out, n| {
            out.line(format_args!("  %a{n} = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %v{n})"));
            out.line(format_args!("  %b{n} = call spir_func i32 @_Z21work_group_reduce_maxi(i32 %a{n})"));
            out.line(format_args!(
                "  %v{} = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %b{n})",
                n + 1
            ));
        });
        out.line(format_args!("  ret void\n}}"));
    });
    out.end()
}
