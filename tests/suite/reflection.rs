//! Modules with reflection, read word by word like clvk's loader does (its `parse_reflection`): numbers are constants
//! of the type of unsigned integers of 32 bits, and operands are at fixed places.

use crate::support::{compile_with, root};
use llvm_spirv::binary::Op;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{Buffers, Options, Reflection};
use std::collections::{BTreeMap, BTreeSet};

/// The limit on descriptor sets in the loader.
const MAX_SETS: u32 = 3;

/// The kinds of arguments, by the number of the instruction, with the operands behind kernel and ordinal.
const ARGUMENTS: [(u32, &str, usize); 11] = [
    (3, "buffer", 2),
    (6, "pod_ubo", 4),
    (7, "pod_pushconstant", 2),
    (8, "sampled_image", 2),
    (9, "storage_image", 2),
    (10, "sampler", 2),
    (11, "local", 2),
    (26, "pointer_pushconstant", 2),
    (27, "pointer_ubo", 4),
    (34, "storage_texel_buffer", 2),
    (35, "uniform_texel_buffer", 2),
];

/// The arguments of a kernel by their ordinals: the instruction, its numbers, the name.
type Arguments = BTreeMap<u32, (&'static str, Vec<u32>, String)>;

/// The facts that the loader reads from a module.
#[derive(Debug, Default)]
struct Loaded {
    /// The arguments of each kernel by their ordinals: kind, operands, and the name in the source.
    kernels: BTreeMap<String, Arguments>,
    counts: BTreeMap<String, u32>,
    attributes: BTreeMap<String, String>,
    samplers: Vec<[u32; 3]>,
    /// The push constants for all kernels: number of the instruction, offset, size.
    pushed: Vec<[u32; 3]>,
    /// The queries of images: number, ordinal, offset.
    asked: Vec<[u32; 3]>,
    size: Option<[u32; 3]>,
    dimensions: Option<u32>,
    required: BTreeMap<String, [u32; 3]>,
    local_bytes: u32,
    data: Vec<(u32, u32, String)>,
}

/// Reads a module.
fn load(words: &[u32]) -> Loaded {
    let (mut uint, mut set) = (0, 0);
    let (mut numbers, mut strings, mut infos) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut loaded = Loaded::default();
    let mut rest = &words[5..];
    while let Some(head) = rest.first() {
        let (inst, behind) = rest.split_at((head >> 16) as usize);
        rest = behind;
        match Op::from_u32(head & 0xFFFF) {
            Some(Op::ExtInstImport) if text(&inst[2..]).starts_with("NonSemantic.ClspvReflection.") => set = inst[1],
            Some(Op::TypeInt) if inst[2..4] == [32, 0] => uint = inst[1],
            Some(Op::Constant) if inst[1] == uint => drop(numbers.insert(inst[2], inst[3])),
            Some(Op::String) => drop(strings.insert(inst[1], text(&inst[2..]))),
            Some(Op::ExtInst) if inst[3] == set => {
                let number = |index: usize| numbers[&inst[index]];
                let three = |index: usize| [number(index), number(index + 1), number(index + 2)];
                let kernel = || strings[&inst[5]].clone();
                match inst[4] {
                    1 => {
                        let name = strings[&inst[6]].clone();
                        loaded.counts.insert(name.clone(), number(7));
                        assert!(number(8) <= 1, "an unknown flag");
                        loaded.attributes.insert(name.clone(), strings[&inst[9]].clone());
                        loaded.kernels.entry(name.clone()).or_default();
                        strings.insert(inst[2], name);
                    }
                    2 => drop(infos.insert(inst[2], strings[&inst[5]].clone())),
                    12 => loaded.size = Some(three(5)),
                    14 => loaded.dimensions = Some(number(5)),
                    15..=20 => loaded.pushed.push([inst[4], number(5), number(6)]),
                    21 => loaded.data.push((number(5), number(6), strings[&inst[7]].clone())),
                    23 => loaded.samplers.push(three(5)),
                    24 => drop(loaded.required.insert(kernel(), three(6))),
                    30 | 31 => loaded.asked.push([inst[4], number(6), number(7)]),
                    42 => loaded.local_bytes += number(6),
                    other => {
                        let (_, kind, count) =
                            *ARGUMENTS.iter().find(|row| row.0 == other).expect("a known instruction");
                        let operands = (7..7 + count).map(number).collect();
                        let name = inst.get(7 + count).map(|id| infos[id].clone()).unwrap_or_default();
                        let arguments = loaded.kernels.get_mut(&strings[&inst[5]]).expect("a kernel that is declared");
                        assert!(arguments.insert(number(6), (kind, operands, name)).is_none(), "an argument twice");
                    }
                }
            }
            _ => {}
        }
    }
    loaded
}

/// Returns the text of a string's words.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8(bytes).unwrap()
}

/// Returns a module of the corpus of file tests, as words.
fn module(name: &str, level: &str, reflection: Reflection) -> Vec<u32> {
    translated(name, level, &Options { reflection, ..Options::default() })
}

fn translated(name: &str, level: &str, options: &Options) -> Vec<u32> {
    let source = root().join(format!("tests/filetests/vulkan_kernels/{name}.cl"));
    let bitcode = compile_with(&source, "spir64", level, &["-cl-kernel-arg-info"]).unwrap();
    let options = Options { environment: "vulkan1.3".parse().unwrap(), ..options.clone() };
    let output = llvm_to_spirv(&bitcode, &options).unwrap();
    output.bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Checks the properties that the loader and the pipelines that it makes rely on.
fn check(loaded: &Loaded) {
    for (name, arguments) in &loaded.kernels {
        assert!(arguments.keys().all(|ordinal| *ordinal < loaded.counts[name]), "{name}: {arguments:?}");
        let kinds: BTreeSet<_> = arguments.values().map(|argument| argument.0).collect();
        assert!(!kinds.contains("pod_ubo") || !kinds.contains("pod_pushconstant"), "{name}: numbers in two places");
        let places = ["local", "pod_pushconstant", "pointer_pushconstant"];
        let bound = arguments.values().filter(|argument| !places.contains(&argument.0));
        let of_arguments = u32::from(!loaded.samplers.is_empty());
        let mut places = BTreeMap::new();
        for (kind, operands, _) in bound {
            assert_eq!(operands[0], of_arguments, "{name}: the set behind that of samplers, and one alone");
            // Addresses and numbers are in one block.
            let kind = if kind.ends_with("_ubo") { "ubo" } else { *kind };
            assert!(
                operands[0] < MAX_SETS && kind == *places.entry(operands[1]).or_insert(kind),
                "{name}: {operands:?}"
            );
        }
        let members = arguments.values().filter(|argument| argument.0.starts_with('p'));
        let members = members.map(|(_, operands, _)| (operands[operands.len() - 2], operands[operands.len() - 1]));
        let pushed = loaded.pushed.iter().map(|pushed| (pushed[1], pushed[2]));
        let mut all: Vec<_> = members.chain(pushed).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "{name}: {all:?} overlap");
    }
    assert!(loaded.samplers.iter().enumerate().all(|(index, sampler)| sampler[..2] == [0, index as u32]));
    assert!(loaded.pushed.iter().all(|pushed| pushed[2] == 12), "{:?}", loaded.pushed);
}

#[test]
fn arguments_are_where_the_loader_of_clvk_finds_them() {
    for level in ["O0", "O2", "O3"] {
        let loaded = load(&module("reflection", level, Reflection::Grid));
        check(&loaded);
        let everything = &loaded.kernels["everything"];
        let kinds: Vec<_> =
            everything.values().map(|(kind, operands, name)| (*kind, operands[0], name.as_str())).collect();
        let expected = [
            ("buffer", 1, "in"),
            ("buffer", 1, "out"),
            ("pod_pushconstant", 80, "a"),
            ("pod_pushconstant", 96, "s"),
            ("pod_pushconstant", 104, "b"),
            ("local", 4, "l"),
            ("sampled_image", 1, "im"),
            ("storage_image", 1, "to"),
            ("sampler", 1, "sam"),
            ("buffer", 1, "c"),
        ];
        assert_eq!(kinds, expected, "{level}");
        assert_eq!(everything[&5].1, [4, 4]);
        assert_eq!(loaded.kernels["second"].values().filter(|argument| argument.0 == "pod_ubo").count(), 3);
        assert_eq!((loaded.size, loaded.dimensions), (Some([0, 1, 2]), Some(3)));
        assert_eq!(loaded.samplers, [[0, 0, 20]]);
        let offsets: Vec<_> = loaded.pushed.iter().map(|pushed| (pushed[0], pushed[1])).collect();
        assert_eq!(offsets, [(15, 0), (16, 12), (17, 24), (18, 36), (19, 48), (20, 60)]);
        assert_eq!(loaded.asked, [[30, 6, 72]]);
        assert_eq!(loaded.required, BTreeMap::from([("second".to_owned(), [8, 4, 1])]));
        assert_eq!(loaded.attributes["second"], "reqd_work_group_size(8,4,1)");
        assert_eq!(loaded.local_bytes, 256);
    }
}

/// Checks that addresses are members of a uniform block, at offsets behind those of push constants.
#[test]
fn addresses_are_where_the_loader_of_clvk_finds_them() {
    let (buffers, reflection) = (Buffers::Addresses, Reflection::Grid);
    for (limit, place, begin) in [(None, "pushconstant", 0), (Some(8), "ubo", 2)] {
        let options = Options { buffers, reflection, push_constant_limit: limit, ..Options::default() };
        let loaded = load(&translated("reflection_of_addresses", "O2", &options));
        check(&loaded);
        let found: Vec<_> = loaded.kernels["scale"].values().collect();
        let kinds: Vec<_> =
            found.iter().map(|(kind, operands, name)| (*kind, &operands[begin..], name.as_str())).collect();
        let first = loaded.pushed.iter().map(|pushed| pushed[1] + pushed[2]).max().unwrap_or(0).next_multiple_of(8);
        let (pointer, pod) = (format!("pointer_{place}"), format!("pod_{place}"));
        let places = [[first, 8], [first + 8, 8], [first + 16, 4]];
        let expected = [
            (pointer.as_str(), &places[0][..], "x"),
            (pointer.as_str(), &places[1][..], "y"),
            (pod.as_str(), &places[2][..], "factor"),
        ];
        assert_eq!(kinds, expected);
    }
}

#[test]
fn variables_are_the_bytes_that_the_loader_fills_a_buffer_with() {
    let expected = "2a00000000000000780000000000c03ffeffffffffffffff003c00400042004401020300040506";
    for level in ["O0", "O2", "O3"] {
        let loaded = load(&module("variables_with_values", level, Reflection::Grid));
        check(&loaded);
        let [(set, binding, digits)] = &loaded.data[..] else { panic!("{level}: {:?}", loaded.data) };
        assert_eq!((*set, *binding, digits.len()), (1, 0, 2 * 64), "{level}");
        assert_eq!(digits.trim_end_matches('0'), expected, "{level}");
    }
}

#[test]
fn other_kernels_hold_the_rules_of_the_loader() {
    let names =
        ["saxpy", "images", "local_memory", "long_arguments", "layout_of_arguments", "reflection_of_texel_buffers"];
    for name in names {
        for reflection in [Reflection::Uniform, Reflection::Grid] {
            let loaded = load(&module(name, "O2", reflection));
            check(&loaded);
            assert!(!loaded.kernels.is_empty(), "{name}");
            assert!(reflection == Reflection::Grid || loaded.pushed.is_empty(), "{name}");
        }
    }
}
