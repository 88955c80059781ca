//! Values across barriers on which the work-items of a group agree, and values on which they do not.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod glsl;

use llvm_spirv::options::Options;
use spirv_runner::form::Checks;
use spirv_runner::{Argument, Grid, Program, launch};

const HEAD: &str = "layout(local_size_x = 24) in;\nlayout(std430, binding = 0) buffer Data { uint values[]; };\n\
    shared uint room[24];\n";

fn words(argument: &Argument) -> Vec<u32> {
    let Argument::Buffers(buffers) = argument else { panic!("buffers") };
    let bytes = buffers.first().expect("a buffer");
    bytes.chunks_exact(4).map(|part| u32::from_le_bytes(part.try_into().expect("four bytes"))).collect()
}

/// Runs a shader in two groups of 24, in order, in random order and with checks: each value must be what the host
/// computes from the group and the position in it.
fn check(body: &str, expected: impl Fn(u32, u32) -> u32) {
    let module = glsl::compiled("alike", &format!("{HEAD}{body}"));
    let wanted: Vec<u32> = (0..2).flat_map(|g| (0..24).map(move |l| (g, l))).map(|(g, l)| expected(g, l)).collect();
    for (checks, seed) in [(Checks::default(), None), (Checks::default(), Some(3)), (Checks::Reported, None)] {
        // With checks, who ends before others wait is an error.
        if checks == Checks::Reported && body.contains("return") {
            continue;
        }
        let program = Program::with(&module, &Options::default(), checks).expect("it is compiled");
        let grid = Grid { seed, threads: 1, ..Grid::line(48, 24) };
        let mut arguments = [Argument::Buffers(vec![(0..48_u32).flat_map(u32::to_le_bytes).collect()])];
        launch(&program, "alike", &grid, &mut arguments).expect("it runs");
        assert_eq!(words(&arguments[0]), wanted, "{checks:?} {seed:?}\n{body}");
    }
}

/// Tests the values of a loop iteration, which change after the first barrier and before the second one.
#[test]
fn what_a_group_counts_is_the_same_for_all() {
    let body = "void main() {
        uint l = gl_LocalInvocationIndex, sum = 0u, from = gl_WorkGroupID.x;
        for (uint step = 1u; step < 24u; step *= 2u) {
            room[l] = l * step + from;
            barrier();
            from += step;
            sum += room[(l + step) % 24u] * from;
            step += from & 1u;
            barrier();
        }
        values[gl_GlobalInvocationID.x] = sum + from;
    }";
    check(body, |g, l| {
        let (mut sum, mut from, mut step) = (0, g, 1);
        while step < 24 {
            let other = (l + step) % 24 * step + from;
            from += step;
            sum += other * from;
            step = (step + (from & 1)) * 2;
        }
        sum + from
    });
}

/// Tests a phi after a branch, a count of divergent iterations, and a select.
#[test]
fn what_work_items_differ_in_is_each_ones_own() {
    let body = "void main() {
        uint l = gl_LocalInvocationIndex, a = 5u, rounds = 0u;
        if (l % 3u == 1u) a = 7u;
        while (rounds < values[gl_GlobalInvocationID.x] % 5u) rounds++;
        uint chosen = l < 9u ? gl_WorkGroupID.x : 3u;
        room[l] = l;
        barrier();
        uint next = room[(l + 1u) % 24u];
        barrier();
        values[gl_GlobalInvocationID.x] = next + 100u * a + 1000u * rounds + 10000u * chosen;
    }";
    check(body, |g, l| {
        let a = if l % 3 == 1 { 7 } else { 5 };
        (l + 1) % 24 + 100 * a + 1000 * ((24 * g + l) % 5) + 10000 * if l < 9 { g } else { 3 }
    });
}

/// Tests a loop that all work-items leave in the same iteration, around a loop that each leaves in its own iteration.
#[test]
fn loops_of_the_group_hold_loops_of_work_items() {
    let body = "void main() {
        uint l = gl_LocalInvocationIndex, sum = 0u;
        for (uint k = 0u; k < 4u; k++) {
            uint last = 0u;
            for (uint n = 0u; n < 100u; n++) { last = n * k; if (n >= l) break; }
            room[l] = last;
            barrier();
            sum += room[23u - l] + k;
            barrier();
        }
        values[gl_GlobalInvocationID.x] = sum;
    }";
    check(body, |_, l| (0..4).map(|k| (23 - l) * k + k).sum());
}

/// Tests that some work-items end before the last barriers, and the others go on without them.
#[test]
fn what_a_group_agrees_on_is_known_to_the_rest() {
    let body = "void main() {
        uint l = gl_LocalInvocationIndex, factor = gl_WorkGroupID.x + 2u;
        room[l] = l;
        for (uint k = 0u; k < 3u; k++) {
            factor = factor * 3u + k;
            barrier();
            if (k == 1u && l >= 20u) return;
        }
        values[gl_GlobalInvocationID.x] = room[l] + factor;
    }";
    check(body, |g, l| if l >= 20 { 24 * g + l } else { l + (0..3).fold(g + 2, |factor, k| factor * 3 + k) });
}
