//! Compute shaders of `roundtrip-corpus/shaders/` with reference implementations in Rust: the results of the original
//! and of its round trip are compared with the reference.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

use llvm_spirv_vulkan::dumps;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The resources by name.
#[derive(Clone, Debug, Default)]
struct Memory(dumps::Memory);

impl Memory {
    fn bytes<const N: usize>(&self, name: &str, at: usize) -> [u8; N] {
        self.0[name][at..at + N].try_into().unwrap()
    }

    fn float(&self, name: &str, at: usize) -> f32 {
        f32::from_le_bytes(self.bytes(name, at))
    }

    fn vector(&self, name: &str, at: usize) -> [f32; 3] {
        [0, 4, 8].map(|offset| self.float(name, at + offset))
    }

    fn word(&self, name: &str, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(name, at))
    }

    fn put(&mut self, name: &str, at: usize, bytes: &[u8]) {
        self.0.get_mut(name).unwrap()[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn put_float(&mut self, name: &str, at: usize, value: f32) {
        self.put(name, at, &value.to_le_bytes());
    }

    fn put_word(&mut self, name: &str, at: usize, value: u32) {
        self.put(name, at, &value.to_le_bytes());
    }

    /// Returns the name of the block that pointers point to, selected by size.
    fn pointee(&self, is_large: bool) -> String {
        let of_size =
            |(name, bytes): &(&String, &Vec<u8>)| name.starts_with("pointee") && (bytes.len() > 100) == is_large;
        self.0.iter().find(of_size).unwrap().0.clone()
    }
}

/// The allowed difference of a result from its reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exactness {
    Bits,
    /// Floating-point numbers with a relative difference up to one in ten thousand.
    Floats,
    /// Bytes with a difference up to 1.
    Shades,
}

/// A shader: its name, workgroups, push constants, exactness, and the function that applies its expected effect to the
/// resources.
type Row = (&'static str, &'static str, &'static [u8], Exactness, fn(&mut Memory));

const ROWS: &[Row] = &[
    ("hashing", "2,1,1", &[], Exactness::Bits, hashing),
    ("sorting", "1,1,1", &[], Exactness::Bits, sorting),
    ("scan", "2,1,1", &[], Exactness::Bits, scan),
    ("shared", "1,1,1", &[], Exactness::Bits, shared),
    // step 0.5, softness 0.25, 128 bodies.
    ("bodies", "1,1,1", &[0, 0, 0, 0x3F, 0, 0, 0x80, 0x3E, 128, 0, 0, 0], Exactness::Floats, bodies),
    ("buffers", "1,1,1", &[], Exactness::Floats, buffers),
    ("functions", "1,1,1", &[], Exactness::Bits, functions),
    ("specialization", "3,1,1", &[], Exactness::Bits, specialization),
    ("offsets", "1,1,1", &[], Exactness::Floats, offsets),
    ("small_types", "1,1,1", &[], Exactness::Bits, small_types),
    ("memory_model", "1,1,1", &[], Exactness::Bits, memory_model),
    // Corner (-2, -1.5), size (3, 3), at most 50 steps.
    (
        "mandelbrot",
        "1,1,1",
        &[
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0xC0, 0xBF, 0, 0, 0x40, 0x40, 0, 0,
            0x40, 0x40, 50, 0, 0, 0,
        ],
        Exactness::Shades,
        mandelbrot,
    ),
    ("addresses", "1,1,1", &[], Exactness::Floats, addresses),
    ("atomic_float", "1,1,1", &[], Exactness::Bits, atomic_float),
];

fn hashing(memory: &mut Memory) {
    const CONSTANTS: [u32; 8] =
        [0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501];
    for at in 0..128 {
        let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        for i in 0..32 {
            let [a, b, c, d] = state;
            let word = memory.word("buffer 0.0", at * 64 + (i & 15) * 4);
            let sum = a.wrapping_add((b & c) | (!b & d)).wrapping_add(CONSTANTS[i & 7]).wrapping_add(word);
            state = [d, b.wrapping_add(sum.rotate_left(7 + (i as u32 & 3) * 5)), b, c];
        }
        for (index, word) in state.into_iter().enumerate() {
            memory.put_word("buffer 0.1", at * 16 + index * 4, word);
        }
    }
}

fn sorting(memory: &mut Memory) {
    let mut values: Vec<_> = (0..512).map(|at| memory.word("buffer 0.0", at * 4)).collect();
    values.sort_unstable();
    for (at, value) in values.into_iter().enumerate() {
        memory.put_word("buffer 0.0", at * 4, value);
    }
}

fn scan(memory: &mut Memory) {
    for group in 0..2 {
        let mut sum = 0.0;
        for at in group * 128..group * 128 + 128 {
            sum += memory.float("buffer 0.0", at * 4);
            memory.put_float("buffer 0.1", at * 4, sum);
        }
    }
}

fn shared(memory: &mut Memory) {
    let name = "buffer 0.0";
    let values: Vec<_> = (0..128).map(|at| memory.word(name, 132 + at * 4)).collect();
    for value in &values {
        let place = (*value as usize & 31) * 4;
        memory.put_word(name, place, memory.word(name, place) + 1);
    }
    let greatest = values.iter().map(|value| *value as i32).max().unwrap();
    let least = (memory.word(name, 128) as i32).min(greatest);
    memory.put(name, 128, &least.to_le_bytes());
    memory.put_word(name, 132, values.iter().sum());
    memory.put_word(name, 136, if values[1] == 0 { 5 } else { values[1] });
    memory.put_word(name, 140, (values[2] & 3 | 8) ^ 1);
}

fn bodies(memory: &mut Memory) {
    let name = "buffer 0.0";
    let before = memory.clone();
    let (step, softness) = (0.5_f32, 0.25_f32);
    for at in 0..64 {
        let place = before.vector(name, at * 32);
        let mut force = [0.0_f32; 3];
        for other in 0..128 {
            let away: Vec<_> = before.vector(name, other * 32).iter().zip(place).map(|(a, b)| a - b).collect();
            let inverse = 1.0 / (away.iter().map(|part| part * part).sum::<f32>() + softness).sqrt();
            let mass = before.float(name, other * 32 + 12);
            for (force, away) in force.iter_mut().zip(away) {
                *force += away * (mass * inverse * inverse * inverse);
            }
        }
        for axis in 0..3 {
            let speed = before.float(name, at * 32 + 16 + axis * 4) + force[axis] * step;
            memory.put_float(name, at * 32 + 16 + axis * 4, speed);
            memory.put_float(name, at * 32 + axis * 4, place[axis] + speed * step);
        }
    }
}

fn buffers(memory: &mut Memory) {
    let (data, settings, result) = ("buffer 0.0", "buffer 0.1", "buffer 1.0");
    let before = memory.clone();
    let count = before.word(data, 0) as usize;
    assert!((1..64).contains(&count), "{count} particles");
    for index in 0..count {
        let particle = 16 + index * 32;
        let weight = before.float(settings, (index & 3) * 16);
        let first = before.vector(settings, 64);
        let old = before.vector(data, particle);
        let position = [0, 1, 2].map(|axis| old[axis] + first[axis] * weight);
        memory.put_float(data, particle + 16, before.float(data, particle + 20));
        memory.put_float(data, particle + 20, before.float(data, particle + 16));
        memory.put_float(data, particle + 8, before.float(data, particle + 12));
        let cell = index % 8 * 64;
        if before.word(settings, 176) != 0 {
            for (axis, part) in position.iter().enumerate() {
                let count = before.word(settings, 96 + axis * 4).wrapping_add(*part as i32 as u32);
                memory.put_word(result, cell + 32 + axis * 4, count);
            }
        }
        memory.put_word(result, cell + 44 + index % 3 * 4, before.word(settings, 64 + 48 + 32));
        let tint = before.vector(settings, 160);
        let sum = (0..3).map(|axis| position[axis] * tint[axis]).sum();
        memory.put_float(result, 512 + index * 4, sum);
    }
}

fn functions(memory: &mut Memory) {
    let directions = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    let mut table = [1.0_f32, 2.0, 4.0, 8.0, 16.0];
    let (mut position, mut energy) = ([0_i32; 2], [3.0_f32, 2.0, 1.0]);
    for i in 0..9 {
        if energy[0] + energy[1] <= 0.0 {
            break;
        }
        for axis in 0..2 {
            position[axis] += directions[i & 3][axis];
        }
        let spent = energy[i % 3] * table[i % 5];
        energy[1] -= spent;
        table[i % 5] += spent;
    }
    let words = position.map(i32::to_le_bytes).into_iter().chain(energy.map(f32::to_le_bytes));
    for (index, word) in words.enumerate() {
        memory.put("buffer 0.0", index * 4, &word);
    }
}

fn specialization(memory: &mut Memory) {
    for at in 0..3 {
        memory.put_float("buffer 0.0", at * 4, 12.0 * 1.5);
    }
}

fn offsets(memory: &mut Memory) {
    let (sparse, dense) = ("buffer 0.0", "buffer 0.1");
    let by = [memory.float(sparse, 16), memory.float(sparse, 64), memory.float(sparse, 176 + 16)];
    let row = |row: usize| (0..3).map(|column| memory.float(sparse, 128 + column * 16 + row * 4) * by[column]).sum();
    let a: [f32; 2] = [row(0), row(1)];
    memory.put_float(dense, 8, a[0]);
    memory.put_float(dense, 12, a[1]);
    memory.put_float(dense, 32, a[1]);
    let last = (memory.0[dense].len() - 44) / 4 - 1;
    memory.put_word(dense, 44 + last * 4, memory.word(dense, 40));
}

fn small_types(memory: &mut Memory) {
    let name = "buffer 0.0";
    let half = |memory: &Memory, at: usize| llvm_spirv_vulkan::compare::float(&memory.bytes::<2>(name, at)) as f32;
    let put_half = |memory: &mut Memory, at: usize, value: f32| {
        memory.put(name, at, &llvm_spirv_vulkan::layout::half(value).to_le_bytes());
    };
    let [byte] = memory.bytes::<1>(name, 0);
    memory.put(name, 1, &[byte.wrapping_sub(3)]);
    let word = u16::from_le_bytes(memory.bytes(name, 18));
    memory.put(name, 20, &(word.wrapping_mul(7) >> 2).to_le_bytes());
    let sum = half(memory, 32 + 4) * 0.5 + half(memory, 48 + 2);
    put_half(memory, 32 + 6, sum);
    for axis in 0..3 {
        let twice = half(memory, 48 + axis * 2) * 2.0;
        put_half(memory, 48 + axis * 2, twice);
    }
    let [byte] = memory.bytes::<1>(name, 2);
    let long = i64::from(byte as i8).wrapping_mul(i64::from_le_bytes(memory.bytes(name, 56))) - 5;
    memory.put(name, 56, &long.to_le_bytes());
    let wide = f64::from_le_bytes(memory.bytes(name, 64)).sqrt() * 2.0 + long as f64;
    memory.put(name, 64, &wide.to_le_bytes());
    let shorts: Vec<_> = (0..4).map(|at| i16::from_le_bytes(memory.bytes(name, 72 + at * 2))).collect();
    for (at, short) in shorts.into_iter().rev().enumerate() {
        memory.put(name, 72 + at * 2, &(short + 9).to_le_bytes());
    }
}

fn memory_model(memory: &mut Memory) {
    let name = "buffer 0.0";
    memory.put_word(name, 0, 1);
    memory.put_word(name, 4, 42);
    for at in 0..64 {
        memory.put_word(name, 8 + at * 4, 42 + 3);
    }
}

fn mandelbrot(memory: &mut Memory) {
    let mut pixels = Vec::new();
    for at in 0..256_u16 {
        let part = |at: u16| 3.0 * f32::from(at) / 16.0;
        let c = [-2.0 + part(at % 16), -1.5 + part(at / 16)];
        let (mut z, mut steps) = (c, 0_u8);
        while steps < 50 && z[0] * z[0] + z[1] * z[1] < 4.0 {
            z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
            steps += 1;
        }
        let shade = (f32::from(steps) / 50.0 * 255.0).round() as u8;
        pixels.extend([shade, shade, shade, 255]);
    }
    memory.0.insert("image 0.0".to_owned(), pixels);
}

fn addresses(memory: &mut Memory) {
    let (node, floats) = (memory.pointee(false), memory.pointee(true));
    let limit = memory.word("push", 16);
    let once: f32 = (0..4).map(|part| memory.float(&node, part * 4)).sum();
    assert!(limit > 0);
    memory.put_word(&node, 24, limit - 1);
    for at in 0..32 {
        memory.put_float(&floats, at * 4, once * limit as f32);
    }
}

fn atomic_float(memory: &mut Memory) {
    let name = "buffer 0.0";
    let sum = memory.float(name, 0) + (0..64).map(|at| memory.float(name, 24 + at * 4)).sum::<f32>();
    memory.put_float(name, 0, sum);
    let wide = i64::from_le_bytes(memory.bytes(name, 8));
    let least = i64::from_le_bytes(memory.bytes(name, 16)).min(wide);
    memory.put(name, 8, &(wide + 3 * 64).to_le_bytes());
    memory.put(name, 16, &least.to_le_bytes());
    memory.put_float(name, 24, 1.0);
}

/// Compiles a shader.
fn compile(name: &str) -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../roundtrip-corpus/shaders/{name}.comp"));
    let text = std::fs::read_to_string(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    let env = text.lines().find_map(|line| line.strip_prefix("// ENV: ")).unwrap_or("vulkan1.0");
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reference-{name}.spv"));
    let mut command = Command::new("glslangValidator");
    let output = command.args(["-V", "--target-env", env, "-o"]).arg(&module).arg(&source).output();
    let output = output.map_err(|error| format!("glslangValidator: {error}"))?;
    if output.status.success() { Ok(module) } else { Err(String::from_utf8_lossy(&output.stdout).into_owned()) }
}

/// Runs a module, and returns its resources before and after the run.
fn run(module: &Path, row: &Row, level: Option<&str>) -> Result<[Memory; 2], String> {
    let (_, groups, push, ..) = row;
    let push: String = push.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
    command.arg(module).args(["--show", "--groups", groups, "--push", &push]);
    command.args(level.iter().flat_map(|level| ["--levels", level]));
    llvm_spirv_vulkan::child::settings(&mut command);
    let output = command.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{}: {text}{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(dumps::read(&text)?.map(Memory))
}

fn is_close(exactness: Exactness, expected: &[u8], found: &[u8]) -> bool {
    let float = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
    let words = expected.chunks(4).zip(found.chunks(4));
    match exactness {
        _ if expected.len() != found.len() => false,
        Exactness::Bits => expected == found,
        Exactness::Shades => expected.iter().zip(found).all(|(a, b)| a.abs_diff(*b) <= 1),
        Exactness::Floats => words.into_iter().all(|(a, b)| {
            let (x, y) = (float(a), float(b));
            a == b || (x - y).abs() <= 1e-4 * x.abs().max(1.0)
        }),
    }
}

fn check(row: &Row) -> Result<(), String> {
    let (name, _, _, exactness, reference) = row;
    let module = compile(name)?;
    for level in [None, Some("plain")] {
        let way = level.map_or("as it is", |_| "there and back");
        let [before, after] = run(&module, row, level).map_err(|error| format!("{name}, {way}: {error}"))?;
        let mut expected = before.clone();
        reference(&mut expected);
        let found = after.0.iter().filter(|(resource, _)| resource.as_str() != "push");
        let changed = found.clone().filter(|(resource, bytes)| before.0.get(*resource) != Some(bytes)).count();
        if changed == 0 {
            return Err(format!("{name}, {way}: nothing was computed"));
        }
        // Addresses are other ones in each run.
        let hidden = |resource: &str, bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            if resource.starts_with("pointee") && bytes.len() == 32 {
                bytes[16..24].fill(0);
            }
            bytes
        };
        for (resource, bytes) in found {
            let expected = hidden(resource, &expected.0[resource]);
            if !is_close(*exactness, &expected, &hidden(resource, bytes)) {
                let at = expected.iter().zip(bytes).position(|(a, b)| a != b);
                return Err(format!("{name}, {way}: {resource} is not as expected, from byte {at:?} on"));
            }
        }
    }
    Ok(())
}

#[test]
fn shaders_compute_what_they_should() {
    let failures: Vec<_> = ROWS.iter().filter_map(|row| check(row).err()).collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), ROWS.len(), failures.join("\n"));
}
