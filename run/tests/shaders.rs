//! Compute shaders, translated from GLSL to SPIR-V to the cpu form, and run.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod glsl;

use glsl::compiled;
use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::{Argument, Grid, Program, launch};

/// Returns the grid with this number of groups and invocations per group.
const fn grid(groups: u64, local: u64) -> Grid {
    Grid::line(groups * local, local)
}

fn words(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn buffer(values: impl IntoIterator<Item = u32>) -> Argument {
    Argument::Buffers(vec![words(values)])
}

fn content(argument: &Argument) -> Vec<u32> {
    let Argument::Buffers(buffers) = argument else { panic!("buffers") };
    let bytes = buffers.first().expect("a buffer");
    bytes.chunks_exact(4).map(|part| u32::from_le_bytes(part.try_into().expect("four bytes"))).collect()
}

/// Runs `main` of GLSL on words; returns the updated buffer.
fn run(name: &str, source: &str, options: &Options, grid: &Grid, values: Vec<u32>) -> Vec<u32> {
    let program = Program::new(&compiled(name, source), options).expect("it is compiled");
    let mut arguments = [buffer(values)];
    launch(&program, name, grid, &mut arguments).expect("it runs");
    content(&arguments[0])
}

const HEAD: &str = "layout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer Data { uint values[]; };\n";
const SUB_GROUPS: &str = "
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
";

#[test]
fn s1_07_specialization_constants_are_given_to_the_runner() {
    let source = "layout(local_size_x_id = 7) in;\nlayout(constant_id = 3) const uint factor = 2;\n\
        layout(std430, binding = 0) buffer Data { uint values[]; };\n\
        void main() { values[gl_GlobalInvocationID.x] *= factor; }";
    let mut options = Options::default();
    options.spec_constants.insert(3, 5);
    options.spec_constants.insert(7, 4);
    assert_eq!(
        run("special", source, &options, &grid(2, 4), (0..8).collect()),
        (0..8).map(|i| 5 * i).collect::<Vec<_>>()
    );
}

/// Tests that, before SPIR-V 1.6, the decorated constant overrides the execution mode.
#[test]
fn the_size_of_a_workgroup_is_that_of_the_decorated_constant() {
    let source = "layout(local_size_x_id = 7, local_size_y = 2) in;\n\
        layout(std430, binding = 0) buffer Data { uint values[]; };\n\
        void main() { atomicAdd(values[0], 1u); values[1] = gl_WorkGroupSize.x; }";
    let module = glsl::compiled_for("vulkan1.1", "sized", source);
    let mut options = Options::default();
    options.spec_constants.insert(7, 4);
    let program = Program::new(&module, &options).expect("it is compiled");
    let mut arguments = [buffer(vec![0; 2])];
    launch(&program, "sized", &Grid { local: [4, 2, 1], global: [4, 2, 1], ..grid(1, 4) }, &mut arguments)
        .expect("it runs");
    assert_eq!(content(&arguments[0]), [8, 4]);
    let error = launch(&program, "sized", &grid(1, 1), &mut arguments).expect_err("another size");
    assert!(error.to_string().contains("size"), "{error}");
}

#[test]
fn halves_of_a_vector_are_scaled_by_exponents_of_their_own() {
    let source = "#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(local_size_x = 1) in;\n\
        layout(std430, binding = 0) buffer Data { uint values[]; };\n\
        void main() { f16vec2 x = unpackFloat2x16(values[0]); values[1] = packFloat2x16(ldexp(x, ivec2(values[2], values[3]))); }";
    // 1 and 1, by two and by four.
    let found = run("scales", source, &Options::default(), &grid(1, 1), vec![0x3C00_3C00, 0, 1, 2]);
    assert_eq!(found[1], 0x4400_4000);
}

/// Tests `OpQuantizeToF16`, which GLSL cannot express.
#[test]
fn floats_are_quantized_to_halves() {
    let source = "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer Data { float values[]; };\n\
        void main() { values[gl_GlobalInvocationID.x] = -values[gl_GlobalInvocationID.x]; }";
    let mut module = compiled("quantize", source);
    // The negation, of four words like the quantization.
    let (negate, quantize) = ([127, 0, 4, 0], [116, 0, 4, 0]);
    let at = module.chunks_exact(4).position(|word| word == negate).expect("a negation");
    module[4 * at..4 * at + 4].copy_from_slice(&quantize);
    let program = Program::new(&module, &Options::default()).expect("it is compiled");
    let given = [1.0_f32, 1.0003, 1.0005, -65520.0, 3e-5, -3e-5, 6.104e-5, f32::INFINITY];
    let mut arguments = [buffer(given.map(f32::to_bits))];
    launch(&program, "quantize", &grid(8, 1), &mut arguments).expect("it runs");
    let found: Vec<_> = content(&arguments[0]).into_iter().map(f32::from_bits).collect();
    let wanted = [1.0, 1.0, 1.000_976_6, f32::NEG_INFINITY, 0.0, -0.0, 6.103_515_6e-5, f32::INFINITY];
    assert_eq!(found, wanted);
    assert!(found[5].is_sign_negative());
}

/// Tests the products of 40,401 and 40,397, which a `half` cannot distinguish.
#[test]
fn determinants_lose_no_bits_in_between() {
    let source = "#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(local_size_x = 1) in;\n\
        layout(std430, binding = 0) buffer Data { float values[]; };\n\
        void main() { f16mat2 m = f16mat2(values[0], values[1], values[2], values[3]); values[0] = float(determinant(m)); }";
    let given = [201.0_f32, 203.0, 199.0, 201.0].map(f32::to_bits).to_vec();
    let found = run("determinant", source, &Options::default(), &grid(1, 1), given);
    assert_eq!(f32::from_bits(found[0]), 4.0);
}

/// Tests that blocks in workgroup memory overlap.
#[test]
fn blocks_of_a_workgroup_begin_at_one_place() {
    let source = "#extension GL_EXT_shared_memory_block : require\nlayout(local_size_x = 1) in;\n\
        layout(std430, binding = 0) buffer Data { uint values[]; };\n\
        shared Words { uint words[4]; };\nshared Last { layout(offset = 12) uint last; };\n\
        void main() { for (uint i = 0; i < 4; i++) words[i] = values[i]; last += 5; \
        for (uint i = 0; i < 4; i++) values[i] = words[i]; }";
    assert_eq!(run("blocks", source, &Options::default(), &grid(1, 1), (1..5).collect()), [1, 2, 3, 9]);
}

#[test]
fn s2_181_the_code_generator_is_an_option_of_the_build() {
    let manifest = include_str!("../../cli/Cargo.toml");
    assert!(!manifest.contains("llvm-spirv-runner"), "the translator carries LLVM's code generator");
    assert!(include_str!("../../scripts/dist.sh").contains("RUNNER"), "no option builds the runner");
}

#[test]
fn s2_182_an_ordinary_function_becomes_a_shader_that_runs() {
    let ir = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define void @add(ptr \"spirv.interface_var\"=\"0,0\" %a, ptr \"spirv.interface_var\"=\"0,1\" %b) \"spirv.local_size\"=\"4\" {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr %a, i64 %i
  %q = getelementptr i32, ptr %b, i64 %i
  %x = load i32, ptr %p, align 4
  %y = load i32, ptr %q, align 4
  %s = add i32 %x, %y
  store i32 %s, ptr %q, align 4
  ret void
}";
    let options = Options { environment: "vulkan1.3".parse().expect("an environment"), ..Options::default() };
    let spirv = llvm_to_spirv(ir.as_bytes(), &options).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let mut arguments = [buffer(0..8), buffer((0..8).map(|i| 100 * i))];
    launch(&program, "add", &grid(2, 4), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[1]), (0..8).map(|i| 101 * i).collect::<Vec<_>>());
}

/// Tests booleans, which are bits: a component has no separate address.
#[test]
fn components_of_boolean_vectors_are_read_and_written() {
    let source = format!(
        "{HEAD}shared bvec3 room;\nvoid main() {{ uint i = gl_LocalInvocationIndex; bvec4 own = bvec4(values[i] > 8u);\n\
         own[i & 3u] = !own[i & 3u]; own.y = own.x || own.w; if (i == 0u) room = bvec3(false); barrier();\n\
         if (i == 9u) room.z = true; if (i == 10u) room[i - 10u] = own[(i >> 3) & 3u]; barrier();\n\
         values[i] = uint(own.x) + 2u * uint(own.y) + 4u * uint(own[2]) + 8u * uint(own.w) + 16u * uint(room.z) + 32u * uint(room[i % 2u]); }}"
    );
    let found = run("bits", &source, &Options::default(), &grid(1, 32), (0..32).collect());
    let expected = (0..32_u32).map(|i| {
        let mut own = [i > 8; 4];
        own[i as usize & 3] ^= true;
        own[1] = own[0] || own[3];
        own.iter().rev().fold(0, |bits, bit| 2 * bits + u32::from(*bit)) + 16 + if i % 2 == 0 { 32 } else { 0 }
    });
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn matrices_of_a_workgroup_are_indexed() {
    let source = format!(
        "{HEAD}shared mat3 room;\nvoid main() {{ uint i = gl_LocalInvocationIndex;\n\
         if (i < 9u) room[i / 3u][i % 3u] = float(10u * i); barrier(); values[i] = uint(room[i % 3u][(i + 1u) % 3u]); }}"
    );
    let found = run("matrix", &source, &Options::default(), &grid(1, 32), vec![0; 32]);
    assert_eq!(found, (0..32).map(|i| 10 * (i % 3 * 3 + (i + 1) % 3)).collect::<Vec<_>>());
}

#[test]
fn what_is_beyond_a_buffer_is_zero_and_stays_as_it_is() {
    let source = format!(
        "{HEAD}void main() {{ uint i = gl_GlobalInvocationID.x; values[i] = values[i + 16u] + uint(values.length());\n\
         values[1000000u * (i + 1u)] = 7u; }}"
    );
    let found = run("bounds", &source, &Options::default(), &grid(1, 32), (0..16).collect());
    assert_eq!(found, vec![16; 16]);
}

/// Tests negative indices, as which SPIR-V treats those from 2^31 on, and indices whose byte offsets need more than 32
/// bits.
#[test]
fn wild_indices_are_beyond_a_buffer() {
    let source = format!(
        "{HEAD}void main() {{ uint g = gl_GlobalInvocationID.x; if (g >= 8u) return; uint i = values[g];\n\
         values[g] = values[i]; values[i] = 7u; }}"
    );
    let wild = [0x8000_0000, 0xFFFF_FFFF, 0x4000_0001, 0xC000_0000, 0x7FFF_FFFF, 0x8000_0001, 0x4000_0000, 0xBFFF_FFFF];
    let found = run("wild", &source, &Options::default(), &grid(1, 32), wild.to_vec());
    assert_eq!(found, vec![0; 8]);
}

#[test]
fn workgroups_share_memory_between_barriers() {
    let source = format!(
        "{HEAD}shared uint room[32];\nvoid main() {{ uint l = gl_LocalInvocationIndex; room[l] = values[gl_GlobalInvocationID.x];\n\
         for (uint n = 16u; n > 0u; n >>= 1) {{ barrier(); if (l < n) room[l] += room[l + n]; }}\n\
         barrier(); values[gl_GlobalInvocationID.x] = room[0]; }}"
    );
    for seed in [None, Some(3)] {
        let found = run("sums", &source, &Options::default(), &Grid { seed, ..grid(2, 32) }, (0..64).collect());
        assert_eq!(found, (0..64).map(|i| if i < 32 { 496 } else { 1520 }).collect::<Vec<_>>(), "{seed:?}");
    }
}

#[test]
fn local_memory_has_its_initial_value_in_each_group() {
    let source = format!(
        "#extension GL_EXT_null_initializer : require\n{HEAD}\
         struct Part {{ vec3 a; mat2x3 b; bool c; }};\nshared uint room[32] = {{}};\nshared Part part = {{}};\n\
         void main() {{ uint l = gl_LocalInvocationIndex;\n\
         atomicAdd(room[(l + 1u) % 32u], l);\nbarrier();\n\
         values[gl_GlobalInvocationID.x] = room[l] + uint(part.a.y) + uint(part.b[1][2]) + uint(part.c);\nbarrier();\n\
         part.a = vec3(7.0); part.b = mat2x3(9.0); part.c = true; }}"
    );
    for seed in [None, Some(3)] {
        let grid = Grid { seed, threads: 1, ..grid(3, 32) };
        let found = run("initial", &source, &Options::default(), &grid, vec![9; 96]);
        assert_eq!(found, (0..96).map(|i| (i + 31) % 32).collect::<Vec<_>>(), "{seed:?}");
    }
}

/// Returns a shader in which each invocation adds its neighbour's value `count` times, with two barriers each time.
fn turns(count: usize, between: &str) -> String {
    let turn = "{ uint next = room[(l + 1u) % 32u]; barrier(); room[l] += next; barrier(); }\n";
    let (first, rest) = (turn.repeat(count / 2), turn.repeat(count - count / 2));
    format!(
        "{HEAD}shared uint room[32];\nvoid main() {{ uint l = gl_LocalInvocationIndex; room[l] = l; barrier();\n\
         {first}{between}{rest}values[l] = room[l]; }}"
    )
}

#[test]
fn more_barriers_than_have_loops_of_their_own_hold() {
    let mut room: Vec<u32> = (0..32).collect();
    for _ in 0..12 {
        room = (0..32).map(|l| room[l].wrapping_add(room[(l + 1) % 32])).collect();
    }
    assert_eq!(run("many", &turns(12, ""), &Options::default(), &grid(1, 32), vec![0; 32]), room);
}

#[test]
fn barriers_are_for_the_rest_where_some_have_ended() {
    let mut room: Vec<u32> = (0..32).collect();
    for turn in 0..4 {
        let ended = |l: usize| turn >= 2 && l == 5;
        room = (0..32).map(|l| if ended(l) { room[l] } else { room[l].wrapping_add(room[(l + 1) % 32]) }).collect();
    }
    room[5] = 0;
    let source = turns(4, "if (l == 5u) return;\n");
    assert_eq!(run("rest", &source, &Options::default(), &grid(1, 32), vec![0; 32]), room);
}

#[test]
fn sub_groups_meet_where_control_flow_does() {
    // Each leaves the loop in the round of its number, counts those that leave with it, and all meet behind it.
    let source = format!(
        "{SUB_GROUPS}{HEAD}void main() {{ uint i = gl_GlobalInvocationID.x; uint value = values[i]; uint left = 0u;\n\
         for (uint round = 0u; ; round++) {{\n\
           if (round == value) {{ left = 100u * subgroupAdd(1u); break; }}\n\
           if ((round & 1u) == 1u) continue;\n\
           left += subgroupBallotBitCount(subgroupBallot(true)) * 0u;\n\
         }}\n\
         values[i] = left + subgroupAdd(1u); }}"
    );
    let found =
        run("meet", &source, &Options::default(), &grid(1, 32), (0..32).map(|i| i % 8 / 2 + i / 16 * 2).collect());
    assert_eq!(found, vec![208; 32]);
}

#[test]
fn who_returns_from_a_loop_meets_the_others_behind_the_call() {
    // Each returns in the round of its number, or leaves the loop: all count each other behind the call.
    let source = format!(
        "{SUB_GROUPS}{HEAD}void leave(uint value) {{\n\
         for (uint round = 0u; round < 3u; round++) {{ if (round == value) return; values[0] = 0u; }} values[1] = 0u; }}\n\
         void main() {{ uint i = gl_GlobalInvocationID.x; leave(i % 5u); values[i] = subgroupAdd(1u); }}"
    );
    assert_eq!(run("meet", &source, &Options::default(), &grid(1, 32), vec![9; 32]), vec![8; 32]);
}

#[test]
fn matrices_by_rows_and_columns_are_where_the_layout_says() {
    let source = "layout(local_size_x = 1) in;\n\
        layout(std430, binding = 0) buffer Data { layout(row_major) mat2x3 rows; mat2x3 columns; };\n\
        void main() { columns = rows; columns[1][2] += 10.0; rows[0] = vec3(1.0); }";
    let program = Program::new(&compiled("main", source), &Options::default()).expect("it is compiled");
    // By rows: three rows of two; by columns: two columns of three, each aligned to four.
    let floats = [0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0];
    let mut arguments = [buffer(floats.map(f32::to_bits))];
    launch(&program, "main", &grid(1, 1), &mut arguments).expect("it runs");
    let found: Vec<_> = content(&arguments[0]).into_iter().map(f32::from_bits).collect();
    let wanted = [1.0, 1.0, 1.0, 3.0, 1.0, 5.0, 9.0, 9.0, 0.0, 2.0, 4.0, 9.0, 1.0, 3.0, 15.0, 9.0];
    assert_eq!(found, wanted);
}
