//! Tests that the guide's host runs the guide's module, and that kernels print the same to a buffer as in C.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

use llvm_spirv::inspect::{Fact, Inspection, Told};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use llvm_spirv_dispatch::{Link, dispatch, dispatch_linked};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The chosen places of descriptors.
type Places<'a> = &'a [(&'a str, u32)];

/// Returns a program of the folder of this package as a module for Vulkan, with descriptors of set 0 at other bindings.
fn module(name: &str, level: &str, printf_buffer: Option<u32>, places: Places<'_>) -> Vec<u8> {
    let descriptors = places.iter().map(|(name, binding)| ((*name).to_owned(), (0, Some(*binding)))).collect();
    let mut options = Options::default();
    (options.descriptors, options.printf_buffer) = (descriptors, printf_buffer);
    translated(name, level, &options)
}

/// Returns a program of the folder of this package as a module for Vulkan.
fn translated(name: &str, level: &str, options: &Options) -> Vec<u8> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut clang = Command::new("clang-22");
    clang.args([
        "-target",
        "spirv64",
        "-cl-std=CL3.0",
        "-Xclang",
        "-finclude-default-header",
        "-emit-llvm",
        "-c",
        "-o",
        "-",
    ]);
    let made = clang.arg(format!("-{level}")).arg(source).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let environment = "vulkan1.3".parse().unwrap();
    let mut options = options.clone();
    options.environment = environment;
    llvm_to_spirv(&made.stdout, &options).unwrap().bytes
}

fn bytes<T: Copy, const N: usize>(numbers: impl IntoIterator<Item = T>, of: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.into_iter().flat_map(of).collect()
}

#[test]
fn the_guide_computes() {
    let push = [2.0f32.to_le_bytes(), 100u32.to_le_bytes()].concat();
    let x = bytes((0..128).map(|n| n as f32), f32::to_le_bytes);
    let y = bytes([1.0; 128], f32::to_le_bytes);
    let expected = bytes((0..128).map(|n| if n < 100 { 2.0 * n as f32 + 1.0 } else { 1.0 }), f32::to_le_bytes);
    for level in ["O0", "O2"] {
        let mut buffers = [x.clone(), y.clone()];
        dispatch(&module("saxpy.cl", level, None, &[]), c"saxpy", [2, 1, 1], &push, &mut buffers).unwrap();
        assert_eq!(buffers, [x.clone(), expected.clone()], "{level}");
        let mut buffers = [y.clone(), x.clone()];
        let moved = module("saxpy.cl", level, None, &[("saxpy.1", 1), ("saxpy.2", 0)]);
        dispatch(&moved, c"saxpy", [2, 1, 1], &push, &mut buffers).unwrap();
        assert_eq!(buffers, [expected.clone(), x.clone()], "{level}, at other bindings");
    }
}

/// The texts of a module by number, each with the sizes of its arguments.
type Texts = BTreeMap<u32, (String, Vec<usize>)>;

/// Returns the formats and texts in the reflection of a module.
fn texts(told: &[Told]) -> Texts {
    let texts = told.iter().filter(|told| told.what == "PrintfInfo").map(|told| {
        let number = |fact: &Fact| if let Fact::Number(number) = fact { *number } else { panic!("{told:?}") };
        let [(_, id), (_, Fact::Text(text)), sizes @ ..] = &told.facts[..] else { panic!("{told:?}") };
        (number(id), (text.clone(), sizes.iter().map(|(_, size)| number(size) as usize).collect()))
    });
    texts.collect()
}

/// Returns the texts of all records in a buffer; a record that did not fit is left out.
fn printed(texts: &Texts, buffer: &[u8]) -> Vec<String> {
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes[..4].try_into().unwrap());
    let (mut rest, mut all) = (&buffer[4..buffer.len().min(4 + 4 * word(buffer) as usize)], Vec::new());
    while !rest.is_empty() {
        let (format, sizes) = &texts[&word(rest)];
        rest = &rest[4..];
        if sizes.iter().sum::<usize>() > rest.len() {
            break;
        }
        let mut arguments = Vec::new();
        for size in sizes {
            let (argument, behind) = rest.split_at(*size);
            arguments.push(argument);
            rest = behind;
        }
        all.push(line(texts, format, &arguments));
    }
    all
}

/// Returns a text with its arguments inserted.
fn line(texts: &Texts, format: &str, arguments: &[&[u8]]) -> String {
    let (mut rest, mut text, mut arguments) = (format, String::new(), arguments.iter());
    while let Some((plain, behind)) = rest.split_once('%') {
        text += plain;
        let at = behind.find(|c: char| "diouxXfFeEgGaAcs%".contains(c)).unwrap();
        let (conversion, kind) = (&behind[..at], behind.as_bytes()[at] as char);
        rest = &behind[at + 1..];
        text += &if kind == '%' { "%".to_owned() } else { one(texts, conversion, kind, arguments.next().unwrap()) };
    }
    text + rest
}

/// Returns an argument formatted by a conversion.
fn one(texts: &Texts, conversion: &str, kind: char, argument: &[u8]) -> String {
    let start = conversion.trim_end_matches(['h', 'l']);
    let (start, lanes) = start.split_once('v').map_or((start, 1), |(start, lanes)| (start, lanes.parse().unwrap()));
    let (width, precision) = start.split_once('.').unwrap_or((start, "6"));
    let size = match &conversion[conversion.trim_end_matches(['h', 'l']).len()..] {
        "hh" if lanes > 1 => 1,
        "h" if lanes > 1 => 2,
        "hl" => 4,
        _ => argument.len() / lanes,
    };
    let number = |bytes: &[u8]| {
        let (mut wide, is_below) = ([0; 8], bytes.last().is_some_and(|byte| byte & 0x80 != 0));
        wide.fill(if is_below && kind == 'd' { 0xFF } else { 0 });
        wide[..bytes.len()].copy_from_slice(bytes);
        i64::from_le_bytes(wide)
    };
    let float = |bytes: &[u8]| match bytes.len() {
        4 => f64::from(f32::from_bits(number(bytes) as u32)),
        _ => f64::from_bits(number(bytes) as u64),
    };
    let lane = |bytes: &[u8]| match kind {
        'f' => format!("{:.*}", precision.parse().unwrap(), float(bytes)),
        'g' => float(bytes).to_string(),
        'c' => char::from(bytes[0]).to_string(),
        's' => texts[&(number(bytes) as u32)].0.clone(),
        _ => number(bytes).to_string(),
    };
    let text = argument.chunks(size).take(lanes).map(lane).collect::<Vec<_>>().join(",");
    let columns = width.trim_start_matches('-').parse().unwrap_or(0);
    if width.starts_with('-') { format!("{text:<columns$}") } else { format!("{text:>columns$}") }
}

/// Runs the kernel that prints, with a buffer of a size. Returns its texts and the contents of the buffer.
fn shown(level: &str, size: u32) -> (Texts, Vec<u8>) {
    let module = module("printed.cl", level, Some(size), &[("printf", 2)]);
    let numbers = bytes([7, -2, 12, 0], i32::to_le_bytes);
    let vectors = (0..4).flat_map(|i| [i as f32 + 0.25, 2.0, 3.0, 4.0, 5.0, -6.0, 7.0, 8.0]);
    let mut buffers = [numbers, bytes(vectors, f32::to_le_bytes), vec![0; size as usize]];
    dispatch(&module, c"show", [1, 1, 1], &[], &mut buffers).unwrap();
    (texts(&Inspection::of(&module).unwrap().reflection), std::mem::take(&mut buffers[2]))
}

const LINES: [&str; 13] = [
    "0.250000,2.000000,3.000000,4.000000 5,-6 5,-6,7 7,8\n",
    "0:     7|a%b  |h 7 0 0.25 1.5\n",
    "1.250000,2.000000,3.000000,4.000000 5,-6 5,-6,7 7,8\n",
    "1:    -2|a%b  |_ -2 1 1.25 1.5\n",
    "2.250000,2.000000,3.000000,4.000000 5,-6 5,-6,7 7,8\n",
    "2:    12|a%b  |m 12 2 2.25 1.5\n",
    "3.250000,2.000000,3.000000,4.000000 5,-6 5,-6,7 7,8\n",
    "3:     0|a%b  |a 0 3 3.25 1.5\n",
    "even number\n",
    "even number\n",
    "even number\n",
    "last\n",
    "uneven number\n",
];

#[test]
fn what_kernels_print_is_in_the_buffer() {
    for level in ["O0", "O2"] {
        let (texts, buffer) = shown(level, 4096);
        let mut lines = printed(&texts, &buffer);
        lines.sort();
        assert_eq!(lines, LINES, "{level}");
    }
}

#[test]
fn what_has_no_room_is_lost() {
    for size in [8, 64, 200, 300] {
        let (texts, buffer) = shown("O2", size);
        let lines = printed(&texts, &buffer);
        assert!(
            lines.len() < LINES.len() && lines.iter().all(|line| LINES.contains(&line.as_str())),
            "{size}: {lines:?}"
        );
        let (whole, _) = shown("O2", 4096);
        assert_eq!(texts, whole, "{size}");
        let asked = u32::from_le_bytes(buffer[..4].try_into().unwrap());
        assert!(asked * 4 + 4 > size, "{size}: {asked} words");
    }
}

/// Runs a kernel whose pointers are addresses, at each level: the links are in push constants, or in one of the buffers.
fn linked(entry: &std::ffi::CStr, groups: u32, push: usize, buffers: &[Vec<u8>], links: &[Link]) -> [Vec<Vec<u8>>; 2] {
    ["O0", "O2"].map(|level| {
        let mut options = Options::default();
        options.set("buffers", "addresses").unwrap();
        let mut buffers = buffers.to_vec();
        let module = translated("linked.cl", level, &options);
        dispatch_linked(&module, entry, [groups, 1, 1], &vec![0; push], &mut buffers, links).unwrap();
        buffers
    })
}

/// Returns the link of a push constant to the beginning of a buffer.
fn pushed(at: usize, to: usize) -> Link {
    Link { from: None, at, to: (to, 0) }
}

fn word(buffer: &[u8], index: usize) -> i32 {
    i32::from_le_bytes(buffer[index * 4..index * 4 + 4].try_into().unwrap())
}

fn float(buffer: &[u8], index: usize) -> f32 {
    f32::from_bits(word(buffer, index) as u32)
}

/// Checks a list of three nodes in two buffers: the second in the middle of one, the last in front of it.
#[test]
fn a_list_leads_through_buffers() {
    let node = |value: i32| [&[0; 8][..], &value.to_le_bytes(), &[0; 4]].concat();
    let buffers = [[node(1), node(20)].concat(), [node(400), node(7)].concat(), vec![0; 4]];
    let links = [
        pushed(0, 0),
        pushed(8, 2),
        Link { from: Some(0), at: 0, to: (1, 16) },
        Link { from: Some(1), at: 16, to: (1, 0) },
    ];
    for buffers in linked(c"list", 1, 16, &buffers, &links) {
        assert_eq!(word(&buffers[2], 0), 1 + 7 + 400);
        assert_eq!([buffers[0][12], buffers[0][28], buffers[1][12], buffers[1][28]], [1, 0, 1, 1]);
    }
}

#[test]
fn tables_and_structures_have_pointers() {
    let numbers = |from: i32, count: i32| bytes((from..from + count).map(|n| n as f32), f32::to_le_bytes);
    let row = |count: i32| [&[0; 8][..], &count.to_le_bytes(), &[0; 4]].concat();
    let buffers = [
        vec![0; 16],
        [row(3), row(2)].concat(),
        numbers(10, 8),
        numbers(100, 3),
        numbers(3, 1),
        vec![0; 16],
        vec![0; 16],
    ];
    // In push constants: `table`, `from`, `last`, a structure of 16 bytes, and `factor`.
    let links = [
        pushed(0, 0),
        pushed(8, 1),
        pushed(16, 3),
        pushed(32, 4),
        Link { from: Some(0), at: 0, to: (5, 0) },
        Link { from: Some(0), at: 8, to: (6, 4) },
        Link { from: Some(1), at: 0, to: (2, 0) },
        Link { from: Some(1), at: 16, to: (2, 20) },
    ];
    for buffers in linked(c"rows", 2, 40, &buffers, &links) {
        let expected = |from: i32, k: i32| (from + k) as f32 * 3.0 + (100 + k) as f32;
        let made: Vec<_> = (0..4).map(|index| float(&buffers[5], index)).collect();
        assert_eq!(made, [expected(10, 0), expected(10, 1), expected(10, 2), 0.0]);
        let made: Vec<_> = (0..4).map(|index| float(&buffers[6], index)).collect();
        assert_eq!(made, [0.0, expected(15, 0), expected(15, 1), 0.0]);
        let address = |at: usize| u64::from_le_bytes(buffers[0][at..at + 8].try_into().unwrap());
        assert_eq!([address(0) % 16, address(8) % 16], [12, 12]);
    }
}

#[test]
fn pointers_lead_to_pointers_and_any_memory() {
    let buffers = [vec![0; 8], vec![0; 16], bytes([400, 500, 600], i32::to_le_bytes), vec![0; 8]];
    let links = [
        pushed(0, 0),
        pushed(8, 3),
        Link { from: Some(0), at: 0, to: (1, 0) },
        Link { from: Some(1), at: 0, to: (2, 0) },
        Link { from: Some(1), at: 8, to: (2, 4) },
    ];
    for buffers in linked(c"deep", 1, 16, &buffers, &links) {
        assert_eq!([word(&buffers[3], 0), word(&buffers[3], 1)], [435, 1]);
        assert_eq!([0, 1, 2].map(|index| word(&buffers[2], index)), [400, 500, 435]);
    }
}

#[test]
fn numbers_of_all_kinds_are_at_addresses() {
    let one = |number: i32, wide: f64| [&[9][..], &number.to_le_bytes(), &wide.to_le_bytes()].concat();
    let plain = |x: f32| {
        let v = bytes([x, x + 1.0, x + 2.0, 0.0], f32::to_le_bytes);
        [v, bytes([1i16, -2, 3], i16::to_le_bytes), vec![0; 10]].concat()
    };
    let buffers = [
        vec![0; 4],
        [one(40, 1.25), vec![0; 26]].concat(),
        vec![0; 64],
        [plain(1.5), plain(7.0)].concat(),
        (0..16).collect(),
    ];
    let links = [0, 1, 2, 3, 4].map(|index| pushed(index * 8, index));
    for buffers in linked(c"kinds", 2, 40, &buffers, &links) {
        assert_eq!(word(&buffers[0], 0), 3);
        assert_eq!(buffers[1], [one(40, 1.25), one(40, 2.5), one(41, 2.5)].concat());
        for (index, x) in [(0, 1.5f32), (8, 7.0)] {
            let made = [0, 1, 2].map(|lane| float(&buffers[2], index + lane));
            assert_eq!(made, [x, x + 1.0, x + 2.0].map(|lane| lane * 2.0));
            assert_eq!(buffers[2][index * 4 + 16..index * 4 + 22], [1, 0, 254, 255, 3, 0]);
        }
        assert_eq!(buffers[4], [0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 5, 13, 14, 15]);
    }
}
