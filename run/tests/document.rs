//! The names in MLIR's document on the SPIR-V dialect: a host's LLVM IR, as `mlir-opt --lower-host-to-llvm` writes it,
//! is linked with a shader and run.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod glsl;

use glsl::compiled;
use llvm_spirv::error::Result;
use llvm_spirv::options::Options;
use spirv_runner::form::Checks;
use spirv_runner::program::{CpuForm, Names, cpu_form, cpu_text, run_host};

/// The entry point `bar`, which adds two buffers of six numbers into a third.
const ADD: &str = "layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer A { int data[6]; } bar_arg_0;
layout(std430, set = 0, binding = 1) buffer B { int data[6]; } bar_arg_1;
layout(std430, set = 1, binding = 2) buffer C { int data[6]; } bar_arg_2;
void main() { for (int i = 0; i < 6; i++) bar_arg_2.data[i] = bar_arg_0.data[i] + bar_arg_1.data[i]; }";

/// A host as the document generates it for a launch with three arrays: copies, a call, copies back.
const HOST: &str = "
@__spv__foo_bar_arg_0_descriptor_set0_binding0 = linkonce global { [6 x i32] } undef
@__spv__foo_bar_arg_1_descriptor_set0_binding1 = linkonce global { [6 x i32] } undef
@__spv__foo_bar_arg_2_descriptor_set1_binding2 = linkonce global { [6 x i32] } undef
@a = constant [6 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6]
@b = constant [6 x i32] [i32 10, i32 20, i32 30, i32 40, i32 50, i32 60]
declare void @__spv__foo_bar()
define i32 @main() {
  %c = alloca [6 x i32]
  call void @llvm.memset.p0.i64(ptr %c, i8 0, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @__spv__foo_bar_arg_0_descriptor_set0_binding0, ptr @a, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @__spv__foo_bar_arg_1_descriptor_set0_binding1, ptr @b, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @__spv__foo_bar_arg_2_descriptor_set1_binding2, ptr %c, i64 24, i1 false)
  call void @__spv__foo_bar()
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr @__spv__foo_bar_arg_2_descriptor_set1_binding2, i64 24, i1 false)
  %first = load i32, ptr %c
  %p = getelementptr i32, ptr %c, i64 5
  %last = load i32, ptr %p
  %r = add i32 %first, %last
  ret i32 %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
";

fn form(spirv: &[u8]) -> Result<CpuForm> {
    cpu_form(spirv, &Options::default(), Checks::Silent, &Names::Document("foo".to_owned(), 8))
}

fn text(spirv: &[u8]) -> String {
    let names = Names::Document("foo".to_owned(), 8);
    let form = cpu_text(spirv, &Options::default(), Checks::Silent, &names).expect("the form");
    String::from_utf8(form.bytes).expect("text")
}

fn run(spirv: &[u8], host: &str) -> Result<i32> {
    run_host(&form(spirv)?, host.as_bytes())
}

#[test]
fn s2_183_a_launch_is_an_ordinary_call() {
    let text = text(&compiled("bar", ADD));
    assert!(text.contains("define void @__spv__foo_bar() {"), "{text}");
    // The host is free to call twice, and calls nothing else.
    let twice = HOST.replacen(
        "  call void @__spv__foo_bar()\n",
        "  call void @__spv__foo_bar()\n  call void @__spv__foo_bar()\n",
        1,
    );
    assert_eq!(run(&compiled("bar", ADD), &twice), Ok(77));
}

#[test]
fn s2_184_data_of_the_host_are_copied_to_globals_of_both() {
    // Without the copy of one array, the kernel has the zeros that its own global begins with.
    let copy = "  call void @llvm.memcpy.p0.p0.i64(ptr @__spv__foo_bar_arg_1_descriptor_set0_binding1, ptr @b, i64 24, i1 false)\n";
    assert!(HOST.contains(copy));
    assert_eq!(run(&compiled("bar", ADD), &HOST.replace(copy, "")), Ok(7));
    assert_eq!(run(&compiled("bar", ADD), HOST), Ok(77));
}

#[test]
fn s2_185_host_and_kernel_are_linked_and_run() {
    assert_eq!(run(&compiled("bar", ADD), HOST), Ok(77));
    let error = run(&compiled("bar", ADD), "define void @other() {\n  ret void\n}").expect_err("nothing runs");
    assert!(error.to_string().contains("no function `main`"), "{error}");
}

#[test]
fn s2_186_names_are_those_of_the_document() {
    let text = text(&compiled("bar", ADD));
    for wanted in [
        "source_filename = \"__spv__foo\"",
        "@__spv__foo_bar_arg_0_descriptor_set0_binding0 = global { [6 x i32] } zeroinitializer",
        "@__spv__foo_bar_arg_1_descriptor_set0_binding1 = global { [6 x i32] } zeroinitializer",
        "@__spv__foo_bar_arg_2_descriptor_set1_binding2 = global { [6 x i32] } zeroinitializer",
        "define void @__spv__foo_bar() {",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    // Names that `mlir-opt` has given already stay.
    let named = ADD.replace("bar_arg_", "__spv__foo_arg_");
    let named = self::text(&compiled("__spv__foo_bar", &named));
    assert!(named.contains("@__spv__foo_arg_2_descriptor_set1_binding2 = global"), "{named}");
    assert!(named.contains("define void @__spv__foo_bar() {"), "{named}");
}

#[test]
fn s2_187_what_the_kernel_writes_is_copied_back() {
    let back = "  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr @__spv__foo_bar_arg_2_descriptor_set1_binding2, i64 24, i1 false)\n";
    assert!(HOST.contains(back));
    assert_eq!(run(&compiled("bar", ADD), &HOST.replace(back, "")), Ok(0));
    assert_eq!(run(&compiled("bar", ADD), HOST), Ok(77));
}

#[test]
fn s2_188_symbols_of_both_sides_are_resolved() {
    let other = HOST.replace("__spv__foo_bar()", "__spv__foo_other()");
    let error = run(&compiled("bar", ADD), &other).expect_err("there is no such kernel");
    assert!(error.to_string().contains("__spv__foo_other"), "{error}");
    // A global that only the host has is its own: the kernel's has another name.
    let other = HOST.replace("arg_0_descriptor_set0", "arg_0_descriptor_set7");
    assert_eq!(run(&compiled("bar", ADD), &other), Ok(70));
}

#[test]
fn barriers_sub_groups_and_many_groups_run_by_the_documents_names() {
    let source = "
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint sums[4]; } data;
shared uint room[32];
void main() {
    uint l = gl_LocalInvocationIndex;
    room[31u - l] = l + gl_WorkGroupID.x;
    barrier();
    uint sum = subgroupAdd(room[l]);
    if (l % 8u == 0u) atomicAdd(data.sums[gl_WorkGroupID.x], sum);
}";
    let host = "
@__spv__foo_data_descriptor_set0_binding0 = external global [4 x i32]
@__spv__foo_main_num_workgroups = external global [3 x i64]
declare void @__spv__foo_main()
define i32 @main() {
  call void @__spv__foo_main()
  store i64 4, ptr @__spv__foo_main_num_workgroups
  call void @__spv__foo_main()
  %a = load i32, ptr @__spv__foo_data_descriptor_set0_binding0
  %b = load i32, ptr getelementptr (i8, ptr @__spv__foo_data_descriptor_set0_binding0, i64 12)
  %r = sub i32 %a, %b
  ret i32 %r
}";
    // 2 * 496 - (496 + 3 * 32)
    assert_eq!(run(&compiled("main", source), host), Ok(400));
}

#[test]
fn the_host_says_how_long_an_open_array_is() {
    let source = "layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint more; } push;
layout(std430, binding = 0) buffer Data { uint values[]; };
void main() { for (uint i = 0u; i < 9u; i++) values[i] = uint(values.length()) + push.more; }";
    let host = "
@__spv__foo_descriptor_set0_binding0 = global [9 x i32] zeroinitializer
@__spv__foo_descriptor_set0_binding0_size = constant i64 28
@__spv__foo_push_push_constant = linkonce global { i32 } undef
declare void @__spv__foo_main()
define i32 @main() {
  store i32 100, ptr @__spv__foo_push_push_constant
  call void @__spv__foo_main()
  %a = load i32, ptr getelementptr (i8, ptr @__spv__foo_descriptor_set0_binding0, i64 24)
  %b = load i32, ptr getelementptr (i8, ptr @__spv__foo_descriptor_set0_binding0, i64 28)
  %r = add i32 %a, %b
  ret i32 %r
}";
    assert_eq!(run(&compiled("main", source), host), Ok(107));
}

#[test]
fn what_the_document_has_no_name_for_is_an_error() {
    let source = "layout(local_size_x = 1) in;
layout(binding = 3, r32f) uniform image2D picture;
void main() { imageStore(picture, ivec2(0), vec4(1.0)); }";
    let error = form(&compiled("image", source)).expect_err("no buffer");
    assert!(error.to_string().contains("set 0, binding 3"), "{error}");
}
